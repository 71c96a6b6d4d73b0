"""Exports a trained network to the engine's file of 8-bit integers.

    python export.py --training runs/net/training.pt --rows runs/games --out runs/net

writes `net.weights`, which `quoridor match puct:weights=runs/net/net.weights …` plays with, and
`net.outputs`: a thousand positions with the outputs of the integer network, computed here in
PyTorch, for comparison with the engine. It prints the losses of both networks on held-out games.
docs/training.md defines the arithmetic. With `--weights FILE` instead of `--training` it reads a
file that was exported before, and writes `net.outputs` only.
"""

import math
import struct
from pathlib import Path

import numpy as np
import torch
from quoridor import rows as quoridor_rows
from quoridor._quoridor import fnv64
from torch.nn import functional

import features
import model
from checkpoint import default_device, device_name
from model import Network, Shape
from run_folder import Parser, at_least, existing_file, folder, make, write
from train import TOO_FEW_GAMES, measure, split

# Positions to compare with the engine, to find the activations' scales, to measure losses on.
POSITIONS, CALIBRATED, MEASURED = 1000, 4096, 8000


def folded(conv, norm=None):
    """The weights and biases of a convolution and the normalisation after it."""
    weight = conv.weight.detach().double()
    bias = conv.bias.detach().double() if conv.bias is not None else weight.new_zeros(len(weight))
    if norm is not None:
        factor = norm.weight.detach().double() / (norm.running_var.double() + norm.eps).sqrt()
        weight = weight * factor.view(-1, *[1] * (weight.dim() - 1))
        bias = norm.bias.detach().double() + (bias - norm.running_mean.double()) * factor
    return weight, bias


class Layer:
    """A layer of integers: weights, biases, and scales that make activations of sums."""

    def __init__(self, weight, bias, scale_in: float, scale_out):
        flat = weight.flatten(1)
        step = flat.abs().amax(1).clamp(min=1e-12) / 127
        self.weight = torch.round(weight / step.view(-1, *[1] * (weight.dim() - 1)))
        unit = step * scale_in
        self.bias = torch.round(bias / unit).clamp(-(2**30), 2**30)
        self.scale = (unit / scale_out if scale_out else unit).float()

    @classmethod
    def read(cls, file, *shape: int) -> "Layer":
        """The layer that `bytes` wrote."""
        layer = cls.__new__(cls)

        def numbers(kind: str, *shape: int) -> torch.Tensor:
            array = np.fromfile(file, kind, math.prod(shape)).reshape(shape)
            return torch.from_numpy(array.astype(kind[1:]))

        layer.weight = numbers("<i1", *shape).double()
        layer.bias = numbers("<i4", shape[0]).double()
        layer.scale = numbers("<f4", shape[0])
        return layer

    def sums(self, x):
        """Exact: all numbers are integers far below 2⁵³."""
        if self.weight.dim() == 4:
            size = self.weight.shape[-1]
            out = functional.conv2d(x, self.weight, self.bias, padding=size // 2)
            return out.float() * self.scale.view(1, -1, 1, 1)
        return functional.linear(x, self.weight, self.bias).float() * self.scale

    def bytes(self) -> bytes:
        weight = self.weight.to(torch.int8).cpu().numpy().tobytes()
        bias = self.bias.to(torch.int32).cpu().numpy().astype("<i4").tobytes()
        return weight + bias + self.scale.cpu().numpy().astype("<f4").tobytes()


def activate(values):
    return values.round().clamp(0, 255).double()


class Quantised:
    """The network in integers, as the engine computes it."""

    def __init__(self, network: Network, planes: torch.Tensor):
        self.shape = network.shape
        high = calibrate(network, planes)

        def layer(sequence, before, after):
            return Layer(*folded(*sequence), high[before], high[after] if after else None)

        self.stem = Layer(*folded(*network.stem), 1 / features.ONE, high["tower0"])
        self.blocks = []
        for number, block in enumerate(network.blocks):
            first = layer(block.first, f"tower{number}", f"inner{number}")
            second = layer(block.second, f"inner{number}", f"tower{number + 1}")
            skip = np.float32(high[f"tower{number}"] / high[f"tower{number + 1}"])
            self.blocks.append((first, second, skip))
        last = f"tower{self.shape.blocks}"
        self.policy = layer(network.policy, last, "policy")
        self.policy_logits = layer([network.policy_logits], "policy", None)
        self.value = layer(network.value, last, "value")
        # The engine has four channels of a square together.
        weight, bias = folded(network.value_units)
        groups = self.shape.value_channels // 4
        weight = weight.view(-1, groups, 4, 81).transpose(2, 3).flatten(1)
        self.value_units = Layer(weight, bias, high["value"], high["units"])
        self.value_logit = layer([network.value_logit], "units", None)

    @classmethod
    def read(cls, path: Path) -> "Quantised":
        """The network of a file that `bytes` wrote."""
        network = cls.__new__(cls)
        try:
            network._read(path)
            is_whole = network.bytes() == path.read_bytes()
        except (ValueError, KeyError, TypeError, IndexError):
            is_whole = False
        if not is_whole:
            raise SystemExit(f"{path}: damaged, or not a net.weights of this script")
        return network

    def _read(self, path: Path) -> None:
        with open(path, "rb") as file:
            head = dict(line.split(b" ", 1) for line in iter(lambda: file.readline().strip(), b""))
            self.shape = shape = Shape(*map(int, head[b"shape"].split()))
            blocks, channels = shape.blocks, shape.channels
            square = (channels, channels, 3, 3)
            self.stem = Layer.read(file, channels, features.PLANES, 3, 3)
            self.blocks = [
                (
                    Layer.read(file, *square),
                    Layer.read(file, *square),
                    np.fromfile(file, "<f4", 1)[0],
                )
                for _ in range(blocks)
            ]
            self.policy = Layer.read(file, shape.policy_channels, channels, 3, 3)
            self.policy_logits = Layer.read(file, 3, shape.policy_channels, 1, 1)
            self.value = Layer.read(file, shape.value_channels, channels, 1, 1)
            units = shape.value_units
            self.value_units = Layer.read(file, units, 81 * shape.value_channels)
            self.value_logit = Layer.read(file, 1, units)

    def __call__(self, planes: torch.Tensor):
        """Logits of policy and value of planes (bytes)."""
        x = activate(self.stem.sums(planes.double()))
        for first, second, skip in self.blocks:
            inner = activate(first.sums(x))
            x = activate(second.sums(inner) + x.float() * skip)
        policy = self.policy_logits.sums(activate(self.policy.sums(x))).flatten(1)
        value = activate(self.value.sums(x))
        groups = self.shape.value_channels // 4
        value = value.view(-1, groups, 4, 81).transpose(2, 3).flatten(1)
        units = activate(self.value_units.sums(value))
        return policy, self.value_logit.sums(units)[:, 0]

    def bytes(self) -> bytes:
        layers = [self.stem.bytes()]
        for first, second, skip in self.blocks:
            layers += [first.bytes(), second.bytes(), struct.pack("<f", skip)]
        heads = (self.policy, self.policy_logits, self.value, self.value_units, self.value_logit)
        numbers = b"".join(layers + [head.bytes() for head in heads])
        shape = " ".join(map(str, self.shape.numbers()))
        head = f"quoridor-weights 1\nkind conv\ninputs planes-20\nshape {shape}\n".encode()
        return head + f"checksum {fnv64(head + numbers):016x}\n\n".encode() + numbers


@torch.no_grad()
def calibrate(network: Network, planes: torch.Tensor) -> dict:
    """What a unit of each activation is worth: its largest values, but for one in 50,000, are
    255."""
    found = {}

    def add(name, x):
        found.setdefault(name, []).append(x.flatten().float().cpu())
        return x

    for part in planes.split(2048):
        x = add("tower0", torch.relu(network.stem(part.float() / features.ONE)))
        for number, block in enumerate(network.blocks):
            add(f"inner{number}", torch.relu(block.first(x)))
            x = add(f"tower{number + 1}", block(x))
        add("policy", torch.relu(network.policy(x)))
        value = add("value", torch.relu(network.value(x)))
        add("units", torch.relu(network.value_units(value.flatten(1))))

    def unit(parts) -> float:
        values = torch.cat(parts)
        rank = max(1, round(len(values) * (1 - 1 / 50_000)))
        return max(float(values.kthvalue(rank).values), 1e-6) / 255

    return {name: unit(parts) for name, parts in found.items()}


def exported(training: Path, data: features.Data) -> Quantised:
    """The integers of a training, scaled by what some rows show; prints the losses of both."""
    # Networks are computed on the CPU: sums in double precision are exact there in any order.
    network = model.load(training)
    learnt, held_out = split(data)
    sample = learnt[:: max(1, len(learnt) // CALIBRATED)][:CALIBRATED]
    quantised = Quantised(network, data.planes[sample].cpu())

    @torch.no_grad()
    def exact(planes):
        output = network(planes.float() / features.ONE)
        return output["policy"], output["value"]

    measured_rows = held_out[:: max(1, len(held_out) // MEASURED)]
    for name, outputs in (("float", exact), ("int8 ", quantised)):

        def evaluate(planes, outputs=outputs):
            return [output.to(data.planes.device) for output in outputs(planes.cpu())]

        measured = measure(evaluate, data, measured_rows)
        print(name, "  ".join(f"{key} {value:.4f}" for key, value in measured.items()), flush=True)
    return quantised


def main():
    parser = Parser(description=__doc__.splitlines()[0])
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--training", type=existing_file, help="the training.pt to export")
    source.add_argument("--weights", type=existing_file, help="a net.weights, for its outputs only")
    parser.add_argument("--rows", nargs="+", required=True)
    parser.add_argument("--out", type=folder, required=True)
    parser.add_argument("--device", type=device_name, default=default_device())
    parser.add_argument("--most-rows", type=at_least(1), default=400_000,
        help="rows to measure with")
    options = parser.parse_args()
    rows = features.read(options.rows)[-options.most_rows :]
    data = features.Data(rows, torch.device(options.device))
    # Before the folder is made: a file that is none of a network is refused now.
    quantised = Quantised.read(options.weights) if options.weights else None
    learnt, held_out = split(data)
    if not len(learnt) or not len(held_out):
        raise SystemExit(f"--rows: {TOO_FEW_GAMES}")
    make(options.out)
    if quantised is None:
        quantised = exported(options.training, data)
    places = held_out[:: max(1, len(held_out) // POSITIONS)][:POSITIONS]
    policy, value = quantised(data.planes[places].cpu())
    outputs = torch.cat([policy, value[:, None]], 1).numpy().astype("<f4")
    lines = []
    for position, output in zip(quoridor_rows.positions(rows[places.numpy(force=True)]), outputs):
        bits = struct.unpack("<I", output[-1:].tobytes())[0]
        lines.append(f"{position}|{bits:08x}|{fnv64(output.tobytes()):016x}\n")
    write(options.out / "net.outputs", "".join(lines))
    if options.training:
        # Last: where it is, everything is.
        write(options.out / "net.weights", quantised.bytes())


if __name__ == "__main__":
    main()
