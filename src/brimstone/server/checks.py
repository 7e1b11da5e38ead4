"""What a table may be opened with, and what guests may call themselves."""

from __future__ import annotations

from itertools import groupby
from unicodedata import category

from brimstone.games import find
from brimstone.games.contract import BadSetup, UnknownGame
from brimstone.games.options import set_up
from brimstone.record import checked_name
from brimstone.server import entries
from brimstone.server.messages import Refused

MOST_CLOCK = 60 * 60 * 24 * 14  # seconds for one decision
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # nobody sees these, though they pass for letters
MOST_MARKS = 4  # on one letter: more would cover the lines above and below


def checked_guest_name(name: str) -> str:
    """A guest's name, if it can stand in a record and on a screen."""
    try:
        name = checked_name(name)
    except BadSetup as bad:
        raise Refused("bad_name", reason=bad.reason) from None
    if BLANK & {*name} or not marks_stand_on_letters(name):
        raise Refused("bad_name", reason="a name has no invisible characters and no piles of marks")
    return name


def marks_stand_on_letters(name: str) -> bool:
    """Do accents and the like have something to stand on, which can carry them?"""
    runs = [(marks, len([*run])) for marks, run in groupby(name, lambda each: category(each).startswith("M"))]
    return not runs[0][0] and all(length <= MOST_MARKS for marks, length in runs if marks)


def checked_terms(terms: entries.Terms) -> entries.Terms:
    """Terms that can be played; raises Refused."""
    try:
        set_up(find(terms.game), terms.seats, terms.options)
    except UnknownGame as unknown:
        raise Refused("bad_setup", reason=str(unknown)) from None
    except BadSetup as bad:
        raise Refused("bad_setup", bad.paragraph, bad.allowed, reason=bad.reason, option=bad.option) from None
    if terms.clock and not (1 <= terms.clock.move <= MOST_CLOCK and 0 <= terms.clock.bank <= MOST_CLOCK):
        raise Refused("bad_setup", reason=f"a clock has 1 to {MOST_CLOCK} seconds a move, and a bank of up to as many")
    return terms
