"""Whole games at the terminal's table, by keys alone; what is refused, advised, hidden and kept."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from brimstone import bots
from brimstone.bots.player import Choice, Fact, Player, Thought
from brimstone.games import find as find_game
from brimstone.games.contract import Setup
from brimstone.games.state import View, ready
from brimstone.record import read
from brimstone.terminal import saving, sitting
from brimstone.terminal.chooser import Chooser
from brimstone.terminal.scenes.look import DEVIL
from brimstone.terminal.sitting import YOU, Interrupted, players_of
from brimstone.terminal.table import seated
from examples import pig
from tests.terminal.tables import LARGE, SMALL, play_on, screen_text, table, until_my_move

pytestmark = pytest.mark.asyncio

SHORT: dict[str, dict[str, Any]] = {
    "coal": {"rounds": 1},
    "dice": {"goal": 2},
    "cards": {"goal": 1, "hand": 4},
    "pig": {"goal": 12},
}


def game(name: str) -> Any:
    return pig.GAME if name == "pig" else name


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.txt"


@pytest.mark.parametrize(
    ("name", "seats", "size"),
    [
        ("coal", 3, SMALL),
        ("coal", 6, LARGE),
        ("dice", 4, SMALL),
        ("dice", 6, LARGE),
        ("cards", 3, SMALL),
        ("cards", 6, LARGE),
        ("pig", 2, SMALL),
    ],
)
async def test_a_whole_game_by_keys_is_kept(name: str, seats: int, size: tuple[int, int], file: Path) -> None:
    app = table(game(name), seats, file, **SHORT[name])
    async with app.run_test(size=size) as pilot:
        moves = await play_on(pilot, app, ["down", "up", "end"])
        await pilot.pause()
        text = screen_text(app)
    assert moves > 0
    assert "The game is over" in text
    assert app.result is not None
    assert all(str(points) in text for points in app.result.points)
    (kept,) = read(file.read_text().splitlines(), lambda _: app.setup.game)
    assert kept.last().result() == app.result
    assert kept.names == ("Ada", *(f"{devil} (random)" for devil in sitting.DEVILS[: seats - 1]))


async def test_a_number_chooses_a_bet_and_a_large_one_is_asked_again(file: Path) -> None:
    app = table("coal", 2, file, rounds=1)
    async with app.run_test(size=SMALL) as pilot:
        await until_my_move(pilot, app)
        await pilot.press("1", "2", "0")
        assert "› 120" in screen_text(app)
        await pilot.press("enter")
        assert "120 is more than half" in screen_text(app)
        await pilot.press("escape")
        assert app.answer is not None
        assert not app.answer.done()
        await pilot.press("down", "down", "down", "enter")
        await until_my_move(pilot, app)
        assert "You bet 90." in screen_text(app)


async def test_words_are_moves_and_refusals_say_why(file: Path) -> None:
    app = table("coal", 2, file, rounds=1)
    async with app.run_test(size=SMALL) as pilot:
        await until_my_move(pilot, app)
        await pilot.press("slash", *"bet", "space", *"205", "enter")
        assert "✗ bets go in steps of 10 (C1)." in screen_text(app)
        await pilot.press(*"900", "enter")
        assert "✗ seat 1 has only 200 (C1)." in screen_text(app)
        assert "to bet 200 in steps of 10" in screen_text(app)
        await pilot.press("slash", *"draw", "enter")
        assert "✗ seat 1 has to bet first (C1)." in screen_text(app)
        await pilot.press("slash", *"bet", "space", *"30", "enter")
        await until_my_move(pilot, app)
        assert "You bet 30." in screen_text(app)


async def test_a_card_is_chosen_by_its_number_and_shortcuts_play_at_once(file: Path) -> None:
    app = table("cards", 3, file, goal=1)
    async with app.run_test(size=SMALL) as pilot:
        await until_my_move(pilot, app)
        card = app.query_one(Chooser).offers[-1].move
        await pilot.press(*str(card), "enter")
        await pilot.pause(0.05)
        assert f"{YOU + 1}: play {card}" in app.sitting.story
    app = table("dice", 3, file, goal=1)
    async with app.run_test(size=SMALL) as pilot:
        await until_my_move(pilot, app)
        await pilot.press("2")
        await pilot.pause(0.05)
        assert f"{YOU + 1}: claim 2" in app.sitting.story


class Oracle(Player):
    """A master that counts what it has heard."""

    heard: list[str]

    def __init__(self, setup: Setup, seat: int, seed: int) -> None:
        super().__init__(setup, seat, seed)
        self.heard = []

    def hear(self, line: str) -> None:
        self.heard.append(line)

    def think(self, view: View) -> Thought:
        moves = view.moves()
        weighed = tuple(Choice(move, 0.25, float(move == moves[0])) for move in moves)
        return Thought(weighed, (Fact("cards.take", {"card": len(self.heard), "chance": 0.5}),))


@pytest.fixture
def oracle(monkeypatch: pytest.MonkeyPatch) -> None:
    found = bots.find
    monkeypatch.setattr(sitting, "find", lambda game, name: Oracle if name == "master" else found(game, name))


SPOKEN = "You win 25.0%"


async def advised(pilot: Any, app: Any) -> str:
    """The screen once the coach has spoken."""
    for _ in range(200):
        if SPOKEN in screen_text(app):
            break
        await pilot.pause(0.01)
    return screen_text(app)


@pytest.mark.usefixtures("oracle")
async def test_c_asks_the_coach_who_has_heard_the_whole_story(file: Path) -> None:
    app = table("cards", 3, file, goal=1)
    async with app.run_test(size=SMALL) as pilot:
        await until_my_move(pilot, app)
        assert SPOKEN not in screen_text(app)
        await pilot.press("c")
        text = await advised(pilot, app)
        assert re.search(r"play \d+ +25 %★", text)
        assert f"The {len(app.sitting.story)} takes the trick with a chance of 50%." in text
        await pilot.press("c")
        assert "25 %" not in screen_text(app)


@pytest.mark.usefixtures("oracle")
async def test_a_coach_who_is_always_there_speaks_before_every_move(file: Path) -> None:
    app = table("dice", 3, file, coach=True, goal=4)
    async with app.run_test(size=LARGE) as pilot:
        for _ in range(2):
            assert await until_my_move(pilot, app)
            assert SPOKEN in await advised(pilot, app)
            await pilot.press("enter")
            await pilot.pause(0.05)


@pytest.mark.usefixtures("oracle")
async def test_capital_c_shows_all_that_the_coach_has_said_and_asks_him_first(file: Path) -> None:
    app = table("cards", 3, file, goal=1)
    async with app.run_test(size=SMALL) as pilot:
        await until_my_move(pilot, app)
        await pilot.press("C")
        await advised(pilot, app)
        await pilot.press("C")
        page = screen_text(app)
        assert "Esc goes back" in page
        assert "takes the trick with a chance of 50%." in page
        await pilot.press("escape")
        assert SPOKEN in screen_text(app)


async def test_what_i_have_done_outlives_a_killed_process(file: Path) -> None:
    app = table("cards", 3, file, goal=5)
    async with app.run_test(size=SMALL) as pilot:
        await until_my_move(pilot, app)
        assert not file.exists()
        await play_on(pilot, app, ["enter"], 1)
        assert app.sitting.state.round == 1
        kept = saving.load(file, find_game).moves
        assert kept == app.sitting.record.moves[: len(kept)]
        state = ready(app.setup)
        for move in kept[:-1]:
            state.play(move)
        assert state.actor == 0  # the last move that was written is mine


async def test_a_game_without_engine_has_no_coach(file: Path) -> None:
    app = table(pig.GAME, 2, file, goal=12)
    async with app.run_test(size=SMALL) as pilot:
        await until_my_move(pilot, app)
        await pilot.press("c")
        assert "No coach knows Pig." in screen_text(app)


async def test_leaving_keeps_the_game_and_it_goes_on(file: Path) -> None:
    app = table("coal", 3, file, rounds=2)
    async with app.run_test(size=SMALL) as pilot:
        await play_on(pilot, app, ["up"], 2)
        await until_my_move(pilot, app)
        await pilot.press("q")
    app.sitting.save(app.file)
    (before,) = read(file.read_text().splitlines())
    assert before.moves == app.sitting.record.moves

    again = seated(before.setup, "Ada", players_of(before), 6, before)
    fresh = table("coal", 3, file.with_name("other.txt"), rounds=2)
    fresh.offer = Interrupted(again, file, "coal, round 2")
    async with fresh.run_test(size=SMALL) as pilot:
        await pilot.pause(0.05)
        assert "An interrupted game" in screen_text(fresh)
        await pilot.press("enter")
        await until_my_move(pilot, fresh)
        assert "The game goes on." in screen_text(fresh)
        assert fresh.sitting.record.moves[: len(before.moves)] == before.moves
        assert fresh.sitting.story[: len(app.sitting.story)] == app.sitting.story
        assert [said.plain for said in app.said] == [said.plain for said in fresh.said][: len(app.said)]
        await play_on(pilot, fresh, ["up"])
    (after,) = read(file.read_text().splitlines())
    assert after.last().result() is not None
    assert after.moves[: len(before.moves)] == before.moves
    assert not file.with_name("other.txt").exists()


async def test_the_offer_to_go_on_can_be_declined(file: Path) -> None:
    app = table("dice", 3, file, goal=1)
    app.offer = Interrupted(table("dice", 3, file, seed=9).sitting, file.with_name("old.txt"), "dice, round 1")
    new = app.sitting
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause(0.05)
        await pilot.press("n")
        await until_my_move(pilot, app)
        assert app.sitting is new
        assert app.file == file


async def test_a_game_left_while_it_is_told_again_is_not_cut_short(file: Path) -> None:
    app = table("cards", 3, file, goal=1)
    async with app.run_test(size=SMALL) as pilot:
        await until_my_move(pilot, app)
    record = app.sitting.record
    saving.save(record, file)
    whole = file.read_text()
    early = seated(record.setup, "Ada", players_of(record), 6, record)
    early.play(record.moves[0])
    early.save(file)
    assert file.read_text() == whole


async def test_other_hands_never_show(file: Path) -> None:
    app = table("cards", 4, file, goal=1, hand=6)
    async with app.run_test(size=SMALL) as pilot:
        seen: set[int] = set()
        while await until_my_move(pilot, app):
            shown = app.sitting.view().shown()
            mine, hands = set(shown["hand"]), app.sitting.state["hand"]
            seen |= {*shown["trick"], *shown["last"]}
            on_cards = {int(number) for number in re.findall(r"│ +(\d+) +(?=│)", screen_text(app))}
            assert on_cards == mine | {card for card in shown["trick"] if card}
            secret = {card for hand in hands[1:4] for card in range(1, 25) if hand >> card & 1}
            told = " ".join(said.plain for said in app.said)
            assert not {int(number) for number in re.findall(r"(?:play|lead)s? (\d+)", told)} & secret
            await pilot.press("enter")
    assert len(seen) > 10


async def test_purses_fists_and_cups_stay_closed(file: Path) -> None:
    app = table("coal", 4, file, rounds=1)
    async with app.run_test(size=SMALL) as pilot:
        while await until_my_move(pilot, app):
            shown = app.sitting.view().shown()
            rows = re.findall(r"^[▶ ][1-4] \w+ +(\d+|closed)", screen_text(app), re.MULTILINE)
            assert rows == ["closed" if money is None else str(money) for money in shown["money"]]
            await pilot.press("enter")
    app = table("dice", 4, file, goal=1)
    async with app.run_test(size=SMALL) as pilot:
        while await until_my_move(pilot, app):
            shown = app.sitting.view().shown()
            dice = re.findall(r"^[▶ ][1-4] \w+ +\w+\*? +((?:[∩\d] ?)+?) +[=· ]", screen_text(app), re.MULTILINE)
            for seat, thrown in enumerate(dice):
                hidden = not any(shown["dice"][seat])
                assert ("∩" in thrown) == hidden
                assert hidden or thrown.split() == [str(die) for die in shown["dice"][seat] if die]
            assert len(dice) == 4
            await pilot.press("enter")


@pytest.mark.parametrize("name", ["coal", "dice", "cards"])
async def test_help_rules_and_story_open_and_close(name: str, file: Path) -> None:
    app = table(name, 3, file)
    async with app.run_test(size=SMALL) as pilot:
        await until_my_move(pilot, app)
        for key, says in (("question_mark", "walk the moves"), ("r", "the rules in short"), ("l", "You sit down")):
            await pilot.press(key)
            assert says in screen_text(app)
            assert "Esc goes back" in screen_text(app)
            await pilot.press("escape")
            assert "Esc goes back" not in screen_text(app)
        assert app.answer is not None


async def test_pauses_rest_and_a_key_skips_them(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("brimstone.terminal.app.GRACE", 600)
    app = table("coal", 3, file, pace="calm", rounds=1)
    async with app.run_test(size=SMALL) as pilot:
        for _ in range(100):
            if app.answer is not None:
                break
            await pilot.press("space")
        assert app.answer is not None
        await pilot.press("enter")  # too early to be meant: it may have been for the pause
        assert not app.answer.done()
        await pilot.press("p")
        assert "pauses: none" in screen_text(app)


async def test_it_follows_the_size_of_the_terminal(file: Path) -> None:
    app = table("cards", 6, file)
    async with app.run_test(size=SMALL) as pilot:
        await until_my_move(pilot, app)
        await pilot.resize_terminal(*LARGE)
        await pilot.pause(0.1)
        assert "the rules in short" in screen_text(app)
        await pilot.resize_terminal(*SMALL)
        await pilot.pause(0.1)
        assert "the rules in short" not in screen_text(app)
        lines = screen_text(app).splitlines()
        assert len(lines) == 24
        assert "your move" in screen_text(app)
        assert DEVIL in screen_text(app)


async def test_without_colour_everything_is_still_said(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    coloured = table("dice", 4, file)
    async with coloured.run_test(size=SMALL) as pilot:
        await until_my_move(pilot, coloured)
        text = screen_text(coloured)
    monkeypatch.setenv("NO_COLOR", "1")
    plain = table("dice", 4, file)
    async with plain.run_test(size=SMALL) as pilot:
        await until_my_move(pilot, plain)
        assert plain.no_color
        assert screen_text(plain) == text
        assert "▶1 you" in text
        assert "▶ 1 claim 1" in text
