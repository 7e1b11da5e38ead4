"""Several processes that serve the same tables, without sockets: what a guest says to each, and what it answers."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

from brimstone.fair import promise_of
from brimstone.server import entries, messages
from brimstone.server.fanout import Fanout
from brimstone.server.house import House
from brimstone.server.link import TrayLink
from brimstone.server.opening import Plan
from brimstone.server.store import Store
from tests.server.client import new_token
from tests.server.desk import salt_of
from tests.server.house import QUICK


class Silent(Fanout):
    """Other processes that serve the same tables, and do not say what they do."""

    shared = True


@asynccontextmanager
async def houses(database: str, count: int, *, salts: bool = False) -> AsyncIterator[tuple[list[House], str]]:
    """Processes that serve the same tables, and a table at which guest 1, the host, plays with guest 2.

    With `salts` the game waits for theirs.
    """
    found = [House(await Store.open(database), Silent(), QUICK) for _ in range(count)]
    promises = [promise_of(salt_of(guest)) if salts else "" for guest in (1, 2)]
    terms, plan = entries.Terms(game="coal", seats=3), Plan(["", "random"], seat=1, promise=promises[0])
    table, _ = await found[0].open_table(terms, "Ada", new_token(), plan)
    assert await found[0].store.come(table, "Ben", "a token's hash") == 2
    assert (await said(found[0], table, 2, "sit", promise=promises[1]))["is"] == "done"
    assert (await said(found[0], table, 1, "begin"))["is"] == "done"
    for house in found:
        await house.room(table)  # each knows the table as it is now
    try:
        yield found, table
    finally:
        for house in found:
            await house.stop()


async def said(house: House, table: str, guest: int, do: str, **more: Any) -> dict[str, Any]:
    """What a process answers to a wish of a guest who has seen what it has."""
    room = await house.room(table)
    seen = len(room.table.story(room.table.seat_of(guest)))
    wish = messages.read_request(json.dumps({"do": do, "key": f"{do} {seen}", "seen": seen} | more))
    link = TrayLink(guest)
    await room.wish(link, cast(messages.AnyWish, wish))
    (answer,) = link.tray
    found: dict[str, Any] = json.loads(answer)
    return found
