"""The steps of a story: what an audience is told of a log's entries (docs/protocol.md). Seats count from 1 here."""

from __future__ import annotations

import msgspec

from brimstone.server.entries import Hand


class Step(msgspec.Struct, frozen=True, tag_field="is", tag=lambda name: name.removesuffix("Step").lower(),
           omit_defaults=True, kw_only=True):  # fmt: skip
    """Anything an audience is told."""


class OpenedStep(Step, frozen=True):
    promise: str


class SatStep(Step, frozen=True):
    seat: int
    guest: int


class RoseStep(Step, frozen=True):
    seat: int


class BotStep(Step, frozen=True):
    seat: int
    level: str = ""


class BegunStep(Step, frozen=True):
    seats: list[int]


class SaltedStep(Step, frozen=True):
    seat: int
    salt: str


class StartedStep(Step, frozen=True):
    head: str
    without: list[int] = []


class SealsStep(Step, frozen=True):
    count: int


class SealedStep(Step, frozen=True):
    say: str
    hash: str


class ToldStep(Step, frozen=True):
    lines: list[str]
    by: Hand | str
    head: str
    seat: int = 0
    touch: int | None = None
    hashes: dict[int, str] = {}


class SubstituteStep(Step, frozen=True):
    seat: int
    level: str = ""


class ClaimedStep(Step, frozen=True):
    seat: int
    guest: int


class CoachedStep(Step, frozen=True):
    seat: int


class ConcededStep(Step, frozen=True):
    seat: int


class RemovedStep(Step, frozen=True):
    guest: int


class PausedStep(Step, frozen=True):
    pass


class ResumedStep(Step, frozen=True):
    pass


class EndedStep(Step, frozen=True):
    places: list[int]
    points: list[int]
    reason: str


class RevealedStep(Step, frozen=True):
    secret: str


class ClosedStep(Step, frozen=True):
    why: str


class RematchStep(Step, frozen=True):
    table: str


encode = msgspec.json.Encoder().encode
