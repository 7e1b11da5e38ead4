"""What processes that serve the same tables tell each other: new entries, presence, emotes. In one process, nothing.

The log in the database is the truth; this only makes it quick. A message that is lost is made up for by the next one,
because entries are numbered, and where Redis is away or there is none everybody looks into the database once a second.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from redis.asyncio.client import PubSub

log = logging.getLogger("brimstone.fanout")
BEAT = 0.3  # seconds between two signs of life of a process
DEAD = 1.2  # seconds without one
AGAIN = 0.5  # seconds between two tries to reach Redis
LAST_WORDS = 1.0  # seconds at the end for what is still to be said


class News(msgspec.Struct, frozen=True, tag_field="is", tag=str.lower, kw_only=True):
    """Anything one process tells the others about a table."""

    process: str


class Entries(News, frozen=True):
    """The log has grown."""

    first: int
    at: int
    bodies: list[msgspec.Raw]


class Presence(News, frozen=True):
    """Who is at the table through this process; `asks`: the others shall say so too."""

    guests: dict[int, str]
    open: bool = True
    asks: bool = False


class Emotion(News, frozen=True):
    guest: int
    what: str


class Guests(News, frozen=True):
    """Somebody has come in: the names must be read again."""


class Beat(News, frozen=True):
    """A process is alive; or it says that it is about to go."""

    last: bool = False


class Lost(News, frozen=True):
    """A process is gone: nobody says this, it is noticed."""


AnyNews = Entries | Presence | Emotion | Guests | Beat | Lost
encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyNews).decode
Hear = Callable[[str, AnyNews], None]


class Fanout:
    """One process alone: nobody to tell."""

    healthy = True
    shared = False  # are there other processes?

    def __init__(self) -> None:
        self.process = secrets.token_hex(8)

    async def start(self, hear: Hear) -> None:
        """From now on `hear` is called with a table, or none, and what another process tells about it."""

    async def stop(self) -> None:
        pass

    async def open(self, table: str) -> None:
        """Listen to a table."""

    async def close(self, table: str) -> None:
        """Listen no more."""

    def say(self, table: str, news: AnyNews) -> None:
        """Tell the others."""

    def alive(self, process: str) -> bool:
        """Has a process been heard of lately?"""
        return False


class RedisFanout(Fanout):
    """Several processes, by Redis' channels: one a table, one for signs of life."""

    healthy = False
    shared = True

    def __init__(self, url: str) -> None:
        super().__init__()
        try:
            from redis.asyncio import Redis
            from redis.asyncio.retry import Retry
            from redis.backoff import NoBackoff
        except ImportError:
            raise SystemExit('Redis needs a further package: pip install "brimstone[scale]"') from None
        self.redis: Redis = Redis.from_url(
            url, socket_timeout=2.0, socket_connect_timeout=2.0, retry=Retry(NoBackoff(), 0), health_check_interval=0
        )
        self.tables: set[str] = set()
        self.seen: dict[str, float] = {}
        self.outbox: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue(10_000)
        self.pubsub: PubSub | None = None
        self.tasks: list[asyncio.Task[None]] = []

    async def start(self, hear: Hear) -> None:
        self.hear = hear
        self.tasks = [asyncio.create_task(job()) for job in (self.listen, self.speak, self.live)]

    async def stop(self) -> None:
        self.say("", Beat(process=self.process, last=True))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.outbox.join(), LAST_WORDS)
        for task in self.tasks:
            task.cancel()
        for task in self.tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await task
        await self.redis.aclose()

    async def open(self, table: str) -> None:
        self.tables.add(table)
        await self.subscription("subscribe", table)

    async def close(self, table: str) -> None:
        self.tables.discard(table)
        await self.subscription("unsubscribe", table)

    async def subscription(self, what: str, table: str) -> None:
        """Tell Redis at once; if it is away, `listen` does so for all tables when it is back."""
        from redis.exceptions import RedisError

        if self.pubsub is not None:
            try:
                await getattr(self.pubsub, what)(channel(table))
            except (RedisError, OSError) as error:
                log.warning("Redis: %s", error)

    def say(self, table: str, news: AnyNews) -> None:
        if self.healthy and not self.outbox.full():
            self.outbox.put_nowait((channel(table), encode(news)))

    def alive(self, process: str) -> bool:
        return time.monotonic() - self.seen.get(process, 0.0) < DEAD

    async def listen(self) -> None:
        """Hear what others say, for ever; after a break, everything is subscribed to again."""
        from redis.exceptions import RedisError

        while True:
            try:
                async with self.redis.pubsub(ignore_subscribe_messages=True) as pubsub:
                    await pubsub.subscribe(channel(""), *map(channel, self.tables))
                    self.seen = dict.fromkeys(self.seen, time.monotonic())  # they could not be heard meanwhile
                    self.pubsub, self.healthy = pubsub, True
                    log.info("Redis is there; here is process %s", self.process)
                    while True:
                        message = await pubsub.get_message(timeout=DEAD)
                        if message is not None:
                            self.take(message)
            except (RedisError, OSError) as error:
                if self.healthy:
                    log.warning("Redis is away, looking into the database instead: %s", error)
            self.pubsub, self.healthy = None, False
            await asyncio.sleep(AGAIN)

    def take(self, message: Any) -> None:
        try:
            news = decode(message["data"])
        except (msgspec.DecodeError, UnicodeDecodeError) as error:  # of another version; the database has it too
            log.warning("something was said that is not understood here: %s", error)
            return
        if news.process == self.process:
            return
        self.seen[news.process] = time.monotonic()
        if not isinstance(news, Beat):
            self.hear(message["channel"].decode().removeprefix(channel("")), news)
        elif news.last:
            self.lose(news.process)

    def lose(self, process: str) -> None:
        """A process is gone: whoever has to do with it hears that at once."""
        del self.seen[process]
        self.hear("", Lost(process=process))

    async def speak(self) -> None:
        """Send what is to be said, for ever."""
        from redis.exceptions import RedisError

        while True:
            where, what = await self.outbox.get()
            said = 1
            try:
                async with self.redis.pipeline(transaction=False) as pipe:
                    pipe.publish(where, what)
                    while not self.outbox.empty():
                        pipe.publish(*self.outbox.get_nowait())
                        said += 1
                    await pipe.execute()
            except (RedisError, OSError) as error:
                log.warning("Redis: %s", error)
            for _ in range(said):
                self.outbox.task_done()

    async def live(self) -> None:
        """Give signs of life and notice whose have stopped, for ever."""
        while True:
            self.say("", Beat(process=self.process))
            await asyncio.sleep(BEAT)
            if self.healthy:
                for process in [process for process in self.seen if not self.alive(process)]:
                    log.warning("process %s is gone", process)
                    self.lose(process)


def channel(table: str) -> str:
    return f"brimstone:{table}"
