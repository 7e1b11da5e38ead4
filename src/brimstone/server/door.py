"""The door: who comes in, and what becomes of each message, whichever way it came."""

from __future__ import annotations

import hmac
import time
from collections.abc import Hashable

import msgspec

from brimstone.server import checks, fanout, messages, wishes
from brimstone.server.database import StoreError
from brimstone.server.house import House, hashed
from brimstone.server.limits import Limits
from brimstone.server.link import Link
from brimstone.server.messages import Refused
from brimstone.server.minds import Mind
from brimstone.server.room import Room

MOST_MESSAGE = 4096  # bytes
MOST_GUESTS = 100  # at a table: everybody is told the names of all, as soon as one comes
COACH = "master"


class Door:
    """What stands between the web and the house."""

    def __init__(self, house: House, limits: Limits) -> None:
        self.house, self.limits = house, limits

    def knock(self, address: str) -> None:
        """Somebody wants something, who may be nobody: it costs the address as much as a message."""
        if not self.limits.address.allows(address):
            raise Refused("too_fast")

    async def guesser(self, name: str, token: str, address: str) -> Hashable:
        """By whom guesses at the house's password are counted: nobody else's lock a guest of a table out."""
        if not token or not self.house.settings.password:
            return address
        found = await self.house.store.guest_of(name, hashed(token))
        return (name, found.guest) if found else address

    def check_house(self, password: str, whose: Hashable) -> None:
        """The password of the house, if it has one; to say none is no guess."""
        wanted, guesses = self.house.settings.password, self.limits.guesses
        if not wanted:
            return
        if password and guesses.left(whose) < 1:
            raise Refused("too_fast")
        if not hmac.compare_digest(password.encode(), wanted.encode()):
            if password:
                guesses.allows(whose)
            raise Refused("wrong_house")

    async def guest(self, name: str, token: str) -> int:
        """Whose token this is at a table."""
        found = await self.house.store.guest_of(name, hashed(token))
        if found is None:
            raise Refused("unknown_guest")
        if found.removed:
            raise Refused("removed")
        return found.guest

    async def check_invite(self, name: str, invite: str) -> None:
        """May somebody who is no guest come in? To a public table, or with its invite."""
        row = await self.house.store.table(name)
        if row is None:
            raise Refused("no_such_table")
        if not row.public and not hmac.compare_digest(hashed(invite), row.invite):
            raise Refused("not_invited")

    async def admit(self, name: str, hello: messages.Hello, address: str) -> tuple[Room, int]:
        """The room for a new link, and whose it is: a guest's by its token, or somebody's who watches."""
        self.knock(address)
        self.check_house(hello.house, await self.guesser(name, hello.token, address))
        guest = 0
        if hello.token:
            guest = await self.guest(name, hello.token)
        else:
            await self.check_invite(name, hello.invite)
        room = await self.house.room(name)
        if guest in room.table.gone:
            raise Refused("removed")
        return room, guest

    async def come(self, name: str, called: str, token: str, invite: str) -> tuple[int, int]:
        """A new guest, or one whose token is known: its number and its seat, from 1."""
        called = checks.checked_guest_name(called)
        known = await self.house.store.guest_of(name, hashed(token))
        if known is None:
            await self.check_invite(name, invite)
        room = await self.house.room(name)
        if known is not None and known.guest in room.table.gone:
            raise Refused("removed")
        if known is None and len(room.names.keys() - room.table.gone) >= MOST_GUESTS:
            raise Refused("full")
        guest = await self.house.store.come(name, called, hashed(token))
        if guest not in room.names:
            async with room.lock:
                await room.meet_guests()
            self.house.fanout.say(name, fanout.Guests(process=self.house.fanout.process))
        return guest, room.table.seat_of(guest) + 1

    async def take(self, room: Room, link: Link, address: str, said: bytes | str) -> None:
        """A message over a link; whatever it is, the answer goes over the link too."""
        link.heard = time.monotonic()
        key = ""
        try:
            whose = (room.table.id, link.guest) if link.guest else id(link)
            if not (self.limits.guest.allows(whose) and self.limits.address.allows(address)):
                if self.limits.guest.debt(whose) > 50:
                    link.close("too_fast", 5.0)
                raise Refused("too_fast")
            if len(said if isinstance(said, bytes) else said.encode()) > MOST_MESSAGE:
                raise Refused("too_long", most=MOST_MESSAGE)
            wish = read(said)
            key = wish.key
            await self.answer(room, link, wish)
        except (Refused, StoreError) as failed:
            refused = failed if isinstance(failed, Refused) else Refused("busy")
            self.house.metrics.refusals[refused.why] += 1
            link.send(refused.answer(key))

    async def answer(self, room: Room, link: Link, wish: messages.AnyRequest) -> None:
        """What becomes of a message; raises Refused."""
        if isinstance(wish, messages.Ping):
            link.send(messages.Pong(key=wish.key))
            room.look_round()
        elif isinstance(wish, messages.Hello):
            raise Refused("bad_message", reason="hello is the first message and no other")
        elif not link.guest:
            raise Refused("unknown_guest")
        elif link.guest in room.table.gone:
            raise Refused("removed")
        elif isinstance(wish, messages.Emote):
            if room.emoted.get(link.guest) != wish.key:  # else it is the same one, sent again
                if not self.limits.emotes.allows((room.table.id, link.guest)):
                    raise Refused("too_fast")
                room.emoted[link.guest] = wish.key
                room.emote(link.guest, wish.what)
                news = fanout.Emotion(process=self.house.fanout.process, guest=link.guest, what=wish.what)
                self.house.fanout.say(room.table.id, news)
            link.send(messages.Done(key=wish.key, v=link.v))
        elif isinstance(wish, messages.AskAdvice):
            await self.advise(room, link, wish)
        else:
            whose = room.table.id, link.guest
            if wishes.lengthens(room.table, link.guest, wish) and not self.limits.changes.allows(whose):
                raise Refused("too_fast")
            began = time.perf_counter()
            await room.wish(link, wish)
            self.house.metrics.answered(time.perf_counter() - began)

    async def advise(self, room: Room, link: Link, wish: messages.AskAdvice) -> None:
        """The coach; that it was asked is logged before it answers."""
        if not self.limits.advice.allows((room.table.id, link.guest)):
            raise Refused("too_fast")
        async with room.lock:
            await room.grant(link.guest, wish)
            seat, table = room.table.seat_of(link.guest), room.table
            if seat not in table.asked or table.advised.get((link.guest, wish.key)) != len(table.moves):
                raise Refused("stale")  # a question from before, asked again: the answer would be to another
            mind = Mind(room.table, seat, COACH)
            lines, view = mind.news(room.table), room.table.state.view(seat)
        moves, facts = await self.house.thinkers.advise(mind, lines, view)
        link.send(messages.Advised(key=wish.key, moves=moves, facts=facts))


def read(said: bytes | str) -> messages.AnyRequest:
    """A message; raises Refused, with the reason, if it is none."""
    try:
        wish: messages.AnyRequest = messages.read_request(said)
    except msgspec.ValidationError as bad:
        raise Refused("bad_message", reason=str(bad)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Refused("bad_message", reason="a message is a JSON object in UTF-8") from None
    return wish
