"""The example that learns cards by itself: does it beat `casual`, one seat against three?

    python proofs/ppo.py [--updates 40] [--games 400] [--seed 1]

Equal players would win a quarter; shown where the lower bound of the 95 % interval is above that. Written up in
docs/lab.md.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from examples.ppo import SEATS, match, train


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--updates", type=int, default=40)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    found = match(train(asked.updates, asked.seed), "casual", asked.games, asked.seed)
    span = f"{found.win_share:.1%} ({found.low:.1%} to {found.high:.1%})"
    print(f"ppo vs {SEATS - 1} casual: wins {span}, {found.games} games")
    return int(found.low <= 1 / SEATS)


if __name__ == "__main__":
    raise SystemExit(main())
