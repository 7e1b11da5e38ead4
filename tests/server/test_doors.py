"""The doors: invites, passes, passwords, origins, headers, limits, and the way in where sockets are blocked."""

from __future__ import annotations

import json
import socket
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from brimstone import warmup
from brimstone.cli import serving
from brimstone.cli.serving import first_line
from brimstone.server import serve
from brimstone.server.house import Settings
from tests.server.client import Client, Refusal, ask, new_token, table_of
from tests.server.desk import SHORT
from tests.server.house import running

pytestmark = pytest.mark.asyncio
JSON = {"Content-Type": "application/json"}
GUARDS = ["content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy",
          "cross-origin-opener-policy", "cross-origin-resource-policy", "permissions-policy"]  # fmt: skip


async def refused(coming: Any, why: str) -> None:
    with pytest.raises(Refusal) as caught:
        await coming
    assert caught.value.why == why


def way_in(client: Client) -> str:
    return f"{client.base.replace('http', 'ws', 1)}/api/v1/tables/{client.table}/socket"


# --- who is let in ---------------------------------------------------------------------------------------------------


async def test_a_private_table_wants_its_invite_and_a_public_one_does_not(sqlite_url: str) -> None:
    async with running(sqlite_url) as (base, _):
        private = await Client.host(base, "dice", seats=3)
        public = await Client.host(base, "coal", seats=3, public=True)
        body = {"name": "Eve", "token": new_token()}
        await refused(ask(base, "POST", f"/tables/{private.table}/guests", body), "not_invited")
        await refused(ask(base, "GET", f"/tables/{private.table}"), "not_invited")
        await refused(Client(base, private.table).enter(), "not_invited")
        await refused(Client(base, private.table, new_token(), private.invite).enter(), "unknown_guest")
        await refused(Client(base, "2" * 12).enter(), "no_such_table")
        shown = await ask(base, "GET", f"/tables/{private.table}", headers={"Brimstone-Invite": private.invite})
        assert shown["phase"] == "lobby"
        first = await ask(base, "POST", f"/tables/{public.table}/guests", body)
        assert await ask(base, "POST", f"/tables/{public.table}/guests", body) == first == {"guest": 2, "seat": 0}
        listed = await ask(base, "GET", "/tables")
        assert [table["table"] for table in listed] == [public.table]
        assert await ask(base, "GET", "/tables?game=dice") == []
        assert await ask(base, "GET", f"/tables?before={listed[0]['opened']}") == []
        await public.enter()
        await public.say("close")
        assert await ask(base, "GET", "/tables") == []
        await public.leave()


async def test_a_pass_lets_another_device_in_once(sqlite_url: str) -> None:
    async with running(sqlite_url) as (base, _):
        ada, ben = await table_of(base, "dice", 2, seats=3)
        code = (await ask(base, "POST", f"/tables/{ben.table}/passes", {"token": ben.token}))["code"]
        phone = new_token()
        passed = await ask(base, "POST", f"/passes/{code}", {"token": phone})
        assert passed == {"table": ben.table, "game": "dice", "guest": 2, "seat": 2}
        await refused(ask(base, "POST", f"/passes/{code}", {"token": new_token()}), "bad_pass")
        await refused(ask(base, "POST", f"/tables/{ben.table}/passes", {"token": new_token()}), "unknown_guest")
        other = await Client(base, ben.table, phone, keys=100).enter()
        assert other.state["you"] == {"guest": 2, "seat": 2, "host": False}
        await other.say("rise")
        for client in (ada, ben, other):
            await client.leave()


async def test_who_was_removed_is_told_so_and_stays_out(sqlite_url: str) -> None:
    async with running(sqlite_url) as (base, _):
        ada, ben = await table_of(base, "dice", 2, seats=3)
        code = (await ask(base, "POST", f"/tables/{ben.table}/passes", {"token": ben.token}))["code"]
        await refused(ada.say("remove", guest=7), "no_such_guest")
        await ada.say("remove", guest=2)
        bye = await ben.until(lambda said: said["is"] == "bye")
        assert bye == {"is": "bye", "why": "removed"}
        await ben.leave()
        await refused(ben.enter(), "removed")
        body = {"name": "Ben", "token": ben.token, "invite": ada.invite}
        await refused(ask(base, "POST", f"/tables/{ada.table}/guests", body), "removed")
        await refused(ask(base, "POST", f"/tables/{ada.table}/passes", {"token": ben.token}), "removed")
        await refused(ask(base, "POST", f"/passes/{code}", {"token": new_token()}), "bad_pass")
        headers, ping = {"Authorization": f"Bearer {ben.token}"}, {"do": "ping", "key": "p", "seen": 0}
        await refused(ask(base, "POST", f"/tables/{ada.table}/messages", ping, headers), "removed")
        assert ada.state["table"]["guests"] == {"1": "Ada"}
        await ada.leave()
        await ben.leave()


async def test_a_house_with_a_password_opens_for_nobody_without_it(sqlite_url: str) -> None:
    async with running(sqlite_url, Settings(pause=0.0, password="open sesame")) as (base, _):
        token, key = new_token(), {"Brimstone-House": "open sesame"}
        body = {"game": "dice", "seats": 3, "name": "Ada", "token": token}
        opened = await ask(base, "POST", "/tables", body, key)
        at = f"/tables/{opened['table']}"
        for method, path in [
            ("POST", "/tables"), ("GET", "/tables"), ("GET", at), ("POST", f"{at}/guests"), ("POST", f"{at}/passes"),
            ("GET", f"{at}/record"), ("GET", f"{at}/proof"), ("GET", f"{at}/analysis"), ("POST", f"{at}/messages"),
            ("GET", "/games"), ("GET", f"{at}/replay"), ("POST", "/replay"),
        ]:  # fmt: skip
            given = {"Authorization": f"Bearer {token}", "Brimstone-House": "wrong"}
            needed = {"POST /tables": body, f"POST {at}/guests": {"name": "Eve", "token": token}}
            asked = needed.get(f"{method} {path}", {"token": token}) if method == "POST" else None
            await refused(ask(base, method, path, asked, given), "wrong_house")
        ada = Client(base, opened["table"], token)
        await refused(ask(base, "POST", f"{at}/events", ada.hello()), "wrong_house")
        await refused(ada.enter(), "wrong_house")
        assert (await ask(base, "GET", "/health"))["ok"]
        async with connect(way_in(ada)) as socket:
            await socket.send(json.dumps(ada.hello() | {"house": "open sesame"}))
            assert json.loads(await socket.recv())["is"] == "welcome"


@pytest.mark.parametrize(("line", "why"), [(" ", "first line"), ("\nsesame", "first line"), ("сезам", "cannot send с")])
async def test_a_password_that_nobody_could_give_opens_no_house(
    line: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "password"
    file.write_text(line, encoding="utf-8")
    with pytest.raises(SystemExit):
        first_line(file, "the password of the house")
    assert why in capsys.readouterr().err


async def test_a_password_is_the_first_line_of_its_file(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text(" Schlüssel 7 \nanother\n", encoding="utf-8")
    assert first_line(file, "the password of the house") == "Schlüssel 7"


async def test_a_host_says_names_and_tokens_for_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names as browsers send them; what is secret stands in files."""
    (tmp_path / "token").write_text("counted\n")
    started = list[serve.Terms]()
    monkeypatch.setattr(serving, "compile_once", lambda *_: None)
    monkeypatch.setattr(warmup, "warm_up_server", lambda: None)

    def serve_here(terms: serve.Terms, listening: socket.socket) -> None:
        listening.close()
        started.append(terms)

    monkeypatch.setattr(serve, "serve_here", serve_here)
    serving.serve(port=0, names=["Play.Example.", "two.example"], metrics_token_file=tmp_path / "token")
    (terms,) = started
    assert terms.settings.names == ("127.0.0.1", "play.example", "two.example")
    assert terms.settings.metrics_token == "counted"
    assert msgspec.json.decode(msgspec.json.encode(terms), type=serve.Terms) == terms  # as workers are told


# --- the browser's doors ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://[", "http://127.0.0.1"])
async def test_a_page_from_elsewhere_gets_no_socket(origin: str, sqlite_url: str) -> None:
    async with running(sqlite_url) as (base, _):
        host = await Client.host(base, "dice", seats=3)
        with pytest.raises(InvalidStatus) as caught:
            await connect(way_in(host), origin=origin)  # type: ignore[arg-type]
        assert caught.value.response.status_code == 403
        async with connect(way_in(host), origin=base) as socket:  # type: ignore[arg-type]
            await socket.send(json.dumps(host.hello()))
            assert json.loads(await socket.recv())["is"] == "welcome"


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "home.evil.example:80", "[::1"])
async def test_whoever_comes_by_a_name_that_strangers_can_own_gets_nothing(host: str, sqlite_url: str) -> None:
    """Its owner may let it lead here, and its pages then count as ours."""
    async with running(sqlite_url) as (base, _), httpx.AsyncClient(base_url=base) as http:
        table = (await Client.host(base, "dice", seats=3)).table
        shake = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
                 "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA=="}  # fmt: skip
        there = {"Host": host, "Origin": f"http://{host}"}
        for path in ("/", "/api/v1/tables", "/api/v1/health", "/api/v1/metrics", "/api/v1/schema/openapi.json"):
            answer = await http.get(path, headers=there)
            assert (answer.status_code, answer.json()["why"]) == (400, "bad_message")
            assert "brimstone serve --name" in answer.json()["about"]["reason"]
        assert (await http.get(f"/api/v1/tables/{table}/socket", headers=there | shake)).status_code == 403


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "192.168.1.7:8666", "[fe80::1]:8666", "localhost:8666", "kitchen", "kitchen.local", "Den.Home.arpa",
     "play.example", "PLAY.example:8443", "play.example."],
)  # fmt: skip
async def test_a_household_needs_no_names_and_a_host_gives_them(host: str, sqlite_url: str) -> None:
    known = Settings(pause=0.0, names=("play.example",))
    async with running(sqlite_url, known) as (base, _), httpx.AsyncClient(base_url=base) as http:
        body = {"game": "dice", "seats": 3, "name": "Ada", "token": new_token()}
        headers = {"Host": host, "Origin": f"http://{host}"}
        assert (await http.post("/api/v1/tables", json=body, headers=headers)).status_code == 201


@pytest.mark.parametrize(
    "more", [{"Origin": "http://evil.example"}, {"Origin": "null"}, {"Content-Type": "text/plain"}]
)
async def test_no_page_from_elsewhere_changes_anything(more: dict[str, str], sqlite_url: str) -> None:
    """A browser sends what looks like a form anywhere without asking."""
    async with running(sqlite_url) as (base, _), httpx.AsyncClient(base_url=f"{base}/api/v1") as http:
        ada = await Client.host(base, "dice", seats=3, public=True)
        token = {"Authorization": f"Bearer {ada.token}"}
        bodies = {
            "/tables": {"game": "dice", "seats": 3, "name": "Eve", "token": new_token()},
            f"/tables/{ada.table}/guests": {"name": "Eve", "token": new_token()},
            f"/tables/{ada.table}/passes": {"token": ada.token},
            f"/tables/{ada.table}/events": ada.hello(),
            f"/tables/{ada.table}/messages": {"do": "close", "key": "c", "seen": 1},
        }
        for path, body in bodies.items():
            answer = await http.post(path, content=json.dumps(body), headers=JSON | token | more)
            assert (answer.status_code, answer.json()["why"]) == (400, "bad_message")
        assert [row["phase"] for row in (await http.get("/tables")).json()] == ["lobby"]


async def test_a_record_is_plain_text_and_may_come_as_that(sqlite_url: str) -> None:
    async with running(sqlite_url) as (base, _), httpx.AsyncClient(base_url=f"{base}/api/v1") as http:
        for path in ("/verify", "/replay"):
            answer = await http.post(path, content="no record", headers={"Content-Type": "text/plain"})
            assert answer.json()["why"] == "bad_record"


async def test_the_metrics_are_for_whoever_keeps_the_house(sqlite_url: str) -> None:
    """At this machine, but not through a proxy on it; elsewhere with the token for them, as its file has it."""
    known = Settings(pause=0.0, password="sesame", metrics_token="counted")
    async with running(sqlite_url, known) as (base, _), httpx.AsyncClient(base_url=f"{base}/api/v1") as http:
        there = {"X-Forwarded-For": "192.0.2.1"}
        headers = [{}, there, {"X-Forwarded-For": "127.0.0.1"}, {"Forwarded": "for=127.0.0.1"},
                   there | {"Brimstone-House": "sesame"}, there | {"Authorization": "Bearer wrong"},
                   there | {"Authorization": "Bearer counted"}]  # fmt: skip
        answers = [await http.get("/metrics", headers=each) for each in headers]
        assert [answer.status_code for answer in answers] == [200, 403, 403, 403, 403, 403, 200]
        assert answers[1].json()["why"] == "host_only"
    async with running(sqlite_url) as (base, _), httpx.AsyncClient(base_url=f"{base}/api/v1") as http:
        answer = await http.get("/metrics", headers=there | {"Authorization": "Bearer"})
        assert answer.status_code == 403


async def test_one_table_that_cannot_be_read_hides_no_other(sqlite_url: str, caplog: pytest.LogCaptureFixture) -> None:
    async with running(sqlite_url) as (base, _):
        fine, torn = [await Client.host(base, "dice", seats=3, public=True) for _ in range(2)]
        with sqlite3.connect(sqlite_url.removeprefix("sqlite:///")) as database:
            database.execute("UPDATE log SET body = '{' WHERE table_id = ?", [torn.table])
        assert [row["table"] for row in await ask(base, "GET", "/tables")] == [fine.table]
        assert f"the table {torn.table} cannot be read" in caplog.text


async def test_every_answer_has_the_guarding_headers(sqlite_url: str) -> None:
    async with running(sqlite_url) as (base, _), httpx.AsyncClient(base_url=base) as http:
        answers = [
            await http.get("/api/v1/health"),
            await http.get("/api/v1/schema/openapi.json"),
            await http.get("/api/v1/nothing"),
            await http.get("/../etc/passwd"),
            await http.delete("/api/v1/tables"),
            await http.get("/api/v1/tables/no-such-name"),
            await http.get("/api/v1/tables/222222222222"),
            await http.post("/api/v1/tables", content=b"{", headers=JSON),
            await http.post(f"/api/v1/tables/{'2' * 12}/guests", content=b"x" * 20_000, headers=JSON),
            await http.get("/api/v1/tables?before=-1"),
        ]
    assert [answer.status_code for answer in answers] == [200, 200, 404, 404, 405, 400, 404, 400, 413, 400]
    for answer in answers:
        assert [name for name in GUARDS if len(answer.headers.get_list(name)) != 1] == []
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert "set-cookie" not in answer.headers
        assert "server" not in answer.headers
    assert all(answer.json()["is"] == "refused" for answer in answers[2:])


@pytest.mark.parametrize(
    ("path", "more", "status"),
    [
        ("socket", {"Origin": "https://evil.example"}, 403),
        ("nothing", {}, 403),
        ("socket", {"Sec-WebSocket-Version": "12"}, 400),
        ("socket", {"Sec-WebSocket-Key": "short"}, 400),
    ],
)
async def test_a_refused_handshake_has_them_too(path: str, more: dict[str, str], status: int, sqlite_url: str) -> None:
    handshake = {
        "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
    }  # fmt: skip
    async with running(sqlite_url) as (base, _), httpx.AsyncClient(base_url=base) as http:
        answer = await http.get(f"/api/v1/tables/{'2' * 12}/{path}", headers=handshake | more)
    assert answer.status_code == status
    assert [name for name in GUARDS if len(answer.headers.get_list(name)) != 1] == []
    assert "server" not in answer.headers


async def test_a_mistake_of_ours_is_answered_and_logged(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(sqlite_url) as (base, house), httpx.AsyncClient(base_url=base) as http:
        monkeypatch.setattr(house.store, "public_tables", lambda *_: 1 / 0)
        answer = await http.get("/api/v1/tables")
    assert answer.status_code == 500
    assert answer.json() == {"is": "refused", "key": "", "why": "busy"}
    assert [name for name in GUARDS if name not in answer.headers] == []
    (record,) = caplog.records
    assert "ZeroDivisionError" in str(record.exc_info)


# --- where sockets are blocked ---------------------------------------------------------------------------------------


async def test_events_and_posts_carry_the_same_messages_as_a_socket(sqlite_url: str) -> None:
    async with running(sqlite_url) as (base, _):
        ada, ben = await table_of(base, "coal", 2, seats=2, options=SHORT["coal"])
        came: list[str] = []
        async with (
            httpx.AsyncClient(base_url=f"{base}/api/v1/tables/{ben.table}", timeout=30) as http,
            http.stream("POST", "/events", json=ben.hello()) as stream,
        ):
            assert stream.headers["content-type"].startswith("text/event-stream")
            lines = stream.aiter_lines()

            async def until(kind: str) -> None:
                while not came or kind not in came[-1]:
                    line = await anext(lines)
                    if line.startswith("data: "):
                        came.append(line.removeprefix("data: "))

            async def post(**message: Any) -> Any:
                headers = {"Authorization": f"Bearer {ben.token}"}
                await ben.say("ping")
                answer = await http.post("/messages", json={"seen": ben.v} | message, headers=headers)
                assert answer.status_code == 200
                return answer.json()

            await until('"is":"welcome"')
            begun = len(ben.raw)
            await ada.say("begin")
            await ada.say("salt", salt=ada.salt)
            assert (await post(do="salt", salt=ben.salt, key="s"))[0] | {"v": 0} == {
                "is": "done",
                "key": "s",
                "v": 0,
            }
            (no,) = await post(do="move", say="sing", key="m")
            assert (no["is"], no["why"], no["key"]) == ("refused", "illegal", "m")
            assert (await post(do="move", say="bet 10", key="n"))[0]["is"] == "done"
            assert (await post(do="ping", key="p")) == [{"is": "pong", "key": "p"}]
            await until('"is":"sealed"')
            await ben.told("sealed")
            told = [text for text in ben.raw[begun:] if '"is":"steps"' in text]
            assert [text for text in came if '"is":"steps"' in text] == told
        await ada.say("ping")
        assert ada.state["here"]["2"] == "here"  # the socket is still there
        await ben.leave()
        await ada.until(lambda said: said["is"] == "here" and said["guests"]["2"] == "away")
        await ada.leave()
