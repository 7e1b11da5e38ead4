"""Wishes that are sent again, to the same process or another, and what a second window is told."""

from __future__ import annotations

import pytest

from brimstone.server.house import House
from tests.server.client import Client, Refusal, table_of
from tests.server.house import running
from tests.server.several import houses, said


def paused(house: House, table: str) -> bool:
    return house.rooms[table].table.paused


@pytest.mark.asyncio
async def test_what_was_done_is_answered_again_before_anybody_looks_at_what_was_seen(sqlite_url: str) -> None:
    async with houses(sqlite_url, 1) as ((house,), table):
        seen = len(house.rooms[table].table.story(0))
        first = await said(house, table, 1, "pause", key="first", seen=seen)
        assert first == {"is": "done", "key": "first", "v": seen + 1}
        await said(house, table, 1, "resume")
        for late in (0, seen, 2**30):
            again = await said(house, table, 1, "pause", key="first", seen=late)
            assert again == {"is": "done", "key": "first", "v": seen + 2}
        assert not paused(house, table)
        assert (await said(house, table, 1, "pause", key="another", seen=seen))["why"] == "stale"
        assert (await said(house, table, 2, "rise", key="first"))["is"] == "done"  # another guest's keys are others
        assert house.rooms[table].table.chairs[1].left


@pytest.mark.asyncio
async def test_what_was_so_already_is_not_done_later(sqlite_url: str) -> None:
    """Of each guest the last such wish is remembered, and no more."""
    async with houses(sqlite_url, 1) as ((house,), table):
        room = house.rooms[table]
        assert (await said(house, table, 2, "back", key="back"))["is"] == "done"
        entry = room.table.n
        assert (await said(house, table, 2, "rise"))["is"] == "done"
        assert room.table.n == entry + 1
        for _ in range(3):
            assert (await said(house, table, 2, "back", key="back"))["is"] == "done"
        assert room.table.chairs[1].left
        for n in range(50):
            assert (await said(house, table, 1, "resume", key=str(n)))["is"] == "done"
        assert room.table.n == entry + 1
        assert room.idle == {1: "49", 2: "back"}


@pytest.mark.asyncio
async def test_a_process_that_is_behind_reads_on_before_it_answers(sqlite_url: str) -> None:
    async with houses(sqlite_url, 2) as ((here, there), table):
        seen = len(here.rooms[table].table.story(0))
        assert (await said(here, table, 1, "pause", key="first"))["is"] == "done"
        assert not paused(there, table)
        assert (await said(there, table, 1, "pause", key="first", seen=seen))["v"] == seen + 1  # known there by now
        assert (await said(there, table, 1, "resume", seen=seen + 1))["is"] == "done"
        assert paused(here, table)
        assert (await said(here, table, 1, "pause", key="late", seen=seen + 1))["why"] == "stale"  # not so any more
        assert not paused(here, table)
        assert (await said(there, table, 1, "pause", seen=seen + 2))["is"] == "done"
        assert (await said(here, table, 1, "resume", key="ahead", seen=seen + 3))["is"] == "done"  # it has seen more
        assert here.rooms[table].table.stories == (await there.replayed(table, there.rooms[table].table.secret)).stories
        assert (await said(there, table, 1, "resume", key="too far", seen=seen + 9))["why"] == "stale"


@pytest.mark.asyncio
async def test_a_rematch_is_one_however_late_and_however_often_it_is_asked_for(sqlite_url: str) -> None:
    async with running(sqlite_url) as (base, house):
        (ada,) = await table_of(base, "cards", 1, seats=3, options={"goal": 1}, bots=["random", "random"])
        await ada.say("begin")
        await ada.play()
        with pytest.raises(Refusal, match="stale"):
            await ada.say("rematch", seen=2**30)
        for key in ("again", "again", "and again"):
            await ada.say("rematch", key=key, seen=0)
        assert [step["is"] for step in ada.story].count("rematch") == 1
        assert house.rooms[ada.table].table.next_table == (await ada.told("rematch"))["table"]
        await ada.leave()


@pytest.mark.asyncio
async def test_a_second_window_that_is_behind_is_told_what_has_changed_and_then_that_it_was_late(
    sqlite_url: str,
) -> None:
    async with running(sqlite_url) as (base, house):
        ada, ben = await table_of(base, "coal", 2, seats=2, options={"rounds": 1})
        window = await Client(base, ada.table, ada.token, keys=100).enter()
        for client in (ada, ben):
            await client.say("ping")
        await ada.say("begin")
        for client in (ada, ben):
            await client.say("salt", salt=client.salt)
        with pytest.raises(Refusal, match="stale"):
            await window.say("begin")
        assert window.state["table"]["phase"] == "playing"  # that was told before the refusal
        await ada.move("bet 10")
        await ben.move("bet 10")
        table = house.rooms[ada.table].table
        while table.deciders() != [0]:
            await ben.move("stop" if "stop" in table.legal(1) else "draw")
        entry = table.n
        with pytest.raises(Refusal, match="stale"):
            await window.say("move", say="draw")
        assert table.n == entry
        assert window.v == len(table.story(0))
        await window.say("move", say="draw")
        assert table.n > entry
        for client in (ada, ben, window):
            await client.leave()


@pytest.mark.asyncio
async def test_who_is_not_let_in_is_told_so_by_the_key_of_the_hello(sqlite_url: str) -> None:
    async with running(sqlite_url) as (base, _):
        with pytest.raises(Refusal) as caught:
            await Client(base, "2" * 12).enter()
        assert caught.value.said["key"] == Client("", "").hello()["key"] != ""


@pytest.mark.asyncio
async def test_what_changed_nothing_undoes_nothing_when_it_comes_again_after_a_restart(sqlite_url: str) -> None:
    """As the page sends again what it has no answer to: in the order in which it was wished for."""
    async with running(sqlite_url) as (base, _):
        (ada,) = await table_of(base, "coal", 1, seats=3)
        ben = await (await ada.friend()).enter()
        sent: list[tuple[Client, dict[str, object]]] = [
            (ada, {"do": "bot", "seat": 3, "level": "", "key": "none", "seen": ada.v}),
            (ada, {"do": "bot", "seat": 3, "level": "random", "key": "one", "seen": ada.v}),
            (ben, {"do": "rise", "key": "rise", "seen": ben.v}),
            (ben, {"do": "sit", "seat": 2, "key": "sit", "seen": ben.v}),
        ]
        for client, wish in sent:
            assert (await client.say(**wish))["is"] == "done"  # type: ignore[arg-type]
        for client in (ada, ben):
            await client.leave()
    async with running(sqlite_url) as (base, house):
        for client in (ada, ben):
            client.base = base
            await client.enter()
        answers = list[str]()
        for client, wish in sent:
            try:
                answers.append((await client.say(**wish))["is"])  # type: ignore[arg-type]
            except Refusal as refused:
                answers.append(refused.why)
        assert answers == ["stale", "done", "stale", "done"]
        assert [chair.level or chair.guest for chair in house.rooms[ada.table].table.chairs] == [1, 2, "random"]
        for client in (ada, ben):
            await client.leave()


@pytest.mark.asyncio
async def test_a_bet_that_was_held_up_does_not_replace_the_one_that_was_made_after_it(sqlite_url: str) -> None:
    async with running(sqlite_url) as (base, house):
        ada, ben = await table_of(base, "coal", 2, seats=2)
        await ada.say("begin")
        for client in (ada, ben):
            await client.say("salt", salt=client.salt)
        await ada.say("ping")
        seen = ada.v
        assert (await ada.say("move", say="bet 150", key="second", seen=seen))["is"] == "done"
        with pytest.raises(Refusal, match="stale"):
            await ada.say("move", say="bet 10", key="first", seen=seen)
        assert (await ada.say("move", say="bet 150", key="second", seen=seen))["is"] == "done"
        assert house.rooms[ada.table].table.seals[0].say == "bet 150"
        assert (await ada.say("move", say="bet 20"))["is"] == "done"
        for client in (ada, ben):
            await client.leave()
