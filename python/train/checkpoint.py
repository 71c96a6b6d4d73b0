"""Checkpoints of trainings, and the device that PyTorch computes on."""

import argparse
import io
from pathlib import Path

import torch

import run_folder


def device_name(text: str) -> str:
    """The type of an option that names a device of PyTorch."""
    try:
        device = torch.device(text)
    except RuntimeError:
        device = None
    if device is None or device.type not in ("cpu", "cuda"):
        raise argparse.ArgumentTypeError(f"expected cpu or cuda, got {text!r}")
    if device.type == "cuda":
        if not torch.cuda.is_available():
            raise argparse.ArgumentTypeError(f"{text}: PyTorch finds no GPU: use cpu")
        if (device.index or 0) >= torch.cuda.device_count():
            count = torch.cuda.device_count()
            raise argparse.ArgumentTypeError(f"{text}: GPUs are numbered 0 to {count - 1}")
    return text


def default_device() -> str:
    return "cuda" if torch.cuda.is_available() else "cpu"


def as_current(name: str) -> torch.device:
    """The device that an option names. A GPU becomes the current one, to which streams, graphs and
    events of CUDA belong."""
    device = torch.device(name)
    # Without a number it is the current one already.
    if device.index is not None and device.type == "cuda":
        torch.cuda.set_device(device)
    return device


def save(path: Path, state: dict):
    """Writes a file that is there whole or not at all."""
    content = io.BytesIO()
    torch.save(state, content)
    run_folder.write(path, content.getbuffer())


def load(path: Path, keys, to: str | torch.device = "cpu") -> dict:
    """A file that `save` wrote, with at least these keys."""
    try:
        state = torch.load(path, map_location=to, weights_only=True)
    except FileNotFoundError:
        raise SystemExit(f"{path}: there is no such file") from None
    except Exception:
        # PyTorch has a dozen exceptions for files that are damaged or of another kind.
        state = None
    if not isinstance(state, dict) or not set(keys) <= state.keys():
        raise SystemExit(f"{path}: damaged, or not the training.pt that is needed here")
    return state
