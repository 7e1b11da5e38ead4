"""Advice in four languages: the same keys and gaps in each, every fact and move has words."""

from __future__ import annotations

import string
from pathlib import Path

import pytest

from brimstone.analysis import words
from brimstone.analysis.advice import advise, as_json, moments
from brimstone.analysis.words import (
    LANGUAGES,
    MOVES,
    SHOWN,
    Number,
    UnknownLanguage,
    choice_in_words,
    in_words,
    lead,
    move_in_words,
    rounded,
    text,
    texts,
)
from brimstone.bots.player import Choice, Fact, Thought
from brimstone.games import find
from brimstone.games.coal import DRAW_ON, STAKE, STOP
from brimstone.games.contract import BadMove
from brimstone.games.dice_words import KIND_NAMES, RANK_NAMES
from brimstone.games.options import set_up
from tests.analysis.test_account import EFFORT, short_game

FORMS = ("none", "one", "other")


def gaps(template: str) -> set[tuple[str, str]]:
    """The names a text leaves open, and as what."""
    return {(name, kind or "") for _, name, kind, _ in string.Formatter().parse(template) if name}


def forms(found: str | dict[str, str]) -> dict[str, str]:
    return dict.fromkeys(FORMS, found) if isinstance(found, str) else found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_key_with_the_same_gaps(language: str) -> None:
    english, other = texts("en"), texts(language)
    assert list(other) == list(english)
    for key in english:
        assert {form: gaps(forms(other[key])[form]) for form in FORMS} == {
            form: gaps(forms(english[key])[form]) for form in FORMS
        }


def test_no_language_file_without_a_language() -> None:
    files = (Path(words.__file__).parent / "languages").glob("*.json")
    assert sorted(file.stem for file in files) == sorted(LANGUAGES)


def test_items_ranks_and_moves_have_names() -> None:
    assert {f"name.{name}" for name in (*KIND_NAMES, *RANK_NAMES)} <= set(texts("en"))
    assert {f"move.{key}" for key in MOVES} == {key for key in texts("en") if key.startswith("move.")}


@pytest.mark.parametrize(
    ("language", "said", "expected"),
    [
        ("en", "bet 120", "bet 120"),
        ("de", "bet 120", "120 setzen"),
        ("de", "trade scarf for bed of 3", "Schal gegen Bett von Sitz 3 tauschen"),
        ("it", "steal nothing", "non rubare nulla"),
        ("fr", "steal bath from 2", "voler bain chaud au siège 2"),
        ("fr", "play 34", "jouer le 34"),
        ("it", "play 8", "gioca 8"),  # with an article it would be l’8
        ("en", "hold", "hold"),  # of a game that has no words here
    ],
)
def test_moves_in_words(language: str, said: str, expected: str) -> None:
    assert move_in_words(said, language) == expected


@pytest.mark.parametrize(
    ("language", "expected"),
    [("en", "31%"), ("de", "31\u202f%"), ("it", "31%"), ("fr", "31\u202f%")],
)
def test_percent_is_written_as_the_language_writes_it(language: str, expected: str) -> None:
    assert expected in text(language, "cards.take", {"card": 7, "chance": 0.314})


def test_signs_and_decimals_follow_the_language() -> None:
    assert "−1,3\u202f%" in text("de", "dice.rank", {"rank": "oberteufel", "worth": -0.0126})
    assert "+1.2%" in text("en", "dice.rank", {"rank": "oberteufel", "worth": 0.0124})
    assert "Oberteufel" in text("en", "dice.rank", {"rank": "oberteufel", "worth": 0.0})


def test_none_one_and_many() -> None:
    none, one, two = (text("en", "dice.battle", {"place": 1, "chance": 0.5, "against": n}) for n in (0, 1, 2))
    assert "nobody else" in none
    assert "1 claim lies" in one
    assert "2 claims lie" in two


def thought_of(**shares: tuple[float, float]) -> Thought:
    """A thought of coal: share and value of each move."""
    moves = {"draw": DRAW_ON, "stop": STOP}
    return Thought(tuple(Choice(moves[name], value, share) for name, (share, value) in shares.items()))


@pytest.mark.parametrize(
    ("language", "thought", "expected"),
    [
        ("en", thought_of(draw=(1, 0.25)), "Only one move: draw. You win 25.0% of games from here."),
        (
            "en",
            thought_of(draw=(0, 0.25), stop=(1, 0.314)),
            "Best: stop. You win 31.4% of games from here. Next best: draw, 25.0%.",
        ),
        # what is played need not be what was measured best: then nothing is said that looks wrong
        ("en", thought_of(draw=(0.95, 0.25), stop=(0.05, 0.26)), "Best: draw. You win 25.0% of games from here."),
        (
            "de",
            thought_of(draw=(0.4, 0.25), stop=(0.6, 0.35)),
            "Kein Zug ist allein der beste, ein Meister wechselt ab: aufhören (60\u202f%), aufdecken (40\u202f%)."
            " Von hier aus gewinnst du 31,0\u202f% der Partien.",
        ),
    ],
)
def test_a_lead_says_what_to_do(language: str, thought: Thought, expected: str) -> None:
    assert lead(thought, set_up(find("coal"), 2), language) == expected


def test_how_often_a_move_is_made_is_said_where_that_is_not_always_or_never() -> None:
    setup = set_up(find("coal"), 2)
    words = [
        choice_in_words(Choice(STOP, 0.5, share, {"standing": 0.51, "pact": -0.01}), setup, "en")
        for share in (0.0, 0.4, 1.0)
    ]
    assert words[0] == words[2] == "stop: wins 50.0% of games (standing +51.0%, pact −1.0%)"
    assert words[1] == "stop: wins 50.0% of games, played 40% of the time (standing +51.0%, pact −1.0%)"


@pytest.mark.parametrize(
    ("value", "expected"),
    [(0.0123, "+1,2"), (-0.0123, "−1,2"), (0.0004, "0,0"), (-0.0004, "0,0"), (0.0, "0,0"), (-0.0006, "−0,1")],
)
def test_what_rounds_to_nothing_has_no_sign(value: float, expected: str) -> None:
    assert f"{Number(value, 'it'):signed}" == f"{expected}%"


def test_what_is_known_of_a_move_stands_below_it() -> None:
    facts = tuple(Fact("cards.take", {"card": card, "chance": card / 100}, card) for card in (7, 8, 9))
    thought = Thought(
        (Choice(8, 0.2, 0.0), Choice(9, 0.3, 1.0), Choice(7, 0.1, 0.0)),
        (*facts, Fact("cards.void.one", {"seat": 2, "card": 5, "why": "T3"})),
    )
    known, moves = in_words(thought, set_up(find("cards"), 3), shown=2)
    assert known == ["Seat 2 does not hold the 5: it could not follow (T3)."]
    assert moves == [
        "play the 9: wins 30.0% of games",
        "  The 9 takes the trick with a chance of 9%.",
        "play the 8: wins 20.0% of games",
        "  The 8 takes the trick with a chance of 8%.",
    ]


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(UnknownLanguage, match="en, de, it, fr"):
        texts("la")


@pytest.mark.parametrize("name", ["coal", "dice", "cards"])
def test_every_thought_of_a_game_can_be_said_in_every_language(name: str) -> None:
    record = short_game(name)
    spoken = 0
    for moment, line in moments(record, 1, EFFORT):
        if line.by >= 0 and line.by in moment.state.waiting:
            thought = moment.thought(line.by)
            for language in LANGUAGES:
                known, moves = in_words(thought, record.setup, language)
                sentences = [*known, *moves]
                of = {fact.move for fact in thought.facts if fact.move is not None}
                assert of <= {choice.move for choice in thought.choices}
                assert len(known) == sum(fact.move is None for fact in thought.facts)
                assert len(moves) - min(SHOWN, len(thought.choices)) == sum(line.startswith("  ") for line in moves)
                assert bool(of) == (len(moves) > min(SHOWN, len(thought.choices)))
                assert all("{" not in sentence for sentence in sentences)
                assert any("%" in sentence for sentence in sentences)
            for choice in thought.choices:
                assert sum(choice.parts.values()) == pytest.approx(choice.value)
                shown = rounded(choice.parts, choice.value)
                assert round(1000 * sum(shown.values())) == round(1000 * choice.value)
                largest = max(choice.parts, key=lambda key: abs(choice.parts[key]))
                off = {key: abs(shown[key] - part) for key, part in choice.parts.items()}
                assert all(by <= (0.003 if key == largest else 0.0005 + 1e-9) for key, by in off.items())
            spoken += 1
    assert spoken > 5


def test_coal_always_says_the_chance_of_a_devil() -> None:
    record = short_game("coal")
    for moment, line in moments(record, 1, EFFORT):
        if line.by >= 0 and line.by in moment.state.waiting:
            left = moment.state["left"]
            (devil,) = (fact for fact in moment.thought(line.by).facts if fact.key == "coal.devil")
            assert devil.numbers["chance"] == pytest.approx(left[0] / sum(left))


def test_advice_at_a_moment_is_that_seats() -> None:
    record = short_game("cards")
    decided = [(n, line) for n, line in enumerate(record.lines()) if line.by >= 0]
    after, line = decided[3]
    advice = advise(record, after, line.by, seed=2, effort=EFFORT)
    assert line.moves[0] in [choice.move for choice in advice.thought.choices]
    assert sum(choice.share for choice in advice.thought.choices) == pytest.approx(1)
    assert advice == advise(record, after, line.by, seed=2, effort=EFFORT)


def test_shown_parts_add_up_as_shown_and_the_largest_bears_what_rounding_takes_or_gives() -> None:
    parts = {"a": 0.2509, "b": -0.0014, "c": 0.0008, "d": -0.0009}  # each rounded by itself, they would sum to 0.250
    assert rounded(parts, 0.2494) == {"a": 0.25, "b": -0.001, "c": 0.001, "d": -0.001}
    assert rounded({"a": 0.25, "b": 0.0235, "c": 0.0185}, 0.292) == {"a": 0.25, "b": 0.024, "c": 0.018}
    assert rounded({}, 0.5) == {}


def test_stakes_that_were_not_searched_are_said_to_be_estimated() -> None:
    record = short_game("coal")
    after, line = next((n, line) for n, line in enumerate(record.lines()) if line.by >= 0)
    advice = advise(record, after, line.by, effort=EFFORT)
    found = as_json(advice, "en")["moves"]
    assert {move["estimated"] for move in found} == {True, False}
    assert all(move["estimated"] == ("estimated from the stakes beside it" in move["words"]) for move in found)
    assert all(move["share"] == 0 for move in found if move["estimated"])


def test_advice_where_there_is_nothing_to_decide_says_when_there_is() -> None:
    record = short_game("cards")
    with pytest.raises(BadMove, match=r"seat 1 has nothing to decide after 0 of the \d+ moves .* after \d+"):
        advise(record, 0, 0, effort=EFFORT)


def test_of_very_many_equal_moves_each_is_made_seldom() -> None:
    thought = Thought(tuple(Choice(STAKE + k, 0.5, 1 / 40) for k in range(40)))
    expected = (
        "Many moves are about equally good: bet 0, bet 10, bet 20, bet 30 and others. You win 50.0% of games from here."
    )
    assert lead(thought, set_up(find("coal"), 2), "en") == expected
