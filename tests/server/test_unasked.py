"""What happens at a table without a wish happens once, and to what it was meant for, however many look after it."""

from __future__ import annotations

from functools import partial

import pytest

from brimstone.server import entries, unasked
from brimstone.server.house import House
from brimstone.server.possible import Impossible
from brimstone.server.room import Room
from tests.server.desk import SECRET, Desk, salt_of
from tests.server.several import houses, said

LATER = 10**9  # ms


def playing(*clock: int) -> Desk:
    """A table of dice, a bot on its last seat."""
    desk = Desk("dice", 3, clock=clock).sit(1, 2)
    desk.wish(1, "bot", seat=3, level="random")
    return desk.begin()


def turn_of_a_person(desk: Desk) -> int:
    """Play on until a person decides: the seat."""
    while desk.table.deciders() == [2]:
        desk.step()
    return desk.table.deciders()[0]


def turn_of_the_bot(desk: Desk) -> None:
    while desk.table.deciders() != [2]:
        desk.step()


# --- each asks once more ---------------------------------------------------------------------------------------------


def test_a_game_that_has_begun_is_not_begun_again() -> None:
    desk = Desk("dice", 3).sit(1, 2, 3)
    assert not unasked.start_without(desk.table, desk.at).entries
    desk.wish(1, "begin")
    assert unasked.start_without(desk.table, desk.at).entries
    before = desk.all()
    assert not unasked.start_without(desk.table, desk.at).entries
    assert desk.all() == before


def test_what_a_bot_has_decided_holds_for_that_decision_alone() -> None:
    desk = playing()
    turn_of_the_bot(desk)
    moves, say = len(desk.table.moves), desk.table.legal(2)[0]
    for hand in ("substitute", "clock"):
        assert not unasked.decide(desk.table, desk.at, 2, say, hand, moves).entries
    assert not unasked.decide(desk.table, desk.at, 2, say, "bot", moves - 1).entries
    desk.wish(1, "pause")
    assert not unasked.decide(desk.table, desk.at, 2, say, "bot", moves).entries
    desk.wish(1, "resume")
    assert desk.keep(unasked.decide(desk.table, desk.at, 2, say, "bot", moves)).entries
    assert not unasked.decide(desk.table, desk.at, 2, say, "bot", moves).entries
    desk.finish()
    assert not unasked.decide(desk.table, desk.at, 2, say, "bot", len(desk.table.moves)).entries


def test_a_substitute_decides_for_nobody_who_is_back() -> None:
    desk = playing()
    seat = turn_of_a_person(desk)
    guest, moves, say = seat + 1, len(desk.table.moves), desk.table.legal(seat)[0]
    desk.wish(guest, "rise")
    desk.wish(guest, "back")
    assert not unasked.decide(desk.table, desk.at, seat, say, "substitute", moves).entries
    desk.wish(guest, "rise")
    assert unasked.decide(desk.table, desk.at, seat, say, "substitute", moves).entries


def test_the_clock_decides_when_the_time_for_this_decision_is_up() -> None:
    desk = playing(3, 0)
    seat = turn_of_a_person(desk)
    moves, say = len(desk.table.moves), desk.table.legal(seat)[0]
    due = desk.table.watch.due()[seat]
    assert not unasked.decide(desk.table, due - 1, seat, say, "clock", moves).entries
    desk.keep(unasked.wake(desk.table, due - 1))  # it begins anew
    assert not unasked.decide(desk.table, due, seat, say, "clock", moves).entries
    assert unasked.decide(desk.table, due + 2999, seat, say, "clock", moves).entries
    for other in desk.table.deciders():
        if not desk.table.chairs[other].plays:
            legal = desk.table.legal(other)[0]
            assert not unasked.decide(desk.table, due + 3000, other, legal, "clock", len(desk.table.moves)).entries


def test_a_substitute_steps_in_for_whom_the_game_waits_and_has_waited_long_enough() -> None:
    desk = playing()
    seat = turn_of_a_person(desk)
    guest, other = seat + 1, 1 - seat
    desk.keep(unasked.wait(desk.table, desk.at, {seat: 500}))
    assert not unasked.step_in(desk.table, desk.at, seat, guest, grace=501).entries
    assert not unasked.step_in(desk.table, desk.at, seat, guest + 5).entries
    assert not unasked.step_in(desk.table, desk.at, other, other + 1).entries
    assert not unasked.step_in(desk.table, desk.at, 2, 0).entries
    assert unasked.step_in(desk.table, desk.at, seat, guest, grace=500).entries
    assert not unasked.step_in(desk.table, desk.at, seat, guest, grace=500).entries


def test_nobody_is_waited_for_or_woken_once_the_game_is_over() -> None:
    desk = playing(30)
    assert not unasked.wait(desk.table, desk.at, {2: 500}).entries  # a bot is never away
    assert unasked.wait(desk.table, desk.at, {0: 500}).entries
    assert unasked.wake(desk.table, desk.at).entries
    desk.finish()
    assert not unasked.wait(desk.table, desk.at, {0: 500}).entries
    assert not unasked.wake(desk.table, desk.at).entries
    assert not unasked.desert(desk.table, desk.at + LATER).entries


def test_a_table_is_deserted_after_a_time_in_which_nothing_happened() -> None:
    desk = Desk("dice", 3)
    desk.at += 5_000
    desk.sit(1)
    assert not unasked.desert(desk.table, desk.at + 999, 1000).entries
    assert unasked.desert(desk.table, desk.at + 1000, 1000).entries
    assert not unasked.desert(desk.table, desk.at + LATER, 1000).entries


# --- what cannot be --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", ["lobby", "salting", "playing", "finished", "closed"])
def test_no_table_takes_an_entry_that_cannot_be(phase: str) -> None:
    desk = Desk("dice", 3).sit(1, 2, 3)
    if phase != "lobby":
        desk.wish(1, "begin")
    if phase in ("playing", "finished"):
        desk.salts()
    if phase == "finished":
        desk.finish()
    if phase == "closed":
        desk.wish(1, "close")
    table, first = desk.table, desk.table.deciders()[0] if phase == "playing" else 0
    cannot: list[entries.AnyEntry] = [
        entries.Opened(guest=1, terms=table.terms, rules=1, promise=""),
        entries.Sealed(seat=first, say="stand"),
        entries.Played(seat=(first + 1) % 3, say="stand"),
        entries.Bared(),
        entries.Drew(says=["0: 0"]),
    ]
    if phase != "lobby":
        cannot += [entries.Begun(), entries.Bot(seat=0)]
    if phase != "salting":
        cannot += [entries.Started(), entries.Salted(seat=0, salt=salt_of(1))]
    if phase not in ("lobby", "playing"):
        cannot += [entries.Sat(seat=0, guest=9)]
    before = desk.all()
    for entry in cannot:
        with pytest.raises(Impossible):
            table.apply(entry, desk.at)
        assert desk.all() == before
    assert SECRET not in str(before["stories"]) or phase in ("finished", "closed")


def test_a_salt_is_told_once() -> None:
    desk = Desk("dice", 3).sit(1, 2, 3)
    desk.wish(1, "begin")
    desk.wish(1, "salt", salt=salt_of(1))
    with pytest.raises(Impossible):
        desk.table.apply(entries.Salted(guest=1, seat=0, salt=salt_of(1)), desk.at)


# --- two processes that do not hear each other -----------------------------------------------------------------------


async def log_of(house: House, table: str) -> list[entries.AnyEntry]:
    return [entries.decode(row.body) for row in await house.store.entries(table)]


def both(found: list[House], table: str) -> tuple[Room, Room]:
    here, there = (house.rooms[table] for house in found)
    return here, there


@pytest.mark.asyncio
async def test_two_processes_begin_a_game_once(sqlite_url: str) -> None:
    async with houses(sqlite_url, 2, salts=True) as (found, table):
        here, there = both(found, table)
        for room in (here, there):
            async with room.lock:
                await room.do(unasked.start_without)
        kinds = [type(entry).__name__ for entry in await log_of(found[0], table)]
        assert kinds.count("Started") == 1
        assert there.table.stories == here.table.stories


@pytest.mark.asyncio
async def test_a_salt_and_the_end_of_the_time_for_salts_begin_a_game_once(sqlite_url: str) -> None:
    async with houses(sqlite_url, 2, salts=True) as (found, table):
        here, there = both(found, table)
        assert (await said(found[0], table, 2, "salt", salt=salt_of(2)))["is"] == "done"
        assert (await said(found[0], table, 1, "salt", salt=salt_of(1)))["is"] == "done"
        async with there.lock:
            await there.do(unasked.start_without)
        assert [type(entry).__name__ for entry in await log_of(found[0], table)].count("Started") == 1
        assert here.table.chairs[0].salt == there.table.chairs[0].salt == salt_of(1)


@pytest.mark.asyncio
async def test_what_was_decided_for_an_older_table_is_not_done_at_a_newer_one(sqlite_url: str) -> None:
    async with houses(sqlite_url, 2) as (found, table):
        here, there = both(found, table)
        bets = [partial(unasked.decide, seat=2, say=f"bet {n}0", by="bot", moves=len(here.table.moves)) for n in (2, 3)]
        async with here.lock:
            await here.do(bets[0])
        async with there.lock:
            await there.do(bets[1])
        assert there.table.seals[2].say == "bet 20"
        for house, guest in zip(found, (1, 2), strict=True):
            assert (await said(house, table, guest, "move", say="bet 10"))["is"] == "done"
        for room in (here, there):
            async with room.lock:
                await room.do(bets[1])
                assert not room.broken
        log = await log_of(found[0], table)
        sealed = [(entry.seat, entry.say) for entry in log if isinstance(entry, entries.Sealed)]
        assert sealed == [(2, "bet 20"), (0, "bet 10"), (1, "bet 10")]
        assert there.table.stories == here.table.stories
        assert there.idle == here.idle == {}
