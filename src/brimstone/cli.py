"""The command `brimstone`. Commands import what they need when they run, so that `--help` is quick."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import json
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO, NoReturn

import typer

import brimstone

if TYPE_CHECKING:
    from brimstone.games.contract import Game, Setup

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="coal, dice, cards, or a Python file with a game.")]
Seats = Annotated[int | None, typer.Option(help="How many seats; the game's middle number if not given.")]
OptionTexts = Annotated[
    list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help="Change the game; may be repeated.")
]
With = Annotated[list[Path] | None, typer.Option("--with", metavar="FILE", help="A Python file with a further game.")]


MOST_SEED = 2**63 - 1
WORTH_COMPILING = 200_000  # bytes of records: from here on loading compiled rules takes less than it saves


def main() -> None:
    """Run the command; what a person did wrong is said in a sentence."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal that lacks a letter shows another
            stream.reconfigure(errors="replace")
    try:
        app(standalone_mode=False)
    except typer.Abort:
        complain("Interrupted.", 130)
    except KeyboardInterrupt:
        complain("Interrupted.", 130)
    except BrokenPipeError:
        sys.stderr.close()
        raise SystemExit(1) from None
    except Exception as error:
        if is_mistake(error):
            complain(in_words(error))
        raise


def is_mistake(error: Exception) -> bool:
    """Is it something the person at the keyboard can mend?"""
    if isinstance(error, OSError) or hasattr(error, "format_message"):  # the latter: wrong arguments
        return True
    contract = sys.modules.get("brimstone.games.contract")
    return contract is not None and isinstance(error, contract.BrimstoneError)


def in_words(error: Exception) -> str:
    if isinstance(error, OSError):
        return f"{error.filename or 'writing'}: {error.strerror}."
    text = error.format_message() if hasattr(error, "format_message") else str(error)
    return f"{text[:1].upper()}{text[1:]}"


def complain(text: str, code: int = 2) -> NoReturn:
    print(text, file=sys.stderr)
    raise SystemExit(code)


@app.callback(invoke_without_command=True)
def options(version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False) -> None:
    """Three devil games: play, simulate, replay."""
    if version:
        print(f"brimstone {brimstone.__version__}")
        raise typer.Exit


# --- what the commands share -----------------------------------------------------------------------------------------


def finder(files: list[Path] | None) -> Any:
    """`find`, knowing the games of further files too."""
    from brimstone.games import find

    further = {game.name: game for game in map(load, files or [])}
    return lambda name: further.get(name) or find(name)


def load(path: Path) -> Game:
    """The game in a Python file: its `GAME`."""
    from brimstone.games import NAMES
    from brimstone.games.contract import Game, UnknownGame

    name = f"brimstone_game_{path.stem}"  # no other module's name
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise UnknownGame(f"there is no Python file {path}.")
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # whatever is wrong in somebody's file
        raise UnknownGame(f"{path} cannot be loaded: {type(error).__name__}: {error}.") from error
    game = getattr(module, "GAME", None)
    if not isinstance(game, Game):
        raise UnknownGame(f"{path} has no GAME.")
    if game.name in NAMES:
        raise UnknownGame(f"{path} calls its game {game.name!r}, which is another game's name.")
    return game


def made_ready(name: str, seats: int | None, texts: list[str] | None, simulated: bool = False) -> Setup:
    """Find the game and set it up."""
    from brimstone.games import find
    from brimstone.games.contract import BadSetup
    from brimstone.games.options import set_up

    game = load(Path(name)) if name.endswith(".py") else find(name)
    options: dict[str, str] = {}
    for text in texts or []:
        key, equals, value = text.partition("=")
        if not equals:
            raise BadSetup(f"an option is NAME=VALUE, not {text!r}")
        if key in options:
            raise BadSetup(f"the option {key} is given twice")
        options[key] = value
    middle = game.seats[len(game.seats) // 2]
    return set_up(game, middle if seats is None else seats, options, simulated)


def compile_once(what: str, seconds: int = 20) -> None:
    """Compile `what` (see warmup), saying so; ever after it comes from the cache."""
    from brimstone.caches import is_compiled, mark_compiled
    from brimstone.compiling import COMPILED

    if not COMPILED or is_compiled(what):
        return
    print(f"Compiling the {what}, once: this may take {seconds} seconds …", file=sys.stderr, flush=True)
    from brimstone.warmup import warm_up

    warm_up(what)
    mark_compiled(what)


@contextlib.contextmanager
def progress_bar(what: str, total: int) -> Iterator[Any]:
    """A bar on a terminal's error stream; nothing elsewhere."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.advance(task, done)


@contextlib.contextmanager
def held_interrupt() -> Iterator[Callable[[], bool]]:
    """Ctrl-C is remembered instead of breaking in; a second one breaks in."""
    pressed = threading.Event()

    def remember(*_: Any) -> None:
        pressed.set()
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, remember)
    try:
        yield pressed.is_set
    finally:
        signal.signal(signal.SIGINT, before)


# --- commands --------------------------------------------------------------------------------------------------------


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
    """Play a game in the terminal; where output is no terminal, with plain prompts."""
    at_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    level = level or default_level(game)
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
            return
        prompt = Prompt(setup, checked_name(name), seed, input, print, players)
        try:
            if not prompt.play():
                print("\nYou have left the game.")
        finally:
            keep(prompt.record, file)


def default_level(game: str) -> str:
    """Good company; only `random` knows the games of other people's files."""
    from brimstone.games import NAMES

    return "club" if game in NAMES else "random"


def keep(played: Any, file: Any) -> None:
    """Add a record to an open file, if there is one."""
    if file:
        print(f"\n{played.written()}", file=file, flush=True)
        print(f"\nThe record is in {file.name}.")


@app.command()
def sim(
    game: GameName,
    seats: Seats = None,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, max=MOST_SEED, help="The same seed gives the same games.")] = 0,
    option: OptionTexts = None,
    records: Annotated[Path | None, typer.Option(metavar="FILE", help="Write every game's record here.")] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Threads; all cores if not given.")] = None,
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
        advance = stack.enter_context(progress_bar(f"{setup.game.name}, {setup.seats} seats", games))
        interrupted = stack.enter_context(held_interrupt())
        tallies.extend(
            simulate(setup, seed, games, workers=workers, records=keep, progress=advance, stopped=interrupted)
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
    effort: Annotated[float, typer.Option(min=0.001, help="How much our own players think: 1 is a match.")] = 1.0,
    limit: Annotated[float, typer.Option(min=0.001, help="Seconds a move for bots from files.")] = 5.0,
    door: Annotated[bool, typer.Option("--door", help="Our own players, too, play in processes of their own.")] = False,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep finished games here, and go on with those that are there.")
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; all cores if not given.")] = None,
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
    with (
        progress_bar(f"{setup.game.name}, {setup.seats} seats", games) as advance,
        held_interrupt() as interrupted,
    ):
        try:
            report = contest(
                setup, names, games, seed, workers, effort, limit=limit, door=door, resume=resume,
                progress=advance, stopped=interrupted,
            )  # fmt: skip
        except Interrupted as early:
            complain(in_words(early), 130)
    print(report.as_json() if as_json else report.text())
    if report.games < games:
        complain(f"Interrupted after {report.games} of {games} games; they are whole deals.", 130)


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
    complain(f"{file} has no record number {number}.", 1)


RecordFile = Annotated[Path, typer.Argument(metavar="RECORD", help="A file with one or more records.")]
RecordNumber = Annotated[int, typer.Option("--game", min=1, help="Which record of the file.")]
Effort = Annotated[float, typer.Option(min=0.001, help="How much is thought: 1 is a match.")]
Seed = Annotated[int, typer.Option(min=0, max=MOST_SEED, help="The same seed gives the same answer.")]


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
    """Say what a master would do at a moment of a record, and why, from what the seat could know."""
    played = one_record(file, number, None)
    from brimstone.analysis.advice import advise as advised
    from brimstone.analysis.advice import as_json as plain
    from brimstone.analysis.words import in_words as said
    from brimstone.analysis.words import texts

    texts(language)  # refused before anything is compiled
    compile_once(f"players of {played.setup.game.name}", 60)
    advice = advised(played, at, seat - 1, seed, effort)
    if as_json:
        print(json.dumps(plain(advice, language)))
    else:
        print("\n".join(said(advice.thought, played.setup, language, shown=len(advice.thought.choices))))


@app.command()
def analyse(
    file: RecordFile,
    number: RecordNumber = 1,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the curve: a .png or .svg file.")] = None,
    effort: Effort = 1.0,
    seed: Seed = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Take a game apart: chances after every move, decisions graded, luck and skill."""
    played = one_record(file, number, None)
    if plot and plot.suffix not in (".png", ".svg"):
        complain(f"{plot}: a picture is a .png or .svg file.")
    compile_once(f"players of {played.setup.game.name}", 60)
    from brimstone.analysis.account import analyse as analysed
    from brimstone.analysis.account import as_json as plain
    from brimstone.analysis.account import in_lines
    from brimstone.analysis.plot import draw

    with progress_bar(f"{played.setup.game.name}, {len(played.moves)} moves", 1000) as advance:
        done = 0

        def progress(share: float) -> None:
            nonlocal done
            advance(int(1000 * share) - done)
            done = int(1000 * share)

        found = analysed(played, seed, effort, progress)
    if plot:
        draw(found, plot)
    print(json.dumps(plain(found)) if as_json else "\n".join(in_lines(found)))


@app.command()
def train(
    game: GameName,
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where the weights go (.npz).")],
    seed: Seed = 1,
    quick: Annotated[bool, typer.Option("--quick", help="Much less of it, to see that it works.")] = False,
) -> None:
    """Make a game's weights again from a seed; an interrupted run goes on where it was."""
    import importlib

    from brimstone.bots import engine
    from brimstone.games import find

    if out.suffix != ".npz":
        complain(f"{out}: weights are an .npz file.")
    trainer = importlib.import_module(f"{engine(find(game)).__name__}.train").train
    with progress_bar(f"training {game}", 1000) as advance:
        done = 0

        def progress(share: float, _: str) -> None:
            nonlocal done
            advance(int(1000 * share) - done)
            done = int(1000 * share)

        trainer(seed, out, progress, quick)
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
