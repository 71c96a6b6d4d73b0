"""The Python code of the documentation runs, page by page, with a shorter training."""

import contextlib
import io
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


def blocks(page):
    """The Python blocks of a page that are to be run, with their line numbers."""
    text = (DOCS / page).read_text()
    for block in re.finditer(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield text[: block.start()].count("\n") + 1, block.group(1)


def run(page, folder, monkeypatch):
    monkeypatch.chdir(folder)
    names = {"__name__": "__main__"}
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        for line, code in blocks(page):
            code = code.replace("seconds = 60\n", "seconds = 3\n")
            exec(compile("\n" * line + code, str(DOCS / page), "exec"), names)
    return names, output.getvalue()


def test_the_tutorial(tmp_path, monkeypatch):
    pytest.importorskip("matplotlib")
    names, output = run("python-tutorial.md", tmp_path, monkeypatch)
    assert "why not f3h? it overlaps the wall e3h" in output
    assert names["after"] < names["before"]
    assert names["result"].games == 4 and len(names["store"]) == 4
    assert (tmp_path / "lengths.png").stat().st_size > 1000
    assert names["picture"].startswith("<svg")


def test_the_reference(tmp_path, monkeypatch):
    names, _ = run("python.md", tmp_path, monkeypatch)
    assert len(names["masks"]) == 1024
    assert len(names["rows"]) > 8 and names["planes"].shape == (len(names["rows"]), 20, 9, 9)
    assert names["result"].games == 4
