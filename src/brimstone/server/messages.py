"""What clients say and what they are told: docs/protocol.md. Seats count from 1 here."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from brimstone.server.entries import Clock, Pace

Text = Annotated[str, Meta(max_length=200)]
Key = Annotated[str, Meta(max_length=40)]
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
    """A wish; the same key of the same guest is the same wish."""

    key: Key = ""


class Hello(Request, frozen=True):
    token: MaybeToken = ""
    invite: Text = ""
    have: Version = 0
    house: Text = ""


class Sit(Request, frozen=True):
    seat: Seat = 0
    promise: MaybeHash = ""


class Rise(Request, frozen=True):
    pass


class SetBot(Request, frozen=True, tag="bot"):
    seat: Seat
    level: Text = ""


class Begin(Request, frozen=True):
    pass


class Salt(Request, frozen=True):
    salt: Hash


class Move(Request, frozen=True):
    say: Text
    seen: Version
    touch: Annotated[int, Meta(ge=0, le=999)] | None = None


class Back(Request, frozen=True):
    pass


class Concede(Request, frozen=True):
    pass


class Pause(Request, frozen=True):
    pass


class Resume(Request, frozen=True):
    pass


class Remove(Request, frozen=True):
    guest: int


class Close(Request, frozen=True):
    pass


class AskRematch(Request, frozen=True, tag="rematch"):
    pass


class Emote(Request, frozen=True):
    what: Emotion


class AskAdvice(Request, frozen=True, tag="advice"):
    pass


class Ping(Request, frozen=True):
    pass


AnyRequest = (
    Hello | Sit | Rise | SetBot | Begin | Salt | Move | Back | Concede | Pause | Resume | Remove | Close | AskRematch
    | Emote | AskAdvice | Ping
)  # fmt: skip

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
