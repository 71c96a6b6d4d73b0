"""Environments of PettingZoo and Gymnasium, for two players on the official board.

`pip install 'quoridor-rs[env]'` installs what they need. Observations are the planes and the mask
of legal actions, both as the player to move sees them; docs/python.md describes the encodings.
"""

from typing import Any, Literal

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from quoridor._quoridor import ACTIONS, FLIP, Board, Engine, IllegalMoveError, Limit

Observation = dict[str, npt.NDArray[Any]]
Illegal = Literal["raise", "lose"]

# The largest number in each plane. Libraries take bytes of up to 255 everywhere for a picture.
HIGHEST = np.array([64] * 8 + [252] * 2 + [64] * 2 + [252] * 2 + [64] * 2 + [252] * 4, np.uint8)
RENDER_MODES = ["ansi", "rgb_array"]


def observation_space() -> spaces.Dict:
    high = np.broadcast_to(HIGHEST[:, None, None], (20, 9, 9))
    return spaces.Dict(
        {
            "observation": spaces.Box(np.zeros_like(high), high, dtype=np.uint8),
            "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
        }
    )


def observe(board: Board) -> Observation:
    """The planes and the mask of a board, as the player to move sees them."""
    mask = board.action_mask()
    if board.turn == 1:
        mask = mask[FLIP]
    return {"observation": board.planes(), "action_mask": mask.astype(np.int8)}


def push(board: Board, action: int, illegal: Illegal) -> bool:
    """Plays an action as the player to move sees it; False if it is illegal and loses."""
    is_known = 0 <= action < ACTIONS
    try:
        board.push(int(FLIP[action]) if board.turn == 1 and is_known else int(action))
    except IllegalMoveError:
        if illegal == "raise":
            raise
        return False
    return True


def check(illegal: str, render_mode: str | None) -> None:
    if illegal not in ("raise", "lose"):
        raise ValueError(f"illegal: expected 'raise' or 'lose', got {illegal}")
    if render_mode not in (None, *RENDER_MODES):
        raise ValueError(f"render_mode: expected 'ansi', 'rgb_array' or None, got {render_mode}")


def start(options: dict[str, Any] | None) -> Board:
    """The board of a new game: `fen` in the options of `reset` gives another position."""
    board = Board((options or {}).get("fen"))
    if board.size != (9, 9) or board.players != 2 or board.is_game_over():
        raise ValueError("fen: expected a game in progress on 9x9 with two players")
    return board


def render(board: Board, mode: str | None) -> Any:
    if mode == "rgb_array":
        return picture(board)
    return str(board) if mode == "ansi" else None


def picture(board: Board) -> npt.NDArray[np.uint8]:
    """The board in colours, 48 pixels for each square; South's pawn is white."""
    side, gap = 48, 8
    width, height = board.size
    image = np.full((side * height, side * width, 3), (92, 64, 40), np.uint8)

    def fill(x: int, y: int, width: int, height: int, colour: tuple[int, int, int]) -> None:
        image[y : y + height, x : x + width] = colour

    def corner(name: str) -> tuple[int, int]:
        return side * (ord(name[0]) - ord("a")) + gap // 2, side * (int(name[1]) - 1) + gap // 2

    for x in range(gap // 2, side * width, side):
        for y in range(gap // 2, side * height, side):
            fill(x, y, side - gap, side - gap, (196, 154, 108))
    for wall in board.walls:
        x, y = corner(wall)
        if wall.endswith("h"):
            fill(x, y + side - gap, 2 * side - gap, gap, (240, 200, 60))
        else:
            fill(x + side - gap, y, gap, 2 * side - gap, (240, 200, 60))
    colours = [(255, 255, 255), (20, 20, 20), (200, 40, 40), (40, 80, 200)]
    for pawn, colour in zip(board.pawns, colours):
        x, y = corner(pawn)
        fill(x + 10, y + 10, side - gap - 20, side - gap - 20, colour)
    # Row 1 is at the bottom.
    return np.ascontiguousarray(image[::-1])


class QuoridorEnv(AECEnv[str, Observation, int]):
    """The game for PettingZoo: `player_0` is South and moves first, `player_1` is North.

    The winner's reward is 1, the loser's -1. A game is truncated after `max_cycles` moves of each
    player. An illegal action raises IllegalMoveError, or loses with illegal="lose". The option
    `fen` of `reset` is a position to begin with.
    """

    metadata = {
        "name": "quoridor_v0",
        "render_modes": RENDER_MODES,
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        max_cycles: int = 100,
        illegal: Illegal = "raise",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check(illegal, render_mode)
        self.max_cycles = max_cycles
        self.illegal = illegal
        self.render_mode = render_mode
        self.possible_agents = ["player_0", "player_1"]
        self._spaces = {
            agent: (observation_space(), spaces.Discrete(ACTIONS)) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        return self._spaces[agent][1]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.board = start(options)
        self.agents = self.possible_agents[:]
        self.agent_selection = self.agents[self.board.turn]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}

    def observe(self, agent: str) -> Observation:
        """What the player to move sees; the other one, and both after the end, have no legal
        action."""
        observation = observe(self.board)
        if agent != self.agent_selection or self.board.is_game_over():
            observation["action_mask"][:] = 0
        return observation

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        other = self.agents[1 - self.agents.index(agent)]
        assert action is not None, "None is the action of a player whose game is over"
        is_legal = push(self.board, action, self.illegal)
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        if not is_legal or self.board.is_game_over():
            reward = 1 if is_legal else -1
            self.rewards = {agent: reward, other: -reward}
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.board.ply >= 2 * self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = other
        self._accumulate_rewards()

    def render(self) -> Any:
        return render(self.board, self.render_mode)

    def close(self) -> None:
        pass


def env(
    max_cycles: int = 100, illegal: Illegal = "raise", render_mode: str | None = None
) -> AECEnv[str, Observation, int]:
    """The game for PettingZoo (`QuoridorEnv`), in PettingZoo's order-enforcing wrapper.

    >>> from quoridor.environments import env
    >>> game = env()
    >>> game.reset()
    >>> observation, reward, termination, truncation, info = game.last()
    >>> observation["action_mask"].sum()
    np.int64(131)
    >>> game.step(13)
    >>> game.agent_selection
    'player_1'
    """
    return wrappers.OrderEnforcingWrapper(QuoridorEnv(max_cycles, illegal, render_mode))


class OpponentEnv(gymnasium.Env[Any, Any]):
    """The game for Gymnasium, against a player of the registry.

    The agent's seat is 0 (South, moves first), 1 (North) or "random". The reward is 1 for a win and
    -1 for a loss. A game is truncated after `max_plies` moves of both. An illegal action raises
    IllegalMoveError, or loses with illegal="lose". Without a limit, an opponent that would think
    for a time searches 500 nodes per move. A seed of `reset` is the opponent's, too; its option
    `fen` is a position to begin with.

    >>> env = OpponentEnv("mertens-2006:depth=1", seat=0)
    >>> observation, info = env.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = env.step(13)
    >>> env.board.moves
    ['e2', 'e8']
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}

    def __init__(
        self,
        opponent: str = "champion",
        limit: Limit | None = None,
        seat: Literal[0, 1, "random"] = "random",
        max_plies: int = 200,
        illegal: Illegal = "raise",
        render_mode: str | None = None,
    ) -> None:
        check(illegal, render_mode)
        if seat not in (0, 1, "random"):
            raise ValueError(f"seat: expected 0, 1 or 'random', got {seat}")
        self.opponent = opponent
        self.engine = Engine(opponent)
        self.limit = limit or (Limit(nodes=500) if self.engine.thinks_by_time else None)
        self.seat = seat
        self.max_plies = max_plies
        self.illegal = illegal
        self.render_mode = render_mode
        self.observation_space = observation_space()
        self.action_space = spaces.Discrete(ACTIONS)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is None:
            self.engine.new_game()
        else:
            self.engine = Engine(self.opponent, seed=int(self.np_random.integers(2**32)))
        self.board = start(options)
        is_random = self.seat == "random"
        self.turn = int(self.np_random.integers(2)) if is_random else int(self.seat)
        if self.turn != self.board.turn:
            self._answer()
        return observe(self.board), {}

    def _answer(self) -> None:
        self.board.push(self.engine.play(self.board, self.limit).move)

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        is_legal = push(self.board, action, self.illegal)
        if is_legal and not self.board.is_game_over():
            self._answer()
        reward, is_over = 0.0, not is_legal
        if not is_legal:
            reward = -1.0
        elif (outcome := self.board.outcome()) is not None:
            reward, is_over = (1.0 if outcome.winner == self.turn else -1.0), True
        is_long = not is_over and self.board.ply >= self.max_plies
        return observe(self.board), reward, is_over, is_long, {}

    def render(self) -> Any:
        return render(self.board, self.render_mode)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal actions, as sb3-contrib's MaskablePPO asks for them."""
        return observe(self.board)["action_mask"].astype(bool)
