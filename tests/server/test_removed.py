"""Whoever was removed stays away, through whichever process and whatever happened in between: the log says so."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from brimstone.server import wishes
from brimstone.server.database import StoreError
from brimstone.server.door import Door
from brimstone.server.house import House
from brimstone.server.limits import Limits
from brimstone.server.link import TrayLink
from tests.server.client import Client, Refusal, ask, new_token, table_of
from tests.server.desk import Desk
from tests.server.house import running
from tests.server.services import Redis

pytestmark = pytest.mark.asyncio


async def removed_rows(house: House, table: str) -> list[int]:
    return [guest.guest for guest in await house.store.guests(table) if guest.removed]


async def until(holds: Any) -> None:
    async with asyncio.timeout(20):
        while not holds():
            await asyncio.sleep(0.02)


async def shut_out(client: Client, why: str) -> None:
    """Whoever comes is not let in."""
    with pytest.raises(Refusal, match=why):
        await client.enter()
    await client.leave()


async def test_who_was_removed_by_a_process_that_ended_halfway_is_not_let_in(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ends(*_: object) -> None:
        raise StoreError("as if the process had ended here")

    async with running(sqlite_url) as (base, house):
        ada, ben = await table_of(base, "dice", 2, seats=3)
        ben.keys = 100
        monkeypatch.setattr(house.store, "remove_guest", ends)
        with pytest.raises(Refusal, match="busy"):
            await ada.say("remove", guest=2, key="remove")
        monkeypatch.undo()
        assert await removed_rows(house, ada.table) == []
        assert (await ben.until(lambda said: said["is"] == "bye"))["why"] == "removed"
        await ada.leave()
        await ben.leave()
    async with running(sqlite_url) as (base, house):
        ada.base = ben.base = base
        await shut_out(ben, "removed")
        assert await removed_rows(house, ada.table) == [2]
        await ada.enter()
        assert ada.state["table"]["guests"] == {"1": "Ada"}
        body = {"name": "Ben", "token": ben.token, "invite": ada.invite}
        with pytest.raises(Refusal, match="removed"):
            await ask(base, "POST", f"/tables/{ada.table}/guests", body)
        with pytest.raises(Refusal, match="removed"):
            await ask(base, "POST", f"/tables/{ada.table}/passes", {"token": ben.token})
        await ada.leave()


async def test_what_failed_halfway_is_made_up_for_when_it_is_asked_for_again(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object) -> None:
        raise StoreError("the database is away")

    async with running(sqlite_url) as (base, house):
        ada, ben = await table_of(base, "dice", 2, seats=3)
        monkeypatch.setattr(house.store, "remove_guest", fails)
        with pytest.raises(Refusal, match="busy"):
            await ada.say("remove", guest=2, key="remove")
        monkeypatch.undo()
        await ada.say("remove", guest=2, key="remove")
        assert await removed_rows(house, ada.table) == [2]
        for client in (ada, ben):
            await client.leave()


async def test_while_redis_is_away_who_is_removed_is_shown_out_and_who_comes_gets_a_name(
    sqlite_url: str, redis_server: Redis
) -> None:
    async with (
        running(sqlite_url, redis=redis_server.url) as (one, here),
        running(sqlite_url, redis=redis_server.url) as (other, there),
    ):
        await until(lambda: here.fanout.healthy and there.fanout.healthy)
        ada, ben, cleo = await table_of(one, "dice", 3, seats=4, bots=["", "", "random"])
        for client in (ben, cleo):
            await client.leave()
            client.base = other
            await client.enter()
        await ada.say("begin")
        for client in (ada, ben, cleo):
            await client.told("begun")
            await client.say("salt", salt=client.salt)
        redis_server.stop()
        try:
            await until(lambda: not here.fanout.healthy and not there.fanout.healthy)
            dora = await ada.friend("Dora")
            await ada.say("remove", guest=2)
            assert (await ben.until(lambda said: said["is"] == "bye"))["why"] == "removed"
            await cleo.until(lambda said: said.get("table", {}).get("guests", {}).get("4") == "Dora")
            assert "2" not in cleo.state["table"]["guests"]
            await shut_out(Client(other, ben.table, ben.token), "removed")
            dora.base = other
            await dora.enter()
        finally:
            redis_server.start()
        await until(lambda: here.fanout.healthy and there.fanout.healthy)
        for client in (ada, ben, cleo, dora):
            await client.leave()


async def test_to_remove_who_is_gone_changes_nothing_and_is_told_to_nobody(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(sqlite_url) as (base, house):
        ada, ben = await table_of(base, "dice", 2, seats=3)
        await ada.friend("Cleo")
        await ada.say("remove", guest=3)
        await ben.say("ping")
        monkeypatch.setattr(house.store, "remove_guest", None)  # nobody asks for it
        heard, entries = len(ben.heard), house.rooms[ada.table].table.n
        for _ in range(5):
            await ada.say("remove", guest=3)
        await ben.say("ping")
        assert [said["is"] for said in ben.heard[heard:]] == ["pong"]
        assert house.rooms[ada.table].table.n == entries
        for client in (ada, ben):
            await client.leave()


async def test_a_link_of_who_was_removed_is_not_heard(sqlite_url: str) -> None:
    """It is about to be closed; what it says meanwhile is not done, be it no more than an emote."""
    async with running(sqlite_url) as (base, house):
        ada, ben = await table_of(base, "dice", 2, seats=3)
        await ada.say("remove", guest=2)
        room, link, door = house.rooms[ada.table], TrayLink(2), Door(house, Limits(False))
        for said in ("emote", "sit"):
            more = '"what": "laugh"' if said == "emote" else '"seat": 2'
            await door.take(room, link, "", f'{{"do": "{said}", "key": "{said}", "seen": 0, {more}}}')
        assert [b'"removed"' in answer for answer in link.tray] == [True, True]
        for client in (ada, ben):
            await client.leave()


async def test_what_who_was_removed_wishes_for_is_refused_at_the_table_as_it_is_then() -> None:
    desk = Desk("dice", 3).sit(1, 2)
    desk.wish(1, "remove", guest=2)
    for do in ("sit", "rise"):
        assert desk.why(2, do) == "removed"
    assert wishes.free(desk.table, 1)


async def test_nobody_has_more_guests_for_those_who_were_removed(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("brimstone.server.door.MOST_GUESTS", 2)
    async with running(sqlite_url) as (base, _):
        ada = await Client.host(base, "dice", seats=3)
        await ada.enter()
        for number in (2, 3, 4):
            await ada.friend()
            with pytest.raises(Refusal, match="full"):
                await ada.friend()
            await ada.say("remove", guest=number)
        known = {"name": "Ada", "token": ada.token, "invite": ""}
        assert (await ask(base, "POST", f"/tables/{ada.table}/guests", known))["guest"] == 1
        await shut_out(Client(base, ada.table, new_token()), "unknown_guest")
        await ada.leave()
