"""Who plays a seat, at the socket: taking over from a bot, rising and coming back, conceding, asking the coach."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from brimstone.bots.player import Choice, Player, Thought
from brimstone.games.state import View
from brimstone.record import read
from brimstone.server import keeper, minds, table, unasked, wishes
from brimstone.verify import verify
from tests.server.client import Client, Refusal, ask, table_of
from tests.server.house import running

pytestmark = pytest.mark.asyncio


@pytest.fixture
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Substitutes that need no thinking."""
    for module in (keeper, table, unasked, wishes):
        monkeypatch.setattr(module, "SUBSTITUTE", "random")


def careful(moves: list[str]) -> str:
    """Rounds that end, and money that lasts."""
    return next((say for say in ("stop", "bet 10") if say in moves), moves[0])


async def begun(base: str, people: int, seats: int, **terms: Any) -> list[Client]:
    """A game of coal, bots on the other seats."""
    bots = ["" if seat < people else "random" for seat in range(1, seats)]
    clients = await table_of(base, "coal", people, seats=seats, bots=bots, **terms)
    await clients[0].say("begin")
    for client in clients:
        await client.say("salt", salt=client.salt)
    return clients


async def test_a_bots_seat_is_taken_over_at_the_next_round_and_played_to_the_end(sqlite_url: str) -> None:
    async with running(sqlite_url) as (base, _):
        (ada,) = await begun(base, 1, 2, options={"rounds": 3})
        ben = await (await ada.friend()).enter()
        assert ben.seat == 0
        await ben.say("sit", seat=2)
        assert ben.state["table"]["chairs"][1] == {"level": "random", "claimed": 2}
        assert not ben.wishes()
        with pytest.raises(Refusal, match="not_seated"):
            await ben.move("bet 10")
        await asyncio.wait_for(asyncio.gather(ada.play(careful), ben.play(careful)), 60)
        assert ben.seat == 2
        assert ben.story[0]["is"] == "opened"  # the whole story of the new seat came with the place
        own = [step for step in ben.story if step["is"] == "sealed"]
        assert len(own) >= 2  # a bet in each round after the first, if it had money
        text = await ask(base, "GET", f"/tables/{ada.table}/record")
        (found,) = read(text.splitlines())
        assert found.extra["note 2"].startswith("random until move ")
        assert verify(found).word == "holds"
        for client in (ada, ben):
            await client.leave()


async def test_who_rises_in_a_game_is_played_for_until_back(sqlite_url: str, cheap: None) -> None:
    async with running(sqlite_url) as (base, _):
        ada, ben = await begun(base, 2, 2, options={"rounds": 3})
        await ben.say("rise")
        assert (await ada.told("substitute"))["level"] == "random"
        await ada.move("bet 10")
        while not any(step.get("by") == "seals" for step in ada.story):  # the substitute has bet
            await ada.next()
        with pytest.raises(Refusal, match="substituted"):
            await ben.move("draw")
        await ben.say("back")
        assert (await ben.told("substitute")) == {"is": "substitute", "seat": 2}
        await asyncio.wait_for(asyncio.gather(ada.play(careful), ben.play(careful)), 60)
        text = await ask(base, "GET", f"/tables/{ada.table}/record")
        assert "substitute random from move" in text
        for client in (ada, ben):
            await client.leave()


async def test_who_concedes_is_gone_for_good_and_the_game_goes_on(sqlite_url: str, cheap: None) -> None:
    async with running(sqlite_url) as (base, _):
        ada, ben = await begun(base, 2, 2, options={"rounds": 2})
        await ben.say("concede")
        assert (await ada.told("conceded")) == {"is": "conceded", "seat": 2}
        for again in ({"do": "back"}, {"do": "move", "say": "bet 10"}):
            with pytest.raises(Refusal, match="conceded"):
                await ben.say(**again)
        await asyncio.wait_for(ada.play(careful), 60)
        assert ada.state["table"]["phase"] == "finished"
        assert ada.state["table"]["chairs"][1]["substitute"] == "random"
        text = await ask(base, "GET", f"/tables/{ada.table}/record")
        assert "conceded after move" in text
        for client in (ada, ben):
            await client.leave()


# --- the coach -------------------------------------------------------------------------------------------------------


class Nods(Player):
    """A coach who likes everything."""

    def think(self, view: View) -> Thought:
        return Thought(tuple(Choice(move, 0.0, 1.0) for move in view.moves()), ())


async def test_a_question_asked_again_is_answered_until_there_is_another_to_decide(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(minds, "player_by_name", lambda *_: Nods)
    async with running(sqlite_url) as (base, _):
        ada, ben = await begun(base, 2, 2, options={"rounds": 2})
        await ada.say("ping")
        first = await ada.say("advice", key="what now")
        assert first["moves"]
        assert await ada.say("advice", key="what now") == first
        await ada.move("bet 10")
        await ben.move("bet 10")
        await ada.say("ping")
        while not ada.wishes():
            await ben.move(careful(ben.wishes()))
            await ada.say("ping")
        with pytest.raises(Refusal, match="stale"):
            await ada.say("advice", key="what now")
        assert [step["is"] for step in ada.story].count("coached") == 1
        await ada.say("advice", key="and now")
        assert [step["is"] for step in ada.story].count("coached") == 2
        for client in (ada, ben):
            await client.leave()


# --- bots that are asked for at the opening --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bots", "why"),
    [
        (["random"] * 3, "no_such_seat"),  # beside the host there are two seats
        (["", "", "random"], "no_such_seat"),
        (["random"] * 10, "bad_message"),  # no table is that large
        (["nobody"], "no_such_player"),
    ],
)
async def test_bots_that_cannot_sit_are_refused_and_no_table_is_opened(
    bots: list[str], why: str, sqlite_url: str
) -> None:
    async with running(sqlite_url) as (base, _):
        with pytest.raises(Refusal, match=why):
            await Client.host(base, "coal", seats=3, bots=bots, public=True)
        assert await ask(base, "GET", "/tables") == []
