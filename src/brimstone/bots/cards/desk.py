"""What the compiled search works with: weights, scratch paper and a memory of standings, in one tuple."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

FEATURES = 24
HIDDEN = 16
ROLES = 3  # leads, is second, comes later
STANDING_FEATURES = 10
STANDING_HIDDEN = 12
KEPT = 4096  # standings in memory
GOOD, THUMB, ANY = range(3)  # how a simulated seat plays: by the policy, by thumb, anything


class Desk(NamedTuple):
    """The search's weights and scratch paper; one for each thread of thought."""

    net: Any  # the policy's weights for this number of seats: role, feature or output, hidden
    rates: Any  # the standing's weights; empty: a standing is worth minus its devils
    x: Any  # features of each playable card
    cards: Any  # the playable cards
    p: Any  # how likely each is played
    hidden: Any  # one row of hidden values
    luck: Any  # random fractions for a playout, by trick and seat
    kinds: Any  # how each seat plays in playouts
    vec: Any  # a standing: devils by seat
    marks: Any  # of standings: the softmax before it is one
    sx: Any  # features of a standing
    keys: Any  # standings in memory
    wins: Any  # and what they are worth to each seat
    lines: Any  # results of the endgame search, by depth


def new_desk(net: Any, rates: Any) -> Desk:
    """A desk with empty memory."""
    return Desk(
        net=np.ascontiguousarray(net, np.float32),
        rates=np.ascontiguousarray(rates, np.float64),
        x=np.zeros((9, FEATURES), np.float32),
        cards=np.zeros(9, np.int64),
        p=np.zeros(9),
        hidden=np.zeros(HIDDEN, np.float32),
        luck=np.zeros((9, 6)),
        kinds=np.zeros(6, np.int64),
        vec=np.zeros(6, np.int64),
        marks=np.zeros(6),
        sx=np.zeros(STANDING_FEATURES),
        keys=np.zeros(KEPT, np.int64),
        wins=np.zeros((KEPT, 6)),
        lines=np.zeros((64, 10)),
    )
