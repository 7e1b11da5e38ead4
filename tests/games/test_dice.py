"""The rules of dice: the rulebook's own examples, then every paragraph of docs/rules/dice.en.md."""

from __future__ import annotations

import pytest

from brimstone.chance import Draws
from brimstone.games import find
from brimstone.games.contract import CHANCE, PUBLIC, Result
from brimstone.games.dice import CLAIM, FORCE, OPEN, REROLL, ROLL, STEAL, SWAP, TRADE
from brimstone.games.dice_words import KIND_NAMES, RANK_NAMES
from brimstone.games.state import State
from tests.games.tables import by_seat, dice, fight, lay, odds, owned_by, play, put, refused, said

ALL_SIX = [f"rank {seat}: {rank}" for seat, rank in enumerate(RANK_NAMES, 1)]


def winner(state: State) -> int | None:
    """The seat that has just won a battle."""
    return state["winner"] + 1 or None


def rolling_again(state: State) -> list[int]:
    """The seats that have to roll again."""
    assert state["phase"] == REROLL
    return [seat + 1 for seat in range(state.setup.seats) if state["again"] >> seat & 1]


# --- the rulebook's examples -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("gold", "equal"), [("5 4 3", "5 4"), ("6 6 2", "6 6"), ("5 5 1", "6 4")])
def test_dice_p4_oberteufel_examples_1_to_3(gold: str, equal: str) -> None:
    state = dice(
        f"""
        1 oberteufel   {gold} -> 1
        2 putzteufel   {equal} -> 1
        3 satansbraten 1 1 -> 2
        """,
        "bed scarf",
    )
    assert rolling_again(state) == [1, 2]  # 9, 12 and 10: neither more nor less


def test_dice_p4_spielteufel_forces_10_and_7_and_loses_to_11() -> None:
    state = dice(
        """
        1 oberteufel   6 4 1 -> 1
        2 spielteufel  5 4   -> 1
        3 fehlerteufel 4 3   -> 1
        4 satansbraten 1 1   -> 2
        """,
        "iron bed scarf",
    )
    assert (state.actor, said(state)) == (1, ["stand", "reroll"])
    play(state, "reroll", "roll 1: 5 3 1", "roll 3: 6 5")
    assert winner(state) == 3
    assert owned_by(state, 3) == "iron"


def test_dice_p4_satansbraten_4_2_and_3() -> None:
    state = dice(
        """
        1 oberteufel   5 4 3 -> 1
        2 putzteufel   5 4   -> 2
        3 satansbraten 4 2   -> 2
        """,
        "bed scarf",
    )
    assert rolling_again(state) == [2, 3]  # 9 against 4 + 2 + 3


def test_dice_p2_claims_of_three() -> None:
    state = lay("dice", 3, "rank 1: satansbraten", "rank 2: putzteufel", "rank 3: oberteufel")
    play(state, "open 1: bed", "open 2: bed", "roll 3: 6 5 4", "roll 2: 6 5", "roll 1: 4 4")
    order = []
    for _ in range(3):
        order.append(RANK_NAMES[state["rank"][state.actor] - 1])
        play(state, "claim 1")
    assert order == ["oberteufel", "putzteufel", "satansbraten"]


def test_dice_p2_10_beats_9() -> None:
    state = dice(
        """
        1 oberteufel   1 1 1 -> 2
        2 spielteufel  1 1   -> 2
        3 fehlerteufel 6 4   -> 1
        4 putzteufel   5 4   -> 1
        5 satansbraten 1 1   -> 2
        """,
        "bed iron scarf",
    )
    play(state, "stand", "keep rank")
    assert winner(state) == 3


def test_dice_p3_the_fehlerteufel_swaps_with_the_oberteufel() -> None:
    state = dice(
        """
        1 oberteufel   2 2 1 -> 1
        2 fehlerteufel 6 4   -> 1
        3 satansbraten 1 1   -> 2
        """,
        "iron bed",
        ranks=["oberteufel", "fehlerteufel", "satansbraten"],
    )
    assert said(state) == ["keep rank", "swap with 1"]
    play(state, "swap with 1")
    assert find("dice").facts(state)["ranks"] == ["fehlerteufel", "oberteufel", "satansbraten"]


def test_dice_p3_marion_has_15_and_3_points() -> None:
    state = dice(
        """
        1 oberteufel   6 6 1 -> 1
        2 putzteufel   1 1   -> 1
        3 satansbraten 1 1   -> 2
        """,
        "scarf bath",
        {2: "chilli chilli chilli iron iron bed scarf teacup"},
        goal=1,
    )
    result = play(state, "keep rank").result()
    assert result == Result((3, 1, 2), (1, 15 + 3, 2), "1 items reached")


# --- what you need ---------------------------------------------------------------------------------------------------


def test_d14_56_items_worth_76() -> None:
    state = lay("dice", 6, *ALL_SIX)
    copies = dict(zip(KIND_NAMES, [6] * 7 + [4, 4, 3, 3], strict=True))
    assert odds(state) == {f"open 1: {kind}": count for kind, count in copies.items()}
    assert sum(copies.values()) == state["stock_left"] == 56
    assert state["value"] == [1] * 7 + [2, 2, 3, 3]
    assert sum(count * worth for count, worth in zip(state["stock"], state["value"], strict=True)) == 76


def test_d14_an_item_opened_is_gone_from_the_box() -> None:
    state = play(lay("dice", 6, *ALL_SIX), "open 1: iron", "open 2: iron")
    assert odds(state)["open 3: iron"] == 1
    play(state, "open 3: iron")
    assert "open 4: iron" not in odds(state)


DICE = {
    "oberteufel": (216, {"6 6 6": 1, "6 5 4": 6, "5 5 1": 3, "1 1 1": 1}),
    "spielteufel": (36, {"6 6": 1, "6 5": 2, "1 1": 1}),
    "fehlerteufel": (36, {"6 1": 2}),
    "putzteufel": (36, {"5 5": 1}),
    "springteufel": (36, {"4 3": 2}),
    "satansbraten": (36, {"1 1": 1, "2 1": 2, "3 1": 4, "3 3": 4, "4 3": 8, "4 4": 4, "2 2": 1}),
}


@pytest.mark.parametrize("rank", DICE)
def test_d15_the_dice_of_a_rank(rank: str) -> None:
    state = play(lay("dice", 6, *ALL_SIX), *(f"open {place}: bed" for place in range(1, 5)))
    for earlier in RANK_NAMES[: RANK_NAMES.index(rank)]:
        play(state, f"roll {RANK_NAMES.index(earlier) + 1}: {'1 1 1' if earlier == 'oberteufel' else '1 1'}")
    seat, (ways, known) = RANK_NAMES.index(rank) + 1, DICE[rank]
    rolls = odds(state)
    assert sum(rolls.values()) == ways
    assert {faces: rolls[f"roll {seat}: {faces}"] for faces in known} == known
    assert (f"roll {seat}: 5 5" in rolls) == (ways == 36 and rank != "satansbraten")


BY_SEATS = {3: ((1, 4, 6), 2), 4: ((1, 2, 3, 6), 3), 5: ((1, 2, 3, 4, 6), 3), 6: ((1, 2, 3, 4, 5, 6), 4)}


@pytest.mark.parametrize(("seats", "ranks", "opened"), [(seats, *row) for seats, row in BY_SEATS.items()])
def test_d16_ranks_and_open_items_by_seats(seats: int, ranks: tuple[int, ...], opened: int) -> None:
    state = lay("dice", seats)
    assert [RANK_NAMES.index(move.split()[-1]) + 1 for move in said(state)] == list(ranks)
    assert state["places"] == opened
    play(state, *(f"rank {seat}: {RANK_NAMES[rank - 1]}" for seat, rank in enumerate(ranks, 1)))
    for place in range(1, opened + 1):
        assert state["phase"] == OPEN
        play(state, f"open {place}: bed")
    assert state["phase"] == ROLL


def test_d1_ranks_are_dealt_at_random_one_to_each() -> None:
    state = lay("dice", 3)
    assert state.actor == CHANCE
    assert (by_seat(state, "claim"), state["ober"], state["place"], state["winner"]) == ([-1] * 3, -1, -1, -1)
    assert odds(state) == {"rank 1: oberteufel": 1, "rank 1: putzteufel": 1, "rank 1: satansbraten": 1}
    play(state, "rank 1: putzteufel")
    assert odds(state) == {"rank 2: oberteufel": 1, "rank 2: satansbraten": 1}
    play(state, "rank 2: oberteufel")
    assert odds(state) == {"rank 3: satansbraten": 1}
    play(state, "rank 3: satansbraten")
    assert by_seat(state, "rank") == [4, 1, 6]
    assert by_seat(state, "held") == [0, 0, 0]


# --- a round ---------------------------------------------------------------------------------------------------------

QUIET = """
    1 oberteufel   6 6 1 -> 1
    2 putzteufel   1 1   -> 1
    3 satansbraten 1 1   -> 2
"""


def test_d17_open_roll_claim_fight_and_again() -> None:
    state = lay("dice", 3, "rank 1: oberteufel", "rank 2: putzteufel", "rank 3: satansbraten")
    seen = []
    for move in (
        "open 1: bed", "open 2: iron", "roll 1: 6 6 1", "roll 2: 1 1", "roll 3: 1 1", "claim 1", "claim 1", "claim 2",
        "keep rank",
    ):  # fmt: skip
        seen.append((state["phase"], state.actor))
        play(state, move)
    steps = [(OPEN, CHANCE)] * 2 + [(ROLL, CHANCE)] * 3 + [(CLAIM, 0), (CLAIM, 1), (CLAIM, 2), (SWAP, 0)]
    assert seen == steps
    assert (state["phase"], state.round, state["place"], state["winner"]) == (OPEN, 2, -1, -1)
    assert (by_seat(state, "dice"), by_seat(state, "shown")) == ([[0, 0, 0]] * 3, [0, 0, 0])


def test_d2_unclaimed_items_stay_and_the_rest_is_topped_up() -> None:
    state = dice(
        """
        1 oberteufel   6 6 1 -> 3
        2 spielteufel  1 1   -> 1
        3 fehlerteufel 1 1   -> 1
        4 satansbraten 1 1   -> 3
        """,
        "bed iron grill",
    )
    play(state, "keep rank", "stand", "roll 2: 6 6", "roll 3: 1 1", "keep rank")
    assert state["open"][:3] == [-1, KIND_NAMES.index("iron"), -1]
    assert {move.split(":")[0] for move in said(state)} == {"open 1"}
    play(state, "open 1: scarf")
    assert {move.split(":")[0] for move in said(state)} == {"open 3"}


def test_d2_open_what_there_is_and_score_when_nothing_is_left() -> None:
    state = dice(QUIET.replace("-> 2", "-> 1"), "bed bed", items={"bed": [3, 1]}, rerolls=0)
    play(state, "keep rank")
    assert said(state) == ["open 1: bed"]  # the other stayed
    fight(state, QUIET.replace("-> 2", "-> 1"), "bed")
    play(state, "keep rank")
    assert (state["phase"], state["open"][:2]) == (ROLL, [-1, 0])  # the box is empty, one item is open
    play(state, "roll 1: 6 6 1", "roll 2: 1 1", "roll 3: 1 1")
    assert said(state) == ["claim 2"]
    play(state, "claim 2", "claim 2", "claim 2", "keep rank")
    assert state.result() == Result((1, 2, 3), (3 + 3, 0, 0), "no items left")


# --- roll and claim --------------------------------------------------------------------------------------------------


def rolled() -> State:
    """Three seats that have rolled and not claimed."""
    state = lay("dice", 3, "rank 1: satansbraten", "rank 2: oberteufel", "rank 3: putzteufel")
    return play(state, "open 1: scarf", "open 2: scarf", "roll 2: 5 4 3", "roll 3: 6 1", "roll 1: 3 2")


def test_d3_dice_are_secret() -> None:
    state = rolled()
    assert by_seat(state, "dice") == [[3, 2, 0], [5, 4, 3], [6, 1, 0]]
    for seat in (PUBLIC, 0, 1, 2):
        known = [dice if owner == seat else [0, 0, 0] for owner, dice in enumerate(by_seat(state, "dice"))]
        assert state.view(seat)["dice"][:3] == known


def test_d3_under_the_other_cups_may_lie_any_throw() -> None:
    state, draws = rolled(), Draws(3)
    worlds = [state.view(0).imagine(draws) for _ in range(300)]
    assert {tuple(world["dice"][0]) for world in worlds} == {(3, 2, 0)}
    assert len({tuple(world["dice"][2]) for world in worlds}) == 21  # all throws of two dice
    assert all(world["dice"][1][0] >= world["dice"][1][1] >= world["dice"][1][2] > 0 for world in worlds)


def test_d3_claims_are_open_and_in_order_of_rank() -> None:
    state = rolled()
    for seat, place in ((1, 2), (2, 2), (0, 1)):
        assert state.actor == seat
        assert state.waiting == (seat,)
        assert said(state) == ["claim 1", "claim 2"]
        before = state.copy()
        play(state, f"claim {place}")
        if seat:  # the last claim begins the battles
            assert before["claim"][seat] == -1
            assert state.view(PUBLIC)["claim"][seat] == place - 1


def test_d3_two_of_a_kind_are_two_places() -> None:
    state = play(rolled(), "claim 1", "claim 2", "claim 2")
    assert (state["place"], state["party"]) == (1, 0b101)
    assert owned_by(state, 2) == "scarf"


# --- lone claims and battles -----------------------------------------------------------------------------------------


def lone() -> State:
    """Seats 2 and 3 claim alone, seats 1 and 4 fight; the spielteufel is not among them."""
    return dice(
        """
        1 oberteufel   6 5 1 -> 1
        2 spielteufel  6 6   -> 2
        3 fehlerteufel 5 5   -> 3
        4 satansbraten 4 3   -> 1
        """,
        "bed iron grill",
        {1: "scarf", 4: "scarf"},
    )


def test_d4_a_lone_claim_takes_the_item_before_the_first_battle() -> None:
    state = dice(
        """
        1 oberteufel   6 5 1 -> 1
        2 spielteufel  6 6   -> 1
        3 fehlerteufel 5 5   -> 2
        4 satansbraten 4 3   -> 3
        """,
        "bed iron grill",
    )
    assert state["phase"] == FORCE  # no battle is decided yet
    assert [owned_by(state, seat) for seat in (1, 2, 3, 4)] == ["", "", "iron", "grill"]
    assert by_seat(state, "claim") == [-1, -1, -1, -1]


def test_d4_lone_dice_stay_secret_but_gold_dice_are_shown() -> None:
    assert by_seat(lone(), "shown") == [1, 0, 0, 1]
    state = dice(
        """
        1 oberteufel   6 5 1 -> 1
        2 spielteufel  6 6   -> 2
        3 fehlerteufel 5 4   -> 2
        4 satansbraten 4 3   -> 3
        """,
        "bed iron grill",
    )
    assert by_seat(state, "shown") == [1, 1, 1, 0]
    assert state.view(PUBLIC)["dice"][:4] == [[6, 5, 1], [6, 6, 0], [5, 4, 0], [0, 0, 0]]


def test_d5_the_oberteufels_battle_first_then_by_the_best_rank() -> None:
    state = dice(
        """
        1 putzteufel   6 5   -> 1
        2 satansbraten 1 1   -> 1
        3 oberteufel   6 5 1 -> 2
        4 springteufel 1 1   -> 2
        5 spielteufel  6 5   -> 3
        6 fehlerteufel 1 1   -> 3
        """,
        "bed bed bed bed",
    )
    assert (state["place"], by_seat(state, "shown")) == (1, [0, 0, 1, 1, 0, 0])
    play(state, "keep rank")
    assert (state["place"], by_seat(state, "shown")) == (2, [0, 0, 1, 1, 1, 1])
    play(state, "stand", "keep rank")
    assert (state["place"], by_seat(state, "shown")) == (0, [1, 1, 1, 1, 1, 1])


# Six seats by rank; the satansbraten claims alone at 4 unless a test says otherwise.
def six(ober: str, spiel: str, fehler: str, putz: str, spring: str, satan: str = "1 1 -> 4", opened: str = "") -> State:
    lines = zip(RANK_NAMES, (ober, spiel, fehler, putz, spring, satan), strict=True)
    drawing = "\n".join(f"{seat} {rank} {rest}" for seat, (rank, rest) in enumerate(lines, 1))
    return dice(drawing, opened or "bed bed bed bed")


def test_d6_the_spielteufel_is_asked_first_whatever_the_standing() -> None:
    state = six("3 3 1 -> 1", "6 6 -> 1", "1 1 -> 2", "2 1 -> 2", "3 1 -> 3")
    assert (state["phase"], state.actor, said(state)) == (FORCE, 1, ["stand", "reroll"])  # he leads 12 to 6
    assert winner(play(state, "stand")) == 2


def test_d6_all_his_opponents_roll_again_and_he_does_not() -> None:
    state = six("6 6 1 -> 1", "5 4 -> 1", "6 3 -> 1", "6 5 -> 2", "6 5 -> 3")
    play(state, "reroll")
    assert rolling_again(state) == [1, 3]  # not seat 2, nor those of other battles
    assert {move.split(":")[0] for move in said(state)} == {"roll 1"}
    play(state, "roll 1: 1 1 1")
    assert {move.split(":")[0] for move in said(state)} == {"roll 3"}
    assert winner(play(state, "roll 3: 2 1")) == 2
    assert state["dice"][1] == [5, 4, 0]


def test_d6_he_decides_once_and_never_after_a_tie() -> None:
    state = six("6 6 1 -> 1", "5 4 -> 1", "6 3 -> 2", "6 5 -> 2", "6 5 -> 3")
    play(state, "reroll", "roll 1: 5 4 1")
    assert rolling_again(state) == [1, 2]  # 9 to 9: now he rolls, too
    play(state, "roll 1: 6 6 6", "roll 2: 1 1")
    assert winner(state) == 1


def test_d6_after_standing_on_a_tie_he_is_not_asked_again() -> None:
    state = six("5 4 1 -> 1", "5 4 -> 1", "6 3 -> 2", "6 5 -> 2", "6 5 -> 3")
    play(state, "stand", "roll 1: 3 2 1", "roll 2: 4 1")
    assert rolling_again(state) == [1, 2]  # 5 to 5


def test_d6_in_a_battle_without_him_nobody_is_asked() -> None:
    state = six("6 6 1 -> 1", "5 4 -> 2", "6 3 -> 1", "6 5 -> 3", "6 5 -> 4", "1 1 -> 2")
    assert winner(state) == 1


def test_d6_the_tied_roll_again_and_those_who_are_out_stay_out() -> None:
    state = dice(
        """
        1 oberteufel   6 5 3 -> 1
        2 spielteufel  1 1   -> 1
        3 fehlerteufel 5 3   -> 2
        4 putzteufel   4 4   -> 2
        5 satansbraten 3 1   -> 2
        """,
        "bed bed bed",
    )
    play(state, "stand", "keep rank")
    assert rolling_again(state) == [3, 4]  # 8, 8 and 3 + 1 + 3 = 7
    play(state, "roll 3: 3 2", "roll 4: 3 1")
    assert winner(state) == 3  # with 5


def test_d6_a_new_tie_narrows_further() -> None:
    state = six("6 6 1 -> 2", "4 4 -> 1", "4 4 -> 1", "5 3 -> 1", "1 1 -> 2")
    play(state, "keep rank", "stand")
    assert rolling_again(state) == [2, 3, 4]
    play(state, "roll 2: 6 1", "roll 3: 4 3", "roll 4: 2 1")
    assert rolling_again(state) == [2, 3]
    assert winner(play(state, "roll 2: 1 1", "roll 3: 2 1")) == 3


def test_d6_the_springteufel_wins_a_tie_at_the_top() -> None:
    assert winner(six("6 3 1 -> 1", "1 1 -> 2", "5 4 -> 1", "6 5 -> 3", "5 4 -> 1")) == 5


def test_d6_the_springteufel_below_the_top_wins_nothing() -> None:
    state = six("6 3 1 -> 1", "1 1 -> 2", "5 4 -> 1", "6 5 -> 3", "4 4 -> 1")
    assert rolling_again(state) == [1, 3]


def test_d6_the_springteufel_wins_a_tie_after_rolling_again() -> None:
    state = six("1 1 1 -> 2", "5 4 -> 1", "1 1 -> 3", "1 1 -> 2", "6 6 -> 1")
    play(state, "roll 1: 6 6 6", "roll 4: 1 1", "keep rank")
    play(state, "reroll", "roll 5: 6 3")
    assert winner(state) == 5  # 9 to 9


def test_d7_the_lowest_gold_die_as_it_lies_in_whatever_battle() -> None:
    drawing = ("5 3 2 -> 1", "6 2 -> 1", "5 5 -> 2", "1 1 -> 3", "1 1 -> 4", "4 4 -> 2")
    state = play(six(*drawing), "stand")
    play(state, "roll 1: 6 5 3", "roll 2: 1 1", "keep rank")  # the lowest gold die was 2 and is 3
    assert winner(state) == 6  # 4 + 4 + 3 against 10
    state = play(six(*drawing), "reroll", "roll 1: 6 5 1", "keep rank")  # and now 1
    assert winner(state) == 3


def test_d7_the_oberteufel_rolls_all_three_again() -> None:
    state = play(six("5 3 2 -> 1", "6 2 -> 1", "5 5 -> 2", "1 1 -> 2", "1 1 -> 3"), "reroll")
    assert (len(odds(state)), sum(odds(state).values())) == (56, 216)
    assert state["dice"][0] == [5, 3, 2]


def test_d7_forced_together_oberteufel_and_satansbraten_both_change() -> None:
    state = six("6 6 6 -> 1", "5 4 -> 1", "5 5 -> 2", "1 1 -> 2", "1 1 -> 3", "4 4 -> 1")
    play(state, "reroll", "roll 1: 6 3 2", "roll 6: 4 4")
    assert winner(state) == 6  # 4 + 4 + 2 against 9 and 9


def test_d7_the_satansbraten_alone_leaves_the_gold_dice() -> None:
    state = dice(
        """
        1 oberteufel   5 4 3 -> 1
        2 putzteufel   5 4   -> 2
        3 satansbraten 4 2   -> 2
        """,
        "bed scarf",
    )
    play(state, "roll 2: 3 2")
    assert {move.split(":")[0] for move in said(state)} == {"roll 3"}
    play(state, "roll 3: 2 1")
    assert state["dice"][0] == [5, 4, 3]
    assert winner(state) == 3  # 2 + 1 + 3 against 5


def test_d7_the_oberteufel_never_counts_his_lowest() -> None:
    assert winner(six("4 4 4 -> 1", "1 1 -> 2", "6 3 -> 1", "1 1 -> 3", "1 1 -> 4")) == 3


def tie(rerolls: int | None, *again: str) -> State:
    """Fehlerteufel and putzteufel tie at 8, with the putzteufel in seat 1; then they roll again."""
    state = dice(
        """
        1 putzteufel   5 3   -> 1
        2 fehlerteufel 4 4   -> 1
        3 oberteufel   6 6 1 -> 2
        """,
        "bed scarf",
        ranks=["oberteufel", "fehlerteufel", "putzteufel"],
        rerolls=rerolls,
    )
    for faces in again:
        play(state, f"roll 2: {faces}", f"roll 1: {faces}")
    return state


@pytest.mark.parametrize("limit", [0, 1, 3])
def test_d13_after_so_many_rerolls_the_better_rank_wins(limit: int) -> None:
    for again in range(limit):
        assert rolling_again(tie(limit, *["2 1"] * again)) == [1, 2]
    assert winner(tie(limit, *["2 1"] * limit)) == 2


def test_d13_a_roll_before_the_limit_decides_as_usual() -> None:
    state = play(tie(1), "roll 2: 2 1", "roll 1: 3 1")
    assert winner(state) == 1


def test_d13_every_battle_has_the_whole_limit() -> None:
    state = dice(
        """
        1 oberteufel   6 2 1 -> 1
        2 fehlerteufel 4 4   -> 1
        3 putzteufel   5 3   -> 2
        4 satansbraten 4 3   -> 2
        """,
        "bed scarf iron",
        ranks=["oberteufel", "fehlerteufel", "putzteufel", "satansbraten"],
        rerolls=1,
    )
    assert rolling_again(state) == [1, 2]
    play(state, "roll 1: 6 6 1", "roll 2: 1 1", "keep rank")
    assert rolling_again(state) == [3, 4]


def test_d13_no_limit_by_default() -> None:
    assert rolling_again(tie(None, *["2 1"] * 20)) == [1, 2]


def test_d13_the_springteufel_comes_before_the_better_rank() -> None:
    drawing = """
        1 oberteufel   5 4 1 -> 1
        2 springteufel 5 4   -> 1
        3 putzteufel   1 1   -> 2
    """
    state = dice(drawing, "bed bed", ranks=["oberteufel", "springteufel", "putzteufel"], rerolls=0)
    assert winner(state) == 2


def test_d13_a_forced_roll_is_no_reroll_of_a_tie() -> None:
    state = dice(
        """
        1 oberteufel   6 6 1 -> 1
        2 spielteufel  5 4   -> 1
        3 fehlerteufel 1 1   -> 2
        4 satansbraten 1 1   -> 2
        """,
        "bed bed bed",
        rerolls=1,
    )
    play(state, "reroll", "roll 1: 5 4 1")
    assert rolling_again(state) == [1, 2]


# --- after a won battle ----------------------------------------------------------------------------------------------


def won(rank: str, owned: dict[int, str], opened: str = "iron grill") -> State:
    """Seat 1, of this rank, beats seats 2 (spielteufel) and 3 (oberteufel); seat 4 (satansbraten) claims alone."""
    return play(
        dice(
            f"""
            1 {rank} 6 6 -> 1
            2 spielteufel 1 1 -> 1
            3 oberteufel 2 1 1 -> 1
            4 satansbraten 1 1 -> 2
            """,
            opened,
            owned,
            ranks=[rank, "spielteufel", "oberteufel", "satansbraten"],
            open=2,
        ),
        "stand",
    )


def test_d8_the_fehlerteufel_may_take_an_item_of_value_1_from_a_loser() -> None:
    state = won("fehlerteufel", {1: "bed", 2: "scarf scarf iron", 3: "bath teacup", 4: "bottle"})
    assert state["phase"] == STEAL
    assert owned_by(state, 1) == "bed iron"  # the item comes first
    assert said(state) == ["steal nothing", "steal scarf from 2", "steal teacup from 3"]
    play(state, "steal scarf from 2")
    assert (owned_by(state, 1), owned_by(state, 2)) == ("bed scarf iron", "scarf iron")
    assert by_seat(state, "held")[:2] == [3, 2]
    assert said(state) == ["keep rank", "swap with 2", "swap with 3"]


def test_d8_stealing_is_optional() -> None:
    state = play(won("fehlerteufel", {2: "scarf"}), "steal nothing")
    assert (state["phase"], owned_by(state, 1), owned_by(state, 2)) == (SWAP, "iron", "scarf")


def test_d8_what_is_worth_1_is_for_the_box_to_say() -> None:
    drawing = """
        1 fehlerteufel 6 6   -> 1
        2 oberteufel   1 1 1 -> 1
        3 satansbraten 1 1   -> 2
    """
    ranks = ["oberteufel", "fehlerteufel", "satansbraten"]
    state = dice(drawing, "bed bed", {2: "bed iron"}, ranks=ranks, items={"bed": [6, 2], "iron": [3, 1]})
    assert said(state) == ["steal nothing", "steal iron from 2"]


@pytest.mark.parametrize("owned", [{}, {2: "iron", 3: "bath"}, {1: "bed", 4: "bed"}])
def test_d8_nothing_to_steal_is_not_asked(owned: dict[int, str]) -> None:
    assert won("fehlerteufel", owned)["phase"] == SWAP


def test_d8_the_putzteufel_may_trade_the_new_one_too() -> None:
    state = won("putzteufel", {1: "bed", 2: "bed scarf", 3: "grill", 4: "bottle"})
    assert state["phase"] == TRADE
    assert said(state) == [
        "trade nothing", "trade bed for scarf of 2", "trade iron for bed of 2", "trade iron for scarf of 2",
        "trade bed for grill of 3", "trade iron for grill of 3",
    ]  # fmt: skip
    play(state, "trade iron for scarf of 2")
    assert (owned_by(state, 1), owned_by(state, 2)) == ("bed scarf", "bed iron")
    assert by_seat(state, "held")[:2] == [2, 2]
    assert state["phase"] == SWAP


def test_d8_trading_is_optional() -> None:
    state = play(won("putzteufel", {2: "scarf"}), "trade nothing")
    assert (state["phase"], owned_by(state, 1), owned_by(state, 2)) == (SWAP, "iron", "scarf")


@pytest.mark.parametrize("owned", [{}, {2: "iron", 3: "iron"}, {4: "bed"}])
def test_d8_nothing_to_trade_is_not_asked(owned: dict[int, str]) -> None:
    assert won("putzteufel", owned)["phase"] == SWAP  # he has but the new iron


@pytest.mark.parametrize("rank", ["springteufel", "fehlerteufel", "putzteufel"])
def test_d8_only_fehlerteufel_and_putzteufel_take_more(rank: str) -> None:
    phases = {"springteufel": SWAP, "fehlerteufel": STEAL, "putzteufel": TRADE}
    assert won(rank, {2: "bed"})["phase"] == phases[rank]


def test_d8_a_loser_who_fell_out_before_a_reroll_is_a_loser() -> None:
    state = dice(
        """
        1 oberteufel   6 3 1 -> 1
        2 fehlerteufel 5 4   -> 1
        3 satansbraten 1 1   -> 1
        """,
        "iron grill",
        {3: "bed"},
        ranks=["oberteufel", "fehlerteufel", "satansbraten"],
    )
    assert rolling_again(state) == [1, 2]
    play(state, "roll 1: 2 1 1", "roll 2: 6 6")
    assert said(state) == ["steal nothing", "steal bed from 3"]
    play(state, "steal bed from 3")
    assert said(state) == ["keep rank", "swap with 1", "swap with 3"]


def test_d8_any_winner_may_swap_ranks_with_one_loser() -> None:
    state = won("springteufel", {})
    assert (state.actor, said(state)) == (0, ["keep rank", "swap with 2", "swap with 3"])
    swapped = play(state.copy(), "swap with 3")
    assert by_seat(swapped, "rank") == [1, 2, 5, 6]
    kept = play(state, "keep rank")
    assert by_seat(kept, "rank") == [5, 2, 1, 6]


def test_d8_nothing_of_this_after_a_lone_claim() -> None:
    state = dice(
        """
        1 fehlerteufel 6 6   -> 1
        2 oberteufel   1 1 1 -> 2
        3 putzteufel   6 5   -> 3
        """,
        "bed bed iron",
        {1: "bed", 2: "scarf", 3: "grill"},
        ranks=["oberteufel", "fehlerteufel", "putzteufel"],
        open=3,
    )
    assert (state["phase"], state.round) == (OPEN, 2)
    assert [owned_by(state, seat) for seat in (1, 2, 3)] == ["bed bed", "bed scarf", "iron grill"]


# --- swapped ranks ---------------------------------------------------------------------------------------------------


def test_d9_gold_dice_already_rolled_stay_valid() -> None:
    state = six("3 3 2 -> 1", "1 1 -> 3", "6 4 -> 1", "5 3 -> 2", "1 1 -> 4", "4 3 -> 2")
    play(state, "swap with 1")
    assert by_seat(state, "rank") == [3, 2, 1, 4, 5, 6]
    assert winner(state) == 6  # 4 + 3 + 2 against 8, though seat 3 holds the gold dice now


def test_d9_the_swap_waits_for_the_next_round() -> None:
    state = six("6 6 1 -> 1", "1 1 -> 3", "1 1 -> 1", "2 1 -> 2", "1 1 -> 3", "4 4 -> 4")
    play(state, "swap with 3")
    assert (by_seat(state, "rank"), by_seat(state, "was")) == ([3, 2, 1, 4, 5, 6], [1, 2, 3, 4, 5, 6])
    play(state, "stand", "keep rank")
    assert (by_seat(state, "was"), by_seat(state, "order")) == ([3, 2, 1, 4, 5, 6], [2, 1, 0, 3, 4, 5])


def test_d9_from_the_next_round_on_dice_order_and_ability_are_swapped() -> None:
    state = dice(
        """
        1 oberteufel   2 1 1 -> 1
        2 putzteufel   6 6   -> 1
        3 satansbraten 1 1   -> 2
        """,
        "iron bed",
        {1: "scarf"},
    )
    play(state, "trade nothing", "swap with 1")
    play(state, "open 1: bed", "open 2: grill")
    assert sum(odds(state).values()) == 216
    play(state, "roll 2: 6 6 1", "roll 1: 6 5", "roll 3: 1 1")
    assert state.actor == 1
    play(state, "claim 1", "claim 2", "claim 2")
    assert (winner(state), state["phase"]) == (1, TRADE)


# --- the end ---------------------------------------------------------------------------------------------------------

NINE = "bed bed bed scarf scarf iron iron bath bath"


def test_d10_the_tenth_item_ends_the_game_after_all_battles() -> None:
    state = dice(
        """
        1 oberteufel   6 6 1 -> 1
        2 spielteufel  1 1   -> 2
        3 fehlerteufel 6 5   -> 2
        4 satansbraten 1 1   -> 3
        """,
        "bed iron grill",
        {1: NINE, 4: "bed"},
    )
    assert (state["held"][:4], state["ending"]) == ([10, 0, 0, 2], 1)
    assert (state["phase"], state.result()) == (FORCE, None)
    play(state, "stand", "keep rank")
    result = state.result()
    assert result is not None
    assert (result.points, result.reason) == ((19, 0, 3, 4), "10 items reached")


def test_d10_nine_items_end_nothing() -> None:
    state = dice(QUIET, "bed iron", {3: NINE.removesuffix(" bath")})
    assert (state["held"][2], state["ending"]) == (9, 0)
    assert play(state, "keep rank").round == 2


def test_d2_a_new_round_knows_no_battle_and_no_turn_until_dice_are_rolled() -> None:
    drawing = """
        1 oberteufel   1 1 1 -> 1
        2 putzteufel   6 6   -> 1
        3 satansbraten 1 1   -> 2
    """
    state = dice(drawing, "bed iron")
    assert state["turn"] == 1
    play(state, "keep rank")
    assert (state.round, state.actor) == (2, CHANCE)
    assert [state[name] for name in ("turn", "place", "party", "rivals", "ties", "winner")] == [0, -1, 0, 0, 0, -1]


def test_d10_even_if_one_is_taken_again() -> None:
    state = dice(QUIET, "bed iron", {3: NINE})
    items, held = state["items"], state["held"]
    items[2][0] -= 1
    held[2] -= 1
    put(state, items=items, held=held)
    assert play(state, "keep rank").result() is not None


def test_d10_a_stolen_item_may_be_the_tenth() -> None:
    drawing = """
        1 fehlerteufel 6 6   -> 1
        2 oberteufel   1 1 1 -> 1
        3 satansbraten 1 1   -> 2
    """
    ranks = ["oberteufel", "fehlerteufel", "satansbraten"]
    state = dice(drawing, "bed iron", {1: "scarf", 2: "bed"}, ranks=ranks, goal=3)
    kept = play(state.copy(), "steal nothing", "keep rank")
    assert (kept.round, kept.result()) == (2, None)
    assert play(state, "steal bed from 2", "keep rank").result() is not None


SCORES = {
    "": 0,
    "bed bed": 2,
    "bed bed bed": 3 + 3,
    "bed bed bed bed bed": 5 + 3,
    "bed bed bed bed bed bed": 6 + 6,
    "bed bed scarf": 3,
    "iron iron iron": 9 + 3,
    "bath bath bath chilli chilli chilli": 12 + 6,
    "heater earmuffs teacup bottle nightcap grill": 8,
}


@pytest.mark.parametrize(("items", "points"), SCORES.items())
def test_d11_values_and_threes_of_a_kind(items: str, points: int) -> None:
    result = play(dice(QUIET, "grill grill", {2: items}, goal=1), "keep rank").result()
    assert result is not None
    assert result.points == (3, points, 3)


def test_d11_the_highest_score_wins_even_with_fewer_items() -> None:
    state = dice(QUIET, "bed scarf", {1: "bed scarf teacup", 2: "grill grill"}, goal=4)
    assert play(state, "keep rank").result() == Result((2, 1, 3), (4, 6, 1), "4 items reached")


PLACINGS = {
    "the better rank": ("oberteufel putzteufel satansbraten", "keep rank", (1, 2, 3)),
    "after the last swap": ("oberteufel putzteufel satansbraten", "swap with 2", (2, 1, 3)),
    "the springteufel first": ("oberteufel putzteufel springteufel", "keep rank", (2, 3, 1)),
    "the springteufel by his new rank": ("oberteufel springteufel satansbraten", "swap with 2", (1, 2, 3)),
    "the springteufel in the middle": ("oberteufel springteufel satansbraten", "keep rank", (2, 1, 3)),
}


@pytest.mark.parametrize(("ranks", "swap", "places"), PLACINGS.values(), ids=PLACINGS)
def test_d12_equal_points_go_by_rank(ranks: str, swap: str, places: tuple[int, ...]) -> None:
    first, second, third = ranks.split()
    drawing = f"""
        1 {first}  6 6 1 -> 1
        2 {second} 1 1   -> 1
        3 {third}  1 1   -> 2
    """
    state = dice(drawing, "bed scarf", {2: "teacup"}, ranks=ranks.split(), goal=1)
    assert play(state, swap).result() == Result(places, (1, 1, 1), "1 items reached")


def test_d12_points_come_before_rank() -> None:
    state = dice(QUIET, "bed scarf", {2: "iron", 3: "bath"}, goal=1)
    assert play(state, "keep rank").result() == Result((3, 1, 2), (1, 3, 3), "1 items reached")


# --- options ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "opened"), [(4, 2), (6, 3)])
def test_d18_fewer_open_items(seats: int, opened: int) -> None:
    state = lay("dice", seats, open=opened)
    play(state, *(f"rank {seat}: {rank}" for seat, rank in enumerate(state.setup.options["ranks"], 1)))
    play(state, *(f"open {place}: bed" for place in range(1, opened + 1)))
    assert state["phase"] == ROLL


def test_d18_any_other_choice_of_ranks() -> None:
    drawing = """
        1 springteufel 5 4 -> 1
        2 spielteufel  5 4 -> 1
        3 putzteufel   1 1 -> 2
    """
    state = dice(drawing, "bed bed", ranks="springteufel putzteufel spielteufel")
    assert by_seat(state, "shown") == [1, 1, 0]  # no gold dice to show
    assert winner(play(state, "stand")) == 1


def test_d18_other_dice() -> None:
    state = lay("dice", 3, "rank 1: oberteufel", "rank 2: putzteufel", "rank 3: satansbraten", gold="1 6", grey="2 5 5")
    play(state, "open 1: bed", "open 2: bed")
    assert odds(state) == {"roll 1: 1 1 1": 1, "roll 1: 6 1 1": 3, "roll 1: 6 6 1": 3, "roll 1: 6 6 6": 1}
    play(state, "roll 1: 6 6 1", "roll 2: 3 3")
    assert odds(state) == {"roll 3: 2 2": 1, "roll 3: 5 2": 4, "roll 3: 5 5": 4}


def test_d18_a_box_of_one_kind() -> None:
    state = lay(
        "dice", 3, "rank 1: oberteufel", "rank 2: putzteufel", "rank 3: satansbraten", items="grill:12x9", open=6
    )
    for place in range(1, 7):
        assert odds(state) == {f"open {place}: grill": 13 - place}
        play(state, f"open {place}: grill")
    assert "the dice are being rolled" in str(refused(state, "claim 1"))
