"""Prints the perft of OpenSpiel's Quoridor to a depth, and the time of the fastest of five runs.

    perft.py DEPTH
"""

import json
import sys
import time

import pyspiel


def perft(state, depth):
    # One call per move: `child` clones and applies. The last move is counted, not made. A finished
    # game has no legal actions.
    if depth == 1:
        return len(state.legal_actions())
    return sum(perft(state.child(action), depth - 1) for action in state.legal_actions())


def main():
    depth = int(sys.argv[1])
    state = pyspiel.load_game("quoridor(players=2,board_size=9,wall_count=10)").new_initial_state()
    times = []
    for _ in range(5):
        begin = time.perf_counter()
        nodes = perft(state, depth)
        times.append(time.perf_counter() - begin)
    print(json.dumps({"nodes": nodes, "seconds": min(times)}))


main()
