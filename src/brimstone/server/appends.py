"""How rows get into the log: all or none, in one transaction.

A transaction through SQLAlchemy takes more of the processor than ten rows in it. SQLite is therefore spoken to as
directly as can be, over a connection that stays open; PostgreSQL's are checked before each use, because it may have
been restarted.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from functools import cache
from typing import Any, Protocol

from sqlalchemy import ARRAY, Connection, Engine, String, bindparam, func, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from brimstone.server.database import BEGIN_WRITING
from brimstone.server.schema import log, tables

ROWS = 50  # in one statement
UNIQUE = {"SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE", "23505"}  # SQLite's names, PostgreSQL's number
REFUSED = (IntegrityError, sqlite3.IntegrityError)
FAILED = (DBAPIError, sqlite3.Error)

INSERT_PLAIN = f"INSERT INTO {log.name} ({', '.join(log.c.keys())}) VALUES "
TOUCH_PLAIN = f"UPDATE {tables.name} SET touched = ?, phase = coalesce(?, phase) WHERE id = ?"
# PostgreSQL takes many rows quickest as a few arrays in one statement.
INSERT_ARRAYS = insert(log).from_select(
    log.c.keys(), select(*(func.unnest(bindparam(each.name, type_=ARRAY(each.type))) for each in log.c))
)
TOUCH = (
    update(tables)
    .where(tables.c.id == bindparam("table"))
    .values(touched=bindparam("at"), phase=func.coalesce(bindparam("now", type_=String), tables.c.phase))
)

Row = tuple[str, int, int, bytes]  # of the log, in the order of its columns
Touch = tuple[int, str | None, str]  # of a table's row: the time, a new phase or None, the table


class Appends(Protocol):
    """A way into the log."""

    def make(self, rows: Sequence[Row], touches: Sequence[Touch]) -> None:
        """Commit rows and touches; raises one of `FAILED`, and nothing has happened."""

    def close(self) -> None:
        """No more will come."""


def appends_to(engine: Engine) -> Appends:
    return PostgresAppends(engine) if engine.dialect.name == "postgresql" else SqliteAppends(engine)


def is_taken(error: Exception) -> bool:
    """Whether there is a row with that key already."""
    said = getattr(error, "orig", error)
    return bool({getattr(said, name, "") for name in ("sqlite_errorname", "sqlstate")} & UNIQUE)


class PostgresAppends:
    """Over a connection out of the pool."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def make(self, rows: Sequence[Row], touches: Sequence[Touch]) -> None:
        with self.engine.begin() as connection:
            if rows:
                insert_rows(connection, rows)
            if touches:
                connection.execute(TOUCH, [{"at": at, "now": now, "table": table} for at, now, table in touches])

    def close(self) -> None:
        pass


class SqliteAppends:
    """Over a connection of its own."""

    def __init__(self, engine: Engine) -> None:
        self.pooled = engine.raw_connection()
        self.cursor: sqlite3.Cursor = self.pooled.cursor()  # type: ignore[assignment]

    def make(self, rows: Sequence[Row], touches: Sequence[Touch]) -> None:
        self.cursor.execute(BEGIN_WRITING)
        try:
            insert_plain(self.cursor, rows)
            self.cursor.executemany(TOUCH_PLAIN, touches)
            self.cursor.execute("COMMIT")
        except BaseException:
            if self.cursor.connection.in_transaction:  # else SQLite has ended it by itself
                self.cursor.execute("ROLLBACK")
            raise

    def close(self) -> None:
        self.pooled.close()


def insert_rows(connection: Connection, rows: Sequence[Row]) -> None:
    """Insert rows into the log, in their order."""
    if connection.dialect.name == "postgresql":
        columns = zip(log.c.keys(), zip(*rows, strict=True), strict=True)
        connection.execute(INSERT_ARRAYS, {name: list(values) for name, values in columns})
    else:
        insert_plain(connection.connection.cursor(), rows)


def insert_plain(cursor: Any, rows: Sequence[Row]) -> None:
    """Insert rows, many in a statement: at each, Python's lock is let go and waited for."""
    for first in range(0, len(rows), ROWS):
        some = rows[first : first + ROWS]
        cursor.execute(insert_of(len(some)), [value for row in some for value in row])


@cache
def insert_of(rows: int) -> str:
    """SQLite's statement for so many rows."""
    return INSERT_PLAIN + ", ".join(["(?, ?, ?, ?)"] * rows)
