"""The wire of a socket: what is written in one turn of the loop goes out together, without a task for each message."""

from __future__ import annotations

import struct
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

NAME = "brimstone.wire"  # among the extensions of a connection's scope
MOST_UNREAD = 32  # messages: whoever sends more before they are answered is not read from
TEXT = 0x81  # the first byte of a frame that is a whole text


def head(length: int) -> bytes:
    """How the frame of a text begins."""
    if length < 126:
        return bytes((TEXT, length))
    return struct.pack("!BBH", TEXT, 126, length) if length < 65536 else struct.pack("!BBQ", TEXT, 127, length)


class Wire(WebSocketsSansIOProtocol):
    """uvicorn's side of a socket, with a short way out."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.unsent: list[bytes] = []

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[NAME] = self

    def send_receive_event_to_app(self) -> None:
        """Hand a message on as it came; to stop reading and to go on at each one would be two calls to the system."""
        said = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        self.queue.put_nowait({"type": "websocket.receive", "bytes": said})
        if self.queue.qsize() > MOST_UNREAD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def post(self, written: bytes) -> None:
        """Send a text: together with what else is sent now, because a call to the system costs as much as a message."""
        if not self.unsent:
            self.loop.call_soon(self.flush)
        self.unsent += (head(len(written)), written)

    def flush(self) -> None:
        if self.unsent and not (self.close_sent or self.disconnected or self.transport.is_closing()):
            self.transport.write(b"".join(self.unsent))
        self.unsent.clear()

    def shutdown(self) -> None:
        self.flush()
        super().shutdown()

    @property
    def behind(self) -> int:
        """Bytes that the other end has not taken yet."""
        return self.transport.get_write_buffer_size()

    def hang_up(self, code: int, reason: str = "") -> None:
        """Close; whoever does not answer that is cut off."""
        self.flush()
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)
