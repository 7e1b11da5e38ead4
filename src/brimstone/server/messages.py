"""What clients say and what they are told: docs/protocol.md. Seats count from 1 here."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from brimstone.server.entries import Clock, Pace

Text = Annotated[str, Meta(max_length=200)]
Key = Annotated[str, Meta(min_length=1, max_length=40)]
Token = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{22,64}\Z")]
Hash = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
MaybeToken = Annotated[str, Meta(pattern=r"\A([A-Za-z0-9_-]{22,64})?\Z")]
MaybeHash = Annotated[str, Meta(pattern=r"\A([0-9a-f]{64})?\Z")]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Seat = Annotated[int, Meta(ge=0, le=9)]
Version = Annotated[int, Meta(ge=0, le=2**40)]
Emotion = Literal["laugh", "wow", "ouch", "think", "hurry", "well_played", "sorry", "cheers"]
EMOTIONS: tuple[str, ...] = Emotion.__args__  # type: ignore[attr-defined]


# --- what a client says ----------------------------------------------------------------------------------------------


class Request(msgspec.Struct, frozen=True, tag_field="do", tag=str.lower, forbid_unknown_fields=True, kw_only=True):
    """What a client says; the same key of the same guest is the same."""

    key: Key


class Hello(Request, frozen=True):
    """What a link begins with, and what it has seen."""

    have: Version
    token: MaybeToken = ""
    invite: Text = ""
    house: Text = ""


class Wish(Request, frozen=True):
    """What somebody wants who has seen the table as it was at a version of their story."""

    seen: Version


class Sit(Wish, frozen=True):
    seat: Seat = 0
    promise: MaybeHash = ""


class Rise(Wish, frozen=True):
    pass


class SetBot(Wish, frozen=True, tag="bot"):
    seat: Seat
    level: Text = ""


class Begin(Wish, frozen=True):
    pass


class Salt(Wish, frozen=True):
    salt: Hash


class Move(Wish, frozen=True):
    say: Text
    touch: Annotated[int, Meta(ge=0, le=999)] | None = None


class Back(Wish, frozen=True):
    pass


class Concede(Wish, frozen=True):
    pass


class Pause(Wish, frozen=True):
    pass


class Resume(Wish, frozen=True):
    pass


class Remove(Wish, frozen=True):
    guest: int


class Close(Wish, frozen=True):
    pass


class AskRematch(Wish, frozen=True, tag="rematch"):
    pass


class Emote(Wish, frozen=True):
    what: Emotion


class AskAdvice(Wish, frozen=True, tag="advice"):
    pass


class Ping(Wish, frozen=True):
    pass


AnyWish = (
    Sit | Rise | SetBot | Begin | Salt | Move | Back | Concede | Pause | Resume | Remove | Close | AskRematch | Emote
    | AskAdvice | Ping
)  # fmt: skip
AnyRequest = Hello | AnyWish

read_request = msgspec.json.Decoder(AnyRequest).decode


# --- what it is told -------------------------------------------------------------------------------------------------


class Answer(msgspec.Struct, frozen=True, tag_field="is", tag=str.lower, omit_defaults=True, kw_only=True):
    """Anything the server says."""


class You(msgspec.Struct, frozen=True):
    guest: int = 0
    seat: int = 0
    host: bool = False


class Chair(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits where."""

    guest: int = 0
    name: str = ""
    level: str = ""  # of a bot
    substitute: str = ""  # level of who plays for the guest
    claimed: int = 0  # the guest who takes over at the next round
    conceded: bool = False
    coached: int = 0  # times


class Roster(msgspec.Struct, frozen=True):
    """A table as all see it."""

    id: str
    game: str
    seats: int
    options: dict[str, Any]
    pace: Pace
    clock: Clock | None
    public: bool
    coach: bool
    open_purses: bool
    lesson: bool
    continued: int  # moves and outcomes that were given, of another game
    phase: str
    host: int
    paused: bool
    chairs: list[Chair]
    guests: dict[int, str]  # names
    next: str = ""  # the table of the rematch


class Steps(Answer, frozen=True):
    v: int
    steps: list[msgspec.Raw]
    view: msgspec.Raw | None = None
    moves: list[str] = []
    due: dict[int, int] = {}
    table: Roster | None = None


class Welcome(Answer, frozen=True):
    you: You
    table: Roster
    v: int
    steps: list[msgspec.Raw]
    view: msgspec.Raw | None = None
    moves: list[str] = []
    due: dict[int, int] = {}
    here: dict[int, str] = {}


class Done(Answer, frozen=True):
    key: str
    v: int


class RefusedAnswer(Answer, frozen=True, tag="refused"):
    key: str
    why: str
    about: dict[str, Any] = {}
    paragraph: str = ""
    moves: list[str] = []


class Here(Answer, frozen=True):
    guests: dict[int, str]


class Emoted(Answer, frozen=True, tag="emote"):
    guest: int
    what: str


class Advised(Answer, frozen=True, tag="advice"):
    key: str
    moves: list[dict[str, Any]]
    facts: list[dict[str, Any]]


class Pong(Answer, frozen=True):
    key: str


class Bye(Answer, frozen=True):
    why: str
    again: float | None = None


write = msgspec.json.Encoder().encode


class Refused(Exception):
    """A wish that cannot be met: a key of the language files, its parameters, the rules' paragraph, what is legal."""

    def __init__(self, why: str, paragraph: str = "", moves: tuple[str, ...] = (), **about: Any) -> None:
        super().__init__(why)
        self.why, self.paragraph, self.moves, self.about = why, paragraph, moves, about

    def answer(self, key: str) -> RefusedAnswer:
        return RefusedAnswer(key=key, why=self.why, about=self.about, paragraph=self.paragraph, moves=list(self.moves))
