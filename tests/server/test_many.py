"""Several processes that serve the same tables, by one PostgreSQL and one Redis."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
import redis

from brimstone.record import read
from brimstone.server import entries
from brimstone.server.store import Store
from brimstone.verify import verify
from tests.server.client import Client, Message, Refusal, ask, table_of
from tests.server.killable import Killable
from tests.server.services import Postgres, Redis

pytestmark = pytest.mark.asyncio

AT_ONCE = 2.0  # seconds in which a process takes over from another
OPTIONS = {"goal": 10}


@asynccontextmanager
async def processes(
    database: str, redis: Redis, folder: Path, count: int = 2, pause: float = 0.0
) -> AsyncIterator[list[Killable]]:
    """Some servers; at the end none of them has said anything that nobody expected."""
    servers = [Killable(database, folder / f"log {n}", redis=redis.url, pause=pause) for n in range(count)]
    try:
        for server in servers:
            server.start()
        for server in servers:
            await server.ready()
            await fanout_is(server, "there")
        yield servers
    finally:
        for server in servers:
            server.kill()
    assert [server.failures() for server in servers] == [[]] * count


async def fanout_is(server: Killable, how: str) -> None:
    """Wait until a server's health says so."""
    async with asyncio.timeout(20.0):
        while (await ask(server.base, "GET", "/health"))["fanout"] != how:
            await asyncio.sleep(0.02)


def process_of(server: Killable) -> str:
    """The name of a process among processes: the least of those at a table lets its bots move."""
    return str(re.findall(r"here is process (\w+)", server.log.read_text())[-1])


async def move_to(client: Client, server: Killable) -> None:
    """Come back through another process, with what one has."""
    await client.leave()
    client.base = server.base
    await client.enter()


async def spread_out(servers: list[Killable], people: int, **terms: Any) -> list[Client]:
    """A table whose people come in through one process after the other, before the game."""
    clients = await table_of(servers[0].base, "cards", people, options=OPTIONS, **terms)
    for n, client in enumerate(clients):
        await move_to(client, servers[n % len(servers)])
    return clients


async def begin(clients: list[Client]) -> None:
    """Up to the first decision."""
    await clients[0].say("begin")
    for client in clients:
        await client.told("begun")
        await client.say("salt", salt=client.salt)
    for client in clients:
        await client.told("told")


async def until(client: Client, holds: Callable[[], object]) -> None:
    """Listen until something holds."""
    async with asyncio.timeout(30.0):
        while not holds():
            await client.next()


def all_here(client: Client) -> bool:
    return set(client.state["here"].values()) == {"here"}


def is_level(one: Client, other: Client) -> bool:
    return one.v == other.v


async def someones_turn(clients: list[Client]) -> Client:
    """Whoever may decide, once somebody may."""
    while True:
        for client in clients:
            if client.wishes():
                return client
        waiting = [asyncio.create_task(client.next()) for client in clients]
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for each in waiting:
            each.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)


async def record_holds(server: Killable, table: str) -> None:
    text = await ask(server.base, "GET", f"/tables/{table}/record")
    (found,) = read(text.splitlines())
    assert verify(found).word == "holds"


async def log_of(database: str, table: str) -> list[entries.AnyEntry]:
    store = await Store.open(database)
    try:
        return [entries.decode(row.body) for row in await store.entries(table)]
    finally:
        await store.close()


async def test_people_play_through_different_processes(postgres_url: str, redis_server: Redis, tmp_path: Path) -> None:
    async with processes(postgres_url, redis_server, tmp_path, 3) as servers:
        clients = await spread_out(servers, 3, seats=4, bots=["", "", "random"])
        for client in clients:
            await until(client, partial(all_here, client))
        watchers = [clients[0].watcher() for _ in servers]
        for watcher, server in zip(watchers, servers, strict=True):
            await move_to(watcher, server)
        await clients[0].say("begin")
        await asyncio.gather(*(client.play() for client in clients))
        for watcher in watchers:
            await watcher.told("revealed")
        assert watchers[0].story == watchers[1].story == watchers[2].story
        await record_holds(servers[1], clients[0].table)
        await clients[0].leave()
        await until(clients[1], lambda: clients[1].state["here"]["1"] == "away")
        for client in [*clients[1:], *watchers]:
            await client.leave()


async def test_emotes_and_names_reach_everybody(postgres_url: str, redis_server: Redis, tmp_path: Path) -> None:
    async with processes(postgres_url, redis_server, tmp_path) as servers:
        ada, ben = await spread_out(servers, 2, seats=3)
        await ada.say("emote", what="cheers")
        assert (await ben.until(lambda said: said["is"] == "emote"))["what"] == "cheers"
        cleo = await ben.friend("Cleo")
        await move_to(cleo, servers[1])
        await until(ada, lambda: ada.state["table"]["guests"].get("3") == "Cleo")
        await ada.say("remove", guest=3)
        assert (await cleo.until(lambda said: said["is"] == "bye"))["why"] == "removed"
        for client in (ada, ben):
            await client.leave()


async def test_what_is_not_understood_deafens_nobody(postgres_url: str, redis_server: Redis, tmp_path: Path) -> None:
    """As from a process of a newer version; what follows is heard."""
    async with processes(postgres_url, redis_server, tmp_path) as servers:
        ada, ben = await spread_out(servers, 2, seats=3)
        with redis.Redis.from_url(redis_server.url) as channels:
            for said in (b'{"is":"tomorrow","process":"x"}', b"\xff", b"{"):
                assert channels.publish(f"brimstone:{ada.table}", said) == 2
        await ada.say("emote", what="cheers")
        assert (await ben.until(lambda said: said["is"] == "emote"))["what"] == "cheers"
        for client in (ada, ben):
            await client.leave()


async def test_people_of_a_killed_process_play_on_through_another(
    postgres_url: str, redis_server: Redis, tmp_path: Path
) -> None:
    async with processes(postgres_url, redis_server, tmp_path) as servers:
        clients = await spread_out(servers, 2, seats=3, bots=["", "random"])
        await begin(clients)
        for turn in range(4):
            client = await someones_turn(clients)
            (server,) = (server for server in servers if server.base == client.base)
            (other,) = (other for other in servers if other is not server)
            wish = {"key": f"kill {turn}", "say": client.wishes()[0], "seen": client.v}
            await client.post("move", **wish)
            await asyncio.sleep(0.01 * turn)  # before or after it is committed
            began = time.monotonic()
            server.kill()
            await move_to(client, other)
            await client.say("move", **wish)  # the same
            assert time.monotonic() - began < AT_ONCE
            server.start()
            await server.ready()
            for each in clients:
                if each.base == server.base and each is not client:
                    await move_to(each, other)
            await move_to(clients[turn % 2], server)
        log = await log_of(postgres_url, clients[0].table)
        assert [entry.key for entry in log if entry.key.startswith("kill")] == [f"kill {turn}" for turn in range(4)]
        await asyncio.gather(*(client.play() for client in clients))
        await record_holds(servers[0], clients[0].table)
        for client in clients:
            await client.leave()


async def test_bots_of_a_killed_process_go_on(postgres_url: str, redis_server: Redis, tmp_path: Path) -> None:
    async with processes(postgres_url, redis_server, tmp_path, pause=0.5) as servers:
        servers.sort(key=process_of)  # the first lets the bots move
        clients = await spread_out([servers[1]], 1, seats=4, bots=["random"] * 3)
        watcher = clients[0].watcher()
        await move_to(watcher, servers[0])
        await begin(clients)
        ada = clients[0]
        await until(ada, ada.wishes)
        while ada.wishes():  # whoever takes a trick leads to the next one
            await ada.say("move", say=ada.wishes()[0])
        began, known = time.monotonic(), ada.v
        servers[0].kill()  # while its bot hesitates
        await until(ada, lambda: any(step.get("by") == "bot" for step in ada.story[known:]))
        assert time.monotonic() - began < AT_ONCE + 0.5  # and the pause
        for client in (ada, watcher):
            await client.leave()


async def test_of_competing_wishes_one_is_met(postgres_url: str, redis_server: Redis, tmp_path: Path) -> None:
    async with processes(postgres_url, redis_server, tmp_path) as servers:
        ada, ben = await spread_out(servers, 2, seats=3, bots=["", "random"])
        await begin([ada, ben])
        tabs = {client.token: Client(client.base, client.table, client.token) for client in (ada, ben)}
        for tab in tabs.values():
            await move_to(tab, next(server for server in servers if server.base != tab.base))
        met = []
        for turn in range(8):
            client = await someones_turn([ada, ben])
            tab = tabs[client.token]
            await until(tab, partial(is_level, tab, client))
            wishes = [
                each.say("move", key=f"{turn} {n}", say=client.wishes()[-n], seen=client.v)
                for n, each in enumerate((client, tab))
            ]
            said = await asyncio.gather(*wishes, return_exceptions=True)
            met += [f"{turn} {n}" for n, answer in enumerate(said) if not isinstance(answer, Refusal)]
            assert [each.why in ("stale", "not_your_turn") for each in said if isinstance(each, Refusal)] == [True]
        log = await log_of(postgres_url, ada.table)
        assert [entry.key for entry in log if isinstance(entry, entries.Played) and entry.by == "person"] == met
        same = await someones_turn([ada, ben])
        move: Message = {"key": "both", "say": same.wishes()[0], "seen": same.v}
        await until(tabs[same.token], partial(is_level, tabs[same.token], same))
        both = await asyncio.gather(same.say("move", **move), tabs[same.token].say("move", **move))
        assert [said["is"] for said in both] == ["done", "done"]
        assert [entry.key for entry in await log_of(postgres_url, ada.table)].count("both") == 1
        for client in [ada, ben, *tabs.values()]:
            await client.leave()


async def test_without_redis_play_goes_on_and_heals(postgres_url: str, redis_server: Redis, tmp_path: Path) -> None:
    async with processes(postgres_url, redis_server, tmp_path) as servers:
        clients = await spread_out(servers, 2, seats=3, bots=["", "random"])
        await begin(clients)
        redis_server.stop()
        try:
            for server in servers:
                await fanout_is(server, "away")
            for _ in range(4):  # through both processes, each of which finds the other's moves in the database
                client = await someones_turn(clients)
                await client.say("move", say=client.wishes()[0])
            for client in clients:
                assert all_here(client)  # nobody is thought to be away for that
        finally:
            redis_server.start()
        for server in servers:
            await fanout_is(server, "there")
        await asyncio.gather(*(client.play() for client in clients))
        await record_holds(servers[0], clients[0].table)
        await clients[0].leave()
        await until(clients[1], lambda: clients[1].state["here"]["1"] == "away")
        await clients[1].leave()


async def test_without_the_database_nothing_is_acknowledged(
    postgres: Postgres, postgres_url: str, redis_server: Redis, tmp_path: Path
) -> None:
    server = Killable(postgres_url, tmp_path / "log", redis=redis_server.url)
    server.start()
    try:
        await server.ready()
        clients = await spread_out([server], 3, seats=3)
        await begin(clients)
        client = await someones_turn(clients)
        move: Message = {"key": "waits", "say": client.wishes()[0], "seen": client.v}
        postgres.stop()
        try:
            with pytest.raises(Refusal, match="busy"):
                await client.say("move", **move)
            with pytest.raises(Refusal, match="busy"):
                await ask(server.base, "GET", f"/tables/{client.table}")
            assert (await health(server))["database"] == "away"
        finally:
            postgres.start()
        assert (await client.say("move", **move))["is"] == "done"
        assert (await health(server))["database"] == "there"
        assert [entry.key for entry in await log_of(postgres_url, client.table)].count("waits") == 1
        await asyncio.gather(*(each.play() for each in clients))
        await record_holds(server, client.table)
        for each in clients:
            await each.leave()
    finally:
        server.kill()


async def health(server: Killable) -> Any:
    """What a server says of itself, well or not."""
    async with httpx.AsyncClient() as http:
        return (await http.get(f"{server.base}/api/v1/health")).json()
