"""Our random games beside OpenSpiel's, on one core in the same run: decisions a second against decisions a second.

OpenSpiel plays whole random games in C++ inside one call: a tree search of a single visit, whose evaluator rolls the
game out at random many times. Its Python API steps move by move.
"""

from __future__ import annotations

import argparse
import json
import random

import pyspiel

from brimstone.bench import best_time, measured

PEERS = {"hearts": "hearts", "pig": "pig"}
RIVAL = {"coal": "pig", "dice": "pig", "cards": "hearts"}  # the nearest in kind


def play_in_python(game: pyspiel.Game, games: int, seed: int) -> tuple[int, int]:
    """Random games through the Python API: decisions, and decisions and outcomes."""
    rng = random.Random(seed)
    decisions = outcomes = 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes += 1
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, weights)[0])
            else:
                decisions += 1
                state.apply_action(rng.choice(state.legal_actions()))
    return decisions, decisions + outcomes


def first_decision(game: pyspiel.Game, seed: int) -> pyspiel.State:
    """The state in which the first decision is made, the cards dealt."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    while state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(actions, weights)[0])
    return state


def rates(name: str) -> dict[str, float]:
    """Decisions a second of an OpenSpiel game, in C++ and through Python."""
    game = pyspiel.load_game(name)
    games, rollouts = 100, 2000
    decisions, _ = play_in_python(game, games, 1)
    in_python = best_time(lambda: play_in_python(game, games, 1))
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
    search = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 10, False, 1, False)
    start = first_decision(game, 1)
    in_cpp = best_time(lambda: search.mcts_search(start))
    return {
        "decisions_per_s": decisions / games * rollouts / in_cpp,
        "python_decisions_per_s": decisions / in_python,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    ours = measured()
    theirs = {name: rates(name) for name in PEERS}
    ratios = {name: ours[name]["decisions_per_s"] / theirs[rival]["decisions_per_s"] for name, rival in RIVAL.items()}
    if arguments.json:
        print(json.dumps({"brimstone": ours, "open_spiel": theirs, "ratios": ratios}))
        return
    print("decisions a second in random whole games, one core, same run")
    for name, rate in theirs.items():
        print(
            f"  OpenSpiel {name:<7} C++ {rate['decisions_per_s'] / 1e6:6.2f} M"
            f"   Python API {rate['python_decisions_per_s'] / 1e3:6.1f} k"
        )
    for name, rival in RIVAL.items():
        print(f"  ours      {name:<7}     {ours[name]['decisions_per_s'] / 1e6:6.2f} M   {ratios[name]:5.1f} x {rival}")


if __name__ == "__main__":
    main()
