"""Records: written, read again, and refused where they do not hold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from brimstone.arena.simulate import record as simulated
from brimstone.games import NAMES, find
from brimstone.games.contract import BadSetup
from brimstone.games.options import set_up
from brimstone.record import BadRecord, Record, as_json, checked_name, read

DOCS = Path(__file__).parents[1] / "docs"
GOLDEN = sorted((Path(__file__).parent / "records").glob("*.txt"))


def example() -> str:
    """The record that docs/record.md shows."""
    found = re.search(r"```\n(brimstone record 1\n.*?)```", (DOCS / "record.md").read_text(), re.DOTALL)
    assert found
    return found[1]


def lines_of(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def refused(text: str) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        list(read(lines_of(text)))
    return caught.value


def edited(old: str, new: str, text: str | None = None) -> str:
    text = text or example()
    assert text.count(old) >= 1, f"{old!r} is not in the example"
    return text.replace(old, new, 1)


def line_number(words: str) -> int:
    return example().splitlines().index(words) + 1


def test_the_example_of_the_docs_holds_and_is_written_the_same() -> None:
    (record,) = read(lines_of(example()))
    assert record.written() == example()
    assert record.names == ("Ada", "Ben", "Cem")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("game_number", range(3))
def test_written_records_read_back(name: str, game_number: int) -> None:
    game = find(name)
    for seats in game.seats:
        record = simulated(set_up(game, seats, simulated=True), 5, game_number)
        text = record.written()
        (again,) = read(lines_of(text))
        assert again.moves == record.moves
        assert again.setup == record.setup
        assert again.written() == text


def test_many_records_in_one_file_stay_apart() -> None:
    records = [simulated(set_up(find(name), 4, simulated=True), 1, 0) for name in NAMES]
    text = "\n".join(record.written() for record in records)
    assert [found.moves for found in read(lines_of(text))] == [record.moves for record in records]


def test_an_unfinished_game_is_a_record_too() -> None:
    whole = simulated(set_up(find("coal"), 3, simulated=True), 1, 0)
    half = Record(whole.setup, whole.names, whole.moves[:40])
    (again,) = read(lines_of(half.written()))
    assert "result: unfinished" in half.written()
    assert again.moves == half.moves
    assert as_json(again)["result"] is None


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_records_still_hold(path: Path) -> None:
    """Records of old versions: what was once played is played the same for ever."""
    text = path.read_text()
    assert "\n".join(record.written() for record in read(lines_of(text))) == text


def test_there_are_golden_records_of_every_game() -> None:
    assert {path.stem.split("-")[0] for path in GOLDEN} == set(NAMES)


def test_json_counts_the_lines_of_the_record() -> None:
    (record,) = read(lines_of(example()))
    data = as_json(record)
    body = [line for line in example().split("\n\n", 1)[1].splitlines() if re.match(r"(\d|chance):", line)]
    assert [f"{move['by']}: {move['say']}" for move in data["moves"]] == body
    assert data["rounds"] == [{"after": len(body), "devils": [0, 4, 3]}]
    assert data["result"] == {"places": [1, 3, 2], "points": [0, 4, 3], "reason": "1 devils reached"}
    assert data["options"] == {"goal": 1, "hand": 2}


@pytest.mark.parametrize(
    ("old", "new", "at", "says"),
    [
        ("1: play 1\n", "1: play 3\n", "1: play 1", r"does not hold the card 3 \(T10\)\. Allowed: play 1, play 4"),
        ("3: play 6\n", "3: play six\n", "3: play 6", "'play six' is no move of cards. Allowed: play 3, play 6"),
        ("2: play 2\n", "3: play 2\n", "2: play 2", "turn of seat 2, not of '3'; legal: play 2, play 5"),
        ("2: play 2\n", "play 2\n", "2: play 2", "a move is who, a colon and words"),
        ("1: play 1\n2: play 2\n", "2: play 2\n1: play 1\n", "1: play 1", "turn of seat 1"),
        ("chance: deal 1: 1 4\n", "chance: deal 1: 1 9\n", "chance: deal 1: 1 4", "9 is not in play"),
        ("chance: deal 2: 5 2\n", "chance: deal 2: 5 1\n", "chance: deal 2: 5 2", "1 is dealt already"),
        ("chance: deal 2: 5 2\n", "chance: deal 2:\n", "chance: deal 2: 5 2", "is no move of cards"),
        ("chance: dealer 3\n", "chance: dealer 4\n", "chance: dealer 3", "no seat 4"),
        ("round 1\n", "", "round 1", "round 1 begins here; its heading is missing"),
        ("round 1\n", "round 2\n", "round 1", "'round 2' does not begin here"),
        ("round 1\n", "round 1\nround 1\n", "chance: deal 1: 1 4", "'round 1' does not begin here"),
        ("points 0 4 3", "points 0 3 4", "result: 1 devils reached; places 1 3 2; points 0 4 3", "not '1 devils"),
        ("rules: 1\n", "rules: 2\n", "rules: 1", "made by rules 2 of cards; here are rules 1"),
        ("rules: 1\n", "rules: one\n", "rules: 1", "rules must be a number, not 'one'"),
        ("game: cards\n", "game: chess\n", "game: cards", "no game 'chess'. Games: coal, dice, cards"),
        ("seats: 3\n", "seats: 7\n", "seats: 3", r"cannot be played with 7 seats \(T10\)"),
        ("option hand: 2\n", "option hand: 12\n", "option hand: 2", r"hand cannot be '12' \(T10\)\. Allowed: 1 to 9"),
        ("option hand: 2\n", "option feet: 2\n", "option hand: 2", "no option 'feet'"),
        ("option hand: 2\n", "option goal: 2\n", "option hand: 2", "'option goal' stands in the header twice"),
        ("option hand: 2\n", "weather: fine\n", "option hand: 2", "a header has no 'weather'"),
        ("option hand: 2\n", "hand 2\n", "option hand: 2", "a header line is a name, a colon and a value"),
        ("names: Ada | Ben | Cem", "names: Ada | Ben", "names: Ada | Ben | Cem", "3 seats need 3 names, not 2"),
        ("names: Ada | Ben | Cem", "names: Ada || Cem", "names: Ada | Ben | Cem", "1 to 40 printable characters"),
        ("names: Ada | Ben | Cem\n", "", "brimstone record 1", "the header has no 'names'"),
    ],
)
def test_a_wrong_line_is_named_with_its_reason(old: str, new: str, at: str, says: str) -> None:
    bad = refused(edited(old, new))
    assert bad.line == line_number(at)
    assert re.search(says, str(bad)), str(bad)


FAIR = {
    "note 2": "substitute club from move 41 to 60; coach 3 times",
    "fair table": "abcdefghjkmn",
    "fair promise": "0a" * 32,
    "fair secret": "1b" * 32,
    "fair promise 3": "2c" * 32,
    "fair salt 3": "3d" * 32,
    "fair seals 0": f"1={'4e' * 32} 3={'5f' * 32}",
    "fair head": "60" * 32,
}


def test_fair_lines_and_notes_are_written_back() -> None:
    said = "".join(f"{name}: {value}\n" for name, value in FAIR.items())
    text = edited("points 0 4 3\n", f"points 0 4 3\n{said}")
    (record,) = read(lines_of(text))
    assert record.extra == FAIR
    assert record.written() == text
    assert as_json(record)["extra"] == FAIR
    (plain,) = read(lines_of(example()))
    assert as_json(plain)["extra"] == {}
    assert plain.moves == record.moves


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("fair weather: yes", "a header has no 'fair weather'"),
        ("fair salt 0: " + "ab" * 32, "a header has no 'fair salt 0'"),
        ("fair salt 4: " + "ab" * 32, "'fair salt 4' means a seat, but there are 3"),
        ("fair salt 1: " + "AB" * 32, "'fair salt 1' cannot be 'ABAB"),
        ("fair secret: " + "ab" * 31, "'fair secret' cannot be 'abab"),
        ("fair head:", "'fair head' cannot be ''"),
        ("fair table: a/b/c/d/e/f/", "'fair table' cannot be 'a/b/"),
        ("fair seals 3: 1=" + "ab" * 32, "'fair seals 3' cannot be '1=ab"),
        ("fair seals 03: 1=" + "ab" * 32, "a header has no 'fair seals 03'"),
        ("note 4: away", "'note 4' means a seat, but there are 3"),
        ("note 1: bell \x07", "'note 1' cannot be 'bell"),
        ("note 1: " + "x" * 901, "'note 1' cannot be 'xxx"),
        ("note: of nobody", "a header has no 'note'"),
    ],
)
def test_a_wrong_fair_line_or_note_is_named(line: str, says: str) -> None:
    bad = refused(edited("option hand: 2\n", f"option hand: 2\n{line}\n"))
    assert bad.line == line_number("option hand: 2") + 1
    assert says in str(bad)


def test_a_truncated_record_says_what_would_follow() -> None:
    bad = refused(example().split("3: play 3")[0])
    assert "the record ends here, the game does not: it is the turn of seat 3; legal: play 3" in str(bad)
    header_only = refused(example().split("option goal")[0])
    assert "the header has no 'result'" in str(header_only)


def test_every_truncation_is_refused_without_a_crash() -> None:
    text = example().split("# devils")[0]
    for n in range(len(text) - len("5\n")):
        with pytest.raises(BadRecord):
            list(read(lines_of(text[:n])))


def test_lines_after_the_end_are_refused() -> None:
    bad = refused(example() + "1: play 4\n")
    assert "the game is over (1 devils reached), but '1: play 4' follows" in str(bad)


def test_a_finished_game_is_not_unfinished() -> None:
    bad = refused(re.sub("result: .*", "result: unfinished", example()))
    assert "not 'unfinished'" in str(bad)


def test_what_is_no_record_at_all() -> None:
    assert "there is no record here" in str(refused(""))
    assert "a record begins with the line" in str(refused("hello\n"))
    assert "no line of a record has more than 1000 characters" in str(refused("brimstone record 1\n" + "x" * 5000))


def test_a_record_of_a_later_format_is_named() -> None:
    assert "this format of records is not known here" in str(refused(example() + "\nbrimstone record 2\n"))


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        ("option oven: 5\noption pieces: devil:9\n", 2),
        ("option target: 1600\noption money: 1600\n", 2),
        ("option pieces: devil:9 10:9\noption oven: 40\n", 2),
        ("option oven: 05\n", 1),
    ],
)
def test_a_wrong_option_is_named_by_its_own_line(options: str, wrong: int) -> None:
    text = f"brimstone record 1\ngame: coal\nrules: 1\nseats: 2\nnames: a | b\nresult: unfinished\n{options}\n"
    assert refused(text).line == 6 + wrong


def test_comments_and_blanks_do_not_count() -> None:
    assert len(list(read(lines_of("# two games\n" + example() + "\n\n" + example())))) == 2
    text = example().replace("1: play 1", "  1:  play   1  \n# what a card\n\n")
    (record,) = read(lines_of(text))
    assert record.written() == example()


@pytest.mark.parametrize("name", ["", " ", "a|b", "x" * 41, "tab\x07bell"])
def test_names_that_cannot_stand_in_a_record(name: str) -> None:
    with pytest.raises(BadSetup, match="a name has 1 to 40"):
        checked_name(name)


def test_a_name_keeps_its_letters() -> None:
    assert checked_name("  Jürgen   von Ü ") == "Jürgen von Ü"
