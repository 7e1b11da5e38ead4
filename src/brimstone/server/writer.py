"""The one thread that writes. All appends that wait at a moment share one transaction, so that one flush to the disk
pays for them all; any other change has a transaction of its own.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine

from brimstone.server.appends import FAILED, REFUSED, Appends, Row, Touch, appends_to, is_taken
from brimstone.server.database import StoreError, plain

TOGETHER = 1000  # changes, after which no more are waited for
PACE = 0.008  # seconds from one flush to the next while there is much to write: each costs as much as a few moves
TOUCH_EVERY = 60_000  # ms
TOUCHES_KEPT = 10_000


class Append(NamedTuple):
    """Entries for the end of a table's log."""

    table: str
    first: int
    bodies: Sequence[bytes]
    at: int
    phase: str | None

    def rows(self) -> list[Row]:
        """The rows of the log."""
        return [(self.table, n, self.at, body) for n, body in enumerate(self.bodies, self.first)]


Change = Callable[[Connection], Any]  # what to do inside a transaction
Asked = tuple[Append | Change, asyncio.Future[Any]]
Outcome = tuple[asyncio.Future[Any], object]  # an exception is one too


class Writer:
    """Makes the changes it is asked for, and answers when they are committed."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.loop = asyncio.get_running_loop()
        self.queue: SimpleQueue[list[Asked] | None] = SimpleQueue()  # None: no more will come
        self.asked: list[Asked] = []  # since the loop last turned: to wake the thread for each would cost more
        self.touched: dict[str, int] = {}  # by table, when its row last heard of its log
        self.closed = False
        self.flushed = 0.0  # when it last began to
        self.appends: Appends | None = None  # the thread's, once it has something to append
        # A process that ends without closing is not held up: what it leaves unwritten nobody was told of.
        self.thread = Thread(target=self.run, name="brimstone-writer", daemon=True)
        self.thread.start()

    def ask(self, what: Append | Change) -> asyncio.Future[Any]:
        """Queue a change; the future has its result."""
        if self.closed:
            raise StoreError("The database is closed.")
        answer: asyncio.Future[Any] = self.loop.create_future()
        if not self.asked:
            self.loop.call_soon(self.hand_over)
        self.asked.append((what, answer))
        return answer

    def hand_over(self) -> None:
        """Give the thread what was asked for."""
        if self.asked:
            self.queue.put(self.asked)
            self.asked = []

    async def close(self) -> None:
        """Wait until all that was asked for is written."""
        self.closed = True
        self.hand_over()
        self.queue.put(None)
        await asyncio.to_thread(self.thread.join)

    def run(self) -> None:
        """Write until no more will come."""
        more = True
        while more:
            asked, more = self.waiting()
            outcomes = self.written(asked)
            self.loop.call_soon_threadsafe(resolve, outcomes)
        if self.appends is not None:
            self.appends.close()

    def waiting(self) -> tuple[list[Asked], bool]:
        """All that waits now, once something does; and whether more may come."""
        found: list[Asked] = []
        some = self.queue.get()
        time.sleep(max(0.0, self.flushed + PACE - time.monotonic()))
        self.flushed = time.monotonic()
        try:
            while some is not None:
                found += some
                if len(found) >= TOGETHER:
                    return found, True
                some = self.queue.get_nowait()
        except Empty:
            return found, True
        return found, False

    def written(self, asked: list[Asked]) -> list[Outcome]:
        """The outcome of each change."""
        outcomes: list[Outcome] = []
        appends: list[tuple[Append, asyncio.Future[Any]]] = []
        for what, answer in asked:
            if isinstance(what, Append):
                appends.append((what, answer))
            else:
                outcomes.append((answer, tried(self.change, what)))
        together = tried(self.append, [what for what, _ in appends])
        for what, answer in appends:
            alone = isinstance(together, REFUSED)
            outcomes.append((answer, tried(self.append_alone, what) if alone else together))
        return [(answer, worded(outcome)) for answer, outcome in outcomes]

    def change(self, make: Change) -> object:
        """Make one change."""
        with self.engine.begin() as connection:
            return make(connection)

    def append(self, appends: list[Append]) -> bool:
        """Make appends, all or none, in an order in which two processes cannot wait for each other."""
        appends = sorted(appends, key=lambda each: each[:2])
        rows = [row for each in appends for row in each.rows()]
        touches = self.touches(appends)
        if rows or touches:
            if self.appends is None:
                self.appends = appends_to(self.engine)
            self.appends.make(rows, list(touches.values()))
            self.remember(touches)
        return True

    def append_alone(self, one: Append) -> bool:
        """Make one append unless its place is taken."""
        try:
            return self.append([one])
        except REFUSED as error:
            if not is_taken(error):
                raise
            return False

    def touches(self, appends: list[Append]) -> dict[str, Touch]:
        """What the rows of tables must hear: a new phase at once, a sign of life now and then."""
        due: dict[str, Touch] = {}
        for each in appends:
            if each.phase is not None or each.at - self.touched.get(each.table, 0) >= TOUCH_EVERY:
                phase = each.phase or (due[each.table][1] if each.table in due else None)
                due[each.table] = (each.at, phase, each.table)
        return due

    def remember(self, touches: dict[str, Touch]) -> None:
        """Note what the rows of tables have heard; what is over a minute old need not be known."""
        for at, _, table in touches.values():
            self.touched[table] = at
        if len(self.touched) > TOUCHES_KEPT:
            late = max(self.touched.values()) - TOUCH_EVERY
            self.touched = {table: at for table, at in self.touched.items() if at > late}


def tried(work: Callable[[Any], object], about: object) -> object:
    """What comes of it, be it an exception: that is for whoever asked, and the thread has others to serve."""
    try:
        return work(about)
    except Exception as error:
        return error


def worded(outcome: object) -> object:
    """An outcome with a database's refusal in plain words."""
    if isinstance(outcome, FAILED):
        return StoreError(f"The database did not take it: {plain(outcome)}")
    return outcome


def resolve(outcomes: list[Outcome]) -> None:
    """Hand each outcome to whoever asked."""
    for answer, outcome in outcomes:
        if answer.done():  # given up meanwhile
            continue
        if isinstance(outcome, Exception):
            answer.set_exception(outcome)
        else:
            answer.set_result(outcome)
