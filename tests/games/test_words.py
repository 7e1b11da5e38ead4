"""The words of all games: what is refused and why, what is told to whom, what a screen shows, what is offered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from brimstone.games import NAMES, find
from brimstone.games.contract import OVER, PUBLIC, BadMove, Refusal, plain_board
from brimstone.games.state import State
from tests.games.tables import (
    bet,
    by_seat,
    cards,
    coal,
    dice,
    lay,
    owning,
    play,
    pull,
    put,
    refused,
    said,
    tricks,
)

# --- positions -------------------------------------------------------------------------------------------------------

THREE = ("rank 1: oberteufel", "rank 2: putzteufel", "rank 3: satansbraten")
OPENED = ("open 1: bed", "open 2: iron")
ROLLED = ("roll 1: 6 6 1", "roll 2: 5 5", "roll 3: 1 1")


def won(rank: str) -> State:
    """Seat 1, of this rank, has beaten seat 2; seat 3 claimed alone."""
    return dice(
        f"""
        1 {rank}     6 5   -> 1
        2 oberteufel 5 5 1 -> 1
        3 satansbraten 1 1 -> 2
        """,
        "scarf iron",
        {1: "bed", 2: "bed grill", 3: "teacup"},
        ranks=[rank, "oberteufel", "satansbraten"],
    )


def forcing() -> State:
    """The spielteufel, in seat 1, decides."""
    return dice(
        """
        1 spielteufel  5 4   -> 1
        2 oberteufel   5 5 1 -> 1
        3 satansbraten 1 1   -> 2
        """,
        "bed iron",
        ranks=["spielteufel", "oberteufel", "satansbraten"],
    )


def ended(game: str) -> State:
    """A game that is over."""
    if game == "coal":
        return owning(1600, 200)
    if game == "dice":
        return play(
            dice("1 oberteufel 6 6 1 -> 1\n2 putzteufel 1 1 -> 1\n3 satansbraten 1 1 -> 2", "bed bed", goal=1),
            "keep rank",
        )
    return tricks(cards("1", "3", "2", hand=1, goal=1), "1 3 2")


POSITIONS: dict[str, Callable[[], State]] = {
    "coal: starter": lambda: lay("coal", 3),
    "coal: bets": lambda: coal(3),
    "coal: last bet": lambda: play(coal(3), "bet 10", "bet 20"),
    "coal: first draw": lambda: bet(coal(3), 0, 0, 0),
    "coal: draw on": lambda: pull(bet(coal(3), 0, 0, 0), "10"),
    "coal: turning": lambda: play(pull(bet(coal(3), 0, 0, 0), "100 100"), "draw"),
    "coal: no devils": lambda: play(bet(coal(2, pieces="10:3", oven=0), 0, 0), "draw"),
    "dice: ranks": lambda: lay("dice", 3),
    "dice: open": lambda: lay("dice", 3, *THREE),
    "dice: open on": lambda: play(lay("dice", 3, *THREE, items="bed:1x1 iron:3x3"), "open 1: bed"),
    "dice: rolls": lambda: lay("dice", 3, *THREE, *OPENED),
    "dice: second roll": lambda: lay("dice", 3, *THREE, *OPENED, "roll 1: 6 6 1"),
    "dice: claims": lambda: lay("dice", 3, *THREE, *OPENED, *ROLLED),
    "dice: force": forcing,
    "dice: reroll": lambda: play(forcing(), "reroll"),
    "dice: steal": lambda: won("fehlerteufel"),
    "dice: trade": lambda: won("putzteufel"),
    "dice: swap": lambda: won("springteufel"),
    "cards: dealer": lambda: lay("cards", 3),
    "cards: deal": lambda: lay("cards", 3, "dealer 1", "deal 1: 5"),
    "cards: lead": lambda: cards("15 3", "", "4"),
    "cards: second": lambda: tricks(cards("10 3", "9 11", "4 20"), "10"),
    "cards: up": lambda: tricks(cards("10 3", "9 11", "4 20"), "10 11"),
    "cards: down": lambda: tricks(cards("10 3", "9 11", "4 20"), "10 9"),
}

# --- refusals --------------------------------------------------------------------------------------------------------

REFUSALS = """
coal: starter     | draw                  | first the starting seat is drawn                     | C14
coal: starter     | coal 10               | first the starting seat is drawn                     | C14
coal: starter     | start 4               | there is no seat 4                                   | C14
coal: starter     | start 0               | there is no seat 0                                   | C14
coal: bets        | bet 210               | seat 1 has only 200                                  | C1
coal: last bet    | bet 999990            | seat 3 has only 200                                  | C1
coal: bets        | draw                  | seat 1 has to bet first                              | C1
coal: last bet    | devil                 | seat 3 has to bet first                              | C1
coal: bets        | start 1               | seat 1 has to bet first                              | C1
coal: bets        | bet 15                | bets go in steps of 10                               | C1
coal: bets        | bet -10               | 'bet -10' is no move of coal                         |
coal: bets        | bet 010               | 'bet 010' is no move of coal                         |
coal: bets        | bet 1000000           | 'bet 1000000' is no move of coal                     |
coal: bets        | bet                   | 'bet' is no move of coal                             |
coal: bets        |                       | '' is no move of coal                                |
coal: first draw  | stop                  | the first piece of a turn must be drawn              | C3
coal: first draw  | bet 0                 | the bets are closed                                  | C20
coal: draw on     | devil                 | seat 1 decides, not chance                           | C3
coal: draw on     | coal 10               | seat 1 decides, not chance                           | C3
coal: draw on     | start 2               | seat 1 decides, not chance                           | C3
coal: draw on     | coal 30               | there is no coal worth 30                            | C16
coal: draw on     | Draw                  | 'Draw' is no move of coal                            |
coal: turning     | coal 100              | no 100 is left in the oven                           | C16
coal: no devils   | devil                 | no devil is left in the oven                         | C16
coal: turning     | stop                  | a piece is being turned over                         | C3
coal: turning     | draw                  | a piece is being turned over                         | C3
coal: turning     | start 1               | a piece is being turned over                         | C3
coal: turning     | bet 0                 | a piece is being turned over                         | C3
dice: ranks       | rank 2: oberteufel    | seat 1 is dealt a rank now                           | D1
dice: ranks       | rank 1: springteufel  | the springteufel is not to be dealt                  | D16
dice: ranks       | rank 1: teufel        | there is no rank 'teufel'                            | D15
dice: ranks       | rank 4: oberteufel    | there is no seat '4'                                 | D16
dice: ranks       | claim 1               | the ranks are being dealt                            | D1
dice: open        | open 2: bed           | place 1 is filled now                                | D2
dice: open on     | open 1: iron          | place 2 is filled now                                | D2
dice: open on     | open 2: bed           | no bed is left to open                               | D14
dice: open        | open 1: sofa          | there is no item 'sofa'                              | D14
dice: open        | open 7: bed           | there is no place '7'                                | D2
dice: open        | roll 1: 6 6 1         | items are being opened                               | D2
dice: rolls       | roll 2: 6 6           | seat 1 rolls now                                     | D3
dice: rolls       | roll 1: 6 6           | the dice of the oberteufel cannot fall like that     | D15
dice: second roll | roll 2: 6 6 6         | the dice of the putzteufel cannot fall like that     | D15
dice: rolls       | roll 1: 4 5 6         | named from the highest to the lowest                 | D15
dice: rolls       | roll 1: 7 6 5         | dice show 1 to 6                                     | D15
dice: rolls       | roll 1: 6 6 0         | dice show 1 to 6                                     | D15
dice: rolls       | roll 1: 6             | 'roll 1: 6' is no move of dice                       |
dice: rolls       | roll 9: 6 6           | there is no seat '9'                                 | D16
dice: rolls       | stand                 | the dice are being rolled                            | D3
dice: claims      | claim 3               | no item lies at place 3                              | D3
dice: claims      | claim 0               | there is no place '0'                                | D2
dice: claims      | claim 10              | 'claim 10' is no move of dice                        |
dice: claims      | fly                   | 'fly' is no move of dice                             |
dice: claims      | roll 1: 6 6 6         | seat 1 has to claim a place                          | D3
dice: force       | claim 1               | seat 1 decides whether its opponents roll again      | D6
dice: reroll      | roll 1: 6 6           | seat 2 rolls now                                     | D6
dice: reroll      | roll 2: 6 6           | the dice of the oberteufel cannot fall like that     | D15
dice: reroll      | stand                 | dice are being rolled again                          | D6
dice: steal       | steal teacup from 3   | seat 3 has not lost this battle                      | D8
dice: steal       | steal bed from 1      | seat 1 has not lost this battle                      | D8
dice: steal       | steal scarf from 2    | seat 2 has no scarf                                  | D8
dice: steal       | steal grill from 2    | a grill is worth more than 1                         | D8
dice: steal       | steal sofa from 2     | there is no item 'sofa'                              | D14
dice: steal       | steal bed from 4      | there is no seat '4'                                 | D16
dice: steal       | keep rank             | seat 1 may take an item of value 1                   | D8
dice: trade       | trade bed for iron of 3    | seat 3 has not lost this battle                 | D8
dice: trade       | trade bed for scarf of 1   | seat 1 has not lost this battle                 | D8
dice: trade       | trade bed for iron of 2    | seat 2 has no iron                              | D8
dice: trade       | trade bed for bed of 2     | an item is not traded for one of its kind       | D8
dice: trade       | trade bath for grill of 2  | seat 1 has no bath                              | D8
dice: trade       | steal bed from 2           | seat 1 may trade an item                        | D8
dice: swap        | swap with 1           | seat 1 has not lost this battle                      | D8
dice: swap        | swap with 3           | seat 3 has not lost this battle                      | D8
dice: swap        | swap with 0           | there is no seat '0'                                 | D16
dice: swap        | trade nothing         | seat 1 may swap ranks                                | D8
cards: dealer     | play 3                | first the dealer is drawn                            | T7
cards: dealer     | deal 1: 3             | first the dealer is drawn                            | T7
cards: dealer     | dealer 4              | there is no seat 4                                   | T7
cards: dealer     | dealer 0              | 'dealer 0' is no move of cards                       |
cards: deal       | play 3                | the cards are being dealt                            | T10
cards: deal       | dealer 1              | the cards are being dealt                            | T10
cards: deal       | deal 2: 6             | seat 1 is dealt to now                               | T10
cards: deal       | deal 1: 5             | the card 5 is dealt already                          | T10
cards: deal       | deal 4: 6             | there is no seat 4                                   | T10
cards: deal       | deal 1: 28            | the card 28 is not in play                           | T10
cards: lead       | play 15               | a card with five devils may be led only              | T1
cards: lead       | play 4                | seat 1 does not hold the card 4                      | T10
cards: lead       | play 28               | the card 28 is not in play                           | T10
cards: lead       | play 0                | 'play 0' is no move of cards                         |
cards: lead       | play 100              | 'play 100' is no move of cards                       |
cards: lead       | pass                  | 'pass' is no move of cards                           |
cards: lead       | dealer 1              | seat 1 plays a card, chance has nothing to do        | T7
cards: lead       | deal 1: 3             | seat 1 plays a card, chance has nothing to do        | T7
cards: second     | play 10               | seat 2 does not hold the card 10                     | T10
cards: up         | play 4                | seat 3 has a card above the lead 10 and must play one | T3
cards: down       | play 20               | seat 3 has a card below the lead 10 and must play one | T3
"""
ROWS = [[part.strip() for part in row.split("|")] for row in REFUSALS.strip().splitlines()]


@pytest.mark.parametrize(("position", "words", "reason", "paragraph"), ROWS, ids=[" · ".join(row[:2]) for row in ROWS])
def test_a_refusal_says_why_by_which_paragraph_and_what_is_legal(
    position: str, words: str, reason: str, paragraph: str
) -> None:
    state = POSITIONS[position]()
    refusal = refused(state, words)
    assert reason in refusal.reason
    assert refusal.paragraph == paragraph
    assert state.offer()
    assert refusal.allowed == tuple(state.offer())
    cited = f" ({paragraph})" if paragraph else ""
    assert str(refusal) == f"{refusal.reason}{cited}. Allowed: {', '.join(state.offer())}."


@pytest.mark.parametrize("game", NAMES)
def test_after_the_end_everything_is_refused(game: str) -> None:
    state = ended(game)
    assert state.actor == OVER
    for words in {"coal": ("bet 0", "draw"), "dice": ("claim 1", "keep rank"), "cards": ("play 1", "dealer 1")}[game]:
        assert str(refused(state, words)) == "the game is over."


def test_a_refusal_with_nothing_to_cite_or_offer() -> None:
    assert str(Refusal("no")) == "no."
    assert str(Refusal("no", "C1")) == "no (C1)."
    assert str(Refusal("no", "", ["yes", "perhaps"])) == "no. Allowed: yes, perhaps."


NUMERALS = {"coal: bets": "bet 1٠", "cards: lead": "play 1٣", "dice: claims": "claim ٢"}  # 10, 13 and 2


@pytest.mark.parametrize("position", NUMERALS)
def test_numbers_are_written_in_plain_digits(position: str) -> None:
    assert "is no move" in refused(POSITIONS[position](), NUMERALS[position]).reason


@pytest.mark.parametrize("position", ["coal: bets", "dice: claims", "cards: lead"])
def test_spaces_do_not_matter(position: str) -> None:
    state, other = POSITIONS[position](), POSITIONS[position]()
    words = said(state)[1]
    assert play(state, words) == play(other, f"  {words.replace(' ', '   ')} ")


@pytest.mark.parametrize("position", POSITIONS)
def test_every_legal_move_is_read_as_it_is_said(position: str) -> None:
    state = POSITIONS[position]()
    assert [state.read(words) for words in said(state)] == state.moves()


@pytest.mark.parametrize("game", NAMES)
def test_a_number_that_is_no_move_is_refused_like_words(game: str) -> None:
    for state in (make() for position, make in POSITIONS.items() if position.startswith(game)):
        legal = state.moves()
        for move in (*range(-3, 200), *range(200, 4300, 61)):
            if move not in legal:
                refused(state, move)


@pytest.mark.parametrize("position", POSITIONS)
def test_equal_positions_are_one(position: str) -> None:
    state, same = POSITIONS[position](), POSITIONS[position]()
    assert len({state, same, state.copy()}) == 1
    assert state.fields() == same.fields()
    assert state.key() != play(same, said(same)[0]).key()
    assert state != same


def test_there_is_no_view_for_a_seat_that_is_none() -> None:
    for seat in (-2, 3, 6):
        with pytest.raises(BadMove, match=f"there is no seat {seat + 1}"):
            coal(3).view(seat)


# --- offers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("money", "offer"),
    [(20, ["bet 0", "bet 10", "bet 20"]), (30, ["bet 0 to bet 30 in steps of 10"])],
)
def test_bets_are_offered_as_a_range(money: int, offer: list[str]) -> None:
    assert put(coal(2), money=[money]).offer() == offer


OFFERS = {
    "coal: starter": ["start 1", "start 2", "start 3"],
    "coal: draw on": ["draw", "stop"],
    "coal: no devils": ["coal 10"],
    "dice: rolls": ["roll 1: 56 throws of its dice"],
    "dice: second roll": ["roll 2: 21 throws of its dice"],
    "dice: reroll": ["roll 2: 56 throws of its dice"],
    "dice: claims": ["claim 1", "claim 2"],
    "dice: open on": ["open 2: iron"],
    "cards: dealer": ["dealer 1", "dealer 2", "dealer 3"],
    "cards: deal": [f"deal 1: one of {' '.join(str(card) for card in range(1, 28) if card != 5)}"],
    "cards: up": ["play 20", "play 21", "play 22", "play 23", "play 24", "play 25", "play 26", "play 27"],
}


@pytest.mark.parametrize("position", OFFERS)
def test_what_is_offered(position: str) -> None:
    assert POSITIONS[position]().offer() == OFFERS[position]


def test_the_last_card_to_deal_is_offered_by_itself() -> None:
    assert lay("cards", 3, "dealer 1", "deal 1: 1", "deal 2: 3", hand=1).offer() == ["deal 3: 2"]


@pytest.mark.parametrize("game", NAMES)
def test_at_the_end_nothing_is_offered(game: str) -> None:
    assert ended(game).offer() == []


# --- shown -----------------------------------------------------------------------------------------------------------

SCREENS = {
    "coal: draw on": (
        "bet coal last_bet last_coal last_pieces money pact pawn phase pieces pieces_left round run run_pieces starter "
        "turn",
        "left",
    ),
    "dice: claims": (
        "again claim claimed dice ending held items open order party phase place rank rivals rolled round shown "
        "stock_left ties turn was winner",
        "stock",
    ),
    "cards: up": (
        "count devils direction first hand laid last last_leader last_taker leader phase pot round taker trick tricks "
        "turn",
        "seen taken",
    ),
}


@pytest.mark.parametrize("position", SCREENS)
@pytest.mark.parametrize("seat", [PUBLIC, 0, 2])
def test_a_screen_shows_exactly_this(position: str, seat: int) -> None:
    closed, more = (set(names.split()) for names in SCREENS[position])
    view = POSITIONS[position]().view(seat)
    assert set(view.shown()) == closed
    assert set(view.shown(everything=True)) == closed | more


def test_a_closed_purse_is_none() -> None:
    state = owning(300, 310, 60)
    money: dict[int, list[Any]] = {
        PUBLIC: [None, None, 60],
        0: [300, None, 60],
        1: [None, 310, 60],
        2: [None, None, 60],
    }
    for seat, purses in money.items():
        assert state.view(seat).shown()["money"] == purses
        assert state.view(seat).shown(everything=True)["money"] == [300, 310, 60]


def test_a_screen_has_only_the_seats_in_play() -> None:
    for position in SCREENS:
        state = POSITIONS[position]()
        shown = state.view(0).shown(everything=True)
        for name in ("bet", "money", "pawn", "rank", "dice", "items", "trick", "devils", "taken"):
            assert len(shown.get(name, "abc")) == 3
    assert POSITIONS["dice: claims"]().view(0).shown()["open"] == [0, 9]


def test_a_hand_is_shown_to_its_owner_as_cards() -> None:
    state = cards("1 2", "3 4", "5 6", hand=2)
    assert [state.view(seat).shown()["hand"] for seat in (PUBLIC, 0, 2)] == [[], [1, 2], [5, 6]]


def test_dice_under_a_cup_are_shown_to_their_owner() -> None:
    state = POSITIONS["dice: claims"]()
    assert state.view(0).shown()["dice"] == [[6, 6, 1], [0, 0, 0], [0, 0, 0]]
    assert state.view(PUBLIC).shown(everything=True)["dice"] == [[0, 0, 0]] * 3


# --- boards ----------------------------------------------------------------------------------------------------------


def board(state: State, seat: int = PUBLIC) -> list[str]:
    return state.setup.game.board(state.view(seat))


def test_the_board_of_coal() -> None:
    state = pull(bet(owning(300, 310, 60), 100, 0, 10), "100 stop", "20 10")
    assert board(state, 1) == [
        "oven: 42 pieces face down, your run 30",
        "  seat 1: closed purse, pawn on 300, bet 100, coal 100 in 1",
        "  seat 2: money 310, pawn between 300 and 500, bet 0",
        "  seat 3: money 50, pawn between 0-50 and 200, bet 10, pact with the devil",
    ]
    assert board(play(owning(20, 300), "bet 20")) == [
        "oven: 46 pieces face down",
        "  seat 1: money 20, pawn on 0-50, pact with the devil",
        "  seat 2: closed purse, pawn on 300",
        "last round, by seat: bet 0 0; coal 0 0; pieces 0 0",
    ]


def test_the_board_of_coal_calls_nobody_elses_run_yours() -> None:
    state = pull(bet(coal(2), 0, 0), "100")
    assert "your" in board(state, 0)[0]
    assert "your" not in board(state, 1)[0]


def test_the_board_of_dice() -> None:
    state = play(POSITIONS["dice: claims"](), "claim 2")
    assert board(state, 1) == [
        "open: 1 bed (worth 1)  2 iron (worth 3)",
        "  seat 1: oberteufel, claims 2; has nothing",
        "  seat 2: putzteufel, dice 5 5; has nothing",
        "  seat 3: satansbraten; has nothing",
    ]
    assert board(won("fehlerteufel")) == [
        "open: ",
        "  seat 1: fehlerteufel, dice 6 5; has 1 bed, 1 scarf",
        "  seat 2: oberteufel, dice 5 5 1; has 1 bed, 1 grill",
        "  seat 3: satansbraten; has 1 teacup, 1 iron",
    ]


def test_the_board_of_dice_names_no_rank_before_it_is_dealt() -> None:
    rows = board(lay("dice", 3, THREE[0]))
    assert "oberteufel" in rows[1]
    assert "satansbraten" not in " ".join(rows)


def test_the_board_of_cards() -> None:
    state = tricks(cards("2 1", "5 6", "8 3", "7 4", hand=2), "2 5 8 7")
    assert board(state, 2) == [
        "devils so far   seat 1: 0  seat 2: 0  seat 3: 0  seat 4: 0",
        "last trick, seat 3 took it   seat 1: 2  seat 2: 5*  seat 3: 8***  seat 4: 7*",
        "your hand   3*",
    ]
    lead, trick = "trick   seat 3: 3*", "trick, up, seat 4 takes it so far   seat 3: 3*  seat 4: 4**"
    assert board(tricks(state, "3"))[2:] == [lead]
    assert board(tricks(state, "4"), 0)[2:] == [trick, "your hand   1"]
    down = tricks(cards("7 8", "5 6", "1 2", "3 4", hand=2), "7 5")
    assert board(down)[1:] == ["trick, down, seat 2 takes it so far   seat 1: 7*  seat 2: 5*"]


def test_a_game_without_a_drawing_lists_what_is_shown() -> None:
    view = coal(2).view(0)
    assert plain_board(view) == [f"{name}: {value}" for name, value in view.shown().items()]
    assert "money: [200, None]" in plain_board(view)


# --- facts and reasons -----------------------------------------------------------------------------------------------


def test_facts_of_coal() -> None:
    state = pull(bet(coal(3), 100, 50, 200), "100 stop", "devil", "10 10 stop")
    assert find("coal").facts(state) == {
        "money": [350, 250, 50],
        "bets": [100, 50, 200],
        "coal": [100, 0, 20],
        "pieces": [1, 0, 2],
        "pawns": [5, 3, 0],
        "pact": [False, False, True],
        "left": 44,
    }


def test_facts_of_dice() -> None:
    state = play(won("fehlerteufel"), "steal bed from 2", "swap with 2")
    assert find("dice").facts(state) == {
        "items": [{"bed": 2, "scarf": 1}, {"grill": 1}, {"teacup": 1, "iron": 1}],
        "ranks": ["oberteufel", "fehlerteufel", "satansbraten"],
    }


def test_facts_of_cards() -> None:
    state = tricks(cards("1", "3", "2", hand=1), "1 3 2")
    assert find("cards").facts(state) == {"devils": [0, 1, 0]}


@pytest.mark.parametrize(
    ("game", "reason"), [("coal", "1600 reached"), ("dice", "1 items reached"), ("cards", "1 devils reached")]
)
def test_the_end_has_a_reason(game: str, reason: str) -> None:
    result = ended(game).result()
    assert result is not None
    assert result.reason == reason


def test_other_reasons() -> None:
    assert (owning(200, 200, rounds=1).result() or ("",))[-1] == "round limit"
    state = lay("dice", 3, *THREE, "open 1: bed", *ROLLED, "claim 1", "claim 1", "claim 1", items="bed:1x1", open=1)
    assert (play(state, "keep rank").result() or ("",))[-1] == "no items left"
    assert by_seat(state, "held") == [1, 0, 0]


# --- the first and last of everything --------------------------------------------------------------------------------


def test_a_deal_is_offered_and_refused_by_the_seat_that_is_dealt_to() -> None:
    state = lay("cards", 3, "dealer 1", "deal 1: 5", "deal 1: 2", hand=2)
    assert state.offer() == ["deal 2: one of 1 3 4 6"]
    assert refused(state, "deal 2: 5").reason == "the card 5 is dealt already"
    assert refused(state, "deal 3: 1").reason == "seat 2 is dealt to now"
    play(state, "deal 2: 1", "deal 2: 3")
    assert state.offer() == ["deal 3: one of 4 6"]


def test_the_board_of_cards_knows_the_first_seat_as_taker() -> None:
    state = tricks(cards("1 6", "4 2", "3 5", hand=2), "1")
    assert "takes it so far" not in " ".join(state.view(0).setup.game.board(state.view(0)))
    state = tricks(cards("6 1", "4 2", "3 5", hand=2, leader=2), "2 3 6")
    board = state.setup.game.board(state.view(1))
    assert any(line.startswith("last trick, seat 1 took it") for line in board)
    state = tricks(cards("6 1", "4 2", "3 5", hand=2, leader=3), "3 6")
    assert any("up, seat 1 takes it so far" in line for line in state.setup.game.board(state.view(1)))


def test_coal_even_a_bet_of_nothing_comes_too_late() -> None:
    state = bet(coal(2), 10, 10)
    assert refused(state, "bet 0").reason == "the bets are closed"


def test_the_board_of_coal_knows_no_last_round_in_the_first() -> None:
    state = coal(2)
    assert not any("last round" in line for line in state.setup.game.board(state.view(0)))


def test_a_rank_is_refused_by_its_name_at_every_seat() -> None:
    state = lay("dice", 3, "rank 1: oberteufel")
    assert refused(state, "rank 2: springteufel").reason == "the springteufel is not to be dealt"
    assert refused(state, "rank 3: putzteufel").reason == "seat 2 is dealt a rank now"


def test_the_board_of_dice_shows_a_claim_of_the_first_place() -> None:
    state = play(POSITIONS["dice: claims"](), "claim 1")
    assert board(state, 1)[1] == "  seat 1: oberteufel, claims 1; has nothing"
