"""What the commands share. They import what they need when they run, so that `--help` is quick."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

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

Effort = Annotated[float, typer.Option(min=0.001, max=1000, help="How much is thought: 1 is a match.")]
Seed = Annotated[int, typer.Option(min=0, max=MOST_SEED, help="The same seed gives the same answer.")]


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
    first = text.partition(" ")[0]
    is_file = "/" in first or "." in first  # its name stays as it is
    return text if is_file else f"{text[:1].upper()}{text[1:]}"


def complain(text: str, code: int = 2) -> NoReturn:
    print(text, file=sys.stderr)
    raise SystemExit(code)


@app.callback(invoke_without_command=True)
def options(version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False) -> None:
    """Three devil games: play them, ask for advice, take games apart, let bots compete."""
    if version:
        print(f"brimstone {brimstone.__version__}")
        raise typer.Exit


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


@contextlib.contextmanager
def promille(what: str) -> Iterator[Callable[[float], None]]:
    """A bar that is told the share done so far."""
    with progress_bar(what, 1000) as advance:
        done = 0

        def progress(share: float) -> None:
            nonlocal done
            advance(int(1000 * share) - done)
            done = int(1000 * share)

        yield progress
