"""Thinking time: what is charged to whom, and what others learn of it."""

from __future__ import annotations

from brimstone.games.contract import PUBLIC
from brimstone.server import unasked
from tests.server.desk import Desk

MOVE, BANK = 30_000, 120_000


def timed(game: str = "coal", seats: int = 3) -> Desk:
    return Desk(game, seats, clock=(30, 120)).sit(*range(1, seats + 1)).begin()


def test_a_decision_has_its_own_time_and_then_lives_on_the_bank() -> None:
    desk = timed("dice")
    (seat,) = desk.table.deciders()
    assert desk.table.watch.due() == {seat: desk.at + MOVE + BANK}
    desk.at += MOVE + 5_000
    desk.move(seat, desk.table.legal(seat)[0])
    assert desk.table.watch.bank[seat] == BANK - 5_000
    assert [bank for other, bank in enumerate(desk.table.watch.bank) if other != seat] == [BANK, BANK]


def test_quick_decisions_cost_nothing_and_the_bank_does_not_refill() -> None:
    desk = timed("dice")
    (seat,) = desk.table.deciders()
    desk.at += MOVE
    desk.move(seat, desk.table.legal(seat)[0])
    assert desk.table.watch.bank[seat] == BANK


def test_the_bank_ends_at_nothing() -> None:
    desk = timed("dice")
    (seat,) = desk.table.deciders()
    desk.at += MOVE + BANK + 1_000
    desk.keep(unasked.by_bot(desk.table, seat, desk.table.legal(seat)[0], "clock", desk.at))
    assert desk.table.watch.bank[seat] == 0
    assert any(step.get("by") == "clock" for step in desk.steps(PUBLIC))


def test_nobody_is_charged_while_others_choose() -> None:
    desk = timed("coal")
    desk.at += 1_000
    desk.move(0, "bet 10")
    desk.at += 10 * MOVE
    desk.move(0, "bet 20")  # a change of mind costs nothing either
    desk.move(1, "bet 10")
    desk.move(2, "bet 10")
    assert desk.table.watch.bank == [BANK, 0, 0]


def test_a_pause_costs_nobody_anything() -> None:
    desk = timed("dice")
    (seat,) = desk.table.deciders()
    desk.at += MOVE - 1_000
    desk.wish(1, "pause")
    assert desk.table.watch.due() == desk.table.due(seat) == {}
    desk.at += 10 * BANK
    desk.wish(1, "resume")
    assert desk.table.watch.due() == {seat: desk.at + 1_000 + BANK}
    desk.at += 3_000
    desk.move(seat, desk.table.legal(seat)[0])
    assert desk.table.watch.bank[seat] == BANK - 2_000


def test_time_that_passed_while_the_table_slept_is_forgiven() -> None:
    desk = timed("dice")
    (seat,) = desk.table.deciders()
    desk.at += 100 * BANK
    before = [len(story) for story in desk.table.stories]
    desk.keep(unasked.wake(desk.table, desk.at))
    assert desk.table.watch.due() == {seat: desk.at + MOVE + BANK}
    assert [len(story) for story in desk.table.stories] == before


def test_what_had_passed_before_the_last_one_left_is_spent() -> None:
    desk = timed("dice")
    (seat,) = desk.table.deciders()
    left = desk.at + 700
    desk.at += 100 * BANK
    desk.keep(unasked.wake(desk.table, desk.at, left))
    assert desk.table.watch.due() == {seat: desk.at + MOVE + BANK - 700}


def test_who_began_to_decide_after_the_last_one_left_has_all_the_time() -> None:
    desk = timed("dice")
    (seat,) = desk.table.deciders()
    left = desk.at - 700
    desk.at += 5_000
    desk.keep(unasked.wake(desk.table, desk.at, left))
    assert desk.table.watch.due() == {seat: desk.at + MOVE + BANK}


def test_without_a_clock_no_time_is_up() -> None:
    desk = Desk("dice", 3).sit(1, 2, 3).begin()
    desk.at += 10**9
    assert desk.table.watch.due() == {}


# --- what others learn -----------------------------------------------------------------------------------------------


def test_where_choices_are_secret_nobody_learns_who_has_still_to_choose() -> None:
    desk = timed("coal")
    desk.at += 1_000
    desk.move(0, "bet 10")
    assert desk.table.due(0) == {}
    assert desk.table.due(1) == {1: desk.at - 1_000 + MOVE + BANK}
    assert desk.table.due(PUBLIC) == {}


def test_what_is_left_in_a_bank_is_told_to_its_seat_alone() -> None:
    desk = timed("coal")
    desk.at += MOVE + 40_000
    seat = desk.open_turn()
    assert desk.table.watch.bank == [BANK - 40_000] * 3
    assert desk.table.due(seat) == {seat: desk.at + MOVE + BANK - 40_000}
    assert desk.table.due((seat + 1) % 3) == desk.table.due(PUBLIC) == {seat: desk.at + MOVE}


def test_time_runs_for_nobody_once_the_game_is_over() -> None:
    desk = timed("dice").finish()
    assert [desk.table.due(seat) for seat in (PUBLIC, 0, 1, 2)] == [{}] * 4
