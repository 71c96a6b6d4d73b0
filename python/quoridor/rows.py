"""Rows of self-play games, and what a network learns from them.

A row is a position with what its game and its search said of it: 64 bytes, `ROW` as NumPy has them,
written by `quoridor learn self-play` and `selfplay`. docs/training.md describes them.
"""

import lzma
from collections.abc import Iterable, Iterator
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from quoridor import _quoridor
from quoridor._quoridor import ROW

Rows = npt.NDArray[Any]


def octets(rows: Rows) -> npt.NDArray[np.uint8]:
    """Rows as bytes."""
    return np.ascontiguousarray(rows).view(np.uint8)


def files(paths: Iterable[str | PathLike[str]]) -> list[Path]:
    """The files of rows that are meant by files and folders."""
    found: list[Path] = []
    for path in map(Path, paths):
        if path.is_dir():
            found += sorted(path.glob("rows*.bin")) + sorted(path.glob("rows*.xz"))
        else:
            found.append(path)
    return found


def read(*paths: str | PathLike[str]) -> Rows:
    """The rows of files and folders: `rows*.bin`, and the `rows*.xz` of `python/train/pack.py`.
    ValueError if there are none, or one is damaged."""
    names = " ".join(map(str, paths))
    if not (found := files(paths)):
        raise ValueError(f"{names}: no rows: name files or folders of `quoridor learn self-play`")
    rows = np.concatenate([_read(path) for path in found])
    if not len(rows):
        raise ValueError(f"{names}: no rows in it: play some games first")
    return rows


def _read(path: Path) -> Rows:
    if not path.is_file():
        raise ValueError(f"{path}: there is no such file or folder of rows")
    if path.suffix == ".xz":
        try:
            columns = np.frombuffer(lzma.decompress(path.read_bytes()), np.uint8).reshape(64, -1)
        except (lzma.LZMAError, EOFError, ValueError):
            raise ValueError(f"{path}: damaged, or not a file of pack.py") from None
        rows = np.ascontiguousarray(columns.T).view(ROW).reshape(-1)
    else:
        whole = path.stat().st_size // ROW.itemsize
        rows = np.memmap(path, ROW, "r", shape=(whole,)) if whole else np.zeros(0, ROW)
    if len(damaged := _quoridor.damaged_rows(octets(rows))):
        raise ValueError(f"{path}: row {damaged[0]} is damaged: its checksum is wrong")
    return rows


def positions(rows: Rows) -> list[str]:
    """The positions of rows, in standard notation."""
    return _quoridor.row_positions(octets(rows))


def samples(
    rows: Rows, size: int = 1 << 16
) -> Iterator[tuple[slice, dict[str, npt.NDArray[Any]]]]:
    """The inputs and targets of rows, some whole games with about `size` rows at a time: which rows
    they are, and arrays by name with an entry for each, as the player to move sees it.

    `planes` (uint8, 64 is 1.0) are the inputs. The targets: `policy_place` and `policy_weight`, the
    places of at most 12 moves among the logits and their shares (all 0 after a short search);
    `result` and `search`, the score of the game and the score that the search expected, from 0 to
    1; `plies_left`; `answer`, the place of the opponent's next move, where `has_answer` says that
    there is one; `auxiliary`, four planes of 0 and 1: the horizontal and the vertical walls at the
    end of the game, the squares that the player to move and that the opponent will visit. `game`,
    `is_proved` (by the search) and `both_have_walls` serve to select rows.
    """
    ends = np.append(np.flatnonzero(rows["ply"] == 0), len(rows))
    begin = 0
    while begin < len(rows):
        # The first end of a game that makes it enough.
        end = int(ends[min(int(np.searchsorted(ends, begin + size)), len(ends) - 1)])
        yield slice(begin, end), _quoridor.samples(octets(rows[begin:end]), begin)
        begin = end
