"""The web layer: sockets, events and REST under /api/v1, all thin; docs/protocol.md says what they mean."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar, MediaType, Request, Response, WebSocket, post, websocket
from litestar.config.app import AppConfig
from litestar.datastructures import State as AppState
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import JSONBody
from litestar.response import Stream
from litestar.routes import HTTPRoute

import brimstone
from brimstone.server import catalogue, finished, messages, pages
from brimstone.server.database import StoreError
from brimstone.server.door import Door, read
from brimstone.server.link import SocketLink, TrayLink
from brimstone.server.messages import Refused
from brimstone.server.origins import by_our_name, same_origin
from brimstone.server.rest import HANDLERS, REFUSALS, TableId, address_of, answered, refused_response
from brimstone.server.room import Room
from brimstone.server.wire import NAME, Wire

log = logging.getLogger("brimstone.web")
HELLO_TIME = 10.0  # seconds
BEAT = 15.0  # seconds between two signs of life on a quiet stream of events
MOST_BODY = 16 * 1024
NOT_OUR_NAME = (
    "Brimstone does not know itself by the name in the address. Come by its address in numbers, as it printed it,"
    " or start it with that name: brimstone serve --name NAME"
)
SCHEMA = "/api/v1/schema/openapi.json"
HEADERS = {  # of every answer, refusals and what is no request at all too
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def door_of(state: AppState) -> Door:
    door: Door = state.door
    return door


async def check_way(request: Request[Any, Any, Any]) -> None:
    """Before anything is answered: is it asked by a name of ours, and, where it may change something, by our page?"""
    door = door_of(request.app.state)
    if not by_our_name(request, door.house.settings.names):
        raise Refused("bad_message", reason=NOT_OUR_NAME)
    if request.method == "POST":
        if not same_origin(request):
            raise Refused("bad_message", reason="this comes from another place's page")
        if "text" not in request.route_handler.opt and request.content_type[0] != MediaType.JSON:
            raise Refused("bad_message", reason="the Content-Type is application/json")
    if request.scope["path_template"] == SCHEMA and not door.limits.questions.allows(address_of(request)):
        raise Refused("too_fast")


# --- sockets ---------------------------------------------------------------------------------------------------------


@websocket("/api/v1/tables/{table:str}/socket")
async def socket(socket: WebSocket[Any, Any, Any], table: TableId, state: AppState) -> None:
    """A client at a table."""
    door, address = door_of(state), address_of(socket)
    from_here = by_our_name(socket, door.house.settings.names) and same_origin(socket)
    if not from_here or not door.limits.enter(address):
        await socket.close(4403, "too many links" if from_here else "not from here")
        return
    try:
        await socket.accept()
        with contextlib.suppress(Gone):
            await serve(door, socket, table, address)
    finally:
        door.limits.leave(address)


class Gone(Exception):
    """The other end has hung up."""


async def heard(wire: Wire) -> bytes:
    """The next message."""
    said = await wire.next()
    if said is None:
        raise Gone
    return said


def wire_of(socket: WebSocket[Any, Any, Any]) -> Wire:
    extensions: Any = socket.scope["extensions"]
    wire: Wire = extensions[NAME]
    return wire


def refusal_of(failed: Exception) -> Refused:
    """Why somebody cannot come in."""
    if isinstance(failed, Refused):
        return failed
    return Refused("busy") if isinstance(failed, StoreError) else Refused("bad_message", reason="no hello came in time")


async def serve(door: Door, socket: WebSocket[Any, Any, Any], table: str, address: str) -> None:
    """From hello to the end."""
    wire, key = wire_of(socket), ""
    try:
        hello = read(await asyncio.wait_for(heard(wire), HELLO_TIME))
        key = hello.key
        if not isinstance(hello, messages.Hello):
            raise Refused("bad_message", reason="the first message is hello")
        room, guest = await door.admit(table, hello, address)
    except (Refused, StoreError, TimeoutError) as failed:
        refused = refusal_of(failed)
        wire.post(messages.write(refused.answer(key)))
        wire.hang_up(4400, refused.why)
        return
    link = SocketLink(guest, wire)
    try:
        await room.enter(link, hello.have)
        while not link.closing:
            await door.take(room, link, address, await heard(wire))
    finally:
        link.closing = True
        room.leave(link)


# --- where sockets are blocked ---------------------------------------------------------------------------------------


@post("/api/v1/tables/{table:str}/events", status_code=200, responses=REFUSALS)
async def events(
    table: TableId, data: JSONBody[messages.Hello], request: Request[Any, Any, Any], state: AppState
) -> Stream:
    """The messages of a table as server-sent events; the body is a hello."""
    door, address = door_of(state), address_of(request)
    if not door.limits.enter(address):
        raise Refused("too_fast")
    try:
        room, guest = await door.admit(table, data, address)
        link = TrayLink(guest)
        await room.enter(link, data.have)
    except BaseException:
        door.limits.leave(address)
        raise
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Stream(stream(door, room, link, address), media_type="text/event-stream", headers=headers)


async def stream(door: Door, room: Room, link: TrayLink, address: str) -> AsyncIterator[bytes]:
    """Messages as they come, and a sign of life in between."""
    try:
        while True:
            try:
                waiting = await asyncio.wait_for(link.next(), BEAT)
            except TimeoutError:
                yield b": still here\n\n"
                continue
            if not waiting:
                return
            for written in waiting:
                yield b"data: " + written + b"\n\n"
    finally:
        link.closing = True
        room.leave(link)
        door.limits.leave(address)


@post("/api/v1/tables/{table:str}/messages", status_code=200, responses=REFUSALS)
async def message(table: TableId, request: Request[Any, Any, Any], state: AppState) -> Response[bytes]:
    """One message, as over a socket; the answers to it come back, all else by the stream of events."""
    door, address = door_of(state), address_of(request)
    door.knock(address)
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    door.check_house(request.headers.get("brimstone-house", ""), await door.guesser(table, token, address))
    if scheme.lower() != "bearer":
        raise Refused("unknown_guest")
    guest = await door.guest(table, token)
    room = await door.house.room(table)
    link = TrayLink(guest)
    for other in room.links:
        if other.guest == guest:
            other.heard = link.heard
    await door.take(room, link, address, await request.body())
    return Response(b"[" + b",".join(link.tray) + b"]", media_type=MediaType.JSON)


# --- the application -------------------------------------------------------------------------------------------------


def no_such_page(request: Request[Any, Any, Any], failed: HTTPException) -> Response[Any]:
    answer = refused_response(Refused("bad_message", reason=failed.detail), failed.status_code)
    if failed.status_code == 405:
        answer.headers["Allow"] = ", ".join(methods_at(request))
    return answer


def methods_at(request: Request[Any, Any, Any]) -> list[str]:
    """What may be done at an address."""
    path = request.scope["path"].removeprefix(request.scope.get("root_path", ""))
    routes = [route for route in request.app.routes if isinstance(route, HTTPRoute)]
    here = [route for route in routes if re.fullmatch(re.sub(r"\{[^}]*\}", "[^/]+", route.path), path)]
    return sorted({method for route in here for method in route.methods})


def failed(_: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """A mistake of ours: those who asked can only try again, and whoever keeps the house must hear of it."""
    log.error("a request failed", exc_info=error)
    return refused_response(Refused("busy"), 500)


def no_database(_: Request[Any, Any, Any], __: StoreError) -> Response[Any]:
    return refused_response(Refused("busy"))


def bad_body(_: Request[Any, Any, Any], bad: ValidationException) -> Response[Any]:
    """What is wrong with a request, in a sentence."""
    extra = bad.extra if isinstance(bad.extra, list) else []
    parts = [f"{part.get('key', '')} {part.get('message', '')}".strip() for part in extra if isinstance(part, dict)]
    return refused_response(Refused("bad_message", reason="; ".join(parts) or bad.detail), 400)


def no_json(_: Request[Any, Any, Any], bad: UnicodeDecodeError | RecursionError) -> Response[Any]:
    """A body that is no text, or nested beyond all measure: Litestar lets these through."""
    return refused_response(Refused("bad_message", reason="a body is JSON in UTF-8"), 400)


def application(door: Door, folder: Path = pages.BUILT) -> Litestar:
    """Everything, around one door; the page in the browser comes from a folder."""

    @contextlib.asynccontextmanager
    async def life(_: Litestar) -> AsyncIterator[None]:
        await door.house.start()
        try:
            yield
        finally:
            await door.house.stop()

    def with_door(config: AppConfig) -> AppConfig:
        config.state["door"] = door
        return config

    return Litestar(
        [socket, events, message, *HANDLERS, *finished.HANDLERS, catalogue.games, pages.handler(folder)],
        lifespan=[life],
        before_request=check_way,
        on_app_init=[with_door],
        request_max_body_size=MOST_BODY,
        exception_handlers={
            Refused: answered,
            StoreError: no_database,
            ValidationException: bad_body,
            HTTPException: no_such_page,
            UnicodeDecodeError: no_json,
            RecursionError: no_json,
            Exception: failed,
        },
        logging_config=None,  # the command that serves has set it up
        type_encoders={msgspec.Raw: bytes},
        openapi_config=OpenAPIConfig(
            "Brimstone", brimstone.__version__, path=SCHEMA.rpartition("/")[0], render_plugins=[JsonRenderPlugin()]
        ),
    )
