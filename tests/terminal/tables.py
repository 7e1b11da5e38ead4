"""Sitting at the terminal's table in tests: keys in, text out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from brimstone.games import find
from brimstone.games.contract import Game
from brimstone.games.options import set_up
from brimstone.terminal.app import TableApp
from brimstone.terminal.chooser import Chooser
from brimstone.terminal.table import seated

SMALL, LARGE = (80, 24), (120, 40)
PATIENCE = 600  # keys or waits until something must have happened


def table(
    game: str | Game, seats: int, file: Path, seed: int = 5, *, coach: bool = False, pace: str = "none", **options: Any
) -> TableApp:
    """A table with `random` in all other seats."""
    setup = set_up(find(game) if isinstance(game, str) else game, seats, options)
    return TableApp(seated(setup, "Ada", ["random"] * (seats - 1), seed), file, coach=coach, pace=pace)


def screen_text(app: TableApp) -> str:
    """The screen as lines of text."""
    lines = app.screen._compositor.render_strips()
    return "\n".join(strip.text.rstrip() for strip in lines)


async def until_my_move(pilot: Pilot[None], app: TableApp) -> bool:
    """Wait until the person may choose; False if the game is over."""
    for _ in range(PATIENCE):
        if app.result is not None:
            return False
        assert app.is_running, "the table is gone"
        if app.answer is not None and not app.answer.done() and app.query_one(Chooser).offers:
            await pilot.pause()
            return True
        await pilot.pause(0.002)
    raise AssertionError(f"nothing happens any more:\n{screen_text(app)}")


async def play_on(pilot: Pilot[None], app: TableApp, keys: list[str], most: int = PATIENCE) -> int:
    """Make moves by pressing these keys in turn, as long as there are any to make; how many were made."""
    for n in range(most):
        if not await until_my_move(pilot, app):
            return n
        await pilot.press(keys[n % len(keys)], "enter")
        if app.query_one(Chooser).asking:
            await pilot.press("enter")
    return most
