"""The environments pass the checks of PettingZoo and Gymnasium, and play the game."""

import pickle
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


def moves_of(env, episodes=1, **reset):
    """The moves of games in which the agent plays its first legal action."""
    games = []
    for _ in range(episodes):
        observation, _ = env.reset(**reset)
        for _ in range(6):
            observation, *_ = env.step(int(observation["action_mask"].argmax()))
        games.append(env.board.moves)
    return games


def test_the_seed_of_a_reset_is_the_opponents_too():
    one, other = (moves_of(OpponentEnv("random", seat=0), seed=seed) for seed in (1, 2))
    assert one != other
    assert one == moves_of(OpponentEnv("random", seat=0), seed=1)


def test_an_episode_does_not_depend_on_earlier_ones():
    env = OpponentEnv("alphabeta:hash=1", quoridor.Limit(nodes=3000), seat=0)
    first, second = moves_of(env, episodes=2)
    assert first == second


def test_an_opponent_that_would_think_for_a_time_gets_a_limit():
    assert OpponentEnv().limit == OpponentEnv("alphabeta").limit == quoridor.Limit(nodes=500)
    assert OpponentEnv("alphabeta:time=0.1").limit is None
    assert OpponentEnv("mertens-2006:depth=1").limit is None
    assert OpponentEnv(limit=quoridor.Limit(depth=1)).limit == quoridor.Limit(depth=1)


def test_planes_are_not_taken_for_pictures():
    """stable-baselines3 transposes arrays of bytes whose bounds are 0 and 255 everywhere."""
    space = OpponentEnv("random").observation_space["observation"]
    assert (space.high < 255).all() and (space.low == 0).all()
    env = quoridor.VecEnv(16, seed=1)
    planes, _ = env.reset()
    for _ in range(300):
        assert (planes <= space.high).all()
        planes, *_ = env.step(env.sample())
    walled_in = quoridor.Board("a1 c1 e1 g1 / h1 h3 h5 h7 / i1 e9 / 6 6 / 1")
    assert (walled_in.planes() <= space.high).all()


def test_masks_for_stable_baselines():
    env = OpponentEnv("random", seat=1)
    observation, _ = env.reset(seed=4)
    masks = env.action_masks()
    assert masks.dtype == bool and (masks == observation["action_mask"]).all()


def test_a_position_to_begin_with():
    fen = "- / - / e4 e6 / 10 10 / 2"
    env = OpponentEnv("random", seat=1)
    env.reset(seed=1, options={"fen": fen})
    assert env.board.fen() == fen
    env = OpponentEnv("random", seat=0)
    env.reset(seed=1, options={"fen": fen})
    assert env.board.ply == 1
    game = quoridor.env()
    game.reset(options={"fen": fen})
    assert game.agent_selection == "player_1"
    for wrong in ("- / - / c1 c5 / 3 3 / 1 / 5x5", "- / - / e9 e2 / 10 10 / 2"):
        with pytest.raises(ValueError, match="fen: "):
            game.reset(options={"fen": wrong})


def test_pictures_show_walls_and_pawns():
    game = quoridor.env(render_mode="rgb_array")
    game.reset()
    before = game.render()
    assert before.shape == (432, 432, 3) and before.dtype == np.uint8
    # South's white pawn is at the bottom, between the fourth and the sixth column.
    where = np.argwhere((before == 255).all(axis=2))
    assert where.min(axis=0).tolist() == [398, 206] and where.max(axis=0).tolist() == [417, 225]
    game.step(81)
    changed = np.argwhere((game.render() != before).any(axis=2))
    assert changed.min(axis=0).tolist() == [380, 4] and changed.max(axis=0).tolist() == [387, 91]
    env = OpponentEnv("random", render_mode="rgb_array")
    env.reset()
    assert env.render().shape == (432, 432, 3)
    with pytest.raises(ValueError, match="render_mode: expected 'ansi', 'rgb_array' or None"):
        quoridor.env(render_mode="human")


def test_environments_can_be_sent_to_other_processes():
    env = OpponentEnv("random:seed=5", quoridor.Limit(nodes=5, time=1.5))
    env.reset(seed=1)
    copy = pickle.loads(pickle.dumps(env))
    assert copy.engine.spec == env.engine.spec and copy.limit == env.limit
    assert copy.board == env.board
