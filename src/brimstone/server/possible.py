"""Which entries can come next in a table's log. Whoever adds another has overlooked something, and is told so before it
is committed: it would destroy the game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from brimstone.games.contract import CHANCE
from brimstone.server import entries

if TYPE_CHECKING:
    from brimstone.server.table import Table


class Impossible(Exception):
    """An entry that cannot be the next one."""


def may_decide(table: Table, entry: entries.Played | entries.Sealed) -> bool:
    """Has a seat something to decide, in this way?"""
    sealed = isinstance(entry, entries.Sealed)
    return table.phase == "playing" and entry.seat in table.asked and sealed == table.sealing()


CAN_BE: dict[type, Callable[[Table, Any], bool]] = {
    entries.Opened: lambda table, _: table.n == 0,
    entries.Sat: lambda table, _: table.phase in ("lobby", "playing"),
    entries.Bot: lambda table, _: table.phase == "lobby",
    entries.Begun: lambda table, _: table.phase == "lobby",
    entries.Salted: lambda table, entry: table.phase == "salting" and entry.seat in table.salters(),
    entries.Started: lambda table, _: table.phase == "salting",
    entries.Sealed: may_decide,
    entries.Played: may_decide,
    entries.Bared: lambda table, _: bool(table.seals) and not table.deciders(),
    entries.Drew: lambda table, _: table.phase == "playing" and table.actor == CHANCE,
}


def demand_possible(table: Table, entry: entries.AnyEntry) -> None:
    """Raise Impossible for an entry that cannot come next."""
    can_be = CAN_BE.get(type(entry))
    if can_be is not None and not can_be(table, entry):
        raise Impossible(f"{type(entry).__name__} cannot be entry {table.n + 1} of table {table.id}: {table.phase}")
