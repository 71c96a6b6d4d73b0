"""Trains a network on rows of self-play games.

    python train.py --rows runs/games --shape 4x48 --out runs/net --epochs 20

The folder holds `training.pt` (weights, optimiser, position in the data: the same command goes on
from there, and other rows or options are refused), `log.csv` (losses on games that are held out)
and, through `export.py`, the network.
"""

import argparse
import csv
import math
import time
from pathlib import Path

import torch
from torch.nn import functional

import checkpoint
import features
import model
import run_folder
import teacher
from checkpoint import default_device, device_name
from model import Network, Shape
from run_folder import Parser, at_least, digest, existing_file, folder, seed, share

HELD_OUT = 10
TOO_FEW_GAMES = "too few games: every tenth game is held out to measure with"

# The options that decide what is learnt. --minutes is none of them: what it decided is in the
# checkpoint.
DECISIVE = """seed batch epochs steps learning_rate weight_decay search_share policy_weight
    auxiliary_weight ema bfloat16 start teacher teacher_share"""

# What a checkpoint has beside them.
STATE = ["shape", "network", "averaged", "optimiser", "step", "total"]

# The speed is measured between these steps, after the device has warmed up.
WARM_STEPS, TIMED_STEPS = 30, 130


def arguments(argv=None) -> argparse.Namespace:
    parser = Parser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--rows", nargs="+", required=True, help="files or folders of rows")
    add("--shape", type=Shape.parse, required=True, help="BLOCKSxCHANNELS, like 4x48")
    add("--out", type=folder, required=True, help="folder of the run")
    add("--epochs", type=at_least(0, float), default=20, help="passes over the data")
    add("--steps", type=at_least(1), help="optimiser steps, instead of epochs")
    add("--minutes", type=at_least(0, float),
        help="stop in time: fewer epochs if they would take longer")
    add("--batch", type=at_least(1), default=2048)
    add("--learning-rate", type=at_least(0, float), default=2e-3)
    add("--weight-decay", type=at_least(0, float), default=0.02)
    add("--search-share", type=share, default=0.3, help="share of the search in the value target")
    add("--policy-weight", type=at_least(0, float), default=0.7,
        help="weight of the policy in the loss")
    add("--auxiliary-weight", type=at_least(0, float), default=0.15,
        help="weight of each auxiliary loss")
    add("--ema", type=share, default=0.998, help="decay of the averaged weights")
    add("--seed", type=seed, default=1)
    add("--device", type=device_name, default=default_device())
    add(
        "--bfloat16",
        action=argparse.BooleanOptionalAction,
        help="compute in 16 bits where that is enough (default: on a GPU)",
    )
    add("--save-every", type=at_least(1), default=1000, help="steps between checkpoints")
    add("--start", type=existing_file, help="a training.pt whose weights to begin with")
    add(
        "--teacher",
        type=existing_file,
        nargs="+",
        default=[],
        help="one or several training.pt whose mean outputs to learn as well (distillation)",
    )
    add("--teacher-share", type=share, default=0.7, help="share of the teachers in the targets")
    options = parser.parse_args(argv)
    if options.bfloat16 is None:
        options.bfloat16 = torch.device(options.device).type == "cuda"
    return options


def targets(data: features.Data, index: torch.Tensor, is_mirrored: torch.Tensor, tables):
    """A batch: planes and all targets, some of them mirrored."""
    planes, auxiliary = data.planes[index], data.auxiliary[index]
    flag = is_mirrored.view(-1, 1, 1, 1)
    planes = torch.where(flag, features.mirror(planes), planes)
    auxiliary = torch.where(flag, features.mirror_auxiliary(auxiliary), auxiliary)
    place, answer = data.policy_place[index].long(), data.answer[index].long()
    place = torch.where(is_mirrored[:, None], tables[place], place)
    answer = torch.where(is_mirrored, tables[answer], answer)
    return {
        "planes": planes.float() / features.ONE,
        "auxiliary": auxiliary.float(),
        "place": place,
        "weight": data.policy_weight[index].float(),
        "answer": answer,
        "has_answer": data.has_answer[index].float(),
        "result": data.result[index],
        "search": data.search[index],
        "plies_left": data.plies_left[index],
    }


def policy_loss(logits: torch.Tensor, place: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    return -(functional.log_softmax(logits, 1).gather(1, place) * weight).sum(1)


def loss_of(output, batch, options, taught=None) -> torch.Tensor:
    """The loss of a batch; `taught` holds the probabilities that the teachers give it."""
    share = options.search_share
    value = (1 - share) * batch["result"] + share * batch["search"]
    output = {name: tensor.float() for name, tensor in output.items()}
    policy = policy_loss(output["policy"], batch["place"], batch["weight"]).mean()
    if taught:
        share = options.teacher_share
        value = (1 - share) * value + share * taught["value"]
        moves = functional.cross_entropy(output["policy"], taught["policy"])
        policy = (1 - share) * policy + share * moves
    answer = functional.cross_entropy(output["answer"], batch["answer"], reduction="none")
    extra = (
        functional.binary_cross_entropy_with_logits(output["auxiliary"], batch["auxiliary"])
        + (answer * batch["has_answer"]).mean()
        + functional.mse_loss(output["plies_left"], batch["plies_left"])
    )
    return (
        functional.binary_cross_entropy_with_logits(output["value"], value)
        + options.policy_weight * policy
        + options.auxiliary_weight * extra
    )


def measure(evaluate, data: features.Data, index: torch.Tensor) -> dict:
    """Losses on held-out rows; `evaluate` takes planes (bytes) and returns policy and value."""
    sums = {}

    def add(name, values):
        total, count = sums.get(name, (0.0, 0))
        sums[name] = (total + values.double().sum().item(), count + len(values))

    for part in index.split(8192):
        policy, value = evaluate(data.planes[part])
        policy, value = policy.float(), value.float()
        result = data.result[part]
        loss = functional.binary_cross_entropy_with_logits(value, result, reduction="none")
        search = data.search[part].clamp(1e-4, 1 - 1e-4)
        of_search = functional.binary_cross_entropy(search, result, reduction="none")
        is_open = ~data.is_proved[part]
        walls = is_open & data.both_have_walls[part]
        add("value", loss)
        add("value_unproved", loss[is_open])
        add("value_both_walls", loss[walls])
        add("search_unproved", of_search[is_open])
        add("search_both_walls", of_search[walls])
        # Short searches have no policy to learn.
        has_policy = data.policy_weight[part].sum(1) > 0
        policy, place = policy[has_policy], data.policy_place[part].long()[has_policy]
        weight = data.policy_weight[part].float()[has_policy]
        add("policy", policy_loss(policy, place, weight))
        rank = (policy > policy.gather(1, place[:, :1])).sum(1)
        for top in (1, 5, 10):
            add(f"top{top}", (rank < top).float())
    return {name: total / max(count, 1) for name, (total, count) in sums.items()}


def split(data: features.Data):
    """The rows to learn from and those of games that are held out."""
    is_held_out = data.game % HELD_OUT == HELD_OUT - 1
    return torch.nonzero(~is_held_out)[:, 0], torch.nonzero(is_held_out)[:, 0]


class Order:
    """The order of the data: follows from the seed and the step alone."""

    def __init__(self, index: torch.Tensor, batch: int, seed: int):
        self.index, self.seed, self.epoch = index, seed, -1
        self.batch = min(batch, len(index))
        self.steps = len(index) // self.batch

    def at(self, step: int):
        epoch, place = divmod(step, self.steps)
        if epoch != self.epoch:
            generator = torch.Generator().manual_seed(self.seed * 1_000_003 % 2**63 + epoch)
            order = torch.randperm(len(self.index), generator=generator)
            self.order = self.index[order.to(self.index.device)]
            mirrored = torch.randint(0, 2, (len(order),), generator=generator, dtype=torch.bool)
            self.mirrored = mirrored.to(self.index.device)
            self.epoch = epoch
        part = slice(place * self.batch, (place + 1) * self.batch)
        return self.order[part], self.mirrored[part]


def learning_rate(step: int, total: int, highest: float) -> float:
    warm = max(1, total // 50)
    if step < warm:
        return highest * (step + 1) / warm
    done = (step - warm) / max(1, total - warm)
    return highest * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * min(done, 1.0))))


def cut_log(log: Path, step: int) -> int:
    """Drops the lines of a log after a step, which a killed training wrote after its last
    checkpoint; returns the step of the last line that is left, or -1."""
    all_lines = log.read_text().splitlines() if log.exists() else []
    if not all_lines:
        # A kill before the first line was written leaves an empty file.
        log.unlink(missing_ok=True)
        return -1
    head, *lines = all_lines
    lines = [line for line in lines if float(line.split(",")[0]) <= step]
    run_folder.write(log, "\n".join([head, *lines]) + "\n")
    return int(float(lines[-1].split(",")[0])) if lines else -1


class Averaged:
    """The moving average of a network's weights and statistics."""

    def __init__(self, network: Network, decay: float):
        self.decay = decay
        self.state = {name: tensor.clone() for name, tensor in network.state_dict().items()}

    @torch.no_grad()
    def update(self, network: Network, step: int):
        # A short memory at the beginning.
        decay = min(self.decay, (1 + step) / (10 + step))
        pairs = [
            (self.state[name], tensor)
            for name, tensor in network.state_dict().items()
            if tensor.dtype.is_floating_point
        ]
        torch._foreach_lerp_([old for old, _ in pairs], [new for _, new in pairs], 1 - decay)


def main():
    options = arguments()
    begin = time.monotonic()
    device = torch.device(options.device)
    rows = features.read(options.rows)
    start = model.load(options.start, device) if options.start else None
    if start and start.shape != options.shape:
        raise SystemExit(f"{options.start}: its shape is {start.shape}, not {options.shape}")
    # Held until the end.
    _lock = run_folder.lock(options.out)
    torch.manual_seed(options.seed)
    kept, log = options.out / "training.pt", options.out / "log.csv"
    same = {"rows": digest(rows.tobytes()), **run_folder.identity(options, DECISIVE)}
    before = None
    if kept.exists():
        before = checkpoint.load(kept, STATE, device)
        if before["shape"] != options.shape.numbers():
            shape = Shape(*before["shape"])
            raise SystemExit(f"{kept}: its shape is {shape}: name another folder")
        run_folder.check_identity(kept, before.get("identity"), same)
        step = before["step"]
        if step >= before["total"] and cut_log(log, step) == step:
            print(f"it was finished at step {step}")
            return
    data = features.Data(rows, device)
    learnt, held_out = split(data)
    if not len(learnt) or not len(held_out):
        raise SystemExit(f"--rows: {TOO_FEW_GAMES}")
    tables = features.mirrored_places().to(device)
    order = Order(learnt, options.batch, options.seed)
    print(
        f"{len(rows)} rows, {len(held_out)} held out, {order.steps} steps an epoch, "
        f"read in {time.monotonic() - begin:.1f} s",
        flush=True,
    )
    network = Network(options.shape).to(device)
    if start:
        network.load_state_dict(start.state_dict())
    if options.bfloat16:
        network = network.to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(
        network.parameters(),
        lr=options.learning_rate,
        weight_decay=options.weight_decay,
        fused=device.type == "cuda",
    )
    averaged = Averaged(network, options.ema)
    taught = None
    if options.teacher:
        teachers = [teacher.load(path, device) for path in options.teacher]
        taught = teacher.Evaluations(teachers, data.planes, tables, options.bfloat16)
        del teachers
        print(f"evaluated by the teachers after {time.monotonic() - begin:.1f} s", flush=True)
    step, total = 0, options.steps or max(1, round(options.epochs * order.steps))
    # Whether --minutes has decided the number of steps; a kill may come before.
    is_timed, reported = False, -1
    if before:
        network.load_state_dict(before["network"])
        optimiser.load_state_dict(before["optimiser"])
        averaged.state = before["averaged"]
        step, total, is_timed = before["step"], before["total"], before["is_timed"]
        reported = cut_log(log, step)
        print(f"goes on at step {step} of {total}", flush=True)
    else:
        # Lines of a training that was killed before its first checkpoint.
        log.unlink(missing_ok=True)

    def keep():
        checkpoint.save(
            kept,
            {
                "shape": options.shape.numbers(),
                "identity": same,
                "network": network.state_dict(),
                "averaged": averaged.state,
                "optimiser": optimiser.state_dict(),
                "step": step,
                "total": total,
                "is_timed": is_timed,
            },
        )

    def autocast():
        return torch.autocast(device.type, torch.bfloat16, enabled=options.bfloat16)

    def report():
        average = Network(options.shape).to(device)
        average.load_state_dict(averaged.state)
        average.eval()

        @torch.no_grad()
        def evaluate(planes):
            with autocast():
                output = average(planes.float() / features.ONE)
            return output["policy"], output["value"]

        measured = {"step": step, **measure(evaluate, data, held_out)}
        is_new = not log.exists()
        with open(log, "a", newline="") as file:
            writer = csv.DictWriter(file, measured.keys())
            if is_new:
                writer.writeheader()
            numbers = {name: f"{value:.5g}" for name, value in measured.items()}
            writer.writerow({**numbers, "step": step})
        losses = list(measured.items())[1:]
        numbers = "  ".join(f"{name} {value:.4f}" for name, value in losses)
        print(f"step {step}/{total}  {time.monotonic() - begin:.0f} s  {numbers}", flush=True)

    first = step
    report_every = max(1, total // 10)
    network.train()
    while step < total:
        for group in optimiser.param_groups:
            group["lr"] = learning_rate(step, total, options.learning_rate)
        index, is_mirrored = order.at(step)
        batch = targets(data, index, is_mirrored, tables)
        with autocast():
            inputs = batch["planes"]
            if options.bfloat16:
                inputs = inputs.contiguous(memory_format=torch.channels_last)
            output = network(inputs)
        evaluations = taught.of(index, is_mirrored) if taught else None
        loss = loss_of(output, batch, options, evaluations)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimiser.step()
        step += 1
        averaged.update(network, step)
        is_warm = step - first in (WARM_STEPS, TIMED_STEPS)
        if options.minutes is not None and is_warm and not is_timed:
            # The schedule has to end in time: as many steps as that takes.
            if device.type == "cuda":
                torch.cuda.synchronize(device)
            if step - first == WARM_STEPS:
                timed = time.monotonic()
            else:
                is_timed = True
                rate = (TIMED_STEPS - WARM_STEPS) / (time.monotonic() - timed)
                left = 60 * options.minutes - (time.monotonic() - begin)
                total = min(total, max(step + 1, step + int(0.9 * rate * left)))
                report_every = max(1, total // 10)
                samples = rate * order.batch
                print(f"{rate:.0f} steps/s, {samples:.0f} samples/s, {total} steps", flush=True)
        # The log first: what is after the checkpoint is cut off, what is before is there.
        if step % report_every == 0 and step < total:
            report()
        if step % options.save_every == 0 and step < total:
            keep()
    if reported < step:
        report()
    # A training that was finished keeps its bytes: those who learn from it know it by them.
    if first < step:
        keep()


if __name__ == "__main__":
    main()
