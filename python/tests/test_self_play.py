"""Self-play with leaves evaluated in Python."""

import gc
import json

import numpy as np
import pytest

import quoridor
from quoridor.self_play import RowFile

TEXT = "policy_temperature"


def by_distance(planes):
    """Evaluates by the distances to the goals (planes 16 and 17), and likes every move alike."""
    steps = planes[:, 16:18, 0, 0].astype(np.float32) / 4
    return np.zeros((len(planes), quoridor.POLICY_SIZE), np.float32), steps[:, 1] - steps[:, 0]


def play(games=6, **options):
    options = {"batch": 2, "visits": 8, "threads": 1, "seed": 3, **options}
    return quoridor.selfplay(by_distance, games=games, **options)


def test_games_do_not_depend_on_batches_or_threads():
    rows = play()
    for options in [{"batch": 5}, {"threads": 2}, {"groups": 1}, {"groups": 3}]:
        assert play(**options).tobytes() == rows.tobytes()
    assert play(seed=4).tobytes() != rows.tobytes()


def test_rows_are_games():
    rows = play()
    assert list(np.unique(rows["game"])) == list(range(6))
    for game in range(6):
        of_game = rows[rows["game"] == game]
        assert list(of_game["ply"]) == list(range(len(of_game)))
        assert (np.diff(of_game["turn"].astype(int)) != 0).all()
        assert len(set(of_game["result"])) == 1


def test_a_policy_by_actions_is_the_same_policy():
    def by_actions(planes):
        policy, value = by_distance(planes)
        policy = np.random.default_rng(len(planes)).normal(size=policy.shape).astype(np.float32)
        actions = np.zeros((len(planes), quoridor.ACTIONS), np.float32)
        actions[:, :-1] = policy[:, quoridor.POLICY_PLACES]
        return (actions, value) if is_by_actions else (policy, value)

    rows = []
    for is_by_actions in (False, True):
        found = quoridor.selfplay(by_actions, games=2, batch=1, visits=6, threads=1)
        rows.append(found.tobytes())
    assert rows[0] == rows[1]


def test_a_run_that_was_stopped_continues(tmp_path):
    whole = play(games=9)
    play(games=4, out=tmp_path)
    with open(tmp_path / "rows.bin", "ab") as file:
        file.write(bytes(30))
    # The last game may have been cut off, so it is played again.
    assert RowFile(tmp_path).games == 3
    assert play(games=9, out=tmp_path).tobytes() == whole.tobytes()


@pytest.mark.parametrize("zeros", [64, 64 * 300 + 7])
def test_a_run_continues_after_a_power_cut(tmp_path, zeros):
    """File systems may keep a file's length but not what was written last."""
    whole = play(games=9)
    rows = play(games=4, out=tmp_path)
    with open(tmp_path / "rows.bin", "ab") as file:
        file.write(bytes(zeros))
    before = (tmp_path / "rows.bin").read_bytes()
    with RowFile(tmp_path) as file:
        assert file.games == 3 and file.rows == (rows["game"] < 3).sum()
        assert file.read().tobytes() == rows.tobytes()
    # Only rows that are added replace the damaged ones.
    assert (tmp_path / "rows.bin").read_bytes() == before
    assert play(games=9, out=tmp_path).tobytes() == whole.tobytes()
    # Nothing is left of a file that holds nothing else.
    (tmp_path / "rows.bin").write_bytes(bytes(zeros))
    assert play(games=9, out=tmp_path).tobytes() == whole.tobytes()


def test_a_damaged_row_before_others_is_refused(tmp_path):
    play(games=4, out=tmp_path)
    file = tmp_path / "rows.bin"
    content = bytearray(file.read_bytes())
    content[64 * 5 + 20] ^= 1
    file.write_bytes(content)
    with pytest.raises(ValueError, match=f"{file}: row 5 is damaged: name another folder"):
        play(games=5, out=tmp_path)
    assert file.read_bytes() == content


def test_a_folder_with_enough_games_is_left_alone(tmp_path):
    play(games=4, out=tmp_path)
    before = (tmp_path / "rows.bin").read_bytes()
    for _ in range(3):
        assert RowFile(tmp_path).games == 3
    assert play(games=2, out=tmp_path).tobytes() == before
    assert (tmp_path / "rows.bin").read_bytes() == before


def test_a_run_of_another_kind_is_refused(tmp_path):
    play(games=2, out=tmp_path, network="one")
    for options, message in [
        ({"seed": 4}, "seed: 3 before, 4 now"),
        ({"visits": 9}, "visits: 8 before, 9 now"),
        ({"hoarders": 0.5}, "hoarders: 0.0 before, 0.5 now"),
        ({"network": "other"}, "network: one before, other now"),
        ({"policy_temperature": 1.2}, "policy_temperature: 1.4 before, 1.2 now"),
        ({"c_puct": 3}, "c_puct: .* before, 3.0 now"),
    ]:
        before = (tmp_path / "rows.bin").read_bytes()
        with pytest.raises(ValueError, match=message):
            play(games=3, out=tmp_path, **{"network": "one", **options})
        assert (tmp_path / "rows.bin").read_bytes() == before
    play(games=3, out=tmp_path, network="one", threads=2, batch=3)


def test_what_the_games_follow_from_is_kept_whole(tmp_path):
    """Options that were not given have the defaults of this version: another one is noticed."""
    play(games=2, out=tmp_path, network="one")
    kept = json.loads((tmp_path / "rows.json").read_text())
    search = quoridor.SelfPlay(games=0, visits=8, seed=3)
    assert kept == {**search.settings, "version": quoridor.__version__, "network": "one"}
    default = quoridor.SelfPlay(games=0, **{k: v for k, v in search.settings.items() if k != TEXT})
    assert default.settings == search.settings
    # Given or not, it is the same run.
    play(games=3, out=tmp_path, network="one", policy_temperature=float(kept[TEXT]), noise=0.25)
    # Another default, and another version.
    for old, message in [
        ({TEXT: "1.2"}, "policy_temperature: 1.2 before, 1.4 now: name another folder"),
        ({"version": "0.0.9"}, "version: 0.0.9 before, "),
    ]:
        (tmp_path / "rows.json").write_text(json.dumps({**kept, **old}))
        with pytest.raises(ValueError, match=message):
            play(games=4, out=tmp_path, network="one")
    del kept["fpu"]
    (tmp_path / "rows.json").write_text(json.dumps(kept))
    with pytest.raises(ValueError, match="fpu is not recorded"):
        play(games=4, out=tmp_path, network="one")
    (tmp_path / "rows.json").write_text("{")
    with pytest.raises(ValueError, match="rows.json: damaged"):
        play(games=4, out=tmp_path, network="one")


def test_wrong_options_leave_no_folder(tmp_path):
    with pytest.raises(ValueError, match="noise"):
        play(out=tmp_path / "new", noise=2)
    assert not (tmp_path / "new").exists()


def test_games_of_others_are_refused(tmp_path):
    play(games=2, out=tmp_path)
    before = (tmp_path / "rows.bin").read_bytes()
    (tmp_path / "rows.json").unlink()
    with pytest.raises(ValueError, match="rows.bin: without rows.json nobody knows"):
        play(games=3, out=tmp_path)
    (tmp_path / "run.toml").touch()
    for identity in (None, {}):
        with pytest.raises(ValueError, match="`quoridor learn self-play` plays the games"):
            RowFile(tmp_path, identity)
    assert (tmp_path / "rows.bin").read_bytes() == before


def test_one_writer_at_a_time(tmp_path):
    with RowFile(tmp_path) as file:
        with pytest.raises(ValueError, match=f"{tmp_path}: another process is at work"):
            play(games=2, out=tmp_path)
    with pytest.raises(ValueError, match="it was closed"):
        file.append(file.read())
    # An exception gives the folder free, although something keeps its traceback.
    with pytest.raises(TypeError) as caught:
        quoridor.selfplay(lambda planes: (0, 0), games=2, out=tmp_path)
    play(games=2, out=tmp_path)
    assert caught


def test_a_folder_that_cannot_be_opened_is_not_locked(tmp_path):
    (tmp_path / "rows.json").mkdir()
    with pytest.raises(OSError) as caught:
        RowFile(tmp_path, {})
    (tmp_path / "rows.json").rmdir()
    RowFile(tmp_path, {}).close()
    assert caught


def test_departures_from_the_best_play():
    """Flags are those of docs/training.md: 4 a short search, 8 a resignation."""
    assert not (play()["flags"] & 12).any()
    short = play(short_searches=0.75)
    share = (short["flags"] & 4 > 0).mean()
    assert abs(share - 0.75) < 5 * (0.1875 / len(short)) ** 0.5
    rows = play(games=24, resign=0.4)
    resigned = rows[rows["flags"] & 8 > 0]
    last = resigned[np.append(np.diff(resigned["game"]) > 0, True)]
    # The player to move resigns: the other one has won.
    assert len(last) > 3 and (last["result"] == 1 - last["turn"]).all()
    assert (last["value"] <= 0.4 * 65535).all()
    rows = play(games=12, hoarders=1.0, visits=24)
    assert rows.tobytes() != play(games=12, visits=24).tobytes()
    for name, number in [("short_searches", 1.5), ("resign", 0.5), ("hoarders", -1)]:
        with pytest.raises(ValueError, match=f"{name}: expected a number from 0 to"):
            play(**{name: number})


def test_no_game_begins_after_the_time(tmp_path):
    rows = play(games=1000, seconds=0)
    assert list(np.unique(rows["game"])) == [0, 1, 2, 3]


def test_unfinished_games_can_be_given_up():
    whole = play(games=8)
    search = quoridor.SelfPlay(games=8, batch=8, groups=1, visits=8, threads=1, seed=3)
    while search.games < 3:
        group, planes = search.next_batch()
        search.submit(group, *by_distance(planes))
    rows = search.rows(skip_unfinished=True).view(whole.dtype)
    games = list(np.unique(rows["game"]))
    assert 3 <= len(games) < 8
    assert rows.tobytes() == whole[np.isin(whole["game"], games)].tobytes()
    # Later rows are those of later games: none is handed out late.
    while (batch := search.next_batch()) is not None:
        search.submit(batch[0], *by_distance(batch[1]))
    later = search.rows().view(whole.dtype)
    assert (later["game"] > games[-1]).all()


def test_planes_stay_as_they_are_until_the_next_batch():
    search = quoridor.SelfPlay(games=99, batch=4, groups=2, visits=8, threads=1, seed=3)
    (_, first), (_, second) = search.next_batch(), search.next_batch()
    before = second.copy()
    for group, planes in ((1, second), (0, first)):
        search.submit(group, *by_distance(planes))
    # The one thread has searched for group 1 before it searched for group 0.
    assert search.next_batch()[0] == 0
    assert (second == before).all()
    group, later = search.next_batch()
    assert group == 1 and (later != before).any()


def test_planes_are_memory_that_outlives_the_search():
    search = quoridor.SelfPlay(games=4, batch=4, groups=1, visits=8, threads=2, seed=3)
    group, planes = search.next_batch()
    before = planes.copy()
    search.submit(group, *by_distance(planes))
    group, later = search.next_batch()
    assert later.ctypes.data == planes.ctypes.data
    assert (later == planes).all() and (planes != before).any()
    # It may be pinned.
    with pytest.raises(ValueError, match="does not own its data"):
        planes.base.resize((1, 20, 9, 9), refcheck=False)
    # The search is in the middle of a batch when it goes.
    search.submit(group, *by_distance(later))
    del search, later
    gc.collect()
    assert planes.sum() > 0


@pytest.mark.parametrize(
    ("evaluate", "message"),
    [
        (lambda planes: (np.zeros((1, 243)), np.zeros(2)), "expected 2 rows, got 1 and 2"),
        (lambda planes: (np.zeros((2, 200)), np.zeros(2)), "expected 243 or 210 columns, got 200"),
        (lambda planes: (np.full((2, 243), np.nan), np.zeros(2)), "not a number"),
    ],
)
def test_bad_evaluations_are_refused(evaluate, message):
    with pytest.raises(ValueError, match=message):
        quoridor.selfplay(evaluate, games=2, batch=2, visits=4)


def test_huge_and_infinite_logits_are_those_of_a_sure_move():
    """Divided by a temperature below one they must not become infinite."""

    def sure_of_a_step(logit):
        def evaluate(planes):
            policy, value = by_distance(planes)
            policy[:, : quoridor.POLICY_SIZE // 3] = logit
            return policy, value

        return evaluate

    rows = [
        quoridor.selfplay(
            sure_of_a_step(logit), games=3, batch=3, visits=20, seed=5, policy_temperature=0.1
        )
        for logit in (1000, 3e38, np.inf)
    ]
    assert rows[0].tobytes() == rows[1].tobytes() == rows[2].tobytes()


def test_an_exception_of_evaluate_is_passed_on():
    def evaluate(planes):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        quoridor.selfplay(evaluate, games=2, batch=2, visits=4)


def test_bad_arguments_are_refused():
    with pytest.raises(ValueError, match="batch: expected at least 1, got 0"):
        quoridor.SelfPlay(games=1, batch=0)
    play = quoridor.SelfPlay(games=1, batch=1, threads=1)
    nothing = np.zeros((1, 243), np.float32), np.zeros(1, np.float32)
    with pytest.raises(ValueError, match="group 0 does not wait"):
        play.submit(0, *nothing)
