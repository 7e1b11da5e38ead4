"""Opening a table: what can be played, and a game against bots in one request, a hello and a salt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from brimstone.games import NAMES, find
from brimstone.games.contract import BadSetup
from brimstone.games.options import set_up
from brimstone.record import read
from brimstone.server import entries, messages, opening, wishes
from brimstone.verify import verify
from tests.server.client import Client, Refusal, ask, new_token
from tests.server.desk import FEWEST, SECRET, SHORT
from tests.server.house import running

pytestmark = pytest.mark.asyncio


async def test_a_game_against_bots_takes_one_request_a_hello_and_a_salt(sqlite_url: str) -> None:
    async with running(sqlite_url) as (base, _):
        client = Client(base, "", new_token())
        body = {
            "game": "coal", "seats": 3, "options": SHORT["coal"], "name": "Ada", "token": client.token, "seat": 2,
            "promise": client.promise, "bots": ["random", "thumb"], "begin": True,
        }  # fmt: skip
        opened = await ask(base, "POST", "/tables", body)
        assert (opened["guest"], opened["seat"]) == (1, 2)
        client.table = opened["table"]
        await client.enter()
        assert client.seat == 2
        table = client.state["table"]
        assert [chair.get("level", chair.get("name")) for chair in table["chairs"]] == ["random", "Ada", "thumb"]
        assert table["phase"] == "salting"
        await client.play()
        (found,) = read((await ask(base, "GET", f"/tables/{client.table}/record")).splitlines())
        assert (verify(found).word, found.extra["fair salt 2"]) == ("holds", client.salt)
        await client.leave()


async def test_without_a_promise_it_plays_at_once(sqlite_url: str) -> None:
    async with running(sqlite_url) as (base, _):
        terms = {"seats": 3, "options": {"hand": 7}, "bots": ["random", "random"], "seat": 1, "begin": True}
        client = await (await Client.host(base, "cards", **terms)).enter()
        assert client.state["table"]["phase"] == "playing"
        assert len(client.state["view"]["hand"]) == 7
        await client.leave()


def opened(bots: list[str], **more: Any) -> wishes.Deed:
    terms = entries.Terms(game="dice", seats=3)
    return opening.furnish(wishes.opening("desk23456789", SECRET, terms, 0), opening.Plan(bots, **more))


@pytest.mark.parametrize(
    ("bots", "more", "levels"),
    [
        (["child", "club"], {}, ["", "child", "club"]),
        (["", "club"], {"seat": 1}, ["", "", "club"]),
        (["child", "club"], {"seat": 2}, ["child", "", "club"]),
        (["child", "club", ""], {"seat": 3}, ["child", "club", ""]),
    ],
)
async def test_bots_sit_beside_the_host(bots: list[str], more: dict[str, int], levels: list[str]) -> None:
    table = opened(bots, **more).table
    assert [chair.level for chair in table.chairs] == levels
    assert [seat for seat, chair in enumerate(table.chairs, 1) if chair.guest] == [*more.values()]


@pytest.mark.parametrize(
    ("bots", "more", "why"),
    [
        (["child", "child", "child"], {}, "no_such_seat"),
        ([], {"seat": 4}, "no_such_seat"),
        (["genius"], {}, "no_such_player"),
        (["child"], {"seat": 1, "begin": True}, "seats_empty"),
        (["child", "child"], {"begin": True}, "seats_empty"),
    ],
)
async def test_what_cannot_be_opened_is_refused(bots: list[str], more: dict[str, Any], why: str) -> None:
    with pytest.raises(messages.Refused) as caught:
        opened(bots, **more)
    assert caught.value.why == why


async def test_a_refused_table_is_not_kept(sqlite_url: str) -> None:
    async with running(sqlite_url) as (base, _):
        body = {"game": "dice", "seats": 3, "name": "Ada", "token": new_token(), "public": True, "begin": True}
        with pytest.raises(Refusal, match="seats_empty"):
            await ask(base, "POST", "/tables", body)
        assert await ask(base, "GET", "/tables") == []


async def test_lists_and_rosters_have_what_a_page_shows(sqlite_url: str) -> None:
    async with running(sqlite_url) as (base, _):
        host = await Client.host(
            base, "coal", seats=2, pace="quick", public=True, open_purses=True, seat=1, bots=["random"], begin=True
        )
        (listed,) = await ask(base, "GET", "/tables")
        assert (listed["pace"], listed["names"], listed["free"]) == ("quick", [], None)
        await host.enter()
        (listed,) = await ask(base, "GET", "/tables")
        assert (listed["pace"], listed["names"], listed["free"]) == ("quick", ["Ada", "random"], 1)
        assert host.state["table"]["open_purses"] is True
        await host.say("advice")
        await host.say("concede")
        assert host.state["table"]["chairs"][0] == {
            "guest": 1, "name": "Ada", "substitute": "club", "conceded": True, "coached": 1
        }  # fmt: skip
        await host.leave()


async def test_the_catalogue_says_what_can_be_played(sqlite_url: str) -> None:
    async with running(sqlite_url) as (base, _):
        listed = await ask(base, "GET", "/games")
        assert tuple(game["name"] for game in listed) == NAMES
        for shown in listed:
            game = find(shown["name"])
            assert shown["seats"] == {"least": game.seats[0], "most": game.seats[-1]}
            assert (shown["title"], shown["rules"]) == (game.title, game.version)
            for seats in game.seats:
                defaults = {option["name"]: option["defaults"][str(seats)] for option in shown["options"]}
                assert defaults == dict(set_up(game, seats).options)
            terms = entries.Terms(game=game.name, seats=FEWEST[game.name])
            table = wishes.opening("desk23456789", SECRET, terms, 0).table
            players = shown["players"]
            for level in players["levels"] + players["others"]:
                wishes.check_player(table, level)
            for taste in players["tastes"]:
                wishes.check_player(table, f"club:{taste}")


BEYOND: dict[str, Callable[[dict[str, Any]], Any]] = {
    "whole": lambda kind: kind["high"] + kind["step"],
    "wholes": lambda kind: [kind["low"]] * (kind["most"] + 1),
    "names": lambda kind: [kind["known"][0]] * 2,
    "counts": lambda kind: {kind["known"][0]: kind["most"] + 1},
    "goods": lambda kind: {kind["known"][0]: [kind["most"] + 1, 1]},
}  # by kind of option: a value just outside of what it says


async def test_the_limits_of_options_are_those_of_the_rules(sqlite_url: str) -> None:
    async with running(sqlite_url) as (base, _):
        for shown in await ask(base, "GET", "/games"):
            game = find(shown["name"])
            for option in shown["options"]:
                with pytest.raises(BadSetup) as caught:
                    set_up(game, game.seats[-1], {option["name"]: BEYOND[option["kind"]["is"]](option["kind"])})
                assert (caught.value.paragraph, caught.value.allowed) == (option["paragraph"], (option["allowed"],))
