"""What those who are at a table are told of it: all when they come in, and then what is new."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from brimstone.server import messages
from brimstone.server.link import Link

if TYPE_CHECKING:
    from brimstone.server.room import Room


def welcome(room: Room, link: Link, have: int) -> messages.Welcome:
    """All that a link needs to know, beyond the `have` steps it has."""
    table = room.table
    story = table.story(link.seat)
    have = have if have <= len(story) else 0
    return messages.Welcome(
        you=you(room, link), table=roster(room), v=len(story), steps=[msgspec.Raw(step) for step in story[have:]],
        view=table.written_screen(link.seat), moves=table.legal(link.seat), due=due(room, link.seat), here=room.here,
    )  # fmt: skip


def news(room: Room, seat: int, have: int, changed: messages.Roster | None) -> messages.Steps:
    """What is new to an audience."""
    table = room.table
    story = table.story(seat)
    return messages.Steps(
        v=len(story), steps=[msgspec.Raw(step) for step in story[have:]], view=table.written_screen(seat),
        moves=table.legal(seat), due=due(room, seat), table=changed,
    )  # fmt: skip


def you(room: Room, link: Link) -> messages.You:
    """Who somebody is here."""
    host = bool(link.guest) and link.guest == room.table.host
    return messages.You(guest=link.guest, seat=link.seat + 1, host=host)


def due(room: Room, seat: int) -> dict[int, int]:
    """When whose time is up, as a seat may know it."""
    table = room.table
    return {other + 1: at for other, at in table.due(seat).items()} if table.watch.ticks else {}


def roster(room: Room) -> messages.Roster:
    """The table as all see it."""
    table, terms, names = room.table, room.table.terms, room.names
    return messages.Roster(
        id=table.id, game=terms.game, seats=terms.seats, options=terms.options, pace=terms.pace, clock=terms.clock,
        public=terms.public, coach=terms.coach, open_purses=terms.open_purses, lesson=terms.lesson,
        continued=len(table.given), phase=table.phase, host=table.host, paused=table.paused,
        chairs=[
            messages.Chair(
                guest=chair.guest, name=names.get(chair.guest, ""), level=chair.level, substitute=chair.substitute,
                claimed=chair.claimed, conceded=chair.conceded, coached=chair.coached,
            )
            for chair in table.chairs
        ],
        guests={guest: name for guest, name in names.items() if guest not in table.gone}, next=table.next_table,
    )  # fmt: skip
