"""What must never leave the server: secrets before their time, tokens, invites, what others hold."""

from __future__ import annotations

import json
import logging

import httpx
import pytest

from brimstone.server import entries
from brimstone.server.house import House, hashed
from tests.server.client import Client, new_token, table_of
from tests.server.desk import SHORT
from tests.server.house import running

pytestmark = pytest.mark.asyncio
SERVER = ("brimstone", "uvicorn", "litestar", "sqlalchemy", "alembic", "asyncio", "redis")  # who logs on its side


async def questions(base: str, table: str) -> str:
    """Everything that can be asked about a table without being let in, as one text."""
    ways = ["", "/record", "/proof", "/analysis"]
    paths = [f"/tables/{table}{way}" for way in ways] + ["/tables", "/health", "/metrics", "/schema/openapi.json"]
    async with httpx.AsyncClient(base_url=f"{base}/api/v1") as http:
        answers = [await http.get(path, headers={"Brimstone-Invite": "wrong"}) for path in paths]
        answers.append(await http.post(f"/tables/{table}/guests", json={"name": "Eve", "token": new_token()}))
        answers.append(await http.post(f"/tables/{table}/passes", json={"token": new_token()}))
    return "\n".join(f"{answer.headers} {answer.text}" for answer in answers)


async def hidden_from(house: House, client: Client) -> set[str]:
    """Moves and outcomes, as lines, that a client was not told by now."""
    rows = [entries.decode(row.body) for row in await house.store.entries(client.table)]
    drawn = {f"chance: {say}" for entry in rows if isinstance(entry, entries.Drew) for say in entry.says}
    sealed = {f"{entry.seat + 1}: {entry.say}" for entry in rows if isinstance(entry, entries.Sealed)}
    return (drawn | sealed) - {line for step in client.story for line in step.get("lines", [])}


@pytest.mark.parametrize("game", ["coal", "dice", "cards"])
async def test_nothing_secret_is_sent_answered_or_logged(
    game: str, sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    async with running(sqlite_url) as (base, house):
        clients = await table_of(base, game, 3, seats=4, options=SHORT[game], bots=["", "", "random"])
        watcher = await clients[0].watcher().enter()
        everybody = [*clients, watcher]
        await clients[0].say("begin")
        table = house.rooms[clients[0].table].table
        for client in clients:
            await client.say("salt", salt=client.salt)
        answers = ""
        hidden = 0
        for _ in range(60):
            if table.phase != "playing":
                break
            for seat in [seat for seat in table.deciders() if seat < 3]:
                await clients[seat].hear(len(table.story(seat)))
                if table.sealing():  # a first choice that is taken back
                    await clients[seat].move("bet 40")
                await clients[seat].hear(len(table.story(seat)))
                if seat in table.deciders() or seat in table.seals:
                    legal = table.legal(seat)
                    say = next((word for word in ("stop", "bet 20") if word in legal), legal[0])
                    await clients[seat].move(say)
            for client in everybody:
                await client.say("ping")
                if table.phase == "playing":
                    secrets = await hidden_from(house, client)
                    hidden += len(secrets)
                    assert not [line for line in secrets if f'"{line}"' in "".join(client.raw)]
            if table.phase == "playing":
                answers = answers or await questions(base, clients[0].table)
        assert hidden
        assert answers
        invite = clients[0].invite
        for client in everybody:
            before = "".join(client.raw).split('"is":"revealed"')[0]
            assert table.secret not in before + answers
            for other in clients:
                assert other.token not in before + answers
                assert hashed(other.token) not in before + answers
            assert invite not in before + answers
            await client.leave()
        logged = "\n".join(record.getMessage() for record in caplog.records if record.name.startswith(SERVER))
        for secret in (table.secret, invite, hashed(invite), *(client.token for client in clients)):
            assert secret not in logged
        assert "bet 40" not in logged


async def test_an_invite_token_and_name_in_refused_messages_are_not_repeated(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    async with running(sqlite_url) as (base, _):
        host = await Client.host(base, "dice", seats=3, options=SHORT["dice"])
        token = new_token()
        async with httpx.AsyncClient(base_url=f"{base}/api/v1") as http:
            answers = [
                await http.post(f"/tables/{host.table}/guests", json={"name": "Eve", "token": token, "invite": "x"}),
                await http.post(f"/tables/{host.table}/guests", json={"name": "Eve", "token": token + "!"}),
                await http.post(f"/tables/{host.table}/guests", json={"name": "Eve", "token": token, "more": 1}),
                await http.post("/passes/" + token, json={"token": token}),
                await http.post(f"/tables/{host.table}/messages", headers={"Authorization": f"Bearer {token}"}),
            ]
        assert [answer.status_code >= 400 for answer in answers] == [True] * 5
        assert token not in "".join(answer.text for answer in answers)
        assert json.loads(answers[0].text)["is"] == "refused"
        logged = "\n".join(record.getMessage() for record in caplog.records if record.name.startswith(SERVER))
        assert token not in logged
