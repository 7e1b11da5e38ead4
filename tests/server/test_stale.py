"""Wishes that come too late, row by row of docs/protocol.md; wishes for what is so already; wishes sent again."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

import msgspec
import pytest

from brimstone.fair import promise_of
from brimstone.server import entries, messages, wishes
from brimstone.server.fanout import Fanout
from brimstone.server.house import House
from brimstone.server.link import TrayLink
from brimstone.server.opening import Plan
from brimstone.server.store import Store
from tests.server.client import Client, Refusal, new_token, table_of
from tests.server.desk import Desk, salt_of
from tests.server.house import QUICK, running

KINDS = {str(kind.__struct_config__.tag): kind for kind in messages.Wish.__subclasses__()}
NEEDS: dict[str, dict[str, Any]] = {
    "bot": {"seat": 3, "level": "naive"}, "salt": {"salt": "0" * 64}, "move": {"say": "draw"}, "remove": {"guest": 2},
    "emote": {"what": "wow"},
}  # fmt: skip
HOSTS = pytest.mark.parametrize("seated", [(1, 2), (2, 3)], ids=["seated", "watching"])  # guest 1 is the host


def lobby(*guests: int) -> Desk:
    """A table of coal with a bot on the last of three seats."""
    desk = Desk("coal", 3, options={"rounds": 3}).sit(*guests)
    desk.wish(1, "bot", seat=3, level="random")
    return desk


# --- every message ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("do", KINDS)
def test_every_message_has_a_key_and_says_what_was_seen(do: str) -> None:
    whole = {"do": do, "key": "k" * 40, "seen": 0} | NEEDS.get(do, {})
    assert isinstance(messages.read_request(json.dumps(whole)), KINDS[do])
    wrong: list[dict[str, Any]] = [{"key": ""}, {"key": "k" * 41}, {"key": None}, {"seen": -1}, {"seen": None}]
    without = [{name: whole[name] for name in whole if name != missing} for missing in ("key", "seen")]
    for bad in [*(whole | each for each in wrong), *without]:
        with pytest.raises(msgspec.ValidationError):
            messages.read_request(json.dumps(bad))


@pytest.mark.parametrize("missing", ["key", "have"])
def test_a_hello_has_a_key_and_says_what_it_has(missing: str) -> None:
    whole = Client("", "").hello()
    assert isinstance(messages.read_request(json.dumps(whole)), messages.Hello)
    with pytest.raises(msgspec.ValidationError):
        messages.read_request(json.dumps({name: whole[name] for name in whole if name != missing}))


@pytest.mark.parametrize("do", ["sit", "rise", "bot", "begin", "salt", "move", "back", "concede", "pause", "resume",
                                "remove", "close", "advice"])  # fmt: skip
def test_nobody_has_seen_what_was_not_told(do: str) -> None:
    desk = lobby(1, 2).begin()
    for ahead in (1, 2**30):
        assert desk.why(1, do, **NEEDS.get(do, {}), seen=desk.version(1) + ahead) == "stale"


# --- the table, row by row -------------------------------------------------------------------------------------------


@HOSTS
@pytest.mark.parametrize(
    ("guest", "do", "in_time"),
    [(5, "sit", ""), (1, "bot", "not_in_lobby"), (1, "begin", "not_in_lobby"), (1, "close", "")],
)
def test_to_sit_set_bots_begin_and_close_is_stale_in_another_phase(
    guest: int, do: str, in_time: str, seated: tuple[int, ...]
) -> None:
    desk = lobby(*seated)
    for change in ("begin", "salts"):
        seen = desk.version(guest)
        if change == "begin":
            desk.wish(1, "begin")
        else:
            desk.salts()
        assert desk.why(guest, do, **NEEDS.get(do, {}), seen=seen) == "stale"
    seen = desk.version(guest)
    desk.move(0, "bet 10")
    desk.move(1, "bet 10")
    if in_time:
        assert desk.why(guest, do, **NEEDS.get(do, {}), seen=seen) == in_time
    else:
        assert desk.wish(guest, do, **NEEDS.get(do, {}), seen=seen).entries


def test_to_rise_is_stale_once_the_game_has_begun() -> None:
    desk = lobby(1, 2)
    seen = desk.version(2)
    desk.begin()
    assert desk.why(2, "rise", seen=seen) == "stale"
    assert desk.wish(2, "rise").entries


def test_to_rise_from_a_seat_that_was_asked_for_is_stale_once_it_is_ones_own() -> None:
    desk = lobby(1, 2).begin()
    desk.wish(5, "sit", seat=3)
    seen = desk.version(5)
    desk.play_round()
    assert desk.table.seat_of(5) == 2
    assert desk.why(5, "rise", seen=seen) == "stale"
    assert not desk.table.chairs[2].substitute
    desk.wish(5, "rise")
    assert desk.table.chairs[2].left


def test_who_has_asked_for_a_seat_rises_whatever_happened_on_it_before() -> None:
    """Its story may be longer than the one that whoever asks for it has seen."""
    desk = lobby(1, 2).begin()
    for _ in range(4):
        desk.move(1, "bet 10")
        desk.move(1, "bet 20")
    desk.wish(2, "rise")
    desk.wish(2, "back")
    desk.wish(1, "remove", guest=2)
    desk.wish(5, "sit", seat=2)
    assert desk.version(5) < desk.table.chairs[1].since
    desk.wish(5, "rise")
    assert not desk.table.chairs[1].claimed


@pytest.mark.parametrize("away", [False, True])
def test_to_rise_or_be_back_is_stale_if_another_plays_ones_seat_by_now(away: bool) -> None:
    desk = lobby(1, 2).begin()
    seen = desk.version(2)
    if away:
        desk.keep(wishes.step_in(desk.table, desk.at, 1))
        assert desk.why(2, "rise", seen=seen) == "stale"
    else:
        desk.wish(2, "rise")
    assert desk.why(2, "back", seen=seen) == "stale"
    seen = desk.version(2)
    desk.wish(2, "back")
    assert desk.why(2, "rise", seen=seen) == "stale"
    assert desk.wish(2, "rise").entries


@pytest.mark.parametrize("do", ["move", "advice"])
def test_to_move_or_ask_the_coach_is_stale_if_there_is_another_decision(do: str) -> None:
    desk = Desk("dice", 3).sit(1, 2, 3).begin()
    seen = {guest: desk.version(guest) for guest in (1, 2, 3)}

    def decider() -> tuple[int, dict[str, str]]:
        (seat,) = desk.table.deciders()
        return desk.table.chairs[seat].guest, {"say": desk.table.legal(seat)[0]} if do == "move" else {}

    for _ in range(6):
        guest, more = decider()
        desk.wish(guest, "move", say=desk.table.legal(desk.table.seat_of(guest))[0])
        guest, more = decider()
        assert desk.why(guest, do, **more, seen=seen[guest]) == "stale"
        seen[guest] = desk.version(guest)
    desk.wish(1, "pause")
    desk.wish(1, "resume")
    guest, more = decider()
    assert desk.wish(guest, do, **more, seen=seen[guest]).entries  # that changes nothing about the decision


def test_a_choice_under_a_seal_is_fresh_until_all_are_in_and_one_each_time() -> None:
    desk = lobby(1, 2).begin()
    seen = {guest: desk.version(guest) for guest in (1, 2)}
    for say in ("bet 10", "bet 20", "bet 20"):
        assert desk.wish(1, "move", say=say, seen=seen[1]).entries
    desk.wish(2, "move", say="bet 10", seen=seen[2])
    desk.keep(wishes.by_bot(desk.table, 2, "bet 10", "bot", desk.at))
    (seat,) = desk.table.deciders()
    if seat == 2:
        assert desk.why(1, "move", say="bet 30", seen=seen[1]) == "not_your_turn"
    else:
        assert desk.why(seat + 1, "move", say="draw", seen=seen[seat + 1]) == "stale"


@HOSTS
def test_to_pause_or_resume_is_stale_if_the_game_did_either(seated: tuple[int, ...]) -> None:
    desk = lobby(*seated).begin()
    running = desk.version(1)
    desk.wish(1, "pause", seen=running)
    paused = desk.version(1)
    assert desk.why(1, "resume", seen=running) == "stale"
    desk.wish(1, "resume", seen=paused)
    assert desk.why(1, "pause", seen=running) == desk.why(1, "pause", seen=paused) == "stale"
    seen = desk.version(1)
    desk.move(0, "bet 10")
    desk.wish(1, "pause", seen=seen)
    assert desk.table.paused


def test_what_means_the_same_whatever_happens_is_never_stale() -> None:
    desk = Desk("dice", 3).sit(1, 2, 3)
    desk.wish(1, "begin")
    desk.wish(2, "salt", salt=salt_of(2), seen=0)
    desk.salts()
    for seat in desk.table.deciders():
        desk.move(seat, desk.table.legal(seat)[0])
    assert desk.wish(2, "concede", seen=0).entries
    assert desk.wish(1, "remove", guest=3, seen=0).entries


# --- what is so already ----------------------------------------------------------------------------------------------


def once(desk: Desk, guest: int, do: str, /, **more: Any) -> None:
    """A wish that is met, and then so already, whatever was seen; also to who has read the log anew."""
    assert desk.wish(guest, do, **more).entries
    for seen in (0, desk.version(guest)):
        wish = messages.read_request(json.dumps({"do": do, "key": "another", "seen": seen, **more}))
        for table in (desk.table, desk.replayed()):
            assert not wishes.meet(table, guest, cast(messages.AnyWish, wish), desk.at).entries


def test_a_wish_for_what_is_so_already_adds_nothing() -> None:
    desk = Desk("coal", 3, options={"rounds": 3})
    once(desk, 1, "sit", seat=1, promise=promise_of(salt_of(1)))
    once(desk, 2, "sit", promise=promise_of(salt_of(2)))
    once(desk, 2, "rise")
    desk.sit(2)
    once(desk, 1, "bot", seat=3, level="random")
    once(desk, 1, "bot", seat=3, level="")
    once(desk, 1, "bot", seat=3, level="random")
    desk.wish(1, "begin")
    once(desk, 1, "salt", salt=salt_of(1))
    desk.salts()
    once(desk, 5, "sit", seat=3)
    once(desk, 5, "rise")
    once(desk, 1, "pause")
    once(desk, 1, "resume")
    once(desk, 2, "rise")
    once(desk, 2, "back")
    once(desk, 2, "concede")
    once(desk, 1, "remove", guest=2)
    once(desk, 1, "close")


def test_who_sits_and_sends_no_promise_or_the_same_sits_as_wished() -> None:
    desk = Desk("coal", 3).sit(1)
    for more in ({}, {"seat": 1}, {"promise": promise_of(salt_of(1))}):
        assert not desk.wish(1, "sit", **more).entries
    assert desk.why(1, "sit", promise=promise_of(salt_of(2))) == "seated_already"
    assert desk.why(1, "sit", seat=2) == "seated_already"


# --- the same message again ------------------------------------------------------------------------------------------


class Silent(Fanout):
    """Other processes that serve the same tables, and do not say what they do."""

    shared = True


@asynccontextmanager
async def houses(database: str, count: int) -> AsyncIterator[tuple[list[House], str]]:
    """Processes that serve the same tables, and a table at which guest 1, the host, plays with guest 2."""
    found = [House(await Store.open(database), Silent(), QUICK) for _ in range(count)]
    terms, plan = entries.Terms(game="coal", seats=3), Plan(["", "random"], seat=1)
    table, _ = await found[0].open_table(terms, "Ada", new_token(), plan)
    assert await found[0].store.come(table, "Ben", "a token's hash") == 2
    assert (await said(found[0], table, 2, "sit"))["is"] == "done"
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
