"""A link: one connection of a client, whether a socket or a stream of events, and what waits to be sent over it."""

from __future__ import annotations

import asyncio
import time
from collections import deque

import msgspec

from brimstone.games.contract import PUBLIC
from brimstone.server.messages import Bye, write

MOST_WAITING = 400  # messages: whoever is that far behind is told to come back and asks for what it has missed
SHAKY = 25.0  # seconds of silence


class Link:
    """What one connection knows, and its outbox."""

    def __init__(self, guest: int, have: int) -> None:
        self.guest, self.v = guest, have
        self.seat = PUBLIC
        self.outbox: deque[bytes] = deque()
        self.filled = asyncio.Event()
        self.closing = False
        self.heard = time.monotonic()

    def send(self, message: msgspec.Struct) -> None:
        self.post(write(message))

    def post(self, written: bytes) -> None:
        """Send what is written already."""
        if self.closing:
            return
        if len(self.outbox) >= MOST_WAITING:
            self.outbox.clear()
            self.close("slow", 1.0)
            return
        self.outbox.append(written)
        self.filled.set()

    def close(self, why: str, again: float | None = None) -> None:
        """Say goodbye; nothing is sent after that."""
        if not self.closing:
            self.outbox.append(write(Bye(why=why, again=again)))
            self.closing = True
            self.filled.set()

    def cut(self) -> None:
        """The other end is gone."""
        self.closing = True
        self.outbox.clear()
        self.filled.set()

    async def next(self) -> list[bytes]:
        """All that waits to be sent, once there is something; nothing at the end."""
        if not self.outbox and not self.closing:
            self.filled.clear()
            await self.filled.wait()
        waiting = list(self.outbox)
        self.outbox.clear()
        return waiting

    @property
    def shaky(self) -> bool:
        return time.monotonic() - self.heard > SHAKY
