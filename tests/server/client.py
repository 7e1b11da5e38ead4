"""A client as a stranger would write it from docs/protocol.md: it knows no rules and plays what it is offered."""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect

Message = dict[str, Any]
WAIT = 30.0  # seconds: longer than anything takes on a busy machine
HELLO = "hello"  # the key of one


class Refusal(Exception):
    """The server said no."""

    def __init__(self, said: Message) -> None:
        super().__init__(said["why"])
        self.said, self.why = said, str(said["why"])


def new_token() -> str:
    return secrets.token_urlsafe(24)


async def ask(base: str, method: str, path: str, body: object = None, headers: dict[str, str] | None = None) -> Any:
    """One REST call; raises Refusal."""
    async with httpx.AsyncClient(base_url=base, timeout=WAIT) as http:
        answer = await http.request(method, f"/api/v1{path}", json=body, headers=headers)
    if answer.status_code >= 400:
        raise Refusal(answer.json())
    return answer.json() if "json" in answer.headers["content-type"] else answer.text


@dataclass
class Client:
    """One person's connection to one table, and all it was told."""

    base: str  # http://127.0.0.1:8666
    table: str
    token: str = ""
    invite: str = ""
    salt: str = field(default_factory=lambda: secrets.token_hex(32))
    heard: list[Message] = field(default_factory=list)  # messages, as they came
    raw: list[str] = field(default_factory=list)
    story: list[Message] = field(default_factory=list)  # steps, all of them
    state: Message = field(default_factory=dict)  # the last of view, moves, due, table, you, here
    socket: ClientConnection | None = None
    keys: int = 0

    @classmethod
    async def host(cls, base: str, game: str, **terms: Any) -> Self:
        """Open a table."""
        token = new_token()
        opened = await ask(base, "POST", "/tables", {"game": game, "name": "Ada", "token": token, **terms})
        return cls(base, opened["table"], token, opened["invite"])

    async def friend(self, name: str = "Ben") -> Self:
        """Somebody who comes in by the invite."""
        token = new_token()
        body = {"name": name, "token": token, "invite": self.invite}
        await ask(self.base, "POST", f"/tables/{self.table}/guests", body)
        return type(self)(self.base, self.table, token, self.invite)

    def watcher(self) -> Self:
        """Somebody who only watches."""
        return type(self)(self.base, self.table, "", self.invite)

    @property
    def promise(self) -> str:
        return hashlib.sha256(bytes.fromhex(self.salt)).hexdigest()

    @property
    def v(self) -> int:
        return len(self.story)

    async def enter(self, have: int | None = None) -> Self:
        """Connect and say hello; by default with what is known already."""
        address = self.base.replace("http", "ws", 1)
        self.socket = await connect(f"{address}/api/v1/tables/{self.table}/socket", max_size=None, compression=None)
        await self.socket.send(json.dumps(self.hello(self.v if have is None else have)))
        await self.until(lambda said: said["is"] == "welcome")
        return self

    def hello(self, have: int = 0) -> Message:
        """What is said first."""
        return {"do": "hello", "key": HELLO, "have": have, "token": self.token, "invite": self.invite}

    async def leave(self) -> None:
        if self.socket is not None:
            await self.socket.close()
            self.socket = None

    async def next(self) -> Message:
        """The next message."""
        assert self.socket is not None
        text = await asyncio.wait_for(self.socket.recv(), WAIT)
        assert isinstance(text, str)
        return self.take(text)

    def take(self, text: str) -> Message:
        """Understand a message."""
        said: Message = json.loads(text)
        self.raw.append(text)
        self.heard.append(said)
        if said["is"] in ("welcome", "steps"):
            first = said["v"] - len(said["steps"])
            self.story[first:] = said["steps"]
            self.state |= {"moves": [], "view": None, "due": {}} | {k: w for k, w in said.items() if k != "steps"}
        elif said["is"] == "here":
            self.state["here"] = said["guests"]
        return said

    async def until(self, wanted: Callable[[Message], bool]) -> Message:
        """The first message of a kind; raises Refusal where the connection itself is refused."""
        while True:
            said = await self.next()
            if wanted(said):
                return said
            if said["is"] == "refused" and said["key"] in ("", HELLO):
                raise Refusal(said)

    async def post(self, do: str, **more: Any) -> str:
        """Say something, having seen all that was heard; its key."""
        assert self.socket is not None
        self.keys += 1
        key = more.pop("key", f"k{self.keys}")
        await self.socket.send(json.dumps({"do": do, "key": key, "seen": self.v, **more}))
        return str(key)

    async def say(self, do: str, **more: Any) -> Message:
        """Say something and wait for the answer to it; raises Refusal."""
        key = await self.post(do, **more)
        said = await self.until(lambda said: said.get("key") == key)
        if said["is"] == "refused":
            raise Refusal(said)
        return said

    async def move(self, say: str) -> Message:
        """Make a move, having heard all that there is to hear; raises Refusal."""
        await self.say("ping")
        return await self.say("move", say=say)

    async def hear(self, v: int) -> None:
        """Wait until the story has so many steps."""
        while self.v < v:
            await self.next()

    async def told(self, kind: str) -> Message:
        """Wait until the story has a step of a kind; the last such."""
        while True:
            found = [step for step in self.story if step["is"] == kind]
            if found:
                return found[-1]
            await self.next()

    async def sit(self, seat: int = 0) -> None:
        await self.say("sit", seat=seat, promise=self.promise)

    @property
    def seat(self) -> int:
        return int(self.state["you"]["seat"])

    def wishes(self) -> list[str]:
        """What one may do and has not done: moves are offered on until the last choice is sealed."""
        for step in reversed(self.story):
            if step["is"] == "sealed":
                return []
            if step["is"] in ("told", "started"):
                break
        return list(self.state.get("moves") or [])

    async def play(self, choose: Callable[[list[str]], str] = lambda moves: moves[0], turns: int = 10**9) -> None:
        """Give the salt when asked, and play on until the game ends or so many moves are made."""
        while turns and not any(step["is"] in ("revealed", "closed") for step in self.story):
            if self.state["table"]["phase"] == "salting" and not self.salted():
                await self.say("salt", salt=self.salt)
            elif moves := self.wishes():
                await self.say("move", say=choose(moves))
                turns -= 1
            else:
                await self.next()

    def salted(self) -> bool:
        return any(step["is"] == "salted" and step["seat"] == self.seat for step in self.story)


async def table_of(base: str, game: str, people: int, **terms: Any) -> list[Client]:
    """A table with so many people on its first seats, all connected; the rest as `bots` says."""
    host = await Client.host(base, game, **terms)
    clients = [host, *[await host.friend(f"guest {n}") for n in range(2, people + 1)]]
    for seat, client in enumerate(clients, 1):
        await client.enter()
        await client.sit(seat)
    return clients


async def play_out(clients: Sequence[Client], choose: Callable[[list[str]], str] = lambda moves: moves[0]) -> None:
    """Begin, and play to the end."""
    await clients[0].say("begin")
    await asyncio.gather(*(client.play(choose) for client in clients))
