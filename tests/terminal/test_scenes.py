"""How games look and sound: every record in tests/records is drawn and told from every seat."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from brimstone.bots.random import pick
from brimstone.chance import Draws
from brimstone.games.coal import BET
from brimstone.games.contract import CHANCE, OVER
from brimstone.games.options import set_up
from brimstone.games.state import ready
from brimstone.record import Record, read
from brimstone.terminal.chooser import shortcuts
from brimstone.terminal.scenes import Frame, Look, scene_of
from brimstone.terminal.scenes.look import listed, plural
from examples import pig
from tests.games.variants import FULL, SMALL

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("*.txt"))


def looks(record: Record, seat: int) -> Iterator[tuple[Look, Look, list[str]]]:
    """The look before and after every move, as a person in this seat has it, and what was told."""
    state = ready(record.setup)
    names = [f"{name} (random)" for name in record.names]
    story: list[str] = []

    def look() -> Look:
        view = state.view(seat)
        actor = state.actor
        return Look(record.setup, names, seat, view.shown(), record.setup.game.board(view), actor, heard=story[-60:])

    for move in record.moves:
        before = look()
        lines = state.tell(move)[1 + seat]
        story += lines
        yield before, look(), lines


def told(record: Record, seat: int) -> Iterator[tuple[Look, Look, list[Frame]]]:
    tell = scene_of(record.setup.game).tell
    for before, after, lines in looks(record, seat):
        yield before, after, tell(before, after, lines)


def played(variant: object) -> Record:
    """A game between random players."""
    setup = set_up(variant.game, variant.seats, variant.options)  # type: ignore[attr-defined]
    state, draws, record = ready(setup), Draws(3), Record(setup, tuple(f"p{n}" for n in range(setup.seats)))
    while state.actor != OVER and len(record.moves) < 150:
        move = state.draw(draws) if state.actor == CHANCE else pick(state.view(state.actor), draws)
        record.moves.append(move)
        state.play(move)
    return record


@pytest.mark.parametrize("variant", [*FULL, *SMALL], ids=str)
def test_every_variant_can_be_drawn_and_told(variant: object) -> None:
    record = played(variant)
    scene = scene_of(record.setup.game)
    for seat in {0, record.setup.seats - 1}:
        for n, (_, after, frames) in enumerate(told(record, seat)):
            assert frames
            for sentence in (sentence for frame in frames for sentence in frame.said):
                assert sentence
                assert "None" not in sentence
                assert "You draws" not in sentence
            for width in () if n % 4 else (60, 80, 120):
                for line in scene.draw(after, width):
                    assert "\n" not in line.plain
                    if width >= 80 and record.setup.seats <= 6 and scene is not scene_of(pig.GAME):
                        assert line.cell_len <= width, line.plain


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_frames_shown_for_a_moment_hold_no_more_than_the_screen(file: Path) -> None:
    with file.open() as lines:
        record = next(read(lines))
    scene, moments = scene_of(record.setup.game), 0
    for _, after, frames in told(record, 1):
        for frame in frames:
            if frame.shown is not None:
                moments += 1
                assert frame.shown.keys() == after.shown.keys()
                look = Look(record.setup, record.names, 1, frame.shown)
                assert scene.draw(look, 80)
    assert moments > 0


@pytest.mark.parametrize(
    "file", [file for file in RECORDS if file.stem.startswith("cards")], ids=lambda file: file.stem
)
def test_who_takes_a_trick_is_said_and_true(file: Path) -> None:
    with file.open() as lines:
        record = next(read(lines))
    tricks = 0
    for before, after, frames in told(record, 0):
        said = [sentence for frame in frames for sentence in frame.said if sentence.startswith("→")]
        finished = before.shown["laid"] == record.setup.seats - 1
        assert len(said) == finished
        if finished and after.shown["last_taker"] >= 0:  # within a round it can be seen afterwards
            tricks += 1
            taker = after.shown["last_taker"]
            assert said[0].startswith(f"→ {after.Name(taker)} take")
    assert tricks > 10


@pytest.mark.parametrize("file", [file for file in RECORDS if file.stem.startswith("coal")], ids=lambda file: file.stem)
def test_a_settlement_adds_up(file: Path) -> None:
    """Told bets, bonuses and devils' pay of a round are what one's own purse gains."""
    with file.open() as lines:
        record = next(read(lines))
    rounds, pay, money = 0, 0, 0
    for before, after, frames in told(record, 0):
        said = [sentence for frame in frames for sentence in frame.said]
        pay += 50 * sum(sentence.endswith("pays you 50 for the pact.") for sentence in said)
        pay -= 50 * sum(sentence.startswith("You pay ") for sentence in said)
        if any(sentence.startswith(("Most coal", "Everybody is burnt")) for sentence in said):
            gain = pay + 50 * sum("you" in sentence and sentence.startswith("Most") for sentence in said)
            gain += sum(int(sentence.split()[2]) for sentence in said if sentence.startswith("You win"))
            gain -= sum(int(sentence.split()[-1][:-1]) for sentence in said if sentence.startswith("You lose"))
            rounds += 1
            assert after.shown["money"][0] == money + gain
            pay = 0
        if before.shown["phase"] == BET:
            money = before.shown["money"][0]
    assert rounds > 0


def test_battles_are_told_with_their_totals() -> None:
    with (Path(__file__).parents[1] / "records" / "dice-6.txt").open() as lines:
        record = next(read(lines))
    wins = 0
    for before, after, frames in told(record, 2):
        for sentence in (sentence for frame in frames for sentence in frame.said):
            if "in battle" in sentence:
                wins += 1
                winner = after.shown["winner"]
                assert sentence.startswith(f"→ {after.Name(winner)} win")
                totals = [
                    int(word.strip(",).")) for word in sentence.split("(")[1].split() if word.strip(",).").isdigit()
                ]
                assert len(totals) == bin(after.shown["party"]).count("1")
        assert before.shown["round"] <= after.shown["round"]
    assert wins > 5


@pytest.mark.parametrize(
    ("words", "keys"),
    [
        (["draw", "stop"], ["d", "s"]),
        (["stand", "reroll"], ["s", "e"]),  # r is for the rules
        (["claim 1", "claim 3"], ["1", "3"]),
        (["keep rank", "swap with 2", "swap with 4"], ["k", "2", "4"]),
        (["play 3", "play 34"], ["", ""]),  # their numbers are typed
        (["steal nothing", "steal bed from 2", "steal scarf from 2"], ["s", "t", "e"]),
    ],
)
def test_shortcuts(words: list[str], keys: list[str]) -> None:
    assert shortcuts(words) == keys


def test_words() -> None:
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert plural(1, "piece") == "1 piece"
    assert plural(2, "piece") == "2 pieces"
