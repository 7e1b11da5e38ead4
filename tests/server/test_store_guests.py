"""Guests, their tokens and passes, and how they are forgotten, on both databases."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from brimstone.server.database import StoreError
from brimstone.server.schema import GuestRow
from brimstone.server.store import Store
from tests.server.test_store import ROW, TABLE, hashed, opened

pytestmark = pytest.mark.asyncio

ADA = GuestRow(1, "Ada", False)


async def test_guests_are_numbered_as_they_come(store: Store) -> None:
    table = await opened(store)
    assert await store.come(table, "Bea", hashed("bea")) == 2
    assert await store.come(table, "Bea", hashed("cleo")) == 3
    assert await store.guests(table) == [ADA, GuestRow(2, "Bea", False), GuestRow(3, "Bea", False)]
    assert await store.guest_of(table, hashed("cleo")) == GuestRow(3, "Bea", False)


async def test_the_same_token_is_the_same_guest_with_the_first_name(store: Store) -> None:
    table = await opened(store)
    assert await store.come(table, "Bea", hashed("bea")) == 2
    assert await store.come(table, "Eve", hashed("bea")) == 2
    assert await store.come(table, "Eve", hashed("ada")) == 1
    assert await store.guests(table) == [ADA, GuestRow(2, "Bea", False)]


async def test_a_token_is_somebody_else_at_another_table(store: Store) -> None:
    table, other = await opened(store), await opened(store, id="another")
    assert await store.come(table, "Bea", hashed("bea")) == 2
    assert await store.guest_of(other, hashed("bea")) is None
    assert [await store.come(other, name, hashed(name)) for name in ("cleo", "bea")] == [2, 3]


async def test_many_come_at_once_through_two_processes(database_url: str, store: Store) -> None:
    table = await opened(store)
    other = await Store.open(database_url)
    tokens = [hashed(f"{n}") for n in range(20)]
    asked = [one.come(table, "Guest", token) for token in tokens for one in (store, other)]
    numbers = await asyncio.gather(*asked)
    await other.close()
    assert numbers[::2] == numbers[1::2]
    assert sorted(numbers[::2]) == list(range(2, 22))
    assert [guest.guest for guest in await store.guests(table)] == list(range(1, 22))


async def test_nobody_comes_to_no_table(store: Store) -> None:
    with pytest.raises(LookupError, match=TABLE):
        await store.come(TABLE, "Bea", hashed("bea"))


async def test_a_removed_guest_is_known_as_one(store: Store) -> None:
    table = await opened(store)
    await store.come(table, "Bea", hashed("bea"))
    await store.make_pass(table, 2, hashed("code"), 100)
    await store.remove_guest(table, 2)
    removed = GuestRow(2, "Bea", True)
    assert await store.guests(table) == [ADA, removed]
    assert await store.guest_of(table, hashed("bea")) == removed
    assert await store.come(table, "Innocent", hashed("bea")) == 2
    assert await store.use_pass(hashed("code"), 50, hashed("another token")) is None


async def test_several_tokens_stand_for_one_guest(store: Store) -> None:
    table = await opened(store)
    await store.come(table, "Bea", hashed("bea"))
    await store.add_token(table, 1, hashed("ada's phone"))
    await store.add_token(table, 1, hashed("ada's phone"))
    assert await store.guest_of(table, hashed("ada's phone")) == ADA
    assert await store.guest_of(table, hashed("ada")) == ADA
    await store.add_token(table, 2, hashed("ada's phone"))
    assert await store.guest_of(table, hashed("ada's phone")) == GuestRow(2, "Bea", False)


async def test_a_token_for_nobody_is_an_error(store: Store) -> None:
    table = await opened(store)
    with pytest.raises(StoreError, match="did not take it"):
        await store.add_token(table, 9, hashed("nobody"))


async def test_a_group_goes_to_another_table_with_numbers_and_tokens(store: Store) -> None:
    table = await opened(store)
    for name in ("bea", "cleo", "dora"):
        await store.come(table, name, hashed(name))
    await store.add_token(table, 2, hashed("bea's phone"))
    await store.remove_guest(table, 3)
    again = msgspec.structs.replace(ROW, id="again", host=4)
    await store.create(again, "dora", hashed("dora"), [b"opened"])
    await store.bring(table, "again")
    await store.bring(table, "again")
    here = [ADA, GuestRow(2, "bea", False), GuestRow(4, "dora", False)]
    assert await store.guests("again") == here
    tokens = ("ada", "bea", "bea's phone", "cleo", "dora")
    assert [await store.guest_of("again", hashed(token)) for token in tokens] == [
        here[0], here[1], here[1], None, here[2],
    ]  # fmt: skip
    assert len(await store.guests(table)) == 4


# ------------------------------------------------------------------------------------------ passes


async def test_a_pass_lets_another_token_in_once(store: Store) -> None:
    table = await opened(store)
    await store.make_pass(table, 1, hashed("code"), 100)
    assert await store.use_pass(hashed("other code"), 50, hashed("phone")) is None
    assert await store.use_pass(hashed("code"), 100, hashed("phone")) == (table, 1)
    assert await store.guest_of(table, hashed("phone")) == ADA
    assert await store.use_pass(hashed("code"), 100, hashed("thief")) is None
    assert await store.guest_of(table, hashed("thief")) is None


async def test_a_pass_is_void_after_its_time_or_with_a_newer_one(store: Store) -> None:
    table = await opened(store)
    await store.make_pass(table, 1, hashed("code"), 100)
    assert await store.use_pass(hashed("code"), 101, hashed("phone")) is None
    await store.make_pass(table, 1, hashed("newer"), 200)
    assert await store.use_pass(hashed("code"), 50, hashed("phone")) is None
    assert await store.use_pass(hashed("newer"), 50, hashed("phone")) == (table, 1)


async def test_of_many_who_use_a_pass_at_once_one_gets_in(database_url: str, store: Store) -> None:
    table = await opened(store)
    other = await Store.open(database_url)
    for turn in range(10):
        await store.make_pass(table, 1, hashed(f"code {turn}"), 100)
        phones = [hashed(f"phone {turn} {n}") for n in range(6)]
        asked = [(store, other)[n % 2].use_pass(hashed(f"code {turn}"), 1, phone) for n, phone in enumerate(phones)]
        answers = await asyncio.gather(*asked)
        known = [await store.guest_of(table, phone) for phone in phones]
        assert sorted(answers, key=str) == [(table, 1)] + [None] * 5
        assert [guest is not None for guest in known] == [answer is not None for answer in answers]
    await other.close()


# ------------------------------------------------------------------------------------------ forgetting


async def test_names_and_tokens_of_old_tables_are_forgotten_and_their_logs_stay(store: Store) -> None:
    old, young = await opened(store, id="old", touched=10), await opened(store, id="young", touched=20)
    for table in (old, young):
        await store.come(table, "Bea", hashed("bea"))
        await store.make_pass(table, 1, hashed(f"code {table}"), 100)
    assert await store.forget(20) == 1
    assert await store.guests(old) == [GuestRow(1, "", False), GuestRow(2, "", False)]
    assert await store.guest_of(old, hashed("ada")) is None
    assert await store.use_pass(hashed("code old"), 1, hashed("phone")) is None
    assert [row.body for row in await store.entries(old)] == [b"opened"]
    assert await store.guests(young) == [ADA, GuestRow(2, "Bea", False)]
    assert await store.guest_of(young, hashed("bea")) == GuestRow(2, "Bea", False)
    assert await store.use_pass(hashed("code young"), 1, hashed("phone")) == (young, 1)
    assert await store.forget(20) == 0


async def test_a_table_where_something_happened_is_not_forgotten(store: Store) -> None:
    table = await opened(store, touched=10)
    await store.append(table, 2, [b"a move"], 100_000)
    assert await store.forget(100_000) == 0
    assert await store.guests(table) == [ADA]


async def test_two_processes_forget_at_once(database_url: str, store: Store) -> None:
    ids = [await opened(store, id=f"table{n:07}", touched=n) for n in range(60)]
    other = await Store.open(database_url)
    counts = await asyncio.gather(store.forget(50), other.forget(50))
    await other.close()
    assert max(counts) <= 50 <= sum(counts)
    names = [[guest.name for guest in await store.guests(table)] for table in ids]
    assert names == [[""]] * 50 + [["Ada"]] * 10
