"""The doors: invites, passes, passwords, origins, headers, limits, and the way in where sockets are blocked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from brimstone.cli.serving import house_password
from brimstone.server.house import Settings
from tests.server.client import Client, Refusal, ask, new_token, table_of
from tests.server.desk import SHORT
from tests.server.house import running

pytestmark = pytest.mark.asyncio
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
            ("GET", "/metrics"), ("GET", "/games"), ("GET", f"{at}/replay"), ("POST", "/replay"),
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
        house_password(file)
    assert why in capsys.readouterr().err


async def test_a_password_is_the_first_line_of_its_file(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text(" Schlüssel 7 \nanother\n", encoding="utf-8")
    assert house_password(file) == "Schlüssel 7"


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
            await http.post("/api/v1/tables", content=b"{"),
            await http.post(f"/api/v1/tables/{'2' * 12}/guests", content=b"x" * 20_000),
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
