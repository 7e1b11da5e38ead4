"""Messages through two pipes, one there and one back in turn: four bytes that say how long, then so many bytes."""

from __future__ import annotations

import os
import select
import time
from struct import Struct

LENGTH = Struct("<I")
MOST = 1 << 22  # bytes a message: far more than anybody has to say
GULP = 1 << 16  # what a pipe holds


class Gone(Exception):
    """Nobody is at the other end any more."""


class Late(Exception):
    """Nothing has come in time."""


class Garbled(Exception):
    """What has come is no message."""


class Pipes:
    """Both ends of a conversation that lie on this side."""

    def __init__(self, inlet: int, outlet: int) -> None:
        self.inlet, self.outlet = inlet, outlet
        os.set_blocking(outlet, False)  # whoever does not listen must not hold us up
        self.arrivals, self.room = select.poll(), select.poll()
        self.arrivals.register(inlet, select.POLLIN)
        self.room.register(outlet, select.POLLOUT)

    def send(self, message: bytes, limit: float | None = None) -> None:
        """Send one message; raises Gone or Late."""
        rest, deadline = LENGTH.pack(len(message)) + message, deadline_of(limit)
        while rest:
            try:
                rest = rest[os.write(self.outlet, rest) :]
            except BlockingIOError:
                wait(self.room, deadline)
            except BrokenPipeError:
                raise Gone from None

    def receive(self, limit: float | None = None) -> bytes:
        """The next message; raises Gone, Late or Garbled."""
        data, deadline = b"", deadline_of(limit)
        while True:
            if deadline is not None:
                wait(self.arrivals, deadline)
            more = os.read(self.inlet, GULP)
            if not more:
                raise Gone
            data += more
            if len(data) >= LENGTH.size:
                end = LENGTH.size + LENGTH.unpack_from(data)[0]
                if end > MOST or len(data) > end:
                    raise Garbled
                if len(data) == end:
                    return data[LENGTH.size :]


def deadline_of(limit: float | None) -> float | None:
    return None if limit is None else time.monotonic() + limit


def wait(poll: select.poll, deadline: float | None) -> None:
    """Wait until something can be read or written; raises Late."""
    left = None if deadline is None else max(0.0, 1000 * (deadline - time.monotonic()))
    if not poll.poll(left):
        raise Late
