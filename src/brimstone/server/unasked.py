"""What happens at a table that nobody has wished for: bots decide, time is up, somebody is away for too long.

Whoever decides so may have looked at an older table, because others write to the log too. Each of these therefore asks
once more whether it is so, of the table as it is when the entries are made, and adds nothing where it is not.
"""

from __future__ import annotations

from collections.abc import Mapping

from brimstone.server import entries, wishes
from brimstone.server.table import OPEN, SUBSTITUTE, Table
from brimstone.server.wishes import Deed


def decide(table: Table, at: int, seat: int, say: str, by: entries.Hand, moves: int) -> Deed:
    """A bot, a substitute or the clock has decided for a seat what there was to decide after so many moves."""
    if len(table.moves) == moves and is_due(table, at, seat, by):
        return by_bot(table, seat, say, by, at)
    return Deed(table, at)


def is_due(table: Table, at: int, seat: int, by: entries.Hand) -> bool:
    """Has a seat something to decide, and this hand to do it?"""
    if table.paused or seat not in table.deciders():
        return False
    chair = table.chairs[seat]
    if by == "clock":
        return not chair.plays and table.watch.due().get(seat, at + 1) <= at
    return chair.hand == by


def by_bot(table: Table, seat: int, say: str, by: entries.Hand, at: int) -> Deed:
    """Somebody who is no guest decides for a seat."""
    deed = Deed(table, at)
    wishes.choose(deed, seat, say, by)
    deed.follow()
    return deed


def step_in(table: Table, at: int, seat: int, guest: int, grace: int = 0) -> Deed:
    """A substitute plays for a guest who is away, once the game has waited for so many milliseconds."""
    deed, chair = Deed(table, at), table.chairs[seat]
    waits = seat in table.deciders() and not table.paused and chair.waited >= grace
    if waits and chair.guest == guest and not chair.plays:
        deed.add(entries.Substitute(seat=seat, level=SUBSTITUTE))
    return deed


def wait(table: Table, at: int, spent: Mapping[int, int]) -> Deed:
    """The game has waited for seats whose owners are away: so many milliseconds more."""
    deed = Deed(table, at)
    for seat, ms in spent.items():
        if table.phase == "playing" and table.chairs[seat].guest:
            deed.add(entries.Waited(seat=seat, ms=ms))
    return deed


def start_without(table: Table, at: int) -> Deed:
    """The salts that are missing have not come in time."""
    deed = Deed(table, at)
    if table.phase == "salting":
        deed.add(entries.Started())
        deed.follow()
    return deed


def wake(table: Table, at: int, left: int = 0) -> Deed:
    """Somebody is here again; when the last one left may not be known."""
    deed = Deed(table, at)
    if table.phase == "playing" and table.watch.since and table.terms.pace != "days" and not table.paused:
        deed.add(entries.Woken(left=left))
    return deed


def desert(table: Table, at: int, age: int = 0) -> Deed:
    """Nobody has been here for so many milliseconds."""
    deed = Deed(table, at)
    if table.phase in OPEN and at - table.at >= age:
        wishes.shut(deed, "deserted")
    return deed
