"""Finished games: `brimstone replay`, `verify`, `advise` and `analyse`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Any, BinaryIO

import typer

import brimstone
from brimstone.cli.shared import (
    WORTH_COMPILING,
    Effort,
    Seed,
    With,
    app,
    compile_once,
    complain,
    finder,
    promille,
)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file with one or more records.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a game.")] = False,
    further: With = None,
) -> None:
    """Check a record and tell it again."""
    brimstone.plain = file.stat().st_size < WORTH_COMPILING
    compile_once("records")
    from brimstone import record
    from brimstone.terminal import retold

    with file.open("rb") as raw:
        lines = decoded(raw, record)
        try:
            for n, found in enumerate(record.read(lines, finder(further))):
                if as_json:
                    print(json.dumps(record.as_json(found)))
                else:
                    print("\n" * bool(n) + "\n".join(retold(found)))
        except record.BadRecord as bad:
            complain(f"{file}, {bad}", 1)


def decoded(raw: BinaryIO, record: Any) -> Iterator[str]:
    """The lines of a file as text; of a line that is too long for a record no more than shows that."""
    for n, line in enumerate(iter(partial(raw.readline, 4 * record.MOST_LINE + 8), b""), 1):
        try:
            yield line.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise record.BadRecord(n, "this is not text in UTF-8") from None


def one_record(file: Path, number: int, further: list[Path] | None) -> Any:
    """The record of this number in a file."""
    from brimstone import record

    with file.open("rb") as raw:
        try:
            for n, found in enumerate(record.read(decoded(raw, record), finder(further)), 1):
                if n == number:
                    return found
        except record.BadRecord as bad:
            complain(f"{file}, {bad}", 1)
    return complain(f"{file} has no record number {number}.", 1)


RecordFile = Annotated[Path, typer.Argument(metavar="RECORD", help="A file with one or more records.")]
RecordNumber = Annotated[int, typer.Option("--game", min=1, help="Which record of the file.")]

VERIFIED = {"holds": 0, "broken": 1, "nothing": 3}  # exit status; the first of broken, nothing, holds counts


@app.command()
def verify(
    file: RecordFile,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a game.")] = False,
    further: With = None,
) -> None:
    """Check that nobody bent a game: its promises, draws, secret choices and chain."""
    brimstone.plain = file.stat().st_size < WORTH_COMPILING
    compile_once("records")
    from brimstone import record
    from brimstone import verify as verifying

    words = set()
    with file.open("rb") as raw:
        try:
            for found in record.read(decoded(raw, record), finder(further)):
                verdict = verifying.verify(found)
                words.add(verdict.word)
                print(json.dumps(verifying.as_json(verdict)) if as_json else "\n".join(verifying.in_words(verdict)))
        except record.BadRecord as bad:
            complain(f"{file}, {bad}", 1)
    raise SystemExit(next(VERIFIED[word] for word in ("broken", "nothing", "holds") if word in words))


@app.command()
def advise(
    file: RecordFile,
    at: Annotated[int, typer.Option(min=0, help="After how many moves, as `replay --json` counts them.")],
    seat: Annotated[int, typer.Option(min=1, help="Whose decision.")],
    number: RecordNumber = 1,
    language: Annotated[str, typer.Option(help="en, de, it or fr.")] = "en",
    effort: Effort = 5.0,
    seed: Seed = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Say what a master would do at a moment of a record, and why.

    It decides from what the seat could know then. The parts in brackets add up to a move's chance to win.
    """
    played = one_record(file, number, None)
    from brimstone.analysis.advice import advise as advised
    from brimstone.analysis.advice import as_json as plain
    from brimstone.analysis.advice import check_turn
    from brimstone.analysis.words import in_words as said
    from brimstone.analysis.words import lead, texts

    texts(language)  # refused before anything is compiled
    check_turn(played, at, seat - 1)
    compile_once(f"players of {played.setup.game.name}", 60)
    advice = advised(played, at, seat - 1, seed, effort)
    if as_json:
        print(json.dumps(plain(advice, language)))
    else:
        known, moves = said(advice.thought, played.setup, language, shown=len(advice.thought.choices))
        parts = ([lead(advice.thought, played.setup, language)], known, moves)
        print("\n\n".join("\n".join(part) for part in parts if part))


@app.command()
def analyse(
    file: RecordFile,
    number: RecordNumber = 1,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the curve: a .png or .svg file.")] = None,
    effort: Effort = 1.0,
    seed: Seed = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Take a game apart into luck and skill.

    Each seat's chance to win after every move, by master play from the full state; every decision graded against the
    best one, by what the seat could know; the largest mistakes with the better move.
    """
    played = one_record(file, number, None)
    if plot and plot.suffix not in (".png", ".svg"):
        complain(f"{plot}: a picture is a .png or .svg file.")
    if plot and not plot.parent.is_dir():
        complain(f"{plot.parent}: there is no such folder.")
    compile_once(f"players of {played.setup.game.name}", 60)
    from brimstone.analysis.account import analyse as analysed
    from brimstone.analysis.account import as_json as plain
    from brimstone.analysis.account import in_lines
    from brimstone.analysis.plot import draw

    with promille(f"{played.setup.game.name}, {len(played.moves)} moves") as progress:
        found = analysed(played, seed, effort, progress)
    if plot:
        draw(found, plot)
    print(json.dumps(plain(found)) if as_json else "\n".join(in_lines(found)))
