"""Players of the registry."""

import _thread
import threading
import time

import pytest

import quoridor


def test_every_player_is_listed_and_unknown_names_are_errors():
    assert {"alphabeta", "respall-2018", "glendenning-2005"} <= set(quoridor.agents())
    with pytest.raises(ValueError, match="champion"):
        quoridor.Engine("champoin")
    with pytest.raises(ValueError, match="seed"):
        quoridor.Engine("random:seed=x")


def test_the_same_limits_give_the_same_move():
    board = quoridor.Board()
    limit = quoridor.Limit(nodes=500)
    results = [quoridor.Engine("champion").play(board, limit) for _ in range(2)]
    assert results[0] == results[1]
    assert results[0].move in board.legal_moves and 0 < results[0].nodes <= 500
    assert 0.0 < results[0].line.win_probability < 1.0


def test_a_win_in_one_is_found_and_proved():
    board = quoridor.Board("- / - / e8 a2 / 10 10 / 1")
    result = quoridor.Engine("champion").play(board, quoridor.Limit(nodes=1_000))
    assert result.move == "e9" and result.line.mate == 1 and result.line.win_probability == 1.0


def test_several_lines():
    engine = quoridor.Engine("alphabeta:multipv=3")
    lines = engine.analyse(quoridor.Board(), quoridor.Limit(depth=3))
    assert len({line.moves[0] for line in lines}) == 3


def test_visits_of_a_tree_search():
    engine = quoridor.Engine("respall-2018:seed=1")
    result = engine.play(quoridor.Board(), quoridor.Limit(simulations=200))
    assert sum(result.visits.values()) > 0


def test_other_threads_run_during_a_search():
    count, done = 0, threading.Event()

    def tick():
        nonlocal count
        while not done.is_set():
            count += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    quoridor.Engine("alphabeta").play(quoridor.Board(), quoridor.Limit(nodes=200_000))
    done.set()
    thread.join()
    assert count > 5


def test_an_interrupt_stops_a_search():
    timer = threading.Timer(0.2, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        quoridor.Engine("champion").play(quoridor.Board(), quoridor.Limit(time=600))


def test_what_cannot_be_played_is_an_error():
    with pytest.raises(ValueError, match="game is over"):
        quoridor.Engine("random").play(quoridor.Board("- / - / e9 a2 / 10 10 / 2"))
    with pytest.raises(ValueError, match="two"):
        quoridor.Engine("champion").play(quoridor.Board(players=4))
    with pytest.raises(ValueError, match="time: expected"):
        quoridor.Limit(time=-1)
