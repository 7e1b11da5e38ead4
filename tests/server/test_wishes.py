"""What guests may wish for and when: lobby, salts, moves, leaving, closing."""

from __future__ import annotations

from typing import Any

import pytest

from brimstone.fair import promise_of, seal_of, seal_salt
from brimstone.games.contract import PUBLIC
from brimstone.server import checks, unasked, wishes
from brimstone.server.messages import Refused
from tests.server.desk import FEWEST, SECRET, Desk, salt_of

# --- before the game -------------------------------------------------------------------------------------------------


def test_guests_sit_where_they_like_and_rise_again() -> None:
    desk = Desk(seats=3)
    desk.wish(2, "sit", seat=3)
    desk.wish(1, "sit")
    assert [chair.guest for chair in desk.table.chairs] == [1, 0, 2]
    assert desk.why(3, "sit", seat=3) == "seat_taken"
    assert desk.why(1, "sit", seat=2) == "seated_already"
    assert desk.why(3, "sit", seat=4) == "no_such_seat"
    desk.wish(2, "rise")
    desk.wish(3, "sit", seat=3)
    desk.wish(2, "sit")
    assert desk.why(4, "sit") == "full"
    assert [step["is"] for step in desk.steps(PUBLIC)] == ["opened", "sat", "sat", "rose", "sat", "sat"]


def test_the_host_alone_sets_bots_on_empty_seats_and_begins() -> None:
    desk = Desk(seats=3).sit(1, 2)
    assert desk.why(2, "bot", seat=3, level="random") == "host_only"
    assert desk.why(1, "bot", seat=2, level="random") == "seat_taken"
    assert desk.why(1, "bot", seat=0, level="random") == "no_such_seat"
    assert desk.refused(1, "bot", seat=3, level="nobody").why == "no_such_player"
    assert desk.refused(1, "begin").about == {"seats": [3]}
    desk.wish(1, "bot", seat=3, level="random")
    assert desk.why(3, "sit") == "full"
    desk.wish(1, "bot", seat=3)
    assert desk.why(1, "begin") == "seats_empty"
    desk.wish(1, "bot", seat=3, level="random")
    assert desk.why(2, "begin") == "host_only"
    desk.begin()
    assert desk.phase() == "playing"
    assert desk.why(1, "begin") == "not_in_lobby"
    assert desk.why(1, "bot", seat=3, level="naive") == "not_in_lobby"


@pytest.mark.parametrize(
    ("terms", "about"),
    [
        ({"game": "chess", "seats": 2}, {}),
        ({"game": "coal", "seats": 9}, {"option": ""}),
        ({"game": "coal", "seats": 3, "options": {"rounds": -1}}, {"option": "rounds"}),
        ({"game": "coal", "seats": 3, "options": {"nonsense": 1}}, {"option": "nonsense"}),
        ({"game": "coal", "seats": 3, "clock": (0,)}, {}),
        ({"game": "coal", "seats": 3, "clock": (5, -1)}, {}),
        ({"game": "coal", "seats": 3, "clock": (10**9,)}, {}),
    ],
)
def test_terms_that_cannot_be_played_are_refused_with_the_reason(terms: dict[str, Any], about: dict[str, str]) -> None:
    with pytest.raises(Refused) as caught:
        Desk(**({"options": {}} | terms))
    assert caught.value.why == "bad_setup"
    assert caught.value.about.items() >= about.items()
    assert caught.value.about["reason"]


@pytest.mark.parametrize("name", [
    "", "  ", "a" * 41, "\u202egnirts", "a\u200bb", "\ufeff", "a\x00", "a: b|", "\xad", "\u3164", "a\u2800", "\ufe0f",
    "a\u0301" * 3 + "\u0301" * 4,
])  # fmt: skip
def test_names_that_would_deceive_are_refused(name: str) -> None:
    with pytest.raises(Refused) as caught:
        checks.checked_guest_name(name)
    assert caught.value.why == "bad_name"


@pytest.mark.parametrize(
    "name", ["Ada", "Zoë von Ä", "李", "<b>Ada</b>", "O'Neill", "Zoe\u0308", "मैथिली", "\u2764\ufe0f Ada", "محمد"]
)
def test_names_of_people_are_not(name: str) -> None:
    assert checks.checked_guest_name(name) == name


# --- salts -----------------------------------------------------------------------------------------------------------


def test_the_game_starts_when_the_last_salt_is_in() -> None:
    desk = Desk(seats=2).sit(1, 2)
    assert desk.why(1, "salt", salt=salt_of(1)) == "not_salting"
    desk.wish(1, "begin")
    assert desk.why(1, "salt", salt=salt_of(2)) == "bad_salt"
    assert desk.why(3, "salt", salt=salt_of(3)) == "not_seated"
    assert desk.why(3, "sit") == "not_in_lobby"
    assert desk.why(1, "rise") == "not_playing"
    desk.wish(1, "salt", salt=salt_of(1))
    assert desk.why(1, "salt", salt=salt_of(2)) == "not_salting"
    assert desk.phase() == "salting"
    desk.wish(2, "salt", salt=salt_of(2))
    assert desk.phase() == "playing"
    begun, *salted, started = desk.steps(PUBLIC)[3:7]
    assert begun == {"is": "begun", "seats": [1, 2]}
    assert [step["salt"] for step in salted] == [salt_of(1), salt_of(2)]
    assert started["is"] == "started"
    assert "without" not in started


def test_salts_that_do_not_come_are_done_without() -> None:
    desk = Desk(seats=3).sit(1, 2)
    desk.wish(3, "sit")  # promises nothing
    desk.wish(1, "begin")
    desk.wish(2, "salt", salt=salt_of(2))
    desk.keep(unasked.start_without(desk.table, desk.at))
    assert desk.phase() == "playing"
    (started,) = [step for step in desk.steps(PUBLIC) if step["is"] == "started"]
    assert started["without"] == [1]
    assert desk.why(1, "salt", salt=salt_of(1)) == "not_salting"


def test_bots_alone_need_no_salts() -> None:
    desk = Desk(seats=2)
    for seat in (1, 2):
        desk.wish(1, "bot", seat=seat, level="random")
    desk.wish(1, "begin")
    assert desk.phase() == "playing"


def test_whoever_is_removed_while_salts_come_is_replaced_by_a_bot() -> None:
    """The others' salts are known: nobody may promise another one now."""
    desk = Desk(seats=3).sit(1, 2, 3)
    desk.wish(1, "begin")
    desk.wish(1, "salt", salt=salt_of(1))
    desk.wish(1, "remove", guest=8)
    assert desk.phase() == "salting"
    desk.wish(1, "remove", guest=2)
    assert desk.phase() == "salting"
    assert desk.why(9, "sit") == "not_in_lobby"
    desk.wish(1, "remove", guest=3)
    assert desk.phase() == "playing"
    assert [chair.level for chair in desk.table.chairs] == ["", "club", "club"]


def test_who_was_seated_at_a_rematch_can_still_promise_a_salt() -> None:
    desk = Desk(seats=2)
    desk.wish(1, "sit")
    desk.wish(2, "sit", promise=promise_of(salt_of(2)))
    assert desk.why(1, "sit", seat=2, promise=promise_of(salt_of(1))) == "seated_already"
    desk.wish(1, "sit", seat=1, promise=promise_of(salt_of(1)))
    assert desk.why(1, "sit", seat=1, promise=promise_of(salt_of(3))) == "seated_already"
    assert desk.why(2, "sit", promise=promise_of(salt_of(3))) == "seated_already"
    desk.begin()
    assert [chair.salt for chair in desk.table.chairs] == [salt_of(1), salt_of(2)]


# --- moves -----------------------------------------------------------------------------------------------------------


def test_sealed_choices_are_counted_replaced_unseen_and_opened_together() -> None:
    desk = Desk("coal", 3).sit(1, 2, 3).begin()
    start = [len(desk.table.story(seat)) for seat in (PUBLIC, 0, 1, 2)]
    desk.move(1, "bet 30")
    assert desk.steps(PUBLIC)[start[0] :] == [{"is": "seals", "count": 1}]
    own = desk.steps(1)[start[2] :]
    assert [step["is"] for step in own] == ["sealed", "seals"]
    assert own[0]["hash"] == seal_of(seal_salt(SECRET, desk.table.id, len(desk.table.moves), 2), "bet 30")
    before = [len(desk.table.story(seat)) for seat in (PUBLIC, 0, 2)]
    desk.move(1, "bet 50")
    assert [len(desk.table.story(seat)) for seat in (PUBLIC, 0, 2)] == before  # nobody else is told
    assert [step["say"] for step in desk.steps(1) if step["is"] == "sealed"] == ["bet 30", "bet 50"]
    desk.move(0, "bet 10")
    assert not any("bet" in str(step) for step in desk.steps(2)[start[3] :])
    desk.move(2, "bet 20")
    for seat in (PUBLIC, 0, 1, 2):
        (opened,) = [step for step in desk.steps(seat) if step.get("by") == "seals"]
        assert set(opened["hashes"]) == {"1", "2", "3"}
        assert any("50" in line for line in opened["lines"])
        assert not any("30" in line for line in opened["lines"])


def test_a_move_must_be_ones_own_and_legal() -> None:
    desk = Desk("coal", 3).sit(1, 2, 3).begin()
    seat = desk.open_turn()
    other = (seat + 1) % 3
    guest = desk.table.chairs[seat].guest
    assert desk.refused(desk.table.chairs[other].guest, "move", say="draw").moves == ()
    assert desk.why(desk.table.chairs[other].guest, "move", say="draw") == "not_your_turn"
    assert desk.why(9, "move", say="draw") == "not_seated"
    illegal = desk.refused(guest, "move", say="bet 10")
    assert illegal.why == "illegal"
    assert illegal.paragraph.startswith("C")
    assert illegal.about["reason"]
    assert set(illegal.moves) <= {"draw", "stop"}
    unread = desk.refused(guest, "move", say="sing")
    assert unread.why == "illegal"
    assert unread.moves == illegal.moves
    desk.wish(guest, "move", say="  draw ", touch=7)
    (told,) = [step for step in desk.steps(other) if step.get("touch") == 7]
    assert (told["by"], told["seat"]) == ("person", seat + 1)


@pytest.mark.parametrize("game", FEWEST)
def test_a_refusal_offers_the_moves_of_the_seat_that_asked_and_no_others(game: str) -> None:
    desk = Desk(game, 4 if game != "coal" else 3)
    desk.sit(*range(1, desk.table.terms.seats + 1)).begin()
    for _ in range(12):
        for seat, chair in enumerate(desk.table.chairs):
            refusal = desk.refused(chair.guest, "move", say="play 0")
            if seat in desk.table.asked:
                assert refusal.why == "illegal"
                legal = desk.table.state.view(seat).moves()
                assert list(refusal.moves) == desk.table.setup.game.offer(desk.table.setup, legal)
            else:
                assert (refusal.why, refusal.moves) == ("not_your_turn", ())
        for seat in desk.table.deciders():
            desk.move(seat, desk.table.legal(seat)[0])


def test_the_same_key_is_the_same_wish() -> None:
    desk = Desk("coal", 2)
    desk.wish(1, "sit", key="a", promise=promise_of(salt_of(1)))
    assert not desk.wish(1, "sit", key="a").entries
    desk.wish(2, "sit", key="a", promise=promise_of(salt_of(2)))  # another guest's keys are others
    desk.begin()
    desk.move(0, "bet 10", key="b")
    assert not desk.move(0, "bet 20", key="b").entries
    assert desk.table.seals[0].say == "bet 10"
    assert desk.replayed().done == desk.table.done


# --- leaving and coming back -----------------------------------------------------------------------------------------


def test_a_substitute_plays_until_its_owner_is_back_and_the_record_says_so() -> None:
    desk = Desk("coal", 3).sit(1, 2, 3).begin()
    desk.keep(unasked.step_in(desk.table, desk.at, 1, guest=2))
    assert desk.why(2, "move", say="bet 10") == "substituted"
    began = len(desk.table.moves)
    desk.keep(unasked.by_bot(desk.table, 1, "bet 20", "substitute", desk.at))
    for seat in (0, 2):
        desk.move(seat, "bet 10")
    desk.wish(2, "rise")  # says now that it has gone: the same substitute plays on
    assert desk.table.chairs[1].left
    desk.wish(2, "back")
    assert not desk.table.chairs[1].left
    assert desk.table.notes[1] == [f"substitute club from move {began + 1} to {len(desk.table.moves)}"]
    assert [step.get("level", "") for step in desk.steps(0) if step["is"] == "substitute"] == [
        "club", "club", "",
    ]  # fmt: skip


def test_who_rises_in_a_game_leaves_a_substitute_and_rises_once() -> None:
    desk = Desk("dice", 3).sit(1, 2, 3).begin()
    desk.wish(3, "rise")
    assert (desk.table.chairs[2].plays, desk.table.chairs[2].left) == ("club", True)
    assert desk.why(3, "sit") == "seated_already"
    assert desk.why(4, "sit", seat=3) == "seat_taken"
    desk.wish(3, "back")
    assert desk.table.chairs[2].plays == ""


def test_who_concedes_is_gone_for_good() -> None:
    desk = Desk("cards", 3).sit(1, 2, 3).begin()
    assert desk.why(4, "concede") == "not_seated"
    desk.wish(2, "concede")
    assert desk.table.chairs[1].plays == "club"
    assert desk.why(2, "back") == "conceded"
    assert desk.why(2, "move", say="play 1") == "conceded"
    desk.finish()
    assert desk.phase() == "finished"
    assert desk.table.notes[1][0].startswith("conceded after move")
    assert desk.why(1, "concede") == "not_playing"


def test_a_removed_guests_seat_goes_to_a_bot_that_another_may_take_over() -> None:
    desk = Desk("dice", 3).sit(1, 2, 3).begin()
    assert desk.why(2, "remove", guest=3) == "host_only"
    assert desk.why(1, "remove", guest=1) == "no_such_guest"
    assert desk.why(1, "remove", guest=0) == "no_such_guest"
    desk.wish(1, "remove", guest=2)
    assert (desk.table.chairs[1].guest, desk.table.chairs[1].level) == (0, "club")
    desk.wish(5, "sit")
    assert desk.table.chairs[1].claimed == 5
    desk.wish(1, "remove", guest=5)
    assert desk.table.chairs[1].claimed == 0


def test_whoever_takes_over_the_seat_of_one_who_conceded_and_was_removed_plays() -> None:
    desk = Desk("coal", 3, options={"rounds": 3}).sit(1, 2, 3).begin()
    desk.wish(2, "concede")
    desk.wish(1, "remove", guest=2)
    desk.wish(5, "sit", seat=2)
    desk.play_round()
    assert desk.table.seat_of(5) == 1
    desk.move(1, "bet 10")
    assert desk.table.notes[1][0].startswith("conceded after move")


def test_a_removal_after_the_end_changes_nothing_of_the_game() -> None:
    desk = Desk("dice", 3).sit(1, 2, 3).begin().finish()
    notes = dict(desk.table.notes)
    desk.wish(1, "remove", guest=2)
    assert desk.table.chairs[1].guest == 2
    assert desk.table.notes == notes


def test_a_bots_seat_is_taken_over_at_the_next_round() -> None:
    desk = Desk("coal", 3, options={"rounds": 3}).sit(1, 2)
    desk.wish(1, "bot", seat=3, level="random")
    desk.begin()
    assert desk.why(5, "sit", seat=1) == "seat_taken"
    desk.wish(5, "sit", seat=3)
    assert desk.why(5, "sit", seat=1) == "seated_already"
    assert desk.why(6, "sit") == "full"
    desk.wish(5, "rise")
    desk.wish(6, "sit")
    assert desk.table.seat_of(6) == PUBLIC
    assert desk.why(6, "move", say="bet 10") == "not_seated"
    assert desk.table.chairs[2].level == "random"
    desk.play_round()
    assert desk.table.seat_of(6) == 2
    assert desk.table.chairs[2].level == desk.table.chairs[2].plays == ""
    assert desk.steps(PUBLIC)[-1] == {"is": "sat", "seat": 3, "guest": 6}
    assert desk.table.notes[2] == [f"random until move {len(desk.table.moves)}"]
    desk.move(2, "bet 10")


# --- pause, the end, and after ---------------------------------------------------------------------------------------


def test_a_pause_stops_moves_and_is_the_hosts() -> None:
    desk = Desk("coal", 2).sit(1, 2)
    assert desk.why(1, "pause") == "not_playing"
    desk.begin()
    assert desk.why(2, "pause") == "host_only"
    desk.wish(1, "pause")
    assert desk.why(2, "resume") == "host_only"
    assert desk.why(1, "move", say="bet 10") == "paused"
    desk.wish(1, "resume")
    desk.move(0, "bet 10")


def test_advice_is_for_who_decides_and_is_noted() -> None:
    desk = Desk("dice", 3).sit(1, 2, 3).begin()
    (seat,) = desk.table.deciders()
    assert desk.why(desk.table.chairs[(seat + 1) % 3].guest, "advice") == "not_your_turn"
    assert desk.why(4, "advice") == "not_seated"
    desk.wish(desk.table.chairs[seat].guest, "advice")
    assert desk.steps(PUBLIC)[-1] == {"is": "coached", "seat": seat + 1}
    desk.finish()
    assert "coach 1 times" in desk.table.notes[seat]
    silent = Desk("dice", 3, coach=False).sit(1, 2, 3).begin()
    assert silent.why(silent.table.chairs[silent.table.deciders()[0]].guest, "advice") == "no_coach"


@pytest.mark.parametrize("game", FEWEST)
def test_the_end_is_told_with_its_places_and_the_secret(game: str) -> None:
    desk = Desk(game, 3).sit(1, 2, 3).begin().finish()
    ended, revealed = desk.steps(PUBLIC)[-2:]
    result = desk.table.state.result()
    assert result is not None
    assert ended == {
        "is": "ended", "places": list(result.places), "points": list(result.points), "reason": result.reason,
    }  # fmt: skip
    assert revealed == {"is": "revealed", "secret": SECRET}
    assert desk.why(1, "move", say="draw") == "not_playing"
    assert desk.why(4, "sit") == "not_in_lobby"
    assert not any(SECRET.encode() in step for step in desk.table.story(0)[:-1])


def test_a_table_closed_in_a_game_reveals_and_closes_for_good() -> None:
    desk = Desk("dice", 3).sit(1, 2, 3).begin()
    assert desk.why(2, "close") == "host_only"
    desk.wish(1, "close")
    assert [step["is"] for step in desk.steps(0)[-2:]] == ["closed", "revealed"]
    for do in ("begin", "pause", "resume"):
        assert desk.why(1, do) == "closed"
    assert desk.why(1, "remove", guest=2) == "closed"
    assert desk.why(4, "sit") == "closed"
    assert desk.why(1, "move", say="stand") == "not_playing"


def test_a_table_closed_while_salts_are_waited_for_reveals_what_was_promised() -> None:
    desk = Desk("dice", 3).sit(1, 2, 3)
    desk.wish(1, "begin")
    assert desk.table.salters() == [0, 1, 2]
    desk.wish(1, "close")
    assert [step["is"] for step in desk.steps(PUBLIC)[-2:]] == ["closed", "revealed"]
    assert desk.steps(PUBLIC)[-1]["secret"] == SECRET


def test_a_lobby_closes_without_a_secret_and_a_deserted_one_says_why() -> None:
    desk = Desk("dice", 3).sit(1)
    desk.keep(unasked.desert(desk.table, desk.at))
    assert desk.steps(PUBLIC)[-1] == {"is": "closed", "why": "deserted"}


def test_a_rematch_is_the_hosts_after_the_end() -> None:
    desk = Desk("dice", 3).sit(1, 2, 3).begin()
    for guest, why in ((2, "host_only"), (1, "not_finished")):
        with pytest.raises(Refused, match=why):
            wishes.follow_on(desk.table, guest, "", "next23456789", desk.at)
    desk.finish()
    desk.keep(wishes.follow_on(desk.table, 1, "again", "next23456789", desk.at))
    assert desk.table.next_table == "next23456789"
    assert desk.steps(PUBLIC)[-1] == {"is": "rematch", "table": "next23456789"}
