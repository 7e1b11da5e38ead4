"""The rules of coal: the rulebook's own examples, then every paragraph of docs/rules/coal.en.md."""

from __future__ import annotations

import pytest

from brimstone.chance import Draws
from brimstone.games import find
from brimstone.games.contract import CHANCE, OVER, PUBLIC, Result
from brimstone.games.options import set_up
from brimstone.games.state import State
from tests.games.tables import bet, by_seat, coal, lay, odds, owning, play, pull, put, refused, said, settled

BOX = {"devil": 9, "coal 10": 9, "coal 20": 9, "coal 25": 9, "coal 50": 7, "coal 75": 3, "coal 100": 2}

# --- the rulebooks' examples -----------------------------------------------------------------------------------------

GORDON, PETRA, LUCY, SAUL = range(4)
BETS = (100, 120, 140, 60)
TURNS = ("50 20 20 devil", "100 25 10 stop", "20 devil", "20 10 10 10 stop")


def illustrated(turns: int = 4) -> State:
    """The round of illustrations 3 to 9, after so many turns."""
    return pull(bet(coal(4), *BETS), *TURNS[:turns])


def test_coal_p6_illus_3_gordon_petra_lucy_and_saul_bet() -> None:
    state = illustrated(0)
    assert by_seat(state, "bet") == [100, 120, 140, 60]
    assert by_seat(state, "money") == [100, 80, 60, 140]
    assert state.actor == GORDON


def test_coal_p6_illus_4_gordons_90_are_worth_nothing_after_a_devil() -> None:
    state = pull(illustrated(0), "50 20 20")
    assert (state["run"], state["run_pieces"]) == (90, 3)
    pull(state, "devil")
    assert (state["coal"][GORDON], state["pieces"][GORDON]) == (0, 0)
    assert state.actor == PETRA


def test_coal_p6_illus_5_petra_reaches_135_with_3_pieces() -> None:
    state = illustrated(2)
    assert (state["coal"][PETRA], state["pieces"][PETRA]) == (135, 3)


def test_coal_p6_illus_6_lucy_fails() -> None:
    state = illustrated(3)
    assert (state["coal"][LUCY], state["pieces"][LUCY]) == (0, 0)


def test_coal_p6_illus_7_saul_stops_at_50_with_4_pieces() -> None:
    facts = find("coal").facts(illustrated())
    assert (facts["coal"][SAUL], facts["pieces"][SAUL]) == (50, 4)


def test_coal_p7_illus_8_saul_gordon_and_petra_win_and_lucy_loses() -> None:
    before, after = illustrated(0)["money"], illustrated()["money"]
    bonus = (0, 50, 0, 50)
    paid = [after[seat] - before[seat] - bonus[seat] for seat in range(4)]
    assert paid == [100 + 100, 120 + 120, 0, 60 + 60]


def test_coal_p7_petra_wins_single_because_lucy_bet_higher() -> None:
    assert illustrated()["money"][PETRA] == 80 + 120 + 120 + 50


def test_coal_p7_lucy_would_have_won_280() -> None:
    turns = ("50 20 20 devil", "100 20 20 stop", "20 devil", "20 10 10 10 stop")  # 140 instead of 135
    assert settled(coal(4), BETS, turns) == [300, 80 + 240 + 50, 60 + 140 + 280, 310]


def test_coal_p7_illus_9_petra_and_saul_get_a_bonus_each() -> None:
    without = settled(coal(4), BETS, ("devil", "100 25 10 stop", "devil", "devil"))
    assert illustrated()["money"][PETRA] == 370
    assert illustrated()["money"][SAUL] == without[SAUL] + 50
    assert without[PETRA] == 370 + 50  # alone she takes both


def test_coal_p8_pawns_of_300_370_60_and_310() -> None:
    facts = find("coal").facts(illustrated())
    assert facts["money"] == [300, 370, 60, 310]
    assert facts["pawns"] == [4, 5, 1, 5]  # on 300, between 300 and 500, between 0-50 and 200


def test_coal_p8_example_a_lucy_alone_at_the_end_has_a_pact() -> None:
    assert by_seat(illustrated(), "pact") == [0, 0, 1, 0]


def test_coal_p8_example_a_with_petra_beside_her_nobody_has() -> None:
    assert by_seat(owning(300, 190, 60, 310), "pact") == [0, 0, 0, 0]


def test_coal_p8_example_b_petra_saul_and_lucy_on_0_50() -> None:
    assert by_seat(owning(300, 50, 20, 10), "pact") == [0, 1, 1, 1]


def test_coal_p8_gordon_with_90_pays_petra_and_the_bank_pays_lucy_and_saul() -> None:
    state = pull(bet(owning(190, 50, 20, 10), 100, 0, 0, 0), "devil")
    assert by_seat(state, "money") == [40, 100, 70, 60]
    assert state["bet"][GORDON] == 100


def test_coal_short_rules_90_to_pay_150() -> None:
    state = pull(bet(owning(90, 0, 0, 0), 0, None, None, None), "devil")
    assert by_seat(state, "money") == [40, 50, 50, 50]  # the bank paid 100 of the 150


def test_coal_short_rules_1270_on_39_pieces_and_9_devils() -> None:
    pieces = odds(play(bet(coal(2), 0, 0), "draw"))
    numbers = {int(piece.split()[1]): count for piece, count in pieces.items() if piece != "devil"}
    assert sum(value * count for value, count in numbers.items()) == 1270
    assert sum(numbers.values()) == 39
    assert pieces["devil"] == 9


# --- what you need ---------------------------------------------------------------------------------------------------


def test_c16_every_piece_is_as_likely_and_none_comes_twice() -> None:
    state = play(bet(coal(2), 0, 0), "draw")
    assert odds(state) == BOX
    play(state, "coal 100", "draw", "coal 100", "draw")
    assert odds(state) == {piece: count for piece, count in BOX.items() if piece != "coal 100"}
    assert "no 100 is left in the oven (C16)" in str(refused(state, "coal 100"))


def test_c17_everybody_starts_with_200_on_the_space_200() -> None:
    state = coal(6)
    assert state["money"] == [200] * 6
    assert state["pawn"] == [2] * 6
    assert state["pieces_left"] == 48


TRACK = {
    0: 0, 10: 0, 50: 0, 60: 1, 190: 1, 200: 2, 210: 3, 290: 3, 300: 4, 310: 5, 490: 5, 500: 6, 510: 7, 690: 7, 700: 8,
    710: 9, 990: 9, 1000: 10, 1010: 11, 1290: 11, 1300: 12, 1310: 13, 1590: 13, 1600: 14, 1610: 14, 9990: 14,
}  # fmt: skip


@pytest.mark.parametrize(("money", "position"), TRACK.items())
def test_c18_the_space_of_a_sum(money: int, position: int) -> None:
    assert by_seat(owning(money, 300), "pawn") == [position, 4]


@pytest.mark.parametrize(("money", "position"), {20: 0, 30: 1, 90: 1, 100: 2, 110: 2, 700: 2}.items())
def test_c18_another_track(money: int, position: int) -> None:
    assert owning(money, 300, track=[20, 100])["pawn"][0] == position


def test_c9_the_pawn_moves_after_settlement_only() -> None:
    state = bet(coal(2), 200, 0)
    pull(state, "10 stop")
    assert by_seat(state, "pawn") == [2, 2]
    pull(state, "devil")
    assert by_seat(state, "money") == [100, 200]  # the stake lost, both bonuses won
    assert by_seat(state, "pawn") == [1, 2]


def test_c14_the_first_starting_seat_is_drawn_and_moves_left() -> None:
    state = lay("coal", 3)
    assert state.actor == CHANCE
    assert odds(state) == {"start 1": 1, "start 2": 1, "start 3": 1}
    play(state, "start 2")
    starters = []
    for _ in range(4):
        bet(state, 0, 0, 0)
        starters.append(state.actor + 1)
        pull(state, "10 stop", "devil", "20 stop")
    assert starters == [2, 3, 1, 2]


# --- a round ---------------------------------------------------------------------------------------------------------


def test_c20_four_phases_and_one_turn_for_everybody_clockwise() -> None:
    state = coal(3, starter=3)
    bet(state, 0, 0, 0)
    order = []
    while state.round == 1:
        order.append(state.actor + 1)
        assert state.waiting == (state.actor,)
        pull(state, "20 stop")
    assert order == [3, 1, 2]
    assert by_seat(state, "money") == [300] * 3  # settled
    assert by_seat(state, "pawn") == [4] * 3  # and moved
    assert (state.round, state["starter"]) == (2, 0)


# --- bets ------------------------------------------------------------------------------------------------------------


def test_c1_any_amount_from_0_to_all_in_steps_of_10() -> None:
    state = put(coal(2), money=[70, 10])
    assert said(state) == [f"bet {amount}" for amount in range(0, 80, 10)]
    assert state.view(1).moves() == state.legal(1)  # at the same time
    assert [state.say(move) for move in state.legal(1)] == ["bet 0", "bet 10"]


def test_c1_all_bet_at_once_and_stakes_leave_the_purse_together() -> None:
    state = play(coal(3), "bet 0")
    assert state.waiting == (1, 2)
    state = play(coal(3), "bet 100", "bet 50")
    assert state.waiting == (2,)
    assert by_seat(state, "money") == [200, 200, 200]
    play(state, "bet 200")
    assert by_seat(state, "money") == [100, 150, 0]


@pytest.mark.parametrize("penniless", [(0,), (1,), (2,), (0, 1), (1, 2)])
def test_c1_without_money_no_bet_but_a_turn(penniless: tuple[int, ...]) -> None:
    money = [0 if seat in penniless else 200 for seat in range(3)]
    state = bet(owning(*money), *(10 if amount else None for amount in money))
    assert by_seat(state, "bet") == [10 if amount else 0 for amount in money]
    for seat in range(3):
        assert state.actor == seat
        pull(state, "10 stop")
    assert state.round == 3


def test_c1_when_nobody_has_money_all_draw_at_once() -> None:
    state = owning(0, 0, starter=2)
    assert (by_seat(state, "bet"), state.actor, said(state)) == ([0, 0], 1, ["draw"])


def test_c2_a_bet_of_0_wins_and_loses_nothing() -> None:
    assert settled(coal(3), (0, 0, 0), ("devil", "100 stop", "devil")) == [200, 300, 200]


def test_c2_a_bet_of_0_is_never_the_highest() -> None:
    assert settled(coal(2), (0, 10), ("100 stop", "devil")) == [300, 220]  # 10 is the highest bet


# --- drawing ---------------------------------------------------------------------------------------------------------


def test_c3_the_first_draw_is_compulsory_then_stop_or_draw() -> None:
    state = bet(coal(2), 0, 0)
    for _ in range(2):
        assert said(state) == ["draw"]
        play(state, "draw", "coal 25")
        assert said(state) == ["draw", "stop"]
        play(state, "draw", "coal 50")
        assert (state["run"], state["run_pieces"]) == (75, 2)
        assert said(state) == ["draw", "stop"]
        play(state, "stop")
    assert find("coal").facts(state)["coal"] == [75, 75]


def test_c4_run_and_devil_stay_out_of_the_oven() -> None:
    state = pull(bet(coal(2), 0, 0), "100 75 devil", "100 stop")
    bet(state, 0, 0)
    left = odds(play(state, "draw"))
    assert left == {"devil": 8, "coal 10": 9, "coal 20": 9, "coal 25": 9, "coal 50": 7, "coal 75": 2}


def test_c4_the_bet_of_a_burned_seat_is_untouched() -> None:
    state = pull(bet(coal(2), 100, 200), "devil")
    assert by_seat(state, "bet") == [100, 200]
    assert by_seat(pull(state, "100 stop"), "money") == [100 + 200, 0 + 100]


def test_c4_nothing_is_left_of_a_burned_run_for_the_next_seat() -> None:
    state = pull(bet(coal(2), 0, 0), "100 75 devil")
    assert (state["run"], state["run_pieces"]) == (0, 0)
    assert said(state) == ["draw"]


def test_c5_the_last_number_is_kept_at_once_and_the_others_have_nothing() -> None:
    state = coal(3, pieces="10:2 50:1", oven=0)
    money = settled(state, (10, 60, 70), ("10 stop", "50 10"))  # nobody stops, seat 3 never draws
    assert find("coal").facts(state)["coal"] == [10, 60, 0]
    assert find("coal").facts(state)["pieces"] == [1, 2, 0]
    assert money == [190 + 20, 140 + 120 + 100, 130]
    assert (state.round, state["pieces_left"]) == (2, 3)  # an empty oven always refills


def test_c5_the_last_devil_burns_and_is_paid_for_once() -> None:
    state = put(coal(3, pieces="10:1 50:1 devil:1", oven=0), pact=[1, 0, 1])
    bet(state, 50, 60, 0)
    pull(state, "10 stop", "50 devil")
    assert find("coal").facts(state)["coal"] == [10, 0, 0]
    # seat 2 pays 1 and 3; seat 3, not yet on turn, pays nobody; seat 1 loses its bet and takes both bonuses
    assert by_seat(state, "money") == [150 + 50 + 100, 140 - 100, 200 + 50]
    assert state["pieces_left"] == 3


def test_c5_the_last_piece_in_the_last_turn() -> None:
    state = coal(2, pieces="10:2", oven=0)
    assert settled(state, (0, 0), ("10 stop", "10")) == [300, 300]


# --- settlement ------------------------------------------------------------------------------------------------------

SETTLEMENTS = {
    "the highest bet, lost, doubles nobody": ((150, 100, 0), ("devil", "devil", "100 stop"), [50, 300, 300]),
    "the highest bet, won, is paid twice": ((80, 100, 0), ("devil", "devil", "100 stop"), [280, 400, 300]),
    "a shared highest bet is paid twice to each": ((90, 90, 40), ("devil", "devil", "75 20 stop"), [380, 380, 340]),
    "a shared highest bet, lost, doubles nobody": ((110, 110, 40), ("devil", "devil", "100 stop"), [90, 90, 340]),
    "as much as the highest amount is won": ((100, 0, 0), ("devil", "100 stop", "devil"), [400, 300, 200]),
    "ten more is lost": ((110, 0, 0), ("devil", "100 stop", "devil"), [90, 300, 200]),
    "amounts of two seats are not added": ((60, 0, 0), ("50 stop", "50 stop", "devil"), [240, 300, 200]),
    "it need not be one's own coal": ((0, 0, 200), ("devil", "100 100 stop", "devil"), [200, 300, 600]),
    "the highest of all counts, not the last": ((60, 0, 0), ("75 stop", "50 stop", "20 stop"), [420, 250, 250]),
}


@pytest.mark.parametrize(("bets", "turns", "money"), SETTLEMENTS.values(), ids=SETTLEMENTS)
def test_c6_bets(bets: tuple[int, ...], turns: tuple[str, ...], money: list[int]) -> None:
    assert settled(coal(3), bets, turns) == money


def test_c7_everybody_burned() -> None:
    assert settled(coal(3), (0, 10, 200), ("devil", "10 devil", "100 100 devil")) == [200, 190, 0]


BONUSES = {
    "one seat takes both": (("100 10 stop", "50 stop", "devil"), [300, 200, 200]),
    "amount and pieces apart": (("100 stop", "10 10 stop", "devil"), [250, 250, 200]),
    "all with the highest amount": (("50 stop", "50 stop", "10 10 stop"), [250, 250, 250]),
    "all with the most pieces": (("50 stop", "10 stop", "devil"), [300, 250, 200]),
    "burned pieces do not count": (("10 10 10 devil", "10 stop", "25 stop"), [200, 250, 300]),
    "the first seat's run is not forgotten": (("100 10 10 stop", "10 stop", "10 10 stop"), [300, 200, 200]),
}


@pytest.mark.parametrize(("turns", "money"), BONUSES.values(), ids=BONUSES)
def test_c8_bonuses(turns: tuple[str, ...], money: list[int]) -> None:
    assert settled(coal(3), (0, 0, 0), turns) == money


def test_c8_a_lost_bet_does_not_stand_in_the_way() -> None:
    assert settled(coal(2), (200, 0), ("100 stop", "devil")) == [100, 200]


def test_c8_the_least_coal_there_can_be_is_enough_for_the_bonus() -> None:
    box = coal(2, pieces={"devil": 3, "1": 5}, oven=0)
    assert settled(box, (0, 0), ("1 stop", "devil")) == [300, 200]


# --- the pact --------------------------------------------------------------------------------------------------------

PACTS = {
    "alone at the back": ((300, 370, 60, 310), [0, 0, 1, 0]),
    "two in the hindmost gap": ((60, 190, 300, 310), [0, 0, 0, 0]),
    "two on the hindmost number": ((200, 200, 300), [0, 0, 0]),
    "a gap is behind the number above it": ((190, 200, 200), [1, 0, 0]),
    "a number is behind the gap above it": ((300, 310, 310), [1, 0, 0]),
    "all on 0-50, poor or penniless": ((0, 50, 300), [1, 1, 0]),
    "alone on 0-50": ((50, 60, 300), [1, 0, 0]),
    "60 is not 0-50": ((60, 60, 300), [0, 0, 0]),
    "everybody on 0-50": ((0, 10, 50), [1, 1, 1]),
    "the last of two": ((500, 490), [0, 1]),
    "behind the last space": ((1590, 1580, 1300), [0, 0, 1]),
}


@pytest.mark.parametrize(("money", "pact"), PACTS.values(), ids=PACTS)
def test_c10_who_has_a_pact(money: tuple[int, ...], pact: list[int]) -> None:
    assert by_seat(owning(*money), "pact") == pact


@pytest.mark.parametrize(("money", "pact"), [(200, 0), (60, 0), (50, 1), (10, 1)])
def test_c10_before_the_first_round_the_starting_money_decides(money: int, pact: int) -> None:
    assert by_seat(coal(3, money=money), "pact") == [pact] * 3


def test_c10_the_hindmost_of_a_long_track() -> None:
    state = owning(110, 120, 130, track=list(range(10, 130, 10)))
    assert (by_seat(state, "pawn"), by_seat(state, "pact")) == ([20, 22, 22], [1, 0, 0])


def test_c10_a_pact_lasts_until_the_pawns_move() -> None:
    state = bet(owning(300, 310, 0, starter=1), 0, 0, None)
    pull(state, "devil", "devil")
    assert state["money"][2] == 100
    assert by_seat(state, "pact") == [0, 0, 1]
    pull(state, "devil")
    assert by_seat(state, "pawn") == [3, 3, 1]  # 250, 260, 100
    assert by_seat(state, "pact") == [0, 0, 1]


def test_c10_nobody_gains_a_pact_in_the_middle_of_a_round() -> None:
    state = pull(bet(owning(310, 320, 60), 310, 0, 0), "devil")
    assert state["money"][0] == 0
    assert by_seat(state, "pact") == [0, 0, 1]


PAYMENTS = {
    "from the payer's left": ((0, 110, 0, 0), 2, [50, 10, 50, 50]),
    "round the table": ((0, 0, 0, 110), 4, [50, 50, 50, 10]),
    "exactly 50 is enough": ((60, 50, 500), 2, [60, 50, 500]),
    "nobody has a pact": ((200, 200, 200), 1, [200, 200, 200]),
    "40 is not enough": ((40, 30, 500), 1, [40, 80, 500]),
    "a pact holder pays the others, not himself": ((50, 20, 500), 1, [0, 70, 500]),
    "alone with a pact: nothing happens": ((60, 500, 500), 1, [60, 500, 500]),
    "who has nothing pays nothing": ((0, 0, 500), 1, [0, 50, 500]),
}


@pytest.mark.parametrize(("money", "payer", "after"), PAYMENTS.values(), ids=PAYMENTS)
def test_c11_the_devils_pay(money: tuple[int, ...], payer: int, after: list[int]) -> None:
    state = owning(*money, starter=payer)
    bet(state, *(0 if amount else None for amount in money))
    pull(state, "10 devil")
    assert state["drawn"] == 1  # at once
    assert by_seat(state, "money") == after


def test_c11_the_bank_pays_when_the_payer_cannot() -> None:
    state = bet(owning(110, 110, 0, 0, 0, starter=2), 0, 0, None, None, None)
    pull(state, "devil")  # pays 3 and 4, the bank pays 5
    assert by_seat(state, "money") == [110, 10, 50, 50, 50]
    assert sum(state["money"]) == 110 + 110 + 50


def test_c11_stakes_pay_nobody() -> None:
    state = pull(bet(owning(300, 20, 10), 260, 0, 0), "devil")
    assert by_seat(state, "money") == [40, 70, 60]
    assert by_seat(state, "bet") == [260, 0, 0]


def test_c11_a_holder_is_paid_even_before_the_turn_and_may_pay_with_it() -> None:
    state = bet(owning(200, 0, 0), 0, None, None)
    pull(state, "devil")
    assert by_seat(state, "money") == [100, 50, 50]
    pull(state, "devil")  # seat 2 pays seat 3
    assert by_seat(state, "money") == [100, 0, 100]


# --- secrets ---------------------------------------------------------------------------------------------------------


def test_c12_bets_are_secret_until_all_are_in() -> None:
    state = play(coal(3), "bet 150", "bet 20")
    for seat, known in {PUBLIC: [-1, -1, -1], 0: [150, -1, -1], 1: [-1, 20, -1], 2: [-1, -1, -1]}.items():
        assert by_seat(state, "bet") == [150, 20, -1]
        view = state.view(seat)
        assert view["bet"][:3] == known
        assert view["money"][:3] == [200, 200, 200]  # as before the bets
    play(state, "bet 0")
    assert state.view(PUBLIC)["bet"][:3] == [150, 20, 0]


def test_c12_a_view_does_not_change_with_anothers_closed_fist() -> None:
    one, other = play(coal(3), "bet 150"), play(coal(3), "bet 0")
    for seat in (PUBLIC, 1, 2):
        assert one.view(seat) == other.view(seat)
    assert one.view(0) != other.view(0)


def test_c12_an_open_purse_does_not_betray_the_bet() -> None:
    state = play(owning(60, 300, 300), "bet 40")
    assert state.view(1).shown()["money"] == [60, 300, None]
    bet_in = play(state, "bet 0", "bet 0")
    assert bet_in.view(1).shown()["money"] == [20, 300, None]


def test_c12_who_has_no_money_holds_no_secret() -> None:
    state = play(owning(0, 300, 200), "bet 50")
    assert state.view(2)["bet"][:3] == [0, -1, -1]


def test_c12_pieces_put_aside_lie_face_down() -> None:
    state = pull(bet(coal(2), 0, 0), "100 devil")
    closed, opened = state.view(1).shown(), state.view(1).shown(everything=True)
    assert closed["pieces_left"] == opened["pieces_left"] == 46
    assert "left" not in closed
    assert opened["left"] == [8, 9, 9, 9, 7, 3, 1]
    assert opened["money"] == [200, 200]


def test_c12_a_closed_fist_may_hold_any_bet_its_owner_can_pay() -> None:
    state = play(put(coal(3), money=[30, 200, 200]), "bet 30", "bet 70")
    draws = Draws(7)
    worlds = [state.view(1).imagine(draws) for _ in range(60)]
    assert {world["bet"][0] for world in worlds} == {0, 10, 20, 30}
    assert {(world["bet"][1], world["bet"][2]) for world in worlds} == {(70, -1)}
    state = bet(coal(2), 10, 20)
    assert state.view(0).imagine(draws) == state  # nothing is hidden any more


# --- the next round --------------------------------------------------------------------------------------------------

MANY = "10 " * 9 + "20 " * 9 + "25 " * 8  # 26 pieces


@pytest.mark.parametrize(("first", "left"), [(MANY + "25 50 stop", 48), (MANY + "25 stop", 20), (MANY + "stop", 21)])
def test_c19_19_pieces_are_mixed_again_20_are_not(first: str, left: int) -> None:
    state = pull(bet(coal(2), 0, 0), first, "devil")
    assert state["pieces_left"] == left
    assert (odds(play(bet(state, 0, 0), "draw")) == BOX) == (left == 48)


@pytest.mark.parametrize(("oven", "left"), [(0, 1), (1, 3), (2, 3)])
def test_c19_another_mouth(oven: int, left: int) -> None:
    assert pull(bet(coal(2, pieces="10:3", oven=oven), 0, 0), "10 stop", "10 stop")["pieces_left"] == left


# --- the end ---------------------------------------------------------------------------------------------------------

ENDS = {
    "1600 is enough": ((1600, 200), Result((1, 2), (1600, 200), "1600 reached")),
    "more is, too": ((200, 1720), Result((2, 1), (200, 1720), "1600 reached")),
    "1590 is not": ((1590, 1590), None),
    "the richest wins": ((1600, 1610, 200), Result((2, 1, 3), (1600, 1610, 200), "1600 reached")),
    "equal riches share the win": ((1720, 900, 1720), Result((1, 3, 1), (1720, 900, 1720), "1600 reached")),
}


@pytest.mark.parametrize(("money", "result"), ENDS.values(), ids=ENDS)
def test_c13_at_1600_the_richest_win(money: tuple[int, ...], result: Result | None) -> None:
    state = owning(*money)
    assert state.result() == result
    assert (state.actor == OVER) == (result is not None)


def test_c13_1600_in_the_middle_of_a_round_ends_nothing() -> None:
    state = bet(put(coal(2), money=[1550, 1590], pact=[1, 1]), 0, 0)
    pull(state, "devil")
    assert by_seat(state, "money") == [1500, 1640]
    assert state.actor == 1
    pull(state, "devil")
    assert by_seat(state, "money") == [1550, 1590]
    assert state.result() is None
    assert state.round == 2


def test_c13_at_the_end_nothing_is_left_to_do() -> None:
    state = owning(1600, 200)
    assert (state.moves(), state.waiting, state.offer()) == ([], (), [])
    assert str(refused(state, "draw")) == "the game is over."


PLACES = {
    (1720, 1720, 900): (1, 1, 3),
    (1600, 200, 200, 0): (1, 2, 2, 4),
    (0, 1600, 1600, 1600, 10, 0): (5, 1, 1, 1, 4, 5),
}


@pytest.mark.parametrize(("money", "places"), PLACES.items())
def test_c21_equal_money_shares_a_place(money: tuple[int, ...], places: tuple[int, ...]) -> None:
    result = owning(*money).result()
    assert result is not None
    assert (result.places, result.points) == (places, money)


def test_c15_after_the_last_round_the_richest_win() -> None:
    state = coal(2, rounds=2)
    pull(bet(state, 0, 0), "10 stop", "devil")
    assert state.result() is None
    pull(bet(state, 0, 0), "10 stop", "10 stop")
    assert state.result() == Result((1, 2), (400, 300), "round limit")


def test_c15_who_reaches_the_target_in_the_last_round_has_reached_it() -> None:
    result = owning(1600, 200, rounds=1).result()
    assert result == Result((1, 2), (1600, 200), "1600 reached")


def test_c15_no_limit_at_the_table_200_rounds_in_simulation() -> None:
    assert set_up(find("coal"), 2).options["rounds"] is None
    assert set_up(find("coal"), 2, simulated=True).options["rounds"] == 200
    assert set_up(find("coal"), 2, {"rounds": 5}, simulated=True).options["rounds"] == 5


def test_c22_other_values() -> None:
    state = coal(2, money=300, target=400, track=[50, 300], pieces={"30": 4}, oven=1)
    assert by_seat(state, "money") == [300, 300]
    assert by_seat(state, "pawn") == [2, 2]
    money = settled(state, (30, 0), ("30 stop", "30 stop"))
    assert money == [270 + 90 + 100, 400]
    assert state.result() == Result((1, 2), (460, 400), "400 reached")
    assert by_seat(state, "pawn") == [2, 2]  # the last space


def test_c22_an_oven_without_a_devil() -> None:
    state = play(bet(coal(2, pieces="5:1 500:2", oven=0), 0, 0), "draw")
    assert odds(state) == {"coal 5": 1, "coal 500": 2}
