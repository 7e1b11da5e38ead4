"""Compile what a command needs, so that it comes from the cache ever after."""

from __future__ import annotations

import gc
import subprocess
import sys

from brimstone.arena.match import play_game
from brimstone.arena.simulate import record
from brimstone.bots import engine
from brimstone.bots import find as find_player
from brimstone.bots.player import LEVELS
from brimstone.games import NAMES, find
from brimstone.games.options import set_up
from brimstone.games.state import ready

PLAYERS = "players of "
LITTLE = 0.02  # effort: enough to go through everything once
SHORT = {"coal": {"rounds": "2"}}  # options of a game in which everything happens soon
SHORTEST = {"coal": {"rounds": "1"}, "dice": {"goal": "1"}, "cards": {"goal": "1"}}


def warm_up(what: str) -> None:
    """Compile all games, each in a process of its own: `games` to be simulated, `records` to be written and read, or
    all `players`; or the `players of` one game."""
    if what.startswith(PLAYERS):
        warm_up_players(what.removeprefix(PLAYERS))
        return
    first, *others = NAMES
    workers = {name: subprocess.Popen([sys.executable, "-m", __name__, what, name]) for name in others}
    warm_up_one(what, first)
    failed = [name for name, worker in workers.items() if worker.wait()]
    if failed:
        raise RuntimeError(f"compiling failed for {', '.join(failed)}: see above")


def warm_up_one(what: str, name: str) -> None:
    """Do once with a game what is to be compiled."""
    if what == "players":
        warm_up_players(name)
        return
    game = find(name)
    played = record(set_up(game, game.seats[-1], simulated=True), 0, 0)
    if what == "records":
        played.written()


def warm_up_players(name: str) -> None:
    """Let masters play a game against each other, and all levels a round at a full table, thinking little."""
    game = find(name)
    few, all_ = game.seats[1], game.seats[-1]
    for seats, options, levels in ((few, SHORT.get(name), LEVELS[-1:]), (all_, SHORTEST[name], LEVELS)):
        setup = set_up(game, seats, options, simulated=True)
        makers = [find_player(game, levels[-1 - seat % len(levels)], LITTLE) for seat in range(seats)]
        play_game(setup, [maker(setup, seat, seat) for seat, maker in enumerate(makers)], 0, 0)
        engine(game).chances(ready(setup), 0, LITTLE)


def warm_up_server() -> None:
    """Load in this process all that a table server plays with, so that no table waits for a compiler."""
    for name in NAMES:
        warm_up_one("records", name)
        warm_up_players(name)


if __name__ == "__main__":
    gc.disable()  # compiling makes much and throws away little
    warm_up_one(*sys.argv[1:])
