"""A small game of coal, solved by OpenSpiel: how should one bet, and when stop?

    pip install 'brimstone[openspiel]'
    python examples/solve_coal.py [--iterations 50]

Two seats with 20 in the purse, an oven with one devil and two pieces of coal worth 10, one round.
"""

from __future__ import annotations

import argparse
from typing import Any

from brimstone.envs.openspiel import REDUCED  # first: where OpenSpiel is missing, it names what brings it

# isort: split
import pyspiel


def solve(iterations: int) -> tuple[Any, float, dict[str, dict[str, float]]]:
    """The game, how far from equilibrium the solution is, and what it does where it first has a choice."""
    game = pyspiel.load_game(REDUCED["coal"])
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy = solver.tabular_average_policy()
    state, mixes = game.new_initial_state(), {}
    state.apply_action(0)  # the first seat starts
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.legal_actions()[-1])  # coal, not the devil
            continue
        mix = policy.action_probabilities(state)
        mixes[state.information_state_string()] = {state.action_to_string(move): part for move, part in mix.items()}
        state.apply_action(max(mix, key=mix.get))
    return game, pyspiel.exploitability(game, policy), mixes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--iterations", type=int, default=50)
    _, distance, mixes = solve(parser.parse_args().iterations)
    for story, mix in mixes.items():
        print(story.replace("\n", " | "))
        print("   ", ", ".join(f"{words} {part:.0%}" for words, part in mix.items()))
    print(f"exploitability {distance:.4f} of a win")


if __name__ == "__main__":
    main()
