"""Rows of self-play games, as `quoridor learn self-play` writes them (docs/training.md)."""

import lzma
from pathlib import Path

import numpy as np

ROW = np.dtype(
    [
        ("horizontal", "<u8"),
        ("vertical", "<u8"),
        ("pawns", "u1", 2),
        ("walls_left", "u1", 2),
        ("turn", "u1"),
        ("result", "u1"),
        ("value", "<u2"),
        ("game", "<u4"),
        ("ply", "<u2"),
        ("plies_left", "<u2"),
        ("flags", "u1"),
        ("move", "u1"),
        ("moves", "u1"),
        ("zero", "u1"),
        ("policy", "u1", (12, 2)),
        ("checksum", "<u4"),
    ]
)
assert ROW.itemsize == 64


def checksums(rows: np.ndarray) -> np.ndarray:
    """FNV-1a (32 bits) of the first 60 bytes of each row."""
    columns = np.ascontiguousarray(rows).view(np.uint8).reshape(-1, 64)
    hashes = np.full(len(columns), 0x811C9DC5, dtype=np.uint32)
    for column in range(60):
        hashes ^= columns[:, column]
        hashes *= np.uint32(0x01000193)
    return hashes


def read(path: Path) -> np.ndarray:
    """The rows of a `rows.bin` or of a packed file (see `pack.py`), their checksums verified."""
    path = Path(path)
    if not path.is_file():
        raise SystemExit(f"{path}: there is no such file or folder of rows")
    if path.suffix == ".xz":
        try:
            columns = np.frombuffer(lzma.decompress(path.read_bytes()), np.uint8).reshape(64, -1)
        except (lzma.LZMAError, EOFError, ValueError):
            raise SystemExit(f"{path}: damaged, or not a file of pack.py") from None
        rows = np.ascontiguousarray(columns.T).view(ROW).reshape(-1)
    else:
        whole = path.stat().st_size // 64
        rows = np.memmap(path, ROW, "r", shape=(whole,)) if whole else np.zeros(0, ROW)
    damaged = np.flatnonzero(checksums(rows) != rows["checksum"])
    if len(damaged):
        raise SystemExit(f"{path}: row {damaged[0]} is damaged: its checksum is wrong")
    return np.asarray(rows)


def find(paths) -> list[Path]:
    """The files of rows that are meant by files and folders."""
    files = []
    for path in map(Path, paths):
        if path.is_dir():
            files += sorted(path.glob("rows*.bin")) + sorted(path.glob("rows*.xz"))
        else:
            files.append(path)
    if not files:
        names = " ".join(map(str, paths))
        raise SystemExit(f"{names}: no rows: name files or folders of `quoridor learn self-play`")
    return files


def read_all(paths) -> np.ndarray:
    """The rows of files and folders, at least one."""
    rows = np.concatenate([read(file) for file in find(paths)])
    if not len(rows):
        raise SystemExit(f"{' '.join(map(str, paths))}: no rows in it: play some games first")
    return rows


def position_string(row) -> str:
    """The position of a row in the notation of docs/notation.md."""

    def square(index: int) -> str:
        return "abcdefghi"[index % 9] + str(index // 9 + 1)

    def walls(bits: int) -> str:
        names = [square(slot // 8 * 9 + slot % 8) for slot in range(64) if bits >> slot & 1]
        return " ".join(names) or "-"

    pawns = " ".join(square(int(pawn)) for pawn in row["pawns"])
    left = " ".join(str(count) for count in row["walls_left"])
    turn = int(row["turn"]) + 1
    horizontal, vertical = (walls(int(row[name])) for name in ("horizontal", "vertical"))
    return f"{horizontal} / {vertical} / {pawns} / {left} / {turn}"
