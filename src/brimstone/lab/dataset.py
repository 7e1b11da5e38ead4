"""The published data set, made again by one command: decisions of the rule of thumb, four seats, seed 1.

    python -m brimstone.lab.dataset FOLDER [--games 200]

A Parquet file for each game. Each line printed has the rows and their fingerprint; with 200 games they must be those of
docs/lab.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from brimstone.games import NAMES, find
from brimstone.games.options import set_up
from brimstone.lab.batches import positions
from brimstone.lab.parquet import write

SEATS, GAMES, SEED, PLAYER = 4, 200, 1, "thumb"


def make(folder: Path, games: int = GAMES) -> Iterator[tuple[str, int, str]]:
    """Write the files; yields each one's name, how many rows it has, and their fingerprint."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in NAMES:
        setup = set_up(find(name), SEATS, simulated=True)
        file = folder / f"{name}.parquet"
        rows, digest = write(
            file, setup, positions(setup, PLAYER, games, SEED), seed=SEED, games=games, players=[PLAYER], keep=1.0
        )
        yield file.name, rows, digest


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=GAMES)
    asked = parser.parse_args()
    for name, rows, digest in make(asked.folder, asked.games):
        print(f"{name:<16}{rows:>9} rows  {digest}", flush=True)


if __name__ == "__main__":
    main()
