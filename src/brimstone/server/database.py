"""Opening a database: from an address to an engine, with its schema brought up to date."""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path

import platformdirs
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError

from brimstone.games.contract import BrimstoneError

MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATING = 0x6272696D  # any number, the same everywhere: PostgreSQL's lock while the schema is changed
PATIENCE = 15  # seconds that a writer waits for another process to let go of an SQLite file
AGAIN = 0.01  # seconds before another attempt where SQLite itself does not wait
READERS = 4
WRITERS = 2  # connections of the one thread that writes: for appends, and for all else
BEGIN_WRITING = "BEGIN IMMEDIATE"  # SQLite: take the place of the one writer at once


class StoreError(BrimstoneError):
    """The database cannot do what was asked of it, in plain words."""


def default_url() -> str:
    """The database of whoever names none: a file among the user's data."""
    return f"sqlite:///{platformdirs.user_data_path('brimstone') / 'tables.sqlite'}"


def plain(error: Exception) -> str:
    """What the database itself says, on one line."""
    return " ".join(str(getattr(error, "orig", error)).split())


def open_engine(address: str, *, new: bool = True) -> Engine:
    """An engine on an up-to-date database, which is made if there is none and it may be `new`."""
    url = parsed(address)
    if not new and url.drivername == "sqlite" and not Path(url.database or "").is_file():
        raise StoreError(f"There is no database {url.database}.")
    engine = sqlite(url) if url.drivername == "sqlite" else postgresql(url)
    try:
        with writing(engine).begin() as connection:
            migrate(connection)
    except DBAPIError as error:
        engine.dispose()
        raise StoreError(f"The database {url} cannot be opened: {plain(error)}") from error
    except BaseException:
        engine.dispose()
        raise
    return engine


def writing(engine: Engine) -> Engine:
    """The same engine for transactions that write: in SQLite they queue at their beginning and cannot fail half-way."""
    return engine.execution_options(writes=True)


def parsed(address: str) -> URL:
    """An address as SQLAlchemy takes it; a password in it is never printed."""
    try:
        url = make_url(address)
    except ArgumentError:
        url = URL.create("none")
    match url.drivername:
        case "sqlite" if url.database and url.database != ":memory:":
            return url
        case "sqlite":
            raise StoreError("An SQLite database needs a file: sqlite:///path/to/tables.sqlite")
        case "postgresql" | "postgres":
            return url.set(drivername="postgresql+psycopg")
    raise StoreError("A database is given as sqlite:///path/to/tables.sqlite or postgresql://user@host/name.")


def postgresql(url: URL) -> Engine:
    """An engine for PostgreSQL that notices when the server was restarted."""
    try:
        return create_engine(url, pool_size=READERS + WRITERS, pool_pre_ping=True)
    except ImportError as error:
        raise StoreError('PostgreSQL needs another package: pip install "brimstone[scale]"') from error


def sqlite(url: URL) -> Engine:
    """An engine for an SQLite file that only its owner can read."""
    path = Path(url.database or "")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except FileExistsError:
        pass  # left shut: closing a file lets go of the locks that this process holds on it elsewhere
    except OSError as error:
        raise StoreError(f"The database {path} cannot be opened: {error.strerror}") from error
    engine = create_engine(url, pool_size=READERS + WRITERS, connect_args={"timeout": PATIENCE})
    event.listen(engine, "connect", prepare)
    event.listen(engine, "begin", begin)
    return engine


def prepare(connection: sqlite3.Connection, _: object) -> None:
    """Readers beside a writer, every commit on the disk, and no BEGIN but ours."""
    connection.isolation_level = None
    log_ahead(connection)
    for setting in ("synchronous = FULL", "foreign_keys = ON", "temp_store = MEMORY"):
        connection.execute(f"PRAGMA {setting}")


def log_ahead(connection: sqlite3.Connection) -> None:
    """Write changes beside the file first. Where another is just changing a new file to that, SQLite does not wait."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(AGAIN)


def begin(connection: Connection) -> None:
    """Begin, and where something is to be written take the place of the one writer at once."""
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql(BEGIN_WRITING if writes else "BEGIN")


def migrate(connection: Connection) -> None:
    """Bring the schema up to date; a second process that comes meanwhile waits, and finds it done."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATING})"))
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    known = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]
    found = MigrationContext.configure(connection).get_current_revision()
    if found == known[0]:
        return
    if found is not None and found not in known:
        raise StoreError(
            f"This database was made by a newer Brimstone: its schema is {found}, and this one knows {known[0]}. "
            "Install the newer Brimstone, or go back to a backup from before."
        )
    command.upgrade(config, "head")
