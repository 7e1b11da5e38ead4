"""Compile what a command needs, so that it comes from the cache ever after."""

from __future__ import annotations

import gc
import subprocess
import sys

from brimstone.arena.simulate import record
from brimstone.games import NAMES, find
from brimstone.games.options import set_up


def warm_up(what: str) -> None:
    """Compile all games, each in a process of its own: `games` to be simulated, or `records` to be written and read."""
    first, *others = NAMES
    workers = {name: subprocess.Popen([sys.executable, "-m", __name__, what, name]) for name in others}
    warm_up_one(what, first)
    failed = [name for name, worker in workers.items() if worker.wait()]
    if failed:
        raise RuntimeError(f"compiling failed for {', '.join(failed)}: see above")


def warm_up_one(what: str, name: str) -> None:
    """Do once with a game what is to be compiled."""
    game = find(name)
    played = record(set_up(game, game.seats[-1], simulated=True), 0, 0)
    if what == "records":
        played.written()


if __name__ == "__main__":
    gc.disable()  # compiling makes much and throws away little
    warm_up_one(*sys.argv[1:])
