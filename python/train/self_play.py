"""Plays games of a trained network against itself on a GPU, as training rows.

    python self_play.py --training runs/net/training.pt --minutes 5 --out runs/games

writes `rows.bin`, which `train.py` reads, and prints evaluations per second. The same command goes
on after a kill; another network, seed or option is refused. Copies to and from the GPU and its work
overlap with the searches: while the GPU evaluates one group of games, the others search.
"""

import argparse
import math
import time
from collections import deque
from pathlib import Path

import numpy as np
import torch

import features
import model
from checkpoint import as_current, default_device, device_name
from quoridor import POLICY_SIZE, ROW, SelfPlay
from quoridor.self_play import RowFile, identity_of
from run_folder import Parser, at_least, digest, existing_file, folder, seed


# What the games follow from, beside the network.
SETTINGS = """visits seed random_plies noise c_puct fpu policy_temperature short_searches resign
    hoarders"""


class Evaluator:
    """The network on a device, for batches of one size."""

    def __init__(self, training: Path, device: torch.device, batch: int):
        network = model.load(training, device)
        model.fold_normalisation(network)
        self.is_cuda = device.type == "cuda"
        if self.is_cuda:
            # All batches have one size: it is worth trying all kernels once.
            torch.backends.cudnn.benchmark = True
            network = network.to(torch.bfloat16, memory_format=torch.channels_last)
        self.planes = torch.zeros(batch, features.PLANES, 9, 9, dtype=torch.uint8, device=device)
        self.network = network
        self.graph = None
        if self.is_cuda:
            # A graph starts all kernels of a batch at once; it has to be warmed up.
            stream = torch.cuda.Stream()
            with torch.cuda.stream(stream):
                for _ in range(3):
                    self.forward()
            torch.cuda.current_stream().wait_stream(stream)
            self.graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self.graph):
                self.outputs = self.forward()

    @torch.inference_mode()
    def forward(self) -> torch.Tensor:
        """Logits of policy and value of `self.planes`, side by side."""
        kind = torch.bfloat16 if self.is_cuda else torch.float32
        inputs = self.planes.to(kind) / features.ONE
        if self.is_cuda:
            inputs = inputs.contiguous(memory_format=torch.channels_last)
        x = self.network.tower(inputs)
        policy = torch.relu(self.network.policy(x))
        units = torch.relu(self.network.value(x)).flatten(1)
        units = torch.relu(self.network.value_units(units))
        logits = self.network.policy_logits(policy).flatten(1)
        return torch.cat([logits, self.network.value_logit(units)], 1).float()

    def start(self, group: int, planes: np.ndarray) -> "Pending":
        """Begins to evaluate the leaves of a group."""
        self.planes[: len(planes)].copy_(torch.from_numpy(planes), non_blocking=True)
        if self.graph is not None:
            self.graph.replay()
        else:
            self.outputs = self.forward()
        return Pending(group, self.outputs[: len(planes)])


class Pending:
    """Evaluations on their way back from the device."""

    def __init__(self, group: int, outputs: torch.Tensor):
        self.group = group
        is_cuda = outputs.is_cuda
        self.outputs = torch.empty(outputs.shape, pin_memory=is_cuda)
        self.outputs.copy_(outputs, non_blocking=True)
        self.event = torch.cuda.Event(blocking=True) if is_cuda else None
        if self.event:
            self.event.record()

    def wait(self) -> tuple[int, np.ndarray, np.ndarray]:
        if self.event:
            self.event.synchronize()
        outputs = self.outputs.numpy()
        policy, value = outputs[:, :POLICY_SIZE], outputs[:, POLICY_SIZE]
        return self.group, np.ascontiguousarray(policy), np.ascontiguousarray(value)


def pin(planes: np.ndarray):
    """Locks the memory of a group's planes, so that copies to the GPU need no other buffer. All
    batches of the group use it, and the first is the largest."""
    registered = torch.cuda.cudart().cudaHostRegister(planes.ctypes.data, planes.nbytes, 0)
    torch.cuda.check_error(int(registered))


def arguments(argv=None) -> argparse.Namespace:
    parser = Parser(description=__doc__.splitlines()[0])
    parser.add_argument("--training", type=existing_file, required=True)
    parser.add_argument("--out", type=folder, required=True)
    parser.add_argument("--games", type=at_least(0), default=10_000_000, help="games in all")
    parser.add_argument("--minutes", type=at_least(0, float), help="begin no game after this time")
    parser.add_argument(
        "--finish-minutes",
        type=at_least(0, float),
        help="give up games that are unfinished this long after --minutes",
    )
    parser.add_argument("--visits", type=at_least(1), default=250,
        help="simulations per move on average")
    parser.add_argument("--batch", type=at_least(1), default=4096,
        help="positions evaluated at once, fewer if there are fewer games")
    parser.add_argument("--groups", type=at_least(1), default=3, help="batches in flight")
    parser.add_argument("--threads", type=at_least(1),
        help="search threads; one for each core by default")
    parser.add_argument("--seed", type=seed, default=1)
    parser.add_argument("--noise", type=float, default=0.25)
    parser.add_argument("--random-plies", type=at_least(0), default=12)
    parser.add_argument("--c-puct", type=float, help="of the search, as the next two")
    parser.add_argument("--fpu", type=float)
    parser.add_argument("--policy-temperature", type=float)
    parser.add_argument("--short-searches", type=float, default=0.0, help="share of short searches")
    parser.add_argument("--resign", type=float, default=0.0, help="score at which players resign")
    parser.add_argument("--hoarders", type=float, default=0.0, help="share of games with a hoarder")
    parser.add_argument("--device", type=device_name, default=default_device())
    options = parser.parse_args(argv)
    if options.finish_minutes is not None and options.minutes is None:
        parser.error("--finish-minutes needs --minutes")
    return options


def batch_size(options: argparse.Namespace) -> int:
    """No larger than the games need, since the network evaluates whole batches. It follows from all
    games, not from those that are left after a kill: batches of another size may be rounded
    otherwise."""
    return max(1, min(options.batch, math.ceil(options.games / options.groups)))


def main():
    options = arguments()
    batch = batch_size(options)
    same = {name: getattr(options, name) for name in SETTINGS.split()}
    try:
        identity = identity_of(digest(options.training.read_bytes()), **same)
        evaluator = Evaluator(options.training, as_current(options.device), batch)
        file = RowFile(options.out, identity)
        play = SelfPlay(
            games=max(0, options.games - file.games),
            batch=batch,
            groups=options.groups,
            threads=options.threads,
            first=file.games,
            **same,
        )
    except ValueError as error:
        raise SystemExit(str(error)) from None
    except OverflowError as error:
        raise SystemExit(f"--visits or another integer: {error}: use a smaller one") from None
    except OSError as error:
        raise SystemExit(f"{options.out}: {error.strerror}") from None
    pending: deque[Pending] = deque()
    pinned: set[int] = set()
    begin = last = time.monotonic()
    leaves = 0
    while True:
        batch = play.next_batch()
        if batch is not None:
            group, planes = batch
            if evaluator.is_cuda and group not in pinned:
                pin(planes)
                pinned.add(group)
            pending.append(evaluator.start(group, planes))
        elif pending:
            play.submit(*pending.popleft().wait())
        else:
            break
        now = time.monotonic()
        overtime = -1.0 if options.minutes is None else (now - begin) / 60 - options.minutes
        if overtime >= 0:
            play.stop()
        if options.finish_minutes is not None and overtime >= options.finish_minutes:
            break
        if now - last >= 10:
            file.append(play.rows().view(ROW))
            rate = (play.leaves - leaves) / (now - last)
            leaves, last = play.leaves, now
            counts = f"{play.games} games  {file.rows} rows  {rate:.0f} evaluations/s"
            print(f"{now - begin:.0f} s  {counts}", flush=True)
    file.append(play.rows(skip_unfinished=True).view(ROW))
    seconds = time.monotonic() - begin
    # Not the number of the next game: those that were given up have numbers, too.
    games = len(np.unique(file.read()["game"]))
    print(
        f"{games} games, {file.rows} rows, {play.leaves} evaluations in {seconds:.0f} s,"
        f" {play.leaves / seconds:.0f} a second"
    )


if __name__ == "__main__":
    main()
