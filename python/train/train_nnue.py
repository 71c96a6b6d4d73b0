"""Trains the network of `nnue` from rows that the network of `puct` has evaluated.

    python train_nnue.py --rows runs/games --out runs/nnue

has `quoridor learn distil` evaluate the rows (`samples.bin`), then trains, and writes `training.pt`
(to go on from), `net.weights`, which `quoridor match nnue:weights=runs/nnue/net.weights …` plays
with, and `net.outputs`: positions with the outputs of the network, computed here in integers of
NumPy, for comparison with the engine. It prints the losses on held-out games. The same command
goes on after a kill; other rows, options or teaching networks are refused. The network is trained
with its weights rounded to the integers of the file, so what is measured here is what the engine
computes. docs/training.md defines the arithmetic.
"""

import json
import subprocess
import time
from pathlib import Path

import numpy as np
import torch
from quoridor import rows as quoridor_rows
from torch import nn
from torch.nn import functional

import checkpoint
import features
import run_folder
from checkpoint import default_device, device_name
from export import fnv64
from run_folder import (
    Parser,
    at_least,
    check_identity,
    digest,
    existing_file,
    folder,
    seed,
    share,
    write,
)
from train import HELD_OUT, TOO_FEW_GAMES, learning_rate

SAMPLE = np.dtype(
    [
        ("features", "u1", 168),
        ("legal", "u1", 27),
        ("move", "u1"),
        ("teacher", "<u2"),
        ("search", "<u2"),
        ("result", "u1"),
        ("flags", "u1"),
        ("game", "<u4"),
        ("moves", "<u2"),
        ("policy", "u1", (8, 2)),
    ]
)
assert SAMPLE.itemsize == 224

FEATURES, MOVES = 1344, 209
# The engine knows this shape only.
UNITS, HIDDEN = 128, 32
# A weight or an activation of one in integers; the largest activation; units of a score and of its
# weights.
ONE, MOST, LOG_ODDS, FINE = 64, 127, 0.006, 256
# Positions to compare with the engine.
COMPARED = 500
# The options that decide what is learnt.
DECISIVE = "seed batch steps learning_rate policy_weight teacher_share"


ROOT = Path(__file__).resolve().parent.parent.parent
SHIPPED = ROOT / "crates/engine/data/puct.weights"


def evaluate(
    rows, quoridor: str, weights: Path | None, out: Path
) -> tuple[np.ndarray, np.ndarray, dict]:
    """The rows of files or folders, their samples, which are made unless they are there, and the
    digests of both the rows and the network that evaluated them."""
    read = features.read(rows)
    path, noted = out / "samples.bin", out / "samples.json"
    now = {"network": digest((weights or SHIPPED).read_bytes()), "rows": digest(read.tobytes())}
    if not path.exists():
        write(noted, json.dumps(now))
        # Not a name that `quoridor.rows.files` counts: it may be the folder of the rows, and after
        # a kill this would be more rows of it.
        unpacked = out / "samples.rows"
        try:
            unpacked.write_bytes(read.tobytes())
            command = [quoridor, "learn", "distil", "--rows", unpacked, "--out", path]
            command += ["--weights", weights] if weights else []
            try:
                status = subprocess.run(command).returncode
            except OSError as error:
                raise SystemExit(f"--quoridor: {quoridor}: {error.strerror}") from None
            if status != 0:
                raise SystemExit(f"{quoridor} learn distil failed")
        finally:
            unpacked.unlink(missing_ok=True)
    else:
        before = json.loads(noted.read_text()) if noted.exists() else None
        check_identity(path, before, now)
    samples = np.fromfile(path, SAMPLE) if path.stat().st_size % SAMPLE.itemsize == 0 else []
    if len(samples) != len(read):
        raise SystemExit(f"{path}: damaged: name another folder")
    return read, samples, now


def whole(values: torch.Tensor, rounded: torch.Tensor) -> torch.Tensor:
    """Rounded values, with the gradient of those that were not."""
    return values + (rounded - values).detach()


def clipped(values: torch.Tensor) -> torch.Tensor:
    return values.clamp(0, MOST / ONE)


class Nnue(nn.Module):
    """Bits in, the logit of the expected score and those of the moves out."""

    def __init__(self):
        super().__init__()
        # By feature, the weights to all units: only those of features that are present are summed.
        self.first = nn.EmbeddingBag(FEATURES, UNITS, mode="sum")
        self.first_bias = nn.Parameter(torch.full((UNITS,), 0.3))
        self.hidden = nn.Linear(UNITS, HIDDEN)
        self.score = nn.Linear(HIDDEN, 1)
        self.policy = nn.Linear(UNITS, MOVES)
        # About forty features are present at a time.
        nn.init.normal_(self.first.weight, std=0.1)

    def integers(self) -> dict:
        """The weights and biases of the file, not yet rounded."""
        per_score = FINE / ONE / LOG_ODDS
        return {
            "first.weight": (self.first.weight * ONE, 127),
            "first.bias": (self.first_bias * ONE, 2**14),
            "hidden.weight": (self.hidden.weight * ONE, 127),
            "hidden.bias": (self.hidden.bias * ONE * ONE, 2**24),
            "score.weight": (self.score.weight * per_score, 2**15 - 1),
            "score.bias": (self.score.bias * FINE / LOG_ODDS, 2**24),
            "policy.weight": (self.policy.weight * ONE, 127),
            "policy.bias": (self.policy.bias * ONE * ONE, 2**24),
        }

    def rounded(self) -> dict:
        """The same, rounded, with gradients."""
        return {
            name: whole(values, values.round().clamp(-most, most))
            for name, (values, most) in self.integers().items()
        }

    def forward(self, present: "Present"):
        numbers = self.rounded()

        def layer(name, x, unit):
            return functional.linear(x, numbers[f"{name}.weight"], numbers[f"{name}.bias"]) / unit

        # Exact in single precision: activations are whole numbers of 64ths.
        table = numbers["first.weight"]
        sums = functional.embedding_bag(present.features, table, present.begins, mode="sum")
        units = clipped((sums + numbers["first.bias"]) / ONE)
        sums = layer("hidden", units * ONE, ONE * ONE)
        hidden = clipped(whole(sums, (sums * ONE).floor() / ONE))
        score = layer("score", hidden * ONE, FINE)[:, 0]
        return score * LOG_ODDS, layer("policy", units * ONE, ONE * ONE)

    def bytes(self) -> bytes:
        """The engine's file."""
        kinds = {"first.weight": "<i1", "first.bias": "<i2", "hidden.weight": "<i1"}
        kinds |= {"score.weight": "<i2", "policy.weight": "<i1"}
        numbers = b""
        for name, values in self.rounded().items():
            kind = kinds.get(name, "<i4")
            numbers += values.detach().cpu().numpy().round().astype(kind).tobytes()
        head = f"quoridor-weights 1\nkind nnue\ninputs bits-{FEATURES}\nshape {UNITS} {HIDDEN}\n"
        checksum = fnv64(head.encode() + numbers)
        return f"{head}checksum {checksum:016x}\n\n".encode() + numbers


def outputs(network: Nnue, samples: np.ndarray):
    """The scores and the logits of the moves by the definition, in whole numbers."""
    numbers = {
        name: values.detach().double().cpu().numpy().round().astype(np.int64)
        for name, values in network.rounded().items()
    }

    numbers["first.weight"] = numbers["first.weight"].T

    def sums(name, x):
        return x @ numbers[f"{name}.weight"].T + numbers[f"{name}.bias"]

    present = np.unpackbits(samples["features"], axis=1, count=FEATURES, bitorder="little")
    units = sums("first", present.astype(np.int64)).clip(0, MOST)
    hidden = (sums("hidden", units) // ONE).clip(0, MOST)
    return sums("score", hidden)[:, 0] // FINE, sums("policy", units)


def compared(network: Nnue, samples: np.ndarray, rows: np.ndarray) -> str:
    """Positions with their scores and the checksums of their policies, a line each."""
    places = np.arange(0, len(rows), max(1, len(rows) // COMPARED))[:COMPARED]
    scores, policies = outputs(network, samples[places])
    lines = []
    positions = quoridor_rows.positions(rows[places])
    for position, score, policy in zip(positions, scores, policies):
        checksum = fnv64(policy.astype("<i4").tobytes())
        lines.append(f"{position}|{score}|{checksum:016x}\n")
    return "".join(lines)


def octets(samples: np.ndarray, device) -> torch.Tensor:
    """Samples as bytes, on a device."""
    columns = np.ascontiguousarray(samples).view(np.uint8).reshape(-1, SAMPLE.itemsize)
    return torch.from_numpy(columns.copy()).to(device)


def bits(octets: torch.Tensor, count: int) -> torch.Tensor:
    shifts = torch.arange(8, device=octets.device, dtype=torch.uint8)
    return (octets[:, :, None] >> shifts & 1).flatten(1)[:, :count].bool()


class Present:
    """The features that are present, of one sample after the other, and where each begins."""

    def __init__(self, octets: torch.Tensor):
        present = bits(octets, FEATURES)
        self.features = present.nonzero()[:, 1]
        counts = present.sum(1)
        self.begins = counts.cumsum(0) - counts


class Batch:
    """Samples as tensors."""

    def __init__(self, octets: torch.Tensor):
        def part(name: str) -> torch.Tensor:
            kind, begin = SAMPLE.fields[name][:2]
            return octets[:, begin : begin + kind.itemsize]

        def share(name: str) -> torch.Tensor:
            low, high = part(name).float().unbind(1)
            return (low + 256 * high) / 65535

        self.present = Present(part("features"))
        self.legal = bits(part("legal"), MOVES)
        self.teacher, self.search = share("teacher"), share("search")
        self.result = part("result")[:, 0].float() / 2
        self.is_proved = part("flags")[:, 0] & 1 == 1
        self.move = part("move")[:, 0].long()
        policy = part("policy").reshape(-1, 8, 2)
        self.places, weights = policy[:, :, 0].long(), policy[:, :, 1].float()
        self.weights = weights / weights.sum(1, keepdim=True).clamp(min=1)

    def value(self, teacher_share: float) -> torch.Tensor:
        """The target of the value."""
        played = 0.7 * self.result + 0.3 * self.search
        return teacher_share * self.teacher + (1 - teacher_share) * played

    def policy_loss(self, logits: torch.Tensor) -> torch.Tensor:
        shares = functional.log_softmax(logits.masked_fill(~self.legal, -1e9), 1)
        return -(shares.gather(1, self.places) * self.weights).sum(1)


@torch.no_grad()
def measure(network: Nnue, samples: torch.Tensor) -> dict:
    """Losses on samples."""
    sums = {}

    def add(name, values):
        total, count = sums.get(name, (0.0, 0))
        sums[name] = (total + values.double().sum().item(), count + len(values))

    for begin in range(0, len(samples), 8192):
        batch = Batch(samples[begin : begin + 8192])
        value, policy = network(batch.present)
        loss = functional.binary_cross_entropy_with_logits(value, batch.result, reduction="none")
        teacher = batch.teacher.clamp(1e-4, 1 - 1e-4)
        of_teacher = functional.binary_cross_entropy(teacher, batch.result, reduction="none")
        is_open = ~batch.is_proved
        add("value", loss)
        add("value_unproved", loss[is_open])
        add("teacher_unproved", of_teacher[is_open])
        add("error", (value.sigmoid() - batch.teacher).abs())
        add("policy", batch.policy_loss(policy))
        policy = policy.masked_fill(~batch.legal, -1e9)
        rank = (policy > policy.gather(1, batch.move[:, None])).sum(1)
        for top in (1, 5, 10):
            add(f"top{top}", (rank < top).float())
    return {name: total / max(count, 1) for name, (total, count) in sums.items()}


def arguments():
    parser = Parser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", nargs="+", required=True, help="files or folders of rows")
    parser.add_argument("--out", type=folder, required=True)
    parser.add_argument("--quoridor", default=str(ROOT / "target/release/quoridor"))
    parser.add_argument("--weights", type=existing_file,
        help="the network to learn from (default: the shipped)")
    parser.add_argument("--device", type=device_name, default=default_device())
    parser.add_argument("--steps", type=at_least(1), default=4000)
    parser.add_argument("--batch", type=at_least(1), default=8192)
    parser.add_argument("--learning-rate", type=at_least(0, float), default=0.004)
    parser.add_argument("--policy-weight", type=at_least(0, float), default=0.3)
    parser.add_argument("--teacher-share", type=share, default=0.85)
    parser.add_argument("--save-every", type=at_least(1), default=500)
    parser.add_argument("--seed", type=seed, default=1)
    return parser.parse_args()


def main():
    options = arguments()
    # Held until the end.
    _lock = run_folder.lock(options.out)
    torch.manual_seed(options.seed)
    rows, samples, taught = evaluate(options.rows, options.quoridor, options.weights, options.out)
    is_held_out = samples["game"] % HELD_OUT == HELD_OUT - 1
    if is_held_out.all() or not is_held_out.any():
        raise SystemExit(f"--rows: {TOO_FEW_GAMES}")
    learnt, everything = np.flatnonzero(~is_held_out), octets(samples, options.device)
    network = Nnue().to(options.device)
    optimiser = torch.optim.Adam(network.parameters(), lr=options.learning_rate)
    kept, step = options.out / "training.pt", 0
    same = {**taught, **run_folder.identity(options, DECISIVE), "sizes": [UNITS, HIDDEN]}
    if kept.exists():
        state = checkpoint.load(kept, ["network", "optimiser", "step"], options.device)
        check_identity(kept, state.get("identity"), same)
        network.load_state_dict(state["network"])
        optimiser.load_state_dict(state["optimiser"])
        step = state["step"]
    begin, first = time.monotonic(), step
    while step < options.steps:
        for group in optimiser.param_groups:
            group["lr"] = learning_rate(step, options.steps, options.learning_rate)
        # The batch follows from the seed and the step alone.
        random = np.random.default_rng([options.seed, step])
        places = torch.from_numpy(np.sort(random.choice(learnt, options.batch)))
        batch = Batch(everything[places.to(options.device)])
        value, policy = network(batch.present)
        target = batch.value(options.teacher_share)
        loss = functional.binary_cross_entropy_with_logits(value, target)
        loss = loss + options.policy_weight * batch.policy_loss(policy).mean()
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        step += 1
        if step % options.save_every == 0 or step == options.steps:
            state = {"identity": same, "network": network.state_dict()}
            state |= {"optimiser": optimiser.state_dict(), "step": step}
            checkpoint.save(kept, state)
            speed = (step - first) * options.batch / (time.monotonic() - begin)
            print(f"step {step}: loss {loss.item():.4f}, {speed:.0f} samples/s", flush=True)
    write(options.out / "net.outputs", compared(network, samples, rows))
    write(options.out / "net.weights", network.bytes())
    losses = measure(network, everything[torch.from_numpy(np.flatnonzero(is_held_out))])
    print("  ".join(f"{name} {value:.4f}" for name, value in losses.items()))


if __name__ == "__main__":
    main()
