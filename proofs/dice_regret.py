"""Rung 4 of dice: how far a solved round is from equilibrium, over several first rounds, played for points.

    python proofs/dice_regret.py [--rounds 6] [--seats 3 4 5 6]

The distance is what all seats together could gain by each changing its claims alone, exactly. Time is that of one core
and counts from laying the round out.
"""

from __future__ import annotations

import argparse

import numpy as np

from brimstone.bots.dice.exploit import distances

SECONDS = (0.5, 5.0)
AIMS = {3: (0.1, 0.05), 4: (0.1, 0.05), 5: (0.3, 0.05), 6: (0.3, 0.05)}  # points, after each of SECONDS


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--seats", type=int, nargs="*", default=list(AIMS))
    asked = parser.parse_args()
    missed = 0
    for seats in asked.seats:
        far = np.array([[d for _, d in distances(seats, seed, SECONDS)] for seed in range(1, asked.rounds + 1)])
        for second, aim, found in zip(SECONDS, AIMS[seats], far.T, strict=True):
            reached = float(found.max()) <= aim
            missed += not reached
            print(
                f"dice   {seats} seats, {len(found)} rounds, {second} s: {found.mean():.4f} points from equilibrium on"
                f" average, {found.max():.4f} at most; aim {aim}: {'reached' if reached else 'NOT reached'}",
                flush=True,
            )
    return min(missed, 1)


if __name__ == "__main__":
    raise SystemExit(main())
