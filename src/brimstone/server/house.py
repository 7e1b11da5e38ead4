"""The house: all rooms of one process, the store, the threads for bots, and the links to other processes."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import gc
import hashlib
import itertools
import logging
import time
from collections.abc import Callable, Iterator, Sequence

import msgspec

from brimstone.fair import new_secret
from brimstone.server import entries, fanout, opening, unasked, wishes
from brimstone.server.archive import Archive
from brimstone.server.crowds import crowds_at
from brimstone.server.database import StoreError
from brimstone.server.keeper import Keeper
from brimstone.server.messages import Refused
from brimstone.server.metrics import Metrics
from brimstone.server.minds import Thinkers
from brimstone.server.opening import Plan, new_id
from brimstone.server.room import Room
from brimstone.server.schema import TableRow
from brimstone.server.store import Store
from brimstone.server.table import Table
from brimstone.server.wishes import Deed

log = logging.getLogger("brimstone.house")
SWEEP = 15.0  # seconds between two rounds through the house
EMPTY = 30.0  # seconds that a room without anybody is kept in memory
POLL = 1.0  # seconds between two looks into the database while Redis is away
SELDOM = 10  # as many times that while it is there: a message may be lost
HOUR = 60 * 60 * 1000  # milliseconds
DESERTED = {"lobby": 3 * HOUR, "salting": 3 * HOUR, "playing": 30 * 24 * HOUR}
ANSWERS = 1.0  # seconds in which other processes say who is at a table
CLOSED_AT_ONCE = 20  # deserted tables a sweep


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What a host may decide."""

    pause: float | None = None  # seconds before a bot's answer; by the table's pace if not given
    threads: int = 2
    retention: float | None = None  # days after which names are forgotten; never if not given
    password: str = ""  # of the house
    names: tuple[str, ...] = ()  # by which it is reached, beside those that nobody can own
    metrics_token: str = ""  # lets somebody at another machine read the metrics
    page: str = ""  # the folder of the built page; the one that was installed if not given


def hashed(words: str) -> str:
    """What is kept of a token or an invite."""
    return hashlib.sha256(words.encode()).hexdigest()


class House:
    """Everything one process knows."""

    def __init__(self, store: Store, local: fanout.Fanout, settings: Settings) -> None:
        self.store, self.fanout, self.settings = store, local, settings
        self.thinkers, self.archive = Thinkers(settings.threads), Archive(self)
        self.metrics = Metrics(self)
        self.rooms: dict[str, Room] = {}
        self.opening: dict[str, asyncio.Lock] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.closing = False
        self.unreadable: set[str] = set()  # tables with which something is wrong, as far as that is known
        self.litter = 0  # rooms put away since their memory was last looked for

    # --- time --------------------------------------------------------------------------------------------------------

    def now(self) -> int:
        """Milliseconds since 1970, for the log."""
        return time.time_ns() // 1_000_000

    def time(self) -> float:
        """Seconds, for waiting."""
        return time.monotonic()

    def later(self, seconds: float, what: Callable[[], None]) -> None:
        if not self.closing:
            asyncio.get_running_loop().call_later(seconds, what)

    def keeper(self, room: Room) -> Keeper:
        return Keeper(room, self.settings.pause)

    def counted(self, deed: Deed) -> None:
        self.metrics.deed(deed)

    # --- life --------------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        await self.fanout.start(self.hear)
        self.spawn(self.sweep())
        self.spawn(self.poll())

    def spawn(self, job: object) -> None:
        task: asyncio.Task[None] = asyncio.create_task(job)  # type: ignore[arg-type]
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def say_goodbye(self) -> None:
        """Nothing more happens by itself; the clients are told to come back."""
        self.closing = True
        for room in self.rooms.values():
            room.keeper.stop()
            for link in list(room.links):
                link.close("restart", 0.2)

    async def stop(self) -> None:
        """Finish what is being written, and go."""
        self.say_goodbye()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for room in self.rooms.values():
            async with room.lock:
                pass  # a deed that was being committed is committed and told
        await self.fanout.stop()
        self.thinkers.stop()
        self.archive.stop()
        await self.store.close()

    async def sweep(self) -> None:
        """Put away empty rooms, close deserted tables, forget names; for ever."""
        while True:
            await asyncio.sleep(SWEEP)
            try:
                await self.sweep_once()
            except Exception:
                log.exception("a sweep through the house failed; the next one comes in %s s", SWEEP)

    async def sweep_once(self) -> None:
        await self.put_away_empty()
        self.tidy_up()
        for phase, age in DESERTED.items():
            # One that cannot be read stands first from then on: it must not take the place of another.
            found = await self.store.stale([phase], self.now() - age, CLOSED_AT_ONCE + len(self.unreadable))
            for name in found:
                with self.one_of_many(name):
                    await self.close_if_deserted(name, age)
        if self.settings.retention is not None:
            if await self.store.forget(self.now() - int(self.settings.retention * 24 * HOUR)):
                self.archive.forget()

    @contextlib.contextmanager
    def one_of_many(self, name: str) -> Iterator[None]:
        """What is wrong with one table holds up none of the others, and is said once."""
        try:
            yield
        except StoreError:
            raise
        except Exception:
            if name not in self.unreadable:
                log.exception("the table %s cannot be gone on with", name)
            self.unreadable.add(name)
        else:
            self.unreadable.discard(name)

    async def close_if_deserted(self, name: str, age: int) -> None:
        """Close a table where nobody is, and nothing has happened for so many milliseconds."""
        try:
            room = await self.room(name)
        except Refused as refused:
            if refused.why != "other_rules":
                raise
            await self.close_unread(name, age)
            return
        if self.fanout.shared:
            await asyncio.sleep(ANSWERS)
        async with room.lock:
            if not room.attended():
                await room.do(functools.partial(unasked.desert, age=age))

    async def close_unread(self, name: str, age: int) -> None:
        """The same of a table of other rules, by its log alone; what it had promised is revealed."""
        row, rows = await self.store.table(name), await self.store.entries(name)
        if row is None or self.now() - rows[-1].at < age:
            return
        deed: list[entries.AnyEntry] = [entries.Closed(why="deserted")]
        if row.phase != "lobby":
            deed.append(entries.Revealed(secret=row.secret))
        bodies = [entries.encode(entry) for entry in deed]
        await self.store.append(name, rows[-1].n + 1, bodies, self.now(), phase="closed")

    async def put_away_empty(self) -> None:
        for room in list(self.rooms.values()):
            if room.links:  # else the first to come would be told of a look that nobody saw, or not, as it happens
                room.look_round()
            busy = room.links or room.keeper.thinking or room.lock.locked()  # who waits for the lock may be coming in
            if not busy and self.time() - room.empty_since > EMPTY:
                await self.put_away(room)

    async def put_away(self, room: Room) -> None:
        """Out of memory; the log has it all."""
        async with room.lock:
            if not room.links and self.rooms.pop(room.table.id, None) is not None:
                room.keeper.stop()
                bye = fanout.Presence(process=self.fanout.process, guests={}, open=False)
                self.fanout.say(room.table.id, bye)
                await self.fanout.close(room.table.id)
                self.litter += 1

    def tidy_up(self) -> None:
        """Free what was put away: a connection holds itself in many circles, and the search for those goes through all
        that is here, so that it waits until it is worth it.
        """
        if self.litter > len(self.rooms) // 4:
            self.litter = 0
            gc.collect()

    async def poll(self) -> None:
        """Look for what other processes wrote: seldom while Redis tells of it, often while it is away, when it is back
        and where there is none; for ever.
        """
        for number in itertools.count():
            was_healthy = self.fanout.healthy
            await asyncio.sleep(POLL)
            if self.fanout.shared and was_healthy and self.fanout.healthy and number % SELDOM:
                continue
            try:
                await self.poll_once()
            except Exception:
                log.exception("looking into the database failed; the next look comes in %s s", POLL)
            if self.fanout.healthy and not was_healthy:
                for room in self.rooms.values():
                    room.say_presence(asks=True)

    async def poll_once(self) -> None:
        """Read what others have added to logs, and who has come in."""
        behind = await self.store.newer({name: room.table.n for name, room in self.rooms.items()})
        crowds = await crowds_at(self.store, self.shared_rooms())
        for name, room in list(self.rooms.items()):
            grown = name in crowds and crowds[name] != len(room.names)
            if name in behind or grown:
                with self.one_of_many(name):
                    async with room.lock:
                        await room.mended()
                        await room.catch_up()
                        if grown:
                            await room.meet_guests()

    def shared_rooms(self) -> list[str]:
        """The tables that other processes are known to serve, or may serve because there are some."""
        return [name for name, room in self.rooms.items() if self.fanout.shared or room.strangers]

    def hear(self, name: str, news: fanout.AnyNews) -> None:
        rooms = [self.rooms[name]] if name in self.rooms else []
        if isinstance(news, fanout.Lost):
            rooms = [room for room in self.rooms.values() if news.process in room.elsewhere]
        for room in rooms:
            self.spawn(room.hear(news))

    # --- rooms -------------------------------------------------------------------------------------------------------

    async def room(self, name: str) -> Room:
        """The room of a table; raises Refused if there is no such table."""
        room = self.rooms.get(name)
        if room is not None:
            return room
        async with self.opening.setdefault(name, asyncio.Lock()):
            try:
                if name not in self.rooms:
                    await self.load(name)
                return self.rooms[name]
            finally:
                self.opening.pop(name, None)

    async def load(self, name: str) -> None:
        row = await self.store.table(name)
        if row is None:
            raise Refused("no_such_table")
        await self.fanout.open(name)
        table, guests = await self.replayed(name, row.secret), await self.store.guests(name)
        if name in self.rooms:
            return  # somebody else was quicker
        room = self.rooms[name] = Room(self, table, guests)
        room.say_presence(asks=True)
        due = room.table.watch.due().values() if room.table.phase == "playing" else ()
        async with room.lock:
            await room.settle()
            if any(at < self.now() - 2000 for at in due):
                await room.do(unasked.wake)

    async def replayed(self, name: str, secret: str) -> Table:
        """A table from its log."""
        table = Table(name, secret)
        for row in await self.store.entries(name):
            table.apply(entries.decode(row.body), row.at)
        return table

    async def open_table(
        self, terms: entries.Terms, name: str, token: str, plan: Plan, given: Sequence[str] = ()
    ) -> tuple[str, str]:
        """A new table, its host and bots perhaps seated and the game begun: its id and its invite."""
        table_id, invite = new_id(), new_id()
        deed = wishes.opening(table_id, opening.secret_for(terms), terms, self.now(), given=given)
        opening.furnish(deed, plan)
        await self.keep(deed, hashed(invite), name, hashed(token))
        return table_id, invite

    async def keep(self, deed: Deed, invite_hash: str, name: str, token_hash: str) -> None:
        table = deed.table
        row = TableRow(
            id=table.id, game=table.terms.game, seats=table.terms.seats, phase=table.phase, public=table.terms.public,
            opened=deed.at, touched=deed.at, invite=invite_hash, secret=table.secret,
            terms=msgspec.json.encode(table.terms), host=table.host,
        )  # fmt: skip
        await self.store.create(row, name, token_hash, [entries.encode(entry) for entry in deed.entries])

    async def open_again(self, old: Room, guest: int) -> str:
        """A table with the same terms, bots and guests, whose tokens and invite hold there too; raises Refused.

        Its name follows from the old table and its invite: it is the same one by whichever process it is opened.
        """
        wishes.demand_host(old.table, guest)
        wishes.demand(old.table.phase == "finished", "not_finished")
        await old.settle()
        known = await self.store.table(old.table.id)
        assert known is not None
        deed = opening.again(old.table, guest, self.now(), known.invite)
        try:
            await self.keep(deed, known.invite, old.names[guest], hashed(new_secret()))
        except StoreError:
            if await self.store.table(deed.table.id) is None:
                raise
        await self.store.bring(old.table.id, deed.table.id)
        return deed.table.id
