"""Random games in OpenSpiel and here, move by move."""

import random

import pytest

pytest.importorskip("pyspiel")

import quoridor
from quoridor import open_spiel

GAMES = 1000


def test_random_games_agree():
    """The legal moves of every tenth position, the turns and the results of 1,000 games."""
    generator = random.Random(7)
    variants = {
        (size, walls): open_spiel.load_game(size, walls)
        for size, walls in [(9, 10), (9, 3), (7, 6), (5, 3)]
    }
    compared = wins = 0
    for _ in range(GAMES):
        (size, walls), game = generator.choice(list(variants.items()))
        state, board = game.new_initial_state(), quoridor.Board(size=size, walls=walls)
        wall_share = generator.choice([0.1, 0.5, 0.9])
        while not state.is_terminal() and board.ply < 4 * size**2 - 1:
            assert state.current_player() == board.turn
            actions = state.legal_actions()
            if generator.random() < 0.1:
                theirs = {open_spiel.from_action(state, action, size) for action in actions}
                assert theirs == set(board.legal_moves)
                compared += 1
            side = 2 * size - 1
            placing = [action for action in actions if (action // side + action % side) % 2]
            walking = [action for action in actions if not (action // side + action % side) % 2]
            use = placing if placing and generator.random() < wall_share else walking
            action = generator.choice(use)
            move = open_spiel.from_action(state, action, size)
            if generator.random() < 0.1:
                assert open_spiel.to_action(state, move, size) == action
            state.apply_action(action)
            board.push(move)
        assert state.is_terminal() == board.is_game_over()
        if board.is_game_over():
            wins += 1
            assert state.returns()[board.outcome().winner] == 1
    assert compared > 5 * GAMES and wins > GAMES / 4


def test_states_are_converted_both_ways():
    board = quoridor.Board()
    for move in ["e2", "e8", "e3h", "c6v", "e3"]:
        board.push(move)
    state = open_spiel.to_state(board)
    assert open_spiel.from_state(state) == board
    assert open_spiel.from_state(state).moves == board.moves
    small = quoridor.Board(size=5, walls=3)
    small.push("c2")
    again = open_spiel.from_state(open_spiel.to_state(small))
    assert again == small and again.walls_left == [3, 3]


def test_what_cannot_be_converted_is_refused():
    with pytest.raises(ValueError, match="begins at the start"):
        open_spiel.to_state(quoridor.Board("e3 / - / e2 e8 / 9 10 / 2"))
    with pytest.raises(ValueError, match="two players"):
        open_spiel.to_state(quoridor.Board(players=4))
    state = open_spiel.load_game().new_initial_state()
    with pytest.raises(ValueError, match="e5: not legal"):
        open_spiel.to_action(state, "e5")


def test_openspiel_ends_long_games_as_draws():
    """The known departure: the rules have no draw."""
    state = open_spiel.load_game(3, 0).new_initial_state()
    board = quoridor.Board(size=3, walls=0)
    for _ in range(18):
        for move in ("a1", "a3") if board.pawns[0] == "b1" else ("b1", "b3"):
            state.apply_action(open_spiel.to_action(state, move, 3))
            board.push(move)
    assert state.is_terminal() and not board.is_game_over()
