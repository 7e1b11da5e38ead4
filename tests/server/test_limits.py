"""Limits: whoever asks too often, too long or without end is stopped, and nobody else."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import weakref
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from brimstone.server import door, patience
from brimstone.server.house import Settings
from brimstone.server.limits import Limit, Limits, household
from tests.server.client import Client, Refusal, ask, new_token, table_of
from tests.server.house import running
from tests.server.test_doors import GUARDS, refused

pytestmark = pytest.mark.asyncio
PING = {"do": "ping", "key": "p", "seen": 0}


@pytest.mark.parametrize(
    "said",
    [
        b"GET / HTTP/1.1\r\nX: " + b"a" * 70_000,
        b"GET /api/v1/health HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 70_000 + b"\r\n\r\n",
        b"GET /api/v1/health HTTP/1.1\r\nHost: x\r\n" + b"X: a\r\n" * 14_000 + b"\r\n",
        b"\x16\x03\x01 no request at all\r\n\r\n",
    ],
    ids=["endless", "long", "many", "none"],
)
async def test_what_is_no_request_or_endless_is_refused(said: bytes, sqlite_url: str) -> None:
    """And has the guarding headers, too."""
    async with running(sqlite_url) as (base, _):
        where = urlsplit(base)
        reader, writer = await asyncio.open_connection(where.hostname, where.port)
        writer.write(said)
        answer = (await asyncio.wait_for(reader.read(), 10)).decode()
        writer.close()
    assert answer.startswith("HTTP/1.1 400 ")
    assert [name for name in GUARDS if f"\r\n{name}: " not in answer] == []


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: x\r\n",
        b"POST /api/v1/verify HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nbrim",
        b"GET /api/v1/health HTTP/1.1\r\nHost: x\r\n\r\n",
    ],
)
async def test_who_does_not_finish_a_request_is_cut_off(
    said: bytes, sqlite_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever sends nothing, half a head, half a body, or after an answer something that is no request."""
    monkeypatch.setattr(patience, "WHOLE", 0.3)
    async with running(sqlite_url) as (base, _):
        where = urlsplit(base)
        reader, writer = await asyncio.open_connection(where.hostname, where.port)
        writer.write(said)
        if said.endswith(b"\r\n\r\n"):
            assert b"true" in await reader.read(10_000)
            writer.write(b"\r\n")
        with contextlib.suppress(ConnectionResetError):
            await asyncio.wait_for(reader.read(), 4)  # before a connection where nothing is asked is closed
        writer.close()
    assert caplog.records == []


async def test_who_has_finished_a_request_is_not(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever listens to events, or has a socket or a connection for the next request."""
    monkeypatch.setattr(patience, "WHOLE", 0.3)
    async with running(sqlite_url) as (base, _), httpx.AsyncClient(base_url=f"{base}/api/v1") as http:
        ada = await Client.host(base, "dice", seats=3)
        await ada.enter()
        async with http.stream("POST", f"/tables/{ada.table}/events", json=ada.hello()) as stream:
            lines = stream.aiter_lines()
            assert "welcome" in await anext(lines)
            await asyncio.sleep(0.8)
            await ada.sit(1)
            while '"is":"sat"' not in await anext(lines):
                pass
        kept = await http.get("/health")
        await asyncio.sleep(0.8)
        assert (await http.get("/health")).extensions["network_stream"] is kept.extensions["network_stream"]
        await ada.leave()


async def test_whoever_floods_a_table_is_cut_off_and_nobody_else(sqlite_url: str) -> None:
    async with running(sqlite_url, limits=True) as (base, _):
        ada, ben = await table_of(base, "dice", 2, seats=3)
        whys = set()
        with contextlib.suppress(ConnectionClosed):
            for _ in range(400):
                await ben.post("ping")
            while True:
                said = await ben.next()
                whys.add((said["is"], said.get("why")))
        assert ("refused", "too_fast") in whys
        assert ("bye", "too_fast") in whys
        await ada.say("ping")
        await ada.leave()
        await ben.leave()


async def test_new_tables_are_limited_and_thirty_phones_play_on(sqlite_url: str) -> None:
    async with running(sqlite_url, limits=True) as (base, _):
        hosts = [await Client.host(base, "dice", seats=3) for _ in range(30)]
        with pytest.raises(Refusal, match="too_fast"):
            await open_many(base, 20)
        for host in hosts:
            await host.enter()
        await asyncio.gather(*(host.say("ping") for host in hosts))
        for host in hosts:
            await host.leave()


async def open_many(base: str, count: int) -> None:
    for _ in range(count):
        await Client.host(base, "dice", seats=3)


def few_guesses() -> Limits:
    """Three, and then hardly one more."""
    few = Limits()
    few.guesses = Limit(0.001, 3.0)
    return few


async def test_who_guesses_the_password_of_a_house_is_stopped_and_nobody_else(sqlite_url: str) -> None:
    """Whichever way the guesses come; to know no password is no guess."""
    async with running(sqlite_url, Settings(pause=0.0, password="sesame"), limits=few_guesses()) as (base, _):
        right, wrong = {"Brimstone-House": "sesame"}, {"Brimstone-House": "guess"}
        token = new_token()
        opened = await ask(base, "POST", "/tables", {"game": "dice", "seats": 3, "name": "Ada", "token": token}, right)
        at, hello = f"/tables/{opened['table']}", Client(base, opened["table"], new_token()).hello()
        for _ in range(10):
            await refused(ask(base, "GET", "/tables"), "wrong_house")
        await refused(ask(base, "GET", "/tables", headers=wrong), "wrong_house")
        await refused(ask(base, "POST", f"{at}/events", hello | {"house": "guess"}), "wrong_house")
        await refused(ask(base, "POST", f"{at}/messages", PING, wrong), "wrong_house")
        await refused(ask(base, "GET", "/tables", headers=right), "too_fast")
        await refused(ask(base, "POST", f"{at}/events", hello | {"house": "sesame"}), "too_fast")
        await refused(ask(base, "POST", f"{at}/messages", PING, right), "too_fast")
        assert await ask(base, "GET", "/tables", headers=right | {"X-Forwarded-For": "192.0.2.7"}) == []


async def test_who_has_been_let_in_is_not_locked_out_by_others(sqlite_url: str) -> None:
    """Everybody behind a router has the same address; a guest of a table is known by its token."""
    async with running(sqlite_url, Settings(pause=0.0, password="sesame"), limits=few_guesses()) as (base, _):
        right, wrong = {"Brimstone-House": "sesame"}, {"Brimstone-House": "guess"}
        token = new_token()
        opened = await ask(base, "POST", "/tables", {"game": "dice", "seats": 3, "name": "Ada", "token": token}, right)
        for _ in range(3):
            await refused(ask(base, "GET", "/tables", headers=wrong), "wrong_house")
        await refused(ask(base, "GET", "/tables", headers=right), "too_fast")
        ada, at = Client(base, opened["table"], token), f"/tables/{opened['table']}/messages"
        known = {"Authorization": f"Bearer {token}"}
        assert (await ask(base, "POST", at, PING, right | known))[0]["is"] == "pong"
        async with connect(f"{base.replace('http', 'ws', 1)}/api/v1/tables/{ada.table}/socket") as socket:
            await socket.send(json.dumps(ada.hello() | {"house": "sesame"}))
            assert json.loads(await socket.recv())["is"] == "welcome"
        for why in ("wrong_house", "wrong_house", "wrong_house", "too_fast"):
            await refused(ask(base, "POST", at, PING, wrong | known), why)


async def test_the_schema_is_not_asked_for_without_end(sqlite_url: str) -> None:
    few = Limits()
    few.questions = Limit(0.001, 2.0)
    async with running(sqlite_url, limits=few) as (base, _), httpx.AsyncClient(base_url=base) as http:
        answers = [await http.get("/api/v1/schema/openapi.json") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]


async def test_who_is_nobody_may_not_ask_without_end(sqlite_url: str) -> None:
    """A token that is none costs an address as much as a message."""
    few = Limits()
    few.address = Limit(0.001, 8.0)
    async with running(sqlite_url, limits=few) as (base, _):
        host = await Client.host(base, "dice", seats=3)
        at, nobody = f"/tables/{host.table}", Client(base, host.table, new_token())
        for _ in range(4):
            await refused(ask(base, "POST", f"{at}/messages", PING, {"Authorization": "Bearer no"}), "unknown_guest")
        for _ in range(2):
            await refused(ask(base, "POST", f"{at}/events", nobody.hello()), "unknown_guest")
            await refused(nobody.enter(), "unknown_guest")
        await refused(ask(base, "POST", f"{at}/messages", PING, {"Authorization": "Bearer no"}), "too_fast")
        await refused(ask(base, "POST", f"{at}/events", nobody.hello()), "too_fast")
        await refused(nobody.enter(), "too_fast")


async def test_whole_games_are_gone_through_now_and_then(sqlite_url: str) -> None:
    few = Limits()
    few.games = Limit(0.001, 1.0)
    async with running(sqlite_url, limits=few) as (base, _):
        host = await Client.host(base, "dice", seats=3)
        more = {"game": "dice", "name": "Ada", "token": new_token(), "from": {"table": host.table, "move": 1}}
        ways = [("POST", "/verify", None), ("POST", "/replay", None), ("POST", "/tables", more)]
        own = {"Content-Type": "application/json"}
        async with httpx.AsyncClient(base_url=f"{base}/api/v1", headers=own) as http:
            for n, (method, path, body) in enumerate([*ways, ("GET", f"/tables/{host.table}/proof", None)]):
                there = {"X-Forwarded-For": f"192.0.2.{n}"}
                answers = [await http.request(method, path, json=body, headers=there) for _ in range(2)]
                assert [answer.status_code == 429 for answer in answers] == [False, True]


async def test_a_table_is_not_filled_with_names_of_nobody(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody is told all names; guests who were removed make room, and who is known comes in again."""
    monkeypatch.setattr(door, "MOST_GUESTS", 3)
    async with running(sqlite_url) as (base, _):
        host = await Client.host(base, "dice", seats=3)
        ben = await host.friend("Ben")
        await host.friend("Cyn")
        with pytest.raises(Refusal, match="full"):
            await host.friend("Dan")
        body = {"name": "Ben", "token": ben.token, "invite": host.invite}
        assert (await ask(base, "POST", f"/tables/{host.table}/guests", body))["guest"] == 2
        await host.enter()
        await host.say("remove", guest=2)
        await host.friend("Dan")
        await host.leave()


@pytest.mark.parametrize(
    ("address", "house"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.1"),
        ("", ""),
    ],
)
async def test_an_address_stands_for_its_house(address: str, house: str) -> None:
    """Of IPv6 a house has 2⁶⁴ addresses; of IPv4, also where it is written as IPv6, one."""
    assert household(address) == house


async def test_every_watcher_has_a_limit_of_its_own_and_none_is_kept(sqlite_url: str) -> None:
    async with running(sqlite_url, limits=True) as (base, house):
        host = await Client.host(base, "dice", seats=3)
        watcher = await host.watcher().enter()
        await watcher.say("ping")
        (link,) = (weakref.ref(each) for each in house.rooms[host.table].links)
        await watcher.leave()
        while house.rooms[host.table].links:
            await asyncio.sleep(0.01)
        gc.collect()
        assert link() is None
