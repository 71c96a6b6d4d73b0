"""Plays random games in OpenSpiel's Quoridor and prints its findings, one JSON object per line.

    oracle.py PLAYERS POSITIONS SEED

Moves are OpenSpiel's action strings. A line has the moves of a game so far and one finding about
the position:

    {"players": 2, "board_size": 9, "wall_count": 10, "moves": ["e8", "e2h"],
     "finding": {"legal": ["d1", "a1h", ...]}}

    legal       every legal action; POSITIONS lines have this finding
    one_action  OpenSpiel lists a single action, which may be a pass (three and four players)
    winner      the game is over: the place of the winner in turn order, counted from zero
"""

import functools
import json
import os
import random
import sys

import pyspiel

# (board size, walls of each player): mostly the official board, and smaller ones where walls and
# pawns meet at once. The sizes for three and four players are odd: on an even board OpenSpiel's
# third and fourth player start below the middle (its rows count from the top) and not above it.
VARIANTS = {
    2: [(9, 10)] * 6 + [(9, 20), (9, 3), (8, 8), (7, 6), (6, 5), (5, 3), (4, 2), (3, 1)],
    3: [(9, 7)] * 4 + [(9, 12), (9, 2), (7, 5), (5, 2)],
    4: [(9, 5)] * 4 + [(9, 10), (9, 1), (7, 4), (5, 2)],
}

# The share of a game's positions that is printed: many games, all phases of each, and less of the
# long ends in which only pawns move.
SHARE_WITH_WALLS = 0.2
SHARE_WITHOUT_WALLS = 0.02


def main():
    players, positions, seed = map(int, sys.argv[1:])
    rng = random.Random(f"{players} {seed}")
    while positions > 0:
        board_size, wall_count = rng.choice(VARIANTS[players])
        positions -= play(players, board_size, wall_count, positions, rng)


@functools.cache
def load(players, board_size, wall_count):
    """Loads a game without OpenSpiel's warning about known issues, which are handled here and in
    `oracle/mod.rs`."""
    stderr = os.dup(2)
    with open(os.devnull, "w") as silence:
        os.dup2(silence.fileno(), 2)
    try:
        parameters = f"players={players},board_size={board_size},wall_count={wall_count}"
        return pyspiel.load_game(f"quoridor({parameters})")
    finally:
        os.dup2(stderr, 2)
        os.close(stderr)


def play(players, board_size, wall_count, positions, rng):
    """Plays one game and prints some of it: at most `positions` positions. Returns their number."""
    state = load(players, board_size, wall_count).new_initial_state()
    wall_bias = rng.choice([0.05, 0.3, 0.6, 0.9])
    pull = rng.choice([nowhere, to_the_middle, to_the_goal])
    moves, printed = [], 0

    def tell(finding):
        header = {"players": players, "board_size": board_size, "wall_count": wall_count}
        print(json.dumps({**header, "moves": moves, "finding": finding}))

    # After 4·N² moves OpenSpiel declares a draw that the rules do not know.
    while len(moves) < 4 * board_size**2 - 1:
        if state.is_terminal():
            # The returns of three and four players are in turn order, not by player as OpenSpiel's
            # interface says.
            tell({"winner": state.returns().index(1.0)})
            break
        actions = state.legal_actions()
        if players > 2 and len(actions) == 1:
            # OpenSpiel's pass is broken: its number is that of a step, which would be applied.
            tell("one_action")
            break
        player = state.current_player()
        # For three and four players, a square that several jumps lead to is listed several times:
        # the reader makes a set of them.
        names = {action: state.action_to_string(player, action) for action in actions}
        share = SHARE_WITH_WALLS if any(map(is_wall, names.values())) else SHARE_WITHOUT_WALLS
        if printed < positions and rng.random() < share:
            tell({"legal": [names[action] for action in actions]})
            printed += 1
        action = choose(names, lambda square: pull(player, board_size, square), wall_bias, rng)
        moves.append(names[action])
        state.apply_action(action)
    return printed


def choose(names, distance, wall_bias, rng):
    """A random action: a wall with the probability `wall_bias`; every other pawn move follows the
    game's pull."""
    walls = [action for action, name in names.items() if is_wall(name)]
    steps = [action for action, name in names.items() if not is_wall(name)]
    if walls and (not steps or rng.random() < wall_bias):
        return rng.choice(walls)
    if rng.random() < 0.5:
        return rng.choice(steps)
    return min(steps, key=lambda action: (distance(names[action]), rng.random()))


def is_wall(name):
    return name[-1] in "hv"


def nowhere(_player, _board_size, _square):
    return 0


def to_the_middle(_player, board_size, square):
    """How far a square is from where the pawns meet."""
    column, row = coordinates(square)
    return abs(2 * column - board_size + 1) + abs(2 * row - board_size + 1)


def to_the_goal(player, board_size, square):
    """The distance of a square from a player's goal: the top, the bottom, the right, the left."""
    column, row = coordinates(square)
    return [row, board_size - 1 - row, board_size - 1 - column, column][player]


def coordinates(square):
    return ord(square[0]) - ord("a"), int(square[1:]) - 1


main()
