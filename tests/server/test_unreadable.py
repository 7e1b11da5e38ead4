"""Tables that cannot be gone on with: of other rules, or with something wrong in their logs. The others go on."""

from __future__ import annotations

import json
import logging
import sqlite3
from pathlib import Path

import pytest

from brimstone.games import find
from brimstone.server import entries
from brimstone.server import house as houses
from brimstone.server.house import House
from tests.server.client import Client, Refusal, ask, table_of
from tests.server.house import running

pytestmark = pytest.mark.asyncio
BAD = b'{"is":"opened","terms":{"game":"coal","seats":3,"options":{"gone":1}},"rules":1,"promise":""}'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite"


def spoil(file: Path, table: str) -> None:
    """Let the first entry of a table's log be one that cannot be read."""
    with sqlite3.connect(file) as database:
        database.execute("update log set body = ? where table_id = ? and n = 1", (BAD, table))


def other_rules(file: Path, table: str) -> None:
    """Let a table have been opened under rules that are not known here."""
    with sqlite3.connect(file) as database:
        (body,) = database.execute("select body from log where table_id = ? and n = 1", (table,)).fetchone()
        changed = json.dumps(json.loads(body) | {"rules": 99}).encode()
        database.execute("update log set body = ? where table_id = ? and n = 1", (changed, table))


async def all_put_away(house: House) -> None:
    for room in list(house.rooms.values()):
        await house.put_away(room)


async def phase_of(house: House, table: str) -> str:
    row = await house.store.table(table)
    assert row is not None
    return row.phase


async def test_a_sweep_goes_on_where_a_table_cannot_be_read(
    sqlite_url: str, file: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(houses, "DESERTED", {"lobby": -60_000})
    monkeypatch.setattr(houses, "CLOSED_AT_ONCE", 1)
    async with running(sqlite_url) as (base, house):
        hosts = [await Client.host(base, "coal", seats=3) for _ in range(4)]
        for host in hosts[:2]:
            spoil(file, host.table)
        for _ in range(6):
            await house.sweep_once()
        phases = [await phase_of(house, host.table) for host in hosts]
        assert phases == ["lobby", "lobby", "closed", "closed"]
    said = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert [hosts[n].table in said[n] for n in range(2)] == [True, True]
    assert len(said) == 2  # once each


async def test_a_look_into_the_database_goes_on_where_a_table_cannot_be_read(sqlite_url: str) -> None:
    async with running(sqlite_url) as (one, here), running(sqlite_url) as (_, there):
        hosts = [await (await Client.host(one, "coal", seats=3)).enter() for _ in range(3)]
        for host in hosts:
            await there.room(host.table)
        bad = hosts[0].table
        body = entries.encode(entries.Bared())
        assert await here.store.append(bad, here.rooms[bad].table.n + 1, [body], here.now())
        for host in hosts[1:]:
            await host.sit(1)
        await there.poll_once()
        assert [there.rooms[host.table].table.seat_of(1) for host in hosts] == [-1, 0, 0]
        for host in hosts:
            await host.leave()


async def test_a_table_of_other_rules_is_refused(sqlite_url: str, file: Path) -> None:
    async with running(sqlite_url) as (base, house):
        (ada,) = await table_of(base, "dice", 1, seats=3, bots=["random"] * 2)
        await ada.say("begin")
        await ada.say("salt", salt=ada.salt)
        await ada.leave()
        await all_put_away(house)
        other_rules(file, ada.table)
        with pytest.raises(Refusal, match="other_rules") as caught:
            await ada.enter()
        assert caught.value.said["about"] == {"rules": 99, "here": find("dice").version}
        with pytest.raises(Refusal, match="other_rules"):
            await ask(base, "GET", f"/tables/{ada.table}/record")
        await ada.leave()
        entries_before = len(await house.store.entries(ada.table))
        await house.sweep_once()  # another process may know these rules: it is closed when nobody is there
        assert len(await house.store.entries(ada.table)) == entries_before


@pytest.mark.parametrize("begun", [False, True])
async def test_a_deserted_table_of_other_rules_is_closed_and_reveals_what_it_had_promised(
    begun: bool, sqlite_url: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(sqlite_url) as (base, house):
        (ada,) = await table_of(base, "dice", 1, seats=3, bots=["random"] * 2)
        if begun:
            await ada.say("begin")
        await ada.leave()
        await all_put_away(house)
        other_rules(file, ada.table)
        monkeypatch.setattr(houses, "DESERTED", {"lobby": -60_000, "salting": -60_000})
        for _ in range(2):
            await house.sweep_once()
        assert await phase_of(house, ada.table) == "closed"
        row, log = await house.store.table(ada.table), await house.store.entries(ada.table)
        assert row is not None
        last = [entries.decode(each.body) for each in log[-2:]]
        revealed = [entry.secret for entry in last if isinstance(entry, entries.Revealed)]
        assert revealed == ([row.secret] if begun else [])
        assert sum(isinstance(entry, entries.Closed) for entry in last) == 1
