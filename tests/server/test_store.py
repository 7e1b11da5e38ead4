"""The store, on both databases."""

from __future__ import annotations

import asyncio
from hashlib import sha256

import msgspec
import pytest

from brimstone.server import writer
from brimstone.server.database import StoreError
from brimstone.server.schema import GuestRow, LogRow, TableRow
from brimstone.server.store import Store

pytestmark = pytest.mark.asyncio

TABLE = "abcdefghijkl"
ROW = TableRow(
    id=TABLE,
    game="coal",
    seats=4,
    phase="lobby",
    public=True,
    opened=1_790_000_000_000,
    touched=1_790_000_000_000,
    invite="1" * 64,
    secret="2" * 64,
    terms=b'{"game":"coal"}',
    host=1,
)
MINUTE = 60_000


def hashed(token: str) -> str:
    return sha256(token.encode()).hexdigest()


async def opened(store: Store, **changes: object) -> str:
    """A table with its host Ada and one entry."""
    row = msgspec.structs.replace(ROW, **changes)
    await store.create(row, "Ada", hashed("ada"), [b"opened"])
    return row.id


async def test_a_table_is_kept_as_it_was_given(store: Store) -> None:
    await store.create(ROW, "Ada", hashed("ada"), [b"one", b"\x00two\xff"])
    assert await store.table(TABLE) == ROW
    assert await store.entries(TABLE) == [LogRow(1, ROW.opened, b"one"), LogRow(2, ROW.opened, b"\x00two\xff")]
    assert await store.guests(TABLE) == [GuestRow(1, "Ada", False)]
    assert await store.guest_of(TABLE, hashed("ada")) == GuestRow(1, "Ada", False)


async def test_what_is_not_there_is_none(store: Store) -> None:
    assert await store.table(TABLE) is None
    assert await store.entries(TABLE) == []
    assert await store.guests(TABLE) == []
    assert await store.guest_of(TABLE, hashed("ada")) is None


async def test_a_table_that_cannot_be_kept_leaves_nothing_behind(store: Store) -> None:
    await opened(store)
    with pytest.raises(StoreError, match="did not take it"):
        await store.create(ROW, "Eve", hashed("eve"), [b"mine"])
    assert await store.guests(TABLE) == [GuestRow(1, "Ada", False)]
    assert await store.entries(TABLE) == [LogRow(1, ROW.opened, b"opened")]
    assert await store.guest_of(TABLE, hashed("eve")) is None


# ------------------------------------------------------------------------------------------ the log


async def test_entries_follow_in_the_order_of_their_numbers(store: Store) -> None:
    table = await opened(store)
    assert await store.append(table, 2, [b"b", b"c"], ROW.opened + 5)
    assert await store.append(table, 4, [b"d"], ROW.opened + 6)
    assert [(row.n, row.body) for row in await store.entries(table)] == [
        (1, b"opened"),
        (2, b"b"),
        (3, b"c"),
        (4, b"d"),
    ]
    assert await store.entries(table, after=2) == [LogRow(3, ROW.opened + 5, b"c"), LogRow(4, ROW.opened + 6, b"d")]


async def test_a_place_is_given_once(store: Store) -> None:
    table = await opened(store)
    assert await store.append(table, 2, [b"first"], 1)
    assert not await store.append(table, 2, [b"second"], 1)
    assert not await store.append(table, 1, [b"second"], 1)
    assert [row.body for row in await store.entries(table)] == [b"opened", b"first"]


async def test_an_append_is_all_or_nothing(store: Store) -> None:
    table = await opened(store)
    assert await store.append(table, 3, [b"three"], 1)
    assert not await store.append(table, 2, [b"two", b"another three"], 1)
    assert [row.body for row in await store.entries(table)] == [b"opened", b"three"]


async def test_an_append_to_no_table_is_an_error(store: Store) -> None:
    with pytest.raises(StoreError, match="did not take it"):
        await store.append(TABLE, 1, [b"lost"], 1)


async def test_one_that_is_late_does_not_hold_up_those_beside_it(store: Store) -> None:
    ids = [await opened(store, id=f"table{n:07}") for n in range(20)]
    same = [(table, n) for table in ids for n in (1, 2, 2)]  # 1 is taken, and one of the two gets 2
    asked = [store.append(table, first, [f"{turn}".encode()], 1) for turn, (table, first) in enumerate(same)]
    assert await asyncio.gather(*asked) == [False, True, False] * 20
    for turn, table in enumerate(ids):
        assert [row.body for row in await store.entries(table)] == [b"opened", f"{3 * turn + 1}".encode()]


async def test_of_two_processes_one_wins_each_place(database_url: str, store: Store) -> None:
    ids = [await opened(store, id=f"table{n:07}") for n in range(30)]
    other = await Store.open(database_url)
    wins = {store: 0, other: 0}

    async def play(one: Store, table: str) -> None:
        name = b"one" if one is store else b"other"
        for _ in range(10):
            last = len(await one.entries(table))
            won = await one.append(table, last + 1, [name, name], 1)
            wins[one] += won

    await asyncio.gather(*(play(one, table) for table in ids for one in wins))
    await other.close()
    kept = {store: 0, other: 0}
    for table in ids:
        log = await store.entries(table)
        assert [row.n for row in log] == list(range(1, len(log) + 1))
        pairs = [(log[n].body, log[n + 1].body) for n in range(1, len(log), 2)]
        kept[store] += pairs.count((b"one", b"one"))
        kept[other] += pairs.count((b"other", b"other"))
    assert kept == wins
    assert min(wins.values()) > 0


async def test_newer_names_the_tables_that_went_on(store: Store) -> None:
    ids = [await opened(store, id=f"table{n:07}") for n in range(3)]
    await store.append(ids[1], 2, [b"x", b"y"], 1)
    assert await store.newer(dict.fromkeys(ids, 1)) == {ids[1]}
    assert await store.newer({ids[1]: 2, ids[0]: 0}) == {ids[0], ids[1]}
    assert await store.newer({ids[1]: 3}) == set()
    assert await store.newer({f"none{n:08}": 0 for n in range(1200)} | {ids[2]: 0}) == {ids[2]}
    assert await store.newer({}) == set()


async def test_the_row_of_a_table_hears_of_a_phase_at_once_and_of_moves_once_a_minute(store: Store) -> None:
    table = await opened(store)

    async def heard() -> tuple[int, str]:
        row = await store.table(table)
        assert row is not None
        return row.touched - ROW.opened, row.phase

    later = [ROW.opened + after for after in (MINUTE, 2 * MINUTE - 1, 2 * MINUTE, 2 * MINUTE + 1)]
    await store.append(table, 2, [b""], later[0])
    assert await heard() == (MINUTE, "lobby")
    await store.append(table, 3, [b""], later[1])
    assert await heard() == (MINUTE, "lobby")
    await store.append(table, 4, [b""], later[2])
    assert await heard() == (2 * MINUTE, "lobby")
    await store.append(table, 5, [b""], later[3], phase="playing")
    assert await heard() == (2 * MINUTE + 1, "playing")
    assert not await store.append(table, 5, [b""], later[3] + MINUTE, phase="finished")
    assert await heard() == (2 * MINUTE + 1, "playing")


async def test_what_rows_heard_long_ago_is_not_remembered(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "TOUCHES_KEPT", 3)
    ids = [await opened(store, id=f"table{n:07}") for n in range(4)]
    for turn, table in enumerate(ids):
        await store.append(table, 2, [b""], ROW.opened + turn * MINUTE // 2)
    assert list(store.writer.touched) == ids[2:]


async def test_closing_finishes_what_is_being_written(database_url: str) -> None:
    store = await Store.open(database_url)
    ids = [await opened(store, id=f"table{n:07}") for n in range(50)]
    asked = [asyncio.ensure_future(store.append(table, 2, [b"last"], 1)) for table in ids]
    await asyncio.sleep(0)  # they are asked now, and not awaited yet
    await store.close()
    assert await asyncio.gather(*asked) == [True] * 50
    with pytest.raises(StoreError, match="closed"):
        await store.append(ids[0], 3, [b"too late"], 1)
    again = await Store.open(database_url)
    assert await again.newer(dict.fromkeys(ids, 1)) == set(ids)
    await again.close()


# ------------------------------------------------------------------------------------------ lists


async def test_public_tables_that_are_not_over_newest_first(store: Store) -> None:
    kinds = [("coal", "lobby", True), ("dice", "playing", True), ("coal", "finished", True), ("coal", "lobby", False)]
    kinds += [("coal", "closed", True), ("dice", "salting", True), ("coal", "playing", True)]
    for turn, (game, phase, public) in enumerate(kinds):
        await opened(store, id=f"table{turn:07}", game=game, phase=phase, public=public, opened=turn)

    async def listed(game: str | None, before: int | None, limit: int) -> list[int]:
        return [row.opened for row in await store.public_tables(game, before, limit)]

    assert await listed(None, None, 10) == [6, 5, 1, 0]
    assert await listed(None, None, 2) == [6, 5]
    assert await listed(None, 5, 10) == [1, 0]
    assert await listed("coal", None, 10) == [6, 0]
    assert await listed("cards", None, 10) == []


async def test_stale_tables_longest_first(store: Store) -> None:
    for turn, phase in enumerate(["playing", "lobby", "lobby", "finished", "playing"]):
        await opened(store, id=f"{phase}{turn}", phase=phase, touched=10 - turn)
    assert await store.stale(["lobby", "playing"], 10, 10) == ["playing4", "lobby2", "lobby1"]
    assert await store.stale(["lobby", "playing"], 10, 1) == ["playing4"]
    assert await store.stale(["finished"], 7, 10) == []


# ------------------------------------------------------------------------------------------ the database


async def test_an_open_database_answers(store: Store) -> None:
    await store.ping()
