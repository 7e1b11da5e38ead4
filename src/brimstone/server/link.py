"""A link: one connection of a client, over a socket or by a tray from which its messages are fetched."""

from __future__ import annotations

import asyncio
import time
from collections import deque

import msgspec

from brimstone.games.contract import PUBLIC
from brimstone.server.messages import Bye, write
from brimstone.server.wire import Wire

MOST_WAITING = 400  # messages on a tray, or
MOST_BEHIND = 1_000_000  # bytes on a wire: whoever is that far behind comes back and asks for what it has missed
SHAKY = 25.0  # seconds of silence
GOING_AWAY = 1001  # the code of a socket that is closed by the server


class Link:
    """What one connection knows."""

    def __init__(self, guest: int) -> None:
        self.guest, self.v = guest, 0
        self.seat = PUBLIC
        self.closing = False
        self.heard = time.monotonic()

    def send(self, message: msgspec.Struct) -> None:
        self.post(write(message))

    def post(self, written: bytes) -> None:
        """Send what is written already."""
        raise NotImplementedError

    def close(self, why: str, again: float | None = None) -> None:
        """Say goodbye; nothing is sent after that."""
        raise NotImplementedError

    @property
    def shaky(self) -> bool:
        return time.monotonic() - self.heard > SHAKY


class SocketLink(Link):
    """A link over a socket."""

    def __init__(self, guest: int, wire: Wire) -> None:
        super().__init__(guest)
        self.wire = wire

    def post(self, written: bytes) -> None:
        if self.closing:
            return
        if self.wire.behind > MOST_BEHIND:
            self.close("slow", 1.0)
        else:
            self.wire.post(written)

    def close(self, why: str, again: float | None = None) -> None:
        if not self.closing:
            self.closing = True
            self.wire.post(write(Bye(why=why, again=again)))
            self.wire.hang_up(GOING_AWAY)


class TrayLink(Link):
    """A link whose messages are fetched: by a stream of events, or as the answer to a request."""

    def __init__(self, guest: int) -> None:
        super().__init__(guest)
        self.tray: deque[bytes] = deque()
        self.filled = asyncio.Event()

    def post(self, written: bytes) -> None:
        if self.closing:
            return
        if len(self.tray) >= MOST_WAITING:
            self.tray.clear()
            self.close("slow", 1.0)
            return
        self.tray.append(written)
        self.filled.set()

    def close(self, why: str, again: float | None = None) -> None:
        if not self.closing:
            self.closing = True
            self.tray.append(write(Bye(why=why, again=again)))
            self.filled.set()

    async def next(self) -> list[bytes]:
        """All that waits to be sent, once there is something; nothing at the end."""
        if not self.tray and not self.closing:
            self.filled.clear()
            await self.filled.wait()
        waiting = list(self.tray)
        self.tray.clear()
        return waiting
