"""The evaluations of larger networks, as a target for a smaller one (distillation)."""

from pathlib import Path

import torch

import features
import model
from model import Network, fold_normalisation


def load(path: Path, device: torch.device) -> Network:
    """The averaged network of a training, to learn from."""
    teacher = model.load(path, device)
    fold_normalisation(teacher)
    return teacher.requires_grad_(False)


class Evaluations:
    """The win probability and the policy of every row: the mean over all teachers, each of which
    sees the position and its mirror image. They are computed once, since teachers do not change."""

    CHUNK = 1 << 13

    @torch.no_grad()
    def __init__(self, teachers: list[Network], planes: torch.Tensor, tables: torch.Tensor,
                 bfloat16: bool = False):
        self.tables, self.bfloat16 = tables, bfloat16
        count, device = len(planes), planes.device
        self.value = torch.empty(count, device=device)
        self.policy = torch.empty(count, features.POLICY_SIZE, dtype=torch.half, device=device)
        for begin in range(0, count, self.CHUNK):
            part = slice(begin, begin + self.CHUNK)
            self.value[part], self.policy[part] = self._mean(teachers, planes[part])

    def _mean(self, teachers: list[Network], planes: torch.Tensor):
        values, policies = [], []
        for teacher in teachers:
            for is_mirrored in (False, True):
                seen = features.mirror(planes) if is_mirrored else planes
                with torch.autocast(planes.device.type, torch.bfloat16, enabled=self.bfloat16):
                    output = teacher(seen.float() / features.ONE)
                policy = output["policy"].float().softmax(1)
                values.append(output["value"].float().sigmoid())
                policies.append(policy[:, self.tables] if is_mirrored else policy)
        return torch.stack(values).mean(0), torch.stack(policies).mean(0).half()

    def of(self, index: torch.Tensor, is_mirrored: torch.Tensor) -> dict:
        """The evaluations of a batch, some of whose positions are mirrored."""
        policy = self.policy[index].float()
        policy = torch.where(is_mirrored[:, None], policy[:, self.tables], policy)
        return {"value": self.value[index], "policy": policy}
