"""Exact endgames: max^n in a known world. Every seat plays the card that is best for itself by the worth of the
standing after the round; of equally good cards, the lowest.
"""

from __future__ import annotations

from brimstone.bots.cards.standing import worth
from brimstone.compiling import put, rule
from brimstone.games.bits import nth
from brimstone.games.cards import DEVILS, TRICK, lay, playable

# A row of `desk.lines`: what the line is worth to seats 0 to 5, and of the trick in which it began:
TRICK_WORTH = 6  # what the table is worth to the asking seat after that trick
TAKER = 7
DEVILS_TAKEN = 8  # by that taker
OWN_DEVILS = 9  # of the asking seat after the round


@rule
def solve(ts, i, trick, asker, desk):
    """Solve the position `ts[i]` into `desk.lines[i]`; the records after it are scratch paper."""
    t = ts[i]
    if t.phase != TRICK:
        slot = worth(t, desk)
        for seat in range(t.seats):
            desk.lines[i, seat] = desk.wins[slot, seat]
        desk.lines[i, OWN_DEVILS] = t.devils[asker]
        return 0
    seat = t.turn + 0
    cards = playable(t, seat)
    first = True
    while cards != 0:
        card = nth(cards, 0)
        cards &= cards - 1
        put(ts, i + 1, ts, i)
        after = ts[i + 1]
        pot = t.pot + DEVILS[card]
        lay(after, card)
        solve(ts, i + 1, trick, asker, desk)
        if t.tricks == trick and (after.tricks != trick or after.phase != TRICK):
            desk.lines[i + 1, TRICK_WORTH] = desk.wins[worth(after, desk), asker]
            desk.lines[i + 1, TAKER] = after.last_taker
            desk.lines[i + 1, DEVILS_TAKEN] = pot
        if first or desk.lines[i + 1, seat] > desk.lines[i, seat]:
            first = False
            for k in range(10):
                desk.lines[i, k] = desk.lines[i + 1, k]
    return 0

