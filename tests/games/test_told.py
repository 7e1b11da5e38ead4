"""What is told of a move: to whom the move itself, and to everybody what the table does of it."""

from __future__ import annotations

from brimstone.games.contract import OVER
from brimstone.games.state import State
from tests.games.tables import bet, by_seat, cards, coal, deal, dice, lay, owning, play, pull, said, tricks
from tests.games.test_words import ROLLED, THREE, forcing, won


def tell(state: State, words: str) -> list[list[str]]:
    """What the public and then each seat is told of a move."""
    return state.tell(state.read(words))


def test_told_of_coal() -> None:
    state = lay("coal", 3)
    assert tell(state, "start 2") == [["chance: start 2"]] * 4
    assert tell(state, "bet 150") == [["1: bet ??"], ["1: bet 150"], ["1: bet ??"], ["1: bet ??"]]
    assert tell(state, "bet 0") == [["2: bet ??"], ["2: bet ??"], ["2: bet 0"], ["2: bet ??"]]
    bets = "table: bets 150 0 70"
    assert tell(state, "bet 70") == [["3: bet ??", bets], ["3: bet ??", bets], ["3: bet ??", bets], ["3: bet 70", bets]]
    assert tell(state, "draw") == [["2: draw"]] * 4
    assert tell(state, "coal 75") == [["chance: coal 75"]] * 4
    assert tell(state, "stop") == [["2: stop"]] * 4
    play(state, "draw")
    assert tell(state, "devil") == [["chance: devil"]] * 4


def test_told_of_coal_with_somebody_penniless() -> None:
    state = owning(200, 200, 0)
    play(state, "bet 10")
    assert tell(state, "bet 20")[0] == ["2: bet ??", "table: bets 10 20 0"]


def test_told_of_coal_c11_who_pays_whom_in_order() -> None:
    state = bet(owning(0, 200, 0, 0, starter=2), None, 90, None, None)  # 110 of 200 are left, as in the example
    play(state, "draw")
    pays = ["table: pays 50 to 3 from 2", "table: pays 50 to 4 from 2", "table: pays 50 to 1 from bank"]
    assert tell(state, "devil") == [["chance: devil", *pays]] * 5
    assert by_seat(state, "money") == [50, 10, 50, 50]


def test_told_of_coal_c11_a_pact_holder_pays_the_others_and_is_not_paid() -> None:
    state = bet(owning(50, 0, 300), 0, None, 0)
    play(state, "draw")
    assert tell(state, "devil")[0] == ["chance: devil", "table: pays 50 to 2 from 1"]


def test_told_of_coal_c6_c8_what_the_bank_gives_every_seat() -> None:
    # The example of C6 and C8: nobody gets double, one bonus each for two seats.
    state = pull(bet(coal(4), 100, 120, 140, 60), "10 devil", "75 50 10 stop", "10 devil", "20 10 10 10")
    settles = [
        "table: settles 1: stake 100 paid 200 coal 0 pieces 0",
        "table: settles 2: stake 120 paid 240 coal 50 pieces 0",
        "table: settles 3: stake 140 paid 0 coal 0 pieces 0",
        "table: settles 4: stake 60 paid 120 coal 0 pieces 50",
    ]
    assert tell(state, "stop") == [["4: stop", *settles]] * 5


def test_told_of_coal_c6_the_highest_bet_and_c2_a_bet_of_nothing() -> None:
    state = pull(bet(coal(4), 90, 90, 40, 0), "75 20 stop", "devil", "devil")
    play(state, "draw", "coal 10")
    assert tell(state, "stop")[0] == [
        "4: stop",
        "table: settles 1: stake 90 paid 270 coal 50 pieces 50",
        "table: settles 2: stake 90 paid 270 coal 0 pieces 0",
        "table: settles 3: stake 40 paid 80 coal 0 pieces 0",
        "table: settles 4: stake 0 paid 0 coal 0 pieces 0",
    ]


def test_told_of_coal_c7_everybody_burned_after_the_devils_pay() -> None:
    state = pull(bet(owning(0, 100), None, 40), "devil")
    play(state, "draw")
    assert tell(state, "devil")[0] == [
        "chance: devil",
        "table: pays 50 to 1 from 2",
        "table: settles 1: stake 0 paid 0 coal 0 pieces 0",
        "table: settles 2: stake 40 paid 0 coal 0 pieces 0",
    ]


def test_told_of_coal_c1_a_round_is_settled_also_where_nobody_can_bet_in_the_next() -> None:
    state = play(pull(bet(coal(2), 200, 200), "devil"), "draw")
    lost = [f"table: settles {seat}: stake 200 paid 0 coal 0 pieces 0" for seat in (1, 2)]
    assert tell(state, "devil")[0] == ["chance: devil", *lost]
    assert said(state) == ["draw"]


def test_told_of_coal_c19_the_oven_is_filled_again() -> None:
    nothing = [f"table: settles {seat}: stake 0 paid 0 coal 0 pieces 0" for seat in (1, 2)]
    low = pull(bet(coal(2, oven=46), 0, 0), "devil")
    play(low, "draw")
    assert tell(low, "devil")[0] == ["chance: devil", *nothing, "table: refill"]
    high = pull(bet(coal(2, oven=45), 0, 0), "devil")
    play(high, "draw")
    assert tell(high, "devil")[0] == ["chance: devil", *nothing]
    last = pull(bet(coal(2, oven=46, rounds=1), 0, 0), "devil")
    play(last, "draw")
    assert tell(last, "devil")[0] == ["chance: devil", *nothing]  # C15: there is no further round


def test_told_of_coal_c5_the_last_piece_of_all_settles_the_round() -> None:
    state = play(bet(coal(2, pieces="10:1", oven=0), 10, 0), "draw")
    assert tell(state, "coal 10")[0] == [
        "chance: coal 10",
        "table: settles 1: stake 10 paid 30 coal 50 pieces 50",
        "table: settles 2: stake 0 paid 0 coal 0 pieces 0",
        "table: refill",  # as many pieces as before the move
    ]


def test_told_of_dice() -> None:
    state = lay("dice", 3)
    assert tell(state, THREE[0]) == [["chance: rank 1: oberteufel"]] * 4
    play(state, *THREE[1:])
    assert tell(state, "open 1: bed") == [["chance: open 1: bed"]] * 4
    play(state, "open 2: iron")
    gold, hidden = ["chance: roll 1: 6 4 1"], ["chance: roll 1: ??"]
    assert tell(state, "roll 1: 6 4 1") == [hidden, gold, hidden, hidden]
    grey, hidden = ["chance: roll 3: 4 2"], ["chance: roll 3: ??"]
    play(state, "roll 2: 5 2")
    assert tell(state, "roll 3: 4 2") == [hidden, hidden, hidden, grey]
    assert tell(state, "claim 1") == [["1: claim 1"]] * 4
    play(state, "claim 2")
    taken = ["table: show 1: 6 4 1", "table: takes 1: bed"]  # D4: the gold dice, the lone claim
    battle = ["table: show 2: 5 2", "table: show 3: 4 2"]  # D5
    assert tell(state, "claim 2") == [["3: claim 2", *taken, *battle]] * 4
    assert tell(state, "roll 2: 1 1") == [["chance: roll 2: 1 1"]] * 4  # 7 to 7, rolled in the open
    assert tell(state, "roll 3: 4 4") == [["chance: roll 3: 4 4", "table: wins 3: iron"]] * 4  # D8
    assert tell(state, "swap with 2") == [["3: swap with 2"]] * 4


def test_told_of_dice_shows_a_later_battle_when_it_begins() -> None:
    state = dice(
        """
        1 oberteufel   6 6 1 -> 1
        2 spielteufel  1 1   -> 2
        3 fehlerteufel 2 1   -> 1
        4 satansbraten 1 1   -> 2
        """,
        "bed bed bed",
    )
    assert tell(state, "keep rank")[0] == ["1: keep rank", "table: show 2: 1 1", "table: show 4: 1 1"]
    assert tell(state, "stand")[0] == ["2: stand", "table: wins 4: bed"]


def test_told_of_dice_d4_gold_dice_are_shown_even_where_nobody_fights() -> None:
    state = lay("dice", 3, *THREE, "open 1: bed", "open 2: bed", "open 3: bed", *ROLLED, "claim 1", "claim 2", open=3)
    takes = [f"table: takes {seat}: bed" for seat in (1, 2, 3)]
    assert tell(state, "claim 3") == [["3: claim 3", "table: show 1: 6 6 1", *takes]] * 4


FOUR = "spielteufel fehlerteufel putzteufel springteufel"


def test_told_of_dice_d4_lone_claims_go_by_place() -> None:
    ranks = [f"rank {seat}: {rank}" for seat, rank in enumerate(FOUR.split(), 1)]
    opened = [f"open {place}: {kind}" for place, kind in enumerate(("bed", "iron", "bath"), 1)]
    rolls = [f"roll {seat}: 6 {seat}" for seat in range(1, 5)]
    state = lay("dice", 4, *ranks, *opened, *rolls, "claim 3", "claim 2", "claim 2", ranks=FOUR)
    assert tell(state, "claim 1")[0] == [
        "4: claim 1",
        "table: takes 4: bed",
        "table: takes 1: bath",
        "table: show 2: 6 2",
        "table: show 3: 6 3",
        "table: wins 3: iron",  # D6: decided at once
    ]


def test_told_of_dice_d8_a_battle_is_won_once() -> None:
    state = won("fehlerteufel")
    assert tell(state, "steal bed from 2")[0] == ["1: steal bed from 2"]
    assert tell(state, "swap with 2")[0] == ["1: swap with 2"]


def test_told_of_dice_d6_a_battle_that_goes_on_is_not_won() -> None:
    state = forcing()
    assert tell(state, "reroll")[0] == ["1: reroll"]
    assert tell(state, "roll 2: 6 3 1")[0] == ["chance: roll 2: 6 3 1"]  # 9 to 9
    assert tell(state, "roll 2: 5 4 4")[0] == ["chance: roll 2: 5 4 4"]
    assert tell(state, "roll 1: 6 4")[0] == ["chance: roll 1: 6 4", "table: wins 1: bed"]


def test_told_of_dice_d8_the_next_battle_is_won_at_once() -> None:
    state = dice(
        """
        1 oberteufel   6 6 1 -> 1
        2 fehlerteufel 6 5   -> 2
        3 spielteufel  2 1   -> 1
        4 satansbraten 1 1   -> 2
        """,
        "bed scarf iron",
    )
    assert tell(state, "stand")[0] == ["3: stand", "table: wins 1: bed"]
    shows = ["table: show 2: 6 5", "table: show 4: 1 1"]
    assert tell(state, "keep rank")[0] == ["1: keep rank", *shows, "table: wins 2: scarf"]


def test_told_of_cards() -> None:
    state = lay("cards", 3, hand=2)
    assert tell(state, "dealer 3") == [["chance: dealer 3"]] * 4
    card, hidden = ["chance: deal 1: 5"], ["chance: deal 1: ??"]
    assert tell(state, "deal 1: 5") == [hidden, card, hidden, hidden]
    play(state, "deal 1: 1", "deal 2: 2", "deal 2: 3", "deal 3: 4")
    card, hidden = ["chance: deal 3: 6"], ["chance: deal 3: ??"]
    assert tell(state, "deal 3: 6") == [hidden, hidden, hidden, card]
    assert tell(state, "play 5") == [["1: play 5"]] * 4
    assert tell(state, "play 2") == [["2: play 2"]] * 4
    assert tell(state, "play 4") == [["3: play 4", "table: trick to 2: 3 devils"]] * 4  # T4: 1 + 0 + 2


def test_told_of_cards_t11_a_round_is_counted() -> None:
    state = tricks(cards("1 4", "3 6", "2 5", hand=2), "1 3 2", "6 5")
    assert tell(state, "play 4") == [["1: play 4", "table: trick to 1: 6 devils", "table: round: 6 1 0"]] * 4
    assert state.round == 2
    state = tricks(deal(state, "1 4", "3 6", "2 5"), "3 2 1", "4 6")
    assert tell(state, "play 5")[0][1:] == ["table: trick to 2: 6 devils", "table: round: 1 6 0"]  # of this round


def test_told_of_cards_t8_the_last_round_is_counted_too() -> None:
    state = tricks(cards("1", "2", "14", hand=5, goal=1), "1 2 14")
    assert state["devils"][:3] == [0, 0, 0]
    state = tricks(cards("1", "3", "2", hand=1, goal=1), "1 3")
    assert tell(state, "play 2")[0] == ["3: play 2", "table: trick to 2: 1 devils", "table: round: 0 1 0"]
    assert state.actor == OVER


def test_told_of_cards_t4_a_trick_without_devils_is_taken_too() -> None:
    state = tricks(cards("1", "2", "14", hand=5), "1 2")
    assert tell(state, "play 14")[0] == ["3: play 14", "table: trick to 3: 0 devils"]
