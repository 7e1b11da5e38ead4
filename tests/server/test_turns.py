"""Turns: nobody waits for all that somebody else wants, and tables where nobody plays wait for all others."""

from __future__ import annotations

import asyncio
import threading
from typing import Any, cast

import pytest

from brimstone.games.state import View
from brimstone.server.minds import Mind, Thinkers, among_bots
from brimstone.server.turns import Turns
from tests.server.desk import Desk

pytestmark = pytest.mark.asyncio
NOTHING_SEEN = cast(View, None)


async def order(turns: Turns, *wanted: tuple[str, bool]) -> list[str]:
    """Who came in which order, of those who waited for a place that was taken."""
    came = []

    async def want(whose: str, may_wait: bool) -> None:
        async with turns.turn(whose, may_wait):
            came.append(whose)
            await asyncio.sleep(0)

    async with turns.turn("whoever was first"):
        jobs = [asyncio.create_task(want(*each)) for each in wanted]
        await asyncio.sleep(0)
    await asyncio.gather(*jobs)
    return came


async def test_each_has_its_turn() -> None:
    assert "".join(await order(Turns(1), *((name, False) for name in "aaabac"))) == "abcaaa"


async def test_the_second_line_waits_for_the_first() -> None:
    assert "".join(await order(Turns(1), ("x", True), ("x", True), ("y", True), ("a", False), ("a", False))) == "aaxyx"


async def test_who_gives_up_takes_nobodys_place() -> None:
    """Before its turn, and in the moment it is given one."""
    turns = Turns(1)

    async def want() -> None:
        async with turns.turn("somebody"):
            pass

    for moment in (False, True):
        async with turns.turn("first"):
            job = asyncio.create_task(want())
            await asyncio.sleep(0)
            if not moment:
                job.cancel()
        job.cancel()
        await asyncio.gather(job, return_exceptions=True)
        assert turns.free == 1


class Slow:
    """Stands in for a mind that thinks until it is told to stop."""

    def __init__(self, table: str, among: bool, free: threading.Event, order: list[str]) -> None:
        self.table, self.among_bots, self.free, self.order = table, among, free, order

    def choose(self, lines: list[str], view: Any) -> str:
        self.free.wait(10)
        self.order.append(self.table)
        return "stop"


async def test_many_tables_of_slow_bots_hold_up_no_other() -> None:
    thinkers, free, order = Thinkers(1), threading.Event(), list[str]()
    tables = [("bots 1", True), ("bots 1", True), ("bots 2", True), ("large", False), ("large", False), ("ours", False)]
    minds = [cast(Mind, Slow(*table, free, order)) for table in tables]
    jobs = [asyncio.create_task(thinkers.choose(mind, [], NOTHING_SEEN)) for mind in minds]
    await asyncio.sleep(0)
    free.set()
    await asyncio.gather(*jobs)
    thinkers.stop()
    assert order == ["bots 1", "large", "ours", "large", "bots 1", "bots 2"]


async def test_a_mind_knows_whether_somebody_waits_for_it() -> None:
    table = Desk("dice", 3).sit(1, 2, 3).begin().table
    assert not among_bots(table)
    mind = Mind(table, 0, "random")
    for chair in table.chairs:
        chair.substitute = "club"
    mind.news(table)
    assert (mind.table, mind.among_bots) == (table.id, True)
