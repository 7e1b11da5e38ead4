"""The players of coal: fixed yardsticks, and one mind behind all levels and tastes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brimstone.bots.coal.mind import Mind
from brimstone.bots.coal.outlook import chances
from brimstone.bots.coal.yardsticks import Naive, Thumb
from brimstone.bots.player import Manner, Player
from brimstone.games.contract import Setup

if TYPE_CHECKING:
    from brimstone.bots import Maker

__all__ = ["YARDSTICKS", "chances", "player"]

YARDSTICKS: dict[str, Maker] = {"naive": Naive, "thumb": Thumb}


def player(setup: Setup, seat: int, seed: int, manner: Manner) -> Player:
    """A level with a taste."""
    return Mind(setup, seat, seed, manner)
