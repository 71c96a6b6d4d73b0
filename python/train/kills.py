"""Kills the learning loop at random, lets it go on, and compares it with one that nobody touched.

    python python/train/kills.py --quoridor target/release/quoridor --kills 10

Two generations of a small loop run once without a kill. The same loop is then killed (SIGKILL, with
all its processes) after random times until it was killed as often as wanted, and ends by itself.
Games, networks and gates of both must be the same, byte for byte.
"""

import argparse
import filecmp
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
SMALL = """--generations 2 --first-games 60 --first-nodes 60 --first-agent alphabeta:hash=1 --games
    20 --nodes 8 --shape 1x16x16x4x16 --gate-games 8 --gate-nodes 8 --seed 5
    --concurrency 2""".split()
TRAINING = "--steps 60 --batch 64 --save-every 10 --device cpu"
FILES = [f"{generation:03}/{file}" for generation in (0, 1) for file in (
    "games/rows.bin", "window.json", "net/net.weights", "net/net.outputs", "gate.json")]


def start(out: Path, quoridor: str) -> subprocess.Popen:
    command = [sys.executable, str(HERE / "loop.py"), *SMALL, "--training", TRAINING]
    command += ["--quoridor", quoridor, "--out", str(out)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quoridor", default=str(HERE.parent.parent / "target/release/quoridor"))
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1, help="seed of the times of the kills")
    options = parser.parse_args()
    draw = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        # The folder's name is in the files of windows: both loops have the same one, in turns.
        out, whole = Path(folder) / "loop", Path(folder) / "whole"
        begin = time.monotonic()
        if start(out, options.quoridor).wait() != 0:
            raise SystemExit("the loop failed")
        seconds = time.monotonic() - begin
        out.rename(whole)
        kills = 0
        while kills < options.kills:
            loop = start(out, options.quoridor)
            try:
                # A loop that is nearly done would end before most kills: then it begins anew.
                if loop.wait(draw.uniform(0, 4 * seconds / options.kills)) == 0:
                    out.rename(Path(folder) / f"ended-{kills}")
            except subprocess.TimeoutExpired:
                os.killpg(loop.pid, signal.SIGKILL)
                loop.wait()
                kills += 1
                done = sorted(str(path.relative_to(out)) for path in out.rglob("*.done"))
                print(f"kill {kills}: done so far {' '.join(done) or 'nothing'}", flush=True)
        if start(out, options.quoridor).wait() != 0:
            raise SystemExit("the loop failed")
        same, different, missing = filecmp.cmpfiles(whole, out, FILES, shallow=False)
        for file in different + missing:
            print(f"{file} differs")
        print(f"{kills} kills, {len(same)} of {len(FILES)} files are the same")
        raise SystemExit(0 if len(same) == len(FILES) else 1)


if __name__ == "__main__":
    main()
