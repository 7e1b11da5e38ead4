"""`brimstone lab`: positions or games as a Parquet file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from brimstone.cli.shared import GameName, OptionTexts, Seats, Seed, app, complain, made_ready, progress_bar


@app.command()
def lab(
    game: GameName,
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where the rows go (.parquet).")],
    seats: Seats = None,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1000,
    players: Annotated[
        str, typer.Option(metavar="A,B,…", help="Who plays: one for all seats, or one for each.")
    ] = "random",
    seed: Seed = 1,
    option: OptionTexts = None,
    keep: Annotated[float, typer.Option(min=0.0, max=1.0, help="The share of decisions kept; 0: whole games.")] = 1.0,
    workers: Annotated[int | None, typer.Option(min=1, help="Threads; all cores if not given.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Collect decisions, or ends of games, as columns of a Parquet file.

    The same command gives the same rows on any machine, and prints their fingerprint. Columns: docs/lab.md.
    """
    setup = made_ready(game, seats, option, simulated=True)
    if out.suffix != ".parquet":
        complain(f"{out}: rows go into a .parquet file.")
    from brimstone.lab import play, positions
    from brimstone.lab.parquet import write

    names = players.split(",")
    policies = names[0] if len(names) == 1 else names
    chunks: Iterator[Any] = (
        positions(setup, policies, games, seed, keep=keep, workers=workers)
        if keep
        else play(setup, policies, games, seed, workers=workers)
    )
    with progress_bar(f"{setup.game.name}, {setup.seats} seats", games) as advance:

        def counted() -> Iterator[Any]:
            before = 0
            for chunk in chunks:
                yield chunk
                done = int(chunk.game[-1]) + 1 if len(chunk.game) else before
                advance(done - before)
                before = done

        rows, digest = write(out, setup, counted(), seed=seed, games=games, players=names, keep=keep)
    found = {"file": str(out), "rows": rows, "sha256": digest}
    print(json.dumps(found) if as_json else f"{rows} rows in {out}, sha256 {digest}")
