"""How runs end: for each goal on a grid of coal, the chance to land in each cell of the grid before a devil comes.

Within a turn the devils do not change, so the chance of one depends only on how many pieces have been drawn; the
numbers are drawn as if put back, which is close. The grid's cells are as wide as a step of money, or wider where the
numbers are large.
"""

from __future__ import annotations

import numpy as np

from brimstone.bots.coal.yardsticks import coal_left, theta, whole
from brimstone.compiling import rule
from brimstone.games.coal import DEVIL, STEP

CELLS = 40
FINE = 2 * CELLS  # half cells, for the runs on their way
BURN = CELLS  # the goal nobody reaches
COIN = CELLS + 1  # stop at every piece with chance 1/2
GOALS = CELLS + 2
DEEPEST = 14  # pieces of a run


@rule
def cell_width(t):
    """Money to a cell."""
    largest = 0
    for kind in range(1, whole(t.kinds)):
        if t.left[kind] > 0:
            largest = max(largest, int(t.value[kind]))
    return STEP * max(1, -(-(2 * theta(t) + largest) // (STEP * CELLS)))


@rule
def cell_of(amount, width):
    """The cell in which an amount lies."""
    return min(CELLS - 1, int(amount) // width)


@rule
def goal_of(amount, width):
    """The least goal that is as high as an amount."""
    return min(CELLS - 1, -(-int(amount) // width))


@rule
def fill_runs(t, devils, pieces, width, land):
    """land[goal][cell]: the chance that a seat drawing up to `goal` keeps a run in `cell`; `t` has the mix of coal."""
    alive = np.zeros((DEEPEST + 1, FINE))
    for goal in range(GOALS):
        for cell in range(CELLS):
            land[goal, cell] = 0.0
    coals = 0.0
    for kind in range(1, whole(t.kinds)):
        coals += t.left[kind]
    if coals == 0 or pieces < 1:
        return
    alive[0, 0] = 1.0
    half = width / 2
    luck = 1.0
    for k in range(DEEPEST):
        room = pieces - k
        safe = 1.0 - devils / room if room > max(devils, 0.5) else 0.0
        luck *= 0.5
        for s in range(FINE):
            here = alive[k, s] * safe
            if here < 1e-9:
                continue
            for kind in range(1, whole(t.kinds)):
                if t.left[kind] == 0:
                    continue
                flow = here * t.left[kind] / coals
                end = min(FINE - 1, s + max(1, int(t.value[kind] / half + 0.5)))
                alive[k + 1, end] += flow
                cell = end // 2
                if k == 0:
                    land[0, cell] += flow
                for goal in range(s // 2 + 1, cell + 1):
                    land[goal, cell] += flow
                land[COIN, cell] += flow * luck


@rule
def usual_turn(t):
    """Pieces that a turn takes out of the oven, roughly: as many as make θ, or fewer where a devil comes."""
    coals = t.pieces_left - t.left[DEVIL]
    if coals <= 0:
        return 1.0
    full = theta(t) / (coal_left(t) / coals) if coal_left(t) > 0 else 1.0
    return max(1.0, min(0.8 * full, t.pieces_left / (t.left[DEVIL] + 1.0)))


@rule
def fill_turns(t, devils, pieces, turns, width, lands):
    """The runs of the next `turns` seats, the oven getting emptier in proportion."""
    used = usual_turn(t)
    left = pieces
    for turn in range(turns):
        share = left / pieces if pieces > 0 else 0.0
        fill_runs(t, devils * share, left, width, lands[turn])
        left = max(0.0, left - used)
