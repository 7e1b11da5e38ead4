"""Two servers on one database that cannot hear each other: each looks into it, and believes nobody to be away."""

from __future__ import annotations

import asyncio

import pytest

from brimstone.record import read
from brimstone.server import keeper
from brimstone.server.house import House
from brimstone.verify import verify
from tests.server.client import Client, ask, table_of
from tests.server.house import running

pytestmark = pytest.mark.asyncio


async def apart(one: str, other: str) -> tuple[Client, Client]:
    """Two people at two servers, before the game."""
    ada, ben = await table_of(one, "cards", 2, seats=3, options={"goal": 5}, bots=["", "random"], pace="quick")
    await ben.leave()
    ben.base = other
    await ben.enter()
    return ada, ben


async def test_people_at_two_servers_on_one_database_play_together(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(keeper.GRACE, "quick", 0.5)
    async with running(database_url) as (one, _), running(database_url) as (other, there):
        ada, ben = await apart(one, other)
        await ada.say("begin")
        await ben.told("begun")
        async with asyncio.timeout(120):
            await asyncio.gather(ada.play(), ben.play())
        assert ada.story[-1] == ben.story[-1]
        assert not any(step["is"] == "substitute" for step in ada.story)
        (found,) = read((await ask(other, "GET", f"/tables/{ada.table}/record")).splitlines())
        assert verify(found).word == "holds"
        assert there.rooms[ada.table].strangers
        for client in (ada, ben):
            await client.leave()


async def test_names_of_who_comes_in_elsewhere_arrive(sqlite_url: str) -> None:
    async with running(sqlite_url) as (one, _), running(sqlite_url) as (other, _):
        ada, ben = await apart(one, other)
        cleo = await (await ada.friend("Cleo")).enter()
        await ada.say("bot", seat=3, level="")
        await cleo.say("ping")  # has heard of it
        await cleo.sit(3)
        async with asyncio.timeout(20):
            while ben.state["table"]["chairs"][2].get("name") != "Cleo":
                await ben.next()
        await ada.friend("Dora")
        async with asyncio.timeout(20):
            while ben.state["table"]["guests"].get("4") != "Dora":
                await ben.next()
        for client in (ada, ben, cleo):
            await client.leave()


async def test_one_server_alone_believes_what_it_sees(sqlite_url: str) -> None:
    """What it has written itself is no sign of another."""

    async def knows(house: House, table: str) -> bool:
        await house.poll_once()
        return house.rooms[table].knows_all

    async with running(sqlite_url) as (base, house):
        ada, ben = await table_of(base, "cards", 2, seats=3, options={"goal": 5}, bots=["", "random"])
        await ada.say("begin")
        assert await knows(house, ada.table)
        await asyncio.gather(ada.play(), ben.play())
        assert await knows(house, ada.table)
        for client in (ada, ben):
            await client.leave()
