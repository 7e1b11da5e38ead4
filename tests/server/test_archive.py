"""Games that are over: read from what is committed, made once, and with no name that was deleted."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from typing import Any

import httpx
import pytest

from brimstone.record import Record
from brimstone.server import archive, database
from brimstone.server.archive import KEPT, Asker, Shelf
from brimstone.server.limits import Limit, Limits
from brimstone.server.messages import Refused
from brimstone.verify import with_proof
from tests.server.client import Client, ask, new_token, play_out, table_of
from tests.server.house import running

WAYS = ("record", "proof", "analysis", "replay?as=everything")


def test_the_last_things_are_kept() -> None:
    shelf = Shelf[bytes]()
    for n in range(KEPT + 1):
        shelf.keep(n, b"%d" % n)
        assert shelf.get(0) == b"0"
    assert shelf.get(1) is None
    assert shelf.get(KEPT) == b"%d" % KEPT


def test_as_many_are_kept_as_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST_KEPT", 10)
    shelf = Shelf[bytes]()
    for name in "abc":
        shelf.keep(name, b"four")
    assert [shelf.get(name) for name in "abc"] == [None, b"four", b"four"]
    shelf.keep("large", b"more than ten")
    assert (shelf.size, dict(shelf.kept)) == (0, {})


async def over(base: str, **more: Any) -> Client:
    """A short game of one person, played to its end."""
    terms = {"seats": 3, "options": {"hand": 3, "goal": 3}, "bots": ["random", "random"]}
    (ada,) = await table_of(base, "cards", 1, **terms, **more)
    await play_out([ada])
    await ada.leave()
    return ada


async def taken_apart(base: str, table: str) -> str:
    """The analysis of a game, as soon as it is there."""
    while not (found := await ask(base, "GET", f"/tables/{table}/analysis")):
        await asyncio.sleep(0.1)
    return json.dumps(found)


@pytest.mark.asyncio
async def test_an_end_that_is_not_committed_is_no_end(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The host closes while the database takes nothing: nobody gets the secret and the hands, then or later."""
    monkeypatch.setattr(database, "PATIENCE", 1)
    async with running(sqlite_url) as (base, house), httpx.AsyncClient(base_url=base, timeout=60) as http:
        ada, ben, cyn = await table_of(base, "cards", 3, seats=3, options={"goal": 100})
        await ada.say("begin")
        for client in (ada, ben, cyn):
            await client.say("salt", salt=client.salt)
        other = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        await ada.say("ping")
        await ada.post("close", key="end")
        while house.rooms[ada.table].table.phase != "closed":
            await asyncio.sleep(0.01)
        from_it = {"game": "cards", "name": "Eve", "token": new_token(), "from": {"table": ada.table, "move": 1}}
        asked = [asyncio.create_task(http.get(f"/api/v1/tables/{ada.table}/{way}")) for way in WAYS]
        asked.append(asyncio.create_task(http.post("/api/v1/tables", json=from_it)))
        said = await ada.until(lambda said: said.get("key") == "end")
        assert (said["is"], said["why"]) == ("refused", "busy")
        other.execute("ROLLBACK")
        other.close()
        for answer in await asyncio.gather(*asked):
            assert (answer.status_code, answer.json()["why"]) == (409, "not_finished")
        assert house.archive.games.kept == {}
        await ada.say("ping")
        await ada.say("close")
        for way in WAYS:
            assert (await http.get(f"/api/v1/tables/{ada.table}/{way}")).status_code in (200, 202)
        for client in (ada, ben, cyn):
            await client.leave()


@pytest.mark.asyncio
async def test_what_was_deleted_is_nowhere(sqlite_url: str) -> None:
    async with running(sqlite_url) as (base, house):
        ada = await over(base)
        ways = [f"/tables/{ada.table}/{way}" for way in ("record", "replay?as=1", "replay?as=everything")]
        before = [json.dumps(await ask(base, "GET", way)) for way in ways] + [await taken_apart(base, ada.table)]
        assert ["Ada" in text for text in before] == [True] * 4
        assert await house.store.forget(house.now() + 1) == 1
        after = [json.dumps(await ask(base, "GET", way)) for way in ways] + [await taken_apart(base, ada.table)]
        assert [text.replace("seat 1", "Ada") for text in after] == before


@pytest.mark.asyncio
async def test_a_game_is_gone_through_once(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many ask at once; an address pays for what has to be made, and for nothing that is there."""
    few = Limits()
    few.games = Limit(0.0001, 4.0)
    async with running(sqlite_url, limits=few) as (base, _), httpx.AsyncClient(base_url=base) as http:
        ada = await over(base)
        made = list[str]()

        def counted(record: Record, table: str, *more: Any) -> Record:
            made.append(table)
            return with_proof(record, table, *more)

        monkeypatch.setattr(archive, "with_proof", counted)
        first = http.get(f"/api/v1/tables/{ada.table}/record")
        second = http.get(f"/api/v1/tables/{ada.table}/record", headers={"X-Forwarded-For": "192.0.2.1"})
        assert [answer.status_code for answer in await asyncio.gather(first, second)] == [200, 200]
        assert made == [ada.table]
        codes = {}
        for way in ("record", "replay?as=public", "replay?as=1", "analysis", "replay?as=2"):
            for _ in range(4):
                codes[way] = (await http.get(f"/api/v1/tables/{ada.table}/{way}")).status_code
        assert codes.pop("analysis") in (200, 202)
        assert codes == {"record": 200, "replay?as=public": 200, "replay?as=1": 200, "replay?as=2": 429}
        assert made == [ada.table]


@pytest.mark.asyncio
async def test_whole_games_are_made_beside_the_loop_and_by_turns(sqlite_url: str) -> None:
    """Who wants many waits for them; who wants one is next; meanwhile the loop turns."""
    async with running(sqlite_url) as (_, house):
        order, free = list[str](), Limit(0.0, 0.0)

        async def wanted(address: str) -> None:
            await house.archive.work(Asker(address, free), lambda: time.sleep(0.02))
            order.append(address)

        jobs = [asyncio.create_task(wanted("greedy")) for _ in range(6)]
        await asyncio.sleep(0)
        jobs.append(asyncio.create_task(wanted("modest")))
        await asyncio.gather(*jobs)
        assert order.index("modest") <= 2


@pytest.mark.asyncio
async def test_who_asks_for_too_many_games_is_told_so() -> None:
    asker = Asker("192.0.2.1", Limit(0.0001, 1.0))
    asker.pay()
    with pytest.raises(Refused, match="too_fast"):
        asker.pay()
