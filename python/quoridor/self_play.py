"""Games of a network against itself, as training rows."""

import json
import os
import time
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from quoridor._quoridor import ROW, SelfPlay, __version__, damaged_rows
from quoridor.files import check_identity, lock, write
from quoridor.rows import octets

Evaluate = Callable[[npt.NDArray[np.uint8]], tuple[Any, Any]]


class Progress(NamedTuple):
    """How far self-play has come."""

    games: int
    rows: int
    leaves: int
    seconds: float


class RowFile:
    """A `rows.bin` that grows by whole games. The last game of an earlier writer may have been cut
    off when that was killed, so it does not count: the first rows that are added replace it. They
    also replace damaged rows at the end, which a power cut may leave. A damaged row before others
    is refused with a ValueError: nobody knows what else was changed.

    `identity` says what the games follow from: see `identity_of`. It is kept in `rows.json` before
    the first rows. A folder with another one, or with rows of unknown identity, is refused with a
    ValueError, and so are folders of `quoridor learn self-play` and those in which another process
    is at work: the folder is locked until `close`, or the end of a `with` block."""

    def __init__(
        self, folder: str | os.PathLike[str], identity: Mapping[str, Any] | None = None
    ) -> None:
        self.path = Path(folder) / "rows.bin"
        self._identity = None if identity is None else json.loads(json.dumps(dict(identity)))
        if self.path.with_name("run.toml").exists():
            raise ValueError(
                f"{folder}: `quoridor learn self-play` plays the games in this folder: "
                "name another folder"
            )
        self._lock = lock(self.path.parent)
        try:
            self._check_identity()
            self.path.touch()
            self._whole = self.path.stat().st_size // ROW.itemsize
            self._whole = self._undamaged(self.read())
            kept = self.read()
            self.games = int(kept["game"][-1]) if len(kept) else 0
            self.rows = int(np.searchsorted(kept["game"], self.games))
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Unlocks the folder; nothing can be added any more."""
        self._lock.close()

    def __enter__(self) -> "RowFile":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _check_identity(self) -> None:
        path = self.path.with_name("rows.json")
        if self._identity is None:
            return
        if not path.exists():
            if self.path.exists() and self.path.stat().st_size > 0:
                raise ValueError(
                    f"{self.path}: without {path.name} nobody knows how these games were played: "
                    "name another folder"
                )
            return
        try:
            before = dict(json.loads(path.read_text()))
        except (ValueError, TypeError):
            raise ValueError(f"{path}: damaged: name another folder") from None
        check_identity(path, before, self._identity)

    def _keep_identity(self) -> None:
        path = self.path.with_name("rows.json")
        if self._identity is not None and not path.exists():
            write(path, json.dumps(self._identity, indent=1, sort_keys=True) + "\n")

    def _undamaged(self, kept: npt.NDArray[Any]) -> int:
        """How many rows there are before a damaged end. All rows are checked: ten million take a
        second, and otherwise damage would only be found by the training, after all games."""
        damaged = damaged_rows(octets(kept))
        if not len(damaged):
            return len(kept)
        first = int(damaged[0])
        if first + len(damaged) < len(kept):
            raise ValueError(f"{self.path}: row {first} is damaged: name another folder")
        return first

    def append(self, rows: npt.NDArray[Any]) -> None:
        """Adds rows and waits until they are on the disk."""
        if self._lock.closed:
            raise ValueError(f"{self.path}: it was closed")
        if len(rows):
            self._keep_identity()
            with open(self.path, "r+b") as file:
                file.truncate(self.rows * ROW.itemsize)
                file.seek(0, os.SEEK_END)
                file.write(rows.tobytes())
                file.flush()
                os.fsync(file.fileno())
            self.games = int(rows["game"][-1]) + 1
            self.rows += len(rows)
            self._whole = self.rows

    def read(self) -> npt.NDArray[Any]:
        """All rows, without reading them into memory at once."""
        if not self._whole:
            return np.zeros(0, ROW)
        return np.memmap(self.path, ROW, "r", shape=(self._whole,))


def identity_of(network: str | None, **options: Any) -> dict[str, Any]:
    """What the games of `SelfPlay` with these options follow from: all its settings, given or not,
    this version and the network's name. How many games are played, and how many at once, does not
    matter to them."""
    search = SelfPlay(games=0, batch=1, groups=1, threads=1, **options)
    return {**search.settings, "version": __version__, "network": network}


def as_numpy(evaluation: Any) -> npt.NDArray[np.float32]:
    """An array, or a tensor on the CPU, as contiguous float32; without a copy where it is that."""
    if not isinstance(evaluation, np.ndarray) and hasattr(evaluation, "__dlpack__"):
        evaluation = np.from_dlpack(evaluation)
    return np.ascontiguousarray(evaluation, dtype=np.float32)


def selfplay(
    evaluate: Evaluate,
    *,
    games: int,
    batch: int = 1024,
    visits: int = 250,
    groups: int = 2,
    threads: int | None = None,
    seed: int = 1,
    random_plies: int = 12,
    noise: float = 0.25,
    c_puct: float | None = None,
    fpu: float | None = None,
    policy_temperature: float | None = None,
    short_searches: float = 0.0,
    resign: float = 0.0,
    hoarders: float = 0.0,
    seconds: float | None = None,
    out: str | os.PathLike[str] | None = None,
    network: str | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> npt.NDArray[Any]:
    """Plays games with a network in Python, and returns a row for each position (see `ROW`).

    The tree searches run in Rust threads; `evaluate` evaluates their leaves. It gets the planes of
    up to `batch` positions (uint8, shape (n, 20, 9, 9), 64 is 1.0; docs/python.md) and returns
    logits: the policy, of shape (n, POLICY_SIZE) or (n, ACTIONS), and the expected score of the
    player to move, of shape (n,). Arrays and tensors on the CPU do. The planes are overwritten
    later; copy what must stay.

    There are `groups` times `batch` games at the same time: while one group is evaluated, the
    others search. Each move takes `visits` simulations on average. A game follows from the seed,
    its number and the evaluations. `short_searches` is the share of moves with an eighth of the
    visits, whose policies are not learnt; with `resign`, from 0 to 0.4, a game ends when both
    players have expected at most that score of the player to move; `hoarders` is the share of games
    in which one player keeps its walls. With `seconds`, no game begins after that time. With `out`,
    the rows go to `rows.bin` in that folder; a run that was stopped continues there, if version,
    seed and all options are the same, and `network`, which names the network or has a hash of it.

    >>> import numpy as np
    >>> def uniform(planes):
    ...     return np.zeros((len(planes), 243), np.float32), np.zeros(len(planes), np.float32)
    >>> rows = selfplay(uniform, games=2, batch=2, visits=10)
    >>> np.unique(rows["game"])
    array([0, 1], dtype=uint32)
    """
    options: dict[str, Any] = {
        "visits": visits,
        "seed": seed,
        "random_plies": random_plies,
        "noise": noise,
        "c_puct": c_puct,
        "fpu": fpu,
        "policy_temperature": policy_temperature,
        "short_searches": short_searches,
        "resign": resign,
        "hoarders": hoarders,
    }
    same = identity_of(network, **options)
    # An exception unlocks the folder, too, though its traceback may live on in a notebook.
    with RowFile(out, same) if out is not None else nullcontext() as file:
        first = file.games if file else 0
        play = SelfPlay(
            games=max(0, games - first),
            batch=batch,
            groups=groups,
            threads=threads,
            first=first,
            **options,
        )
        kept: list[npt.NDArray[Any]] = []
        count = file.rows if file else 0
        begin = last = time.monotonic()

        def keep() -> None:
            nonlocal count
            rows = play.rows().view(ROW)
            count += len(rows)
            if file:
                file.append(rows)
            else:
                kept.append(rows)
            if progress:
                progress(Progress(first + play.games, count, play.leaves, time.monotonic() - begin))

        while (leaves := play.next_batch()) is not None:
            group, planes = leaves
            policy, value = evaluate(planes)
            play.submit(group, as_numpy(policy), as_numpy(value))
            now = time.monotonic()
            if seconds is not None and now - begin >= seconds:
                play.stop()
            if now - last >= 1:
                keep()
                last = now
        keep()
        return file.read() if file else np.concatenate(kept)
