"""Tastes: small likings, in chances to win, that tip the scales between moves of nearly the same worth."""

from __future__ import annotations

from typing import Any

import numpy as np

from brimstone.games.dice import CLAIM_AT, NO_SWAP, STEAL_FROM, SWAP_WITH, TRADE_WITH
from brimstone.games.state import View

LIKING = 0.012


def points(view: View, seat: int) -> int:
    """The points of a seat now."""
    return sum(count * worth + count // 3 * 3 for count, worth in zip(view["items"][seat], view["value"], strict=True))


def leader(view: View, seat: int) -> int:
    """Of the others the one with most points."""
    return max((other for other in range(view["seats"]) if other != seat), key=lambda other: points(view, other))


def claim_bonus(view: View, seat: int, taste: str, where: list[int]) -> Any:
    """What a taste adds to each claim."""
    rivals = np.array([sum(place == taken for taken in view["claim"]) for place in where])
    if taste == "gambler":
        worth = np.array([view["value"][view["open"][place]] for place in where])
        return LIKING * (np.minimum(rivals, 1) + 0.5 * (worth - 1))
    if taste == "accountant":
        return -0.5 * LIKING * rivals + LIKING * (rivals == 0)
    if taste == "spoiler":
        first = leader(view, seat)
        theirs = view["items"][first]
        spoils = np.array([theirs[view["open"][place]] % 3 == 2 for place in where])
        meets = np.array([view["claim"][first] == place for place in where])
        return LIKING * (1.0 * meets + 0.5 * spoils)
    if taste == "friend":
        return -LIKING * np.minimum(rivals, 2)
    return np.zeros(len(where))


def deed_bonus(view: View, seat: int, taste: str, moves: list[int]) -> Any:
    """What a taste adds to each decision after the claims."""
    bonus = np.zeros(len(moves))
    first = leader(view, seat)
    for k, move in enumerate(moves):
        victim = victim_of(move)
        if victim is None:
            continue
        if taste == "spoiler":
            bonus[k] = LIKING * (victim == first)
            if STEAL_FROM <= move < TRADE_WITH:
                bonus[k] += LIKING * (view["items"][victim][move & 15] % 3 == 0)
        elif taste == "friend":
            bonus[k] = -LIKING
    return bonus


def victim_of(move: int) -> int | None:
    """Whom a move after a battle is made against."""
    if move >= TRADE_WITH:
        return (move - TRADE_WITH) >> 8
    if move >= STEAL_FROM:
        return (move - STEAL_FROM) >> 4
    if move >= SWAP_WITH:
        return move - SWAP_WITH
    assert CLAIM_AT <= move <= NO_SWAP
    return None
