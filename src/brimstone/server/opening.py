"""Opening a table: who sits where from the first moment on, lessons, and games that go on from another's middle."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from brimstone.fair import new_secret
from brimstone.games.contract import OVER
from brimstone.games.state import ready
from brimstone.record import Record
from brimstone.server import entries, messages, wishes
from brimstone.server.messages import Refused
from brimstone.server.wishes import Deed

LESSONS = hashlib.sha256(b"brimstone lesson").hexdigest()  # the secret of all lessons, which is none


@dataclass(frozen=True)
class Plan:
    """How a table is to be seated."""

    levels: Sequence[str] = ()  # of bots on the seats beside the host's, in their order; an empty one leaves one free
    seat: int = 0  # the host's, from 1; 0: to be taken later, and the first is left for that
    promise: str = ""
    begin: bool = False


def secret_for(terms: entries.Terms) -> str:
    """The server's secret for a new table."""
    return LESSONS if terms.lesson else new_secret()


def seat_bots(deed: Deed, plan: Plan) -> None:
    table = deed.table
    own = wishes.seat_number(table, plan.seat or 1)
    others = [seat for seat in range(len(table.chairs)) if seat != own]
    for place, level in enumerate(plan.levels):
        if level:
            if place >= len(others):
                raise Refused("no_such_seat", seat=place + 2)
            wishes.check_player(table, level)
            deed.add(entries.Bot(guest=table.host, seat=others[place], level=level))
    if table.alone:
        empty = [seat + 1 for seat in others if not table.chairs[seat].level]
        wishes.demand(not empty, "seats_empty", seats=empty)


def furnish(deed: Deed, plan: Plan) -> Deed:
    """Seat the bots and, if that is wished, the host; begin. Raises Refused."""
    table = deed.table
    if table.alone and table.terms.public:
        raise Refused("bad_setup", reason="a table for one is never public")
    seat_bots(deed, plan)
    if plan.seat:
        wishes.sit(deed, table.host, messages.Sit(key="", seen=0, seat=plan.seat, promise=plan.promise))
    if plan.begin:
        wishes.begin(deed, table.host, messages.Begin(key="", seen=0))
    deed.follow()
    return deed


# --- going on from another game's middle -----------------------------------------------------------------------------


def terms_like(terms: entries.Terms, record: Record) -> entries.Terms:
    """These terms for the game that a record has."""
    setup = record.setup
    return msgspec.structs.replace(terms, game=setup.game.name, seats=setup.seats, options=dict(setup.options))


def beginning(record: Record, moves: int) -> list[str]:
    """The first moves and outcomes of a game, in words; raises Refused where nothing is left to play then."""
    if moves > len(record.moves):
        raise Refused("bad_setup", reason=f"that game has {len(record.moves)} moves")
    state, says = ready(record.setup), list[str]()
    for move in record.moves[:moves]:
        says.append(state.say(move))
        state.play(move)
    if state.actor == OVER:
        raise Refused("bad_setup", reason="that game is over then")
    return says
