"""The board: rules, errors, copies, pickling."""

import copy
import pickle
import random
import xml.dom.minidom

import numpy as np
import pytest

import quoridor


def test_the_start_has_the_agreed_number_of_moves():
    board = quoridor.Board()
    # Three steps and 128 walls; perft 2 is 16,677 by several independent programs.
    assert len(board.legal_moves) == 131
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += len(board.legal_moves)
        board.pop()
    assert total == 16_677


def test_the_game_of_the_thesis_of_glendenning():
    board = quoridor.Board()
    for move in (
        "e2 e8 e3 e7 e4 e6 e3h e6h f4v e4h c3h f6 f6v g3h a3h e6 c4v d5h d7v d6 d4 d7 d5 c6h b5h "
        "d8 c8h a7h h2h"
    ).split():
        board.push(move)
    # "Black has 0 fences and is 12 squares from the goal, white has 4 and is 20 away."
    assert board.walls_left == [0, 4]
    assert [board.distance(0), board.distance(1)] == [12, 20]


def test_illegal_moves_raise_and_change_nothing():
    board = quoridor.Board()
    board.push("e3h")
    before = board.fen()
    with pytest.raises(quoridor.IllegalMoveError, match="it crosses the wall e3h"):
        board.push("e3v")
    with pytest.raises(quoridor.IllegalMoveError, match="expected a number from 0 to 209"):
        board.push(210)
    with pytest.raises(quoridor.IllegalMoveError, match="not a move"):
        board.push("z9")
    with pytest.raises(TypeError):
        board.push(1.5)
    assert board.fen() == before
    assert issubclass(quoridor.IllegalMoveError, ValueError)
    with pytest.raises(IndexError, match="no move to take back"):
        quoridor.Board().pop()


def test_masks_agree_with_the_legal_moves():
    generator = random.Random(1)
    board = quoridor.Board()
    out = np.full(quoridor.ACTIONS, 7, np.uint8)
    while not board.is_game_over() and board.ply < 200:
        mask = board.action_mask()
        board.action_mask(out)
        assert mask.dtype == np.uint8 and mask.tolist() == out.tolist()
        assert np.flatnonzero(mask).tolist() == board.legal_actions
        assert len(board.legal_actions) == len(board.legal_moves)
        board.push(generator.choice(board.legal_actions))
    with pytest.raises(ValueError, match="expected 210 entries, got 3"):
        board.action_mask(np.zeros(3, np.uint8))


def test_planes_and_masks_follow_the_moves():
    """Planes are kept from move to move; those of a board that is read from its text are not."""
    choose = random.Random(5)
    for _ in range(20):
        board = quoridor.Board()
        while not board.is_game_over() and board.ply < 120:
            for _ in range(choose.randrange(1, 4)):
                if board.ply > 0 and choose.random() < 0.2:
                    board.pop()
                elif actions := board.legal_actions:
                    board.push(choose.choice(actions))
            if choose.random() < 0.1:
                board = board.copy()
            fresh = quoridor.Board(board.fen())
            assert (board.planes() == fresh.planes()).all(), board.fen()
            assert (board.action_mask() == fresh.action_mask()).all(), board.fen()
            assert board.action_mask().nonzero()[0].tolist() == fresh.legal_actions


def test_planes_can_be_written_into_an_array():
    board, out = quoridor.Board("e3 / c4 / e2 e8 / 9 9 / 2"), np.full((20, 9, 9), 7, np.uint8)
    assert board.planes(out) is None
    assert (out == board.planes()).all()
    for shape in [(12, 9, 9), (20, 9, 8), (21, 9, 9)]:
        with pytest.raises(ValueError, match=r"expected an array of shape \(20, 9, 9\)"):
            board.planes(np.zeros(shape, np.uint8))
    with pytest.raises(ValueError, match="9x9"):
        quoridor.Board(size=5).planes(out)


def test_boards_of_other_sizes_and_players():
    assert quoridor.Board(size=(5, 7), walls=3).size == (5, 7)
    assert quoridor.Board(size="5x5").fen().endswith("5x5")
    assert quoridor.Board(players=4).walls_left == [5, 5, 5, 5]
    for bad in [{"size": 10}, {"players": 5}, {"fen": "e2"}]:
        with pytest.raises(ValueError):
            quoridor.Board(**bad)


def test_copies_are_independent_and_pickles_keep_the_history():
    board = quoridor.Board()
    board.push("e2")
    pickled = pickle.loads(pickle.dumps(board))
    for other in [board.copy(), copy.copy(board), copy.deepcopy(board), pickled]:
        assert other == board and other.moves == ["e2"]
        other.push("e8")
        assert other != board and board.moves == ["e2"]


def test_outcomes():
    board = quoridor.Board("- / - / e8 a2 / 10 10 / 1")
    assert board.outcome() is None
    board.push("e9")
    assert board.outcome() == board.outcome() and board.outcome().winner == 0
    shuffle = quoridor.Board()
    for move in "e2 e8 e1 e9 e2 e8 e1 e9".split():
        shuffle.push(move)
    assert shuffle.outcome() is None
    assert shuffle.outcome(repetitions=3).winner is None
    assert shuffle.outcome(max_plies=8).winner is None


def test_the_picture_is_well_formed():
    board = quoridor.Board("e3 / d4 / e2 e8 / 9 9 / 1")
    picture = xml.dom.minidom.parseString(board._repr_svg_())
    assert len(picture.getElementsByTagName("circle")) == 2
    # The board itself, 81 squares and two walls.
    assert len(picture.getElementsByTagName("rect")) == 1 + 81 + 2


def test_random_moves_are_the_legal_ones():
    board = quoridor.Board()
    played = []
    while not board.is_game_over():
        legal = board.legal_actions
        number = (7 * board.ply % 10) / 10
        action = board.push_random(number)
        assert action == legal[int(number * len(legal))]
        played.append(action)
        if board.ply > 60:
            break
    assert len(set(played)) > 10
    for number in (1.0, -0.1, float("nan")):
        with pytest.raises(ValueError, match="less than 1"):
            board.push_random(number)
    over = quoridor.Board("- / - / e8 a5 / 10 10 / 1")
    over.push("e9")
    assert over.push_random(0.5) is None


def test_a_position_and_a_start_exclude_each_other():
    fen = quoridor.Board(size=5, walls=4).fen()
    for name, value in (("size", 5), ("players", 2), ("walls", 4)):
        with pytest.raises(ValueError, match=f"{name}: the position already determines it"):
            quoridor.Board(fen, **{name: value})
    assert quoridor.Board(players=4).players == 4
    assert quoridor.Board().walls_left == [10, 10]
