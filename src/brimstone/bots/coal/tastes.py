"""Tastes: which of several moves that are nearly as good a player takes, so that a watcher may know it by them.

The gambler stakes high and runs far. The accountant stakes round sums and stops early. The spoiler outbids the richest
of the others by the least there is, and draws or stops to its harm. The friend stakes what the poorest of the others
staked before, and draws or stops to its good.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from brimstone.games.coal import BET, DRAW_ON, STAKE, STEP
from brimstone.games.state import View

ROUND = 50  # the accountant's sums are multiples of it
BET_SLACK, DRAW_SLACK = 0.008, 0.004  # chance to win that a taste gives away at most, by what it thinks


def companion(view: View, seat: int, taste: str) -> int:
    """The seat that a spoiler or friend has in mind: the richest of the others, or the poorest."""
    money = [m + max(0, b) for m, b in zip(view["money"], view["bet"], strict=True)]
    others = [other for other in range(view.setup.seats) if other != seat]
    return (max if taste == "spoiler" else min)(others, key=lambda other: money[other])


def wishes(view: View, seat: int, taste: str, stakes: list[int]) -> list[int]:
    """Stakes that a taste would like to make, given those that anybody would think of."""
    if taste == "accountant":
        return [stake // ROUND * ROUND for stake in stakes if stake >= ROUND]
    if taste in ("spoiler", "friend"):
        before = view["last_bet"][companion(view, seat, taste)]
        return [before + (STEP if taste == "spoiler" else 0)] if before > 0 else []
    return []


def liking(view: View, seat: int, taste: str, usual: int, moves: list[int], rows: Any) -> Any:
    """How much a taste likes each move, 0 for not at all; the more liked one goes before."""
    if view["phase"] == BET:
        stakes = [(move - STAKE) * STEP for move in moves]
        if taste == "gambler":
            return np.array([float(stake) if stake > usual else 0.0 for stake in stakes])
        return np.isin(stakes, wishes(view, seat, taste, stakes)).astype(float)
    if taste in ("spoiler", "friend"):
        chances = rows[:, companion(view, seat, taste)]
        return 1.0 - chances if taste == "spoiler" else chances.copy()
    return np.array([float((move == DRAW_ON) == (taste == "gambler")) for move in moves])


def slack(view: View) -> float:
    return BET_SLACK if view["phase"] == BET else DRAW_SLACK
