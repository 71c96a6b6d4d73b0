"""What the training scripts have in common: the command line, and the folder of a run, which
belongs to one process at a time and to one set of options."""

import argparse
import hashlib
from pathlib import Path

try:
    from quoridor import files
except ImportError as error:
    package = Path(__file__).resolve().parent.parent
    raise SystemExit(f"{error}: run pip install {package}") from None


# The end of the error of an option.
SEE_HELP = " (--help lists the options)"


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str):
        self.exit(2, f"error: {message}{SEE_HELP}\n")


def at_least(lowest: float, kind: type = int):
    """The type of an option with a lowest value."""

    def read(text: str):
        expected = f"expected {'an integer' if kind is int else 'a number'} of at least {lowest}"
        try:
            number = kind(text)
        except ValueError:
            number = None
        # NaN fails this comparison.
        if number is None or not lowest <= number < float("inf"):
            raise argparse.ArgumentTypeError(f"{expected}, got {text!r}")
        return number

    return read


def seed(text: str) -> int:
    """The type of a seed: PyTorch takes no larger ones."""
    number = at_least(0)(text)
    if number >= 2**63:
        raise argparse.ArgumentTypeError(f"expected an integer below 2^63, got {text!r}")
    return number


def share(text: str) -> float:
    """The type of an option from 0 to 1."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        raise argparse.ArgumentTypeError(f"expected a number from 0 to 1, got {text!r}")
    return number


def existing_file(text: str) -> Path:
    """The type of an option that names a file to read."""
    path = Path(text)
    if not path.is_file():
        raise argparse.ArgumentTypeError(f"{text}: there is no such file")
    return path


def folder(text: str) -> Path:
    """The type of an option that names a folder to write to; it need not exist yet."""
    path = Path(text)
    try:
        for each in (path, *path.parents):
            if each.exists() and not each.is_dir():
                raise argparse.ArgumentTypeError(f"{each}: it is a file, and should be a folder")
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{text}: {error.strerror}") from None
    return path


def make(folder: Path) -> None:
    """Makes a folder, and those above it, if they are not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SystemExit(f"{folder}: {error.strerror}") from None


def write(path: Path, content: bytes | memoryview | str) -> None:
    """Writes a file atomically."""
    try:
        files.write(path, content)
    except OSError as error:
        raise SystemExit(f"{path}: {error.strerror}") from None


def lock(folder: Path):
    """Locks a folder until this process ends; keep what is returned."""
    try:
        return files.lock(folder)
    except OSError as error:
        raise SystemExit(f"{folder}: {error.strerror}") from None
    except ValueError as error:
        raise SystemExit(str(error)) from None


def digest(content: bytes) -> str:
    """A short name for some content, by which another one is noticed."""
    return hashlib.sha256(content).hexdigest()[:16]


def identity(options: argparse.Namespace, names: str) -> dict:
    """The options, as they were given, that a training that goes on must have in common with its
    beginning. Files are named by their digests."""

    def value(name: str):
        given = getattr(options, name)
        files = [given] if isinstance(given, Path) else given
        if isinstance(files, list):
            return " ".join(digest(path.read_bytes()) for path in files) or None
        return given

    return {name.replace("_", "-"): value(name) for name in names.split()}


def check_identity(kept: Path, before: dict | None, now: dict):
    """Refuses to go on with other data or options."""
    try:
        files.check_identity(kept, before or {}, now)
    except ValueError as error:
        raise SystemExit(str(error)) from None
