"""Non-interference at the socket: games that differ in what a client may not know send it the same bytes."""

from __future__ import annotations

import contextlib
import hashlib
import random
import re
from collections.abc import Callable
from typing import Any

import pytest

from brimstone.bots.player import Choice, Fact, Player, Thought
from brimstone.games.contract import PUBLIC
from brimstone.games.state import State, View
from brimstone.server import entries, minds, steps, wishes
from brimstone.server import house as houses
from brimstone.server.house import House
from brimstone.server.table import MEANING, Table
from tests.server.client import Client, Refusal, table_of
from tests.server.desk import SECRET, SHORT
from tests.server.house import running
from tests.server.twins import Script, feeding, side_by_side, twins

pytestmark = pytest.mark.asyncio
SEATS = 3
WORDS = ["draw", "bet 10", "bet 5000", "claim 1", "stand", "swap with 2", "play 1", "play 7", "deal 2: 5", "sing"]
CLOCK = {"move": 30, "bank": 1_000_000}


class Echo(Player):
    """A coach that says all it knows: it must be the same for who may know the same."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.heard: list[str] = []

    def hear(self, line: str) -> None:
        self.heard.append(line)

    def think(self, view: View) -> Thought:
        known = Fact("known", {"lines": "\n".join(self.heard), "view": hashlib.sha256(view.key()).hexdigest()[:20]})
        return Thought(tuple(Choice(move, 0.0, 1.0) for move in view.moves()), (known,))


class World:
    """One of two games, played by real clients on a real server, and what one of them is told."""

    def __init__(self, house: House, clients: list[Client], listener: int, watcher: Client | None, kind: int) -> None:
        self.house, self.clients, self.listener, self.kind = house, clients, listener, kind
        self.now = [0]
        self.x = watcher or clients[listener]
        self.everybody = [*clients, *([watcher] if watcher else [])]
        self.table = clients[0].table

    async def leave(self) -> None:
        for client in self.everybody:
            await client.say("ping")
            await client.leave()

    @property
    def sealing(self) -> bool:
        return self.house.rooms[self.table].table.sealing()

    async def probe(self) -> None:
        """Everything the listener can ask for, legal or not, without changing the game."""
        await self.x.say("ping")  # what was sent is read now
        for words in WORDS:
            if not (self.sealing and words.startswith("bet")) and words not in self.x.state.get("moves", []):
                with contextlib.suppress(Refusal):
                    await self.x.say("move", say=words)
        for seen in (0, 2**30):
            with contextlib.suppress(Refusal):
                await self.x.say("move", say="draw", seen=seen)
        with contextlib.suppress(Refusal):
            await self.x.say("advice")
        await self.x.say("ping")

    async def perform(self, script: Script) -> None:
        """Play a script; where choices are secret, in the order and with the changes of mind of this world."""
        moves = list(script.moves)
        while moves:
            await self.probe()
            count = len(self.house.rooms[self.table].table.asked)
            now, moves = moves[:count], moves[count:]
            if count == 1:
                self.now[0] += 40_000
                await self.clients[now[0][0]].move(now[0][1])
            elif len(now) == count:
                await self.seal(dict(now))
        await self.probe()

    async def seal(self, bets: dict[int, str]) -> None:
        others = [seat for seat in bets if seat != self.listener]
        order = others[:: -1 if self.kind else 1]
        if self.listener in bets:
            order.insert(1, self.listener)
        for seat in order:
            self.now[0] += 40_000
            if self.kind and seat not in (self.listener, order[-1]):  # a first choice that nobody may ever hear of
                await self.clients[seat].move("bet 0")
            await self.clients[seat].move(bets[seat])
            await self.x.say("ping")

    def told(self) -> list[str]:
        """All that the listener was sent, hashes and the table's name covered."""
        return [re.sub("[0-9a-f]{64}", "#", text).replace(self.table, "TABLE") for text in self.x.raw]


async def settled(base: str, house: House, game: str, listener: int, kind: int) -> World:
    """A table with people on all seats and one who watches."""
    clients = await table_of(base, game, SEATS, seats=SEATS, options=SHORT[game], clock=CLOCK)
    watcher = await clients[0].watcher().enter() if listener == PUBLIC else None
    return World(house, clients, listener, watcher, kind)


async def start(world: World) -> None:
    await world.clients[0].say("begin")
    for client in world.clients:
        await client.say("salt", salt=client.salt)


def rigged(monkeypatch: pytest.MonkeyPatch) -> tuple[dict[str, Script], list[int]]:
    """Chance by scripts, one secret for all tables, and a time that stands still unless it is moved."""
    scripts: dict[str, Script] = {}
    now = [1_700_000_000_000]
    monkeypatch.setattr(wishes, "drawn", feeding(scripts))
    monkeypatch.setattr(houses, "new_secret", lambda: SECRET)
    monkeypatch.setattr(House, "now", lambda house: now[0])
    monkeypatch.setattr(minds, "player_by_name", lambda *_: Echo)
    return scripts, now


Break = Callable[[pytest.MonkeyPatch], None]


async def both_told(
    game: str, listener: int, url: str, monkeypatch: pytest.MonkeyPatch, broken: Break = lambda _: None
) -> list[list[str]]:
    """What a listener is told in two games that differ in what it may not know, by a server that may be broken."""
    scripts, now = rigged(monkeypatch)
    if game == "coal":  # what is hidden is who sealed when, and what was sealed before
        pair = side_by_side(game, SEATS, listener, random.Random(4), 1.0)
        assert len(pair.truth.moves) > 2 * SEATS
    else:
        pair = twins(game, SEATS, listener)
        assert pair.apart >= 5
    broken(monkeypatch)
    heard = []
    async with running(url) as (base, house):
        for kind, script in enumerate((pair.truth, pair.other)):
            now[0] = 1_700_000_000_000
            world = await settled(base, house, game, listener, kind)
            scripts[world.table], world.now = script, now
            await start(world)
            await world.perform(script)
            heard.append(world.told())
            await world.leave()
    assert len(heard[0]) > 20
    return heard


@pytest.mark.parametrize("listener", [PUBLIC, *range(SEATS)])
@pytest.mark.parametrize("game", ["coal", "dice", "cards"])
async def test_what_a_client_may_not_know_changes_no_byte_it_is_sent(
    game: str, listener: int, sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = await both_told(game, listener, sqlite_url, monkeypatch)
    assert heard[0] == heard[1]


# --- a server that is broken on purpose is found out -----------------------------------------------------------------


def a_seats_screen_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Table.screen
    monkeypatch.setattr(Table, "screen", lambda table, seat: right(table, 1))


def lines_told_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    right = State.tell

    def tell(state: State, move: int) -> list[list[str]]:
        told = right(state, move)
        return [min(told, key=lambda lines: sum("??" in line for line in lines))] * len(told)

    monkeypatch.setattr(State, "tell", tell)


def seals_that_say_whose(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Table.sealed

    def sealed(table: Table, entry: entries.Sealed, at: int) -> None:
        right(table, entry, at)
        table.stories.tell(steps.SatStep(seat=entry.seat + 1, guest=0))

    monkeypatch.setitem(MEANING, entries.Sealed, sealed)


def banks_that_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """How long others took for choices that were secret."""
    monkeypatch.setattr(Table, "due", lambda table, seat: table.watch.due() if table.phase == "playing" else {})


@pytest.mark.parametrize(
    ("game", "listener", "broken"),
    [
        ("cards", PUBLIC, a_seats_screen_for_all),
        ("cards", 0, a_seats_screen_for_all),
        ("cards", PUBLIC, lines_told_to_all),
        ("dice", 0, lines_told_to_all),
        ("coal", PUBLIC, seals_that_say_whose),
        ("coal", 0, banks_that_are_told),
    ],
)
async def test_a_server_that_tells_too_much_is_found_out(
    game: str, listener: int, broken: Break, sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = await both_told(game, listener, sqlite_url, monkeypatch, broken)
    assert heard[0] != heard[1]


@pytest.mark.parametrize("listener", [PUBLIC, 0, 2])
async def test_closed_fists_that_hold_other_bets_look_alike(
    listener: int, sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All but one have sealed, other amounts in another order: nobody can tell."""
    scripts, _ = rigged(monkeypatch)
    first = side_by_side("coal", SEATS, listener, random.Random(1), 1.0).truth
    heard = []
    async with running(sqlite_url) as (base, house):
        for kind in (0, 1):
            world = await settled(base, house, "coal", listener, kind)
            scripts[world.table] = first
            await start(world)
            assert world.sealing
            sealing = [seat for seat in range(SEATS) if seat != listener]
            for seat in sealing[kind : kind + 1]:
                await world.clients[seat].move(f"bet {30 * kind}")
                await world.clients[seat].move(f"bet {50 * (1 - kind)}")
            await world.probe()
            heard.append(world.told())
            await world.leave()
    assert '"count":1' in "".join(heard[0])
    assert heard[0] == heard[1]
