"""Games that go on from another's middle: all as it was then, fair from there on, and the log alone is enough."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from brimstone.fair import promise_of
from brimstone.games.state import ready
from brimstone.record import BadRecord, Record, read
from brimstone.server import entries, messages, opening, unasked, wishes
from brimstone.server.table import Table
from brimstone.verify import as_json, faults_of, in_words, proof_of, verify, with_proof
from tests.server.client import Client, Refusal, ask, new_token, play_out, table_of
from tests.server.desk import FEWEST, SHORT, Desk, everything, salt_of
from tests.server.house import running

NAME, SECRET = "2" * 12, hashlib.sha256(b"another").hexdigest()
GAMES = pytest.mark.parametrize("game", FEWEST)


def played(game: str) -> Record:
    """A short game that is over."""
    seats = FEWEST[game]
    table = Desk(game, seats).sit(*range(1, seats + 1)).begin().finish().table
    return Record(table.setup, tuple("ABC"[:seats]), list(table.moves))


class Branch:
    """A table that goes on from the middle of a game, and its log."""

    def __init__(self, record: Record, move: int, seat: int = 1, begin: bool = True) -> None:
        terms = opening.terms_like(entries.Terms(game="", seats=1), record)
        given = opening.beginning(record, move)
        deed = wishes.opening(NAME, SECRET, terms, 0, given=given)
        plan = opening.Plan(["random"] * (record.setup.seats - 1), seat, promise_of(salt_of(1)), begin)
        self.table = opening.furnish(deed, plan).table
        self.log = [entries.encode(entry) for entry in deed.entries]

    def salt(self) -> Branch:
        wish = messages.Salt(key="salt", seen=0, salt=salt_of(1))
        self.keep(wishes.meet(self.table, 1, wish, 0))
        return self

    def keep(self, deed: wishes.Deed) -> None:
        self.log += [entries.encode(entry) for entry in deed.entries]

    def finish(self) -> Branch:
        turn = 0
        while self.table.phase == "playing":
            seat, turn = self.table.deciders()[0], turn + 1
            legal = self.table.legal(seat)
            say = "draw" if "draw" in legal and turn % 3 else legal[turn % min(len(legal), 4)]
            self.keep(unasked.by_bot(self.table, seat, say, "bot", 0))
        return self

    def record(self) -> Record:
        """As the house writes it."""
        table = self.table
        extra = {"continued": f"from move {len(table.given)}"}
        bare = Record(table.setup, tuple("ABC"[: table.setup.seats]), list(table.moves), extra)
        salts = {seat: chair.salt for seat, chair in enumerate(table.chairs, 1) if chair.salt}
        return with_proof(bare, NAME, SECRET, {seat: promise_of(salt) for seat, salt in salts.items()}, salts)


@GAMES
def test_everything_is_as_it_was_wherever_it_goes_on(game: str) -> None:
    record = played(game)
    state = ready(record.setup)
    stories: list[list[str]] = [[] for _ in range(record.setup.seats + 1)]
    for n, move in enumerate(record.moves[:-1], 1):
        for story, lines in zip(stories, state.tell(move), strict=True):
            story.extend(lines)
        branch = Branch(record, n)
        assert branch.table.phase == "salting"
        branch.salt()
        table = branch.table
        assert table.moves[:n] == record.moves[:n]
        for steps, heard in zip(table.stories, stories, strict=True):
            told = [json.loads(step) for step in steps if b'"told"' in step]
            assert (told[0]["by"], told[0]["lines"]) == ("before", heard)
        if state.actor >= 0:
            assert table.state.key() == state.key()
            assert tuple(table.asked) == state.waiting


@GAMES
def test_it_is_fair_from_there_on_and_its_log_is_enough(game: str) -> None:
    record = played(game)
    ends = set()
    for n in range(1, len(record.moves), max(1, len(record.moves) // 25)):
        branch = Branch(record, n, seat=1 + n % record.setup.seats).salt().finish()
        found = branch.record()
        assert found.moves[:n] == record.moves[:n]
        assert found.extra["fair head"] == branch.table.chain.head
        (again,) = read(found.written().splitlines())
        verdict = verify(again)
        assert (verdict.word, again.given) == ("holds", n)
        assert as_json(verdict)["given"] == n
        assert any(f"moves: 1 to {n} were given" in line for line in in_words(verdict))
        table = Table(NAME, SECRET)
        for body in branch.log:
            table.apply(entries.decode(body), 0)
        assert everything(table) == everything(branch.table)
        ends.add(tuple(found.moves))
    assert len(ends) > 1


def test_sealed_choices_after_the_break_are_checked() -> None:
    """Where the break is among choices made at once, those still to be made are sealed."""
    table = Desk("coal", 3, options={"rounds": 3}).sit(1, 2, 3).begin().finish().table
    record = Record(table.setup, ("A", "B", "C"), list(table.moves))
    for n, left in [(1, 3), (2, 2), (3, 1)]:  # after the start; one bet; two bets
        branch = Branch(record, n).salt()
        assert len(branch.table.asked) == left
        assert branch.table.sealing() == (left > 1)
        found = branch.finish().record()
        assert verify(found).word == "holds"
        assert ("fair seals 0" in found.extra) == (left > 1)
        proof = proof_of(found)
        first = next(n for n, line in enumerate(proof["lines"]) if "bet" in line)
        proof["lines"][first] = proof["lines"][first].split(" bet ")[0] + " bet 190"
        assert {fault.what for fault in faults_of(proof)} >= {"chain_broken"}


def test_what_was_given_is_bound_by_the_chain() -> None:
    found = Branch(played("cards"), 5).salt().finish().record()
    proof = proof_of(found)
    assert faults_of(proof) == []
    assert [line for line in proof["terms"] if line.startswith("before chance: deal 1: ")] != []
    assert proof["lines"][0].startswith("chance: deal ")
    assert proof["draws"][0]["number"] == 0
    proof["terms"][-1] = "before chance: deal 1: 99"
    assert [fault.what for fault in faults_of(proof)] == ["chain_broken"]
    pretended = Record(found.setup, found.names, found.moves, found.extra | {"continued": "from move 4"})
    assert verify(pretended).word == "broken"


def test_a_record_cannot_be_continued_after_its_end() -> None:
    found = Branch(played("cards"), 5).salt().finish().record()
    text = found.written().replace("continued: from move 5", "continued: from move 999")
    with pytest.raises(BadRecord, match="'continued' cannot be 'from move 999': there are"):
        list(read(text.splitlines()))
    with pytest.raises(BadRecord, match="'continued' cannot be"):
        list(read(text.replace("from move 999", "from move 0").splitlines()))


@pytest.mark.parametrize("extra", [0, 1])
def test_where_nothing_is_left_to_play_it_does_not_go_on(extra: int) -> None:
    record = played("dice")
    with pytest.raises(messages.Refused) as caught:
        opening.beginning(record, len(record.moves) + extra)
    assert caught.value.why == "bad_setup"


# --- at the server ---------------------------------------------------------------------------------------------------


async def refused(base: str, why: str, **body: Any) -> None:
    whole = {"name": "Ada", "token": new_token(), "bots": ["random", "random"], "seat": 1, "begin": True, **body}
    with pytest.raises(Refusal, match=why):
        await ask(base, "POST", "/tables", whole)


@pytest.mark.asyncio
async def test_a_person_goes_on_from_a_table_or_from_a_record(sqlite_url: str) -> None:
    async with running(sqlite_url) as (base, _):
        ada, ben = await table_of(base, "cards", 2, seats=3, options={"hand": 4, "goal": 3}, bots=["", "random"])
        await refused(base, "not_finished", **{"from": {"table": ada.table, "move": 3}})
        await ada.say("begin")
        await refused(base, "not_finished", **{"from": {"table": ada.table, "move": 3}})
        for client in (ada, ben):
            await client.say("salt", salt=client.salt)
        await refused(base, "not_finished", **{"from": {"table": ada.table, "move": 3}})
        await ada.say("ping")
        await ada.say("close")
        text = await ask(base, "GET", f"/tables/{ada.table}/record")
        (old,) = read(text.splitlines())
        n = 1 + 3 * 4  # all is dealt
        for source in ({"table": ada.table}, {"record": text}):
            client = Client(base, "", new_token())
            body = {
                "name": "Cem", "token": client.token, "bots": ["random", "random"], "seat": 2, "begin": True,
                "promise": client.promise, "from": {**source, "move": n},
            }  # fmt: skip
            client.table = (await ask(base, "POST", "/tables", body))["table"]
            await client.enter()
            await client.say("salt", salt=client.salt)
            assert client.state["table"]["continued"] == n
            assert client.state["table"]["options"]["hand"] == 4
            assert client.story[-1]["is"] == "told"
            if old.moves[n:] == []:
                assert client.state["view"]["hand"] == ben.state["view"]["hand"]
            await client.play()
            record_text = await ask(base, "GET", f"/tables/{client.table}/record")
            (record,) = read(record_text.splitlines())
            assert record.moves[:n] == old.moves[:n]
            assert (record.names, record.extra["continued"]) == (("random", "Cem", "random"), f"from move {n}")
            assert verify(record).word == "holds"
            proof = await ask(base, "GET", f"/tables/{client.table}/proof")
            assert faults_of(proof) == []
            frames = (await ask(base, "GET", f"/tables/{client.table}/replay?as=2"))["frames"]
            assert frames[-1]["n"] == len(record.moves)
            await client.leave()
        await refused(base, "bad_setup", **{"from": {"table": ada.table, "move": 999}})
        await refused(base, "bad_message", **{"from": {"move": 3}})
        await refused(base, "bad_message", **{"from": {"table": ada.table, "record": text, "move": 3}})
        await refused(base, "bad_message", **{"from": {"table": ada.table, "move": 0}})
        await refused(base, "bad_record", **{"from": {"record": "no record", "move": 3}})
        await refused(base, "no_such_table", **{"from": {"table": "2" * 12, "move": 3}})
        await refused(base, "seats_empty", bots=["random"], **{"from": {"table": ada.table, "move": 3}})
        for client in (ada, ben):
            await client.leave()


@pytest.mark.asyncio
async def test_a_lesson_may_begin_in_the_middle(sqlite_url: str) -> None:
    async with running(sqlite_url) as (base, _):
        (host,) = await table_of(base, "coal", 1, seats=2, options=SHORT["coal"], bots=["random"])
        await play_out([host])
        text = await ask(base, "GET", f"/tables/{host.table}/record")
        ends = []
        for _ in range(2):
            token = new_token()
            body = {"name": "Ada", "token": token, "bots": ["random"], "seat": 1, "begin": True, "lesson": True}
            opened = await ask(base, "POST", "/tables", {**body, "from": {"record": text, "move": 3}})
            client = await Client(base, opened["table"], token).enter()
            await client.play()
            (record,) = read((await ask(base, "GET", f"/tables/{client.table}/record")).splitlines())
            assert record.extra == {"lesson": "yes", "continued": "from move 3"}
            ends.append(record.moves)
            await client.leave()
        assert ends[0] == ends[1]
        await host.leave()
