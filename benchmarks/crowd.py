"""Clients for `benchmarks.load`: who they are, and what is counted of them."""

from __future__ import annotations

import asyncio
import json
import time
from collections import deque
from typing import Any

import msgspec

from benchmarks.wire import Wire


class Figures:
    """What is counted while it is counted."""

    def __init__(self) -> None:
        self.done: list[float] = []
        self.all: list[float] = []
        self.refused = 0

    def clear(self) -> None:
        self.__init__()  # type: ignore[misc]


class Pace:
    """Who may move moves at once, or when its turn comes at so many moves a second."""

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self.waiting: deque[Any] = deque()
        self.halted = False

    def may_move(self, seat: Any) -> None:
        if self.rate or self.halted:
            self.waiting.append(seat)
        else:
            seat.move()

    async def run(self) -> None:
        """Let them move at the rate; for ever."""
        owed, then = 0.0, time.perf_counter()
        while self.rate:
            await asyncio.sleep(0.001)
            now = time.perf_counter()
            owed, then = min(owed + (now - then) * self.rate, self.rate * 0.05), now
            while owed >= 1 and self.waiting and not self.halted:
                owed -= 1
                self.waiting.popleft().move()


class Table:
    """Those at one table, and when each message of the game reached how many of them."""

    def __init__(self, figures: Figures, pace: Pace) -> None:
        self.figures, self.pace = figures, pace
        self.seats: list[Any] = []
        self.reached: dict[int, int] = {}
        self.sent: dict[int, float] = {}
        self.over = False

    def arrived(self, number: int) -> None:
        """A message of the game, by its number, has reached one more."""
        count = self.reached.get(number, 0) + 1
        self.reached[number] = count
        if count == len(self.seats):
            del self.reached[number]
            sent = self.sent.pop(number, None)
            if sent is None:
                self.sent[-number] = time.perf_counter()  # the sender has not heard that it was its move
            else:
                self.figures.all.append(time.perf_counter() - sent)

    def was_mine(self, number: int, sent: float) -> None:
        """A message of the game was somebody's move."""
        complete = self.sent.pop(-number, None)
        if complete is None:
            self.sent[number] = sent
        else:
            self.figures.all.append(complete - sent)


class Said(msgspec.Struct):
    moves: list[str] = []
    v: int = 0


said_in = msgspec.json.Decoder(Said).decode


class Seat(Wire):
    """A person at one of our tables."""

    def __init__(self, table: Table, token: str) -> None:
        super().__init__()
        self.table, self.token = table, token
        self.v = self.number = self.keys = 0
        self.moves: list[str] = []
        self.sealed = False
        self.sent = 0.0
        self.seated: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def sit(self, port: int, table: str, number: int) -> None:
        await self.connect(port, f"/api/v1/tables/{table}/socket")
        self.say({"do": "hello", "key": "hello", "have": 0, "token": self.token})
        self.say({"do": "sit", "key": "sit", "seen": 0, "seat": number})
        await self.seated

    def say(self, message: dict[str, Any]) -> None:
        self.write(json.dumps(message).encode())

    def heard(self, text: bytes) -> None:
        if text.startswith(b'{"is":"steps"'):
            self.steps(text)
        elif text.startswith(b'{"is":"done","key":"begin"'):
            pass
        elif text.startswith(b'{"is":"done"'):
            self.done()
        elif text.startswith(b'{"is":"refused"'):
            self.table.figures.refused += 1
            self.sent = 0.0

    def steps(self, text: bytes) -> None:
        said = said_in(text)
        self.v, self.moves = said.v, said.moves
        if b'"is":"started"' in text:
            self.number = 0
        self.number += 1
        self.table.arrived(self.number)
        told, sealed = text.rfind(b'"is":"told"'), text.rfind(b'"is":"sealed"')
        if told != sealed:
            self.sealed = sealed > told
        if b'"is":"ended"' in text:
            self.table.over = True
        elif not self.sent:
            self.turn()

    def done(self) -> None:
        if not self.seated.done():
            self.seated.set_result(None)
        elif self.sent:
            self.table.figures.done.append(time.perf_counter() - self.sent)
            self.table.was_mine(self.number, self.sent)
            self.sent = 0.0
            self.turn()

    def turn(self) -> None:
        """Is there anything to decide?"""
        if self.moves and not self.sealed:
            self.sent = -1.0
            self.table.pace.may_move(self)

    def move(self) -> None:
        self.keys += 1
        say = self.moves[self.keys * 7 % len(self.moves)]
        self.sent = time.perf_counter()
        self.write(b'{"do":"move","key":"%d","say":"%s","seen":%d}' % (self.keys, say.encode(), self.v))


class Peer(Wire):
    """A player of a match at a boardgame.io server."""

    def __init__(self, table: Table, match: str, player: int) -> None:
        super().__init__()
        self.table, self.match, self.player = table, match, player
        self.state = self.number = 0
        self.sent = 0.0
        self.seated: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def sit(self, port: int) -> None:
        await self.connect(port, "/socket.io/?EIO=4&transport=websocket")
        self.write(b"40/count,")
        await self.seated

    def heard(self, text: bytes) -> None:
        if text == b"2":
            self.write(b"3")
        elif text.startswith(b"40/count"):
            self.write(b'42/count,["sync","%s","%d",null,2]' % (self.match.encode(), self.player))
        elif text.startswith(b'42/count,["sync"'):
            self.seated.set_result(None)
        elif text.startswith(b'42/count,["update"'):
            self.update(json.loads(text[9:]))

    def update(self, said: list[Any]) -> None:
        self.state = said[2]["_stateID"]
        self.number += 1
        self.table.arrived(self.number)
        if self.sent:
            self.table.figures.done.append(time.perf_counter() - self.sent)
            self.table.was_mine(self.number, self.sent)
            self.sent = 0.0
        if said[2]["ctx"]["currentPlayer"] == str(self.player):
            self.table.pace.may_move(self)

    def move(self) -> None:
        self.sent = time.perf_counter()
        action = b'{"type":"MAKE_MOVE","payload":{"type":"add","args":[],"playerID":"%d"}}' % self.player
        self.write(b'42/count,["update",%s,%d,"%s","%d"]' % (action, self.state, self.match.encode(), self.player))
