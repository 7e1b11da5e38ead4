"""What money is worth between two rounds: each seat's chance to win the game, by a small network learnt from play.

Every seat gets a score from its own purse and the others' in order of size; the chances are the scores' softmax, so
they sum to 1, and seats in equal positions have equal chances. There is one network for each number of seats.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from brimstone.bots.coal.yardsticks import whole
from brimstone.compiling import rule
from brimstone.games.coal import MOST_FIELDS, MOST_SEATS, position

INPUTS, FIRST, SECOND = 12, 24, 12
SIZE = INPUTS * FIRST + FIRST + FIRST * SECOND + SECOND + SECOND
PURSE = 0.1  # of the target: about the stake of a usual bet

FILE = Path(__file__).parent / "values.npz"


@cache
def learnt() -> dict[str, Any]:
    """The shipped weights by name."""
    with np.load(FILE) as file:
        return {name: file[name].astype(np.float64) for name in file.files}


@cache
def weights(seats: int) -> Any:
    """The network for this many seats."""
    return np.ascontiguousarray(learnt()["worth"][seats - 2])


@rule
def pacts(t, money, out):
    """Who will have a pact, by this money."""  # C10
    hindmost = 2 * MOST_FIELDS
    there = 0
    for seat in range(whole(t.seats)):
        out[seat] = position(t, money[seat])
        if out[seat] < hindmost:
            hindmost = out[seat]
            there = 0
        if out[seat] == hindmost:
            there += 1
    for seat in range(whole(t.seats)):
        alone = out[seat] == hindmost and there == 1
        out[seat] = 1.0 if alone or out[seat] == 0 else 0.0


@rule
def inputs(t, money, pact, order, starter, seat, x):
    """What the network sees of a seat; `order` has the seats from the richest down."""
    n = whole(t.seats)
    scale = 1.0 / t.target
    own = money[seat] * scale
    x[0] = own
    x[1] = min(own / PURSE, 1.0)
    x[2] = pact[seat]
    x[3] = ((seat + n - starter) % n) / (n - 1)
    k = 4
    others = 0.0
    for place in range(n):
        other = order[place]
        if other != seat:
            x[k] = money[other] * scale
            k += 1
            others += pact[other]
    while k < 9:
        x[k] = 0.0
        k += 1
    x[9] = others
    x[10] = own * own
    x[11] = x[4] * x[4]


@rule
def soft(a):
    """A bend that is cheap: from -1 to 1."""
    return a / (1.0 + abs(a))


@rule
def score(x, w, first, second):
    """The network's answer for the inputs `x`."""
    at = INPUTS * FIRST
    for h in range(FIRST):
        first[h] = w[at + h]
    for k in range(INPUTS):
        for h in range(FIRST):
            first[h] += x[k] * w[k * FIRST + h]
    at += FIRST
    for h in range(SECOND):
        second[h] = w[at + FIRST * SECOND + h]
    for k in range(FIRST):
        bent = soft(first[k])
        for h in range(SECOND):
            second[h] += bent * w[at + k * SECOND + h]
    at += FIRST * SECOND + SECOND
    total = 0.0
    for h in range(SECOND):
        total += soft(second[h]) * w[at + h]
    return total


@rule
def worth(t, money, starter, w, out):
    """Each seat's chance to win before a round that `starter` begins."""
    n = whole(t.seats)
    pact = np.empty(MOST_SEATS)
    order = np.empty(MOST_SEATS, np.int64)
    x = np.empty(INPUTS)
    first = np.empty(FIRST)
    second = np.empty(SECOND)
    pacts(t, money, pact)
    for seat in range(n):
        at = seat
        while at > 0 and money[order[at - 1]] < money[seat]:
            order[at] = order[at - 1]
            at -= 1
        order[at] = seat
    most = -1e300
    for seat in range(n):
        inputs(t, money, pact, order, starter, seat, x)
        out[seat] = score(x, w, first, second)
        most = max(most, out[seat])
    total = 0.0
    for seat in range(n):
        out[seat] = np.exp(out[seat] - most)
        total += out[seat]
    for seat in range(n):
        out[seat] /= total


@rule
def won(t, money, out):
    """Shares of the win by money, ties in parts."""  # C13
    most = 0.0
    winners = 0
    for seat in range(whole(t.seats)):
        most = max(most, money[seat])
    for seat in range(whole(t.seats)):
        if money[seat] == most:
            winners += 1
    for seat in range(whole(t.seats)):
        out[seat] = 1.0 / winners if money[seat] == most else 0.0


def chips(worth_of_one: float) -> Any:
    """Weights under which money itself is what counts, not the chance to win."""
    return np.array([worth_of_one])


@rule
def after_round(t, money, w, out):
    """Each seat's chance to win when a round has ended with this money; by `chips`, a half and its money's worth."""
    if len(w) == 1:
        for seat in range(whole(t.seats)):
            out[seat] = 0.5 + w[0] * money[seat]
        return
    richest = 0.0
    for seat in range(whole(t.seats)):
        richest = max(richest, money[seat])
    if richest >= t.target or t.round == t.rounds:
        won(t, money, out)
    else:
        worth(t, money, (whole(t.starter) + 1) % whole(t.seats), w, out)
