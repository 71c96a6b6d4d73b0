"""Rows read as boards, and the samples that a network learns from."""

import lzma

import numpy as np
import pytest

import quoridor
from quoridor import ROW, rows
from quoridor._quoridor import fnv64


def evaluate(planes):
    return np.zeros((len(planes), quoridor.POLICY_SIZE), np.float32), np.zeros(len(planes), "f4")


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    folder = tmp_path_factory.mktemp("games")
    options = {"batch": 4, "visits": 8, "threads": 1, "short_searches": 0.5}
    quoridor.selfplay(evaluate, games=8, out=folder, **options)
    return folder


def test_samples_are_those_of_the_boards(games):
    read = rows.read(games)
    boards = [quoridor.Board(position) for position in rows.positions(read)]
    parts = list(rows.samples(read, size=100))
    assert len(parts) > 1
    assert [part.start for part, _ in parts[1:]] == [part.stop for part, _ in parts[:-1]]
    samples = {name: np.concatenate([part[name] for _, part in parts]) for name in parts[0][1]}
    assert len(read) == parts[-1][0].stop == len(samples["planes"])
    for number, (board, row) in enumerate(zip(boards, read)):
        sample = {name: array[number] for name, array in samples.items()}
        assert board.turn == row["turn"] and board.is_legal(int(row["move"]))
        assert (sample["planes"] == board.planes()).all()
        assert sample["result"] == (0.5 if row["result"] == 2 else row["result"] == row["turn"])
        assert sample["search"] == np.float32(row["value"] / 65535)
        for name in ("game", "plies_left"):
            assert sample[name] == row[name]

        def place(move):
            return quoridor.POLICY_PLACES[quoridor.FLIP[move] if board.turn else move]

        count = row["moves"]
        moves, weights = row["policy"][:count].T
        assert (sample["policy_place"][:count] == place(moves)).all()
        is_short = bool(row["flags"] & 4)
        shares = 0 * weights if is_short else weights / weights.sum()
        np.testing.assert_allclose(sample["policy_weight"][:count], shares, rtol=1e-6)
        assert not sample["policy_weight"][count:].any()
        assert sample["both_have_walls"] == all(board.walls_left)
        later = read[number + 1 :][read["game"][number + 1 :] == row["game"]]
        assert sample["has_answer"] == (len(later) > 0)
        if len(later):
            assert sample["answer"] == place(later["move"][0])
        visited = {int(square) for square in later["pawns"][:, board.turn]}
        seen = sample["auxiliary"][2][::-1] if board.turn else sample["auxiliary"][2]
        assert set(np.flatnonzero(seen)) == visited


def test_packed_rows_are_read_and_damage_is_found(games, tmp_path):
    read, content = rows.read(games), (games / "rows.bin").read_bytes()
    columns = np.frombuffer(content, np.uint8).reshape(-1, 64).T.tobytes()
    (tmp_path / "rows-000.xz").write_bytes(lzma.compress(columns))
    assert rows.read(tmp_path).tobytes() == read.tobytes() == content
    both = rows.read(games, tmp_path / "rows-000.xz")
    assert len(both) == 2 * len(read) and both.dtype == ROW
    damaged = bytearray(content)
    damaged[64 * 5 + 20] ^= 1
    (tmp_path / "damaged.bin").write_bytes(damaged)
    for path, message in [
        (tmp_path / "damaged.bin", "damaged.bin: row 5 is damaged: its checksum is wrong"),
        (tmp_path / "gone", "gone: there is no such file or folder of rows"),
        (tmp_path.parent, "no rows: name files or folders of `quoridor learn self-play`"),
    ]:
        with pytest.raises(ValueError, match=message):
            rows.read(path)
    (tmp_path / "rows-000.xz").write_bytes(b"nothing")
    with pytest.raises(ValueError, match="damaged, or not a file of pack.py"):
        rows.read(tmp_path)


def test_the_checksum_is_the_published_one():
    assert [fnv64(text) for text in (b"", b"foobar")] == [0xCBF29CE484222325, 0x85944171F73967E8]
