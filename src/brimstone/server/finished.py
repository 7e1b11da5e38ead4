"""REST for games that are over: records, proofs, analyses, replays, and whether a record holds."""

from __future__ import annotations

import gzip
from typing import Annotated, Any

from litestar import MediaType, Request, Response, get, post
from litestar.datastructures import State as AppState
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import QueryParameter

from brimstone.record import BadRecord
from brimstone.record import read as read_records
from brimstone.server.archive import proof
from brimstone.server.messages import Refused
from brimstone.server.pages import accepted
from brimstone.server.replay import Replay, replayed
from brimstone.server.rest import MOST_RECORD, REFUSALS, TableId, asker, enter, read_one
from brimstone.verify import as_json as verdict_as_json
from brimstone.verify import verify

Eyes = Annotated[str, QueryParameter(name="as", pattern=r"\A(public|everything|[1-9])\Z")]


@get("/api/v1/tables/{table:str}/record", media_type=MediaType.TEXT, responses=REFUSALS)
async def record(table: TableId, request: Request[Any, Any, Any], state: AppState) -> str:
    """A finished game as a record; its address is known to those who were there and is no secret any more."""
    door = enter(request, state)
    found: str = await door.house.archive.record(table, asker(request, door))
    return found


@get("/api/v1/tables/{table:str}/proof", responses=REFUSALS)
async def table_proof(table: TableId, request: Request[Any, Any, Any], state: AppState) -> dict[str, Any]:
    """Every draw of a finished game, for somebody who knows no rules."""
    door = enter(request, state)
    archive, who = door.house.archive, asker(request, door)
    game = await archive.game(table, who)
    return dict(await archive.work(who, lambda: proof(game)))


@get(
    "/api/v1/tables/{table:str}/analysis",
    responses=REFUSALS | {202: ResponseSpec(dict[str, Any], description="Being made.")},
)
async def analysis(table: TableId, request: Request[Any, Any, Any], state: AppState) -> Response[Any]:
    """A finished game taken apart; 202 while that takes: ask again."""
    door = enter(request, state)
    found = await door.house.archive.analysis(table, asker(request, door))
    if found is None:
        return Response({}, status_code=202, headers={"Retry-After": "1"})
    return Response(found, media_type=MediaType.JSON)


@get("/api/v1/tables/{table:str}/replay", responses=REFUSALS)
async def replay(
    table: TableId, request: Request[Any, Any, Any], state: AppState, who: Eyes = "public"
) -> Response[Replay]:
    """A game that is over, as a seat saw it, as the public did, or with everything open."""
    door = enter(request, state)
    return unpacked(request, await door.house.archive.replay(table, who, asker(request, door)))


@post("/api/v1/replay", status_code=200, opt={"text": True}, request_max_body_size=MOST_RECORD, responses=REFUSALS)
async def replay_record(request: Request[Any, Any, Any], state: AppState, who: Eyes = "public") -> Response[Replay]:
    """The same of a record: the body is its text."""
    door = enter(request, state)
    text = await text_of(request)
    packed = await door.house.archive.work(asker(request, door), lambda: replayed(read_one(text), who))
    return unpacked(request, packed)


async def text_of(request: Request[Any, Any, Any]) -> str:
    return (await request.body()).decode("utf-8", "replace")


def unpacked(request: Request[Any, Any, Any], packed: bytes) -> Response[Any]:
    """Compressed JSON, as it is for whoever understands that."""
    if "gzip" in accepted(request.headers.get("accept-encoding", "")):
        headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
        return Response(packed, media_type=MediaType.JSON, headers=headers)
    return Response(gzip.decompress(packed), media_type=MediaType.JSON, headers={"Vary": "Accept-Encoding"})


@post("/api/v1/verify", status_code=200, opt={"text": True}, request_max_body_size=MOST_RECORD, responses=REFUSALS)
async def verify_record(request: Request[Any, Any, Any], state: AppState) -> list[dict[str, Any]]:
    """Check records: the body is their text."""
    door = enter(request, state)
    text = await text_of(request)
    found: list[dict[str, Any]] = await door.house.archive.work(asker(request, door), lambda: verdicts(text))
    return found


def verdicts(text: str) -> list[dict[str, Any]]:
    try:
        return [verdict_as_json(verify(found)) for found in read_records(text.splitlines())]
    except BadRecord as bad:
        raise Refused("bad_record", line=bad.line, reason=bad.reason) from None


HANDLERS = [record, table_proof, analysis, replay, replay_record, verify_record]
