"""The learning loop on one machine: self-play -> window -> training -> export -> gate.

    python python/train/loop.py --out runs/loop --generations 3

Every generation has a folder, and every stage of it leaves a file when it is done:

    runs/loop/000/games/rows.bin    games of the best network so far (of `alphabeta` at first)
    runs/loop/000/window.json       the folders of games that the training learns from
    runs/loop/000/net/training.pt   the training
    runs/loop/000/net/net.weights   the exported network
    runs/loop/000/gate.json         whether it beat the best one: a sequential test in the arena
    runs/loop/best.weights          the best network so far
    runs/loop/loop.json             the options, so that others are refused

The same command goes on after a kill with the stage that was not done. Games, training (on a CPU)
and the gate (with a limit of nodes) follow from the seed: an interrupted loop has the same files
as one that nobody touched. `--ray ADDRESS` runs the same stages as tasks of a Ray cluster, whose
nodes share the folder and have this repository, the program and Python at the same paths;
`--stage` runs one of them by itself. With `--gpu-games` a GPU evaluates the positions of the games.
"""

import argparse
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from run_folder import Parser, at_least, check_identity, folder, make, seed, write

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# Any network does to look at the options of the games.
SHIPPED_NETWORK = ROOT / "crates/engine/data/puct.weights"
SHIPPED_TRAINING = ROOT / "data/training/4x48-training.pt"
STAGES = ("games", "window", "train", "export", "gate")
# Options that change no result: how far, where and how fast.
FREE = {"out", "generations", "quoridor", "concurrency", "ray", "stage", "generation"}


def arguments(argv=None) -> argparse.Namespace:
    parser = Parser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--out", type=folder, required=True, help="folder of the loop")
    add("--generations", type=at_least(1), default=3)
    add("--quoridor", default=str(ROOT / "target/release/quoridor"), help="the program")
    add("--first-agent", default="alphabeta:hash=2", help="player of the first games")
    add("--first-nodes", type=at_least(1), default=3000, help="its nodes per move")
    add("--first-games", type=at_least(1), default=2000)
    add("--games", type=at_least(1), default=1000, help="games of each later generation")
    add("--nodes", type=at_least(1), default=200, help="nodes per move of the network's games")
    add("--noise", type=float, default=0.25)
    add("--variety", default="--short-searches 0.5 --resign 0.03 --hoarders 0.05",
        help="more options of the network's games")
    add("--gpu-games", action="store_true",
        help="the network's games by self_play.py, on a GPU if there is one")
    add("--window", type=at_least(1), default=4, help="generations of games to learn from")
    add("--shape", default="4x48")
    add("--training", default="--epochs 8 --batch 1024 --save-every 100",
        help="options of train.py")
    add("--gate-games", type=at_least(1), default=400, help="most games of the gate")
    add("--gate-nodes", type=at_least(1), default=100, help="nodes per move of the gate")
    add("--gate-sprt", default="0,30", help="Elo of the two hypotheses")
    add("--seed", type=seed, default=1)
    add("--concurrency", type=at_least(1), default=os.cpu_count() or 1)
    add("--ray", metavar="ADDRESS", help="a Ray cluster, or `local` for one on this machine")
    add("--stage", choices=STAGES, help="run this stage of --generation only")
    add("--generation", type=at_least(0), help="the generation of --stage")
    options = parser.parse_args(argv)
    if (options.stage is None) != (options.generation is None):
        parser.error("--stage and --generation belong together")
    if options.gate_games % 2:
        parser.error("argument --gate-games: expected an even number, as seats are swapped")
    return options


class StageFailed(RuntimeError):
    """A stage that cannot begin, or whose command failed."""


def call(*command, log: Path) -> None:
    """Runs a command; its output goes to a file, and if it fails the error has the last line of
    that with `error:`, or the last one. Not a SystemExit: Ray would take that for a worker that
    died, and try again."""
    log.parent.mkdir(parents=True, exist_ok=True)
    try:
        with open(log, "wb") as file:
            ended = subprocess.run([str(word) for word in command], stdout=file, stderr=file)
    except OSError as error:
        raise StageFailed(f"{command[0]}: {error.strerror}") from None
    if ended.returncode != 0:
        error = error_line(log.read_text(errors="replace"))
        raise StageFailed(f"{log}: the command failed: {error}")


def error_line(output: str) -> str:
    """The last line with `error:` of what a program printed, or else its last one."""
    lines = [line.strip() for line in output.split("\n") if line.strip()] or ["no output"]
    return ([line for line in lines if "error:" in line.lower()] or lines)[-1]


@dataclass
class Generation:
    """The stages of one generation, each of which is done when its file is there."""

    options: argparse.Namespace
    number: int

    @property
    def folder(self) -> Path:
        return self.options.out / f"{self.number:03}"

    @property
    def before(self) -> "Generation":
        return Generation(self.options, self.number - 1)

    def done(self, stage: str) -> Path:
        files = {"games": "games.done", "window": "window.json", "train": "train.done",
                 "export": "net/net.weights", "gate": "gate.json"}
        return self.folder / files[stage]

    def best(self) -> Path | None:
        """The best network of the generations before this one."""
        for number in range(self.number - 1, -1, -1):
            earlier = Generation(self.options, number)
            if json.loads(earlier.done("gate").read_text())["passed"]:
                return earlier.done("export")
        return None

    def games(self) -> None:
        best = self.best()
        training = best and best.with_name("training.pt")
        call(*self.games_command(best, training), log=self.folder / "games.log")
        write(self.done("games"), "")

    def games_command(self, best: Path | None, training: Path | None) -> list:
        """The command that plays the games of a network, or of the first player if there is none:
        of its file, or on a GPU of the training that made it."""
        options = self.options
        common = ["--out", self.folder / "games", "--seed", options.seed + self.number]
        if best and options.gpu_games:
            command = [sys.executable, HERE / "self_play.py", *common, "--training", training]
            command += ["--noise", options.noise, "--visits", options.nodes]
            return [*command, "--games", options.games, *options.variety.split()]
        command = [options.quoridor, "learn", "self-play", *common]
        command += ["--concurrency", options.concurrency]
        if best is None:
            command += ["--agent", options.first_agent, "--nodes", options.first_nodes]
            return [*command, "--games", options.first_games]
        command += ["--agent", f"puct:weights={best},noise={options.noise},hash=16"]
        command += ["--nodes", options.nodes, "--games", options.games]
        return [*command, *options.variety.split()]

    def of_window(self) -> list["Generation"]:
        first = max(0, self.number + 1 - self.options.window)
        return [Generation(self.options, number) for number in range(first, self.number + 1)]

    def window(self) -> None:
        folders = [str(generation.folder / "games") for generation in self.of_window()]
        write(self.done("window"), json.dumps(folders, indent=1) + "\n")

    def train(self) -> None:
        options, folders = self.options, json.loads(self.done("window").read_text())
        command = [sys.executable, HERE / "train.py", "--rows", *folders, "--shape", options.shape]
        command += ["--out", self.folder / "net", "--seed", options.seed + self.number]
        if self.number > 0:
            command += ["--start", self.before.folder / "net" / "training.pt"]
        call(*command, *options.training.split(), log=self.folder / "train.log")
        write(self.done("train"), "")

    def export(self) -> None:
        folders = json.loads(self.done("window").read_text())
        net = self.folder / "net"
        command = [sys.executable, HERE / "export.py", "--rows", *folders, "--out", net]
        # The network is the last file that it writes.
        call(*command, "--training", net / "training.pt", log=self.folder / "export.log")

    def gate(self) -> None:
        options, best, log = self.options, self.best(), self.folder / "gate.log"
        candidate = f"puct:hash=16,weights={self.done('export')}"
        # The first network has to beat the player whose games it learnt from.
        rival = (f"puct:hash=16,weights={best}@nodes={options.gate_nodes}" if best
                 else f"{options.first_agent}@nodes={options.first_nodes}")
        command = [options.quoridor, "match", f"{candidate}@nodes={options.gate_nodes}", rival]
        command += ["--games", options.gate_games, "--sprt", options.gate_sprt]
        command += ["--openings", ROOT / "data/openings.txt", "--seed", options.seed]
        call(*command, "--json", "--concurrency", options.concurrency, log=log)
        passed, text = verdict(json.loads(log.read_text().splitlines()[-1]), candidate)
        if passed:
            write(options.out / "best.weights", self.done("export").read_bytes())
        write(self.done("gate"), json.dumps({"passed": passed, "verdict": text}) + "\n")

    def needed(self, stage: str):
        """The stages whose files a stage reads, with their generations."""
        own = {"games": (), "window": (), "train": ("window",), "export": ("window", "train"),
               "gate": ("export",)}
        if stage in ("games", "gate"):
            yield from ((Generation(self.options, n), "gate") for n in range(self.number))
        elif stage == "window":
            yield from ((each, "games") for each in self.of_window())
        elif stage == "train" and self.number > 0:
            yield self.before, "train"
        yield from ((self, each) for each in own[stage])

    def run(self, stage: str) -> None:
        if not self.done(stage).exists():
            for generation, before in self.needed(stage):
                if not (file := generation.done(before)).exists():
                    options = f"--stage {before} --generation {generation.number}"
                    raise StageFailed(f"{file}: {stage} needs it: run {options} first")
            print(f"generation {self.number}: {stage}", flush=True)
            getattr(self, stage)()


def check_later_stages(options: argparse.Namespace) -> None:
    """Finds what would stop a later stage before hours of games are played: a missing package,
    or an option that only that stage reads."""
    pip = {"numpy": "numpy", "torch": "torch"}
    if options.gpu_games:
        pip["quoridor"] = str(ROOT / "python")
    if missing := [each for each in pip if importlib.util.find_spec(each) is None]:
        install = " ".join(pip[each] for each in missing)
        raise StageFailed(f"{sys.executable} has no {missing[0]}: run pip install {install}")
    import train

    shape = ["--rows", "rows", "--out", str(options.out), "--shape", options.shape]
    train.arguments([*shape, *options.training.split()])
    # The commands of the games, with no time to play any.
    no_games = ["--games", 0] if options.gpu_games else ["--minutes", 0]
    with tempfile.TemporaryDirectory() as scratch:
        elsewhere = argparse.Namespace(**{**vars(options), "out": Path(scratch)})
        first, later = Generation(elsewhere, 0), Generation(elsewhere, 1)
        attempt(*first.games_command(None, None), "--minutes", 0)
        attempt(*later.games_command(SHIPPED_NETWORK, SHIPPED_TRAINING), *no_games)
        gate = ["--games", 2, "--sprt", options.gate_sprt, "--openings", "start"]
        attempt(options.quoridor, "match", "random", "random", *gate)


def attempt(*command) -> None:
    try:
        words = [str(word) for word in command]
        ended = subprocess.run(words, capture_output=True, text=True)
    except OSError as error:
        raise StageFailed(f"{command[0]}: {error.strerror}") from None
    if ended.returncode != 0:
        raise StageFailed(error_line(ended.stdout + "\n" + ended.stderr))


def verdict(answer: dict, candidate: str) -> tuple[bool, str]:
    """Whether the candidate of a match passed: the test accepted the higher Elo, or, undecided
    when the games ran out, it scored more than half of the points."""
    accepted = answer["evidence"]["sprt"]["verdict"]
    if accepted is not None:
        return accepted == "accepted", f"the sequential test: {accepted}"
    own = next(player for player in answer["players"] if player["name"].startswith(candidate))
    return 2 * own["points"] > own["games"], f"undecided, {own['points']} of {own['games']} points"


def run_here(generation: Generation, stage: str, threads: str | None) -> None:
    """Runs a stage in a task of Ray, which would have PyTorch use one thread: that is slow, and the
    sums of another number of threads are rounded in another order."""
    os.environ.pop("OMP_NUM_THREADS", None)
    if threads is not None:
        os.environ["OMP_NUM_THREADS"] = threads
    generation.run(stage)


def runner(address: str | None):
    """Runs a stage here, or on a node of a Ray cluster: with its GPU, if a training finds one."""
    if address is None:
        return Generation.run
    import ray

    # Workers find this module in its folder.
    environment = {"env_vars": {"PYTHONPATH": str(HERE)}}
    # `local` begins a cluster, even where there is one.
    ray.init(address=address, runtime_env=environment)
    gpus = min(1, int(ray.cluster_resources().get("GPU", 0)))

    def run(generation: Generation, stage: str) -> None:
        needs_gpu = stage == "train" or stage == "games" and generation.options.gpu_games
        needs = {"num_gpus": gpus if needs_gpu else 0, "max_retries": 3}
        threads = os.environ.get("OMP_NUM_THREADS")
        ray.get(ray.remote(run_here).options(**needs).remote(generation, stage, threads))

    return run


def main() -> None:
    try:
        loop(arguments())
    except RuntimeError as error:
        # What a task of Ray raised comes with the trace of the worker, its cause without.
        cause = getattr(error, "cause", None) or error
        if type(cause).__name__ != StageFailed.__name__:
            raise
        raise SystemExit(str(cause)) from None


def keep_identity(options: argparse.Namespace) -> None:
    """Notes the options that decide the results of a loop, and refuses others."""
    now = {name: value for name, value in vars(options).items() if name not in FREE}
    kept = options.out / "loop.json"
    if kept.exists():
        try:
            before = dict(json.loads(kept.read_text()))
        except (ValueError, TypeError):
            raise SystemExit(f"{kept}: damaged: name another folder") from None
        check_identity(kept, before, now)
    elif Generation(options, 0).folder.exists():
        check_identity(kept, None, now)
    else:
        write(kept, json.dumps(now, indent=1) + "\n")


def loop(options: argparse.Namespace) -> None:
    options.out = options.out.resolve()
    # Nodes of a cluster have packages of their own; and what is noted was checked.
    if not options.ray and not (options.out / "loop.json").exists():
        check_later_stages(options)
    make(options.out)
    keep_identity(options)
    run = runner(options.ray)
    if options.stage:
        run(Generation(options, options.generation), options.stage)
        return
    for number in range(options.generations):
        for stage in STAGES:
            run(Generation(options, number), stage)
        print(f"generation {number}:", Generation(options, number).done("gate").read_text().strip())


if __name__ == "__main__":
    main()
