"""Wishes that come too late, row by row of docs/protocol.md; wishes for what is so already."""

from __future__ import annotations

import json
from typing import Any, cast

import msgspec
import pytest

from brimstone.fair import promise_of
from brimstone.games.contract import PUBLIC
from brimstone.server import messages, unasked, wishes
from tests.server.client import Client
from tests.server.desk import Desk, salt_of

KINDS = {str(kind.__struct_config__.tag): kind for kind in messages.Wish.__subclasses__()}
NEEDS: dict[str, dict[str, Any]] = {
    "bot": {"seat": 3, "level": "naive"}, "salt": {"salt": "0" * 64}, "move": {"say": "draw"}, "remove": {"guest": 2},
    "emote": {"what": "wow"},
}  # fmt: skip
HOSTS = pytest.mark.parametrize("seated", [(1, 2), (2, 3)], ids=["seated", "watching"])  # guest 1 is the host


def lobby(*guests: int) -> Desk:
    """A table of coal with a bot on the last of three seats."""
    desk = Desk("coal", 3, options={"rounds": 3}).sit(*guests)
    desk.wish(1, "bot", seat=3, level="random")
    return desk


# --- every message ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("do", KINDS)
def test_every_message_has_a_key_and_says_what_was_seen(do: str) -> None:
    whole = {"do": do, "key": "k" * 40, "seen": 0} | NEEDS.get(do, {})
    assert isinstance(messages.read_request(json.dumps(whole)), KINDS[do])
    wrong: list[dict[str, Any]] = [{"key": ""}, {"key": "k" * 41}, {"key": None}, {"seen": -1}, {"seen": None}]
    without = [{name: whole[name] for name in whole if name != missing} for missing in ("key", "seen")]
    for bad in [*(whole | each for each in wrong), *without]:
        with pytest.raises(msgspec.ValidationError):
            messages.read_request(json.dumps(bad))


@pytest.mark.parametrize("missing", ["key", "have"])
def test_a_hello_has_a_key_and_says_what_it_has(missing: str) -> None:
    whole = Client("", "").hello()
    assert isinstance(messages.read_request(json.dumps(whole)), messages.Hello)
    with pytest.raises(msgspec.ValidationError):
        messages.read_request(json.dumps({name: whole[name] for name in whole if name != missing}))


@pytest.mark.parametrize("do", ["sit", "rise", "bot", "begin", "salt", "move", "back", "concede", "pause", "resume",
                                "remove", "close", "advice"])  # fmt: skip
def test_nobody_has_seen_what_was_not_told(do: str) -> None:
    desk = lobby(1, 2).begin()
    for ahead in (1, 2**30):
        assert desk.why(1, do, **NEEDS.get(do, {}), seen=desk.version(1) + ahead) == "stale"


# --- the table, row by row -------------------------------------------------------------------------------------------


@HOSTS
@pytest.mark.parametrize(
    ("guest", "do", "in_time"),
    [(5, "sit", ""), (1, "bot", "not_in_lobby"), (1, "begin", "not_in_lobby"), (1, "close", "")],
)
def test_to_sit_set_bots_begin_and_close_is_stale_in_another_phase(
    guest: int, do: str, in_time: str, seated: tuple[int, ...]
) -> None:
    desk = lobby(*seated)
    for change in ("begin", "salts"):
        seen = desk.version(guest)
        if change == "begin":
            desk.wish(1, "begin")
        else:
            desk.salts()
        assert desk.why(guest, do, **NEEDS.get(do, {}), seen=seen) == "stale"
    seen = desk.version(guest)
    desk.move(0, "bet 10")
    desk.move(1, "bet 10")
    if in_time:
        assert desk.why(guest, do, **NEEDS.get(do, {}), seen=seen) == in_time
    else:
        assert desk.wish(guest, do, **NEEDS.get(do, {}), seen=seen).entries


def test_to_rise_is_stale_once_the_game_has_begun() -> None:
    desk = lobby(1, 2)
    seen = desk.version(2)
    desk.begin()
    assert desk.why(2, "rise", seen=seen) == "stale"
    assert desk.wish(2, "rise").entries


def test_to_rise_from_a_seat_that_was_asked_for_is_stale_once_it_is_ones_own() -> None:
    desk = lobby(1, 2).begin()
    desk.wish(5, "sit", seat=3)
    seen = desk.version(5)
    desk.play_round()
    assert desk.table.seat_of(5) == 2
    assert desk.why(5, "rise", seen=seen) == "stale"
    assert not desk.table.chairs[2].substitute
    desk.wish(5, "rise")
    assert desk.table.chairs[2].left


def test_who_has_asked_for_a_seat_rises_whatever_happened_on_it_before() -> None:
    """Its story may be longer than the one that whoever asks for it has seen."""
    desk = lobby(1, 2).begin()
    for _ in range(4):
        desk.move(1, "bet 10")
        desk.move(1, "bet 20")
    desk.wish(2, "rise")
    desk.wish(2, "back")
    desk.wish(1, "remove", guest=2)
    desk.wish(5, "sit", seat=2)
    assert desk.version(5) < desk.table.chairs[1].since[2]
    desk.wish(5, "rise")
    assert not desk.table.chairs[1].claimed


@pytest.mark.parametrize("away", [False, True])
def test_to_rise_or_be_back_is_stale_if_another_plays_ones_seat_by_now(away: bool) -> None:
    desk = lobby(1, 2).begin()
    seen = desk.version(2)
    if away:
        desk.keep(unasked.step_in(desk.table, desk.at, 1, guest=2))
        assert desk.why(2, "rise", seen=seen) == "stale"
    else:
        desk.wish(2, "rise")
    assert desk.why(2, "back", seen=seen) == "stale"
    seen = desk.version(2)
    desk.wish(2, "back")
    assert desk.why(2, "rise", seen=seen) == "stale"
    assert desk.wish(2, "rise").entries


@pytest.mark.parametrize("do", ["move", "advice"])
def test_to_move_or_ask_the_coach_is_stale_if_there_is_another_decision(do: str) -> None:
    desk = Desk("dice", 3).sit(1, 2, 3).begin()
    seen = {guest: desk.version(guest) for guest in (1, 2, 3)}

    def decider() -> tuple[int, dict[str, str]]:
        (seat,) = desk.table.deciders()
        return desk.table.chairs[seat].guest, {"say": desk.table.legal(seat)[0]} if do == "move" else {}

    for _ in range(6):
        guest, more = decider()
        desk.wish(guest, "move", say=desk.table.legal(desk.table.seat_of(guest))[0])
        guest, more = decider()
        assert desk.why(guest, do, **more, seen=seen[guest]) == "stale"
        seen[guest] = desk.version(guest)
    desk.wish(1, "pause")
    desk.wish(1, "resume")
    guest, more = decider()
    assert desk.wish(guest, do, **more, seen=seen[guest]).entries  # that changes nothing about the decision


def test_a_choice_under_a_seal_is_fresh_until_all_are_in_and_one_each_time() -> None:
    desk = lobby(1, 2).begin()
    seen = {guest: desk.version(guest) for guest in (1, 2)}
    for say in ("bet 10", "bet 20", "bet 20"):
        assert desk.wish(1, "move", say=say).entries
    desk.wish(2, "move", say="bet 10", seen=seen[2])  # what others seal changes nothing about it
    desk.keep(unasked.by_bot(desk.table, 2, "bet 10", "bot", desk.at))
    (seat,) = desk.table.deciders()
    if seat == 2:
        assert desk.why(1, "move", say="bet 30", seen=seen[1]) == "not_your_turn"
    else:
        assert desk.why(seat + 1, "move", say="draw", seen=seen[seat + 1]) == "stale"


def test_a_choice_that_was_made_before_one_that_is_sealed_by_now_does_not_replace_it() -> None:
    desk = lobby(1, 2).begin()
    seen = desk.version(1)
    desk.wish(1, "move", say="bet 10", seen=seen)
    between = desk.version(1)
    desk.wish(1, "move", say="bet 150", seen=between)
    for late in (seen, between):
        assert desk.why(1, "move", say="bet 20", seen=late) == "stale"
    assert desk.table.seals[0].say == "bet 150"
    assert desk.wish(1, "advice", seen=seen).entries  # that is about the same decision


@HOSTS
def test_to_set_a_bot_is_stale_if_somebody_has_to_do_with_the_seat_since(seated: tuple[int, ...]) -> None:
    desk = lobby(*seated)
    changes: list[tuple[int, dict[str, Any]]] = [
        (1, {"do": "bot", "seat": 3, "level": ""}), (5, {"do": "sit", "seat": 3}), (5, {"do": "rise"}),
        (5, {"do": "sit", "seat": 3}), (1, {"do": "remove", "guest": 5}),
    ]  # fmt: skip
    if 3 in [seat + 1 for seat, chair in enumerate(desk.table.chairs) if chair.guest]:
        desk.wish(2, "rise")
    for guest, change in changes:
        seen = desk.version(1)
        assert desk.wish(guest, **change).entries
        if not desk.table.chairs[2].guest:
            assert desk.why(1, "bot", seat=3, level="naive", seen=seen) == "stale"
    assert desk.wish(1, "bot", seat=3, level="naive", seen=desk.version(1)).entries


def test_to_set_a_bot_is_fresh_whatever_happens_on_other_seats() -> None:
    desk = lobby(1)
    seen = desk.version(1)
    desk.sit(2)
    desk.wish(2, "rise")
    assert desk.wish(1, "bot", seat=3, level="naive", seen=seen).entries


def test_to_sit_or_rise_is_stale_if_one_has_risen_or_sat_since() -> None:
    desk = lobby(1)
    seen = desk.version(2)
    assert not desk.wish(2, "rise", seen=seen).entries
    desk.sit(2)
    assert desk.why(2, "rise", seen=seen) == "stale"
    seen = desk.version(2)
    for seat in (0, 2):
        assert not desk.wish(2, "sit", seat=seat, seen=seen).entries
    desk.wish(2, "rise", seen=seen)
    for seat in (0, 2):
        assert desk.why(2, "sit", seat=seat, seen=seen) == "stale"
    assert desk.table.seat_of(2) == PUBLIC
    desk.wish(2, "sit", seat=2)


def test_to_sit_is_fresh_whatever_happens_on_other_seats() -> None:
    desk = Desk("coal", 3)
    seen = desk.version(2)
    desk.sit(1)
    assert desk.wish(2, "sit", seen=seen).entries
    assert desk.wish(5, "sit", seat=3, seen=seen).entries


def test_to_ask_for_a_seat_or_not_in_a_game_is_stale_if_one_has_done_the_other_since() -> None:
    desk = lobby(1, 2).begin()
    seen = desk.version(5)
    desk.wish(5, "sit", seat=3, seen=seen)
    assert desk.why(5, "rise", seen=seen) == "stale"
    desk.wish(5, "rise")
    assert desk.why(5, "sit", seat=3, seen=seen) == "stale"
    assert not desk.table.chairs[2].claimed


@HOSTS
def test_to_pause_or_resume_is_stale_if_the_game_did_either(seated: tuple[int, ...]) -> None:
    desk = lobby(*seated).begin()
    running = desk.version(1)
    desk.wish(1, "pause", seen=running)
    paused = desk.version(1)
    assert desk.why(1, "resume", seen=running) == "stale"
    desk.wish(1, "resume", seen=paused)
    assert desk.why(1, "pause", seen=running) == desk.why(1, "pause", seen=paused) == "stale"
    seen = desk.version(1)
    desk.move(0, "bet 10")
    desk.wish(1, "pause", seen=seen)
    assert desk.table.paused


def test_what_means_the_same_whatever_happens_is_never_stale() -> None:
    desk = Desk("dice", 3).sit(1, 2, 3)
    desk.wish(1, "begin")
    desk.wish(2, "salt", salt=salt_of(2), seen=0)
    desk.salts()
    for seat in desk.table.deciders():
        desk.move(seat, desk.table.legal(seat)[0])
    assert desk.wish(2, "concede", seen=0).entries
    assert desk.wish(1, "remove", guest=3, seen=0).entries


# --- what is so already ----------------------------------------------------------------------------------------------


def once(desk: Desk, guest: int, do: str, /, **more: Any) -> None:
    """A wish that is met, and then so already, whatever was seen; also to who has read the log anew."""
    assert desk.wish(guest, do, **more).entries
    for seen in (0, desk.version(guest)):
        wish = messages.read_request(json.dumps({"do": do, "key": "another", "seen": seen, **more}))
        for table in (desk.table, desk.replayed()):
            assert not wishes.meet(table, guest, cast(messages.AnyWish, wish), desk.at).entries


def test_a_wish_for_what_is_so_already_adds_nothing() -> None:
    desk = Desk("coal", 3, options={"rounds": 3})
    once(desk, 1, "sit", seat=1, promise=promise_of(salt_of(1)))
    once(desk, 2, "sit", promise=promise_of(salt_of(2)))
    once(desk, 2, "rise")
    desk.sit(2)
    once(desk, 1, "bot", seat=3, level="random")
    once(desk, 1, "bot", seat=3, level="")
    once(desk, 1, "bot", seat=3, level="random")
    desk.wish(1, "begin")
    once(desk, 1, "salt", salt=salt_of(1))
    desk.salts()
    once(desk, 5, "sit", seat=3)
    once(desk, 5, "rise")
    once(desk, 1, "pause")
    once(desk, 1, "resume")
    once(desk, 2, "rise")
    once(desk, 2, "back")
    once(desk, 2, "concede")
    once(desk, 1, "remove", guest=2)
    once(desk, 1, "close")


def test_who_sits_and_sends_no_promise_or_the_same_sits_as_wished() -> None:
    desk = Desk("coal", 3).sit(1)
    for more in ({}, {"seat": 1}, {"promise": promise_of(salt_of(1))}):
        assert not desk.wish(1, "sit", **more).entries
    assert desk.why(1, "sit", promise=promise_of(salt_of(2))) == "seated_already"
    assert desk.why(1, "sit", seat=2) == "seated_already"
