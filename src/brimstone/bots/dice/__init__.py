"""Players of Dice Devils: `thumb`, and one mind at five levels with five tastes."""

from __future__ import annotations

from collections.abc import Callable

from brimstone.bots.dice.judge import chances
from brimstone.bots.dice.mind import player
from brimstone.bots.dice.thumb import Thumb
from brimstone.bots.player import Player
from brimstone.games.contract import Setup

YARDSTICKS: dict[str, Callable[[Setup, int, int], Player]] = {"thumb": Thumb}

__all__ = ["YARDSTICKS", "chances", "player"]
