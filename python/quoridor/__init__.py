"""Quoridor: exact rules and every player of the literature.

The rules and players are written in Rust; this package wraps them. See docs/python.md.
"""

from quoridor._quoridor import (
    ACTIONS,
    FLIP,
    MIRROR,
    POLICY_PLACES,
    POLICY_SIZE,
    Board,
    Engine,
    IllegalMoveError,
    Limit,
    Line,
    Outcome,
    PlayResult,
    SelfPlay,
    VecEnv,
    __version__,
    agents,
)
from quoridor.self_play import ROW, selfplay

__all__ = [
    "ACTIONS",
    "FLIP",
    "MIRROR",
    "POLICY_PLACES",
    "POLICY_SIZE",
    "ROW",
    "Board",
    "Engine",
    "IllegalMoveError",
    "Limit",
    "Line",
    "Outcome",
    "PlayResult",
    "SelfPlay",
    "VecEnv",
    "__version__",
    "agents",
    "selfplay",
]
