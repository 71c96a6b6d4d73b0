"""The network: a residual tower with a policy, a value and auxiliary heads."""

import re
from argparse import ArgumentTypeError
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from torch import nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

import checkpoint
from features import PLANES


@dataclass(frozen=True)
class Shape:
    """How large a network is; the same five numbers as in the engine's files."""

    blocks: int
    channels: int
    policy_channels: int = 32
    value_channels: int = 8
    value_units: int = 64

    @classmethod
    def parse(cls, text: str) -> "Shape":
        """`4x48`, or `4x48x32x8x64` with the sizes of the heads."""
        if not re.fullmatch(r"[1-9]\d*x\d+(x\d+x\d+x\d+)?", text, re.ASCII):
            raise ArgumentTypeError(f"{text}: a shape is BLOCKSxCHANNELS, like 4x48")
        shape = cls(*map(int, text.split("x")))
        lanes = (shape.channels, shape.policy_channels, shape.value_units)
        if any(size % 16 or not 16 <= size <= 256 for size in lanes):
            problem = "channels and value units are multiples of 16 up to 256"
            raise ArgumentTypeError(f"{text}: {problem}")
        if shape.value_channels not in (4, 8, 12, 16):
            raise ArgumentTypeError(f"{text}: value channels are 4, 8, 12 or 16")
        return shape

    def __str__(self) -> str:
        return "x".join(map(str, self.numbers()))

    def numbers(self) -> list[int]:
        return list(asdict(self).values())


def conv3(inputs: int, outputs: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, padding=1, bias=False), nn.BatchNorm2d(outputs)
    )


class Block(nn.Module):
    def __init__(self, channels: int):
        super().__init__()
        self.first = conv3(channels, channels)
        self.second = conv3(channels, channels)
        # A block begins as the identity.
        nn.init.zeros_(self.second[1].weight)

    def forward(self, x):
        return torch.relu(self.second(torch.relu(self.first(x))) + x)


class Network(nn.Module):
    """Feature planes in (1 is 1.0), logits of policy and value out, and auxiliary predictions."""

    def __init__(self, shape: Shape):
        super().__init__()
        self.shape = shape
        self.stem = conv3(PLANES, shape.channels)
        self.blocks = nn.ModuleList(Block(shape.channels) for _ in range(shape.blocks))
        self.policy = conv3(shape.channels, shape.policy_channels)
        self.policy_logits = nn.Conv2d(shape.policy_channels, 3, 1)
        self.value = nn.Sequential(
            nn.Conv2d(shape.channels, shape.value_channels, 1, bias=False),
            nn.BatchNorm2d(shape.value_channels),
        )
        self.value_units = nn.Linear(81 * shape.value_channels, shape.value_units)
        self.value_logit = nn.Linear(shape.value_units, 1)
        # Only learnt, never exported.
        self.auxiliary = nn.Conv2d(shape.channels, 4, 1)
        self.answer = nn.Conv2d(shape.policy_channels, 3, 1)
        self.plies_left = nn.Linear(shape.value_units, 1)

    def tower(self, x):
        x = torch.relu(self.stem(x))
        for block in self.blocks:
            x = block(x)
        return x

    def forward(self, x):
        x = self.tower(x)
        policy = torch.relu(self.policy(x))
        units = torch.relu(self.value_units(torch.relu(self.value(x)).flatten(1)))
        return {
            "policy": self.policy_logits(policy).flatten(1),
            "value": self.value_logit(units)[:, 0],
            "auxiliary": self.auxiliary(x),
            "answer": self.answer(policy).flatten(1),
            "plies_left": self.plies_left(units)[:, 0],
        }


def load(path: Path, device: str | torch.device = "cpu") -> Network:
    """The averaged network of a training, to compute with."""
    state = checkpoint.load(path, ["shape", "averaged"], device)
    network = Network(Shape(*state["shape"])).to(device)
    network.load_state_dict(state["averaged"])
    return network.eval()


def fold_normalisation(network: Network) -> None:
    """Makes each convolution and the normalisation after it one convolution: the same outputs up to
    rounding, in fewer steps. The network can no longer be trained."""
    for module in list(network.modules()):
        if isinstance(module, nn.Sequential) and isinstance(module[1], nn.BatchNorm2d):
            module[0], module[1] = fuse_conv_bn_eval(module[0], module[1]), nn.Identity()
