"""The players of cards: the yardstick `thumb`, the engine behind all levels, and what a state is worth."""

from __future__ import annotations

from brimstone.bots import Maker
from brimstone.bots.cards.chances import chances, solved
from brimstone.bots.cards.mind import player
from brimstone.bots.cards.thumb import ThumbPlayer

YARDSTICKS: dict[str, Maker] = {"thumb": ThumbPlayer}

__all__ = ["YARDSTICKS", "chances", "player", "solved"]
