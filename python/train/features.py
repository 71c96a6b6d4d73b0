"""What a network learns from rows, on any device, and its mirror images.

The planes are described in `crates/engine/src/net/conv/planes.rs`; the package `quoridor` makes
them and the targets.
"""

import numpy as np
import torch
from quoridor import POLICY_SIZE, rows as quoridor_rows

PLANES, ONE = 20, 64


def read(paths) -> np.ndarray:
    """The rows of files and folders, at least one."""
    try:
        return quoridor_rows.read(*paths)
    except ValueError as error:
        raise SystemExit(str(error)) from None


class Data:
    """The samples of rows (see `quoridor.rows.samples`), held on a device. Rows of a game stand
    together."""

    def __init__(self, rows: np.ndarray, device):
        try:
            for part, samples in quoridor_rows.samples(rows):
                for name, array in samples.items():
                    self._put(name, part, torch.from_numpy(array), len(rows), device)
        except ValueError as error:
            raise SystemExit(str(error)) from None
        self.policy_weight = self.policy_weight.half()
        self.plies_left = torch.log1p(self.plies_left) / 4

    def _put(self, name: str, part: slice, values: torch.Tensor, count: int, device):
        if name not in vars(self):
            empty = torch.empty(count, *values.shape[1:], dtype=values.dtype, device=device)
            setattr(self, name, empty)
        getattr(self, name)[part] = values.to(device)


def mirrored_places() -> torch.Tensor:
    """The place of each policy entry in the mirrored position."""
    place = torch.arange(POLICY_SIZE)
    plane, row, column = place // 81, place % 81 // 9, place % 9
    image = torch.where(plane == 0, 8 - column, (7 - column) % 9)
    return 81 * plane + 9 * row + image


def _mirror(planes: torch.Tensor, walls: slice) -> torch.Tensor:
    """Planes with left and right exchanged; walls are named by their left square."""
    image = planes.flip(-1)
    image[:, walls, :, :8] = image[:, walls, :, 1:].clone()
    image[:, walls, :, 8] = 0
    return image


def mirror(planes: torch.Tensor) -> torch.Tensor:
    """The planes of the mirrored positions."""
    return _mirror(planes, slice(6, 8))[:, [0, 1, 2, 5, 4, 3, *range(6, PLANES)]]


def mirror_auxiliary(auxiliary: torch.Tensor) -> torch.Tensor:
    """The auxiliary planes of the mirrored positions."""
    return _mirror(auxiliary, slice(0, 2))
