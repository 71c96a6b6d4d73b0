"""The folder of a run: files that are whole, one writer at a time, one set of options."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

try:
    import fcntl
except ImportError:
    # Windows, where nothing notices a second writer.
    fcntl = None  # type: ignore[assignment]


def write(path: Path, content: bytes | memoryview | str) -> None:
    """Writes a file atomically."""
    temporary = path.with_suffix(path.suffix + ".tmp")
    with open(temporary, "wb") as file:
        file.write(content.encode() if isinstance(content, str) else content)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)


def lock(folder: Path) -> IO[bytes]:
    """Makes a folder, and locks it as the command-line program does until the file is closed."""
    folder.mkdir(parents=True, exist_ok=True)
    file = open(folder / "lock", "ab")
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            raise ValueError(f"{folder}: another process is at work in this folder") from None
    return file


def check_identity(kept: Path, before: Mapping[str, Any], now: Mapping[str, Any]) -> None:
    """Refuses to go on with data or options other than those noted before, by a ValueError."""
    for name in sorted(before.keys() | now.keys()):
        if name not in before and now[name] is not None:
            problem = f"{name} is not recorded"
        elif before.get(name) != now.get(name):
            was, is_now = ("none" if (v := each.get(name)) is None else v for each in (before, now))
            problem = f"{name}: {was} before, {is_now} now"
        else:
            continue
        raise ValueError(f"{kept}: {problem}: name another folder")
