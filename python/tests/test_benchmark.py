"""The benchmark runs; what it measures is for people to read."""

import numpy as np
import pytest

from quoridor.benchmark import lines, play_open_spiel


def test_everything_is_measured():
    found = dict(lines(seconds=0.02, rounds=1))
    names = ["legal_actions, push", "push_random", "Board with", "20 planes", "12 planes"]
    names.append("self-play")
    for name in names:
        values = [value for line, value in found.items() if name in line]
        assert len(values) == 1 and float(values[0].split()[0].replace(",", "")) > 0
    assert np.isfinite(float(found["  of the CPU time, callback at batch 1024"].split()[0]))


def test_open_spiel_gives_arrays_not_lists(monkeypatch):
    """Reading its tensors as lists takes thirteen times as long."""
    pyspiel = pytest.importorskip("pyspiel")
    for name in ("observation_tensor", "legal_actions_mask"):
        monkeypatch.delattr(pyspiel.State, name)
    assert play_open_spiel(with_arrays=True, seconds=0.05) > 0
