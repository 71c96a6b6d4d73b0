"""The engine protocol (docs/protocol.md) for players written in Python.

A program that calls `serve` can play in matches as `cmd:python program.py`, and in every other
program that speaks UGI or UCI.
"""

import sys
from collections.abc import Callable
from typing import TextIO

from quoridor._quoridor import Board


def serve(
    choose: Callable[[Board], str],
    name: str = "Python player",
    source: TextIO | None = None,
    sink: TextIO | None = None,
) -> None:
    """Answers commands from the standard input until `quit` or its end. `choose` gets the board and
    returns a move in standard notation; limits are not passed on.

    >>> import io
    >>> commands = io.StringIO("ugi\\nposition startpos moves e2\\ngo nodes 1\\nquit\\n")
    >>> serve(lambda board: board.legal_moves[0], "first", source=commands)
    id name first
    ugiok
    bestmove e8
    """
    board = Board()
    out = sink or sys.stdout
    for line in source or sys.stdin:
        command, _, rest = line.strip().partition(" ")
        if command in ("ugi", "uci"):
            print(f"id name {name}\n{command}ok", file=out, flush=True)
        elif command == "isready":
            print("readyok", file=out, flush=True)
        elif command in ("uginewgame", "ucinewgame"):
            board = Board()
        elif command == "position":
            board = read_position(rest)
        elif command == "go":
            print(f"bestmove {choose(board)}", file=out, flush=True)
        elif command == "quit":
            return


def read_position(text: str) -> Board:
    """The board of a `position` command: `startpos` or `fen` with a position string, then moves."""
    start, _, moves = text.partition("moves")
    kind, _, fen = start.strip().partition(" ")
    if kind not in ("startpos", "fen"):
        raise ValueError(f"position {text}: expected startpos or fen")
    board = Board(fen.strip()) if kind == "fen" else Board()
    for move in moves.split():
        board.push(move)
    return board
