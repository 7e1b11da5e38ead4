"""Who is at a table, who plays for whom meanwhile, and coming back with nothing lost."""

from __future__ import annotations

import asyncio
import gc
import json
import weakref
from collections.abc import Callable
from typing import Any

import pytest

from brimstone.server import house as houses
from brimstone.server import keeper, link, table, unasked, wishes
from brimstone.server.house import House, Settings
from brimstone.server.wire import Wire
from tests.server.client import Client, Refusal, table_of
from tests.server.desk import SHORT
from tests.server.house import running

pytestmark = pytest.mark.asyncio


@pytest.fixture
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Substitutes that need no thinking."""
    for module in (keeper, table, unasked, wishes):
        monkeypatch.setattr(module, "SUBSTITUTE", "random")


async def seen(client: Client, wanted: Callable[[Client], bool]) -> None:
    """Read until something is so."""
    while not wanted(client):
        await client.next()


async def playing(base: str, game: str = "dice", people: int = 2, seats: int = 3, **terms: Any) -> list[Client]:
    """A game that has begun, bots on the other seats."""
    bots = ["" if seat < people else "random" for seat in range(1, seats)]
    clients = await table_of(base, game, people, seats=seats, options=SHORT[game], bots=bots, **terms)
    await clients[0].say("begin")
    for client in clients:
        await client.say("salt", salt=client.salt)
    return clients


async def leave(*clients: Client) -> None:
    for client in clients:
        await client.leave()


# --- presence --------------------------------------------------------------------------------------------------------


async def test_here_shaky_away_and_left(sqlite_url: str, monkeypatch: pytest.MonkeyPatch, cheap: None) -> None:
    async with running(sqlite_url) as (base, _):
        ada, ben = await playing(base)
        await seen(ada, lambda ada: ada.state["here"] == {"1": "here", "2": "here"})
        monkeypatch.setattr(link, "SHAKY", 0.2)
        await asyncio.sleep(0.3)
        await ada.say("ping")
        await seen(ada, lambda ada: ada.state["here"]["2"] == "shaky")
        monkeypatch.setattr(link, "SHAKY", 25.0)
        await ben.say("ping")
        await seen(ada, lambda ada: ada.state["here"]["2"] == "here")
        await ben.leave()
        await seen(ada, lambda ada: ada.state["here"]["2"] == "away")
        await ben.enter()
        await ben.say("rise")
        await ben.leave()
        await seen(ada, lambda ada: ada.state["here"]["2"] == "left")
        await ben.enter()
        await seen(ada, lambda ada: ada.state["here"]["2"] == "here")
        await leave(ada, ben)


async def test_two_tabs_are_one_person(sqlite_url: str) -> None:
    async with running(sqlite_url) as (base, _):
        ada, ben = await playing(base, "coal", 2, 2)
        tab = await Client(base, ben.table, ben.token, keys=100).enter()  # keys are the guest's, not the tab's
        assert tab.state["you"] == ben.state["you"] | {"seat": 2}
        await tab.move("bet 20")
        await seen(ben, lambda ben: any(step["is"] == "sealed" for step in ben.story))
        await ben.say("ping")
        await tab.say("ping")
        assert ben.story == tab.story
        await ben.leave()
        await ada.say("ping")
        assert ada.state["here"]["2"] == "here"
        await leave(ada, tab)


# --- grace -----------------------------------------------------------------------------------------------------------


async def test_after_its_grace_a_seat_is_played_by_a_substitute_until_its_owner_is_back(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, cheap: None
) -> None:
    monkeypatch.setitem(keeper.GRACE, "quick", 0.3)
    async with running(sqlite_url) as (base, house):
        ada, ben = await playing(base, "coal", 2, 2, pace="quick")
        await ben.leave()
        await ada.move("bet 10")
        await ada.told("substitute")
        await seen(ada, lambda ada: any(step.get("by") == "seals" for step in ada.story))  # it has bet
        assert ada.state["table"]["chairs"][1]["substitute"] == "random"
        await ben.enter()
        with pytest.raises(Refusal, match="substituted"):
            await ben.move("bet 10")
        await ben.say("back")
        await ben.say("ping")
        assert "substitute" not in ben.state["table"]["chairs"][1]
        assert house.rooms[ada.table].table.chairs[1].plays == ""
        await leave(ada, ben)


async def test_grace_that_is_used_up_stays_so_when_the_server_is_started_again(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, cheap: None
) -> None:
    """Absences add up over a restart, one that it ended and one that went on; and nobody is told of them."""
    monkeypatch.setitem(keeper.GRACE, "quick", 4.0)
    monkeypatch.setattr(keeper, "NOTED", 0.2)
    monkeypatch.setattr(keeper, "LITTLE", 0.1)
    async with running(sqlite_url) as (base, house):
        ada, ben = await playing(base, "coal", 2, 2, pace="quick")
        await ben.leave()
        await until_waited(house, ada.table, 500)
        await ben.enter()
        before = house.rooms[ada.table].table.chairs[1].waited
        await ben.leave()
        await until_waited(house, ada.table, before + 500)
        await ada.say("ping")
        told = list(ada.story)
        await leave(ada)
        waited = house.rooms[ada.table].table.chairs[1].waited
    async with running(sqlite_url) as (base, house):
        ada.base = ben.base = base
        await ada.enter()
        chair = house.rooms[ada.table].table.chairs[1]
        assert chair.waited >= waited >= 1000
        assert ada.story == told
        monkeypatch.setitem(keeper.GRACE, "quick", 1.0)  # which is less than was used up before
        await ben.enter()
        await ben.leave()
        await asyncio.wait_for(ada.told("substitute"), 20)
        assert chair.waited < waited + 1000
        await leave(ada)


async def until_waited(house: House, name: str, ms: int) -> None:
    """Until the log says that the game has waited so long for seat 2."""
    while house.rooms[name].table.chairs[1].waited < ms:
        await asyncio.sleep(0.02)


async def test_nobody_is_substituted_while_others_decide_or_at_a_pace_of_days(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, cheap: None
) -> None:
    monkeypatch.setitem(keeper.GRACE, "quick", 0.1)
    async with running(sqlite_url) as (base, house):
        for pace in ("quick", "days"):
            ada, ben = await playing(base, "dice", 2, 3, pace=pace)
            at = house.rooms[ada.table].table
            await seen(ada, lambda ada: bool(ada.wishes()) or 1 in at.deciders())  # noqa: B023
            waiting, other = (ada, ben) if 0 in at.deciders() else (ben, ada)
            gone = other if pace == "quick" else waiting
            await gone.leave()
            await asyncio.sleep(0.4)
            assert not any(chair.substitute for chair in at.chairs)
            await leave(ada, ben)


async def test_when_the_time_is_up_one_decision_is_made_by_the_clock(sqlite_url: str, cheap: None) -> None:
    async with running(sqlite_url) as (base, house):
        ada, ben = await playing(base, "coal", 2, 2, clock={"move": 1})
        await ben.move("bet 10")
        opened = await asyncio.wait_for(ada.told("told"), 20)
        assert opened
        await seen(ada, lambda ada: any(step.get("by") == "seals" for step in ada.story))
        assert not house.rooms[ada.table].table.chairs[0].substitute
        await leave(ada, ben)


async def test_salts_that_do_not_come_in_time_are_done_without(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "SALT_TIME", 0.2)
    async with running(sqlite_url) as (base, _):
        ada, ben = await table_of(base, "coal", 2, seats=2, options=SHORT["coal"])
        await ada.say("begin")
        await ben.say("salt", salt=ben.salt)
        assert (await ada.told("started"))["without"] == [1]
        await leave(ada, ben)


async def test_salts_of_who_is_away_are_not_waited_for_as_long(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "SALT_TIME", 1000.0)
    monkeypatch.setattr(keeper, "SALT_TIME_AWAY", 0.2)
    async with running(sqlite_url) as (base, _):
        ada, ben = await table_of(base, "coal", 2, seats=2, options=SHORT["coal"])
        await ada.say("begin")
        await ben.say("salt", salt=ben.salt)
        await asyncio.sleep(0.5)
        assert not any(step["is"] == "started" for step in ben.story)
        await leave(ada)
        assert (await ben.told("started"))["without"] == [1]
        await leave(ben)


# --- coming back -----------------------------------------------------------------------------------------------------


async def test_a_story_can_be_asked_for_from_any_version_and_is_the_same_bytes(sqlite_url: str) -> None:
    async with running(sqlite_url) as (base, house):
        ada, ben = await playing(base, "coal", 2, 2)
        for client in (ada, ben):
            await client.move("bet 20")
        await ada.say("ping")
        story = house.rooms[ada.table].table.story(0)
        assert len(story) == ada.v > 6
        for have in [*range(len(story) + 1), len(story) + 7]:
            tab = await Client(base, ada.table, ada.token).enter(have)
            rest = story[have if have <= len(story) else 0 :]
            assert b'"steps":[' + b",".join(rest) + b"]" in tab.raw[-1].encode()
            await tab.leave()
        await leave(ada, ben)


async def test_what_was_put_away_takes_no_memory(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(houses, "EMPTY", -1.0)
    async with running(sqlite_url) as (base, house):
        people = await playing(base, "cards", 3, 3)
        await leave(*people)
        table_in_memory = weakref.ref(house.rooms[people[0].table].table)
        gc.disable()  # it would be found some time, but when?
        try:
            while house.rooms:
                await asyncio.sleep(0.01)
                await house.sweep_once()
            assert table_in_memory() is None
        finally:
            gc.enable()


async def test_an_empty_room_is_put_away_and_comes_back_by_its_log(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(sqlite_url) as (base, house):
        (ada,) = await playing(base, "dice", 1, 3)
        await ada.play(turns=2)
        await ada.leave()
        monkeypatch.setattr(houses, "EMPTY", -1.0)
        while ada.table in house.rooms:  # a bot may be thinking
            await house.sweep_once()
            await asyncio.sleep(0.01)
        monkeypatch.setattr(houses, "EMPTY", 30.0)
        before = list(ada.story)
        again = await Client(base, ada.table, ada.token, salt=ada.salt).enter()
        assert again.story[: len(before)] == before
        await again.play()  # the bots go on, too
        assert again.state["table"]["phase"] == "finished"
        await again.leave()


async def test_a_room_with_somebody_in_it_is_not_put_away(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(houses, "EMPTY", -1.0)
    async with running(sqlite_url) as (base, house):
        host = await Client.host(base, "dice", seats=3)
        watcher = await host.watcher().enter()
        await house.sweep_once()
        assert host.table in house.rooms
        await watcher.leave()


async def test_bots_answer_after_a_restart(sqlite_url: str) -> None:
    async with running(sqlite_url) as (base, _):
        (ada,) = await playing(base, "cards", 1, 3)
        await ada.play(turns=3)
        bye = asyncio.create_task(seen(ada, lambda ada: ada.heard[-1]["is"] == "bye"))
    await bye
    assert ada.heard[-1] == {"is": "bye", "why": "restart", "again": 0.2}
    await ada.leave()
    async with running(sqlite_url) as (base, _):
        ada.base = base
        await ada.enter()
        await ada.play()
        assert ada.state["table"]["phase"] == "finished"
        await ada.leave()


async def test_whoever_is_too_far_behind_is_told_to_come_back(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(sqlite_url) as (base, _):
        ada = await (await Client.host(base, "dice", seats=3)).enter()
        monkeypatch.setattr(Wire, "behind", property(lambda wire: 2 * link.MOST_BEHIND))
        await ada.post("ping")
        bye = await ada.until(lambda said: said["is"] == "bye")
        assert bye == {"is": "bye", "why": "slow", "again": 1.0}
        monkeypatch.undo()
        await ada.leave()
        await ada.enter()
        await ada.leave()


async def test_deserted_tables_are_closed_and_attended_ones_are_not(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(houses, "DESERTED", {"lobby": -60_000, "playing": -60_000})
    async with running(sqlite_url) as (base, house):
        lobby = await Client.host(base, "dice", seats=3)
        (game,) = await playing(base, "dice", 1, 3)
        await game.leave()
        kept = await (await Client.host(base, "dice", seats=3)).enter()
        for _ in range(3):  # one that was only just opened may be looked at again
            await house.sweep_once()
        phases = {name: (await phase_of(house, name)) for name in (lobby.table, game.table, kept.table)}
        assert phases == {lobby.table: "closed", game.table: "closed", kept.table: "lobby"}
        again = await Client(base, game.table, game.token).enter()
        assert [step["is"] for step in again.story[-2:]] == ["closed", "revealed"]
        await leave(again, kept)


async def phase_of(house: House, name: str) -> str:
    row = await house.store.table(name)
    assert row is not None
    return row.phase


async def test_bots_wait_while_nobody_is_there(sqlite_url: str) -> None:
    async with running(sqlite_url, Settings(pause=0.05)) as (base, house):
        (ada,) = await playing(base, "dice", 1, 3)
        await ada.leave()
        await asyncio.sleep(0.3)
        at = house.rooms[ada.table].table
        made = len(at.moves)
        await asyncio.sleep(0.3)
        assert len(at.moves) == made
        assert json.loads(at.story(0)[-1])


async def test_no_clock_runs_while_nobody_is_there(sqlite_url: str, cheap: None) -> None:
    """Neither does the alarm that was set ring, nor is the time gone when somebody is back."""
    async with running(sqlite_url) as (base, house):
        (ada,) = await playing(base, "dice", 1, 3, clock={"move": 1})
        await seen(ada, lambda ada: bool(ada.wishes()))
        at = house.rooms[ada.table].table
        before = list(at.moves)
        await ada.leave()
        await asyncio.sleep(1.5)
        assert at.moves == before
        await ada.enter()
        await ada.say("ping")
        assert ada.wishes()
        assert ada.state["due"]["1"] > house.now()
        assert at.moves == before
        await ada.leave()


async def test_no_grace_is_used_up_while_nobody_is_there(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, cheap: None
) -> None:
    monkeypatch.setitem(keeper.GRACE, "quick", 0.6)
    async with running(sqlite_url) as (base, house):
        ada, ben = await playing(base, "coal", 2, 2, pace="quick")
        await ada.move("bet 10")
        await leave(ben, ada)
        await asyncio.sleep(0.8)
        await ada.enter()
        await ada.say("ping")
        assert not house.rooms[ada.table].table.chairs[1].substitute
        assert await ada.told("substitute")
        await ada.leave()


async def test_a_salt_may_come_late_by_as_much_as_nobody_was_there(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "SALT_TIME", 0.5)
    async with running(sqlite_url) as (base, _):
        (ada,) = await table_of(base, "dice", 1, seats=3, options=SHORT["dice"], bots=["random"] * 2)
        await ada.say("begin")
        await ada.leave()
        await asyncio.sleep(0.7)
        await ada.enter()
        await asyncio.sleep(0.1)
        await ada.say("salt", salt=ada.salt)
        assert (await ada.told("started")).get("without", []) == []
        await ada.leave()


# --- emotes ----------------------------------------------------------------------------------------------------------


async def test_emotes_are_told_to_all_and_come_from_guests_in_moderation(sqlite_url: str) -> None:
    async with running(sqlite_url, limits=True) as (base, _):
        ada, ben = await table_of(base, "dice", 2, seats=3)
        watcher = await ada.watcher().enter()
        for _ in range(5):  # sent again, it is still one
            await ben.say("emote", what="laugh", key="ha")
        for client in (ada, ben, watcher):
            await client.say("ping")
            assert client.heard.count({"is": "emote", "guest": 2, "what": "laugh"}) == 1
        with pytest.raises(Refusal, match="bad_message"):
            await say_badly(ben)
        with pytest.raises(Refusal, match="unknown_guest"):
            await watcher.say("emote", what="laugh")
        await ben.say("emote", what="wow")
        with pytest.raises(Refusal, match="too_fast"):
            await ben.say("emote", what="ouch")
        await leave(ada, ben, watcher)


async def say_badly(client: Client) -> None:
    """A message that cannot be read is answered without its key."""
    await client.post("emote", what="<b>hello</b>")
    await client.until(lambda said: said["is"] == "refused" and bool(said["key"]))
