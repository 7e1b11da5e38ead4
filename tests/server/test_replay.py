"""Replays show each eye what it was shown at the table, step by step, and nothing before the game is over."""

from __future__ import annotations

import gzip
import json
from typing import Any

import httpx
import pytest

from brimstone.games.contract import PUBLIC
from brimstone.record import Record
from brimstone.server import unasked
from brimstone.server.messages import Refused
from brimstone.server.replay import replayed
from brimstone.verify import moves_of
from tests.server.client import Client, Refusal, ask, play_out, table_of
from tests.server.desk import FEWEST, SHORT, Desk
from tests.server.house import running

GAMES = pytest.mark.parametrize("game", FEWEST)


def replay(record: Record, who: str, open_purses: bool = False) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(gzip.decompress(replayed(record, who, open_purses)))
    return found


def joined(changes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Views from their changes, as a client does it."""
    views, view = [], dict[str, Any]()
    for change in changes:
        view = {**view, **change}
        views.append(view)
    return views


class Game:
    """A short game at a desk, and what was on every screen after each deed."""

    def __init__(self, game: str, open_purses: bool = False) -> None:
        seats = FEWEST[game]
        self.desk = Desk(game, seats, open_purses=open_purses).sit(*range(1, seats + 1)).begin()
        table = self.table = self.desk.table
        self.screens: list[tuple[int, list[Any], list[list[str]]]] = []
        turn = 0
        self.look()
        while table.phase == "playing":
            seat = table.deciders()[0]
            legal, turn = table.legal(seat), turn + 1
            say = "draw" if "draw" in legal and turn % 3 else legal[turn % min(len(legal), 5)]
            self.desk.keep(unasked.by_bot(table, seat, say, "bot", self.desk.at))
            self.look()

    def look(self) -> None:
        if not self.table.seals:  # before all choices are open, nothing is a frame
            eyes = range(PUBLIC, self.table.terms.seats)
            shown = [self.table.screen(seat) for seat in eyes]
            self.screens.append((len(self.table.moves), shown, [list(self.table.legal(seat)) for seat in eyes]))

    @property
    def record(self) -> Record:
        return Record(self.table.setup, tuple("ABCDEF"[: self.table.terms.seats]), list(self.table.moves))


@GAMES
@pytest.mark.parametrize("open_purses", [False, True])
def test_every_eye_sees_again_what_it_saw(game: str, open_purses: bool) -> None:
    played = Game(game, open_purses)
    assert len(played.screens) > 5
    for seat in range(PUBLIC, played.table.terms.seats):
        found = replay(played.record, "public" if seat == PUBLIC else str(seat + 1), open_purses)
        frames = found["frames"]
        told = [step for step in played.desk.steps(seat) if step["is"] == "told"]
        assert [frame["lines"] for frame in frames[1:]] == [step["lines"] for step in told]
        bys = [step["by"] if step["by"] in ("chance", "seals") else "seat" for step in told]
        assert [frame["by"] for frame in frames] == ["start", *bys]
        assert [frame.get("seat", 0) for frame in frames[1:]] == [step.get("seat", 0) for step in told]
        views = {frame["n"]: view for frame, view in zip(frames, joined([f["view"] for f in frames]), strict=True)}
        moves = {frame["n"]: frame.get("moves", []) for frame in frames}
        for n, screens, offers in played.screens:
            assert views[n] == json.loads(json.dumps(screens[seat + 1]))
            assert moves[n] == offers[seat + 1]
        places, points, reason = played.table.result or ([], [], "")
        assert found["result"] == {"places": places, "points": points, "reason": reason}


@GAMES
def test_with_everything_open_nothing_is_hidden(game: str) -> None:
    played = Game(game)
    seats = played.table.terms.seats
    frames = replay(played.record, "everything")["frames"]
    lines = [line for frame in frames for line in frame["lines"]]
    assert not any("??" in line for line in lines)
    said = [f"{moved.by}: {moved.say}" for moved in moves_of(played.record)]
    assert [line for line in lines if not line.startswith("table: ")] == said
    own = [
        joined([f["view"] for f in replay(played.record, str(seat), True)["frames"]]) for seat in range(1, seats + 1)
    ]
    shown = [joined([frame["views"][seat] for frame in frames]) for seat in range(seats)]
    assert shown == own


@GAMES
def test_the_public_sees_no_hidden_line_no_hand_and_no_offer(game: str) -> None:
    public = replay(Game(game).record, "public")
    assert any("??" in line for frame in public["frames"] for line in frame["lines"])
    assert all("views" not in frame and "moves" not in frame for frame in public["frames"])


def test_a_broken_off_game_has_no_result() -> None:
    played = Game("cards")
    part = Record(played.table.setup, ("A", "B", "C"), played.table.moves[:-1])
    assert replay(part, "1")["result"] is None
    assert replay(part, "1")["frames"][-1]["n"] == len(part.moves)
    within = Record(Game("coal").table.setup, ("A", "B"), [])
    assert len(replay(within, "1")["frames"]) == 1


def test_there_is_no_seat_beyond_the_last() -> None:
    with pytest.raises(Refused) as caught:
        replayed(Game("cards").record, "4")
    assert caught.value.why == "no_such_seat"


@pytest.mark.asyncio
async def test_nothing_is_replayed_before_the_game_is_over(sqlite_url: str) -> None:
    async with running(sqlite_url) as (base, _), httpx.AsyncClient(base_url=base) as http:
        ada, ben = await table_of(base, "cards", 2, seats=3, options=SHORT["cards"], bots=["", "random"])

        async def asked(who: str) -> httpx.Response:
            return await http.get(f"/api/v1/tables/{ada.table}/replay?as={who}")

        for phase in ("lobby", "salting", "playing"):
            for who in ("public", "everything", "1", "3"):
                answer = await asked(who)
                assert (answer.status_code, answer.json()["why"]) == (409, "not_finished")
            if phase == "lobby":
                await ada.say("begin")
            elif phase == "salting":
                await ada.say("salt", salt=ada.salt)
                await ben.say("salt", salt=ben.salt)
        await ada.say("ping")
        await ada.say("close")
        found = (await asked("1")).json()
        hand = found["frames"][1]["view"]["hand"]
        assert hand == ada.state["view"]["hand"]
        assert (await asked("everything")).json()["frames"][1]["views"][0]["hand"] == hand
        assert found["names"] == ["Ada", "guest 2", "random"]
        assert (await asked("4")).json()["why"] == "no_such_seat"
        assert (await asked("0")).status_code == (await asked("all")).status_code == 400
        for client in (ada, ben):
            await client.leave()
        lobby = await Client.host(base, "cards", seats=3)
        await lobby.enter()
        await lobby.say("close")
        with pytest.raises(Refusal, match="not_finished"):
            await ask(base, "GET", f"/tables/{lobby.table}/replay")
        await lobby.leave()


@pytest.mark.asyncio
async def test_a_table_and_its_record_give_the_same(sqlite_url: str) -> None:
    async with running(sqlite_url) as (base, house), httpx.AsyncClient(base_url=base) as http:
        (ada,) = await table_of(base, "cards", 1, seats=3, options={"hand": 3, "goal": 3}, bots=["random", "random"])
        await play_out([ada])
        await ada.leave()
        text = await ask(base, "GET", f"/tables/{ada.table}/record")
        for who in ("public", "everything", "1"):
            of_table = await http.get(f"/api/v1/tables/{ada.table}/replay?as={who}")
            assert of_table.headers["content-encoding"] == "gzip"
            plain = await http.get(
                f"/api/v1/tables/{ada.table}/replay?as={who}", headers={"Accept-Encoding": "identity"}
            )
            assert "content-encoding" not in plain.headers
            of_record = await http.post(f"/api/v1/replay?as={who}", content=text)
            assert of_table.json() == of_record.json() == plain.json()
        assert len(house.archive.replays.kept) == 3
        for wrong in (text.replace("play", "pray"), "", "\udcff".encode("utf-8", "surrogatepass")):
            answer = await http.post("/api/v1/replay", content=wrong)
            assert (answer.status_code, answer.json()["why"]) == (400, "bad_record")
