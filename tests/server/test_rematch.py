"""A rematch: one table for the same group, however many ask for it, and the invite holds there too."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import select

from brimstone.server.database import StoreError
from brimstone.server.house import House
from brimstone.server.opening import again
from brimstone.server.schema import tables
from tests.server.client import Client, Refusal, table_of
from tests.server.desk import Desk
from tests.server.house import QUICK, running
from tests.server.services import Redis

pytestmark = pytest.mark.asyncio


async def played(base: str) -> tuple[Client, Client]:
    """A game that is over, its host and a guest who comes then."""
    (ada,) = await table_of(base, "cards", 1, seats=3, options={"goal": 1}, bots=["random", "random"])
    await ada.say("begin")
    await ada.play()
    return ada, await (await ada.friend()).enter()


async def table_ids(house: House) -> set[str]:
    return {row[0] for row in await house.store.rows(select(tables.c.id))}


@pytest.mark.parametrize("with_redis", [True, False])
async def test_two_who_ask_at_once_through_two_processes_go_on_at_one_table(
    with_redis: bool, database_url: str, redis_server: Redis
) -> None:
    url = redis_server.url if with_redis else ""
    async with (
        running(database_url, QUICK, redis=url) as (one, here),
        running(database_url, QUICK, redis=url) as (
            other,
            _,
        ),
    ):
        ada, ben = await played(one)
        tab = await Client(other, ada.table, ada.token, keys=100).enter()
        await asyncio.gather(ada.say("rematch"), tab.say("rematch"))
        async with asyncio.timeout(20):
            found = {(await client.told("rematch"))["table"] for client in (ada, ben, tab)}
        for client in (ada, ben, tab):
            await client.say("ping")
            assert [step["is"] for step in client.story].count("rematch") == 1
        assert await table_ids(here) == {ada.table} | found
        (name,) = found
        for client, base in ((ada, one), (ada, other), (ben, other)):
            again = await Client(base, name, client.token).enter()
            assert again.state["table"]["host"] == 1
            await again.leave()
        for client in (ada, ben, tab):
            await client.leave()


async def test_a_rematch_that_failed_halfway_is_found_again(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(sqlite_url) as (base, house):
        ada, ben = await played(base)

        async def fails(*_: Any, **__: Any) -> None:
            raise StoreError("the database is away")

        for step in ("bring", "append"):
            monkeypatch.setattr(house.store, step, fails)
            with pytest.raises(Refusal, match="busy"):
                await ada.say("rematch", key=step)
            monkeypatch.undo()
        await ada.say("rematch")
        name = (await ada.told("rematch"))["table"]
        assert await table_ids(house) == {ada.table, name}
        again = await Client(base, name, ben.token).enter()
        for client in (ada, ben, again):
            await client.leave()


async def shut_out(client: Client, why: str) -> None:
    """Whoever comes is not let in."""
    with pytest.raises(Refusal, match=why):
        await client.enter()
    await client.leave()


async def test_the_old_invite_holds_at_the_rematch(sqlite_url: str) -> None:
    async with running(sqlite_url) as (base, _):
        ada, ben = await played(base)
        watcher = await ada.watcher().enter()
        await ada.say("remove", guest=2)
        await ada.say("rematch")
        name = (await watcher.told("rematch"))["table"]
        seen = await Client(base, name, "", ada.invite).enter()
        dora = await Client(base, name, ada.token, ada.invite).friend("Dora")
        await dora.enter()
        for token, invite, why in (("", "", "not_invited"), ("", "x" * 12, "not_invited"), (ben.token, "", "unknown")):
            await shut_out(Client(base, name, token, invite), why)
        for client in (ada, ben, watcher, seen, dora):
            await client.leave()


async def test_the_host_alone_has_a_rematch_after_the_end(sqlite_url: str) -> None:
    async with running(sqlite_url) as (base, house):
        ada, ben = await table_of(base, "dice", 2, seats=3)
        for client, why in ((ada, "not_finished"), (ben, "host_only")):
            with pytest.raises(Refusal, match=why):
                await client.say("rematch")
        assert await table_ids(house) == {ada.table}
        for client in (ada, ben):
            await client.leave()


async def test_a_tables_rematch_has_one_name_and_another_than_all_others() -> None:
    """Nobody finds it by the game's record, which tells the secret: the invite is not in it."""
    desk, invite = Desk("dice", 3).sit(1, 2, 3), "a" * 64
    first = again(desk.table, 1, desk.at, invite).table
    assert first.id == again(desk.begin().table, 1, desk.at + 1, invite).table.id
    names = {desk.table.id, first.id, again(first, 1, desk.at, invite).table.id}
    names.add(again(desk.table, 1, desk.at, "b" * 64).table.id)
    assert len(names) == 4
    assert all(len(name) == 12 for name in names)
