"""The yardstick `thumb`: a rule of thumb for every place in the trick. Fixed for good: every rung is measured by it.

Where the rule leaves two cards, the lower is played.
"""

from __future__ import annotations

from brimstone.bots.player import Choice, Player, Thought
from brimstone.compiling import rule
from brimstone.games.bits import nth
from brimstone.games.cards import DEVILS, Table, playable
from brimstone.games.state import View

FAR = 64  # more than any distance between cards


@rule
def reach_of(t, card):
    """How far a card goes from the lead, by the rule of who takes the trick."""  # T4
    away = abs(card - t.led)
    return away if t.direction == 0 or t.asked >> card & 1 else away + FAR


@rule
def is_safe(t, card):
    """Does somebody already take the trick if this card is laid?"""
    return 8 * reach_of(t, card) < t.best


@rule
def liking(t, card, safe_ones):
    """How much thumb likes a card: the greatest number is played."""
    devils = DEVILS[card]
    if t.laid == 0:
        return FAR * 2 * devils - abs(2 * card - t.hand_size * t.seats - 1)
    away = abs(card - t.led)
    if t.laid == 1:
        return -away
    if safe_ones:
        return FAR * devils + away if is_safe(t, card) else -FAR
    return -FAR * devils + (away if t.laid == t.seats - 1 else -away)


@rule
def thumb(t, seat):
    """The card that a rule of thumb plays; it reads only what the seat's view holds."""
    cards = playable(t, seat)
    safe_ones = False
    if t.laid > 1:
        rest = cards
        while rest != 0:
            safe_ones |= is_safe(t, nth(rest, 0))
            rest &= rest - 1
    best = 0
    most = 0
    while cards != 0:
        card = nth(cards, 0)
        cards &= cards - 1
        liked = liking(t, card, safe_ones)
        if best == 0 or liked > most:
            best = card
            most = liked
    return best


@rule
def thumb_at(ts, i, seat):
    """The same for a batch and an index."""
    return thumb(ts[i], seat)


class ThumbPlayer(Player):
    """Plays by the rule of thumb."""

    def think(self, view: View) -> Thought:
        best = self.choose(view)
        return Thought(tuple(Choice(move, 0.0, float(move == best)) for move in view.moves()))

    def choose(self, view: View) -> int:
        table = Table.batch(1)
        Table.lay(table, 0, view.cells)
        return int(thumb_at(table, 0, view.seat))
