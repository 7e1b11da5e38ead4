"""The one thread that writes. All appends that wait at a moment share one transaction, so that one flush to the disk
pays for them all; any other change has a transaction of its own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, NamedTuple

from sqlalchemy import ARRAY, Connection, Engine, String, bindparam, func, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from brimstone.server.database import StoreError, plain
from brimstone.server.schema import log, tables

TOGETHER = 1000  # changes, after which no more are waited for
TOUCH_EVERY = 60_000  # ms
TOUCHES_KEPT = 10_000
UNIQUE = {"SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE", "23505"}  # SQLite's names, PostgreSQL's number

INSERT = insert(log)
# SQLite is given them as they are: no column needs to be translated.
INSERT_PLAIN = f"INSERT INTO {log.name} ({', '.join(log.c.keys())}) VALUES ({', '.join('?' for _ in log.c)})"
# PostgreSQL takes many rows quickest as a few arrays in one statement.
INSERT_ARRAYS = INSERT.from_select(
    log.c.keys(), select(*(func.unnest(bindparam(each.name, type_=ARRAY(each.type))) for each in log.c))
)
TOUCH = (
    update(tables)
    .where(tables.c.id == bindparam("table"))
    .values(touched=bindparam("at"), phase=func.coalesce(bindparam("now", type_=String), tables.c.phase))
)


class Append(NamedTuple):
    """Entries for the end of a table's log."""

    table: str
    first: int
    bodies: Sequence[bytes]
    at: int
    phase: str | None

    def rows(self) -> list[dict[str, object]]:
        """The rows of the log."""
        return [
            {"table_id": self.table, "n": n, "at": self.at, "body": body}
            for n, body in enumerate(self.bodies, self.first)
        ]


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

    def waiting(self) -> tuple[list[Asked], bool]:
        """All that waits now, once something does; and whether more may come."""
        found: list[Asked] = []
        some = self.queue.get()
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
            alone = isinstance(together, IntegrityError)
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
            with self.engine.begin() as connection:
                if rows:
                    insert_rows(connection, rows)
                if touches:
                    connection.execute(TOUCH, list(touches.values()))
            self.remember(touches)
        return True

    def append_alone(self, one: Append) -> bool:
        """Make one append unless its place is taken."""
        try:
            return self.append([one])
        except IntegrityError as error:
            if not is_taken(error):
                raise
            return False

    def touches(self, appends: list[Append]) -> dict[str, dict[str, Any]]:
        """What the rows of tables must hear: a new phase at once, a sign of life now and then."""
        due: dict[str, dict[str, Any]] = {}
        for each in appends:
            if each.phase is not None or each.at - self.touched.get(each.table, 0) >= TOUCH_EVERY:
                phase = each.phase or due.get(each.table, {}).get("now")
                due[each.table] = {"table": each.table, "at": each.at, "now": phase}
        return due

    def remember(self, touches: dict[str, dict[str, Any]]) -> None:
        """Note what the rows of tables have heard; what is over a minute old need not be known."""
        for table, touch in touches.items():
            self.touched[table] = touch["at"]
        if len(self.touched) > TOUCHES_KEPT:
            late = max(self.touched.values()) - TOUCH_EVERY
            self.touched = {table: at for table, at in self.touched.items() if at > late}


def insert_rows(connection: Connection, rows: list[dict[str, object]]) -> None:
    """Insert rows into the log, in their order."""
    if connection.dialect.name == "postgresql":
        connection.execute(INSERT_ARRAYS, {name: [row[name] for row in rows] for name in rows[0]})
    else:
        connection.exec_driver_sql(INSERT_PLAIN, [tuple(row.values()) for row in rows])


def tried(work: Callable[[Any], object], about: object) -> object:
    """What comes of it, be it an exception: that is for whoever asked, and the thread has others to serve."""
    try:
        return work(about)
    except Exception as error:
        return error


def is_taken(error: IntegrityError) -> bool:
    """Whether there is a row with that key already."""
    return bool({getattr(error.orig, name, "") for name in ("sqlite_errorname", "sqlstate")} & UNIQUE)


def worded(outcome: object) -> object:
    """An outcome with a database's refusal in plain words."""
    if isinstance(outcome, DBAPIError):
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
