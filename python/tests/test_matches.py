"""Matches, stores and records."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import quoridor

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


def players():
    return "mertens-2006:depth=1", "random"


def test_a_match_is_the_same_at_any_concurrency():
    tables = []
    for concurrency in (1, 2):
        result = quoridor.Match(*players(), games=6, concurrency=concurrency).run()
        tables.append(str(result))
    assert tables[0] == tables[1]
    assert result.games == 6
    assert result.table[0]["player"] == "mertens-2006:depth=1"
    assert result.table[0]["points"] + result.table[1]["points"] == 6
    value, low, high = result.elo
    assert low <= value <= high


def test_a_match_in_a_store_goes_on(tmp_path):
    path = tmp_path / "games.sqlite"
    over = []
    quoridor.Match(*players(), games=2, store=path).run(over.append)
    assert over == [1, 2]
    over.clear()
    result = quoridor.Match(*players(), games=6, store=path).run(over.append)
    assert over == [1, 2, 3, 4] and result.games == 6
    assert str(result) == str(quoridor.Match(*players(), games=6).run())
    store = quoridor.Store(path)
    assert len(store) == 6 and store.games(limit=2) == [1, 2]
    assert store.games(player="random") == store.games() and store.games(player="nobody") == []
    record = store.record(1)
    assert record.tag("White") in players() and ("Black" in dict(record.tags))
    assert record.board().moves == record.moves
    assert 1 in store.games(position=record.board().fen())
    outcome = record.board().outcome()
    assert outcome is None or outcome.winner == record.winner
    with pytest.raises(KeyError, match="there is no game 99"):
        store.record(99)


def test_shards_make_the_whole_match(tmp_path):
    whole = tmp_path / "whole.sqlite"
    for index in (1, 2, 3):
        shard = tmp_path / f"{index}.sqlite"
        match = quoridor.Match(*players(), games=8, shard=(index, 3), store=shard)
        match.run()
        assert quoridor.Store(whole).merge(shard) == match.total
        assert quoridor.Store(whole).merge(shard) == 0
    result = quoridor.Match(*players(), games=8, store=whole).run(lambda over: pytest.fail("again"))
    assert str(result) == str(quoridor.Match(*players(), games=8).run())


def test_tournaments_are_read_from_their_files():
    text = 'format = "round-robin"\nrounds = 1\ndepth = 1\n' + "".join(
        f'[[players]]\nplayer = "{player}"\n' for player in (*players(), "hola-2016-path")
    )
    match = quoridor.Match.tournament(text)
    assert match.total == 6
    assert [row["games"] for row in match.run().table] == [4, 4, 4]
    with pytest.raises(ValueError, match="line 1: unknown field `formt`"):
        quoridor.Match.tournament('formt = "round-robin"\n')


def test_records_are_read_and_added(tmp_path):
    records = quoridor.read_records(EXAMPLES / "games.pgn")
    assert records and all(record.board().moves == record.moves for record in records)
    store = quoridor.Store(tmp_path / "games.sqlite")
    assert store.add(records) == len(records)
    assert store.add(records) == 0
    written = tmp_path / "games.pgn"
    written.write_text("\n\n".join(str(record) for record in records))
    again = quoridor.read_records(written)
    assert [record.moves for record in again] == [record.moves for record in records]
    written.write_text('[White "x"]\n\n1. e2 e2 *\n')
    with pytest.raises(ValueError, match=r"games\.pgn.*line 3"):
        quoridor.read_records(written)
    assert quoridor.read_records(written, skip_bad=True) == []
    with pytest.raises(OSError, match="cannot read"):
        quoridor.read_records(tmp_path / "missing.pgn")


def test_errors_are_worded_as_on_the_command_line(tmp_path):
    for arguments, options, message in [
        (("nobody", "random"), {}, "no player is called 'nobody'"),
        (("random",), {}, "players: expected 2, got 1"),
        (("random", "random"), {"games": 3}, "so write a multiple of 2"),
        (("random", "random"), {"openings": "maybe"}, "cannot read maybe: No such file"),
        (("random", "random"), {"shard": (4, 3)}, "shard"),
    ]:
        with pytest.raises(ValueError, match=message):
            quoridor.Match(*arguments, **options).run()
    other = tmp_path / "notes.txt"
    other.write_text("not a store" * 100)
    with pytest.raises(ValueError, match="not a store of games"):
        quoridor.Store(other)


def test_an_exception_of_progress_stops_the_match():
    def fail(over):
        raise LookupError(f"after {over}")

    with pytest.raises(LookupError, match="after 1"):
        quoridor.Match(*players(), games=6).run(fail)


def test_a_match_lets_other_threads_run():
    ticks = []
    thread = threading.Thread(
        target=lambda: quoridor.Match("alphabeta", "alphabeta", games=2, nodes=2000).run()
    )
    thread.start()
    while thread.is_alive():
        ticks.append(time.monotonic())
        time.sleep(0.001)
    assert len(ticks) > 3


def test_ctrl_c_stops_a_match():
    match = "quoridor.Match('alphabeta', 'alphabeta').run()"
    code = f"import quoridor; print('go', flush=True); {match}"
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "go\n"
    time.sleep(0.2)
    os.kill(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert "KeyboardInterrupt" in errors
