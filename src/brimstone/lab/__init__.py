"""Batches of games and positions as NumPy arrays: docs/lab.md.

from brimstone import lab
from brimstone.games import find
from brimstone.games.options import set_up

cards = set_up(find("cards"), 4)
for some in lab.play(cards, "random", games=1_000_000, seed=1):
    some.points.mean(axis=0)
for some in lab.positions(cards, ["club", "random", "random", "random"], games=100, seed=1):
    some.view["hand"], some.move, some.won
"""

from __future__ import annotations

from brimstone.lab.batches import Games, Positions, play, positions
from brimstone.lab.policies import Batch, Policy
from brimstone.lab.values import legal_moves, value

__all__ = ["Batch", "Games", "Policy", "Positions", "legal_moves", "play", "positions", "value"]
