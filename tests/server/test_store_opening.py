"""Opening databases: new, old, foreign and from the future; copying them; losing them for a while."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import stat
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import platformdirs
import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

from brimstone.server import database
from brimstone.server.database import StoreError, open_engine
from brimstone.server.schema import GuestRow, LogRow, TableRow, metadata
from brimstone.server.store import Store
from tests.server.services import Postgres, program
from tests.server.test_store import ROW, TABLE, hashed, opened

pytestmark = pytest.mark.asyncio

HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"
SCHEMA_1 = Path(__file__).parent / "data" / "schema1.sql"


def file_of(url: str) -> Path:
    return Path(url.removeprefix("sqlite:///"))


def differences(url: str) -> list[object]:
    """Where a database is not as the code says."""
    engine = open_engine(url)
    with engine.connect() as connection:
        found = compare_metadata(MigrationContext.configure(connection), metadata)
    engine.dispose()
    return list(found)


# ------------------------------------------------------------------------------------------ schemas


async def test_the_schema_in_code_is_the_one_that_migrations_make(database_url: str) -> None:
    assert differences(database_url) == []


async def test_an_up_to_date_database_is_left_as_it_is(database_url: str) -> None:
    for again in (False, True):
        store = await Store.open(database_url)
        if not again:
            await opened(store)
        assert await store.table(TABLE) == ROW
        await store.close()


async def test_a_database_of_schema_1_is_opened_with_all_it_holds(sqlite_url: str) -> None:
    with closing(sqlite3.connect(file_of(sqlite_url))) as connection:
        connection.executescript(SCHEMA_1.read_text())
    assert differences(sqlite_url) == []
    store = await Store.open(sqlite_url)
    expected = TableRow(
        "k3m9x2p7q4wz", "dice", 3, "playing", False, 1_790_000_000_000, 1_790_000_060_000, "1" * 64, "2" * 64,
        b'{"game":"dice","seats":3}', 1,
    )  # fmt: skip
    assert await store.table("k3m9x2p7q4wz") == expected
    assert await store.entries("k3m9x2p7q4wz", 1) == [LogRow(2, 1_790_000_060_000, b'{"is":"begun","guest":1}')]
    assert await store.guests("k3m9x2p7q4wz") == [GuestRow(1, "Ada", False), GuestRow(2, "Béa", True)]
    assert await store.guest_of("k3m9x2p7q4wz", hashed("bea")) == GuestRow(2, "Béa", True)
    assert await store.use_pass(hashed("code"), 1_790_000_000_000, hashed("phone")) == ("k3m9x2p7q4wz", 1)
    assert await store.append("k3m9x2p7q4wz", 3, [b"on it goes"], 1)
    await store.close()


async def test_a_database_of_a_newer_schema_is_refused_and_left_alone(database_url: str) -> None:
    engine = open_engine(database_url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '99'"))
    with pytest.raises(StoreError, match="newer Brimstone: its schema is 99, and this one knows 1"):
        await Store.open(database_url)
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT version_num FROM alembic_version")) == "99"
    engine.dispose()


async def test_many_open_a_new_database_at_once(database_url: str) -> None:
    stores = await asyncio.gather(*(Store.open(database_url) for _ in range(5)))
    await opened(stores[0])
    assert [await store.table(TABLE) for store in stores] == [ROW] * 5
    for store in stores:
        await store.close()


async def test_a_new_database_that_another_is_making_is_waited_for(sqlite_url: str) -> None:
    with closing(sqlite3.connect(file_of(sqlite_url), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        opening = asyncio.create_task(Store.open(sqlite_url))
        await asyncio.sleep(0.2)
        assert not opening.done()
        other.execute("COMMIT")
        store = await opening
    await opened(store)
    await store.close()


# ------------------------------------------------------------------------------------------ addresses


async def test_without_an_address_it_lies_among_the_users_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(platformdirs, "user_data_path", lambda name: tmp_path / name)
    store = await Store.open()
    await store.close()
    assert [path.name for path in (tmp_path / "brimstone").iterdir()] == ["tables.sqlite"]


async def test_only_the_owner_can_read_an_sqlite_database(sqlite_url: str) -> None:
    store = await Store.open(sqlite_url)
    await opened(store)
    files = list(file_of(sqlite_url).parent.iterdir())
    assert len(files) == 3  # the log of SQLite itself, too
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}
    await store.close()


@pytest.mark.parametrize("address", ["mysql://host/name", "tables.sqlite", ""])
async def test_an_address_of_no_known_kind_is_refused(address: str) -> None:
    with pytest.raises(StoreError, match=r"sqlite:///path/to/tables\.sqlite or postgresql://"):
        open_engine(address)


@pytest.mark.parametrize("address", ["sqlite://", "sqlite:///:memory:"])
async def test_a_database_in_memory_is_refused(address: str) -> None:
    with pytest.raises(StoreError, match="needs a file"):
        await Store.open(address)


async def test_a_file_that_is_no_database_is_refused_and_left_alone(sqlite_url: str) -> None:
    file_of(sqlite_url).write_bytes(b"Dear diary, " * 1000)
    with pytest.raises(StoreError, match=r"tables\.sqlite cannot be opened: file is not a database"):
        await Store.open(sqlite_url)
    assert file_of(sqlite_url).read_bytes() == b"Dear diary, " * 1000


async def test_a_place_where_no_file_can_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="cannot be opened: "):
        await Store.open(f"sqlite:///{tmp_path}/file/tables.sqlite")


async def test_a_server_that_is_not_there_is_named_without_the_password(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be opened") as refusal:
        await Store.open(f"postgresql://ada:hush@/games?host={tmp_path}")
    assert "ada" in str(refusal.value)
    assert "hush" not in str(refusal.value)


async def test_postgresql_without_its_package_names_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=r'pip install "brimstone\[scale\]"'):
        await Store.open("postgresql://ada@/games")


# ------------------------------------------------------------------------------------------ copies


async def test_a_copy_is_made_during_play_and_opens_again(sqlite_url: str, tmp_path: Path) -> None:
    store = await Store.open(sqlite_url)
    table = await opened(store)
    appending = [store.append(table, n, [b"during"], 1) for n in range(2, 50)]
    copied = tmp_path / "copy.sqlite"
    await asyncio.gather(store.backup(copied), *appending)
    await store.append(table, 50, [b"after"], 1)
    await store.close()
    assert stat.S_IMODE(copied.stat().st_mode) == 0o600
    again = await Store.open(f"sqlite:///{copied}")
    kept = await again.entries(table)
    assert [row.n for row in kept] == list(range(1, len(kept) + 1))
    assert kept[0].body == b"opened"
    assert b"after" not in {row.body for row in kept}
    assert await again.guest_of(table, hashed("ada")) == GuestRow(1, "Ada", False)
    await again.close()


async def test_a_copy_does_not_replace_a_file(sqlite_url: str, tmp_path: Path) -> None:
    store = await Store.open(sqlite_url)
    there = tmp_path / "there"
    there.write_text("precious")
    with pytest.raises(StoreError, match="there cannot be written: File exists"):
        await store.backup(there)
    with pytest.raises(StoreError, match="nowhere/copy cannot be written: No such file or directory"):
        await store.backup(tmp_path / "nowhere" / "copy")
    await store.close()
    assert there.read_text() == "precious"
    assert {path.name for path in tmp_path.iterdir()} == {"there", "tables.sqlite"}


async def test_a_copy_follows_no_link(sqlite_url: str, tmp_path: Path) -> None:
    """Somebody else may write in the folder too; and what an interrupted copy has left is in nobody's way."""
    store = await Store.open(sqlite_url)
    precious = tmp_path / "precious"
    precious.write_text("precious")
    (tmp_path / "copy.part").symlink_to(precious)
    await store.backup(tmp_path / "copy")
    (tmp_path / "other.part").write_text("half a copy")
    await store.backup(tmp_path / "other")
    await store.close()
    assert precious.read_text() == "precious"
    assert {path.name for path in tmp_path.iterdir()} == {"copy", "other", "precious", "tables.sqlite"}


async def test_where_there_is_no_database_none_is_made_to_be_copied(tmp_path: Path) -> None:
    """An address with a mistake in it must not give an empty backup."""
    with pytest.raises(StoreError, match=r"There is no database .*/there/tables\.sqlite\."):
        await Store.open(f"sqlite:///{tmp_path}/there/tables.sqlite", new=False)
    assert list(tmp_path.iterdir()) == []


async def test_postgresql_is_copied_by_its_own_program(postgres_url: str, tmp_path: Path) -> None:
    store = await Store.open(postgres_url)
    with pytest.raises(StoreError, match="pg_dump"):
        await store.backup(tmp_path / "copy")
    await store.close()


async def test_postgresql_is_restored_from_its_own_copy(postgres: Postgres, postgres_url: str, tmp_path: Path) -> None:
    store = await Store.open(postgres_url)
    table = await opened(store)
    await store.close()
    copied = tmp_path / "copy.dump"
    subprocess.run([program("pg_dump"), "--format=custom", f"--file={copied}", postgres_url], check=True)
    with postgres.database() as empty:
        subprocess.run([program("pg_restore"), "--no-owner", f"--dbname={empty}", copied], check=True)
        again = await Store.open(empty)
        assert await again.table(table) == ROW
        assert await again.entries(table) == [LogRow(1, ROW.opened, b"opened")]
        await again.close()


async def test_hosts_delete_a_name_and_a_table_as_they_are_told(database_url: str, store: Store) -> None:
    name, whole = re.findall(r"```sql\n(.*?)```", HOSTING.read_text(), re.DOTALL)
    table, other = await opened(store, id="k3m9x2p7q4wz"), await opened(store)
    assert await store.come(table, "Bea", hashed("bea")) == 2
    await store.make_pass(table, 2, hashed("code"), 1)
    engine = open_engine(database_url)
    with engine.begin() as connection:
        connection.execute(text(name))
    assert await store.guests(table) == [GuestRow(1, "Ada", False), GuestRow(2, "", False)]
    with engine.begin() as connection:
        for statement in whole.strip().split("\n"):
            connection.execute(text(statement))
    engine.dispose()
    assert await store.table(table) is None
    assert await store.entries(table) == []
    assert await store.table(other) == ROW


# ------------------------------------------------------------------------------------------ trouble


async def test_a_writer_waits_for_another_process(sqlite_url: str) -> None:
    store = await Store.open(sqlite_url)
    table = await opened(store)
    with closing(sqlite3.connect(file_of(sqlite_url), isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        begun = time.monotonic()
        threading.Timer(0.5, other.execute, ["COMMIT"]).start()
        assert await store.append(table, 2, [b"late"], 1)
        assert time.monotonic() - begun >= 0.5
    await store.close()


async def test_one_who_waits_too_long_is_told(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "PATIENCE", 0.1)
    store = await Store.open(sqlite_url)
    table = await opened(store)
    with closing(sqlite3.connect(file_of(sqlite_url), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="did not take it: database is locked"):
            await store.append(table, 2, [b"a"], 1)
    assert await store.append(table, 2, [b"b"], 1)
    await store.close()


async def test_two_processes_never_wait_for_each_other(postgres_url: str) -> None:
    """Another process takes places in the order of tables; one that took them as they came would lock up with it."""
    store = await Store.open(postgres_url)
    one, two = await opened(store, id="one"), await opened(store, id="two")
    take = "INSERT INTO log VALUES (%s, 2, 1, 'theirs')"
    asked = threading.Event()
    async with await psycopg.AsyncConnection.connect(postgres_url) as other:
        await other.execute(take, [one])
        busy = asyncio.ensure_future(store.write(lambda _: asked.wait()))
        appends = [asyncio.ensure_future(store.append(table, 2, [b"ours"], 1)) for table in (two, one)]
        await asyncio.sleep(0)  # both are in the queue, behind what keeps the writer busy
        asked.set()
        while not await is_waiting(store):
            await asyncio.sleep(0.01)
        await other.execute(take, [two])
    assert await asyncio.gather(busy, *appends) == [True, False, False]
    assert [row.body for table in (one, two) for row in await store.entries(table, 1)] == [b"theirs"] * 2
    await store.close()


async def is_waiting(store: Store) -> bool:
    """Whether anybody waits for somebody else's transaction."""
    waiting = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
    return await store.read(lambda connection: bool(connection.scalar(waiting)))


async def test_a_restarted_server_is_found_again(postgres: Postgres, postgres_url: str) -> None:
    store = await Store.open(postgres_url)
    table = await opened(store)
    postgres.stop()
    try:
        with pytest.raises(StoreError, match="did not take it"):
            await store.append(table, 2, [b"lost"], 1)
        with pytest.raises(StoreError, match="did not answer"):
            await store.ping()
    finally:
        postgres.start()
    await store.ping()
    assert await store.append(table, 2, [b"kept"], 1)
    assert [row.body for row in await store.entries(table)] == [b"opened", b"kept"]
    await store.close()
