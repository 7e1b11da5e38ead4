"""Who sits where: every player in every seat equally often, with the same chance for all line-ups of a deal.

Two players: the first alone among copies of the second. Three or more: everybody equally often at each table as far as
the seats go round, and the seats left over go to every choice of players in turn. Every line-up is played in all its
rotations. The order around the table changes from deal to deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from brimstone.chance import Draws

Lineup = tuple[int, ...]  # the number of the player in each seat


def companies(players: int, seats: int) -> list[list[int]]:
    """Who comes together at a table, a player as often as it is named."""
    if players == 2:
        return [[0] + [1] * (seats - 1)]
    everybody = [player for player in range(players) for _ in range(seats // players)]
    return [[*everybody, *more] for more in combinations(range(players), seats % players)]


def games_of(players: int, seats: int) -> int:
    """How many games each deal is played in."""
    return len(companies(players, seats)) * seats


def lineups(players: int, seats: int, deal: int) -> list[Lineup]:
    """All line-ups that this deal is played with."""
    draws = Draws(0, deal)
    return [rotation for company in companies(players, seats) for rotation in rotations(shuffled(company, draws))]


def shuffled(company: Sequence[int], draws: Draws) -> list[int]:
    order = list(company)
    for k in range(len(order) - 1, 0, -1):
        j = draws.below(k + 1)
        order[k], order[j] = order[j], order[k]
    return order


def rotations(order: Sequence[int]) -> list[Lineup]:
    return [(*order[k:], *order[:k]) for k in range(len(order))]
