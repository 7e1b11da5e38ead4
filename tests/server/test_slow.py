"""A client that stops reading: it is hung up, what waits for it stays little, and nobody else notices."""

from __future__ import annotations

import asyncio
import json
import socket
from urllib.parse import urlsplit

import pytest

from brimstone.server import link
from brimstone.server.house import House
from brimstone.server.link import SocketLink
from tests.server.client import Client, table_of
from tests.server.house import running

pytestmark = pytest.mark.asyncio
MOST = 50_000  # bytes that may wait here, instead of a million
LITTLE = 4096  # bytes of the system's own buffers, so that they do not hide that nobody reads
EMOTES = 3000  # some 40 bytes each
REQUEST = (
    "GET /api/v1/tables/{}/socket HTTP/1.1\r\nHost: {}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def frame(text: bytes) -> bytes:
    """A client's frame, masked by nothing."""
    assert len(text) < 65536
    return bytes((0x81, 0x80 | 126)) + len(text).to_bytes(2, "big") + bytes(4) + text


async def sleeper(client: Client) -> socket.socket:
    """A socket of a guest who says hello and then reads no more."""
    where = urlsplit(client.base)
    end = socket.socket()
    end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, LITTLE)
    end.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(end, (where.hostname, where.port))
    await loop.sock_sendall(end, REQUEST.format(client.table, where.netloc).encode())
    hello = json.dumps(client.hello()).encode()
    heard = b""
    while b"101 Switching" not in heard:
        heard += await loop.sock_recv(end, LITTLE)
    await loop.sock_sendall(end, frame(hello))
    while b"welcome" not in heard:
        heard += await loop.sock_recv(end, LITTLE)
    return end


async def slow_link(house: House, table: str, guest: int) -> SocketLink:
    """The server's end of a guest's socket, without large buffers of the system."""
    while not (found := [each for each in house.rooms[table].links if each.guest == guest]):
        await asyncio.sleep(0.01)
    (slow,) = found
    assert isinstance(slow, SocketLink)
    slow.wire.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, LITTLE)
    slow.wire.close_timeout = 1.0
    return slow


async def chatter(client: Client, other: Client) -> None:
    """So much is said at the table that who reads nothing falls behind; whoever reads gets all of it, in order."""
    for n in range(EMOTES):
        await client.post("emote", what="wow" if n % 2 else "laugh", key=str(n))
        if n % 50 == 49:
            await client.until(lambda said, n=n: said.get("key") == str(n))  # type: ignore[misc]
    for each in (client, other):
        await each.say("ping")
        heard = [said["what"] for said in each.heard if said["is"] == "emote"]
        assert heard == ["laugh", "wow"] * (EMOTES // 2)


async def test_who_stops_reading_is_hung_up_and_the_others_hear_everything(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link, "MOST_BEHIND", MOST)
    async with running(sqlite_url) as (base, house):
        ada, ben, cleo = await table_of(base, "dice", 3, seats=3)
        await cleo.leave()
        end = await sleeper(cleo)
        slow = await slow_link(house, ada.table, 3)
        most = 0
        playing = asyncio.create_task(chatter(ada, ben))
        while not playing.done():
            most = max(most, slow.wire.behind)
            await asyncio.sleep(0.002)
        await playing
        assert slow.closing
        assert MOST // 2 < most < MOST + 10_000
        while slow in house.rooms[ada.table].links or not slow.wire.disconnected:  # it is cut off in the end
            await asyncio.sleep(0.02)
        while ada.state["here"]["3"] != "away":  # perhaps it was told while there was chatter
            await ada.next()
        assert slow.wire.behind == 0
        end.close()
        await cleo.enter()  # and may come back
        for client in (ada, ben, cleo):
            await client.leave()


async def test_who_reads_again_in_time_finds_a_goodbye(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "MOST_BEHIND", MOST)
    async with running(sqlite_url) as (base, house):
        ada, ben, cleo = await table_of(base, "dice", 3, seats=3)
        await cleo.leave()
        end = await sleeper(cleo)
        slow = await slow_link(house, ada.table, 3)
        slow.wire.close_timeout = 60.0
        await chatter(ada, ben)
        assert slow.closing
        heard, loop = b"", asyncio.get_running_loop()
        while b'"is":"bye"' not in heard:
            some = await asyncio.wait_for(loop.sock_recv(end, 65536), 30)
            assert some, "it was cut off without a word"
            heard += some
        assert b'{"is":"bye","why":"slow","again":1.0}' in heard
        end.close()
        for client in (ada, ben):
            await client.leave()
