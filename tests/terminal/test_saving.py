"""Games are kept whole, and the last one is offered again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.pilot import Pilot

from brimstone.bots import UnknownPlayer
from brimstone.games import find
from brimstone.games.contract import BadSetup
from brimstone.games.options import set_up
from brimstone.record import Record
from brimstone.terminal import Prompt, Sat, play_at_table, saving
from brimstone.terminal.app import TableApp
from brimstone.terminal.sitting import Sitting, players_of, seat_names
from examples import pig
from tests.terminal.tables import SMALL, play_on, screen_text, until_my_move

COAL = set_up(find("coal"), 2, {"rounds": 1})


def begun(moves: int = 3) -> Record:
    """A game after its first moves."""
    sitting = Sitting(COAL, seat_names(COAL, "Ada", ["random"]), ["random"], 1)
    while len(sitting.record.moves) < moves:
        sitting.play(sitting.draw() if sitting.state.actor < 0 else sitting.state.moves()[-1])
    return sitting.record


def test_saving_replaces_and_leaves_nothing_beside(tmp_path: Path) -> None:
    file = tmp_path / "games" / "game.txt"
    saving.save(begun(2), file)
    saving.save(begun(3), file)
    assert saving.load(file).moves == begun(3).moves
    assert list(file.parent.iterdir()) == [file]


def test_a_save_that_fails_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.txt"
    saving.save(begun(2), file)

    def broken(_record: Record) -> str:
        raise OSError("no room")

    monkeypatch.setattr(Record, "written", broken)
    with pytest.raises(OSError, match="no room"):
        saving.save(begun(3), file)
    monkeypatch.undo()
    assert saving.load(file).moves == begun(2).moves
    assert list(tmp_path.iterdir()) == [file]


def test_only_the_newest_game_of_its_kind_is_offered(tmp_path: Path) -> None:
    assert saving.interrupted(COAL.game, tmp_path) is None
    old = saving.new_file(COAL.game, tmp_path)
    saving.save(begun(), old)
    found = saving.interrupted(COAL.game, tmp_path)
    assert found is not None
    assert found[0] == old
    assert found[1].moves == begun().moves
    assert saving.interrupted(find("dice"), tmp_path) is None
    over = begun()
    sitting = Sitting(COAL, over.names, ["random"], 1)
    for move in over.moves:
        sitting.play(move)
    while sitting.state.actor != -2:
        sitting.play(sitting.draw() if sitting.state.actor == -1 else sitting.state.moves()[-1])
    saving.save(sitting.record, saving.new_file(COAL.game, tmp_path))
    assert saving.interrupted(COAL.game, tmp_path) is None


@pytest.mark.parametrize("text", ["", "brimstone record 1\ngame: coal\nrules: 99\n", "\xff"])
def test_a_file_that_cannot_be_read_is_left_alone(text: str, tmp_path: Path) -> None:
    file = saving.new_file(COAL.game, tmp_path)
    file.write_bytes(text.encode("latin-1"))
    assert saving.interrupted(COAL.game, tmp_path) is None
    assert file.exists()


def test_a_record_says_who_played() -> None:
    names = seat_names(set_up(find("cards"), 3), "Ada", ["club", "expert:gambler"])
    assert names == ("Ada", "Soot (club)", "Cinder (expert:gambler)")
    assert players_of(Record(set_up(find("cards"), 3), names)) == ["club", "expert:gambler"]
    with pytest.raises(UnknownPlayer, match="does not say which player Ben is"):
        players_of(Record(COAL, ("Ada", "Ben")))
    with pytest.raises(UnknownPlayer, match="2 seats need 1 other players, not 2"):
        seat_names(COAL, "Ada", ["random", "random"])


def test_a_game_without_engine_knows_only_random() -> None:
    setup = set_up(pig.GAME, 2)
    with pytest.raises(UnknownPlayer, match="nobody but random knows how to play pig"):
        play_at_table(setup, name="Ada", players=["club"], seed=1, save=Path("nowhere"))


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "kept.txt"
    file.write_text("mine")
    with pytest.raises(BadSetup, match="exists already"):
        play_at_table(COAL, name="Ada", players=["random"], seed=1, save=file)
    assert file.read_text() == "mine"


Keys = Callable[[Pilot[None], TableApp], Awaitable[None]]


@pytest.fixture
def sit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Sat]:
    """Sit down with somebody pressing keys, games being kept in a folder of the test."""
    monkeypatch.setattr(saving, "folder", lambda: tmp_path / "games")

    def sat(*turns: Keys, **more: Any) -> Sat:
        waiting = list(turns)

        def run(app: TableApp) -> None:
            async def keys(pilot: Any) -> None:
                await waiting.pop(0)(pilot, app)

            App.run(app, headless=True, size=SMALL, auto_pilot=keys)

        monkeypatch.setattr(TableApp, "run", run)
        asked: dict[str, Any] = {"name": "Ada", "players": ["random"], "seed": 3, "pace": "none"} | more
        found = play_at_table(COAL, **asked)
        assert waiting == []
        return found

    return sat


async def leave(pilot: Pilot[None], app: TableApp) -> None:
    await play_on(pilot, app, ["up"], 1)
    await until_my_move(pilot, app)
    await pilot.press("q")


async def go_on_to_the_end(pilot: Pilot[None], app: TableApp) -> None:
    await pilot.pause(0.05)
    assert "An interrupted game" in screen_text(app)
    assert "round 1, with Soot (random)" in screen_text(app)
    await pilot.press("enter")
    await play_on(pilot, app, ["down"])
    await pilot.press("q")


async def play_to_the_end(pilot: Pilot[None], app: TableApp) -> None:
    assert "An interrupted game" not in screen_text(app)
    await play_on(pilot, app, ["down"])
    await pilot.press("q")


async def play_and_want_another(pilot: Pilot[None], app: TableApp) -> None:
    await play_on(pilot, app, ["down"])
    await pilot.press("n")


def test_a_game_is_left_offered_finished_and_then_forgotten(sit: Callable[..., Sat]) -> None:
    left = sit(leave)
    assert not left.finished
    assert "To go on, start coal again: it will be offered." in str(left)
    assert saving.load(left.file).moves == left.record.moves
    done = sit(go_on_to_the_end)
    assert done.finished
    assert done.file == left.file
    assert done.record.moves[: len(left.record.moves)] == left.record.moves
    assert str(done).startswith(f"The game is over. Its record is in {left.file}.\n")
    assert str(done).endswith(f"brimstone analyse {left.file}")
    another = sit(play_to_the_end)
    assert another.file != left.file


def test_n_plays_another_game(sit: Callable[..., Sat]) -> None:
    second = sit(play_and_want_another, play_to_the_end)
    games = sorted(second.file.parent.iterdir())
    assert len(games) == 2
    assert second.file == games[1]
    assert all(saving.load(game).last().result() for game in games)
    assert saving.load(games[0]).moves != saving.load(games[1]).moves


def test_a_given_record_goes_on_in_a_given_file(sit: Callable[..., Sat], tmp_path: Path) -> None:
    record, file = begun(2), tmp_path / "mine.txt"
    saving.save(record, file)
    done = sit(play_to_the_end, resume=record, save=file)
    assert done.file == file
    assert done.record.moves[:2] == record.moves
    assert saving.load(file).last().result() is not None


def test_nothing_is_kept_of_a_game_that_never_began(tmp_path: Path) -> None:
    Sitting(COAL, ("Ada", "Soot (random)"), ["random"], 1).save(tmp_path / "game.txt")
    assert list(tmp_path.iterdir()) == []


def first_offered(prompt: str) -> str:
    return prompt.removesuffix(" > ").split(" | ")[0].split(" to ")[0]


@pytest.mark.parametrize(
    ("game", "options", "sentences"),
    [
        ("coal", {"rounds": 1}, ["The fists open: you ", "Most coal: ", "Most pieces: "]),
        ("dice", {"goal": 1}, ["You show ", "Soot takes the ", "→ Cinder wins the "]),
        (
            "cards",
            {"goal": 1, "hand": 2},
            ["→ You take the trick: ", "→ Soot takes the trick: ", "The round is over. Devi"],
        ),
    ],
)
def test_the_prompt_says_what_the_table_does(game: str, options: dict[str, Any], sentences: list[str]) -> None:
    """Over a few games with the first move offered each time."""
    said: list[str] = []
    setup = set_up(find(game), 3, options)
    for seed in range(6):
        assert Prompt(setup, "Ada", seed, first_offered, said.append).play()
    for sentence in sentences:
        assert any(line.startswith(f"  {sentence}") for line in said), sentence
    assert not any("table:" in line for line in said)


def test_the_prompt_plays_against_named_players() -> None:
    typed = iter(["coach", "bet 20", "draw", "stop", "quit"])
    said: list[str] = []
    setup = set_up(pig.GAME, 2, {"goal": 10})
    prompt = Prompt(setup, "Ada", 1, lambda _: next(typed), said.append, ["random"])
    assert not prompt.play()
    assert prompt.record.names == ("Ada", "Soot (random)")
    assert "No coach knows Pig." in said
    assert any(line.startswith("Not now: 'bet 20' is no move of pig") for line in said)


def test_the_prompt_has_the_coach_speak_before_every_decision_if_asked_to() -> None:
    said: list[str] = []
    prompt = Prompt(set_up(find("coal"), 2, {}), "Ada", 1, lambda _: "quit", said.append, ["random"], coach=True)
    assert not prompt.play()
    assert any("The next piece is a devil with a chance of" in line for line in said)
