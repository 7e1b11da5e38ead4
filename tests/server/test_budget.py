"""What lengthens a log while the game does not go on has a budget; what plays has none."""

from __future__ import annotations

import pytest

from brimstone.server.house import House
from brimstone.server.limits import Limit, Limits
from tests.server.client import Client, Refusal, table_of
from tests.server.house import running

pytestmark = pytest.mark.asyncio
FEW = 7


@pytest.fixture
def few() -> Limits:
    limits = Limits()
    limits.changes = Limit(0.0001, FEW)
    return limits


async def grown(client: Client, house: House, *wishes: dict[str, object]) -> int:
    """By how many entries somebody who wishes for one of these after the other, twenty times, lengthens the log."""
    table = house.rooms[client.table].table
    before, refused = table.n, list[str]()
    for n in range(20):
        try:
            await client.say(**wishes[n % len(wishes)])  # type: ignore[arg-type]
        except Refusal as refusal:
            refused.append(refusal.why)
    assert {*refused} == {"too_fast"}
    return table.n - before


async def test_nobody_lengthens_a_log_without_end(sqlite_url: str, few: Limits) -> None:
    async with running(sqlite_url, limits=few) as (base, house):
        ada, ben, cleo = await table_of(base, "coal", 3, seats=4)  # to sit down cost one
        assert await grown(ben, house, {"do": "rise"}, {"do": "sit", "seat": 2}) == FEW - 1
        bots: list[dict[str, object]] = [{"do": "bot", "seat": 4, "level": level} for level in ("random", "club")]
        assert await grown(ada, house, *bots) == FEW - 1
        await ada.say("begin")  # that is no such wish, nor are salts
        for client in (ada, cleo):
            await client.say("salt", salt=client.salt)
        for client in (ada, ben, cleo):
            await client.leave()


async def test_a_choice_is_changed_as_often_and_made_as_often_as_it_is_there(sqlite_url: str, few: Limits) -> None:
    async with running(sqlite_url, limits=few) as (base, house):
        ada, ben = await table_of(base, "coal", 2, seats=2, options={"rounds": 12})
        await ada.say("begin")
        for client in (ada, ben):
            await client.say("salt", salt=client.salt)
        await ada.move("bet 10")
        assert await grown(ada, house, {"do": "move", "say": "bet 20"}, {"do": "move", "say": "bet 30"}) == FEW - 1
        await ben.move("bet 10")
        moves = 0
        while moves < 4 * FEW and ada.state["table"]["phase"] == "playing":
            for client in (ada, ben):
                await client.say("ping")
                if client.wishes():
                    offered = client.wishes()
                    await client.say("move", say=next((say for say in ("stop", "bet 0") if say in offered), offered[0]))
                    moves += 1
        assert moves > 2 * FEW
        for client in (ada, ben):
            await client.leave()


async def test_what_was_done_is_answered_whatever_is_left_of_the_budget(sqlite_url: str, few: Limits) -> None:
    async with running(sqlite_url, limits=few) as (base, house):
        (ada,) = await table_of(base, "coal", 1, seats=3)
        assert (await ada.say("rise", key="once"))["is"] == "done"
        await grown(ada, house, {"do": "sit", "seat": 1}, {"do": "rise"})
        for _ in range(2):
            assert (await ada.say("rise", key="once"))["is"] == "done"
        await ada.leave()


async def test_without_limits_there_is_none(sqlite_url: str) -> None:
    async with running(sqlite_url) as (base, _):
        (ada,) = await table_of(base, "coal", 1, seats=3)
        for _ in range(100):
            await ada.say("rise")
            await ada.say("sit", seat=1)
        await ada.leave()


async def test_people_do_not_come_near_it() -> None:
    """A host who tries every bot on every seat, and changes the mind about it twice, and a minute of rest."""
    limit = Limits().changes
    assert all(limit.allows("somebody") for _ in range(60))
    assert not limit.allows("somebody")
    assert 0.1 < limit.rate < 1
