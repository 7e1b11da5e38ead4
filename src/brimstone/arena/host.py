"""The other side of the door: a process in which one bot lives. Nothing but the standard library is imported here, so
that it starts at once; what a message means is said in `brimstone.arena.door`.
"""

from __future__ import annotations

import contextlib
import importlib.util
import marshal
import os
import random
import signal
import sys
import threading
import time
import traceback
from math import prod
from pathlib import Path
from struct import Struct
from typing import Any, Protocol

from brimstone.arena.frames import Gone, Pipes

CODES = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B"}
MOST_REASON = 400  # characters of an answer or of an error that are reported


class Unfit(Exception):
    """A bot that cannot play; the text says why."""


class Fields:
    """How a view's bytes become a dictionary of ints and lists by the names of its fields."""

    def __init__(self, size: int, layout: list[tuple[str, int, str, tuple[int, ...]]]) -> None:
        self.single: list[tuple[str, int]] = []
        self.rows: list[tuple[str, slice]] = []
        self.blocks: list[tuple[str, list[slice]]] = []
        pattern, at, count = "<", 0, 0
        for name, offset, code, shape in sorted(layout, key=lambda field: field[1]):
            numbers, end = Struct(f"<{prod(shape)}{CODES[code]}"), count + prod(shape)
            pattern += f"{offset - at}x{prod(shape)}{CODES[code]}"
            if not shape:
                self.single.append((name, count))
            elif len(shape) == 1:
                self.rows.append((name, slice(count, end)))
            else:
                self.blocks.append((name, [slice(k, k + shape[1]) for k in range(count, end, shape[1])]))
            at, count = offset + numbers.size, end
        self.numbers = Struct(f"{pattern}{size - at}x")

    def read(self, data: bytes) -> dict[str, Any]:
        """The fields of a view."""
        numbers = self.numbers.unpack(data)
        found: dict[str, Any] = {name: numbers[k] for name, k in self.single}
        for name, row in self.rows:
            found[name] = list(numbers[row])
        for name, rows in self.blocks:
            found[name] = [list(numbers[row]) for row in rows]
        return found


class Guest(Protocol):
    """Who lives here: somebody else's bot, or one of ours."""

    def start(self, seat: int, seats: int, options: dict[str, Any], seed: int) -> bool: ...
    def hear(self, line: str) -> None: ...
    def choose(self, view: dict[str, Any], moves: list[str]) -> str: ...
    def finish(self, result: dict[str, Any]) -> None: ...


class Stranger:
    """Somebody else's bot: a new object of its class for every game."""

    def __init__(self, file: str, name: str) -> None:
        self.kind = class_in(Path(file), name)

    def start(self, seat: int, seats: int, options: dict[str, Any], seed: int) -> bool:
        random.seed(seed)  # whoever uses `random` plays the same game again
        bot = self.kind()
        self.choose = bot.choose
        self.hear = getattr(bot, "hear", ignore)
        self.finish = getattr(bot, "finish", ignore)
        getattr(bot, "start", ignore)(seat, seats, options)
        return self.hear is not ignore


def ignore(*_: Any) -> None:
    """What a bot does that lacks a method."""


def class_in(path: Path, name: str) -> Any:
    """The bot's class in its file; raises Unfit."""
    sys.path.insert(0, str(path.parent))
    spec = importlib.util.spec_from_file_location("bot", path)
    if spec is None or spec.loader is None:
        raise Unfit("it is no Python file")
    module = sys.modules["bot"] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise Unfit(f"it cannot be loaded: {in_words(error)}") from error
    found = getattr(module, name, None)
    if found is None:
        raise Unfit(f"there is no class {name} in it")
    if not callable(found) or not callable(getattr(found, "choose", None)):
        raise Unfit(f"its {name} has no method choose(view, moves)")
    return found


def in_words(error: BaseException) -> str:
    """What went wrong, and in which line of whose file."""
    text = f"{type(error).__name__}: {error}"[:MOST_REASON]
    steps = [step for step in traceback.extract_tb(error.__traceback__) if step.filename != __file__]
    steps = [step for step in steps if not step.filename.startswith("<frozen")]
    return f"{text} ({Path(steps[-1].filename).name}, line {steps[-1].lineno})" if steps else text


class Host:
    """Answers messages for its guest."""

    def __init__(self) -> None:
        self.guest: Guest
        self.fields: Fields
        self.seat = 0

    def answer(self, message: bytes) -> bytes:
        """`=` and the answer, or `!` and what went wrong."""
        kind, *contents = marshal.loads(message)
        try:
            return b"=" + getattr(self, kind)(*contents).encode(errors="replace")
        except Unfit as unfit:
            return b"!" + str(unfit).encode(errors="replace")
        except Exception as error:
            return b"!" + in_words(error).encode(errors="replace")

    def load(self, who: dict[str, Any], size: int, layout: Any) -> str:
        """Take in a guest."""
        self.fields = Fields(size, layout)
        if "file" in who:
            self.guest = Stranger(who["file"], who["name"])
        else:
            from brimstone.arena.own import Own

            self.guest = Own(who["setup"], who["name"], who["effort"])
        return ""

    def start(self, seat: int, seats: int, options: dict[str, Any], seed: int) -> str:
        """A game begins; empty if the guest does nothing with what it hears."""
        self.seat = seat
        return "hears" if self.guest.start(seat, seats, options, seed) else ""

    def choose(self, lines: list[str], view: bytes, moves: list[str]) -> str:
        """It is the guest's turn; before that it hears what it was told."""
        for line in lines:
            self.guest.hear(line)
        fields = self.fields.read(view)
        fields["seat"] = self.seat
        word = self.guest.choose(fields, moves)
        if not isinstance(word, str):
            raise Unfit(f"answered {word!r}"[:MOST_REASON] + ", which is no text")
        return word

    def finish(self, lines: list[str], result: dict[str, Any]) -> str:
        """The game has ended."""
        for line in lines:
            self.guest.hear(line)
        self.guest.finish(result)
        return ""


def follow(parent: int) -> None:
    """End when the parent has ended, even if the guest never comes back."""
    while os.getppid() == parent:
        time.sleep(1)
    end()


def end() -> None:
    """End this process, and whatever the guest has started: the door has given it a group of its own."""
    os.killpg(0, signal.SIGKILL)


def die_first() -> None:
    """If memory runs out, a guest that takes too much is ended before anybody else; where systems know no such thing
    that is left to them.
    """
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")


def main() -> None:
    """Answer until nobody asks any more."""
    die_first()
    threading.Thread(target=follow, args=(os.getppid(),), daemon=True).start()
    pipes = Pipes(os.dup(0), os.dup(1))
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)  # what the guest prints must not get among the answers
    os.dup2(nothing, 1)
    host = Host()
    try:
        while True:
            pipes.send(host.answer(pipes.receive()))
    except Gone:
        end()


if __name__ == "__main__":
    main()
