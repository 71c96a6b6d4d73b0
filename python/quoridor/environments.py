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

PLANES = (20, 9, 9)


def observation_space() -> spaces.Dict:
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 255, PLANES, np.uint8),
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


def check_illegal(illegal: str) -> None:
    if illegal not in ("raise", "lose"):
        raise ValueError(f"illegal: expected 'raise' or 'lose', got {illegal}")


class QuoridorEnv(AECEnv[str, Observation, int]):
    """The game for PettingZoo: `player_0` is South and moves first, `player_1` is North.

    The winner's reward is 1, the loser's -1. A game is truncated after `max_cycles` moves of each
    player. An illegal action raises IllegalMoveError, or loses with illegal="lose".
    """

    metadata = {"name": "quoridor_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        max_cycles: int = 100,
        illegal: Illegal = "raise",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check_illegal(illegal)
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
        self.board = Board()
        self.agents = self.possible_agents[:]
        self.agent_selection = self.agents[0]
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

    def render(self) -> str | None:
        return str(self.board) if self.render_mode == "ansi" else None

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
    IllegalMoveError, or loses with illegal="lose".

    >>> env = OpponentEnv("mertens-2006:depth=1", seat=0)
    >>> observation, info = env.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = env.step(13)
    >>> env.board.moves
    ['e2', 'e8']
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        opponent: str = "champion",
        limit: Limit | None = None,
        seat: Literal[0, 1, "random"] = "random",
        max_plies: int = 200,
        illegal: Illegal = "raise",
        render_mode: str | None = None,
    ) -> None:
        check_illegal(illegal)
        if seat not in (0, 1, "random"):
            raise ValueError(f"seat: expected 0, 1 or 'random', got {seat}")
        self.opponent = opponent
        self.limit = limit
        self.seat = seat
        self.max_plies = max_plies
        self.illegal = illegal
        self.render_mode = render_mode
        self.observation_space = observation_space()
        self.action_space = spaces.Discrete(ACTIONS)
        self.engine = Engine(opponent)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None:
            # A new player begins its random numbers again.
            self.engine = Engine(self.opponent)
        self.board = Board()
        is_random = self.seat == "random"
        self.turn = int(self.np_random.integers(2)) if is_random else int(self.seat)
        if self.turn == 1:
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
        return str(self.board) if self.render_mode == "ansi" else None
