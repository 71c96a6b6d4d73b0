"""Feature planes and training targets of rows, on any device.

The planes are those of `crates/engine/src/net/conv/planes.rs`, where they are described. The two
cannot drift unnoticed: the outputs that `export.py` writes are compared with the engine's.
"""

import numpy as np
import torch

PLANES = 20
ONE, STEP, WALL_LEFT, MOST_STEPS, MOST_WALLS = 64, 4, 6, 63, 42
POLICY = 243


def _bits(words: np.ndarray, device) -> torch.Tensor:
    """64-bit words as boards of 8×8 slots."""
    octets = np.ascontiguousarray(words).view(np.uint8).reshape(-1, 8)
    board = torch.from_numpy(octets.copy()).to(device)
    shifts = torch.arange(8, device=device, dtype=torch.uint8)
    return (board[:, :, None] >> shifts & 1).bool()


def _turned(board: torch.Tensor, is_north: torch.Tensor) -> torch.Tensor:
    """Boards with the rows counted from the side of the player to move."""
    return torch.where(is_north.view(-1, *[1] * (board.dim() - 1)), board.flip(-2), board)


def _squares(index: torch.Tensor) -> torch.Tensor:
    """Boards with one square set each."""
    return torch.nn.functional.one_hot(index.long(), 81).view(-1, 9, 9).bool()


def _turned_square(index: torch.Tensor, is_north: torch.Tensor) -> torch.Tensor:
    return torch.where(is_north, (8 - index // 9) * 9 + index % 9, index)


class Positions:
    """Positions as their players to move see them."""

    def __init__(self, rows: np.ndarray, device):
        def column(name):
            return torch.from_numpy(np.ascontiguousarray(rows[name]).astype(np.int64)).to(device)

        self.is_north = column("turn") == 1
        self.horizontal = _turned(_bits(rows["horizontal"], device), self.is_north)
        self.vertical = _turned(_bits(rows["vertical"], device), self.is_north)
        turn = self.is_north.long()[:, None]
        pawns, left = column("pawns"), column("walls_left")
        self.pawns = [
            _turned_square(pawns.gather(1, side)[:, 0], self.is_north) for side in (turn, 1 - turn)
        ]
        self.walls_left = [left.gather(1, side)[:, 0] for side in (turn, 1 - turn)]

    def closed(self) -> list[torch.Tensor]:
        """Which squares are closed above, on the right, below and on the left."""
        count, device = len(self.is_north), self.is_north.device
        up = torch.ones(count, 9, 9, dtype=torch.bool, device=device)
        up[:, :8] = False
        up[:, :8, :8] |= self.horizontal
        up[:, :8, 1:] |= self.horizontal
        right = torch.ones(count, 9, 9, dtype=torch.bool, device=device)
        right[:, :, :8] = False
        right[:, :8, :8] |= self.vertical
        right[:, 1:, :8] |= self.vertical
        down, left = torch.ones_like(up), torch.ones_like(right)
        down[:, 1:] = up[:, :8]
        left[:, :, 1:] = right[:, :, :8]
        return [up, right, down, left]

    def planes(self) -> torch.Tensor:
        """The feature planes, bytes by position, plane, row and column."""
        count, device = len(self.is_north), self.is_north.device
        planes = torch.zeros(count, PLANES, 9, 9, dtype=torch.uint8, device=device)
        closed = self.closed()
        for place, edge in enumerate(closed):
            planes[:, 2 + place] = edge * ONE
        planes[:, 6, :8, :8] = self.horizontal * ONE
        planes[:, 7, :8, :8] = self.vertical * ONE
        is_open = [~edge for edge in closed]
        for side in (0, 1):
            pawn = _squares(self.pawns[side])
            goal = torch.zeros_like(pawn)
            goal[:, 8 if side == 0 else 0] = True
            to_goal, from_pawn = _steps(goal, is_open), _steps(pawn, is_open)
            distance = to_goal.view(count, 81).gather(1, self.pawns[side][:, None]).view(-1, 1, 1)
            left = self.walls_left[side].clamp(max=MOST_WALLS).view(-1, 1, 1)
            planes[:, side] = pawn * ONE
            planes[:, 8 + side] = to_goal * STEP
            planes[:, 10 + side] = (to_goal + from_pawn == distance) * ONE
            planes[:, 12 + side] = left * WALL_LEFT
            planes[:, 14 + side] = (left == 0) * ONE
            planes[:, 16 + side] = distance * STEP
            planes[:, 18 + side] = from_pawn * STEP
        return planes


def _steps(start: torch.Tensor, is_open) -> torch.Tensor:
    """How many steps every square is from the nearest of those to start from."""
    up, right, down, left = is_open
    steps = torch.full(start.shape, MOST_STEPS, dtype=torch.uint8, device=start.device)
    reached, front = start.clone(), start
    for distance in range(MOST_STEPS):
        steps[front] = distance
        near = torch.zeros_like(front)
        near[:, 1:] |= (front & up)[:, :8]
        near[:, :8] |= (front & down)[:, 1:]
        near[:, :, 1:] |= (front & right)[:, :, :8]
        near[:, :, :8] |= (front & left)[:, :, 1:]
        front = near & ~reached
        reached |= front
        if not front.any():
            break
    return steps


def policy_places(moves: torch.Tensor, is_north: torch.Tensor) -> torch.Tensor:
    """The place of each move (as rows have them) among the logits of the policy."""
    slot = (moves - 81) % 64
    row = torch.where(is_north, 7 - slot // 8, slot // 8)
    wall = 81 * (1 + (moves - 81) // 64) + 9 * row + slot % 8
    return torch.where(moves < 81, _turned_square(moves, is_north), wall)


def mirrored_places() -> torch.Tensor:
    """The place of each policy entry in the mirrored position."""
    place = torch.arange(POLICY)
    plane, row, column = place // 81, place % 81 // 9, place % 9
    image = torch.where(plane == 0, 8 - column, (7 - column) % 9)
    return 81 * plane + 9 * row + image


def mirror(planes: torch.Tensor) -> torch.Tensor:
    """The planes of the mirrored positions."""
    mirrored = planes.flip(-1)
    image = mirrored[:, [0, 1, 2, 5, 4, 3, *range(6, PLANES)]]
    image[:, 6:8, :, :8] = mirrored[:, 6:8, :, 1:]
    image[:, 6:8, :, 8] = 0
    return image


def mirror_auxiliary(auxiliary: torch.Tensor) -> torch.Tensor:
    """The auxiliary planes (walls at the end, squares to be visited) of the mirrored positions."""
    mirrored = auxiliary.flip(-1)
    image = mirrored.clone()
    image[:, 0:2, :, :8] = mirrored[:, 0:2, :, 1:]
    image[:, 0:2, :, 8] = 0
    return image


class Data:
    """All that is learnt from some rows, held on a device. Rows of a game stand together."""

    CHUNK = 1 << 16

    def __init__(self, rows: np.ndarray, device):
        def column(name, kind=np.int64):
            return torch.from_numpy(np.ascontiguousarray(rows[name]).astype(kind)).to(device)

        count = len(rows)
        turn, result = column("turn"), column("result")
        is_north = turn == 1
        self.game = column("game")
        # A win of the player to move is 1, a draw a half.
        self.result = torch.where(result == 2, 0.5, (result == turn).float())
        self.search = column("value", np.float32) / 65535
        self.is_proved = column("flags") & 1 == 1
        self.both_have_walls = (column("walls_left") > 0).all(1)
        self.plies_left = torch.log1p(column("plies_left", np.float32)) / 4
        policy = column("policy")
        self.policy_place = policy_places(policy[:, :, 0], is_north[:, None]).to(torch.int16)
        has = torch.arange(12, device=device) < column("moves")[:, None]
        weight = policy[:, :, 1] * has
        self.policy_weight = (weight / weight.sum(1, keepdim=True).clamp(min=1)).half()
        # The policy of a short search is no target.
        self.policy_weight[column("flags") & 4 == 4] = 0
        self.policy_place[~has] = 0
        self.planes = torch.empty(count, PLANES, 9, 9, dtype=torch.uint8, device=device)
        walls = torch.empty(count, 2, 8, 8, dtype=torch.bool, device=device)
        for begin in range(0, count, self.CHUNK):
            part = slice(begin, begin + self.CHUNK)
            positions = Positions(rows[part], device)
            self.planes[part] = positions.planes()
            walls[part] = torch.stack([positions.horizontal, positions.vertical], 1)
        self._look_ahead(rows, walls, is_north, device)

    def _look_ahead(self, rows, walls, is_north, device):
        """What follows from the rest of the game: the walls at its end, the squares that pawns
        will visit, the opponent's answer."""
        count = len(rows)
        is_last = np.ones(count, bool)
        is_last[:-1] = rows["ply"][1:] == 0
        last = np.flatnonzero(is_last)
        ends = last[np.searchsorted(last, np.arange(count))]
        from_end = ends - np.arange(count)
        ends = torch.from_numpy(ends).to(device)
        self.auxiliary = torch.zeros(count, 4, 9, 9, dtype=torch.bool, device=device)
        at_end = walls[ends]
        is_other = (is_north != is_north[ends]).view(-1, 1, 1, 1)
        self.auxiliary[:, 0:2, :8, :8] = torch.where(is_other, at_end.flip(-2), at_end)
        # Pawns as South sees them, from the end of the games backwards.
        visited = torch.zeros(count, 2, 81, dtype=torch.bool, device=device)
        pawns = torch.from_numpy(rows["pawns"].astype(np.int64)).to(device)
        order = np.argsort(from_end, kind="stable")
        bounds = np.searchsorted(from_end[order], np.arange(from_end.max(initial=0) + 2))
        for rank in range(len(bounds) - 1):
            here = torch.from_numpy(order[bounds[rank] : bounds[rank + 1]]).to(device)
            if rank:
                visited[here] = visited[here + 1]
                sides = torch.arange(2, device=device)
                visited[here[:, None], sides, pawns[here + 1]] = True
        visited = visited.view(count, 2, 9, 9)
        own_first = torch.where(is_north.view(-1, 1, 1, 1), visited.flip(1), visited)
        self.auxiliary[:, 2:4] = _turned(own_first, is_north)
        # The answer as the player to move sees it; none after the last row of a game.
        self.has_answer = torch.from_numpy(~is_last).to(device)
        moves = torch.from_numpy(np.roll(rows["move"], -1).astype(np.int64)).to(device)
        self.answer = policy_places(moves, is_north).to(torch.int16)
