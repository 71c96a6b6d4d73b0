"""Quoridor: exact rules and every player of the literature.

The rules and players are written in Rust; this package wraps them. See docs/python.md.
"""

from quoridor._quoridor import (
    ACTIONS,
    Board,
    Engine,
    IllegalMoveError,
    Limit,
    Line,
    Outcome,
    PlayResult,
    __version__,
    agents,
)

__all__ = [
    "ACTIONS",
    "Board",
    "Engine",
    "IllegalMoveError",
    "Limit",
    "Line",
    "Outcome",
    "PlayResult",
    "__version__",
    "agents",
]
