"""Compile everything a person will need, so that it comes from the cache ever after."""

from __future__ import annotations

import subprocess
import sys

from brimstone.arena.simulate import record
from brimstone.bots.random import pick
from brimstone.chance import Draws
from brimstone.games import NAMES, find
from brimstone.games.options import set_up
from brimstone.games.state import ready


def warm_up() -> None:
    """Compile all games, each in a process of its own."""
    workers = [subprocess.Popen([sys.executable, "-m", __name__, name]) for name in NAMES]
    failed = [name for name, worker in zip(NAMES, workers, strict=True) if worker.wait()]
    if failed:
        raise RuntimeError(f"compiling failed for {', '.join(failed)}: see above")


def warm_up_one(name: str) -> None:
    """Use every compiled function of a game once."""
    setup = set_up(find(name), find(name).seats[-1], simulated=True)
    state, draws = ready(setup), Draws(0)
    for move in record(setup, 0, 0).moves:
        if state.waiting:
            pick(state.view(state.actor), draws)
            state.legal(state.actor)
        else:
            state.draw(draws)
            state.odds()
        state.play(move)
    state.view(0).imagine(draws)
    if state.result() is None:
        raise RuntimeError(f"a whole game of {name} has no result")


if __name__ == "__main__":
    warm_up_one(sys.argv[1])
