"""A swarm: clients that play whole games over bad lines at a server that is killed again and again, and what must hold.

Clients double their messages, send old ones once more, lose answers and come back with what they have. A client checks
by itself that its story never changes; `checked` compares, table by table, what was answered with the log and record.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from itertools import count
from typing import TypeVar

import httpx
import msgspec
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from brimstone.record import read
from brimstone.server import entries
from brimstone.server.store import Store
from brimstone.verify import verify
from tests.server.client import Client, Message, ask, new_token
from tests.server.killable import Killable
from tests.server.proxy import Proxy

T = TypeVar("T")
GAMES = (
    ("coal", {"rounds": 2}, 3), ("dice", {"goal": 3}, 3), ("cards", {"goal": 10}, 4), ("coal", {"rounds": 1}, 5),
    ("cards", {"goal": 20}, 3),
)  # fmt: skip
LOST = (ConnectionClosed, InvalidHandshake, OSError, EOFError, TimeoutError, httpx.TransportError)
MOST_BETWEEN = 100  # wishes and answers between two kills,
LONGEST_BETWEEN = 5.0  # and seconds
FINAL = ("stale", "illegal", "not_your_turn", "not_salting", "not_in_lobby", "seat_taken")  # so refused, never done
SO_ALREADY = ("sit", "salt", "back")  # what may be done without being in the log


class Told(msgspec.Struct):
    """The steps of a message, as they were written."""

    v: int = 0
    steps: list[msgspec.Raw] = []


told_in = msgspec.json.Decoder(Told).decode


@dataclass
class Wish:
    """A message that was sent, perhaps several times, and what was heard of it."""

    do: str
    text: str
    say: str  # of a move
    sent: int  # moments: of the first sending,
    done: int = 0  # and of the first answer
    refused: str = ""
    taken_back: str = ""  # why it was refused after it was done


@dataclass
class Player(Client):
    """A client with a bad line and worse manners."""

    draws: random.Random = field(default_factory=random.Random)
    moments: count[int] = field(default_factory=lambda: count(1))
    sent: dict[str, Wish] = field(default_factory=dict)  # by key
    written: list[bytes] = field(default_factory=list)  # the story, as it was written
    waits: str = ""  # the key of the wish that is to be answered before another is made
    again: int = 0  # messages that were sent more than once
    returns: int = 0

    async def run(self) -> None:
        """Play until the game is over, however often the line breaks; then hear the whole story once more."""
        while not self.over():
            try:
                await self.enter(have=self.some_version())
                await self.go_on()
            except LOST:
                self.returns += 1
                await asyncio.sleep(self.draws.uniform(0.0, 0.2))
        await stubborn(lambda: self.enter(have=0))
        await self.leave()

    def over(self) -> bool:
        return any(step["is"] == "revealed" for step in self.story)

    def some_version(self) -> int:
        """What it has; sometimes it has forgotten a part."""
        return self.v if self.draws.random() < 0.8 else self.draws.randint(0, self.v)

    async def go_on(self) -> None:
        """Over one link: first what was not answered, then the game."""
        unanswered = [key for key, wish in self.sent.items() if not wish.done and not wish.refused]
        self.waits = ""
        if unanswered and self.draws.random() < 0.7:
            self.draws.shuffle(unanswered)
            for key in unanswered:
                await self.send_again(key)
        while not self.over():
            if self.token:
                await self.act()
            await self.next()

    async def act(self) -> None:
        """Do what is to be done, and now and then what is not."""
        if self.sent and self.draws.random() < 0.05:
            await self.send_again(self.draws.choice(list(self.sent)))
        if self.waits:
            return
        table, you = self.state["table"], self.state["you"]
        taken = [chair.get("guest") or chair.get("level") for chair in table["chairs"]]
        if table["phase"] == "lobby" and you["guest"] not in taken:
            await self.want("sit", promise=self.promise)
        elif table["phase"] == "lobby" and you["host"] and all(taken):
            await self.want("begin")
        elif table["phase"] == "salting" and not self.salted():
            await self.want("salt", salt=self.salt)
        elif table["phase"] == "playing":
            await self.decide()

    async def decide(self) -> None:
        """Move; or change a secret choice."""
        chair = self.state["table"]["chairs"][self.seat - 1]
        if chair.get("substitute"):
            await self.want("back")
        elif moves := self.wishes() or (self.draws.random() < 0.1 and self.state["moves"]):
            await self.want("move", say=self.draws.choice(moves))

    async def want(self, do: str, **more: object) -> None:
        """A new wish, now and then by who has seen less: alone, doubled, or among old ones in any order."""
        self.keys += 1
        key, seen = f"k{self.keys}", self.v if self.draws.random() < 0.95 else self.draws.randint(0, self.v)
        text = json.dumps({"do": do, "key": key, "seen": seen, **more})
        self.sent[key] = Wish(do, text, str(more.get("say", "")), next(self.moments))
        self.waits = key
        keys = [key] * self.draws.choice((1, 1, 1, 2))
        if self.draws.random() < 0.1:
            keys += self.draws.choices(list(self.sent), k=2)
        self.draws.shuffle(keys)
        self.again += len(keys) - 1
        for each in keys:
            await self.transmit(each)

    async def send_again(self, key: str) -> None:
        self.again += 1
        await self.transmit(key)

    async def transmit(self, key: str) -> None:
        assert self.socket is not None
        await self.socket.send(self.sent[key].text)

    def take(self, text: str) -> Message:
        """Whatever is told again is the same, byte for byte; what was done stays done."""
        steps = told_in(text)
        first = steps.v - len(steps.steps)
        assert 0 <= first <= len(self.written), "a gap in the story"
        for n, step in enumerate(map(bytes, steps.steps), first):
            if n == len(self.written):
                self.written.append(step)
            assert self.written[n] == step, "a story has changed"
        said = super().take(text)
        if said["is"] in ("welcome", "steps"):
            assert len(self.written) == said["v"], "a story has become shorter"
        elif said.get("key") in self.sent:
            self.answered(self.sent[said["key"]], said)
        return said

    def answered(self, wish: Wish, said: Message) -> None:
        if said["is"] == "done":
            wish.done = wish.done or next(self.moments)
        elif said["is"] == "refused":
            wish.refused = said["why"]
            wish.taken_back = said["why"] if wish.done else ""
        if said["key"] == self.waits:
            self.waits = ""


async def stubborn(call: Callable[[], Awaitable[T]]) -> T:
    """Try until the server is there."""
    while True:
        try:
            return await call()
        except LOST:
            await asyncio.sleep(0.05)


@dataclass
class Figures:
    """What a swarm has gone through."""

    kills: int = 0
    games: int = 0
    moves: int = 0  # whose `done` was heard
    again: int = 0  # messages sent more than once
    returns: int = 0
    cuts: int = 0

    def __str__(self) -> str:
        return (
            f"{self.kills} kills, {self.games} games, {self.moves} moves acknowledged, "
            f"{self.again} messages sent again, {self.cuts} links cut, {self.returns} returns"
        )


@dataclass
class Swarm:
    """Tables one after the other, several at once, at a server that is killed so many times."""

    server: Killable
    database: str
    kills: int
    at_once: int = 5
    seed: int = 0
    tell: Callable[[Figures], None] = lambda figures: None
    figures: Figures = field(default_factory=Figures)
    moments: count[int] = field(default_factory=lambda: count(1))

    async def run(self) -> Figures:
        """Play, and check every table; raises AssertionError where something does not hold."""
        self.server.start()
        await self.server.ready()
        draws = random.Random(self.seed)
        async with Proxy(self.server.port, draws) as proxy, asyncio.TaskGroup() as group:
            self.base = proxy.base
            killing = group.create_task(self.kill(draws, proxy))
            for place in range(self.at_once):
                group.create_task(self.games(place, killing))
            await killing
        self.figures.cuts = proxy.cuts
        return self.figures

    async def kill(self, draws: random.Random, proxy: Proxy) -> None:
        """At any instant: amidst a few messages or very many, now and then while the server is starting."""
        for _ in range(self.kills):
            if draws.random() < 0.9:
                await self.server.ready()
                await self.some_messages(draws.randint(0, MOST_BETWEEN))
            await asyncio.sleep(draws.uniform(0.0, 0.1))
            self.server.kill()
            self.server.start()
            self.figures.kills, self.figures.cuts = self.figures.kills + 1, proxy.cuts
            self.tell(self.figures)

    async def some_messages(self, wanted: int) -> None:
        """Wait until so many wishes were made or answered; not for long, because the last players may have gone."""
        first, until = next(self.moments), time.monotonic() + LONGEST_BETWEEN
        while next(self.moments) - first < wanted and time.monotonic() < until:
            wanted += 1  # this look has counted too
            await asyncio.sleep(0.005)

    async def games(self, place: int, killing: asyncio.Task[None]) -> None:
        """Game after game at one place until the killing is over."""
        for number in count():
            if number and killing.done():
                return
            game, options, seats = GAMES[(place + number) % len(GAMES)]
            draws = random.Random(f"{self.seed} {place} {number}")
            await self.game(game, options, seats, draws)

    async def game(self, game: str, options: dict[str, int], seats: int, draws: random.Random) -> None:
        """A game from the invitation to the check of its record."""
        people = draws.randint(1, seats)
        bots = [""] * (people - 1) + ["random"] * (seats - people)
        host = await stubborn(
            lambda: Player.host(self.base, game, seats=seats, options=options, bots=bots, pace="calm")
        )
        players = [host, *[await self.friend(host, n) for n in range(2, people + 1)], host.watcher()]
        for player in players:
            player.draws, player.moments = random.Random(draws.random()), self.moments
        async with asyncio.TaskGroup() as group:
            for player in players:
                group.create_task(player.run())
        await checked(self.server.base, self.database, players)
        self.figures.games += 1
        for player in players:
            self.figures.moves += sum(bool(wish.done and wish.say) for wish in player.sent.values())
            self.figures.again += player.again
            self.figures.returns += player.returns

    async def friend(self, host: Player, number: int) -> Player:
        """Somebody who comes in, if need be by asking twice."""
        friend = Player(self.base, host.table, new_token(), host.invite)
        body = {"name": f"guest {number}", "token": friend.token, "invite": host.invite}
        await stubborn(lambda: ask(self.base, "POST", f"/tables/{host.table}/guests", body))
        return friend


# --- what must hold --------------------------------------------------------------------------------------------------


async def checked(base: str, database: str, players: list[Player]) -> None:
    """What was acknowledged is in the log, once and in order; the record is what the log says, and verifies."""
    table = players[0].table
    text = await stubborn(lambda: ask(base, "GET", f"/tables/{table}/record"))
    store = await Store.open(database)
    try:
        rows = await store.entries(table)
    finally:
        await store.close()
    log = [entries.decode(row.body) for row in rows]
    assert [row.n for row in rows] == list(range(1, len(rows) + 1))
    check_wishes(players, log)
    (found,) = read(text.splitlines())
    assert verify(found).word == "holds"
    assert found.last().result() is not None
    lines = [(line.by, line.say) for line in found.lines()]
    for seat in range(found.setup.seats):
        assert moves_of(log, seat) == [say for by, say in lines if by == seat]


def moves_of(log: list[entries.AnyEntry], seat: int) -> list[str]:
    """What a log says a seat has done: its open moves, and the last of the choices it sealed each time."""
    found, sealed = list[str](), ""
    for entry in log:
        if isinstance(entry, entries.Played) and entry.seat == seat:
            found.append(entry.say)
        elif isinstance(entry, entries.Sealed) and entry.seat == seat:
            sealed = entry.say
        elif isinstance(entry, entries.Bared) and sealed:
            found.append(sealed)
            sealed = ""
    return found


def check_wishes(players: list[Player], log: list[entries.AnyEntry]) -> None:
    """No wish is in the log twice; one that was acknowledged is there, before all that were sent after the answer."""
    at: dict[tuple[int, str], int] = {}
    for n, entry in enumerate(log):
        if entry.key:
            assert (entry.guest, entry.key) not in at, "done twice"
            at[entry.guest, entry.key] = n
    found: list[tuple[int, Wish]] = []
    for player in players:
        for key, wish in player.sent.items():
            place = at.get((player.state["you"]["guest"], key))
            if place is None:
                assert not wish.done or wish.do in SO_ALREADY, f"acknowledged and lost: {wish}"
            else:
                assert wish.refused not in FINAL, f"refused and done: {wish}"
                assert not wish.taken_back, f"done, then refused: {wish}"
                assert wish.say == getattr(log[place], "say", ""), f"something else was done: {wish}"
                found.append((place, wish))
    found.sort(key=lambda each: each[0], reverse=True)
    first_answer = next(players[0].moments)  # of what stands further down
    for _, wish in found:
        assert wish.sent < first_answer, f"done out of order: {wish}"
        first_answer = min(first_answer, wish.done or first_answer)
