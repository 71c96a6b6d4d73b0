"""The learning loop on one machine: self-play -> window -> training -> export -> gate.

    python python/train/loop.py --out runs/loop --generations 3

Every generation has a folder, and every stage of it writes there:

    runs/loop/000/games/rows.bin    games of the best network so far (of `alphabeta` at first)
    runs/loop/000/window.json       the folders of games that the training learns from
    runs/loop/000/net/training.pt   the training
    runs/loop/000/net/net.weights   the exported network
    runs/loop/000/gate.json         whether it beat the best one: a sequential test in the arena
    runs/loop/best.weights          the best network so far
    runs/loop/loop.json             the options, so that others are refused

Games and training grow: their stages are done when games.done and train.done are there, the others
with the file itself. The same command goes on after a kill with the stage that was not done. Games,
training (on a CPU) and the gate (with a limit of nodes) follow from the seed: an interrupted loop
has the same files as one that nobody touched. `--ray ADDRESS` runs the same stages as tasks of a
Ray cluster, whose nodes share the folder and have this repository, the program and Python at the
same paths; `--stage` runs one of them by itself. With `--gpu-games` a GPU evaluates the positions
of the games.
"""

import argparse
import importlib.util
import json
import os
import signal
import socket
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from commands import StageFailed, attempt, blamed_on, call
from run_folder import (
    Parser,
    at_least,
    check_identity,
    existing_file,
    folder,
    identity,
    lock,
    make,
    seed,
    write,
)

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# Any network does to look at the options of the games.
SHIPPED_NETWORK = ROOT / "crates/engine/data/puct.weights"
SHIPPED_TRAINING = ROOT / "data/training/4x48-training.pt"
CONTINUES = "the same command goes on"
STAGES = ("games", "window", "train", "export", "gate")
# Options that change no result: how far, where and how fast.
FREE = {"out", "generations", "quoridor", "concurrency", "ray", "stage", "generation"}
# Options that the loop gives to the training, and to the games of networks.
GIVEN_TO_TRAINING = ("--rows", "--shape", "--out", "--seed", "--start")
GIVEN_TO_GAMES = ("--out", "--seed", "--concurrency", "--agent", "--nodes", "--games", "--training",
                  "--noise", "--visits")


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
    add("--start", type=existing_file,
        help="a training.pt whose weights the first training begins with")
    add("--training", default="--epochs 8 --batch 1024 --save-every 100",
        help="options of train.py, except " + ", ".join(GIVEN_TO_TRAINING))
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
    check_words(parser, "--training", options.training, GIVEN_TO_TRAINING)
    check_words(parser, "--variety", options.variety, GIVEN_TO_GAMES)
    return options


def check_words(parser: Parser, option: str, words: str, given: tuple[str, ...]) -> None:
    """Refuses words that would silently take the place of what the loop gives to a command."""
    for word in words.split():
        name = word.split("=")[0]
        # Options may be abbreviated. No other option of these commands begins one of them.
        if len(name) > 2 and any(each.startswith(name) for each in given):
            parser.error(f"argument {option}: {word}: the loop sets this one: leave it out")


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
        start = self.before.folder / "net" / "training.pt" if self.number > 0 else options.start
        if start:
            command += ["--start", start]
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
    if importlib.util.find_spec("torch") is None:
        raise StageFailed(f"{sys.executable} has no torch: run pip install torch")
    attempt("--quoridor", options.quoridor, "--version")
    check_training(options)
    # The commands of the games, with no time to play any.
    no_games = ["--games", 0] if options.gpu_games else ["--minutes", 0]
    with tempfile.TemporaryDirectory() as scratch:
        elsewhere = argparse.Namespace(**{**vars(options), "out": Path(scratch)})
        first = Generation(elsewhere, 0).games_command(None, None)
        later = Generation(elsewhere, 1).games_command(SHIPPED_NETWORK, SHIPPED_TRAINING)
        attempt("--first-agent, --first-nodes, --first-games", *first, "--minutes", 0)
        attempt("--noise, --nodes, --games, --variety", *later, *no_games)
        gate = ["--games", 2, "--sprt", options.gate_sprt, "--openings", "start"]
        attempt("--gate-sprt", options.quoridor, "match", "random", "random", *gate)


def check_training(options: argparse.Namespace) -> None:
    import model
    import train

    try:
        shape = model.Shape.parse(options.shape)
    except argparse.ArgumentTypeError as error:
        raise StageFailed(f"--shape: {error}") from None
    needed = ["--rows", "rows", "--out", str(options.out), "--shape", options.shape]
    with blamed_on("--training"):
        train.arguments([*needed, *options.training.split()])
    if options.start:
        with blamed_on("--start"):
            start = model.load(options.start)
        if start.shape != shape:
            raise StageFailed(f"--start: {options.start}: its shape is {start.shape}, not {shape}")


def verdict(answer: dict, candidate: str) -> tuple[bool, str]:
    """Whether the candidate of a match passed: the test accepted the higher Elo, or, undecided
    when the games ran out, it scored more than half of the points."""
    accepted = answer["evidence"]["sprt"]["verdict"]
    if accepted is not None:
        return accepted == "accepted", f"the sequential test: {accepted}"
    own = next(player for player in answer["players"] if player["name"].startswith(candidate))
    return 2 * own["points"] > own["games"], f"undecided, {own['points']} of {own['games']} points"


def in_task(function, arguments: tuple, threads: str | None) -> None:
    """Calls a function in a task of Ray, which would have PyTorch use one thread: that is slow, and
    the sums of another number of threads are rounded in another order."""
    os.environ.pop("OMP_NUM_THREADS", None)
    if threads is not None:
        os.environ["OMP_NUM_THREADS"] = threads
    try:
        function(*arguments)
    except SystemExit as end:
        raise StageFailed(str(end)) from None


def here(function, *arguments, needs_gpu: bool) -> None:
    function(*arguments)


def runner(address: str | None):
    """Calls functions here, or on a node of a Ray cluster: on request with its GPU, if there is
    one."""
    if address is None:
        return here
    try:
        import ray
    except ImportError:
        raise StageFailed(f"--ray: {sys.executable} has no ray: run pip install ray") from None

    # Workers find this module in its folder.
    environment = {"env_vars": {"PYTHONPATH": str(HERE)}}
    check_address(address)
    try:
        # `local` begins a cluster, even where there is one.
        ray.init(address=address, runtime_env=environment)
    except (ConnectionError, ValueError) as error:
        problem, *_ = str(error).split("\n")
        raise StageFailed(f"--ray: {address}: {problem}") from None
    # Ray has a handler of its own, which says nothing.
    end_at_sigterm()
    gpus = min(1, int(ray.cluster_resources().get("GPU", 0)))

    def there(function, *arguments, needs_gpu: bool) -> None:
        needs = {"num_gpus": gpus if needs_gpu else 0, "max_retries": 3}
        threads = os.environ.get("OMP_NUM_THREADS")
        ray.get(ray.remote(in_task).options(**needs).remote(function, arguments, threads))

    return there


def check_address(address: str) -> None:
    """Ray would try for ever to reach a HOST:PORT where nobody listens."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not port.isdecimal():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=20).close()
    except OSError as error:
        raise StageFailed(f"--ray: {address}: {error.strerror or error}") from None


def end_at_sigterm() -> None:
    """Has a SIGTERM raise an exception, which ends the command that runs; otherwise that would go
    on, and keep its folder."""

    def end(*_) -> None:
        # Not by the exception: Ray replaces it.
        os.write(2, f"stopped by SIGTERM: {CONTINUES}\n".encode())
        sys.exit(1)

    signal.signal(signal.SIGTERM, end)


def main() -> None:
    end_at_sigterm()
    try:
        loop(arguments())
    except StageFailed as error:
        # What a task of Ray raised comes with the trace of the worker, its cause without.
        raise SystemExit(str(getattr(error, "cause", error))) from None
    except KeyboardInterrupt:
        raise SystemExit(f"stopped by Ctrl-C: {CONTINUES}") from None


def keep_identity(options: argparse.Namespace) -> None:
    """Notes the options that decide the results of a loop, and refuses others."""
    now = identity(options, " ".join(name for name in vars(options) if name not in FREE))
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
    options.start = options.start and options.start.resolve()
    if "=" in str(options.out):
        problem = "a player's options cannot name a file in it because of the '='"
        raise StageFailed(f"--out: {options.out}: {problem}: name another folder")
    run = runner(options.ray)
    # What is noted was checked.
    if not (options.out / "loop.json").exists():
        run(check_later_stages, options, needs_gpu=True)
    if options.stage:
        make(options.out)
        keep_identity(options)
        run_stage(run, Generation(options, options.generation), options.stage)
        return
    # Held until the end.
    _lock = lock(options.out)
    keep_identity(options)
    for number in range(options.generations):
        generation = Generation(options, number)
        for stage in STAGES:
            run_stage(run, generation, stage)
        print(f"generation {number}:", generation.done("gate").read_text().strip())


def run_stage(run, generation: Generation, stage: str) -> None:
    needs_gpu = stage == "train" or stage == "games" and generation.options.gpu_games
    run(Generation.run, generation, stage, needs_gpu=needs_gpu)


if __name__ == "__main__":
    main()
