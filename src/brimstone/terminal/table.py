"""Sitting down at the table: a new game or an interrupted one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from shlex import quote
from typing import NamedTuple

from brimstone.bots import UnknownPlayer
from brimstone.games.contract import BadSetup, Setup
from brimstone.record import Record
from brimstone.terminal import saving
from brimstone.terminal.sitting import Interrupted, Sitting, players_of, seat_names


class Sat(NamedTuple):
    """How it was left: the record, the file it is in, whether the game came to its end, and the screen to grief."""

    record: Record
    file: Path
    finished: bool
    failed: bool

    def __str__(self) -> str:
        if self.finished:
            analyse = f"brimstone analyse {quote(str(self.file))}"
            return f"The game is over. Its record is in {self.file}.\nTo see luck and skill in it: {analyse}"
        game = self.record.setup.game.name
        return f"The game is kept in {self.file}.\nTo go on, start {game} again: it will be offered."


def play_at_table(
    setup: Setup,
    *,
    name: str,
    players: Sequence[str],
    seed: int,
    coach: bool = False,
    save: Path | None = None,
    resume: Record | None = None,
    pace: str = "normal",
) -> Sat:
    """Play on a terminal; the record is kept in `save`, else in a file of its own, after each own move and on leaving.

    `resume` goes on with that record; otherwise an interrupted game of the same kind is offered first.
    """
    if save and save.exists() and resume is None:
        raise BadSetup(f"{save} exists already")
    from brimstone.terminal.app import TableApp

    offer = None if resume or save else offered(setup, seed)
    sitting = seated(setup, name, players, seed, resume)
    file = save or saving.new_file(setup.game, saving.folder())
    while True:
        app = TableApp(sitting, file, offer=offer, coach=coach, pace=pace)
        try:
            app.run()
        finally:
            app.sitting.save(app.file)
        if not app.again:
            return Sat(app.sitting.record, app.file, app.result is not None, bool(app.return_code))
        setup, coach, pace, seed, offer = app.setup, app.coach_on, app.pace, seed + 1, None
        sitting = seated(setup, name, players, seed)
        file = saving.new_file(setup.game, app.file.parent)


def seated(setup: Setup, name: str, players: Sequence[str], seed: int, resume: Record | None = None) -> Sitting:
    """Everybody in their place, for a new game or to go on with a record."""
    if resume is None:
        return Sitting(setup, seat_names(setup, name, players), players, seed)
    return Sitting(resume.setup, resume.names, players, seed, resume.moves)


def offered(setup: Setup, seed: int) -> Interrupted | None:
    """The last game of this kind, if it was interrupted and its players are known."""
    found = saving.interrupted(setup.game, saving.folder())
    if found is None:
        return None
    file, record = found
    try:
        sitting = seated(record.setup, record.names[0], players_of(record), seed, record)
    except UnknownPlayer:  # a record from elsewhere, or of a player that is no more
        return None
    others = ", ".join(record.names[1:])
    return Interrupted(sitting, file, f"{setup.game.title}, round {record.last().round}, with {others}.")
