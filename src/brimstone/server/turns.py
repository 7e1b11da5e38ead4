"""Turns: so much is done at once, and of all who wait for more each has its turn, however much one of them wants."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager

Line = OrderedDict[Hashable, deque[asyncio.Future[None]]]  # of those who wait, in the order of their turns


class Turns:
    """A few places, and two lines before them: the second is for what may wait until nobody stands in the first."""

    def __init__(self, places: int) -> None:
        self.free = places
        self.lines: tuple[Line, Line] = OrderedDict(), OrderedDict()

    @asynccontextmanager
    async def turn(self, whose: Hashable, may_wait: bool = False) -> AsyncIterator[None]:
        """Have a place for a while, as soon as it is one's turn."""
        if self.free:
            self.free -= 1
        else:
            await self.wait(self.lines[may_wait], whose)
        try:
            yield
        finally:
            self.hand_on()

    async def wait(self, line: Line, whose: Hashable) -> None:
        mine = asyncio.get_running_loop().create_future()
        line.setdefault(whose, deque()).append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self.hand_on()  # it had just been given
            raise

    def hand_on(self) -> None:
        """Somebody is done: whoever had no turn for longest is next, with one of its wishes."""
        for line in self.lines:
            while line:
                whose, wishes = line.popitem(last=False)
                first = wishes.popleft()
                if wishes:
                    line[whose] = wishes
                if not first.done():  # else it was given up
                    first.set_result(None)
                    return
        self.free += 1
