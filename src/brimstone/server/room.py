"""A room: a table in the memory of one process, with the links of those who are at it here.

Everything that changes the table happens under the room's lock: a deed is made on the table, committed, and only then
told. If another process was quicker, the log is read again and the deed made anew.
"""

from __future__ import annotations

import asyncio
import functools
import logging
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import msgspec

from brimstone.games.contract import PUBLIC
from brimstone.server import entries, fanout, messages, telling, unasked, wishes
from brimstone.server.link import Link
from brimstone.server.messages import Refused
from brimstone.server.schema import GuestRow
from brimstone.server.table import Table
from brimstone.server.wishes import Deed

if TYPE_CHECKING:
    from brimstone.server.house import House

log = logging.getLogger("brimstone.room")
TRIES = 8  # against quicker processes
Make = Callable[[Table, int], Deed]


class Room:
    """A table and those who are at it."""

    def __init__(self, house: House, table: Table, guests: list[GuestRow]) -> None:
        self.house, self.table = house, table
        self.lock = asyncio.Lock()
        self.links: set[Link] = set()
        self.told = table.changes  # the roster that the links know
        self.broken = False  # what is in memory may not be what is in the log
        self.names: dict[int, str] = {}
        self.settled: set[int] = set()  # guests who were removed, and whose tokens let nobody in any more
        self.know(guests)
        self.strangers = False  # another process writes to the log and says nothing
        self.elsewhere: dict[str, dict[int, str]] = {}  # process -> presence of guests there
        self.here: dict[int, str] = {}  # presence as the links know it
        self.emoted: dict[int, str] = {}  # the key of each guest's last emote,
        self.idle: dict[int, str] = {}  # and of the last wish that was for what was so already
        self.empty_since = house.time()
        self.keeper = house.keeper(self)

    def know(self, guests: list[GuestRow]) -> None:
        self.names = {guest.guest: guest.name for guest in guests}
        self.settled = {guest.guest for guest in guests if guest.removed}

    # --- deeds -------------------------------------------------------------------------------------------------------

    async def wish(self, link: Link, wish: messages.AnyWish) -> None:
        """Do what a guest wishes, or say why not."""
        try:
            async with self.lock:
                await self.grant(link.guest, wish)
                link.send(messages.Done(key=wish.key, v=len(self.table.story(self.table.seat_of(link.guest)))))
        except Refused as refused:
            self.house.metrics.refusals[refused.why] += 1
            link.send(refused.answer(wish.key))

    async def grant(self, guest: int, wish: messages.AnyWish) -> None:
        """Under the lock: meet a wish that has not been met before; raises Refused."""
        if guest in self.table.gone:
            raise Refused("removed")
        if guest not in self.names:
            raise Refused("unknown_guest")
        if isinstance(wish, messages.Remove) and wish.guest not in self.names:
            raise Refused("no_such_guest")
        if isinstance(wish, messages.AskRematch):
            await self.rematch(guest, wish)
        else:
            await self.do(lambda table, at: wishes.meet(table, guest, wish, at), (guest, wish.key))
        if isinstance(wish, messages.Remove):
            await self.settle()

    async def settle(self) -> None:
        """Let the tokens of who was removed stand for nobody: the log says who that is, and is written first."""
        for guest in self.table.gone - self.settled:
            await self.house.store.remove_guest(self.table.id, guest)
            self.settled.add(guest)

    async def rematch(self, guest: int, wish: messages.AskRematch) -> None:
        """The same group at a new table, of which there is one however often it is asked for."""
        await self.mended()
        await self.catch_up()
        if (guest, wish.key) not in self.table.done:
            wishes.check_seen(self.table, guest, wish)
        if not self.table.next_table:
            name = await self.house.open_again(self, guest)
            await self.do(lambda table, at: wishes.follow_on(table, guest, wish.key, name, at), (guest, wish.key))

    async def do(self, make: Make, once: tuple[int, str] = (0, "")) -> None:
        """Under the lock: make a deed, commit it, tell it; nothing if `once` is done already. Raises Refused."""
        guest, key = once
        for _ in range(TRIES):
            if self.broken:
                await self.mended()
            if once in self.table.done or (guest and self.idle.get(guest) == key):
                return
            try:
                deed = make(self.table, self.house.now())
            except Refused:
                if await self.catch_up():
                    continue  # the answer was to an older table
                raise
            except Exception:
                self.broken = True  # it may have ended halfway
                raise
            if not deed.entries:
                if await self.catch_up():
                    continue  # it was so at an older table
                if guest:
                    self.idle[guest] = key
                return
            if await self.commit(deed):
                self.publish()
                return
            self.broken = True
        raise Refused("busy")

    async def commit(self, deed: Deed) -> bool:
        """Into the log; False if another process was quicker."""
        table, bodies = self.table, [entries.encode(entry) for entry in deed.entries]
        first = table.n - len(bodies) + 1
        self.broken = True  # until the log has it
        phase = table.phase if table.phase != deed.before else None
        if not await self.house.store.append(table.id, first, bodies, deed.at, phase=phase):
            self.others_write()
            return False
        self.broken = False
        self.house.counted(deed)
        local = self.house.fanout
        if local.shared:
            raw = [msgspec.Raw(body) for body in bodies]
            local.say(table.id, fanout.Entries(process=local.process, first=first, at=deed.at, bodies=raw))
        return True

    async def mended(self) -> None:
        """If memory and log may differ, believe the log."""
        if self.broken:
            self.table = await self.house.replayed(self.table.id, self.table.secret)
            self.told = -1  # the links may know a roster that never was
            self.keeper.forget()
            self.broken = False
            await self.tell_news()

    async def hear(self, news: fanout.AnyNews) -> None:
        """What another process tells about this table."""
        async with self.lock:
            if isinstance(news, fanout.Entries):
                await self.take(news)
            elif isinstance(news, fanout.Guests):
                await self.meet_guests()
            elif isinstance(news, fanout.Emotion):
                self.emote(news.guest, news.what)
            elif isinstance(news, fanout.Presence):
                if news.open:
                    self.elsewhere[news.process] = news.guests
                else:
                    self.elsewhere.pop(news.process, None)
                if news.asks:
                    self.say_presence()
                self.look_round()
            elif isinstance(news, fanout.Lost):
                self.elsewhere.pop(news.process, None)
                self.look_round()
                self.keeper.look()  # its bots are ours now

    async def take(self, news: fanout.Entries) -> None:
        """Entries that another process has committed."""
        if news.first <= self.table.n and not self.broken:
            return  # known, by the database or because it was told twice
        if news.first == self.table.n + 1 and not self.broken:
            self.add((bytes(body), news.at) for body in news.bodies)
            await self.tell_news()
        else:
            await self.mended()
            await self.catch_up()

    async def catch_up(self) -> bool:
        """Under the lock: read what other processes have added to the log; was there anything?"""
        rows = await self.house.store.entries(self.table.id, self.table.n)
        if rows:
            self.add((row.body, row.at) for row in rows)
            self.others_write()
            await self.tell_news()
        return bool(rows)

    def add(self, found: Iterable[tuple[bytes, int]]) -> None:
        """Take in entries that others have committed."""
        self.broken = True  # until it has them all
        for body, at in found:
            self.table.apply(entries.decode(body), at)
        self.broken = False

    def others_write(self) -> None:
        """Another process adds to the log; if it cannot be heard, nobody knows who is here through it."""
        self.strangers = self.strangers or not self.house.fanout.shared

    @property
    def knows_all(self) -> bool:
        """Is it known who is away?"""
        return self.house.fanout.healthy and not self.strangers

    async def tell_news(self) -> None:
        """What others have done, once the names of those who sit here by now are known."""
        seated = {guest for chair in self.table.chairs for guest in (chair.guest, chair.claimed) if guest}
        try:
            if not seated <= self.names.keys():
                self.know(await self.house.store.guests(self.table.id))
        finally:
            self.publish()

    async def meet_guests(self) -> None:
        """Read anew who may be here."""
        self.know(await self.house.store.guests(self.table.id))
        self.table.changes += 1
        self.publish()

    # --- links -------------------------------------------------------------------------------------------------------

    async def enter(self, link: Link, have: int) -> None:
        """A link comes in."""
        async with self.lock:
            await self.mended()
            await self.catch_up()  # a process that was killed may have told this client more than the others
            if link.guest in self.table.gone:
                link.close("removed")
                return
            if link.guest and link.guest not in self.names:
                await self.meet_guests()
            if not self.attended() and not self.strangers:
                await self.wake()
            self.links.add(link)
            link.seat = self.table.seat_of(link.guest)
            self.welcome(link, have)
            self.look_round()
            self.keeper.look()

    async def wake(self) -> None:
        """Under the lock: give whoever decides the time back in which nobody was here."""
        if self.table.watch.ticks and self.table.phase == "playing":
            left = self.house.now() - round(1000 * (self.house.time() - self.empty_since))
            await self.do(functools.partial(unasked.wake, left=left))

    def leave(self, link: Link) -> None:
        """A link is gone."""
        self.links.discard(link)
        if not self.links:
            self.empty_since = self.house.time()
        self.look_round()

    def welcome(self, link: Link, have: int) -> None:
        """Tell a link all that it needs to know."""
        said = telling.welcome(self, link, have)
        link.v = said.v
        link.send(said)

    def publish(self) -> None:
        """Tell every link what is new to it."""
        table, roster = self.table, None
        if table.changes != self.told:
            self.told, roster = table.changes, telling.roster(self)
        written: dict[tuple[int, int], bytes] = {}
        for link in self.links:
            if roster is not None:
                seat = table.seat_of(link.guest)
                if seat != link.seat:
                    link.seat = seat
                    self.welcome(link, 0 if table.running else link.v)
                    continue
            version = len(table.stories[link.seat + 1])
            if link.v == version and roster is None:
                continue
            key = (link.seat, link.v)
            said = written.get(key)
            if said is None:
                said = written[key] = messages.write(telling.news(self, link.seat, link.v, roster))
            link.post(said)
            link.v = version
        if roster is not None:
            self.show_out()
        self.keeper.look()

    def show_out(self) -> None:
        """Close the links of who was removed."""
        for link in [link for link in self.links if link.guest in self.table.gone]:
            link.close("removed")

    # --- presence and emotes -----------------------------------------------------------------------------------------

    def present(self) -> dict[int, str]:
        """Of every guest: here, shaky, away or left; the best that any process says."""
        local, others = self.present_here(), self.house.fanout
        found = {}
        for guest in self.names:
            reports = [local.get(guest)] + [
                guests.get(guest)
                for process, guests in self.elsewhere.items()
                if others.alive(process) or not others.healthy  # while nothing can be heard, what was heard last
            ]
            seat = self.table.seat_of(guest)
            if "here" in reports or "shaky" in reports:
                found[guest] = "here" if "here" in reports else "shaky"
            else:
                found[guest] = "left" if seat != PUBLIC and self.table.chairs[seat].left else "away"
        return {guest: how for guest, how in found.items() if guest not in self.table.gone}

    def present_here(self) -> dict[int, str]:
        """Of every guest with a link in this process."""
        found: dict[int, str] = {}
        for link in self.links:
            if link.guest and not link.closing and found.get(link.guest) != "here":
                found[link.guest] = "shaky" if link.shaky else "here"
        return found

    def look_round(self) -> None:
        """See who is here, and tell if that has changed."""
        found = self.present()
        if found != self.here:
            self.here = found
            for link in self.links:
                link.send(messages.Here(guests=found))
            self.say_presence()
            self.keeper.look()

    def say_presence(self, asks: bool = False) -> None:
        local = self.house.fanout
        local.say(self.table.id, fanout.Presence(process=local.process, guests=self.present_here(), asks=asks))

    def emote(self, guest: int, what: str) -> None:
        for link in self.links:
            link.send(messages.Emoted(guest=guest, what=what))

    def drives(self) -> bool:
        """Does this process let the bots move and mind the time? One does, of those that have the table open."""
        return not self.elsewhere or all(
            self.house.fanout.process < process for process in self.elsewhere if self.house.fanout.alive(process)
        )

    def attended(self) -> bool:
        """Is anybody at the table?"""
        return bool(self.links) or any(self.house.fanout.alive(process) for process in self.elsewhere)
