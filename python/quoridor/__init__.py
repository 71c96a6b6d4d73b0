"""Quoridor: exact rules and every player of the literature.

The rules and players are written in Rust; this package wraps them. See docs/python.md.
"""

from typing import Any

from quoridor._quoridor import (
    ACTIONS,
    FLIP,
    MIRROR,
    POLICY_PLACES,
    POLICY_SIZE,
    ROW,
    Board,
    Engine,
    IllegalMoveError,
    Limit,
    Line,
    Match,
    MatchResult,
    Outcome,
    PlayResult,
    Record,
    SelfPlay,
    Store,
    VecEnv,
    __version__,
    agents,
    read_records,
)
from quoridor.self_play import selfplay

# Names whose modules need packages that are not always installed: imported when they are used.
_LAZY = {
    "OpponentEnv": "quoridor.environments",
    "QuoridorEnv": "quoridor.environments",
    "env": "quoridor.environments",
}


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module 'quoridor' has no attribute '{name}'")
    from importlib import import_module

    return getattr(import_module(_LAZY[name]), name)


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
    "Match",
    "MatchResult",
    "OpponentEnv",
    "Outcome",
    "PlayResult",
    "QuoridorEnv",
    "Record",
    "SelfPlay",
    "Store",
    "VecEnv",
    "__version__",
    "agents",
    "env",
    "read_records",
    "selfplay",
]
