"""What is counted: every move once, every refusal, and no sealed choice before it is open."""

from __future__ import annotations

import httpx
import pytest

from tests.server.client import Refusal, table_of
from tests.server.desk import SHORT
from tests.server.house import running

pytestmark = pytest.mark.asyncio


async def counted(base: str, *names: str) -> dict[str, float]:
    """The counters whose names begin so."""
    async with httpx.AsyncClient(base_url=base) as http:
        text = (await http.get("/api/v1/metrics")).text
    pairs = [line.rsplit(" ", 1) for line in text.splitlines() if line.startswith(names)]
    return {name.replace("_total", ""): float(value) for name, value in pairs if "_created" not in name}


async def test_a_sealed_choice_counts_when_it_is_open(sqlite_url: str) -> None:
    """Until then neither who has chosen nor that somebody chose again."""
    async with running(sqlite_url) as (base, _):
        ada, ben = await table_of(base, "coal", 2, seats=2, options=SHORT["coal"])
        await ada.say("begin")
        for client in (ada, ben):
            await client.say("salt", salt=client.salt)
        before = await counted(base, "brimstone_moves", "brimstone_entries")
        await ben.move("bet 10")
        await ben.move("bet 20")
        assert await counted(base, "brimstone_moves", "brimstone_entries") == before
        await ada.move("bet 10")
        after = await counted(base, "brimstone_moves", "brimstone_entries")
        assert after['brimstone_moves{by="person",game="coal"}'] == 2
        assert after["brimstone_entries"] >= before["brimstone_entries"] + 3  # the two, and that they are open
        for client in (ada, ben):
            await client.leave()


async def test_every_refusal_counts_by_its_reason(sqlite_url: str) -> None:
    async with running(sqlite_url) as (base, _):
        ada, ben = await table_of(base, "dice", 2, seats=3)
        for wish in ({"do": "close"}, {"do": "begin"}, {"do": "sit", "seat": 9, "seen": 99}):
            with pytest.raises(Refusal):
                await ben.say(**wish)
        assert ben.socket is not None
        await ben.socket.send("no message")
        await ben.until(lambda said: said.get("why") == "bad_message")
        assert await counted(base, "brimstone_refusals") == {
            'brimstone_refusals{why="host_only"}': 2,
            'brimstone_refusals{why="stale"}': 1,
            'brimstone_refusals{why="bad_message"}': 1,
        }
        for client in (ada, ben):
            await client.leave()
