"""Many games: `brimstone sim`, `arena`, `train` and `bench`."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import json
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from brimstone.cli.shared import (
    MOST_SEED,
    Effort,
    GameName,
    OptionTexts,
    Seats,
    Seed,
    app,
    compile_once,
    complain,
    held_interrupt,
    in_words,
    made_ready,
    progress_bar,
    promille,
)

On = Annotated[
    str | None,
    typer.Option("--on", metavar="ray[=ADDRESS]", help="On a Ray cluster: one on this machine, or that at ADDRESS."),
]


def cluster_for(text: str | None, workers: int | None, stack: contextlib.ExitStack) -> Any:
    """The cluster that was asked for, until the stack is closed; none if none was."""
    if text is None:
        return None
    from brimstone.arena.cluster import cluster

    return stack.enter_context(cluster(text, workers))


@app.command()
def sim(
    game: GameName,
    seats: Seats = None,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, max=MOST_SEED, help="The same seed gives the same games.")] = 0,
    option: OptionTexts = None,
    records: Annotated[Path | None, typer.Option(metavar="FILE", help="Write every game's record here.")] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Threads; all cores if not given. Records are written by one.")
    ] = None,
    on: On = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Play random games on all cores and sum them up."""
    setup = made_ready(game, seats, option, simulated=True)
    compile_once("games" if records is None else "records")
    from brimstone.arena.simulate import Tally, simulate, summary
    from brimstone.games.options import changed

    tallies: list[Tally] = []
    with contextlib.ExitStack() as stack:
        keep = None
        if records is not None:
            file = stack.enter_context(records.open("w", encoding="utf-8"))
            keep = partial(print, file=file)
        far = cluster_for(on, workers, stack)
        advance = stack.enter_context(progress_bar(f"{setup.game.name}, {setup.seats} seats", games))
        interrupted = stack.enter_context(held_interrupt())
        tallies.extend(
            simulate(setup, seed, games, workers=workers, records=keep, on=far, progress=advance, stopped=interrupted)
        )
    if not tallies:
        complain("Interrupted before the first games were done.", 130)
    found: dict[str, Any] = {
        "game": setup.game.name,
        "seats": setup.seats,
        "options": changed(setup),
        "seed": seed,
    } | summary(tallies)
    if as_json:
        print(json.dumps(found))
    else:
        print_summary(found)
    if found["games"] < games:
        complain(f"Interrupted after {found['games']} of {games} games; they are whole.", 130)


def print_summary(found: dict[str, Any]) -> None:
    options = "".join(f", {name} {value}" for name, value in found["options"].items())
    print(f"{found['games']} games of {found['game']} with {found['seats']} seats{options}, seed {found['seed']}")
    for name in ("rounds", "decisions", "outcomes"):
        span = found[name]
        print(f"  {name:<10} {span['mean']:10.1f} a game   ({span['least']} to {span['most']})")
    print("  seat       win share (95 %)          points (95 %)")
    for seat, (share, points) in enumerate(zip(found["win_share"], found["points"], strict=True), 1):
        won = f"{share['mean']:6.1%} ({share['low']:.1%} to {share['high']:.1%})"
        print(f"  {seat:<10} {won:<25} {points['mean']:.1f} ({points['low']:.1f} to {points['high']:.1f})")


@app.command()
def arena(
    game: GameName,
    players: Annotated[
        str,
        typer.Option(
            metavar="A,B,…",
            help="Who plays: names such as random, thumb, club, master, or bots as FILE.py:Class, with commas between.",
        ),
    ],
    seats: Seats = None,
    games: Annotated[int, typer.Option(min=1, help="How many games; rounded up to whole deals.")] = 400,
    seed: Annotated[int, typer.Option(min=0, max=MOST_SEED, help="The same seed gives the same games.")] = 0,
    option: OptionTexts = None,
    effort: Effort = 1.0,
    limit: Annotated[float, typer.Option(min=0.001, help="Seconds a move for bots from files.")] = 5.0,
    door: Annotated[bool, typer.Option("--door", help="Our own players, too, play in processes of their own.")] = False,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep finished games here, and go on with those that are there.")
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; all cores if not given.")] = None,
    on: On = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Let players compete, and rate them.

    Two players: the first plays alone against copies of the second. Three or more: everybody sits at every table, and
    seats left over go to each in turn. Every line-up is played in all rotations with the same chance, so that everybody
    sits in every seat equally often. Who fails, or answers too late, loses that game. More: docs/bots.md.
    """
    setup = made_ready(game, seats, option, simulated=True)
    from brimstone.arena.lineups import games_of
    from brimstone.arena.tournament import Interrupted, contest

    names = players.split(",")
    a_deal = games_of(len(names), setup.seats)
    games = -(-games // a_deal) * a_deal
    with contextlib.ExitStack() as stack:
        far = cluster_for(on, workers, stack)
        advance = stack.enter_context(progress_bar(f"{setup.game.name}, {setup.seats} seats", games))
        interrupted = stack.enter_context(held_interrupt())
        try:
            report = contest(
                setup, names, games, seed, workers, effort, limit=limit, door=door, resume=resume, on=far,
                progress=advance, stopped=interrupted,
            )  # fmt: skip
        except Interrupted as early:
            complain(in_words(early), 130)
    print(report.as_json() if as_json else report.text())
    if report.games < games:
        complain(f"Interrupted after {report.games} of {games} games; they are whole deals.", 130)


@app.command()
def train(
    game: Annotated[str, typer.Argument(metavar="GAME", help="coal, dice or cards.")],
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where the weights go (.npz).")],
    seed: Seed = 1,
    quick: Annotated[bool, typer.Option("--quick", help="Much less of it, to see that it works.")] = False,
    on: On = None,
) -> None:
    """Make a game's weights again from a seed. An interrupted run goes on where it was."""
    from brimstone.bots import engine
    from brimstone.games import find

    if out.suffix != ".npz":
        complain(f"{out}: weights are an .npz file.")
    if not out.parent.is_dir():
        complain(f"{out.parent}: there is no such folder.")
    trainer = importlib.import_module(f"{engine(find(game)).__name__}.train").train
    with contextlib.ExitStack() as stack:
        far = cluster_for(on, None, stack)
        progress = stack.enter_context(promille(f"training {game}"))
        each = {} if far is None else {"each": far.spread}
        trainer(seed, out, lambda share, _: progress(share), quick, **each)
    print(f"The weights are in {out}.")


@app.command()
def bench(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    games: Annotated[int, typer.Option(min=1, help="Games a run.")] = 2000,
) -> None:
    """Measure how fast the rules play, on one core."""
    compile_once("games")
    from brimstone.bench import measured

    found = measured(games)
    if as_json:
        print(json.dumps(found))
        return
    print("random whole games on one core, four seats; a whole deal counts as one")
    for name, rate in found.items():
        print(
            f"  {name:<6}{rate['moves_per_s'] / 1e6:6.1f} M moves/s {rate['decisions_per_s'] / 1e6:6.1f} M decisions/s"
            f"   state {rate['state_bytes']:.0f} bytes, copy {rate['copy_ns']:.1f} ns"
            f"   from Python: copy {rate['python_copy_us']:.2f} µs, move {rate['python_move_us']:.2f} µs"
        )
