"""`brimstone play`."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

import brimstone
from brimstone.cli.shared import (
    MOST_SEED,
    GameName,
    OptionTexts,
    Seats,
    app,
    compile_once,
    made_ready,
)


@app.command()
def play(
    game: GameName,
    seats: Seats = None,
    level: Annotated[
        str | None,
        typer.Option(metavar="L", help="The others: child, casual, club, expert, master (club:gambler …), random."),
    ] = None,
    coach: Annotated[bool, typer.Option("--coach", help="A master tells what it would do in your place.")] = False,
    option: OptionTexts = None,
    name: Annotated[str, typer.Option(help="Your name.")] = "you",
    seed: Annotated[
        int | None, typer.Option(min=0, max=MOST_SEED, help="Repeat a game's chance; else it is new every time.")
    ] = None,
    record: Annotated[Path | None, typer.Option(metavar="FILE", help="Add the game's record to this file.")] = None,
) -> None:
    """Play a game in the terminal, by keys alone.

    Against club if no level is given; where output is no terminal, with plain prompts, against random. At a terminal a
    game that was left or broken off is offered again. More: docs/terminal.md.
    """
    at_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    level = level or default_level(game, at_terminal)
    if level == "random" and not at_terminal:
        brimstone.plain = True  # a person is slow, and should not wait for a compiler
    setup = made_ready(game, seats, option)
    import secrets

    from brimstone.bots import find
    from brimstone.record import checked_name
    from brimstone.terminal import Prompt, play_at_table

    find(setup.game, level)  # refused before anything is compiled
    if level != "random" or coach:
        compile_once(f"players of {setup.game.name}", 60)
    seed = secrets.randbits(62) if seed is None else seed
    players = [level] * (setup.seats - 1)
    with contextlib.ExitStack() as stack:
        file = record and stack.enter_context(record.open("a", encoding="utf-8"))
        if at_terminal:
            sat = play_at_table(setup, name=checked_name(name), players=players, seed=seed, coach=coach)
            print(sat)
            keep(sat.record, file)
            if sat.failed:
                raise typer.Exit(1)
            return
        prompt = Prompt(setup, checked_name(name), seed, input, print, players, coach)
        try:
            if not prompt.play():
                print("\nYou have left the game.")
        finally:
            keep(prompt.record, file)


def default_level(game: str, at_terminal: bool) -> str:
    """Good company at the table; plain prompts begin at once, and only `random` knows the games of others' files."""
    from brimstone.games import NAMES

    return "club" if at_terminal and game in NAMES else "random"


def keep(played: Any, file: Any) -> None:
    """Add a record to an open file, if there is one."""
    if file:
        print(f"\n{played.written()}", file=file, flush=True)
        print(f"\nThe record is in {file.name}.")
