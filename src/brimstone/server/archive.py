"""Games that are over, for whoever asks: their records, replays and analyses, of which the last ones are kept.

A game is read from its table under the room's lock, when nothing in it can be taken back any more. What goes through a
whole game is done in a thread, one at a time, by turns of the addresses that ask. Names are looked up for each answer,
so that they are gone as soon as they are deleted.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sized
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

import msgspec

from brimstone.record import MOST_NOTE, Record, read
from brimstone.server.analysts import Analysts
from brimstone.server.limits import Limit
from brimstone.server.messages import Refused
from brimstone.server.replay import replayed
from brimstone.server.table import Table
from brimstone.server.turns import Turns
from brimstone.verify import Proof, proof_of, with_proof

if TYPE_CHECKING:
    from brimstone.server.house import House

T = TypeVar("T")
Thing = TypeVar("Thing", bound=Sized)
KEPT = 64  # games, and replays
MOST_KEPT = 16_000_000  # bytes of either
Names = tuple[str, ...]  # by seat


class Shelf(Generic[Thing]):
    """What was asked for last."""

    def __init__(self) -> None:
        self.kept: OrderedDict[Hashable, Thing] = OrderedDict()
        self.size = 0  # bytes

    def get(self, key: Hashable) -> Thing | None:
        if key in self.kept:
            self.kept.move_to_end(key)
        return self.kept.get(key)

    def keep(self, key: Hashable, thing: Thing) -> None:
        """Keep one thing more, and of the others the last for which there is room."""
        self.kept[key] = thing
        self.size += len(thing)
        while len(self.kept) > KEPT or self.size > MOST_KEPT:
            _, gone = self.kept.popitem(last=False)
            self.size -= len(gone)

    def clear(self) -> None:
        self.kept.clear()
        self.size = 0


class Asker(NamedTuple):
    """Whoever asks, and how often for something that goes through a whole game."""

    address: str
    games: Limit

    def pay(self) -> None:
        if not self.games.allows(self.address):
            raise Refused("too_fast")


@dataclass(frozen=True)
class Ended:
    """A game that is over: nothing of it changes any more but the names, which it has not."""

    text: str  # its record
    seats: tuple[tuple[int, str], ...]  # of each its guest, and what it is called if that guest has no name
    open_purses: bool

    def __len__(self) -> int:
        return len(self.text)

    @property
    def nobody(self) -> Names:
        """What stands in the record for names."""
        return nobody(len(self.seats))

    def reread(self, names: Names = ()) -> Record:
        """The record itself."""
        return replace(next(read(self.text.splitlines())), names=names or self.nobody)


def nobody(seats: int) -> Names:
    return tuple(f"seat {seat}" for seat in range(1, seats + 1))


def ended(table: Table) -> Callable[[], Ended]:
    """What makes the record of a table's game and looks at the table no more; raises Refused if that is not over."""
    if not table.running or table.phase not in ("finished", "closed"):
        raise Refused("not_finished")
    chairs, name, secret, open_purses = table.chairs, table.id, table.secret, table.terms.open_purses
    extra = {"lesson": "yes"} if table.terms.lesson else {}
    extra |= {"continued": f"from move {len(table.given)}"} if table.given else {}
    extra |= {f"note {seat + 1}": "; ".join(said)[:MOST_NOTE] for seat, said in sorted(table.notes.items())}
    found = Record(table.setup, nobody(len(chairs)), list(table.moves), extra)
    salted = {seat: chair for seat, chair in enumerate(chairs, 1) if chair.salt}
    promises = {seat: chair.promise for seat, chair in salted.items()}
    salts = {seat: chair.salt for seat, chair in salted.items()}
    seats = tuple((chair.guest, chair.level or f"seat {seat}") for seat, chair in enumerate(chairs, 1))

    def made() -> Ended:
        whole = found if found.lesson else with_proof(found, name, secret, promises, salts)  # a lesson proves nothing
        return Ended(whole.written(), seats, open_purses)

    return made


def proof(game: Ended) -> Proof:
    """Every draw of a game; raises Refused where there is nothing to prove."""
    record = game.reread()
    if record.lesson:
        raise Refused("no_proof")
    return proof_of(record)


def names_in_json(names: Names) -> bytes:
    return b'"names":' + msgspec.json.encode(names)


class Archive:
    """The games that are over, of one process."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.thread, self.turns, self.analysts = ThreadPoolExecutor(1, "archive"), Turns(1), Analysts()
        self.games, self.replays = Shelf[Ended](), Shelf[bytes]()

    async def work(self, asker: Asker, do: Callable[[], T]) -> T:
        """Go through a whole game when it is the asker's turn."""
        asker.pay()
        async with self.turns.turn(asker.address):
            return await asyncio.get_running_loop().run_in_executor(self.thread, do)

    async def made(self, asker: Asker, shelf: Shelf[Thing], key: Hashable, make: Callable[[], Thing]) -> Thing:
        """The same, unless somebody else has had it made while the asker waited; it is kept."""
        async with self.turns.turn(asker.address):
            found = shelf.get(key)
            if found is None:
                found = await asyncio.get_running_loop().run_in_executor(self.thread, make)
                shelf.keep(key, found)
            return found

    async def game(self, table: str, asker: Asker) -> Ended:
        """The game of a table; raises Refused if it is not over."""
        found = self.games.get(table)
        if found is not None:
            return found
        asker.pay()
        room = await self.house.room(table)
        async with room.lock:
            await room.mended()  # what is not committed may still be taken back
            make = ended(room.table)
        return await self.made(asker, self.games, table, make)

    async def names(self, table: str, game: Ended) -> Names:
        """Who played, as far as that is still known."""
        names = {guest.guest: guest.name for guest in await self.house.store.guests(table)}
        return tuple(names.get(guest) or otherwise for guest, otherwise in game.seats)

    async def record(self, table: str, asker: Asker) -> str:
        """A game as text."""
        game = await self.game(table, asker)
        names = await self.names(table, game)
        return game.text.replace(f"\nnames: {' | '.join(game.nobody)}\n", f"\nnames: {' | '.join(names)}\n", 1)

    async def replay(self, table: str, who: str, asker: Asker) -> bytes:
        """A game as somebody saw it, compressed."""
        game = await self.game(table, asker)
        names = await self.names(table, game)
        key = table, who, names
        found = self.replays.get(key)
        if found is not None:
            return found
        asker.pay()
        return await self.made(asker, self.replays, key, lambda: replayed(game.reread(names), who, game.open_purses))

    async def analysis(self, table: str, asker: Asker) -> bytes | None:
        """A game taken apart, as JSON; None while that takes."""
        game = await self.game(table, asker)
        if table not in self.analysts.found:
            asker.pay()
        found = self.analysts.analysed(table, game.text)
        if found is None:
            return None
        return found.replace(names_in_json(game.nobody), names_in_json(await self.names(table, game)), 1)

    def forget(self) -> None:
        """Names were deleted: keep nothing that has some."""
        self.replays.clear()

    def stop(self) -> None:
        self.thread.shutdown(wait=True, cancel_futures=True)
        self.analysts.stop()
