"""WebSocket clients that do the least possible, so that a load generator needs less than the server it measures."""

from __future__ import annotations

import asyncio
import os
import struct
from base64 import b64encode

CLOSE, PING, PONG, TEXT = 8, 9, 10, 1


class Wire(asyncio.Protocol):
    """One client: text frames only, none of them in parts; masked, as clients must, with zeros."""

    def __init__(self) -> None:
        self.buffer = bytearray()
        self.open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport

    async def connect(self, port: int, path: str) -> None:
        """Connect to a server of this machine."""
        loop = asyncio.get_running_loop()
        self.transport, _ = await loop.create_connection(lambda: self, "127.0.0.1", port)
        key = b64encode(os.urandom(16)).decode()
        asked = (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        self.transport.write(asked.encode())
        await self.opened

    def data_received(self, data: bytes) -> None:
        buffer = self.buffer
        buffer += data
        if not self.open and not self.upgrade():
            return
        at, size = 0, len(buffer)
        while size - at >= 2:
            length, begins = buffer[at + 1], at + 2
            if length == 126:
                begins += 2
                if size < begins:
                    break
                length = buffer[at + 2] << 8 | buffer[at + 3]
            elif length == 127:
                begins += 8
                if size < begins:
                    break
                length = int.from_bytes(buffer[at + 2 : begins], "big")
            if size < begins + length:
                break
            kind = buffer[at] & 15
            at = begins + length
            if kind == TEXT:
                self.heard(bytes(buffer[begins:at]))
            elif kind == PING:
                self.write(bytes(buffer[begins:at]), PONG)
        del buffer[:at]

    def upgrade(self) -> bool:
        """Has the server answered, and with yes?"""
        head, end, rest = bytes(self.buffer).partition(b"\r\n\r\n")
        if not end:
            return False
        if b" 101 " not in head.split(b"\r\n")[0]:
            self.opened.set_exception(ConnectionError(head.decode()))
            return False
        self.buffer[:] = rest
        self.open = True
        self.opened.set_result(None)
        return True

    def write(self, text: bytes, kind: int = TEXT) -> None:
        length = len(text)
        size = struct.pack("!BB", 128 | kind, 128 | length) if length < 126 else struct.pack("!BBH", 129, 254, length)
        self.transport.write(size + b"\0\0\0\0" + text)

    def heard(self, text: bytes) -> None:
        """A message has come."""
        raise NotImplementedError

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(error or ConnectionError("hung up"))

    def close(self) -> None:
        self.transport.close()
