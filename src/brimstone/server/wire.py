"""The wire of a socket: texts come in and go out without a task, a parser and a call to the system for each."""

from __future__ import annotations

import asyncio
import struct
from collections import deque
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request, Response
from websockets.server import ServerProtocol
from websockets.typing import StatusLike

try:
    from websockets.speedups import apply_mask
except ImportError:  # no compiler where it was installed
    from websockets.utils import apply_mask

NAME = "brimstone.wire"  # among the extensions of a connection's scope
MOST_UNREAD = 32  # messages: whoever sends more before they are answered is not read from
TEXT = 0x81  # the first byte of a frame that is a whole text
MASKED = 0x80  # in the second byte: a client's frame
MASK = 4  # bytes


def head(length: int) -> bytes:
    """How the frame of a text begins."""
    if length < 126:
        return bytes((TEXT, length))
    return struct.pack("!BBH", TEXT, 126, length) if length < 65536 else struct.pack("!BBQ", TEXT, 127, length)


def span(data: bytes, at: int) -> tuple[int, int] | None:
    """Where the body of the frame that begins here begins and ends; None if too little of it has come to know that."""
    if len(data) < at + 2:
        return None
    length, body = data[at + 1] & 0x7F, at + 2 + MASK
    if length >= 126:  # it stands in the next bytes
        body += 2 if length == 126 else 8
        if len(data) < body - MASK:
            return None
        length = int.from_bytes(data[at + 2 : body - MASK])
    return body, body + length


class Inbox:
    """What has come and was not taken yet, for one reader: as uvicorn's queue, at a third of its cost."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.waiting: deque[Any] = deque()
        self.reader: asyncio.Future[None] | None = None

    def put_nowait(self, event: Any) -> None:
        self.waiting.append(event)
        if self.reader is not None and not self.reader.done():
            self.reader.set_result(None)

    async def get(self) -> Any:
        while not self.waiting:
            self.reader = self.loop.create_future()
            await self.reader
        return self.waiting.popleft()


class Outbox:
    """The wires of a server that have something to send: once for each turn of the loop they do, one after the other.

    The way through the system's network takes half as long right after another as between pieces of other work; and
    what is said to somebody in one turn goes out together.
    """

    def __init__(self) -> None:
        self.wires: list[Wire] = []

    def add(self, wire: Wire) -> None:
        if not self.wires:
            wire.loop.call_soon(self.send)
        self.wires.append(wire)

    def send(self) -> None:
        wires, self.wires = self.wires, []
        for wire in wires:
            wire.send_held()


class Wire(WebSocketsSansIOProtocol):
    """uvicorn's side of a socket, with a short way in and out for whole texts: nearly all that is ever sent."""

    def __init__(self, outbox: Outbox, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.outbox = outbox
        self.queue: Inbox = Inbox(self.loop)  # type: ignore[assignment]
        self.begun = b""  # a frame whose end has not come yet
        self.framed = False  # is what comes cut into frames here?
        self.held: list[bytes] = []  # until the outbox sends it
        self.conn.reject = self.refusal  # type: ignore[method-assign]

    def refusal(self, status: StatusLike, text: str) -> Response:
        """The answer to a handshake that leads to no socket: it has the headers of every answer."""
        response = ServerProtocol.reject(self.conn, status, text)
        response.headers.update(self.config.headers)
        return response

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[NAME] = self
            self.framed = True

    def data_received(self, data: bytes) -> None:
        """Take whole texts out of what came; all other frames are for uvicorn, which answers and closes."""
        if not self.framed:
            super().data_received(data)
            return
        data, at = self.begun + data, 0
        while found := span(data, at):
            body, end = found
            if end - body > self.config.ws_max_size or not data[at + 1] & MASKED:
                self.framed = False  # it will be closed
                super().data_received(data[at:])
                return
            if end > len(data):
                break
            if data[at] == TEXT and not self.frames:
                self.heard(apply_mask(data[body:end], data[body - MASK : body]))
            else:
                super().data_received(data[at:end])
            at = end
        self.begun = data[at:]

    def send_receive_event_to_app(self) -> None:
        said = b"".join(self.frames)
        self.frames = []
        self.heard(said)

    def heard(self, said: bytes) -> None:
        """Hand a message on as it came; to stop reading and to go on at each one would be two calls to the system."""
        if self.close_sent:
            return
        self.queue.put_nowait({"type": "websocket.receive", "bytes": said})
        if len(self.queue.waiting) > MOST_UNREAD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def post(self, written: bytes) -> None:
        """Send a text, when the loop turns."""
        if not self.held:
            self.outbox.add(self)
        self.held += (head(len(written)), written)

    def send_held(self) -> None:
        held, self.held = self.held, []
        if held and not (self.close_sent or self.disconnected or self.transport.is_closing()):
            self.transport.write(b"".join(held))

    async def next(self) -> bytes | None:
        """The next message; None at the end."""
        event = await self.queue.get()
        if self.read_paused and not self.queue.waiting:
            self.read_paused = False
            self.transport.resume_reading()
        found: bytes | None = event.get("bytes")
        return found

    @property
    def behind(self) -> int:
        """Bytes that the other end has not taken yet."""
        return self.transport.get_write_buffer_size()

    def hang_up(self, code: int, reason: str = "") -> None:
        """Close; whoever does not answer that is cut off."""
        self.send_held()
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)
