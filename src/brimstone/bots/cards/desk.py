"""What the compiled search works with: weights, scratch paper and a memory of standings, in one record."""

from __future__ import annotations

from typing import Any

import numpy as np

from brimstone.compiling import Number, i64, struct

FEATURES = 24
HIDDEN = 8
ROLES = 3  # leads, is second, comes later
STANDING_FEATURES = 10
STANDING_HIDDEN = 12
KEPT = 4096  # standings in memory
DEPTH = 64  # of the endgame search: more than all cards of a round
GOOD, THUMB, ANY = range(3)  # how a simulated seat plays: by the policy, by thumb, anything

f32, f64 = Number("f4"), Number("f8")


@struct
class Desk:
    """The search's weights and scratch paper; one for each thread of thought, and for one goal."""

    net: f32[ROLES, FEATURES + 1, HIDDEN]  # the policy's weights for this number of seats; the last row is the output
    rates: f64[STANDING_FEATURES + 1, STANDING_HIDDEN]  # the standing's weights; the last row is the output
    devils_only: i64  # 1: a standing is worth minus its devils
    x: f32[9, FEATURES]  # features of each playable card
    cards: i64[9]  # the playable cards
    p: f64[9]  # how likely each is played
    luck: f64[9, 6]  # random fractions for a playout, by trick and seat
    kinds: i64[6]  # how each seat plays in playouts
    vec: i64[6]  # a standing: devils by seat
    marks: f64[6]  # of a standing's seats, before they are chances
    sx: f64[STANDING_FEATURES]  # features of a standing
    keys: i64[KEPT]  # standings in memory
    wins: f64[KEPT, 6]  # and what they are worth to each seat
    lines: f64[DEPTH, 10]  # results of the endgame search, by depth
    left: i64[DEPTH]  # cards it has not tried yet
    fresh: i64[DEPTH]  # 1 until it has tried one


def new_desk(net: Any, rates: Any = None) -> Any:
    """A desk with empty memory, as a batch of one; without rates, only devils count."""
    desks = Desk.batch(1)
    desks["net"][0] = net
    if rates is None:
        desks["devils_only"][0] = 1
    else:
        desks["rates"][0] = rates
    return desks


def lines_of(desks: Any) -> Any:
    """The results of the endgame search, by depth."""
    return np.asarray(desks["lines"][0])
