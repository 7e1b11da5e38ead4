"""A table without a server: wishes go in as messages, the log is kept, and can be read again."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from brimstone.fair import promise_of
from brimstone.server import entries, messages, unasked, wishes
from brimstone.server.table import Table
from brimstone.server.wishes import Deed

SECRET = hashlib.sha256(b"the server's").hexdigest()
SHORT: dict[str, dict[str, Any]] = {"coal": {"rounds": 2}, "dice": {"goal": 2}, "cards": {"goal": 5}}
FEWEST = {"coal": 2, "dice": 3, "cards": 3}


def salt_of(guest: int) -> str:
    return hashlib.sha256(f"salt {guest}".encode()).hexdigest()


class Desk:
    """A table, the log it comes from, and the time."""

    def __init__(self, game: str = "coal", seats: int = 3, **terms: Any) -> None:
        terms.setdefault("options", SHORT.get(game, {}))
        self.at = 1_000_000
        self.keys = 0
        self.log: list[tuple[bytes, int]] = []
        given = msgspec_terms(game, seats, terms)
        self.table: Table = self.keep(wishes.opening("desk23456789", SECRET, given, self.at)).table

    def keep(self, deed: Deed) -> Deed:
        self.log += [(entries.encode(entry), deed.at) for entry in deed.entries]
        return deed

    def wish(self, guest: int, /, do: str, **more: Any) -> Deed:
        """A message of a guest who has seen everything, if it says nothing else; raises Refused.

        A key that is known is not done again, as in a room.
        """
        self.keys += 1
        usual = {"do": do, "key": f"wish {self.keys}", "seen": self.version(guest)}
        wish = messages.read_request(json.dumps(usual | more))
        if (guest, wish.key) in self.table.done:
            return Deed(self.table, self.at)
        return self.keep(wishes.meet(self.table, guest, wish, self.at))

    def version(self, guest: int) -> int:
        """How much a guest has been told."""
        return len(self.table.story(self.table.seat_of(guest)))

    def refused(self, guest: int, /, do: str, **more: Any) -> messages.Refused:
        """The refusal of a message, which must leave everything as it was."""
        before = self.all()
        with pytest.raises(messages.Refused) as caught:
            self.wish(guest, do, **more)
        assert self.all() == before
        return caught.value

    def why(self, guest: int, /, do: str, **more: Any) -> str:
        return self.refused(guest, do, **more).why

    def sit(self, *guests: int) -> Desk:
        """Guests on the first empty seats, each with a promise."""
        for guest in guests:
            self.wish(guest, "sit", promise=promise_of(salt_of(guest)))
        return self

    def begin(self) -> Desk:
        """Begin, with everybody's salt."""
        self.wish(1, "begin")
        return self.salts()

    def salts(self) -> Desk:
        """The salts that are missing."""
        for seat in self.table.salters():
            guest = self.table.chairs[seat].guest
            self.wish(guest, "salt", salt=salt_of(guest))
        return self

    def move(self, seat: int, say: str, **more: Any) -> Deed:
        """A move of the person in a seat, from 0."""
        return self.wish(self.table.chairs[seat].guest, "move", say=say, **more)

    def open_turn(self) -> int:
        """Make sealed choices until a seat decides openly: the seat."""
        while self.table.sealing():
            for seat in self.table.deciders():
                self.move(seat, "bet 10" if "bet 10" in self.table.legal(seat) else self.table.legal(seat)[0])
        (seat,) = self.table.deciders()
        return seat

    def step(self) -> None:
        """A careful move of the first who decides."""
        seat = self.table.deciders()[0]
        legal = self.table.legal(seat)
        said = next((say for say in ("stop", "bet 10") if say in legal), legal[0])
        self.keep(unasked.by_bot(self.table, seat, said, "bot", self.at))

    def play_round(self) -> None:
        """Play on into the next round."""
        before = self.table.round
        while self.table.round == before:
            self.step()

    def finish(self) -> Desk:
        """Play to the end."""
        while self.table.phase == "playing":
            self.step()
        return self

    def replayed(self) -> Table:
        """The table that the log adds up to."""
        table = Table(self.table.id, SECRET)
        for body, at in self.log:
            table.apply(entries.decode(body), at)
        return table

    def all(self) -> dict[str, Any]:
        """Everything about the table that can be compared."""
        return everything(self.table)

    def phase(self) -> str:
        return self.table.phase

    def steps(self, seat: int) -> list[dict[str, Any]]:
        return [json.loads(step) for step in self.table.story(seat)]


def msgspec_terms(game: str, seats: int, terms: dict[str, Any]) -> entries.Terms:
    clock = terms.pop("clock", None)
    return entries.Terms(game=game, seats=seats, clock=entries.Clock(*clock) if clock else None, **terms)


def everything(table: Table) -> dict[str, Any]:
    """All that a table is, its game by the bytes of its record; its offers and screens follow from that."""
    otherwise = ("state", "chain", "watch", "stream", "offers", "screens")
    found = {name: value for name, value in vars(table).items() if name not in otherwise}
    found["chairs"] = [repr(chair) for chair in table.chairs]
    found["stories"] = [list(story) for story in table.stories]
    found |= {name: dict(found[name]) for name in ("done", "seals", "sealed_at", "asked")}
    found["gone"] = set(table.gone)
    found["moves"], found["notes"] = list(table.moves), {seat: list(said) for seat, said in table.notes.items()}
    found["watch"] = (list(table.watch.bank), dict(table.watch.since), table.watch.stopped_at)
    if table.running:
        found |= {"state": table.state.key(), "head": table.chain.head, "stream": table.stream.key}
    return found
