"""Whatever is wished for, in any order, however late and however often: a refusal changes nothing, what came too late
does neither, and the log adds up to the same table again.
"""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from brimstone.fair import promise_of
from brimstone.games.contract import PUBLIC
from brimstone.server import unasked, wishes
from brimstone.server.messages import Refused
from tests.server.desk import SECRET, Desk, everything, salt_of

TABLES = [
    ("coal", 2), ("coal", 3), ("coal", 4), ("coal", 6), ("dice", 3), ("dice", 4), ("dice", 6), ("cards", 3),
    ("cards", 4), ("cards", 6),
]  # fmt: skip
LONGER: dict[str, dict[str, Any]] = {"coal": {"rounds": 8}, "dice": {"goal": 8}, "cards": {"goal": 40}}
WORDS = ["draw", "stop", "bet 10", "bet 5000", "claim 1", "stand", "play 1", "deal 1: 3", "", "devil", "0: 0", "\u0660"]


def somebody(desk: Desk, dice: random.Random) -> int:
    """Often one the game waits for; sometimes one who does not exist."""
    waited_for = [desk.table.chairs[seat].guest for seat in desk.table.deciders()]
    return dice.choice([1, *waited_for, *waited_for, dice.randrange(len(desk.table.chairs) + 3)])


def any_message(desk: Desk, dice: random.Random, guest: int) -> dict[str, Any]:
    """A message that may be sensible, and may be nonsense."""
    table = desk.table
    seats, seat = len(table.chairs), table.seat_of(guest)
    said = (table.legal(seat) if seat != PUBLIC else []) or WORDS
    seen = desk.version(guest) + dice.choice([0, 0, 0, 0, 0, -1, -1, -4, -20, 5])
    move = {"do": "move", "say": dice.choice(dice.choice([said, said, WORDS]))}
    choices: list[dict[str, Any]] = [
        *[move] * 14,
        {"do": "sit", "seat": dice.randrange(seats + 2), "promise": promise_of(salt_of(guest))},
        {"do": "sit"},
        {"do": "rise"},
        {"do": "back"},
        {"do": "advice"},
        {"do": "salt", "salt": salt_of(dice.choice([guest, guest, 1]))},
        {"do": "bot", "seat": dice.randrange(seats + 2), "level": dice.choice(["random", "random", "", "nobody"])},
        *[{"do": "begin"}] * 3,
        {"do": dice.choice(["pause", "resume", "resume"])},
        {"do": "concede"} if not dice.randrange(12) else {"do": "back"},
        {"do": "remove", "guest": dice.randrange(-1, 9)} if not dice.randrange(12) else {"do": "resume"},
        {"do": "close"} if not dice.randrange(400) else move,
    ]  # fmt: skip
    key = dice.choice(["again", *(f"{dice.randrange(10**6)}" for _ in range(9))])
    return dice.choice(choices) | {"seen": max(0, seen), "key": key}


def late(desk: Desk, guest: int, wish: dict[str, Any]) -> bool:
    """Has what a wish is about changed since it was seen? As docs/protocol.md has it, by the guest's story alone."""
    seat = desk.table.seat_of(guest)
    story, do = desk.steps(seat), wish["do"]
    missed = [(step["is"], step.get("seat")) for step in story[wish["seen"] :]]
    phase = any(kind in ("begun", "started", "ended", "closed") for kind, _ in missed)
    player = desk.table.running and any(step in missed for step in (("substitute", seat + 1), ("sat", seat + 1)))
    if wish["seen"] > len(story):
        return True
    if do in ("begin", "close"):
        return phase
    if do in ("sit", "bot", "rise"):
        changed = seats_changed(desk, guest)
        return phase or any(wish["seen"] < changed[each] for each in meant(desk, guest, wish))
    if do == "back":
        return player
    if do in ("move", "advice"):
        asked = max((n for n, step in enumerate(story) if step["is"] in ("told", "started")), default=-1) + 1
        while asked < len(story) and story[asked]["is"] == "sat":  # at a new round, before anything is asked
            asked += 1
        sealed = max((n for n, step in enumerate(story, 1) if step["is"] == "sealed"), default=0)
        return bool(wish["seen"] < max(asked, sealed if do == "move" else 0))
    return do in ("pause", "resume") and any(kind in ("paused", "resumed") for kind, _ in missed)


def seats_changed(desk: Desk, guest: int) -> list[int]:
    """By seat the version of a guest's story that tells who has to do with it."""
    changed, holders = [0] * len(desk.table.chairs), [set[int]() for _ in desk.table.chairs]
    for n, step in enumerate(desk.steps(desk.table.seat_of(guest)), 1):
        seats = [step["seat"] - 1] if step["is"] in ("sat", "rose", "bot", "claimed", "substitute") else []
        if step["is"] == "removed":
            seats = [seat for seat, found in enumerate(holders) if step["guest"] in found]
        for seat in seats:
            changed[seat] = n
            holders[seat] = holders[seat] | {step["guest"]} if step["is"] == "claimed" else holders[seat]
            holders[seat] = {step["guest"]} if step["is"] == "sat" else holders[seat]
    return changed


def meant(desk: Desk, guest: int, wish: dict[str, Any]) -> list[int]:
    """The seats that a wish to sit, rise or set a bot is about."""
    chairs, own = desk.table.chairs, desk.table.seat_of(guest)
    if wish["do"] == "rise":
        return [seat for seat, chair in enumerate(chairs) if guest and guest in (chair.guest, chair.claimed)]
    if wish["do"] == "sit" and desk.table.phase == "lobby" and own != PUBLIC:
        return []  # at most a promise
    if wish.get("seat"):
        return [wish["seat"] - 1] if wish["seat"] <= len(chairs) else []
    return [seat for seat in range(len(chairs)) if wishes.free(desk.table, seat)]


def by_itself(desk: Desk, dice: random.Random) -> None:
    """Something that happens without a wish."""
    table = desk.table
    if table.phase == "salting":
        desk.keep(unasked.start_without(table, desk.at))
    elif table.phase == "playing" and not dice.randrange(8):
        seat = dice.randrange(len(table.chairs))
        desk.keep(unasked.step_in(table, desk.at, seat, guest=table.chairs[seat].guest))
    elif table.phase == "playing" and not table.paused:
        for seat in table.deciders()[:1]:
            hand = dice.choice(["bot", "clock", "substitute"])
            desk.keep(unasked.by_bot(table, seat, dice.choice(table.legal(seat)), hand, desk.at))  # type: ignore[arg-type]


@pytest.mark.parametrize(("game", "seats"), TABLES)
@pytest.mark.parametrize("first", ["lobby", "playing"])
def test_any_wishes_in_any_order(game: str, seats: int, first: str) -> None:
    dice = random.Random(f"{game} {seats} {first}")
    desk = Desk(game, seats, clock=(2, 5), options=LONGER[game])
    if first == "playing":
        desk.sit(*range(1, seats + 1)).begin()
    met: list[tuple[int, dict[str, Any]]] = []
    stale: list[tuple[int, dict[str, Any]]] = []
    refused = 0
    for n in range(300):
        desk.at += dice.randrange(4000)
        guest = somebody(desk, dice)
        message = any_message(desk, dice, guest)
        if stale and not dice.randrange(10):
            guest, message = dice.choice(stale)
        before, too_late = desk.all(), late(desk, guest, message)
        try:
            if desk.wish(guest, **message).entries:
                assert not too_late
                assert (guest, message) not in stale
                met.append((guest, message))
        except Refused as refusal:
            refused += 1
            assert desk.all() == before
            offers_own_moves(desk, guest, refusal)
            if refusal.why == "stale":
                assert too_late
                stale += [(guest, message)] if message["seen"] <= desk.version(guest) else []
        if met and not dice.randrange(10):
            guest, message = dice.choice(met)
            assert not desk.wish(guest, **message | {"seen": dice.randrange(2**30)}).entries
        if n % 3 == 0:
            by_itself(desk, dice)
        if n % 40 == 0:
            assert everything(desk.replayed()) == desk.all()
    assert len(met) >= (10 if first == "playing" else 5)
    assert refused > 20
    assert stale or first == "lobby"
    again = desk.replayed()
    assert everything(again) == desk.all()
    assert [b"".join(story) for story in again.stories] == [b"".join(story) for story in desk.table.stories]
    check_stories(desk)


def offers_own_moves(desk: Desk, guest: int, refusal: Refused) -> None:
    """What a refusal offers is what this guest may do, by what it sees."""
    if refusal.moves:
        view = desk.table.state.view(desk.table.seat_of(guest))
        assert list(refusal.moves) == desk.table.setup.game.offer(desk.table.setup, view.moves())


def check_stories(desk: Desk) -> None:
    """What holds of every story, whatever happened."""
    revealed = {"is": "revealed", "secret": SECRET}
    for seat in range(PUBLIC, len(desk.table.chairs)):
        steps = desk.steps(seat)
        assert (revealed in steps) == (
            desk.table.phase == "finished" or (desk.table.phase == "closed" and desk.table.running)
        )
        assert SECRET not in json.dumps([step for step in steps if step != revealed])
        own = [step for step in steps if step["is"] == "sealed"]
        assert not own or seat != PUBLIC
        public = [step["is"] for step in desk.steps(PUBLIC)]
        assert [step["is"] for step in steps if step["is"] != "sealed"] == public


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_whole_game_is_the_same_again_entry_by_entry(game: str, seats: int) -> None:
    """After every entry, a table read again from the log so far tells every audience the same bytes."""
    desk = Desk(game, seats).sit(*range(1, seats + 1)).begin().finish()
    assert desk.table.phase == "finished"
    again = desk.replayed()
    assert again.stories == desk.table.stories
    shorter = Desk(game, seats)
    shorter.log = desk.log[: len(desk.log) // 2]
    half = shorter.replayed()
    for story, whole in zip(half.stories, desk.table.stories, strict=True):
        assert story == whole[: len(story)]
