"""Matches, tournaments, self-play and reproductions on a Ray cluster.

`pip install 'quoridor-rs[ray]'`, connect with `ray.init(address=…)`, then call these functions. The
number of a game determines everything about it, so a shard is a set of numbers. Workers return what
they played, and the calling process writes it: each game once, however often a shard is played. A
node that dies costs only time. Matches, tournaments and self-play that are called again with the
same arguments continue where they were stopped; `reproduce` begins again. docs/cluster.md has more,
also without Ray.
"""

import io
import os
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import ray
from ray.exceptions import RayError, RayTaskError

from quoridor._quoridor import ROW, Match, MatchResult, SelfPlay, Store
from quoridor.self_play import Evaluate, RowFile, as_numpy, identity_of

#: How many times a task is started if its worker keeps dying.
TRIES = 5


class Progress(NamedTuple):
    """How far the work has come: shards that are over, all shards, and a line about the results."""

    done: int
    total: int
    text: str
    #: The address of the node that played the last shard.
    node: str


def show(progress: Progress) -> None:
    """Writes a line to the standard error output."""
    done, total, text, node = progress
    print(f"{done} of {total} shards, the last on {node}: {text}", file=sys.stderr, flush=True)


def match(
    *players: str,
    games: int,
    store: str | os.PathLike[str],
    shards: int | None = None,
    progress: Callable[[Progress], None] | None = show,
    **options: Any,
) -> MatchResult:
    """Plays a match; `options` are those of `quoridor.Match`. The games are kept in the store."""

    def make(**more: Any) -> Match:
        return Match(*players, games=games, **options, **more)

    return _play(make, store, shards, progress)


def tournament(
    text: str,
    *,
    store: str | os.PathLike[str],
    shards: int | None = None,
    progress: Callable[[Progress], None] | None = show,
) -> MatchResult:
    """Plays a tournament, given as the text of its file. The games are kept in the store."""

    def make(**more: Any) -> Match:
        return Match.tournament(text, **more)

    return _play(make, store, shards, progress)


def _play(
    make: Callable[..., Match],
    path: str | os.PathLike[str],
    shards: int | None,
    progress: Callable[[Progress], None] | None,
) -> MatchResult:
    store, whole = Store(path), make(store=path)
    total = whole.total
    assert total is not None
    # Pairs of games from one opening stay together.
    count = shards or max(1, min(total // 2, 8 * _cores()))
    missing = [
        index
        for index in range(1, count + 1)
        if (part := make(shard=(index, count), store=path)).so_far().games != part.total
    ]

    def keep(index: int, content: bytes, node: str, done: int) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "shard.sqlite"
            file.write_bytes(content)
            store.merge(file)
        if progress:
            rows = whole.so_far().table
            points = ", ".join(f"{row['player']} {row['points']:g}" for row in rows)
            text = f"{len(store)} games in the store, {points}"
            progress(Progress(count - len(missing) + done, count, text, node))

    _each(_play_shard, {index: (make, index, count) for index in missing}, keep)
    return whole.run()


def _play_shard(make: Callable[..., Match], index: int, count: int) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "shard.sqlite"
        make(shard=(index, count), store=file).run()
        return file.read_bytes()


def selfplay(
    make_evaluate: Callable[[], Evaluate],
    *,
    games: int,
    out: str | os.PathLike[str],
    shard: int = 64,
    network: str | None = None,
    progress: Callable[[Progress], None] | None = show,
    num_gpus: float = 0,
    **options: Any,
) -> npt.NDArray[Any]:
    """Plays games of a network against itself, in shards of some games, and returns the rows, which
    are also in `rows.bin` in the folder `out`. `make_evaluate` is called on the workers, where it
    makes the function that evaluates leaves; `options` are those of `quoridor.SelfPlay`. A run that
    was stopped continues in `out` if they are the same, and `network`, which names the network or
    has a hash of it."""
    at_once = ("batch", "groups", "threads")
    same = {name: value for name, value in options.items() if name not in at_once}
    with RowFile(out, identity_of(network, **same)) as file:
        firsts = range(file.games, games, shard)
        waiting: dict[int, npt.NDArray[Any]] = {}

        def keep(first: int, rows: npt.NDArray[np.uint8], node: str, done: int) -> None:
            waiting[first] = rows.view(ROW)
            while file.games in waiting:
                file.append(waiting.pop(file.games))
            if progress:
                text = f"{file.games} of {games} games, {file.rows} rows"
                progress(Progress(done, len(firsts), text, node))

        tasks = {
            first: (make_evaluate, first, min(shard, games - first), options) for first in firsts
        }
        _each(_selfplay_shard, tasks, keep, num_gpus=num_gpus)
        return file.read()


def _selfplay_shard(
    make_evaluate: Callable[[], Evaluate], first: int, games: int, options: dict[str, Any]
) -> npt.NDArray[np.uint8]:
    evaluate = make_evaluate()
    play = SelfPlay(games=games, first=first, **{"batch": games, "threads": 1, **options})
    while (leaves := play.next_batch()) is not None:
        group, planes = leaves
        policy, value = evaluate(planes)
        play.submit(group, as_numpy(policy), as_numpy(value))
    return play.rows()


def reproduce(
    names: Iterable[str],
    *,
    out: str | os.PathLike[str],
    scale: float = 1,
    seed: int = 1,
    program: str = "quoridor",
    progress: Callable[[Progress], None] | None = show,
) -> None:
    """Runs `quoridor reproduce` for some published experiments, each on one node, which must have
    the program. The reports go to the folder `out`. Called again, it runs all of them again."""
    names = list(names)

    def keep(name: str, content: bytes, node: str, done: int) -> None:
        with tarfile.open(fileobj=io.BytesIO(content)) as archive:
            archive.extractall(out, filter="data")
        if progress:
            progress(Progress(done, len(names), name, node))

    _each(_reproduce, {name: (program, name, scale, seed) for name in names}, keep)


def _reproduce(program: str, name: str, scale: float, seed: int) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        options = ["--scale", str(scale), "--seed", str(seed), "--out", folder]
        command = [program, "reproduce", name, *options]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(command)}: {done.stderr.strip()}")
        content = io.BytesIO()
        with tarfile.open(fileobj=content, mode="w:gz") as archive:
            archive.add(folder, arcname=".")
        return content.getvalue()


def _cores() -> int:
    return int(ray.cluster_resources().get("CPU", 1))


def _on_node(function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[str, Any]:
    """The address of the node, and the result."""
    return ray.util.get_node_ip_address(), function(*arguments)


def _each(
    function: Callable[..., Any],
    tasks: dict[Any, tuple[Any, ...]],
    keep: Callable[[Any, Any, str, int], None],
    **resources: Any,
) -> None:
    """Calls a function on the cluster, once for each task, and passes results on as they come.

    Tasks are spread: otherwise Ray fills one node first. A task whose node or worker died is run
    again, up to five times in all; one that raised an exception ends the work.
    """
    remote = ray.remote(_on_node).options(
        scheduling_strategy="SPREAD", max_retries=0, num_cpus=1, **resources
    )
    left = dict(tasks)
    running: dict[Any, Any] = {}
    deaths: Counter[Any] = Counter()
    done = 0
    try:
        while left or running:
            # Few more tasks than cores: the rest waits here, where no node can take it along.
            while left and len(running) < 2 * _cores():
                name = next(iter(left))
                running[remote.remote(function, left.pop(name))] = name
            finished, _ = ray.wait(list(running), timeout=1)
            for reference in finished:
                name = running.pop(reference)
                try:
                    node, result = ray.get(reference)
                except RayTaskError:
                    raise
                except RayError as error:
                    # Its node or worker is gone. If that happens again and again, the task is why.
                    deaths[name] += 1
                    if deaths[name] == TRIES:
                        problem = f"task {name}: its worker died {TRIES} times: {error}"
                        raise RuntimeError(problem) from error
                    # The next one to run: self-play keeps the results of later ones in memory.
                    left = {name: tasks[name], **left}
                    continue
                done += 1
                keep(name, result, node, done)
    except BaseException:
        # Nobody waits for the others, whether a task failed, `keep` did or Ctrl-C was pressed.
        for other in running:
            ray.cancel(other, force=True)
        raise
