"""The rules of cards: the rulebook's own examples, then every paragraph of docs/rules/cards.en.md."""

from __future__ import annotations

from itertools import chain

import pytest

from brimstone.chance import Draws
from brimstone.games import find
from brimstone.games.cards import devils_on
from brimstone.games.cards_words import held
from brimstone.games.contract import CHANCE, OVER, PUBLIC, Result
from brimstone.games.state import State, start
from tests.games.tables import by_seat, cards, deal, lay, odds, play, put, said, tricks

DEVILS = {
    0: "1 2 14 16 24 26 34 36 44 46",
    1: "3 5 7 9 11 13 17 19 21 23 27 29 31 33 37 39 41 43 47 49 51 53",
    2: "4 12 18 22 28 32 38 42 48",
    3: "6 8 10 20 30 40 50 52 54",
    5: "15 25 35 45",
}


def taker(state: State) -> int:
    """The seat that took the last trick."""
    return int(state["last_taker"]) + 1


# --- the rulebook's examples -----------------------------------------------------------------------------------------


def test_cards_p2_peter_takes_7_devils_with_the_34() -> None:
    state = cards("22", "30", "27", "34", "23")  # Tom, David, Susanne, Peter, Anna
    tricks(state, "22 30 27 34 23")
    assert taker(state) == 4
    assert by_seat(state, "taken") == [0, 0, 0, 7, 0]


def test_cards_p2_sven_takes_8_devils_with_a_card_above_39_without_devils() -> None:
    hands = (  # in the first trick Tom and Sven get rid of their low cards, and Peter takes it
        "36 37",  # Peter
        "4 31",  # Anna
        "2 39 40 41 42 43 47 48 49",  # Tom
        "15 20",  # Susanne
        "1 21",  # David
        "3 44 45 46 50 51 52 53 54",  # Sven
    )
    state = tricks(cards(*hands, leader=3), "2 20 21 3 36 4")
    assert (taker(state), state["last_leader"] + 1) == (1, 3)
    taken = by_seat(state, "taken")
    tricks(state, "37 31")
    assert held(state["hand"][2]) == [39, 40, 41, 42, 43, 47, 48, 49]  # nothing lower than 37
    tricks(state, "39 15 1")
    assert said(state) == [f"play {card}" for card in (44, 45, 46, 50, 51, 52, 53, 54)]  # nor has Sven
    tricks(state, "46")
    assert taker(state) == 6
    assert by_seat(state, "taken") == [*taken[:5], taken[5] + 8]


# --- cards and deal --------------------------------------------------------------------------------------------------


def test_t9_the_devils_of_all_54_cards() -> None:
    printed = {int(card): devils for devils, row in DEVILS.items() for card in row.split()}
    assert {card: devils_on(card) for card in range(1, 55)} == printed


@pytest.mark.parametrize(("seats", "devils"), [(3, 41), (4, 56), (5, 72), (6, 87)])
def test_t10_nine_cards_each_of_1_to_nine_times_seats(seats: int, devils: int) -> None:
    state = lay("cards", seats, "dealer 1")
    dealt = []
    for seat in range(1, seats + 1):
        for _ in range(9):
            left = [card for card in range(1, 9 * seats + 1) if card not in dealt]
            assert odds(state) == {f"deal {seat}: {card}": 1 for card in left}
            dealt.append(left[len(left) // 2])
            play(state, f"deal {seat}: {dealt[-1]}")
    assert state.actor == 1
    hands = [held(hand) for hand in by_seat(state, "hand")]
    assert sorted(chain(*hands)) == list(range(1, 9 * seats + 1))
    assert [len(hand) for hand in hands] == by_seat(state, "count") == [9] * seats
    assert sum(devils_on(card) for card in dealt) == devils


def test_t10_only_one_s_own_hand_is_seen() -> None:
    state = cards("1 2", "3 4", "5 6", hand=2)
    for seat in range(3):
        assert [held(hand) for hand in state.view(seat)["hand"][:3]] == [
            [2 * other + 1, 2 * other + 2] if other == seat else [] for other in range(3)
        ]
    assert state.view(PUBLIC)["hand"] == [0] * 6
    while_dealing = lay("cards", 3, "dealer 1", "deal 1: 5", "deal 1: 7")
    assert held(while_dealing.view(0)["hand"][0]) == [5, 7]
    assert while_dealing.view(1)["hand"] == [0] * 6


@pytest.mark.parametrize(("seats", "devils"), [(3, 41), (4, 56), (5, 72), (6, 87)])
def test_t11_a_round_is_nine_tricks_and_all_devils_are_taken(seats: int, devils: int) -> None:
    state = cards(*[""] * seats)
    before = by_seat(put(state, devils=[5] * seats), "devils")
    laid = 0
    while state.round == 1:
        assert laid // seats == state["tricks"]
        state.play(state.moves()[0])
        laid += 1
    assert laid == 9 * seats
    assert sum(by_seat(state, "devils")) == devils + sum(before)
    assert by_seat(state, "taken") == [0] * seats


def test_t11_clockwise_from_the_leader() -> None:
    state = cards("", "", "", "", leader=3)
    order = []
    for _ in range(4):
        order.append(state.actor + 1)
        assert state.waiting == (state.actor,)
        state.play(state.moves()[0])
    assert order == [3, 4, 1, 2]


# --- a trick ---------------------------------------------------------------------------------------------------------


def test_t1_no_five_devils_as_a_lead() -> None:
    state = cards("1 15 25", "", "")
    assert "play 1" in said(state)
    assert not {"play 15", "play 25"} & set(said(state))


def test_t1_every_lead_not_only_the_first() -> None:
    state = tricks(cards("1 2 3", "13 14 15", "4 5 6", "7 8 9", "10 11 12", hand=3), "1 13 4 7 10")
    assert (state.actor, said(state)) == (1, ["play 14"])


def test_t1_a_hand_of_nothing_else_may_lead_it() -> None:
    state = cards("1 2 3", "13 14 15", "4 5 6", "7 8 9", "10 11 12", hand=3, leader=3)
    tricks(state, "4 7 12 3 13", "1 14 5 8 10")
    assert (state.actor, said(state)) == (1, ["play 15"])


def test_t1_two_five_devil_cards_and_nothing_else() -> None:
    state = put(cards("15 25", "", ""), hand=[1 << 15 | 1 << 25], count=[2])
    assert said(state) == ["play 15", "play 25"]


def test_t1_five_devils_may_follow() -> None:
    state = tricks(cards("14", "15 1", "25 2"), "14")
    assert "play 15" in said(state)
    tricks(state, "15")
    assert "play 25" in said(state)


@pytest.mark.parametrize(("second", "direction"), [(6, 1), (9, 1), (4, -1), (1, -1)])
def test_t2_the_second_card_is_free_and_sets_the_direction(second: int, direction: int) -> None:
    state = tricks(cards("5 2 3", "1 4 6 9", "", hand=4), "5")
    assert said(state) == ["play 1", "play 4", "play 6", "play 9"]
    play(state, f"play {second}")
    assert state["direction"] == direction


FOLLOWING = {
    "up: all above the lead, also below the second card": ("2 1", "7 8", "3 6", "2 7", "3 6"),
    "down: all below the lead, also above the second card": ("7 8", "1 2", "3 6", "7 1", "3 6"),
    "up: nothing below the lead": ("4 3", "5 6", "1 8", "4 5", "8"),
    "down: nothing above the lead": ("5 6", "4 3", "1 8", "5 4", "1"),
    "up: a hand without may play any": ("6 5", "7 8", "1 3", "6 7", "1 3"),
    "down: a hand without may play any": ("3 4", "1 2", "6 8", "3 1", "6 8"),
}


@pytest.mark.parametrize(("first", "second", "third", "played", "allowed"), FOLLOWING.values(), ids=FOLLOWING)
def test_t3_on_the_side_of_the_lead(first: str, second: str, third: str, played: str, allowed: str) -> None:
    state = tricks(cards(first, second, third, "", hand=2), played)
    assert said(state) == [f"play {card}" for card in allowed.split()]


TAKERS = {
    "up, all followed: the highest": (("2 1", "5 6", "8 3", "7 4"), "2 5 8 7", 3),
    "up, all followed: the second": (("2 1", "8 7", "3 6", "4 5"), "2 8 3 4", 2),
    "up, all followed: the last": (("2 1", "5 6", "3 4", "7 8"), "2 5 3 7", 4),
    "down, all followed: the lowest": (("7 8", "5 6", "1 2", "3 4"), "7 5 1 3", 3),
    "down, all followed: the second": (("7 8", "1 2", "5 6", "3 4"), "7 1 5 3", 2),
    "down, all followed: the last": (("7 8", "5 6", "3 4", "1 2"), "7 5 3 1", 4),
    "up, one could not": (("5 4", "6 7", "1 2", "8 3"), "5 6 2 8", 3),
    "up, the last could not": (("5 4", "8 7", "6 3", "1 2"), "5 8 6 2", 4),
    "up, two could not: the lowest of theirs, first": (("5 6", "7 8", "1 2", "3 4"), "5 7 2 4", 3),
    "up, two could not: the lowest of theirs, last": (("5 6", "7 8", "3 4", "1 2"), "5 7 3 2", 4),
    "down, one could not": (("4 5", "3 6", "7 8", "1 2"), "4 3 7 1", 3),
    "down, the last could not": (("4 5", "3 6", "1 2", "7 8"), "4 3 1 8", 4),
    "down, two could not: the highest of theirs, first": (("3 4", "1 2", "7 8", "5 6"), "3 2 7 5", 3),
    "down, two could not: the highest of theirs, last": (("3 4", "1 2", "5 6", "7 8"), "3 2 6 7", 4),
}


@pytest.mark.parametrize(("hands", "trick", "takes"), TAKERS.values(), ids=TAKERS)
def test_t4_who_takes_the_trick(hands: tuple[str, ...], trick: str, takes: int) -> None:
    state = tricks(cards(*hands, hand=2), trick)
    assert taker(state) == takes
    devils = sum(devils_on(int(card)) for card in trick.split())
    assert by_seat(state, "taken") == [devils if seat == takes else 0 for seat in range(1, 5)]
    assert state.actor == takes - 1  # T7


def test_t4_seat_3_who_could_not_go_above_20_takes_it() -> None:
    state = cards("20", "26", "12 1 2 3 4 5 6 7 8", "33")
    assert taker(tricks(state, "20 26 12 33")) == 3


def test_t5_the_direction_stays_after_a_miss() -> None:
    state = tricks(cards("5 4", "6 7", "1 2", "8 3", hand=2), "5 6 2")
    assert state["direction"] == 1
    assert said(state) == ["play 8"]
    state = tricks(cards("4 5", "3 6", "7 8", "1 2", hand=2), "4 3 7")
    assert state["direction"] == -1
    assert said(state) == ["play 1", "play 2"]


def may_play(hand: list[int], trick: list[int]) -> list[int]:
    """T1 to T3 and T5 once more, from the cards laid so far."""
    wanted = hand
    if not trick:
        wanted = [card for card in hand if devils_on(card) < 5]
    elif len(trick) > 1:
        wanted = [card for card in hand if (card > trick[0]) == (trick[1] > trick[0])]
    return wanted or hand


def taken_by(trick: list[int]) -> int:
    """T4 once more: which card of a trick takes it."""
    up = trick[1] > trick[0]
    missed = [card for card in trick[1:] if (card > trick[0]) != up]
    return (min(missed) if up else max(missed)) if missed else max(trick) if up else min(trick)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_t4_the_leader_never_takes_and_everything_else_over_whole_rounds(seats: int) -> None:
    draws, state = Draws(seats), lay("cards", seats)
    for _ in range(300):
        trick: list[int] = []
        while state.actor == CHANCE:
            state.play(state.draw(draws))
        leader, last = state.actor, state
        for _ in range(seats):
            moves = state.moves()
            assert moves == may_play(held(state["hand"][state.actor]), trick)
            trick.append(moves[draws.below(len(moves))])
            last = state.copy()
            state.play(trick[-1])
        takes = (leader + trick.index(taken_by(trick))) % seats
        assert takes != leader
        if state.actor in (CHANCE, OVER):  # the last trick of a round
            assert state["devils"][takes] == last["devils"][takes] + last["taken"][takes] + sum(map(devils_on, trick))
        else:
            assert (state.actor, state["last_taker"]) == (takes, takes)
        if state.actor == OVER:
            break
    else:
        pytest.fail("a game has ended by then")


# --- what may lie in the other hands ---------------------------------------------------------------------------------


def imagined(state: State, seat: int, times: int) -> set[tuple[tuple[int, ...], ...]]:
    """The hands of so many worlds that look like this to a seat."""
    draws = Draws(11)
    worlds = [state.view(seat).imagine(draws) for _ in range(times)]
    return {tuple(tuple(held(hand)) for hand in by_seat(world, "hand")) for world in worlds}


def test_t10_a_world_imagined_while_cards_are_dealt_is_dealt_on_from_the_rest() -> None:
    state = lay("cards", 3, "dealer 1", "deal 1: 5", "deal 1: 7", hand=3)
    for seat in (PUBLIC, 0, 1):
        world = state.view(seat).imagine(Draws(3))
        mine = held(world["hand"][0])
        assert len(mine) == 2
        assert odds(world) == {f"deal 1: {card}": 1 for card in range(1, 10) if card not in mine}
        while world.actor == CHANCE:
            world.play(world.draw(Draws(4)))
        assert sorted(chain(*(held(hand) for hand in by_seat(world, "hand")))) == list(range(1, 10))


def test_t10_any_deal_of_the_unseen_cards_may_be() -> None:
    state = cards("1 2", "3 4", "5 6", hand=2)
    assert len(imagined(state, 0, 200)) == 6
    assert len(imagined(state, PUBLIC, 900)) == 90
    assert {hands[0] for hands in imagined(state, 0, 20)} == {(1, 2)}


def test_t3_who_could_not_follow_holds_nothing_on_that_side() -> None:
    state = tricks(cards("5 4", "6 7", "1 2", "8 3", hand=2), "5 6 2")
    assert imagined(state, 0, 50) == {  # seat 3 has nothing above 5; 1, 3, 7 and 8 are unseen
        ((4,), (one,), (low,), tuple(sorted({1, 3, 7, 8} - {one, low})))
        for low in (1, 3)
        for one in {1, 3, 7, 8} - {low}
    }


def test_t3_a_deal_that_hardly_ever_fits_is_found_as_well() -> None:
    low = "1 2 3 4 5 6 7 8 9"
    state = tricks(cards("12 13", "10 11 20", low), "12 20 9")  # seat 3 has nothing above 12
    assert {len(hands[2]) for hands in imagined(state, 0, 5)} == {8}
    thirds = {hands[2] for hands in imagined(state, 0, 400)}
    assert len(thirds) == 45  # 8 of the 10 cards below 12 that seat 1 has not seen
    assert max(max(third) for third in thirds) == 11


def test_t1_who_led_five_devils_had_nothing_else() -> None:
    state = cards("1 2 3", "13 14 15", "4 5 6", "7 8 9", "10 11 12", hand=3, leader=3)
    tricks(state, "4 7 12 3 13", "1 14 5 8 10", "15")
    assert state["maybe"][1] & (1 << 13 | 1 << 14) == 0


def test_a_view_before_the_deal_is_the_whole_truth() -> None:
    state = lay("cards", 3)
    assert state["last_taker"] == -1
    assert state.view(1).imagine(Draws(1)) == state


# --- between tricks and rounds ---------------------------------------------------------------------------------------


def test_t6_taken_cards_lie_face_down_but_for_the_last_trick() -> None:
    state = tricks(cards("2 1", "5 6", "8 3", "7 4", hand=2), "2 5 8 7")
    closed, opened = state.view(0).shown(), state.view(0).shown(everything=True)
    assert (closed["last"], closed["last_leader"], closed["last_taker"]) == ([2, 5, 8, 7], 0, 2)
    assert not {"taken", "seen"} & set(closed)
    assert opened["taken"] == [0, 0, 5, 0]
    assert opened["seen"] == [2, 5, 7, 8]
    tricks(state, "3 4")
    assert state.view(0).shown()["last"] == [2, 5, 8, 7]
    assert state.view(0).shown()["trick"] == [0, 0, 3, 4]


def test_t7_the_first_dealer_is_drawn_and_the_next_seat_leads() -> None:
    state = lay("cards", 4)
    assert odds(state) == {f"dealer {seat}": 1 for seat in (1, 2, 3, 4)}
    for dealer, leader in {1: 2, 3: 4, 4: 1}.items():
        assert deal(lay("cards", 4, f"dealer {dealer}"), *[""] * 4).actor == leader - 1


def test_t7_the_first_lead_moves_left_whoever_took_the_last_trick() -> None:
    state = lay("cards", 4, "dealer 4", hand=1)
    leaders, takers = [], []
    for _ in range(5):
        deal(state, "1", "4", "2", "3")
        leaders.append(state.actor + 1)
        before = by_seat(state, "devils")
        while state.actor != CHANCE:
            state.play(state.moves()[0])
        takers.append([now > then for now, then in zip(by_seat(state, "devils"), before, strict=True)].index(True) + 1)
    assert leaders == [1, 2, 3, 4, 1]
    assert takers == [2, 1, 1, 2, 2]  # 1 4 2 3, 4 2 3 1, 2 3 1 4, 3 1 4 2, 1 4 2 3


def test_t7_a_new_round_forgets_the_old_one() -> None:
    state = cards("1", "4", "2", "3", hand=1)
    tricks(state, "1 4 2 3")
    assert (state.round, state["tricks"], state["last_taker"], state["seen"]) == (2, 0, -1, 0)
    assert (state["taker"], state["best"]) == (-1, 0)
    assert by_seat(state, "last") == [0, 0, 0, 0]
    assert sum(odds(state).values()) == 4


# --- the end ---------------------------------------------------------------------------------------------------------

ENDS = {
    "99 is not enough": ((10, 96, 0, 0), None),
    "100 is": ((10, 97, 0, 20), (2, 4, 1, 3)),
    "a tie shares the win": ((31, 100, 31, 64), (1, 4, 1, 3)),
    "all others win": ((5, 100, 5, 5), (1, 4, 1, 1)),
    "a tie at the back": ((103, 100, 5, 103), (2, 2, 1, 2)),
}


@pytest.mark.parametrize(("before", "places"), ENDS.values(), ids=ENDS)
def test_t8_the_fewest_devils_win(before: tuple[int, ...], places: tuple[int, ...] | None) -> None:
    state = put(cards("1", "4", "2", "3", hand=1), devils=list(before))
    tricks(state, "1 4 2 3")  # seat 2 takes 3 devils
    after = (before[0], before[1] + 3, *before[2:])
    assert state.result() == (Result(places, after, "100 devils reached") if places else None)
    assert (state.actor == OVER) == (places is not None)


def test_t8_the_round_is_played_to_its_end() -> None:
    state = put(cards("2 1", "5 6", "8 3", "7 4", hand=2), devils=[0, 0, 99, 0])
    tricks(state, "2 5 8 7")
    assert by_seat(state, "taken") == [0, 0, 5, 0]
    assert (state.result(), state.actor) == (None, 2)
    tricks(state, "3 4 1 6")  # up, and seat 1 has nothing above 3
    assert state.result() == Result((3, 1, 4, 1), (6, 0, 104, 0), "100 devils reached")


def test_t12_another_goal_and_hand() -> None:
    state = tricks(cards("1", "4", "2", "3", hand=1, goal=3), "1 4 2 3")
    assert state.result() == Result((1, 4, 1, 1), (0, 3, 0, 0), "3 devils reached")
    assert find("cards").facts(state) == {"devils": [0, 3, 0, 0]}


def test_t7_before_the_first_deal_nobody_takes_or_has_taken_a_trick() -> None:
    state = start(find("cards"), 3)
    assert (state["taker"], state["last_taker"]) == (-1, -1)
