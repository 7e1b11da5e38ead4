"""How well and with what taste: levels are the same mind with human limits, tastes lean on what is nearly as good."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from brimstone.games.cards import DEVILS


class Level(NamedTuple):
    """The limits of a mind."""

    worlds: int  # imagined for a move, in a match
    candidates: int  # dealt for each of them, to pick by how likely the plays were; 1: plays are not weighed
    memory: float  # the chance to remember a card of earlier tricks
    warmth: float  # devils: how much worse a card may be and still tempt
    counts_match: bool  # plays for the match, not only against devils, and no card that another beats in every line
    studies: bool  # learns how the others play


LEVELS = {
    "child": Level(4, 1, 0.0, 2.0, False, False),
    "casual": Level(8, 1, 0.4, 0.93, False, False),
    "club": Level(16, 1, 0.9, 0.65, True, False),
    "expert": Level(64, 1, 1.0, 0.46, True, False),
    "master": Level(200, 8, 1.0, 0.0, True, True),
}
# The weight of a taste, in devils
LEAN = {"plain": 0.0, "gambler": 0.17, "accountant": 0.25, "spoiler": 0.7, "friend": 0.47}
MIDDLE = 27.5  # of the deck


class Weighed(NamedTuple):
    """What the search found, by card: means over the worlds."""

    cards: Sequence[int]
    value: Any  # chance to win the match
    error: Any
    own: Any  # devils after the round
    by_seat: Any  # devils each seat takes in this trick: card, seat
    slope: float  # winning chance that a devil costs
    dominated: Any  # another card is as good in every line and better in some


def leaning(taste: str, found: Weighed, seat: int, devils: Sequence[int], led: int) -> Any:
    """What a taste adds to each card, in devils: the gambler keeps devils back, the accountant gets rid of them, the
    spoiler wants them taken by whoever has fewest, the friend stays close to the card led, and leads from the middle.
    """
    cards = np.array(found.cards)
    shown = np.array([float(DEVILS[card]) for card in found.cards])
    others = [other for other in range(len(devils)) if other != seat]
    likes = {
        "plain": np.zeros(len(shown)),
        "gambler": -shown,
        "accountant": shown,
        "spoiler": found.by_seat[:, min(others, key=lambda other: devils[other])],
        "friend": -np.abs(cards - (led or MIDDLE)) / 10,
    }
    return LEAN[taste] * likes[taste]


def shares(level: Level, found: Weighed, lean: Any) -> Any:
    """How often each card is played."""
    merit = (found.value / found.slope if level.counts_match else -found.own) + lean
    if level.counts_match:
        merit = np.where(found.dominated, -np.inf, merit)
    behind = merit.max() - merit
    if level.warmth == 0:
        return np.eye(len(merit))[int(behind.argmin())]
    weight = np.exp(-behind / level.warmth)
    return weight / weight.sum()


def dominated(values: Any) -> Any:
    """Which columns another one beats: never below it, and somewhere above it."""
    ahead = values[:, :, None] - values[:, None, :]
    return ((ahead >= 0).all(axis=0) & (ahead > 0).any(axis=0)).any(axis=0)
