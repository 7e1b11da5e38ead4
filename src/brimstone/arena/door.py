"""The door for bots in processes of their own. A bot gets its seat's story and views, nothing else.

One decision is one message there and one back. To the host go, marshalled: ("load", who, size, layout), ("start",
seat, seats, options, seed), ("choose", lines, view, moves), ("finish", lines, result). Back come bytes that are never
trusted: `=` and an answer, or `!` and what went wrong. The answer to "start" is empty if the bot does not listen.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import signal
import subprocess
import sys
from typing import Any

from brimstone.arena.frames import Garbled, Gone, Late, Pipes
from brimstone.arena.match import Foul, legal
from brimstone.bots.player import Seated
from brimstone.compiling import COMPILED, row
from brimstone.games.contract import Result, Setup
from brimstone.games.state import View

LOADING = 60.0  # seconds for a bot's file to be imported, and to start a game
PLAINLY = 2  # marshal's version without back references, which takes half as long
SHORT = 80  # characters of a wrong answer that are reported


def layout_of(setup: Setup) -> tuple[int, list[tuple[str, int, str, tuple[int, ...]]]]:
    """The bytes of a view: how many, and where each field lies."""
    table = setup.game.table
    rows = [(name, table.dtype.fields[name][1], kind.code, kind.shape) for name, kind in table.fields.items()]
    return table.dtype.itemsize, rows


class Words(dict[int, str]):
    """Moves in words, each put into words once."""

    def __init__(self, setup: Setup) -> None:
        super().__init__()
        self.setup = setup

    def __missing__(self, move: int) -> str:
        word = self[move] = self.setup.game.say(self.setup, move)
        return word


class Door:
    """A bot's process: started when it is needed, killed when it fails."""

    def __init__(self, setup: Setup, who: dict[str, Any], limit: float | None) -> None:
        self.setup, self.who = setup, who
        self.limit = limit  # seconds a move, None for as long as it takes
        self.process: subprocess.Popen[bytes] | None = None
        self.patience = None if limit is None else LOADING  # before the first move
        self.loaded = False
        self.words = Words(setup)

    def launch(self) -> None:
        """Make sure that the process runs, or is at least on its way."""
        if self.process is None:
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-m", "brimstone.arena.host"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "PYTHONHASHSEED": "0"},
                start_new_session=True,  # Ctrl-C is for the arena
            )
            assert self.process.stdin is not None
            assert self.process.stdout is not None
            self.pipes = Pipes(self.process.stdout.fileno(), self.process.stdin.fileno())
            self.loaded = False
            with contextlib.suppress(Gone):  # then there is no answer either
                self.pipes.send(marshal.dumps(("load", self.who, *layout_of(self.setup)), PLAINLY))

    def open(self) -> None:
        """Make sure that the process has loaded its bot; raises Foul."""
        self.launch()
        if not self.loaded:
            self.answer(self.patience)
            self.loaded = True

    def ask(self, *message: Any, limit: float | None) -> str:
        """Its answer to a message; raises Foul, and then the process is gone."""
        try:
            self.pipes.send(marshal.dumps(message, PLAINLY), limit)
        except Late:
            raise self.foul(f"did not listen within {limit:g} s") from None
        except Gone:
            raise self.foul(self.last_words()) from None
        return self.answer(limit)

    def answer(self, limit: float | None) -> str:
        try:
            answer = self.pipes.receive(limit)
        except Late:
            raise self.foul(f"did not answer within {limit:g} s") from None
        except Gone:
            raise self.foul(self.last_words()) from None
        except Garbled:
            raise self.foul("answered rubbish") from None
        text = answer[1:].decode(errors="replace")
        if answer[:1] != b"=":
            raise self.foul(text if answer[:1] == b"!" else "answered rubbish")
        return text

    def foul(self, reason: str) -> Foul:
        self.close()
        return Foul(reason)

    def last_words(self) -> str:
        """How the process has ended."""
        assert self.process is not None
        try:
            code = self.process.wait(1)
        except subprocess.TimeoutExpired:
            return "closed its connection"
        return f"its process ended with code {code}" if code >= 0 else f"its process was ended by signal {-code}"

    def close(self) -> None:
        """End the process; the next game starts a new one."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):  # it has ended by itself
                os.killpg(self.process.pid, signal.SIGKILL)  # and whatever it has started
            for pipe in (self.process.stdin, self.process.stdout):
                assert pipe is not None
                pipe.close()
            self.process.wait()
            self.process = None


class DoorPlayer(Seated):
    """The bot behind a door during one game."""

    def __init__(self, setup: Setup, seat: int, seed: int, door: Door) -> None:
        super().__init__(setup, seat, seed)
        self.door, self.lines = door, list[str]()
        self.out = row(setup.game.most_moves)
        door.open()
        self.listens = bool(door.ask("start", seat, setup.seats, dict(setup.options), seed, limit=door.patience))

    def hear(self, line: str) -> None:
        self.lines.append(line)  # they travel with the next question

    def choose(self, view: View) -> int:
        moves = legal(view, self.seat, self.out)
        words = [self.door.words[move] for move in moves]
        cells = view.cells.tobytes() if COMPILED else view.key()
        answer = self.door.ask("choose", self.said(), cells, words, limit=self.door.limit)
        if answer not in words:
            raise self.door.foul(f"answered {answer[:SHORT]!r}, which is none of its moves")
        return moves[words.index(answer)]

    def said(self) -> list[str]:
        """The lines it has not been told yet."""
        lines, self.lines = self.lines, []
        return lines

    def finish(self, result: Result) -> None:
        self.door.ask("finish", self.said(), result._asdict(), limit=self.door.limit)
