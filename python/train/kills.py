"""Kills the learning loop at random, lets it go on, and compares it with one that nobody touched.

    python python/train/kills.py --quoridor target/release/quoridor --kills 20

Two generations of a small loop run once without a kill. Then the same loop runs again and again,
and is killed once in every stage of both generations, at a random time within the time that the
stage took, until there were as many kills as wanted and every stage was killed before it was done.
Half of the kills are SIGKILL to all its processes, the others go to the loop alone: SIGTERM, at
which it ends its command, or in the gate SIGKILL, so that a match goes on beside the next one.
Games, networks and gates of every loop must be those of the first, byte for byte.
"""

import argparse
import filecmp
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from loop import STAGES, Generation
from run_folder import Parser, at_least, seed

HERE = Path(__file__).resolve().parent
SMALL = """--generations 2 --first-games 800 --first-nodes 40 --first-agent alphabeta:hash=1 --games
    240 --nodes 400 --shape 1x16x16x4x16 --gate-games 16 --gate-nodes 60 --seed 5
    --concurrency 2""".split()
TRAINING = "--steps 40 --batch 64 --save-every 10 --device cpu"
FILES = [f"{generation:03}/{file}" for generation in (0, 1) for file in (
    "games/rows.bin", "window.json", "net/net.weights", "net/net.outputs", "gate.json")]
# Writing the list of the window takes less than a kill: it is killed where it can be.
TOO_SHORT = {"window"}
MOST_LOOPS = 40


class Loop:
    """A loop of two generations, in a folder, that goes on after kills."""

    def __init__(self, out: Path, quoridor: str):
        self.out, self.quoridor = out, quoridor

    def start(self) -> subprocess.Popen:
        command = [sys.executable, str(HERE / "loop.py"), *SMALL, "--training", TRAINING]
        command += ["--quoridor", self.quoridor, "--out", str(self.out)]
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)

    def done(self, stage: tuple[int, str]) -> bool:
        generation = Generation(argparse.Namespace(out=self.out), stage[0])
        return generation.done(stage[1]).exists()

    def run(self, delays: dict[tuple[int, str], float], alone=()) -> dict[tuple[int, str], float]:
        """Runs to its end, killed once so long after the beginning of each stage in `delays`:
        without its command in the stages of `alone`. Returns when each stage began."""
        begun: dict[tuple[int, str], float] = {}
        self.killed: list[tuple[tuple[int, str], bool]] = []
        delays = dict(delays)
        while True:
            loop = self.start()
            is_killed = False
            for line in loop.stdout:
                words = line.replace(":", "").split()
                if len(words) != 3 or words[2] not in STAGES:
                    continue
                stage = (int(words[1]), words[2])
                begun[stage] = time.monotonic()
                if stage in delays and not is_killed:
                    is_killed = True
                    how = (loop, stage, stage in alone)
                    timer = threading.Timer(delays.pop(stage), self.kill, how)
                    timer.start()
            ended = loop.wait()
            if is_killed:
                timer.join()
            elif ended != 0:
                raise SystemExit("the loop failed")
            else:
                return begun

    def kill(self, loop: subprocess.Popen, stage: tuple[int, str], is_alone: bool) -> None:
        if loop.poll() is not None:
            return  # It was quicker than the loop without kills, and has ended.
        if not is_alone:
            os.killpg(loop.pid, signal.SIGKILL)
        elif stage[1] == "gate" and not self.done(stage):
            # Other commands would keep their folder, and the next loop could not go on.
            loop.kill()
        else:
            loop.terminate()
        loop.wait()
        is_within = not self.done(stage)
        self.killed.append((stage, is_within))
        rows = self.out / f"{stage[0]:03}" / "games" / "rows.bin"
        size = f", {rows.stat().st_size // 64} rows" if rows.exists() else ""
        where = "within" if is_within else "after"
        what = ", the loop alone" if is_alone else ""
        print(f"  killed {where} {stage[1]} of generation {stage[0]}{what}{size}", flush=True)


def main() -> None:
    parser = Parser(description=__doc__.splitlines()[0])
    parser.add_argument("--quoridor", default=str(HERE.parent.parent / "target/release/quoridor"))
    parser.add_argument("--kills", type=at_least(1), default=20)
    parser.add_argument("--seed", type=seed, default=1, help="seed of the times of the kills")
    options = parser.parse_args()
    draw = random.Random(options.seed)
    stages = [(generation, stage) for generation in (0, 1) for stage in STAGES]
    with tempfile.TemporaryDirectory() as folder:
        # The folder's name is in the files of windows: all loops have the same one, in turns.
        out, whole = Path(folder) / "loop", Path(folder) / "whole"
        begun = Loop(out, options.quoridor).run({})
        out.rename(whole)
        times = [begun[stage] for stage in stages] + [time.monotonic()]
        seconds = {stage: times[i + 1] - times[i] for i, stage in enumerate(stages)}
        stages_took = ", ".join(f"{g} {s} {seconds[g, s]:.1f} s" for g, s in stages)
        print("without kills:", stages_took, flush=True)
        kills, bad, missing = 0, 0, {stage for stage in stages if stage[1] not in TOO_SHORT}
        for number in range(1, MOST_LOOPS + 1):
            loop = Loop(out, options.quoridor)
            delays = {stage: draw.uniform(0, seconds[stage]) for stage in stages}
            loop.run(delays, {stage for stage in stages if draw.random() < 0.5})
            kills += len(loop.killed)
            missing -= {stage for stage, is_within in loop.killed if is_within}
            same, _, _ = filecmp.cmpfiles(whole, out, FILES, shallow=False)
            bad += len(FILES) - len(same)
            print(f"loop {number}: {len(loop.killed)} kills, "
                  f"{len(same)} of {len(FILES)} files are the same", flush=True)
            for file in sorted(set(FILES) - set(same)):
                print(f"  {file} differs")
            out.rename(Path(folder) / f"loop-{number}")
            if kills >= options.kills and not missing:
                break
        print(f"{kills} kills in {number} loops, {bad} files differ")
        raise SystemExit(shortage(kills, options.kills, missing) or bool(bad))


def shortage(kills: int, wanted: int, missing: set[tuple[int, str]]) -> str | None:
    """What was not killed as often as it should be."""
    if kills < wanted:
        return f"too few kills: {kills} of {wanted} in {MOST_LOOPS} loops: ask for fewer"
    if missing:
        names = ", ".join(f"{stage} of generation {number}" for number, stage in sorted(missing))
        return f"never killed within {names}: try another --seed"
    return None


if __name__ == "__main__":
    main()
