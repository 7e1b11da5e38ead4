"""Hostile messages: the server answers in keys, lets no illegal move in, and other tables go on."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import random

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from brimstone.games.state import ready
from brimstone.record import read
from brimstone.server.house import House
from tests.server.client import Client, Message, Refusal, ask, new_token, play_out, table_of
from tests.server.desk import SHORT
from tests.server.hostile import RAW, hostile
from tests.server.house import running

pytestmark = pytest.mark.asyncio
MESSAGES = 3000


async def entered(client: Client) -> ClientConnection:
    address = client.base.replace("http", "ws", 1)
    socket = await connect(f"{address}/api/v1/tables/{client.table}/socket", max_size=None, compression=None)
    await socket.send(json.dumps(client.hello()))
    return socket


async def flood(client: Client, dice: random.Random, count: int) -> int:
    """Send so many hostile messages; how many were answered. A socket that is closed is opened again."""
    sensible = [
        {"do": "move", "say": "bet 10", "seen": dice.randrange(20), "key": "k1"},
        {"do": "sit", "seat": 1, "seen": 1, "key": "k2"},
    ]
    answered = sent = 0
    while sent < count:
        socket = await entered(client)
        with contextlib.suppress(ConnectionClosed):
            while sent < count:
                said = hostile(dice, sensible)
                await socket.send(said if dice.randrange(2) or b"\xff" in said else said.decode("utf-8", "replace"))
                sent += 1
                if sent % 20 == 0:
                    await socket.send('{"do":"ping","key":"flush","seen":0}')
                    while True:
                        answer = json.loads(await asyncio.wait_for(socket.recv(), 30))
                        assert answer["is"] in KNOWN
                        answered += answer["is"] in ("refused", "done", "pong", "advice")
                        if answer == {"is": "pong", "key": "flush"}:
                            break
        await socket.close()
    return answered


KNOWN = {"welcome", "steps", "done", "refused", "here", "emote", "advice", "pong", "bye"}


async def check_log(house: House, table: str) -> None:
    """The log adds up, and every move in it is legal."""
    room = await house.room(table)
    again = await house.replayed(table, room.table.secret)
    assert again.stories == room.table.stories
    if again.running:
        state = ready(again.setup)
        for move in again.moves:
            state.play(move)
        assert state == again.state


async def test_whatever_is_sent_nothing_breaks_and_other_tables_go_on(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(sqlite_url) as (base, house):
        victims = await table_of(base, "coal", 2, seats=2, options=SHORT["coal"], coach=False)
        await victims[0].say("begin")
        for client in victims:
            await client.say("salt", salt=client.salt)
            await client.leave()
        lobby = await Client.host(base, "dice", seats=3)
        fine = await table_of(base, "dice", 2, seats=3, options=SHORT["dice"], bots=["", "random"])
        floods = [
            flood(client, random.Random(seed), MESSAGES // 4)
            for seed, client in enumerate([victims[1], lobby, lobby.watcher(), victims[0]])
        ]
        answered, _ = await asyncio.gather(asyncio.gather(*floods), play_out(fine))
        assert all(count >= MESSAGES // 8 for count in answered)
        assert fine[0].state["table"]["phase"] == "finished"
        for client in (victims[0], lobby, fine[0]):
            await check_log(house, client.table)
        text = await ask(base, "GET", f"/tables/{fine[0].table}/record")
        assert next(read(text.splitlines())).last().result() is not None
        for client in fine:
            await client.leave()
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_what_is_no_message_is_refused_in_words(sqlite_url: str) -> None:
    async with running(sqlite_url) as (base, _):
        ada = await (await Client.host(base, "dice", seats=3)).enter()
        assert ada.socket is not None
        headers = {"Authorization": f"Bearer {ada.token}", "Content-Type": "application/json"}
        async with httpx.AsyncClient(base_url=f"{base}/api/v1/tables/{ada.table}", headers=headers) as http:
            for said in RAW:
                await ada.socket.send(said)
                no = await ada.until(lambda answer: answer["is"] == "refused")
                assert no["why"] in ("bad_message", "too_long", "no_such_guest")
                for path in ("/messages", "/events", "/guests"):
                    answer = await http.post(path, content=said)
                    refusals = answer.json() if path == "/messages" else [answer.json()]
                    assert [refusal["is"] for refusal in refusals] == ["refused"]
        await ada.say("ping")
        await ada.leave()


async def test_the_first_message_is_a_hello_and_no_other(sqlite_url: str) -> None:
    async with running(sqlite_url) as (base, _):
        host = await Client.host(base, "dice", seats=3)
        wrong: list[Message] = [{"token": "short"}, {"have": -1}, {"do": "ping"}]
        hellos = [json.dumps(host.hello() | each).encode() for each in wrong]
        for said in (*RAW[:14], b'{"do":"ping","key":"p","seen":0}', *hellos):
            async with connect(f"{base.replace('http', 'ws', 1)}/api/v1/tables/{host.table}/socket") as socket:
                await socket.send(said)
                assert json.loads(await socket.recv())["is"] == "refused"
                with pytest.raises(ConnectionClosed):
                    await socket.recv()
        await host.enter()
        assert host.socket is not None
        await host.socket.send(json.dumps(host.hello()))
        with pytest.raises(Refusal, match="bad_message"):
            await host.until(lambda said: False)
        await host.leave()


async def test_a_message_beyond_all_measure_closes_the_socket(sqlite_url: str) -> None:
    async with running(sqlite_url) as (base, _):
        ada = await (await Client.host(base, "dice", seats=3)).enter()
        assert ada.socket is not None
        await ada.socket.send("x" * 100_000)
        with pytest.raises(ConnectionClosed) as closed:
            await ada.until(lambda answer: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
        await ada.leave()
        async with httpx.AsyncClient(base_url=f"{base}/api/v1") as http:
            for path in ("/tables", f"/tables/{ada.table}/messages", f"/tables/{ada.table}/events"):
                headers = {"Authorization": f"Bearer {ada.token}", "Content-Type": "application/json"}
                answer = await http.post(path, content=b"[" * 200_000, headers=headers)
                assert answer.status_code == 413


async def test_foreign_tokens_and_replayed_keys_do_nothing(sqlite_url: str) -> None:
    async with running(sqlite_url) as (base, house):
        ada, ben = await table_of(base, "coal", 2, seats=2, options=SHORT["coal"])
        stranger = await Client.host(base, "coal", seats=2)
        for token in (stranger.token, new_token()):
            with pytest.raises(Refusal, match="unknown_guest"):
                await Client(base, ada.table, token).enter()
            headers = {"Authorization": f"Bearer {token}"}
            wish = {"do": "close", "key": "c", "seen": ada.v}
            with pytest.raises(Refusal, match="unknown_guest"):
                await ask(base, "POST", f"/tables/{ada.table}/messages", wish, headers)
        await ada.say("begin")
        for client in (ada, ben):
            await client.say("salt", salt=client.salt)
        table = house.rooms[ada.table].table
        await ben.say("move", say="bet 10", key="mine")
        entries = table.n
        for seen in (0, 1, 2**30):
            assert (await ben.say("move", say="bet 10", seen=seen, key="mine"))["is"] == "done"
        with pytest.raises(Refusal, match="stale"):
            await ben.say("move", say="bet 20", seen=0, key="old")
        with pytest.raises(Refusal, match="not_salting"):
            await ada.say("salt", salt=ben.salt)
        assert table.n == entries
        for client in (ada, ben):
            await client.leave()
