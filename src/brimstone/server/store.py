"""Where tables are kept: an append-only log of each, its guests and their tokens, in SQLite or PostgreSQL.

All work on the database is done in threads: reading in a few, writing in one. What is written is committed when the
call returns. Of tokens, invites and passes only SHA-256 hashes come here, in hex; times are milliseconds since 1970.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from errno import EEXIST
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, cast

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Integer,
    Select,
    String,
    Table,
    and_,
    column,
    delete,
    exists,
    func,
    insert,
    literal,
    select,
    update,
    values,
)
from sqlalchemy.exc import DBAPIError

from brimstone.server.appends import insert_rows
from brimstone.server.database import READERS, StoreError, default_url, open_engine, plain, writing
from brimstone.server.schema import GuestRow, LogRow, TableRow, guests, log, passes, tables, tokens
from brimstone.server.writer import Append, Change, Writer

T = TypeVar("T")
OPEN = ("lobby", "salting", "playing")
AT_ONCE = 500  # tables in one statement


class Store:
    """A database of tables."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.readers = ThreadPoolExecutor(READERS, thread_name_prefix="brimstone-reader")
        self.writer = Writer(writing(engine))

    @classmethod
    async def open(cls, url: str | None = None, *, new: bool = True) -> Store:
        """Open `sqlite:///path` or `postgresql://…`, without an address a file among the user's data."""
        return cls(await asyncio.to_thread(open_engine, url or default_url(), new=new))

    async def close(self) -> None:
        """Finish what is being written, then let go of the database."""
        await self.writer.close()
        await asyncio.to_thread(self.readers.shutdown)
        self.engine.dispose()

    async def read(self, work: Callable[[Connection], T]) -> T:
        """What `work` finds, in a thread."""

        def look() -> T:
            try:
                with self.engine.connect() as connection:
                    return work(connection)
            except DBAPIError as error:
                raise StoreError(f"The database did not answer: {plain(error)}") from error

        return await asyncio.get_running_loop().run_in_executor(self.readers, look)

    async def rows(self, question: Select[Any]) -> list[Any]:
        """The rows that a question finds."""
        return await self.read(lambda connection: list(connection.execute(question)))

    async def write(self, change: Change) -> Any:
        """What `change` comes to, in a transaction of its own."""
        return await self.writer.ask(change)

    # -------------------------------------------------------------------------------------- tables and logs

    async def create(self, row: TableRow, name: str, token_hash: str, bodies: Sequence[bytes]) -> None:
        """Keep a new table with its host, and the beginning of its log."""
        entries = Append(row.id, 1, bodies, row.opened, None).rows()
        host = {"table_id": row.id, "guest": row.host}

        def make(connection: Connection) -> None:
            connection.execute(insert(tables), msgspec.structs.asdict(row))
            connection.execute(insert(guests), host | {"name": name, "removed": False})
            connection.execute(insert(tokens), host | {"token_hash": token_hash})
            insert_rows(connection, entries)

        await self.write(make)

    def append(
        self, table: str, first: int, bodies: Sequence[bytes], at: int, *, phase: str | None = None
    ) -> asyncio.Future[bool]:
        """Add entries `first`, `first + 1` … to a log, all or none; false if `first` is taken: somebody was quicker.

        Ask for a table's next append when the last one is answered: entries decided before a lost one are stale.
        """
        return self.writer.ask(Append(table, first, bodies, at, phase))

    async def entries(self, table: str, after: int = 0) -> list[LogRow]:
        """A table's log, or what follows an entry."""
        found = select(log.c.n, log.c.at, log.c.body).where(log.c.table_id == table, log.c.n > after)
        return [LogRow(*row) for row in await self.rows(found.order_by(log.c.n))]

    async def newer(self, seen: Mapping[str, int]) -> set[str]:
        """Which of these tables have entries after the last one known."""
        following = [(table, n + 1) for table, n in seen.items()]

        def look(connection: Connection) -> set[str]:
            return {table for some in parts(following) for table in connection.scalars(present(some))}

        return await self.read(look)

    async def table(self, table: str) -> TableRow | None:
        """What is known of a table."""
        found = await self.rows(select(tables).where(tables.c.id == table))
        return TableRow(*found[0]) if found else None

    async def public_tables(self, game: str | None, before: int | None, limit: int) -> list[TableRow]:
        """Public tables that are not over, of one game and opened before a time or all, newest first."""
        found = select(tables).where(tables.c.public, tables.c.phase.in_(OPEN))
        if game is not None:
            found = found.where(tables.c.game == game)
        if before is not None:
            found = found.where(tables.c.opened < before)
        found = found.order_by(tables.c.opened.desc(), tables.c.id).limit(limit)
        return [TableRow(*row) for row in await self.rows(found)]

    async def stale(self, phases: Collection[str], before: int, limit: int) -> list[str]:
        """Tables of these phases where nothing has happened since a time, the longest first."""
        found = select(tables.c.id).where(tables.c.phase.in_(phases), tables.c.touched < before)
        return [row.id for row in await self.rows(found.order_by(tables.c.touched).limit(limit))]

    # -------------------------------------------------------------------------------------- guests

    async def change_guests(self, table: str, change: Callable[[Connection], T]) -> T:
        """Change who is at a table, one process and one change at a time."""

        def make(connection: Connection) -> T:
            lock = select(tables.c.id).where(tables.c.id == table).with_for_update(key_share=True)
            if connection.scalar(lock) is None:
                raise LookupError(f"There is no table {table}.")
            return change(connection)

        return cast(T, await self.write(make))

    async def come(self, table: str, name: str, token_hash: str) -> int:
        """The number of a guest who comes in; one whose token is known is no new guest."""

        def enter(connection: Connection) -> int:
            known = connection.execute(guest_with(table, token_hash)).first()
            if known is not None:
                return int(known.guest)
            last = connection.scalar(select(func.max(guests.c.guest)).where(guests.c.table_id == table))
            guest = (last or 0) + 1
            connection.execute(insert(guests).values(table_id=table, guest=guest, name=name, removed=False))
            connection.execute(insert(tokens).values(table_id=table, guest=guest, token_hash=token_hash))
            return guest

        return await self.change_guests(table, enter)

    async def bring(self, old: str, new: str) -> None:
        """Bring the guests of one table to another with their numbers, names and tokens: all but those removed."""
        staying = select(guests.c.guest).where(guests.c.table_id == old, ~guests.c.removed)

        def move(connection: Connection) -> None:
            for kept in (guests, tokens):
                key = list(kept.primary_key.columns)[1]
                there = select(key).where(kept.c.table_id == new)
                here = [literal(new) if each.name == "table_id" else each for each in kept.c]
                found = select(*here).where(kept.c.table_id == old, kept.c.guest.in_(staying), key.not_in(there))
                connection.execute(insert(kept).from_select(kept.c.keys(), found))

        await self.change_guests(new, move)

    async def guests(self, table: str) -> list[GuestRow]:
        """The guests of a table, those removed too."""
        found = select(guests.c.guest, guests.c.name, guests.c.removed).where(guests.c.table_id == table)
        return [GuestRow(*row) for row in await self.rows(found.order_by(guests.c.guest))]

    async def guest_of(self, table: str, token_hash: str) -> GuestRow | None:
        """The guest for whom a token stands, perhaps one removed."""
        found = await self.rows(guest_with(table, token_hash))
        return GuestRow(*found[0]) if found else None

    async def remove_guest(self, table: str, guest: int) -> None:
        """Send a guest away: the tokens stay, so that they are known as those of somebody removed."""

        def send(connection: Connection) -> None:
            connection.execute(update(guests).where(*is_guest(guests, table, guest)).values(removed=True))
            connection.execute(delete(passes).where(*is_guest(passes, table, guest)))

        await self.change_guests(table, send)

    async def add_token(self, table: str, guest: int, token_hash: str) -> None:
        """Let another token stand for a guest."""
        await self.change_guests(table, lambda connection: put_token(connection, table, guest, token_hash))

    async def make_pass(self, table: str, guest: int, code_hash: str, until: int) -> None:
        """Keep a pass that is good once and until a time; an older one of the same guest is void."""

        def make(connection: Connection) -> None:
            connection.execute(delete(passes).where(*is_guest(passes, table, guest)))
            connection.execute(insert(passes).values(code_hash=code_hash, table_id=table, guest=guest, until=until))

        await self.change_guests(table, make)

    async def use_pass(self, code_hash: str, now: int, token_hash: str) -> tuple[str, int] | None:
        """Let a token stand for the guest of a pass, and say at which table who that is; none if it is not good."""
        good = passes.c.code_hash == code_hash, passes.c.until >= now
        found = await self.rows(select(passes.c.table_id).where(*good))
        if not found:
            return None
        table = found[0].table_id

        def use(connection: Connection) -> tuple[str, int] | None:
            guest = connection.scalar(delete(passes).where(*good).returning(passes.c.guest))
            if guest is None:
                return None
            put_token(connection, table, guest, token_hash)
            return table, guest

        return await self.change_guests(table, use)

    # -------------------------------------------------------------------------------------- keeping house

    async def forget(self, before: int) -> int:
        """Empty the names, delete the tokens and passes of tables where nothing has happened since a time; how many."""
        named = exists().where(guests.c.table_id == tables.c.id, guests.c.name != "")
        old = select(tables.c.id).where(tables.c.touched < before, named)
        found = [row.id for row in await self.rows(old.order_by(tables.c.id))]
        return sum([await self.write(partial(forget_tables, some, before)) for some in parts(found)])

    async def backup(self, path: str | Path) -> None:
        """Copy an SQLite database, while it is in use, to a new file that only its owner can read."""
        if self.engine.dialect.name != "sqlite":
            raise StoreError("A PostgreSQL database is copied with its own program: pg_dump (see docs/hosting.md).")
        await asyncio.get_running_loop().run_in_executor(self.readers, copy, self.engine, Path(path))

    async def ping(self) -> None:
        """Raise an error if the database does not answer."""
        await self.rows(select(literal(1)))


def parts(many: Sequence[T]) -> list[Sequence[T]]:
    """Pieces of a sequence small enough for one statement."""
    return [many[n : n + AT_ONCE] for n in range(0, len(many), AT_ONCE)]


def present(places: Sequence[tuple[str, int]]) -> Select[Any]:
    """The question which of some places in logs are filled, put so that both databases look each up."""
    asked = values(column("table_id", String), column("n", Integer), name="asked").data(places).cte()
    return select(log.c.table_id).join(asked, and_(asked.c.table_id == log.c.table_id, asked.c.n == log.c.n))


def guest_with(table: str, token_hash: str) -> Select[Any]:
    """The question for whom a token stands."""
    known = and_(tokens.c.table_id == guests.c.table_id, tokens.c.guest == guests.c.guest)
    found = select(guests.c.guest, guests.c.name, guests.c.removed).join(tokens, known)
    return found.where(tokens.c.table_id == table, tokens.c.token_hash == token_hash)


def is_guest(kept: Table, table: str, guest: int) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    """Conditions for the rows of a guest."""
    return kept.c.table_id == table, kept.c.guest == guest


def put_token(connection: Connection, table: str, guest: int, token_hash: str) -> None:
    """Let a token stand for a guest, and no longer for another."""
    connection.execute(delete(tokens).where(tokens.c.table_id == table, tokens.c.token_hash == token_hash))
    connection.execute(insert(tokens).values(table_id=table, guest=guest, token_hash=token_hash))


def forget_tables(some: Sequence[str], before: int, connection: Connection) -> int:
    """Forget who was at these tables, those excepted where something has happened meanwhile."""
    old = select(tables.c.id).where(tables.c.id.in_(some), tables.c.touched < before).order_by(tables.c.id)
    found = connection.scalars(old.with_for_update(key_share=True)).all()
    for kept in (passes, tokens):
        connection.execute(delete(kept).where(kept.c.table_id.in_(found)))
    connection.execute(update(guests).where(guests.c.table_id.in_(found)).values(name=""))
    return len(found)


def copy(engine: Engine, path: Path) -> None:
    """Copy an SQLite database; the file has its name only once it is whole."""
    unfinished = path.with_name(f"{path.name}.part")
    try:
        if path.exists():
            raise FileExistsError(EEXIST, os.strerror(EEXIST))
        unfinished.unlink(missing_ok=True)  # of a copy that was interrupted; of a link only the link itself
        os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))  # and so follows no link
        with closing(engine.raw_connection()) as connection:
            connection.cursor().execute("VACUUM INTO ?", (str(unfinished),))
        with unfinished.open("rb") as written:
            os.fsync(written.fileno())
        unfinished.rename(path)
    except (OSError, sqlite3.Error) as error:
        unfinished.unlink(missing_ok=True)
        reason = error.strerror if isinstance(error, OSError) else error
        raise StoreError(f"The copy {path} cannot be written: {reason}") from error
