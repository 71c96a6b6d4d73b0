"""A Ray cluster of two nodes on this machine, one of which is killed."""

import os
import sys
import time

import numpy as np
import pytest

ray = pytest.importorskip("ray")
from ray.cluster_utils import Cluster

import quoridor
from quoridor import cluster

PLAYERS = "mertens-2006:depth=2", "hola-2016-path"
OPTIONS = {"seed": 4, "openings": "random:6"}


@pytest.fixture(scope="module")
def nodes():
    os.environ["RAY_ENABLE_UV_RUN_RUNTIME_ENV"] = "0"
    two = Cluster(
        initialize_head=True,
        head_node_args={"num_cpus": 1, "node_ip_address": "127.0.0.2", "include_dashboard": False},
    )
    worker = two.add_node(num_cpus=1, node_ip_address="127.0.0.3")
    ray.init(address=two.address, log_to_driver=False)
    # The workers cannot import this file.
    ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])
    yield two, worker
    ray.shutdown()
    two.shutdown()


def by_distance():
    def evaluate(planes):
        steps = planes[:, 16:18, 0, 0].astype(np.float32) / 4
        return np.zeros((len(planes), quoridor.ACTIONS), np.float32), steps[:, 1] - steps[:, 0]

    return evaluate


def once_both_nodes_work(folder):
    """Begins to evaluate when a shard has begun on each node. Otherwise the node whose worker is
    there first may do all the work while the other one still starts its own: Ray gives a worker
    that is free the next task before it asks where to put it."""

    def make_evaluate():
        (folder / ray.util.get_node_ip_address()).touch()
        deadline = time.monotonic() + 120
        while len(list(folder.iterdir())) < 2:
            assert time.monotonic() < deadline, "no shard has begun on the other node"
            time.sleep(0.01)
        return by_distance()

    return make_evaluate


def test_selfplay_is_that_of_one_machine(nodes, tmp_path):
    seen = []
    options = {"visits": 6, "seed": 3}
    (begun := tmp_path / "begun").mkdir()
    rows = cluster.selfplay(
        once_both_nodes_work(begun),
        games=7,
        shard=2,
        out=tmp_path / "rows",
        progress=seen.append,
        **options,
    )
    alone = quoridor.selfplay(by_distance(), games=7, batch=7, threads=1, **options)
    assert rows.tobytes() == alone.tobytes()
    assert [progress.done for progress in seen] == [1, 2, 3, 4]
    assert {progress.node for progress in seen} == {"127.0.0.2", "127.0.0.3"}


def test_games_of_another_network_are_refused(nodes, tmp_path):
    def selfplay(games, **options):
        options = {"visits": 4, "network": "one", "progress": None, **options}
        return cluster.selfplay(by_distance, games=games, out=tmp_path, **options)

    selfplay(1)
    for options, message in [
        ({"network": "other"}, "network: one before, other now"),
        ({"policy_temperature": 1.2}, "policy_temperature: 1.4 before, 1.2 now"),
    ]:
        with pytest.raises(ValueError, match=message):
            selfplay(2, **options)
    # How many are played at once does not matter.
    selfplay(2, groups=1, batch=2)


def until(file):
    deadline = time.monotonic() + 60
    while not file.exists():
        assert time.monotonic() < deadline, f"{file.name} never came"
        time.sleep(0.01)


def test_a_shard_whose_worker_died_is_the_next_one(nodes, tmp_path, monkeypatch):
    """Otherwise all later shards would wait for it in memory, and a kill would lose them."""
    original, get = cluster._selfplay_shard, ray.get
    died, seen, played = tmp_path / "died", tmp_path / "seen", tmp_path / "played"

    def shard(make_evaluate, first, games, options):
        if first == 0 and not died.exists():
            died.touch()
            os._exit(1)
        # Four shards are on their way at a time. The first ones end when the death is known, and
        # the last two, which have all cores, when the shard that died was played.
        if first > 0:
            until(seen if first < 4 else played)
        rows = original(make_evaluate, first, games, options)
        if first == 0:
            played.touch()
        return rows

    def noticing(reference):
        try:
            return get(reference)
        except ray.exceptions.WorkerCrashedError:
            seen.touch()
            raise

    monkeypatch.setattr(cluster, "_selfplay_shard", shard)
    monkeypatch.setattr(ray, "get", noticing)
    options = {"visits": 4, "seed": 3}
    rows = cluster.selfplay(by_distance, games=6, shard=1, out=tmp_path, progress=None, **options)
    alone = quoridor.selfplay(by_distance(), games=6, batch=6, threads=1, **options)
    assert rows.tobytes() == alone.tobytes()


def test_tasks_do_not_outlive_an_interrupt(nodes, tmp_path, monkeypatch):
    original = cluster._selfplay_shard

    def shard(make_evaluate, first, games, options):
        if first > 0:
            until(tmp_path / "never")
        return original(make_evaluate, first, games, options)

    def interrupt(progress):
        raise KeyboardInterrupt

    monkeypatch.setattr(cluster, "_selfplay_shard", shard)
    with pytest.raises(KeyboardInterrupt):
        cluster.selfplay(
            by_distance, games=4, shard=1, out=tmp_path, progress=interrupt, visits=4
        )
    # A core is free long before the shards would end by themselves.
    assert ray.get(ray.remote(by_distance).remote(), timeout=30)


def test_a_task_whose_worker_always_dies_ends_the_work(nodes, tmp_path):
    def die():
        os._exit(1)

    with pytest.raises(RuntimeError, match="task 0: its worker died 5 times: ") as caught:
        cluster.selfplay(die, games=1, out=tmp_path, progress=None)
    assert isinstance(caught.value.__cause__, ray.exceptions.RayError)


def test_a_task_that_fails_ends_the_work(nodes, tmp_path):
    with pytest.raises(Exception, match="no player is called 'nobody'"):
        cluster.match("nobody", "random", games=2, store=tmp_path / "games.sqlite")
    with pytest.raises(Exception, match="not-there"):
        cluster.reproduce(["hola-2016-complexity"], out=tmp_path, program="not-there")


def test_reports_come_from_the_nodes(nodes, tmp_path):
    program = tmp_path / "program"
    program.write_text('#!/bin/sh\necho "$@" > "$8/report.md"\n')
    program.chmod(0o755)
    out = tmp_path / "out"
    cluster.reproduce(["one"], out=out, scale=0.5, program=str(program), progress=None)
    assert (out / "report.md").read_text().startswith("reproduce one --scale 0.5 --seed 1 --out ")


def test_killing_a_node_costs_only_time(nodes, tmp_path):
    """The last test, because a node is gone after it."""
    two, worker = nodes
    store = tmp_path / "games.sqlite"
    seen = []

    def progress(news):
        seen.append(news)
        if news.node == "127.0.0.3" and worker in two.worker_nodes:
            two.remove_node(worker, allow_graceful=False)

    result = cluster.match(
        *PLAYERS, games=40, shards=20, store=store, progress=progress, **OPTIONS
    )
    assert worker not in two.worker_nodes
    alone = quoridor.Match(*PLAYERS, games=40, **OPTIONS).run()
    assert str(result) == str(alone) and result.games == 40
    assert len(quoridor.Store(store)) == 40
    assert [news.done for news in seen] == list(range(1, 21))
    assert "mertens-2006:depth=2" in seen[0].text
    # Everything is there: nothing is played again.
    again = cluster.match(
        *PLAYERS, games=40, shards=20, store=store, progress=lambda news: pytest.fail(), **OPTIONS
    )
    assert str(again) == str(alone)
