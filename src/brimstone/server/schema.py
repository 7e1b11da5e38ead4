"""What the database holds: five tables, and the rows that the store hands out. Times are milliseconds since 1970.

A change here needs a migration beside it (`migrations/versions`); a test compares the two.
"""

from __future__ import annotations

import msgspec
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
)


class TableRow(msgspec.Struct, frozen=True):
    """What is known of a table without reading its log."""

    id: str
    game: str
    seats: int
    phase: str
    public: bool
    opened: int
    touched: int  # up to a minute behind the log
    invite: str  # SHA-256 in hex; the invite itself is with those who were invited
    secret: str
    terms: bytes  # JSON
    host: int  # the number of a guest


class GuestRow(msgspec.Struct, frozen=True):
    """A person at a table; the name is empty once it was forgotten."""

    guest: int
    name: str
    removed: bool


class LogRow(msgspec.Struct, frozen=True):
    """An entry of a table's log."""

    n: int
    at: int
    body: bytes


metadata = MetaData()
HASH = String(64)

tables = Table(
    "tables",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("phase", String(20), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("opened", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False),
    Column("invite", HASH, nullable=False),
    Column("secret", HASH, nullable=False),
    Column("terms", LargeBinary, nullable=False),
    Column("host", Integer, nullable=False),
    Index("tables_by_opening", "public", "opened"),
    Index("tables_by_touch", "phase", "touched"),
)

# Its primary key decides between two writers: (table, n) is given once. Rows lie in its order in SQLite, not twice.
log = Table(
    "log",
    metadata,
    Column("table_id", String(12), ForeignKey("tables.id"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

guests = Table(
    "guests",
    metadata,
    Column("table_id", String(12), ForeignKey("tables.id"), primary_key=True),
    Column("guest", Integer, primary_key=True, autoincrement=False),
    Column("name", String, nullable=False),
    Column("removed", Boolean, nullable=False),
)

# One token may be known at several tables: a rematch takes it along.
tokens = Table(
    "tokens",
    metadata,
    Column("table_id", String(12), primary_key=True),
    Column("token_hash", HASH, primary_key=True),
    Column("guest", Integer, nullable=False),
    ForeignKeyConstraint(["table_id", "guest"], ["guests.table_id", "guests.guest"]),
)

passes = Table(
    "passes",
    metadata,
    Column("code_hash", HASH, primary_key=True),
    Column("table_id", String(12), nullable=False),
    Column("guest", Integer, nullable=False),
    Column("until", BigInteger, nullable=False),
    ForeignKeyConstraint(["table_id", "guest"], ["guests.table_id", "guests.guest"]),
    Index("passes_by_guest", "table_id", "guest"),
)
