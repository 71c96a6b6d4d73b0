"""Many games at once, compared with boards."""

import numpy as np
import pytest

import quoridor


def expected_mask(board):
    mask = board.action_mask()
    return mask[quoridor.FLIP] if board.turn else mask


@pytest.mark.parametrize("threads", [1, 3])
def test_games_are_those_of_boards(threads):
    env = quoridor.VecEnv(7, threads=threads, max_plies=40, seed=5)
    env.reset()
    boards = [quoridor.Board() for _ in range(7)]
    for _ in range(120):
        actions = env.sample().copy()
        assert list(env.turns) == [board.turn for board in boards]
        planes, masks, rewards, terminations, truncations = env.step(actions)
        for number, (board, action) in enumerate(zip(boards, actions)):
            board.push(int(quoridor.FLIP[action] if board.turn else action))
            is_won = board.is_game_over()
            assert rewards[number] == is_won
            assert terminations[number] == is_won
            assert truncations[number] == (not is_won and board.ply == 40)
            if is_won or board.ply == 40:
                boards[number] = board = quoridor.Board()
            assert env.board(number) == board
            assert (masks[number] == expected_mask(board)).all()
            assert (planes[number] == board.planes()).all()


def test_planes_of_the_board_are_a_part_of_all():
    envs = [quoridor.VecEnv(4, planes=planes, seed=1) for planes in ("full", "board", None)]
    for env in envs:
        env.reset()
    for _ in range(50):
        steps = [env.step(env.sample()) for env in envs]
        assert (steps[0][0][:, [*range(8), *range(12, 16)]] == steps[1][0]).all()
        assert steps[2][0] is None
        assert all((step[1] == steps[0][1]).all() for step in steps)


def test_an_illegal_action_raises_and_changes_nothing():
    env = quoridor.VecEnv(3)
    env.reset()
    with pytest.raises(quoridor.IllegalMoveError, match="game 1: action 80: i9"):
        env.step([13, 80, 13])
    with pytest.raises(quoridor.IllegalMoveError, match="expected a number from 0 to 209"):
        env.step([13, 13, 210])
    assert [env.board(number).ply for number in range(3)] == [0, 0, 0]


def test_an_illegal_action_can_lose():
    env = quoridor.VecEnv(2, illegal="lose")
    env.reset()
    env.step([13, 13])
    _, masks, rewards, terminations, truncations = env.step([13, -1])
    assert list(rewards) == [0, -1]
    assert list(terminations) == [False, True]
    assert not truncations.any()
    assert env.board(1).ply == 0 and masks[1].sum() == 131


def test_symmetries_are_their_own_inverses():
    for images in (quoridor.FLIP, quoridor.MIRROR):
        assert (images[images] == np.arange(quoridor.ACTIONS)).all()
    # e2 to e8, e3h to e6h; a1 to i1, a1h to h1h.
    assert list(quoridor.FLIP[[13, 81 + 20]]) == [67, 81 + 44]
    assert list(quoridor.MIRROR[[0, 81]]) == [8, 81 + 7]


@pytest.mark.parametrize("kind", [np.int32, np.uint8, np.int64])
def test_actions_of_any_integer_type(kind):
    """JAX has 32 bits unless it is told otherwise."""
    env = quoridor.VecEnv(3)
    env.reset()
    env.step(np.array([13, 13, 81], kind))
    env.step(np.array([[13, 0], [3, 0], [13, 0]], kind)[:, 0])
    assert [env.board(number).moves[0] for number in range(3)] == ["e2", "e2", "a1h"]
    with pytest.raises(TypeError, match="actions: expected integers, got float64"):
        env.step(np.array([13.0, 13.0, 13.0]))


def test_bad_arguments_are_refused():
    for options in [{"planes": "some"}, {"illegal": "skip"}, {"threads": 0}, {"max_plies": 0}]:
        with pytest.raises(ValueError, match="expected"):
            quoridor.VecEnv(2, **options)
    with pytest.raises(ValueError, match="actions: expected 2, one for each game, got 1"):
        quoridor.VecEnv(2).step([13])
    with pytest.raises(IndexError):
        quoridor.VecEnv(2).board(2)
