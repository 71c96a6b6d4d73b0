"""Players in Python that speak the engine protocol."""

import io
import sys

import pytest

import quoridor
from quoridor import protocol

PROGRAM = """
from quoridor import protocol
protocol.serve(lambda board: board.shortest_path(board.turn)[1] if
               board.is_legal(board.shortest_path(board.turn)[1]) else board.legal_moves[0])
"""


def test_a_python_player_plays_in_the_arena(tmp_path):
    program = tmp_path / "player.py"
    program.write_text(PROGRAM)
    result = quoridor.Match(f"cmd:{sys.executable} {program}", "random", games=2).run()
    assert result.games == 2 and result.table[0]["points"] == 2


def test_positions_are_read():
    board = protocol.read_position("fen e3 / - / e2 e8 / 9 10 / 2 moves e7 e3")
    assert board.fen() == "e3 / - / e3 e7 / 9 10 / 2"
    assert protocol.read_position("startpos moves e2").ply == 1
    with pytest.raises(ValueError, match="expected startpos or fen"):
        protocol.read_position("somewhere")


def test_unknown_commands_are_ignored():
    out = io.StringIO()
    commands = io.StringIO("hello\nuci\nisready\nquit\nuci\n")
    protocol.serve(lambda board: "e2", source=commands, sink=out)
    assert out.getvalue() == "id name Python player\nuciok\nreadyok\n"
