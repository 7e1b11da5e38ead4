"""The entries of a table's log. What an audience may know of each stands in `steps`; nothing leaves as an entry.

Seats count from 0 here. `key` is the idempotency key of the message that caused an entry, with its guest.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Hand = Literal["person", "bot", "substitute", "clock"]  # who made a seat's move
Pace = Literal["calm", "normal", "quick", "days"]


class Entry(msgspec.Struct, frozen=True, tag_field="is", tag=str.lower, omit_defaults=True, kw_only=True):
    """Anything that happens at a table."""

    guest: int = 0  # who wanted it; 0: the server
    key: str = ""


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds for each decision, and for the whole game on top of them."""

    move: int
    bank: int = 0


class Terms(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is played, and how."""

    game: str
    seats: int
    options: dict[str, Any] = {}
    pace: Pace = "normal"
    clock: Clock | None = None
    public: bool = False
    coach: bool = True
    open_purses: bool = False
    lesson: bool = False  # the same draws and bots each time


class Opened(Entry, frozen=True):
    """A table is opened by its first guest, the host."""

    terms: Terms
    rules: int
    promise: str  # SHA-256 of the server's secret
    given: list[str] = []  # of a game that goes on from another's middle: the moves and outcomes before


class Sat(Entry, frozen=True):
    """A guest takes an empty seat, or from the next round on a bot's."""

    seat: int
    promise: str = ""


class Rose(Entry, frozen=True):
    """A seat is given up before the game, or the wish to take over a bot's."""

    seat: int


class Bot(Entry, frozen=True):
    """A bot takes a seat; without a level the seat is empty again."""

    seat: int
    level: str = ""


class Begun(Entry, frozen=True):
    """All seats are taken; the salts are asked for."""


class Salted(Entry, frozen=True):
    """A seat's client reveals its salt."""

    seat: int
    salt: str


class Started(Entry, frozen=True):
    """The game starts, without the salts that did not come."""


class Waited(Entry, frozen=True):
    """The game has waited for somebody who was away; told to nobody."""

    seat: int
    ms: int


class Woken(Entry, frozen=True):
    """The table is awake again after nobody was at it: nobody's time ran meanwhile."""

    left: int = 0  # when the last one left, in milliseconds since 1970; 0: nobody knows


class Sealed(Entry, frozen=True):
    """A secret choice; a later one of the same seat replaces it."""

    seat: int
    say: str
    by: Hand = "person"


class Played(Entry, frozen=True):
    """A seat's move."""

    seat: int
    say: str
    by: Hand = "person"
    touch: int | None = None


class Bared(Entry, frozen=True):
    """The last choice is in: all become moves."""


class Drew(Entry, frozen=True):
    """What chance does, up to the next decision."""

    says: list[str]


class Substitute(Entry, frozen=True):
    """Somebody else plays for a seat; without a level its owner does again."""

    seat: int
    level: str = ""
    left: bool = False  # its owner has said so


class Coached(Entry, frozen=True):
    """A seat was given advice."""

    seat: int


class Conceded(Entry, frozen=True):
    """A seat is given up for good; a substitute plays on."""

    seat: int


class Removed(Entry, frozen=True):
    """A guest was sent away by the host."""

    who: int


class Paused(Entry, frozen=True):
    """The host stops the game for a while."""


class Resumed(Entry, frozen=True):
    """It goes on."""


class Revealed(Entry, frozen=True):
    """The server's secret, once the game is over or the table closed."""

    secret: str


class Closed(Entry, frozen=True):
    """Nobody plays here any more."""

    why: Literal["host", "deserted"]


class Rematch(Entry, frozen=True):
    """The same group goes on at another table."""

    table: str


AnyEntry = (
    Opened | Sat | Rose | Bot | Begun | Salted | Started | Waited | Woken | Sealed | Played | Bared | Drew | Substitute
    | Coached | Conceded | Removed | Paused | Resumed | Revealed | Closed | Rematch
)  # fmt: skip

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyEntry).decode
