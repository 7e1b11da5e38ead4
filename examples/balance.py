"""Is it fair? Does the starting seat of coal win more often, and what if there were 8 devils instead of 9?

    python examples/balance.py balance.png [--games 20000]

Random players show what the rules alone do; the bars are 95 % intervals.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

from brimstone import lab
from brimstone.games import find
from brimstone.games.options import set_up

SEATS = 4
COAL = "10:9 20:9 25:9 50:7 75:3 100:2"


def shares(devils: int, games: int, seed: int) -> tuple[Any, Any, float]:
    """By place after the starting seat: how often it wins, the half-width of the interval, and the rounds of a game."""
    setup = set_up(find("coal"), SEATS, {"pieces": f"devil:{devils} {COAL}"}, simulated=True)
    first: dict[int, int] = {}  # of each game: who started it
    for some in lab.positions(setup, "random", games, seed, keep=1.0):
        opening = some.ply == 0
        first |= dict(zip(some.game[opening].tolist(), some.view["starter"][opening].tolist(), strict=True))
    won, rounds = np.zeros((games, SEATS)), 0
    for ended in lab.play(setup, "random", games, seed):
        rounds += int(ended.rounds.sum())
        for game, row in zip(ended.game.tolist(), ended.won, strict=True):
            won[game] = np.roll(row, -first[game])
    return won.mean(axis=0), 1.96 * won.std(axis=0) / games**0.5, rounds / games


def draw(file: Path, games: int, seed: int = 1) -> dict[int, tuple[Any, Any, float]]:
    """A picture of the answer, and its numbers by how many devils there are."""
    found = {devils: shares(devils, games, seed) for devils in (9, 8)}
    figure, axes = plt.subplots(figsize=(7, 4))
    places = np.arange(SEATS)
    for k, (devils, (share, error, rounds)) in enumerate(found.items()):
        label = f"{devils} devils, {rounds:.1f} rounds a game"
        axes.bar(places + 0.4 * k - 0.2, share, 0.38, yerr=error, capsize=3, label=label)
    axes.axhline(1 / SEATS, color="black", linewidth=0.8)
    axes.set_xticks(places, ["starts", "second", "third", "fourth"])
    axes.set_ylabel("share of wins")
    axes.set_title(f"coal, {SEATS} random players, {games} games")
    axes.legend(loc="lower right")
    figure.tight_layout()
    figure.savefig(file)
    plt.close(figure)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=20_000)
    asked = parser.parse_args()
    for devils, (share, error, rounds) in draw(asked.file, asked.games).items():
        told = ", ".join(f"{part:.1%} ± {half:.1%}" for part, half in zip(share, error, strict=True))
        print(f"{devils} devils: {told}; {rounds:.2f} rounds a game")


if __name__ == "__main__":
    main()
