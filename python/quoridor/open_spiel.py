"""A bridge to OpenSpiel's Quoridor (`pip install 'quoridor-rs[open-spiel]'`), for two players.

States and boards are converted by their histories, so a board must begin at the start of a game.
OpenSpiel 2.0.2 departs from the rules of two players in one point: a game is a draw after 4·N²
moves (N is the side of the board). With three and four players it departs in more (`cargo xtask
oracle` lists them), so those are left out here.
"""

import pyspiel

from quoridor._quoridor import Board


def load_game(size: int = 9, walls: int = 10) -> pyspiel.Game:
    """OpenSpiel's game for two."""
    return pyspiel.load_game(f"quoridor(players=2,board_size={size},wall_count={walls})")


def _turned(move: str, size: int) -> str:
    """A move of one notation in the other, which counts rows from the other side. A wall is named
    by its south-west square here and by its north-west square there, so the mapping is its own
    inverse."""
    column, row, orientation = move[0], int(move[1]), move[2:]
    return f"{column}{size - row if orientation else size + 1 - row}{orientation}"


def to_action(state: pyspiel.State, move: str, size: int = 9) -> int:
    """OpenSpiel's action of a move in standard notation. ValueError if it is not legal there."""
    text, side = _turned(move, size), 2 * size - 1
    column, row = 2 * (ord(text[0]) - ord("a")), 2 * (int(text[1]) - 1)
    if text.endswith("h"):
        action = (row + 1) * side + column
    elif text.endswith("v"):
        action = row * side + column + 1
    else:
        # Numbers of steps are relative to the pawn; they are even in both coordinates.
        steps = (step for step in state.legal_actions() if step // side % 2 == step % side % 2 == 0)
        found = (step for step in steps if state.action_to_string(step) == text)
        action = next(found, -1)
    if action not in state.legal_actions():
        raise ValueError(f"{move}: not legal in OpenSpiel's state")
    return action


def from_action(state: pyspiel.State, action: int, size: int = 9) -> str:
    """The move, in standard notation, of a legal action of a state."""
    return _turned(state.action_to_string(action), size)


def to_state(board: Board) -> pyspiel.State:
    """OpenSpiel's state of a board.

    >>> state = to_state(Board("- / - / e1 e9 / 10 10 / 1"))
    >>> state.apply_action(to_action(state, "e2"))
    >>> from_state(state).moves
    ['e2']
    """
    width, height = board.size
    if board.players != 2 or width != height:
        raise ValueError("expected a square board with two players")
    start = board.copy()
    for _ in board.moves:
        start.pop()
    walls = start.walls_left[0]
    if start != Board(size=width, walls=walls):
        raise ValueError("expected a board that begins at the start of a game")
    state = load_game(width, walls).new_initial_state()
    for move in board.moves:
        state.apply_action(to_action(state, move, width))
    return state


def from_state(state: pyspiel.State) -> Board:
    """The board of an OpenSpiel state."""
    parameters = state.get_game().get_parameters()
    if parameters.get("players", 2) != 2:
        raise ValueError("expected a game of two players")
    size = parameters.get("board_size", 9)
    board = Board(size=size, walls=parameters.get("wall_count", size * size // 8))
    replayed = state.get_game().new_initial_state()
    for action in state.history():
        board.push(from_action(replayed, action, size))
        replayed.apply_action(action)
    return board
