"""The environments pass the checks of PettingZoo and Gymnasium, and play the game."""

import types
import warnings

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from gymnasium import spaces
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, max_cycles_test, seed_test
from pettingzoo.utils.conversions import aec_to_parallel_wrapper

import quoridor
from quoridor.environments import OpponentEnv, QuoridorEnv


@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_api():
    api_test(quoridor.env(), num_cycles=1000)


def test_pettingzoo_seeds():
    seed_test(quoridor.env, num_cycles=100)


class AlwaysLegal(spaces.Discrete):
    """PettingZoo's test samples actions without a mask, both of a round before the first is played.
    So South's are steps and North's are walls: legal in the first rounds, whatever South does."""

    def __init__(self, env, agent):
        super().__init__(quoridor.ACTIONS, seed=1)
        self.env, self.agent = env, agent

    def sample(self, mask=None):
        legal = quoridor.Board(self.env.board.fen()).action_mask() if self.env.agents else None
        if self.agent == "player_0":
            legal[81:] = 0
            return super().sample(mask=legal.astype(np.int8))
        placed = {quoridor.FLIP[action] for action in np.flatnonzero(legal[81:]) + 81}
        return super().sample(mask=np.isin(np.arange(210), list(placed)).astype(np.int8))


class LegalSamples(QuoridorEnv):
    metadata = {**QuoridorEnv.metadata, "is_parallelizable": True}

    def action_space(self, agent):
        return AlwaysLegal(self, agent)


def test_pettingzoo_max_cycles():
    module = types.SimpleNamespace(
        env=LegalSamples,
        parallel_env=lambda max_cycles: aec_to_parallel_wrapper(LegalSamples(max_cycles)),
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        max_cycles_test(module)


def test_the_winner_gets_one_and_the_loser_minus_one():
    env = quoridor.env()
    env.reset()
    # South walks along column e, North steps aside to f9 and walks along column f.
    for row in range(1, 8):
        env.step(9 * row + 4)
        env.step(9 * (row - 1) + 5)
    env.step(9 * 8 + 4)
    assert env.unwrapped.board.is_game_over()
    assert env.rewards == {"player_0": 1, "player_1": -1}
    assert all(env.terminations.values()) and not any(env.truncations.values())


def test_illegal_actions_raise_or_lose():
    env = quoridor.env()
    env.reset()
    with pytest.raises(quoridor.IllegalMoveError, match="a9"):
        env.step(72)
    with pytest.raises(quoridor.IllegalMoveError, match="from 0 to 209"):
        env.step(-1)
    env.step(13)
    assert env.agent_selection == "player_1"
    env = quoridor.env(illegal="lose")
    env.reset()
    env.step(13)
    env.step(72)
    assert env.rewards == {"player_0": 1, "player_1": -1}
    assert all(env.terminations.values())
    with pytest.raises(ValueError, match="illegal: expected 'raise' or 'lose', got skip"):
        quoridor.env(illegal="skip")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("opponent", ["random", "mertens-2006:depth=1"])
def test_gymnasium_checker(opponent):
    check_env(OpponentEnv(opponent, illegal="lose"))


@pytest.mark.parametrize("seat", [0, 1])
def test_games_against_a_player_end(seat):
    env = OpponentEnv("random:seed=3", seat=seat, max_plies=150)
    generator = np.random.default_rng(2)
    ends = set()
    for episode in range(6):
        observation, _ = env.reset(seed=episode)
        while True:
            action = generator.choice(np.flatnonzero(observation["action_mask"]))
            observation, reward, is_over, is_long, _ = env.step(action)
            if is_over or is_long:
                break
        winner = env.board.outcome().winner if is_over else None
        assert reward == (0 if winner is None else 1 if winner == seat else -1)
        assert is_long == (env.board.ply >= 150 and not env.board.is_game_over())
        ends.add(reward)
    assert len(ends) > 1


def test_unknown_opponents_are_refused_as_on_the_command_line():
    with pytest.raises(ValueError, match="no player is called 'nobody'"):
        OpponentEnv("nobody")
