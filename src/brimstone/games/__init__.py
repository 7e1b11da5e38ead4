"""The games and where to find them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from brimstone.games.contract import Game

NAMES = ("coal", "dice", "cards")


def find(name: str) -> Game:
    """The game of this name."""
    from brimstone.games.contract import UnknownGame

    if name not in NAMES:
        raise UnknownGame(f"There is no game {name!r}. Games: {', '.join(NAMES)}.")
    found: Game = import_module(f"brimstone.games.{name}_words").GAME
    return found
