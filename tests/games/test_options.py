"""Options of all games: defaults, how they are written, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brimstone.games import NAMES, find
from brimstone.games.contract import BadSetup, BrimstoneError, UnknownGame
from brimstone.games.options import Counts, Goods, Names, Option, Whole, Wholes, changed, set_up, written
from brimstone.games.state import start

SEATS = [(name, seats) for name in NAMES for seats in find(name).seats]
OPTIONS = [(name, option) for name in NAMES for option in find(name).options]


def refusal(game: str, seats: Any, **options: Any) -> BadSetup:
    with pytest.raises(BadSetup) as caught:
        set_up(find(game), seats, options)
    return caught.value


@pytest.mark.parametrize(("game", "option"), OPTIONS, ids=lambda value: getattr(value, "name", value))
def test_a_refusal_names_the_option_that_is_wrong(game: str, option: Any) -> None:
    assert refusal(game, 4, **{option.name: "nonsense"}).option == option.name


def test_steps_are_told_where_there_are_any() -> None:
    assert (Whole(0, 8, 2).allowed(), Whole(0, 8).allowed()) == ("0 to 8 in steps of 2", "0 to 8")
    assert Wholes(1, 3, 0, 8, 2).allowed() == "1 to 3 numbers from 0 to 8 in steps of 2"
    assert Wholes(1, 3, 0, 8, rising=True).allowed() == "1 to 3 rising numbers from 0 to 8"


# --- defaults --------------------------------------------------------------------------------------------------------

DEFAULTS = {
    "coal": {
        "money": "200", "target": "1600", "track": "50 200 300 500 700 1000 1300 1600", "oven": "19",
        "rounds": "none", "pieces": "devil:9 10:9 20:9 25:9 50:7 75:3 100:2",
    },
    "dice": {
        "ranks": "oberteufel spielteufel fehlerteufel satansbraten", "open": "3", "gold": "1 2 3 4 5 6",
        "black": "1 2 3 4 5 6", "grey": "1 2 3 3 4 4", "rerolls": "none", "goal": "10",
        "items": "bed:6x1 heater:6x1 earmuffs:6x1 scarf:6x1 teacup:6x1 bottle:6x1 nightcap:6x1 chilli:4x2 bath:4x2 "
        "iron:3x3 grill:3x3",
    },
    "cards": {"goal": "100", "hand": "9"},
}  # fmt: skip


@pytest.mark.parametrize("game", NAMES)
def test_options_left_alone_are_the_rulebooks(game: str) -> None:
    setup = set_up(find(game), 4)
    assert written(setup) == DEFAULTS[game]
    assert changed(setup) == {}


@pytest.mark.parametrize(("seats", "opened"), [(3, 2), (4, 3), (5, 3), (6, 4)])
def test_d16_defaults_that_hang_on_the_seats(seats: int, opened: int) -> None:
    setup = set_up(find("dice"), seats)
    assert (setup.options["open"], len(setup.options["ranks"])) == (opened, seats)
    assert changed(setup) == {}


@pytest.mark.parametrize("game", NAMES)
def test_simulations_have_their_own_defaults(game: str) -> None:
    assert changed(set_up(find(game), 4, simulated=True)) == ({"rounds": "200"} if game == "coal" else {})


# --- text form -------------------------------------------------------------------------------------------------------

CHANGES = [
    (
        "coal",
        3,
        {"money": "50", "target": "500", "track": "10 500", "oven": "0", "rounds": "7", "pieces": "devil:1 1:2"},
    ),
    ("coal", 2, {"oven": "1", "pieces": "500:2"}),
    ("dice", 3, {"ranks": "putzteufel oberteufel springteufel", "open": "1", "gold": "6 6 1", "black": "1 2"}),
    ("dice", 6, {"grey": "4 1", "rerolls": "0", "goal": "50", "items": "iron:12x9 bed:0x1"}),
    ("cards", 6, {"goal": "1", "hand": "1"}),
]


@pytest.mark.parametrize(("game", "seats", "options"), CHANGES)
def test_options_are_read_as_they_are_written(game: str, seats: int, options: dict[str, str]) -> None:
    setup = set_up(find(game), seats, options)
    assert changed(setup) == options
    assert set_up(find(game), seats, written(setup)) == setup
    assert set_up(find(game), seats, setup.options) == setup  # and as values


@pytest.mark.parametrize(("game", "seats"), SEATS)
def test_defaults_are_read_as_they_are_written(game: str, seats: int) -> None:
    setup = set_up(find(game), seats)
    assert set_up(find(game), seats, written(setup)) == setup


DIGIT = st.integers(0, 9)
KINDS: list[tuple[Any, st.SearchStrategy[Any]]] = [
    (Whole(0, 90, 10, none=True), st.none() | DIGIT.map(lambda n: 10 * n)),
    (Wholes(1, 4, 1, 6), st.lists(st.integers(1, 6), min_size=1, max_size=4)),
    (Wholes(2, 9, 1, 60, rising=True), st.sets(st.integers(1, 60), min_size=2, max_size=9).map(sorted)),
    (Names(("a", "b", "c")), st.lists(st.sampled_from("abc"), unique=True)),
    (Counts(("devil",), 1, 500, 9), st.dictionaries(st.integers(1, 500).map(str) | st.just("devil"), DIGIT)),
    (Goods(("a", "b"), 9, 3), st.dictionaries(st.sampled_from("ab"), st.tuples(DIGIT, st.integers(1, 3)).map(list))),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "values"), KINDS, ids=[kind.allowed() for kind, _ in KINDS])
@given(data=st.data())
def test_every_kind_of_option_reads_what_it_writes(
    kind: Any, values: st.SearchStrategy[Any], data: st.DataObject
) -> None:
    value = data.draw(values)
    assert kind.fits(value)
    assert kind.read(kind.write(value)) == value
    assert Option("name", "C1", kind, value).parse(kind.write(value)) == value


# --- bad values ------------------------------------------------------------------------------------------------------

NUMBERS = ["", "ten", "1.5", "1 2", 1.0, True, [1], {}, "none"]
FACES = ["", "0", "7", "1 2 3 4 5 6 1", "one", [], [True], (1, 2), 3, None, {"1": 1}]
BAD: dict[tuple[str, str], tuple[str, str, list[Any]]] = {
    ("coal", "money"): ("C17", "10 to 9990 in steps of 10", [*NUMBERS, 0, -10, 205, 10_000, None]),
    ("coal", "target"): ("C13", "20 to 10000 in steps of 10", [*NUMBERS, 10, 1605, 10_010, None]),
    ("coal", "track"): (
        "C18", "2 to 12 rising numbers from 10 to 10000 in steps of 10",
        ["", "50", "50 50", "200 50", "50 205", "0 50", "50 10010", list(range(10, 140, 10)), (50, 200), [50, 200.0]],
    ),
    ("coal", "oven"): ("C19", "0 to 99", [*NUMBERS, -1, 100, None]),
    ("coal", "rounds"): ("C15", "none or 1 to 1000", [*NUMBERS[:-1], 0, 1001, "None"]),
    ("coal", "pieces"): (
        "C16", "devil and numbers from 1 to 500, each with a colon and how many, 0 to 100",
        ["devil", "devil:9:9", "devil:x", "imp:9", "0:1", "501:1", "010:1", "٣:1", "10:1 10:2", "10:-1", "10:101",
         {10: 9}, {"10": True}, {"10": "9"}, [10], None, 48],
    ),
    ("dice", "ranks"): (
        "D16", "each at most once: oberteufel spielteufel fehlerteufel putzteufel springteufel satansbraten",
        ["oberteufel oberteufel putzteufel", "oberteufel putzteufel teufel", ["oberteufel", 4], ("oberteufel",), None],
    ),
    ("dice", "open"): ("D16", "1 to 6", [*NUMBERS, 0, 7, None]),
    ("dice", "gold"): ("D15", "1 to 6 numbers from 1 to 6", FACES),
    ("dice", "black"): ("D15", "1 to 6 numbers from 1 to 6", FACES),
    ("dice", "grey"): ("D15", "1 to 6 numbers from 1 to 6", FACES),
    ("dice", "rerolls"): ("D13", "none or 0 to 100", [*NUMBERS[:-1], -1, 101]),
    ("dice", "goal"): ("D10", "1 to 50", [*NUMBERS, 0, 51, None]),
    ("dice", "items"): (
        "D14",
        "bed, heater, earmuffs, scarf, teacup, bottle, nightcap, chilli, bath, iron, grill, each with a colon and "
        "copies x value, 0 to 12 x 1 to 9",
        ["bed", "bed:6", "bed:6x1x1", "bed:ax1", "sofa:6x1", "bed:13x1", "bed:-1x1", "bed:6x0", "bed:6x10",
         "bed:6x1 bed:6x1", {"bed": 6}, {"bed": (6, 1)}, {"bed": [6]}, {"bed": [6, True]}, ["bed"], None],
    ),
    ("cards", "goal"): ("T8", "1 to 1000", [*NUMBERS, 0, 1001, None]),
    ("cards", "hand"): ("T10", "1 to 9", [*NUMBERS, 0, 10, None]),
}  # fmt: skip


def test_bad_values_of_every_option_are_tried() -> None:
    assert set(BAD) == {(game, option.name) for game, option in OPTIONS}


@pytest.mark.parametrize(("game", "option"), BAD)
def test_a_bad_value_is_refused(game: str, option: str) -> None:
    paragraph, allowed, values = BAD[game, option]
    for value in values:
        refused = refusal(game, 3, **{option: value})
        assert str(refused) == f"{option} cannot be {value!r} ({paragraph}). Allowed: {allowed}."


@pytest.mark.parametrize(
    ("game", "option", "text"),
    [("coal", "oven", "1_0"), ("coal", "oven", "٣"), ("coal", "pieces", "10:4_0"), ("dice", "items", "bed:٣x1")],
)
def test_numbers_are_written_in_plain_digits(game: str, option: str, text: str) -> None:
    assert "cannot be" in refusal(game, 3, **{option: text}).reason


CONTRADICTIONS: list[tuple[str, int, dict[str, Any], str, str, str]] = [
    ("coal", 2, {"money": 1600}, "1600", "C13", "money below 1600"),
    ("coal", 2, {"target": 200}, "200", "C13", "money below 200"),
    ("coal", 2, {"money": 300, "target": 210}, "300", "C13", "money below 210"),
    ("coal", 2, {"oven": 48}, "48 pieces", "C19", "oven 0 to 47"),
    ("coal", 2, {"pieces": "10:19"}, "19 pieces", "C19", "oven 0 to 18"),
    ("coal", 2, {"pieces": "devil:40"}, "numbers", "C16", "1 to 8 different numbers"),
    ("coal", 2, {"pieces": "devil:40 10:0"}, "numbers", "C16", "1 to 8 different numbers"),
    ("coal", 2, {"pieces": ""}, "numbers", "C16", "1 to 8 different numbers"),
    ("coal", 2, {"pieces": "1:5 2:5 3:5 4:5 5:5 6:5 7:5 8:5 9:5"}, "numbers", "C16", "1 to 8 different numbers"),
    ("coal", 2, {"pieces": "devil:1 10:100"}, "101 pieces", "C16", "up to 100 pieces"),
    ("dice", 3, {"ranks": "oberteufel putzteufel"}, "3 ranks, not 2", "D16", "3 different ranks"),
    ("dice", 3, {"ranks": "oberteufel putzteufel spielteufel springteufel"}, "not 4", "D16", "3 different ranks"),
    ("dice", 3, {"ranks": "spielteufel putzteufel satansbraten"}, "satansbraten", "D16", "with the oberteufel"),
    ("dice", 3, {"items": ""}, "an item", "D14", "at least one item"),
    ("dice", 3, {"items": "bed:0x1 iron:0x3"}, "an item", "D14", "at least one item"),
    ("dice", 6, {"items": "bed:3x1"}, "4 items", "D2", "open 1 to 3"),
    ("dice", 3, {"open": 3, "items": "bed:1x1 iron:1x3"}, "3 items", "D2", "open 1 to 2"),
    ("dice", 3, {"gold": "6"}, "gold dice", "D13", "a limit with rerolls"),
    ("dice", 3, {"black": "2 2 2"}, "black dice", "D13", "a limit with rerolls"),
    ("dice", 3, {"grey": "1 1"}, "grey dice", "D13", "other faces"),
]


@pytest.mark.parametrize(("game", "seats", "options", "reason", "paragraph", "allowed"), CONTRADICTIONS)
def test_a_contradiction_is_refused(
    game: str, seats: int, options: dict[str, Any], reason: str, paragraph: str, allowed: str
) -> None:
    refused = refusal(game, seats, **options)
    assert reason in refused.reason
    assert refused.paragraph == paragraph
    assert allowed in " ".join(refused.allowed)
    assert str(refused) == f"{refused.reason} ({paragraph}). Allowed: {', '.join(refused.allowed)}."


JUST_RIGHT: list[tuple[str, int, dict[str, Any]]] = [
    ("coal", 2, {"money": 1590}),
    ("coal", 2, {"money": 10, "target": 20}),
    ("coal", 2, {"money": 9990, "target": 10_000}),
    ("coal", 2, {"oven": 47}),
    ("coal", 2, {"pieces": "10:100", "oven": 99}),
    ("coal", 2, {"pieces": "1:5 2:5 3:5 4:5 5:5 6:5 7:5 8:5 9:0"}),
    ("coal", 2, {"track": list(range(10, 130, 10)), "rounds": 1000}),
    ("dice", 3, {"ranks": "oberteufel putzteufel spielteufel"}),
    ("dice", 6, {"open": 6, "items": "bed:6x9"}),
    ("dice", 3, {"gold": "6", "black": "6", "grey": "6", "rerolls": 0}),
    ("dice", 3, {"rerolls": 100, "goal": 1}),
    ("cards", 3, {"goal": 1000, "hand": 1}),
]


@pytest.mark.parametrize(("game", "seats", "options"), JUST_RIGHT)
def test_the_last_allowed_value_can_be_played(game: str, seats: int, options: dict[str, Any]) -> None:
    state = start(find(game), seats, options)
    assert state.moves()
    assert set(changed(state.setup)) == set(options)


# --- seats, names, games ---------------------------------------------------------------------------------------------

NO_SEATS: list[Any] = [0, 1, 7, -3, True, "4", 4.0, None, [4]]


@pytest.mark.parametrize(("game", "least", "paragraph"), [("coal", 2, "C20"), ("dice", 3, "D16"), ("cards", 3, "T10")])
def test_seats_out_of_range_are_refused(game: str, least: int, paragraph: str) -> None:
    for seats in [*NO_SEATS, least - 1]:
        refused = refusal(game, seats)
        assert str(refused) == f"{game} cannot be played with {seats} seats ({paragraph}). Allowed: {least} to 6 seats."
    assert list(find(game).seats) == list(range(least, 7))


@pytest.mark.parametrize("game", NAMES)
def test_an_unknown_option_is_refused(game: str) -> None:
    refused = refusal(game, 4, luck="9")
    known = [option.name for option in find(game).options]
    assert str(refused) == f"{game} has no option 'luck'. Allowed: {', '.join(known)}."


@pytest.mark.parametrize("name", ["chess", "", "Coal", "coal_words"])
def test_an_unknown_game_is_refused(name: str) -> None:
    with pytest.raises(UnknownGame, match=r"There is no game .*\. Games: coal, dice, cards\."):
        find(name)
    assert issubclass(UnknownGame, BrimstoneError)
