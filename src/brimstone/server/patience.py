"""How long and how much a server listens before a request is whole: else one client could keep every connection."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

WHOLE = 20.0  # seconds for a request with its body, from its first byte or, of the first, from the connection on
MOST_HEAD = 64 * 1024  # bytes
AROUND = 4  # bytes beside a header's name and value


class Patience(HttpToolsProtocol):
    """uvicorn's side of a connection, which ends."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.deadline: asyncio.TimerHandle | None = None
        self.head: int | None = 0  # bytes of a head that is not whole yet; none: it is
        self.named = 0  # bytes of its address and its headers so far

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self.wait_no_more()
        super().connection_lost(exc)

    def wait(self) -> None:
        self.deadline = self.loop.call_later(WHOLE, self.transport.abort)

    def wait_no_more(self) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def data_received(self, data: bytes) -> None:
        if self.deadline is None:
            self.wait()
        super().data_received(data)
        if self.head is not None:
            self.head += len(data)
            if self.head > MOST_HEAD and not self.transport.is_closing():
                self.send_400_response(f"The head of a request has at most {MOST_HEAD} bytes.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.head, self.named = 0, 0

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        self.named += len(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """What came in one piece with the end of the head counts, too; the parser gives up on what is raised here."""
        self.named += len(name) + len(value) + AROUND
        if self.named > MOST_HEAD:
            raise ValueError(f"The head of a request has at most {MOST_HEAD} bytes.")
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self.head = None

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self.wait_no_more()
