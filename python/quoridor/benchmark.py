"""Measures the package, beside OpenSpiel if it is installed: `python -m quoridor.benchmark`.

All times are CPU times of this process. What is compared is measured in turn, several rounds of it,
and the numbers are medians: so other work on the machine disturbs little. Random games are of the
same kind for both programs: uniform among the legal actions, from the start to the end, or to 323
moves: OpenSpiel declares a draw after 324. Their random numbers are drawn beforehand, since Python
takes longer to draw one than a game takes for a move.
"""

import argparse
import random
import resource
import time
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from statistics import median

import numpy as np

import quoridor
from quoridor._quoridor import ACTIONS, POLICY_SIZE, Board, SelfPlay, VecEnv

MOST_PLIES = 323
#: Far larger than the number of legal actions, so that a remainder is uniform enough.
NUMBERS = random.Random(1).choices(range(1 << 30), k=100_000)


def cpu() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def rates(works: list[Callable[[], int]], rounds: int) -> list[list[float]]:
    """Units of work per CPU-second, of each work and round; the works take turns."""
    measured: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for work, found in zip(works, measured):
            begin = cpu()
            count = work()
            found.append(count / (cpu() - begin))
    return measured


def play_board(with_arrays: bool, seconds: float) -> int:
    """Plies of random games of `Board` in a loop in Python."""
    numbers = cycle(NUMBERS)
    end, plies = time.monotonic() + seconds, 0
    mask, planes = np.zeros(ACTIONS, np.uint8), np.zeros((20, 9, 9), np.uint8)
    while time.monotonic() < end:
        board = Board()
        push = board.push
        for number in islice(numbers, MOST_PLIES):
            actions = board.legal_actions
            if not actions:
                break
            if with_arrays:
                board.planes(planes)
                board.action_mask(mask)
            push(actions[number % len(actions)])
            plies += 1
    return plies


def play_random(seconds: float) -> int:
    """Plies of random games with one call for each."""
    choose = random.Random(1).random
    end, plies = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        board = Board()
        push_random = board.push_random
        for ply in range(MOST_PLIES):
            if push_random(choose()) is None:
                break
            plies += 1
    return plies


def play_open_spiel(with_arrays: bool, seconds: float) -> int:
    """Plies of random games of OpenSpiel in the same loop."""
    from open_spiel.python.observation import make_observation
    from quoridor import open_spiel

    numbers = cycle(NUMBERS)
    game = open_spiel.load_game()
    # Lists of OpenSpiel's tensors would take thirteen times as long.
    observation, mask = make_observation(game), np.zeros(game.num_distinct_actions(), np.uint8)
    end, plies = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        state = game.new_initial_state()
        for number in islice(numbers, MOST_PLIES):
            actions = state.legal_actions()
            if not actions:
                break
            if with_arrays:
                observation.set_from(state, state.current_player())
                mask[:] = 0
                mask[actions] = 1
            state.apply_action(actions[number % len(actions)])
            plies += 1
    return plies


def step_vec_env(env: VecEnv, steps: int) -> int:
    for _ in range(steps):
        env.step(env.sample())
    return steps * len(env)


def selfplay(batch: int, visits: int, seconds: float) -> tuple[float, float]:
    """Leaves per CPU-second with one search thread, and the share of the time that is spent in
    Python and in copies between Rust and Python."""
    play = SelfPlay(games=1_000_000, batch=batch, visits=visits, threads=1)
    policy = np.zeros((batch, POLICY_SIZE), np.float32)
    value = np.zeros(batch, np.float32)

    def advance(until: float) -> None:
        while time.monotonic() < until:
            leaves = play.next_batch()
            assert leaves is not None
            play.submit(leaves[0], policy, value)

    # The first moves are not typical: memory is new.
    advance(time.monotonic() + seconds / 2)
    before, main, begin = play.leaves, time.thread_time(), cpu()
    advance(time.monotonic() + seconds)
    used = cpu() - begin
    return (play.leaves - before) / used, (time.thread_time() - main) / used


def compared(
    names: list[str],
    works: list[Callable[[], int]],
    open_spiel: Callable[[], int] | None,
    rounds: int,
) -> Iterator[tuple[str, str]]:
    """The rates of some works, with their ratios to OpenSpiel's if it is there."""
    if open_spiel is None:
        for name, found in zip(names, rates(works, rounds)):
            yield name, f"{median(found):,.0f}"
        return
    *ours, theirs = rates([*works, open_spiel], rounds)
    yield "  OpenSpiel", f"{median(theirs):,.0f}"
    for name, found in zip(names, ours):
        ratio = median(one / other for one, other in zip(found, theirs))
        yield name, f"{median(found):,.0f}  ({ratio:.1f} times OpenSpiel)"


def lines(seconds: float, rounds: int) -> Iterator[tuple[str, str]]:
    """The measurements, with their values in words."""
    try:
        import pyspiel  # noqa: F401

        has_open_spiel = True
    except ImportError:
        has_open_spiel = False

    def open_spiel(with_arrays: bool) -> Callable[[], int] | None:
        return (lambda: play_open_spiel(with_arrays, seconds)) if has_open_spiel else None

    yield from compared(
        ["random play (legal_actions, push), steps/s", "random play (push_random), steps/s"],
        [lambda: play_board(False, seconds), lambda: play_random(seconds)],
        open_spiel(False),
        rounds,
    )
    full, board = VecEnv(1024, planes="full"), VecEnv(1024, planes="board")
    for env in (full, board):
        env.reset()
        # Games are then at all their stages.
        step_vec_env(env, 500)
    yield from compared(
        [
            "Board with planes and masks, steps/s",
            "VecEnv with 20 planes and masks, steps/s",
            "VecEnv with 12 planes and masks, steps/s",
        ],
        [
            lambda: play_board(True, seconds),
            lambda: step_vec_env(full, 500),
            lambda: step_vec_env(board, 500),
        ],
        open_spiel(True),
        rounds,
    )
    played = [selfplay(1024, 64, 2 * seconds) for _ in range(rounds)]
    leaves, overhead = (median(found) for found in zip(*played))
    yield "self-play, constant evaluator, leaves/s", f"{leaves:,.0f}"
    yield "  of the CPU time, callback at batch 1024", f"{100 * overhead:.1f} %"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m quoridor.benchmark", description=__doc__)
    parser.add_argument("--seconds", type=float, default=1, help="length of each measurement")
    parser.add_argument("--rounds", type=int, default=5, help="number of measurements")
    options = parser.parse_args()
    print(f"quoridor-rs {quoridor.__version__}, per CPU-second of one core")
    for name, value in lines(options.seconds, options.rounds):
        print(f"{name:44} {value}", flush=True)


if __name__ == "__main__":
    main()
