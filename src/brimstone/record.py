"""One text format to save, mail, test and replay a game: docs/record.md.

A header, then every move and outcome in words, one a line, round by round. A file may hold many records, one after the
other; each is checked move by move while it is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NewType

from brimstone.games import find
from brimstone.games.contract import (
    CHANCE,
    OVER,
    BadMove,
    BadSetup,
    BrimstoneError,
    Game,
    Result,
    Setup,
    UnknownGame,
)
from brimstone.games.options import set_up, written
from brimstone.games.state import State, ready

FIRST_LINE = "brimstone record 1"
UNFINISHED = "unfinished"
MOST_NAME = 40
MOST_LINE = 1000
MOST_NOTE = 900

HASH = "[0-9a-f]{64}"
# Lines that a header may have beside its own: how a name and its value look. Each number but that of moves is a seat.
EXTRA = {
    "fair table": "[A-Za-z0-9_-]{12}",
    "fair (?:secret|promise|head)": HASH,
    "fair (?:salt|promise) (?P<seat>[1-9][0-9]?)": HASH,
    "fair seals (?:0|[1-9][0-9]{0,8})": f"[1-9][0-9]?={HASH}(?: [1-9][0-9]?={HASH})+",
    "note (?P<seat>[1-9][0-9]?)": f".{{1,{MOST_NOTE}}}",
    "lesson": "yes",
    "continued": "from move [1-9][0-9]{0,8}",
}

Written = NewType("Written", str)


class BadRecord(BrimstoneError):
    """A record that does not hold: where, and why."""

    def __init__(self, line: int, reason: str) -> None:
        self.line, self.reason = line, reason
        super().__init__(f"line {line}: {reason}")


@dataclass
class Record:
    """A game from its set-up to its last move."""

    setup: Setup
    names: tuple[str, ...]
    moves: list[int] = field(default_factory=list)
    extra: dict[str, str] = field(default_factory=dict)  # further header lines: the proof of fairness, notes on seats

    @property
    def lesson(self) -> bool:
        """Were its draws and bots the same as each time, for somebody who learns the game?"""
        return "lesson" in self.extra

    @property
    def given(self) -> int:
        """How many moves and outcomes are those of another game, from whose middle this one goes on."""
        return int(self.extra.get("continued", "0").split()[-1])

    def last(self) -> State:
        """The state after the last move."""
        state = ready(self.setup)
        for move in self.moves:
            state.play(move)
        return state

    def lines(self, state: State | None = None) -> Iterator[Line]:
        """The moves line by line, played on a fresh state: outcomes that belong together, such as a hand of cards,
        share one."""
        state = state or ready(self.setup)
        bundle: Line | None = None
        for move in self.moves:
            by, said, in_round = state.actor, state.say(move), state.round
            state.play(move)
            head = (
                said.split(": ")[0] if by == CHANCE and said.split(maxsplit=1)[0] in self.setup.game.bundled else None
            )
            if bundle and head is not None and bundle.say.startswith(f"{head}: "):
                bundle.say += said.removeprefix(f"{head}:")
                bundle.moves.append(move)
                continue
            if bundle:
                yield bundle
            bundle = None
            line = Line(by, said, in_round, [move])
            if state.round != in_round or state.actor == OVER:
                line.facts = self.setup.game.facts(state) if in_round else None
            if head is None:
                yield line
            else:
                bundle = line
        if bundle:
            yield bundle

    def written(self) -> Written:
        """The record as text."""
        setup, state = self.setup, ready(self.setup)
        lines = list(self.lines(state))
        text = [
            FIRST_LINE,
            f"game: {setup.game.name}",
            f"rules: {setup.game.version}",
            f"seats: {setup.seats}",
            f"names: {' | '.join(self.names)}",
            *(f"option {name}: {value}" for name, value in written(setup).items()),
            f"result: {result_in_words(state.result())}",
            *(f"{name}: {value}" for name, value in self.extra.items()),
            "",
        ]
        in_round = 0
        for line in lines:
            if line.round != in_round:
                in_round = line.round
                text += ["", f"round {in_round}"]
            text.append(f"{by_in_words(line.by)}: {line.say}")
            if line.facts:
                text.append(f"# {facts_in_words(line.facts)}")
        return Written("\n".join(text) + "\n")


@dataclass
class Line:
    """A line of a record."""

    by: int
    say: str
    round: int
    moves: list[int]  # that it stands for: several where a hand is dealt
    facts: dict[str, Any] | None = None  # after it, where it ends a round


def by_in_words(by: int) -> str:
    return "chance" if by == CHANCE else str(by + 1)


def result_in_words(result: Result | None) -> str:
    if result is None:
        return UNFINISHED
    places, points = (" ".join(map(str, numbers)) for numbers in (result.places, result.points))
    return f"{result.reason}; places {places}; points {points}"


def facts_in_words(facts: dict[str, Any]) -> str:
    """Facts by seat, for the comment after a round."""
    return "; ".join(f"{name} {fact_in_words(fact)}" for name, fact in facts.items())


def fact_in_words(fact: Any) -> str:
    if isinstance(fact, list):
        return " ".join(fact_in_words(part) for part in fact)
    if isinstance(fact, dict):
        return "+".join(f"{count} {name}" for name, count in fact.items()) or "nothing"
    return ("no", "yes")[fact] if isinstance(fact, bool) else str(fact)


def checked_name(name: str) -> str:
    """A player's name, if it can stand in a record."""
    name = " ".join(name.split())
    if not 1 <= len(name) <= MOST_NAME or "|" in name or not name.isprintable():
        raise BadSetup(f"a name has 1 to {MOST_NAME} printable characters, none of them |, not {name!r}")
    return name


def checked_extra(name: str, value: str, seats: int) -> str:
    """The value of a further header line, if it can stand in a record."""
    value = " ".join(value.split())
    for pattern, look in EXTRA.items():
        if found := re.fullmatch(pattern, name):
            if int(found.groupdict().get("seat", 0)) > seats:
                raise BadSetup(f"{name!r} means a seat, but there are {seats}")
            if not re.fullmatch(look, value) or not value.isprintable():
                raise BadSetup(f"{name!r} cannot be {value[:MOST_NAME]!r}")
            return value
    raise BadSetup(f"a header has no {name!r}")


# --- reading ---------------------------------------------------------------------------------------------------------


def read(lines: Iterable[str], find_game: Callable[[str], Game] = find) -> Iterator[Record]:
    """The records of a text, each checked move by move; raises BadRecord."""
    reader: Reader | None = None
    n = 1
    for n, text in enumerate(lines, 1):
        line = " ".join(text.split())
        if len(line) > MOST_LINE:
            raise BadRecord(n, f"no line of a record has more than {MOST_LINE} characters")
        if line.startswith("#"):
            continue
        if line == FIRST_LINE:
            if reader:
                yield reader.finished(n - 1)
            reader = Reader(find_game, n)
        elif line.startswith("brimstone record"):
            raise BadRecord(n, f"this format of records is not known here, only {FIRST_LINE!r}")
        elif reader:
            reader.take(n, line)
        elif line:
            raise BadRecord(n, f"a record begins with the line {FIRST_LINE!r}, not {line[:60]!r}")
    if reader is None:
        raise BadRecord(n, f"there is no record here: none of the lines is {FIRST_LINE!r}")
    yield reader.finished(n)


class Reader:
    """One record being read."""

    def __init__(self, find_game: Callable[[str], Game], n: int) -> None:
        self.find_game = find_game
        self.header: dict[str, tuple[int, str]] = {}
        self.began = n
        self.state: State | None = None
        self.record: Record | None = None
        self.round = 0
        self.result_at, self.result = n, UNFINISHED

    def take(self, n: int, line: str) -> None:
        """The next line."""
        if self.state is None:
            if line:
                self.take_header(n, line)
            elif self.header:
                self.begin(n)
        elif line:
            self.take_move(n, line)

    def take_header(self, n: int, line: str) -> None:
        name, colon, value = line.partition(":")
        if not colon:
            raise BadRecord(n, f"a header line is a name, a colon and a value, not {line!r}")
        if name in self.header:
            raise BadRecord(n, f"{name!r} stands in the header twice")
        self.header[name] = (n, value.strip())

    def demand(self, name: str) -> tuple[int, str]:
        if name not in self.header:
            raise BadRecord(self.began, f"the header has no {name!r}")
        return self.header.pop(name)

    def number(self, name: str) -> tuple[int, int]:
        n, value = self.demand(name)
        if not re.fullmatch(r"0|[1-9][0-9]{0,8}", value):
            raise BadRecord(n, f"{name} must be a number, not {value!r}")
        return n, int(value)

    def begin(self, n: int) -> None:
        """The header is complete: set the game up."""
        at, name = self.demand("game")
        try:
            game = self.find_game(name)
        except UnknownGame as unknown:
            raise BadRecord(at, str(unknown)) from None
        at, version = self.number("rules")
        if version != game.version:
            raise BadRecord(at, f"made by rules {version} of {name}; here are rules {game.version}")
        at, seats = self.number("seats")
        names_at, names = self.demand("names")
        self.result_at, self.result = self.demand("result")
        options = {
            head.removeprefix("option "): value
            for head, (_, value) in self.header.items()
            if head.startswith("option ")
        }
        try:
            setup = set_up(game, seats, options)
        except BadSetup as bad:
            line, _ = self.header.get(f"option {bad.option}", (at, ""))
            raise BadRecord(line, str(bad)) from None
        try:
            players = tuple(checked_name(name) for name in names.split("|"))
        except BadSetup as bad:
            raise BadRecord(names_at, str(bad)) from None
        if len(players) != seats:
            raise BadRecord(names_at, f"{seats} seats need {seats} names, not {len(players)}")
        self.record = Record(setup, players, extra=self.extra(seats))
        self.state = ready(setup)

    def extra(self, seats: int) -> dict[str, str]:
        """The further lines of the header."""
        found = {}
        for head, (line, value) in self.header.items():
            if not head.startswith("option "):
                try:
                    found[head] = checked_extra(head, value, seats)
                except BadSetup as bad:
                    raise BadRecord(line, str(bad)) from None
        return found

    def take_move(self, n: int, line: str) -> None:
        assert self.state is not None
        assert self.record is not None
        if line.startswith("round "):
            if line != f"round {self.state.round}" or self.round == self.state.round:
                raise BadRecord(n, f"{line!r} does not begin here")
            self.round = self.state.round
            return
        if self.state.actor == OVER:
            raise BadRecord(n, f"the game is over ({self.state.setup.game.reason(self.state)}), but {line!r} follows")
        if self.round != self.state.round:
            raise BadRecord(n, f"round {self.state.round} begins here; its heading is missing")
        by, colon, words = line.partition(": ")
        actor = by_in_words(self.state.actor)
        if not colon:
            raise BadRecord(n, f"a move is who, a colon and words, not {line!r}")
        if by != actor:
            raise BadRecord(n, f"it is the turn of {self.who()}, not of {by!r}; legal: {self.legal()}")
        for part in self.parts(words):
            try:
                move = self.state.read(part)
                self.state.play(move)
            except BadMove as bad:
                raise BadRecord(n, str(bad)) from None
            self.record.moves.append(move)

    def parts(self, words: str) -> list[str]:
        """A bundled line as the outcomes it stands for."""
        assert self.state is not None
        head, _, tail = words.partition(": ")
        if words.split(maxsplit=1)[0] in self.state.setup.game.bundled:
            return [f"{head}: {part}" for part in tail.split()] or [words]
        return [words]

    def who(self) -> str:
        assert self.state is not None
        return "chance" if self.state.actor == CHANCE else f"seat {self.state.actor + 1}"

    def legal(self) -> str:
        assert self.state is not None
        return ", ".join(self.state.offer())

    def finished(self, n: int) -> Record:
        """The record, if it has come to its end."""
        if self.state is None or self.record is None:
            self.begin(n)
        assert self.state is not None
        assert self.record is not None
        if self.record.given > len(self.record.moves):
            line, value = self.header["continued"]
            raise BadRecord(line, f"'continued' cannot be {value!r}: there are {len(self.record.moves)} moves")
        result = result_in_words(self.state.result())
        if result == UNFINISHED and self.result != UNFINISHED:
            raise BadRecord(
                n, f"the record ends here, the game does not: it is the turn of {self.who()}; legal: {self.legal()}"
            )
        if result != self.result:
            raise BadRecord(self.result_at, f"the result is {result!r}, not {self.result!r}")
        return self.record


def as_json(record: Record) -> dict[str, Any]:
    """A record as plain data: moves by line, facts after each round, result."""
    setup = record.setup
    moves: list[dict[str, Any]] = []
    rounds: list[dict[str, Any]] = []
    for line in record.lines():
        moves.append({"by": "chance" if line.by == CHANCE else line.by + 1, "say": line.say})
        if line.facts:
            rounds.append({"after": len(moves), **line.facts})
    result = record.last().result()
    return {
        "game": setup.game.name,
        "rules": setup.game.version,
        "seats": setup.seats,
        "names": list(record.names),
        "options": dict(setup.options),
        "extra": dict(record.extra),
        "moves": moves,
        "rounds": rounds,
        "result": result and {"places": list(result.places), "points": list(result.points), "reason": result.reason},
    }
