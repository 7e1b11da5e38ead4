"""How fast batches are, four seats, all cores: `python -m benchmarks.lab [--games 4000]`."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

from brimstone import lab
from brimstone.games import NAMES, find
from brimstone.games.options import set_up


def lowest(batch: lab.Batch) -> Any:
    return batch.moves[:, 0]


def rate(work: Callable[[int], int], games: int) -> float:
    """Of what `work` counts, a second; once before, so that everything is compiled."""
    work(8)
    begun = time.perf_counter()
    return work(games) / (time.perf_counter() - begun)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4000)
    games = parser.parse_args().games
    for name in NAMES:
        setup = set_up(find(name), 4, simulated=True)
        mixed: list[lab.Policy] = [lowest, "random", "random", "random"]

        def played(n: int, setup: Any = setup) -> int:
            return sum(int(some.decisions.sum() + some.outcomes.sum()) for some in lab.play(setup, "random", n, 1))

        def kept(n: int, setup: Any = setup) -> int:
            return sum(map(len, lab.positions(setup, "random", n, 1)))

        def asked(n: int, setup: Any = setup, mixed: Any = mixed) -> int:
            return sum(int(some.decisions.sum()) for some in lab.play(setup, mixed, n, 1))

        print(
            f"{name:<6}{rate(played, games) / 1e6:7.2f} M moves/s played"
            f"{rate(kept, games) / 1e6:7.2f} M positions/s kept with their views"
            f"{rate(asked, games) / 1e6:7.2f} M decisions/s, one seat of four by a function",
            flush=True,
        )


if __name__ == "__main__":
    main()
