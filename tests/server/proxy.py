"""A bad line: a TCP proxy that delays what it carries, and cuts links at any moment, also within a message."""

from __future__ import annotations

import asyncio
import contextlib
import random
from typing import Any

CHUNK = 4096  # bytes


class Proxy:
    """Leads from a port of its own to another one of this machine."""

    def __init__(self, port: int, draws: random.Random, delay: float = 0.003, life: float = 2.0) -> None:
        """`delay` and `life` are means, in seconds: of how long a piece is held up, and until a link is cut."""
        self.port, self.draws, self.delay, self.life = port, draws, delay, life
        self.cuts = 0
        self.links: dict[asyncio.Task[None], list[asyncio.StreamWriter]] = {}  # with their ends

    async def __aenter__(self) -> Proxy:
        self.server = await asyncio.start_server(self.link, "127.0.0.1", 0)
        self.base = f"http://127.0.0.1:{self.server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_: Any) -> None:
        self.server.close()
        for end in [end for ends in self.links.values() for end in ends]:
            end.transport.abort()
        await asyncio.gather(*self.links)

    async def link(self, near: asyncio.StreamReader, near_out: asyncio.StreamWriter) -> None:
        """Carry one link for as long as it lives."""
        task = asyncio.current_task()
        assert task is not None
        ends = self.links[task] = [near_out]
        try:
            far, far_out = await asyncio.open_connection("127.0.0.1", self.port)
            ends.append(far_out)
            async with asyncio.timeout(self.draws.expovariate(1 / self.life)):
                both = [asyncio.create_task(self.carry(*way)) for way in ((near, far_out), (far, near_out))]
                try:
                    await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    for each in both:
                        each.cancel()
                    await asyncio.gather(*both, return_exceptions=True)
        except TimeoutError:
            self.cuts += 1
        except OSError:  # the server is not there
            pass
        finally:
            for end in ends:
                end.transport.abort()
            del self.links[task]

    async def carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        """What comes in goes out a little later, in pieces."""
        with contextlib.suppress(OSError):
            while piece := await source.read(self.draws.randint(1, CHUNK)):
                await asyncio.sleep(self.draws.expovariate(1 / self.delay))
                target.write(piece)
                await target.drain()
