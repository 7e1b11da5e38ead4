"""Whole games over sockets."""

from __future__ import annotations

import pytest

from brimstone.record import read
from brimstone.verify import verify
from tests.server.client import Client, ask, play_out, table_of
from tests.server.house import running

pytestmark = pytest.mark.asyncio


@pytest.mark.parametrize(("game", "options"), [("coal", {"rounds": 3}), ("dice", {"goal": 4}), ("cards", {"goal": 20})])
async def test_people_and_bots_play_a_game_and_its_record_verifies(game: str, options: object, sqlite_url: str) -> None:
    async with running(sqlite_url) as (base, _):
        clients = await table_of(base, game, 2, seats=4, options=options, bots=["", "random", "random"])
        watcher = await clients[0].watcher().enter()
        await play_out(clients)
        await watcher.told("revealed")
        text = await ask(base, "GET", f"/tables/{clients[0].table}/record")
        (found,) = read(text.splitlines())
        verdict = verify(found)
        assert verdict.word == "holds"
        told = [step["head"] for step in watcher.story if "head" in step]
        assert verdict.record.extra["fair head"] == told[-1]
        assert found.last().result() is not None
        assert clients[0].promise == found.extra["fair promise 1"]
        for client in [*clients, watcher]:
            await client.leave()


async def test_a_rematch_has_the_same_guests_and_is_one_however_often_it_is_asked_for(sqlite_url: str) -> None:
    async with running(sqlite_url) as (base, _):
        host, friend = await table_of(base, "cards", 2, seats=3, options={"hand": 1, "goal": 1}, bots=["", "random"])
        await play_out([host, friend])
        await host.say("rematch")
        await host.say("rematch")
        assert [step["is"] for step in host.story].count("rematch") == 1
        again = Client(base, (await friend.told("rematch"))["table"], friend.token)
        await again.enter()
        assert again.seat == friend.seat
        assert again.state["table"]["chairs"][2] == {"level": "random"}
        for client in (host, friend, again):
            await client.leave()
