"""REST under /api/v1: opening and finding tables, coming in, health; what is over stands in `finished`."""

from __future__ import annotations

import logging
import secrets
from typing import Annotated, Any, Literal

import msgspec
from litestar import MediaType, Request, Response, get, post
from litestar.connection import ASGIConnection
from litestar.datastructures import State as AppState
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import HeaderParameter, JSONBody, PathParameter, QueryParameter
from msgspec import Meta

import brimstone
from brimstone.record import BadRecord, Record
from brimstone.record import read as read_records
from brimstone.server import checks, entries, opening, wishes
from brimstone.server.archive import Asker
from brimstone.server.database import StoreError
from brimstone.server.door import Door
from brimstone.server.house import hashed
from brimstone.server.limits import Limit, Limits, household
from brimstone.server.messages import MaybeHash, Name, Refused, RefusedAnswer, Seat, Text, Token
from brimstone.server.opening import Plan
from brimstone.server.origins import at_this_machine, bears
from brimstone.server.schema import TableRow

log = logging.getLogger("brimstone.web")
PASS_TIME = 120_000  # milliseconds
LISTED = 50  # public tables at once
MOST_RECORD = 128 * 1024  # bytes: some ten games
STATUS = {
    "no_such_table": 404, "not_invited": 403, "wrong_house": 403, "unknown_guest": 403, "removed": 403,
    "host_only": 403,
    "too_fast": 429, "too_long": 413, "not_finished": 409, "busy": 503, "bad_pass": 404,
    "no_proof": 404, "other_rules": 409,
}  # fmt: skip

REFUSALS = {
    status: ResponseSpec(RefusedAnswer, description=f"Refused: {', '.join(whys)}.", generate_examples=False)
    for status, whys in [
        (400, ["bad_message, bad_name, bad_setup and all others"]),
        *((status, [why for why in STATUS if STATUS[why] == status]) for status in sorted({*STATUS.values()})),
    ]
}

TableId = Annotated[str, PathParameter(pattern=r"\A[2-9a-z]{12}\Z")]


class From(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where another game is gone on with: after so many moves and outcomes of a table's, or of a record."""

    move: Annotated[int, Meta(ge=1, le=10**9)]
    table: Annotated[str, Meta(pattern=r"\A([2-9a-z]{12})?\Z")] = ""
    record: Annotated[str, Meta(max_length=MOST_RECORD // 2)] = ""


class OpenTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table to be opened."""

    game: Text = ""
    name: Name
    token: Token
    seats: Annotated[int, Meta(ge=1, le=9)] = 4
    options: dict[str, Any] = {}
    pace: entries.Pace = "normal"
    clock: entries.Clock | None = None
    public: bool = False
    coach: bool = True
    open_purses: bool = False
    bots: Annotated[list[Text], Meta(max_length=9)] = []
    seat: Seat = 0  # the host's own; 0: to be taken later
    promise: MaybeHash = ""
    begin: bool = False
    lesson: bool = False
    source: From | None = msgspec.field(default=None, name="from")


class TableOpened(msgspec.Struct, frozen=True):
    table: str
    invite: str
    guest: int
    seat: int


class ComeIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Somebody comes to a table."""

    name: Name
    token: Token
    invite: Text = ""


class CameIn(msgspec.Struct, frozen=True):
    guest: int
    seat: int


class Bearer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    token: Token


class Pass(msgspec.Struct, frozen=True):
    code: str


class Passed(msgspec.Struct, frozen=True):
    table: str
    game: str
    guest: int
    seat: int


class Listed(msgspec.Struct, frozen=True):
    """A table as anybody may know it."""

    table: str
    game: str
    seats: int
    phase: str
    opened: int
    pace: entries.Pace
    free: int | None = None  # seats to take; unknown of a game at which nobody is here
    names: list[str] = []


class Health(msgspec.Struct, frozen=True):
    ok: bool
    database: Literal["there", "away"]
    fanout: Literal["there", "away"]
    version: str


def refused_response(refused: Refused, status: int | None = None) -> Response[RefusedAnswer]:
    """A refusal, as over a socket."""
    return Response(refused.answer(""), status_code=status or STATUS.get(refused.why, 400), media_type=MediaType.JSON)


def answered(_: Request[Any, Any, Any], refused: Refused) -> Response[RefusedAnswer]:
    return refused_response(refused)


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """By whom limits count."""
    return household(connection.client.host) if connection.client else ""


def asker(request: Request[Any, Any, Any], door: Door) -> Asker:
    """Whoever wants something that goes through a whole game."""
    return Asker(address_of(request), door.limits.games)


def knock(request: Request[Any, Any, Any], state: AppState) -> Door:
    """The door, for whoever does not ask too often."""
    door: Door = state.door
    if not door.limits.questions.allows(address_of(request)):
        raise Refused("too_fast")
    return door


def enter(request: Request[Any, Any, Any], state: AppState, *more: Limit) -> Door:
    """The door, for whoever knows the house's password, too."""
    door, address = knock(request, state), address_of(request)
    door.check_house(request.headers.get("brimstone-house", ""), address)
    if not all(limit.allows(address) for limit in more):
        raise Refused("too_fast")
    return door


@post("/api/v1/tables", status_code=201, request_max_body_size=MOST_RECORD, responses=REFUSALS)
async def open_table(data: JSONBody[OpenTable], request: Request[Any, Any, Any], state: AppState) -> TableOpened:
    """Open a table; whoever opens it is its host."""
    limits: Limits = state.door.limits
    door = enter(request, state, limits.tables)
    terms = entries.Terms(
        game=data.game, seats=data.seats, options=data.options, pace=data.pace, clock=data.clock, public=data.public,
        coach=data.coach, open_purses=data.open_purses, lesson=data.lesson,
    )  # fmt: skip
    given: list[str] = []
    if data.source is not None:
        whole = await source_of(door, data.source, asker(request, door))
        given = opening.beginning(whole, data.source.move)
        terms = opening.terms_like(terms, whole)
    name = checks.checked_guest_name(data.name)
    plan = Plan(data.bots, data.seat, data.promise, data.begin)
    table, invite = await door.house.open_table(terms, name, data.token, plan, given)
    return TableOpened(table, invite, 1, data.seat)


async def source_of(door: Door, source: From, who: Asker) -> Record:
    """The game that is gone on with: over, or at hand as a record."""
    archive = door.house.archive
    if bool(source.table) == bool(source.record):
        raise Refused("bad_message", reason="a game goes on from a table or from a record")
    if source.record:
        return await archive.work(who, lambda: read_one(source.record))
    return await archive.work(who, (await archive.game(source.table, who)).reread)


def read_one(text: str) -> Record:
    """The first record of a text."""
    try:
        return next(read_records(text.splitlines()))
    except BadRecord as bad:
        raise Refused("bad_record", line=bad.line, reason=bad.reason) from None


@get("/api/v1/tables", responses=REFUSALS)
async def list_tables(
    request: Request[Any, Any, Any],
    state: AppState,
    game: Annotated[str | None, QueryParameter(max_length=20)] = None,
    before: Annotated[int | None, QueryParameter(ge=0, le=2**53)] = None,
) -> list[Listed]:
    """Public tables that are not over, newest first."""
    door = enter(request, state)
    found = [await readable(door, row) for row in await door.house.store.public_tables(game, before, LISTED)]
    return [each for each in found if each is not None]


async def readable(door: Door, row: TableRow) -> Listed | None:
    """A table's line; none, and no harm to the others, where its log cannot be read."""
    try:
        return await listed(door, row)
    except StoreError:
        raise
    except Refused:
        return None  # of other rules
    except Exception:
        log.exception("the table %s cannot be read", row.id)
        return None


@get("/api/v1/tables/{table:str}", responses=REFUSALS)
async def show_table(
    table: TableId,
    request: Request[Any, Any, Any],
    state: AppState,
    invite: Annotated[str, HeaderParameter(name="Brimstone-Invite", max_length=200)] = "",
) -> Listed:
    """What anybody may know of a table who may come in."""
    door = enter(request, state)
    await door.check_invite(table, invite)
    row = await door.house.store.table(table)
    if row is None:
        raise Refused("no_such_table")
    return await listed(door, row)


async def listed(door: Door, row: TableRow) -> Listed:
    """A table's line; of a game that nobody is at in this process only what its row says: its log may be long."""
    pace = msgspec.json.decode(row.terms, type=entries.Terms).pace
    if row.id not in door.house.rooms and row.phase != "lobby":
        return Listed(row.id, row.game, row.seats, row.phase, row.opened, pace)
    room = await door.house.room(row.id)
    chairs = room.table.chairs
    names = [room.names.get(chair.guest, "") or chair.level for chair in chairs]
    free = sum(wishes.free(room.table, seat) for seat in range(len(chairs)))
    return Listed(row.id, row.game, row.seats, room.table.phase, row.opened, pace, free, names)


@post("/api/v1/tables/{table:str}/guests", status_code=200, responses=REFUSALS)
async def come_in(table: TableId, data: JSONBody[ComeIn], request: Request[Any, Any, Any], state: AppState) -> CameIn:
    """Become a guest of a table; the same token twice is the same guest."""
    door = enter(request, state)
    guest, seat = await door.come(table, data.name, data.token, data.invite)
    return CameIn(guest, seat)


@post("/api/v1/tables/{table:str}/passes", status_code=201, responses=REFUSALS)
async def make_pass(table: TableId, data: JSONBody[Bearer], request: Request[Any, Any, Any], state: AppState) -> Pass:
    """A code that lets another device in as the same guest, once and soon."""
    door = enter(request, state)
    guest = await door.guest(table, data.token)
    code = secrets.token_urlsafe(16)
    await door.house.store.make_pass(table, guest, hashed(code), door.house.now() + PASS_TIME)
    return Pass(code)


@post("/api/v1/passes/{code:str}", status_code=200, responses=REFUSALS)
async def use_pass(
    code: Annotated[str, PathParameter(max_length=64)],
    data: JSONBody[Bearer],
    request: Request[Any, Any, Any],
    state: AppState,
) -> Passed:
    """Come in on another device."""
    door = enter(request, state)
    found = await door.house.store.use_pass(hashed(code), door.house.now(), hashed(data.token))
    if found is None:
        raise Refused("bad_pass")
    table, guest = found
    room = await door.house.room(table)
    return Passed(table, room.table.terms.game, guest, room.table.seat_of(guest) + 1)


@get(
    "/api/v1/health",
    responses={503: ResponseSpec(Health, description="The database is away.", generate_examples=False)},
)
async def health(state: AppState) -> Response[Health]:
    """Does it work?"""
    house = state.door.house
    try:
        await house.store.ping()
        database: Literal["there", "away"] = "there"
    except StoreError:
        database = "away"
    said = Health(database == "there", database, "there" if house.fanout.healthy else "away", brimstone.__version__)
    return Response(said, status_code=200 if said.ok else 503)


@get("/api/v1/metrics", media_type=MediaType.TEXT, responses=REFUSALS)
async def metrics(request: Request[Any, Any, Any], state: AppState) -> bytes:
    """Numbers in Prometheus' format, for whoever keeps the house: at this machine, or with the token for them."""
    door = knock(request, state)
    if not at_this_machine(request) and not bears(request, door.house.settings.metrics_token):
        raise Refused("host_only")
    return door.house.metrics.text()


HANDLERS = [open_table, list_tables, show_table, come_in, make_pass, use_pass, health, metrics]
