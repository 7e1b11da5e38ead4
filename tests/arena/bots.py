"""Bots for the tests, good and bad, and small games for them to play."""

from __future__ import annotations

from pathlib import Path

from brimstone.games import find
from brimstone.games.contract import Setup
from brimstone.games.options import set_up

FIRST = "class Bot:\n    def choose(self, view, moves):\n        return moves[0]\n"


def small(name: str, seats: int = 3) -> Setup:
    """A game that is over soon."""
    options = {
        "coal": {"rounds": 3},
        "dice": {"goal": 3},
        "cards": {"hand": 3, "goal": 12},
    }
    return set_up(find(name), seats, options[name])


def bot(folder: Path, body: str, head: str = "", name: str = "bot.py") -> str:
    """A file with a bot whose `choose` does this."""
    file = folder / name
    lines = "\n".join(f"        {line}" for line in body.split("\n"))
    file.write_text(f"{head}\nclass Bot:\n    def choose(self, view, moves):\n{lines}\n")
    return f"{file}:Bot"
