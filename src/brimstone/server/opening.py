"""Opening a table: who sits where from the first moment on, lessons, and games that go on from another's middle."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from brimstone.fair import keyed, new_secret
from brimstone.games.contract import OVER
from brimstone.games.state import ready
from brimstone.record import Record
from brimstone.server import entries, messages, wishes
from brimstone.server.messages import Refused
from brimstone.server.table import Table
from brimstone.server.wishes import Deed

LETTERS = "23456789abcdefghijkmnpqrstuvwxyz"  # none that is taken for another
NAME = 12  # letters of a table's name
LESSONS = hashlib.sha256(b"brimstone lesson").hexdigest()  # the secret of all lessons, which is none


@dataclass(frozen=True)
class Plan:
    """How a table is to be seated."""

    levels: Sequence[str] = ()  # of bots on the seats beside the host's, in their order; an empty one leaves one free
    seat: int = 0  # the host's, from 1; 0: to be taken later, and the first is left for that
    promise: str = ""
    begin: bool = False


def new_id() -> str:
    """Twelve characters that nobody can guess: 60 bits."""
    return "".join(secrets.choice(LETTERS) for _ in range(NAME))


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


def again(old: Table, host: int, at: int, invite_hash: str) -> Deed:
    """A table for the group that has played at another: the same terms, people and bots, on the same seats."""
    terms = old.terms
    deed = wishes.opening(rematch_of(old, invite_hash), secret_for(terms), terms, at, host)
    for seat, chair in enumerate(old.chairs):
        if chair.guest and chair.guest not in old.gone:
            deed.add(entries.Sat(guest=chair.guest, seat=seat))
        else:
            deed.add(entries.Bot(guest=host, seat=seat, level=chair.level or chair.substitute))
    return deed


def rematch_of(old: Table, invite_hash: str) -> str:
    """The name of the table for a rematch: the old one's secret is in its record by now, its invite is nowhere."""
    number = int(keyed(old.secret, f"rematch of {old.id} by {invite_hash}"), 16)
    return "".join(LETTERS[number >> 5 * place & 31] for place in range(NAME))


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
