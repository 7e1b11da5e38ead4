"""Lessons: the same fortune each time, for one person and bots; they promise no fairness."""

from __future__ import annotations

from typing import Any

import pytest

from brimstone.record import Record, read
from brimstone.server import entries, messages, opening, unasked, wishes
from brimstone.server.minds import Mind
from brimstone.server.table import Table
from brimstone.verify import as_json, in_words, verify
from tests.server.client import Client, Refusal, ask
from tests.server.desk import FEWEST, SHORT
from tests.server.house import running


def lesson(game: str, table_id: str, **more: Any) -> wishes.Deed:
    terms = entries.Terms(game=game, seats=FEWEST[game], options=SHORT[game], lesson=True)
    plan = opening.Plan(["random"] * (FEWEST[game] - 1), 1, "a" * 64, True)
    return opening.furnish(wishes.opening(table_id, opening.secret_for(terms), terms, 0, **more), plan)


def play(table: Table, turn: int) -> Table:
    """To the end; the learner chooses by `turn`, the others as bots do."""
    minds: dict[int, Mind] = {}
    while table.phase == "playing":
        seat = table.deciders()[0]
        if seat:
            mind = minds.setdefault(seat, Mind(table, seat, table.chairs[seat].plays))
            say = mind.choose(mind.news(table), table.state.view(seat))
        else:
            legal = table.legal(0)
            say, turn = legal[turn % len(legal)], turn * 7 // 2 + 1
        unasked.by_bot(table, seat, say, "bot", 0)
    return table


@pytest.mark.parametrize("game", FEWEST)
def test_the_same_moves_meet_the_same_fortune_each_time(game: str) -> None:
    one, two, other = (play(lesson(game, name * 12).table, turn) for name, turn in [("2", 3), ("3", 3), ("4", 4)])
    assert one.moves == two.moves
    assert one.moves != other.moves
    assert one.id != two.id
    begins = [lesson(game, name * 12).table.moves for name in "234"]
    assert begins[0] == begins[1] == begins[2] == one.moves[: len(begins[0])] == other.moves[: len(begins[0])] != []


def test_it_asks_for_no_salt() -> None:
    table = lesson("dice", "2" * 12).table
    assert table.phase == "playing"
    assert table.chairs[0].salt == ""


@pytest.mark.parametrize(
    ("terms", "levels", "why"),
    [({}, ["random"], "seats_empty"), ({}, [], "seats_empty"), ({"public": True}, ["random", "random"], "bad_setup")],
)
def test_it_is_for_one_person_and_bots(terms: dict[str, Any], levels: list[str], why: str) -> None:
    given = entries.Terms(game="dice", seats=3, lesson=True, **terms)
    deed = wishes.opening("2" * 12, opening.LESSONS, given, 0)
    with pytest.raises(messages.Refused) as caught:
        opening.furnish(deed, opening.Plan(levels))
    assert caught.value.why == why


def test_other_tables_have_secrets_of_their_own() -> None:
    terms = entries.Terms(game="dice", seats=3)
    assert len({opening.secret_for(terms), opening.secret_for(terms), opening.LESSONS}) == 3


@pytest.mark.asyncio
async def test_a_lesson_at_the_server(sqlite_url: str) -> None:
    async with running(sqlite_url) as (base, _):
        terms = {"seats": 3, "options": {"hand": 3, "goal": 1}, "bots": ["random", "random"], "lesson": True}
        host = await (await Client.host(base, "cards", **terms, seat=1, begin=True)).enter()
        assert host.state["table"]["lesson"] is True
        friend = await (await host.friend()).enter()
        with pytest.raises(Refusal, match="alone"):
            await friend.sit(2)
        await host.play()
        text = await ask(base, "GET", f"/tables/{host.table}/record")
        (record,) = read(text.splitlines())
        assert record.extra == {"lesson": "yes"}
        assert record.written() == text
        verdict = verify(record)
        assert as_json(verdict) == {"verdict": "nothing", "faults": [], "lesson": True}
        assert any("promise no fairness" in line for line in in_words(verdict))
        assert not any("There is nothing to check" in line for line in in_words(verdict))
        with pytest.raises(Refusal, match="no_proof"):
            await ask(base, "GET", f"/tables/{host.table}/proof")
        await host.say("rematch")
        again = Client(base, (await host.told("rematch"))["table"], host.token)
        await again.enter()
        await again.say("begin")
        await again.play()
        second = await ask(base, "GET", f"/tables/{again.table}/record")
        assert moves(second) == record.moves
        for client in (host, friend, again):
            await client.leave()


def moves(text: str) -> list[int]:
    found: Record = next(read(text.splitlines()))
    return found.moves
