"""Options: what may be changed in a game, how it is written, and what is allowed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from brimstone.games.contract import BadSetup, Game, Setup


@dataclass(frozen=True)
class Whole:
    """A whole number from `low` to `high` in steps; perhaps also none."""

    low: int
    high: int
    step: int = 1
    none: bool = False

    def read(self, text: str) -> int | None:
        return None if self.none and text == "none" else whole(text)

    def write(self, value: int | None) -> str:
        return "none" if value is None else str(value)

    def fits(self, value: Any) -> bool:
        if value is None:
            return self.none
        return is_whole(value) and self.low <= value <= self.high and value % self.step == 0

    def allowed(self) -> str:
        step = f" in steps of {self.step}" if self.step > 1 else ""
        return f"{'none or ' if self.none else ''}{self.low} to {self.high}{step}"


@dataclass(frozen=True)
class Wholes:
    """A list of `least` to `most` whole numbers from `low` to `high`, perhaps rising."""

    least: int
    most: int
    low: int
    high: int
    step: int = 1
    rising: bool = False

    def read(self, text: str) -> list[int]:
        return [whole(part) for part in text.split()]

    def write(self, value: list[int]) -> str:
        return " ".join(map(str, value))

    def fits(self, value: Any) -> bool:
        return (
            isinstance(value, list)
            and self.least <= len(value) <= self.most
            and all(is_whole(n) and self.low <= n <= self.high and n % self.step == 0 for n in value)
            and (not self.rising or value == sorted(set(value)))
        )

    def allowed(self) -> str:
        rising = "rising " if self.rising else ""
        step = f" in steps of {self.step}" if self.step > 1 else ""
        return f"{self.least} to {self.most} {rising}numbers from {self.low} to {self.high}{step}"


@dataclass(frozen=True)
class Names:
    """A list of different names out of `known`."""

    known: tuple[str, ...]

    def read(self, text: str) -> list[str]:
        return text.split()

    def write(self, value: list[str]) -> str:
        return " ".join(value)

    def fits(self, value: Any) -> bool:
        return isinstance(value, list) and all(v in self.known for v in value) and len(value) == len(set(value))

    def allowed(self) -> str:
        return f"each at most once: {' '.join(self.known)}"


@dataclass(frozen=True)
class Counts:
    """How many there are of what: `devil:9 10:9`."""

    known: tuple[str, ...]  # names that are not numbers
    low: int  # least and greatest number that may stand for a name; none if high is 0
    high: int
    most: int  # of each

    def read(self, text: str) -> dict[str, int]:
        parts = [part.split(":") for part in text.split()]
        if len({name for name, _ in parts}) < len(parts):
            raise ValueError("named twice")
        return {name: whole(count) for name, count in parts}

    def write(self, value: Mapping[str, int]) -> str:
        return " ".join(f"{name}:{count}" for name, count in value.items())

    def fits(self, value: Any) -> bool:
        return isinstance(value, dict) and all(
            self.is_name(name) and is_whole(count) and 0 <= count <= self.most for name, count in value.items()
        )

    def is_name(self, name: Any) -> bool:
        if not isinstance(name, str) or name in self.known:
            return name in self.known
        return re.fullmatch(r"[1-9][0-9]{0,8}", name) is not None and self.low <= int(name) <= self.high

    def allowed(self) -> str:
        numbers = f" and numbers from {self.low} to {self.high}" if self.high else ""
        return f"{', '.join(self.known)}{numbers}, each with a colon and how many, 0 to {self.most}"


@dataclass(frozen=True)
class Goods:
    """How many there are of what, and what each is worth: `bed:6x1`."""

    known: tuple[str, ...]
    most: int
    dearest: int

    def read(self, text: str) -> dict[str, list[int]]:
        parts = [part.split(":") for part in text.split()]
        if len({name for name, _ in parts}) < len(parts):
            raise ValueError("named twice")
        return {name: [whole(number) for number in numbers.split("x")] for name, numbers in parts}

    def write(self, value: Mapping[str, list[int]]) -> str:
        return " ".join(f"{name}:{copies}x{worth}" for name, (copies, worth) in value.items())

    def fits(self, value: Any) -> bool:
        return isinstance(value, dict) and all(
            name in self.known
            and isinstance(pair, list)
            and len(pair) == 2
            and all(map(is_whole, pair))
            and 0 <= pair[0] <= self.most
            and 1 <= pair[1] <= self.dearest
            for name, pair in value.items()
        )

    def allowed(self) -> str:
        return f"{', '.join(self.known)}, each with a colon and copies x value, 0 to {self.most} x 1 to {self.dearest}"


@dataclass(frozen=True)
class Option:
    """Something that may be changed in a game."""

    name: str
    paragraph: str
    kind: Whole | Wholes | Names | Counts | Goods
    default: Any  # or, where it hangs on them, by number of seats
    simulated: Any = ...  # the default in simulations, where it is another

    def default_for(self, seats: int, simulated: bool = False) -> Any:
        if simulated and self.simulated is not ...:
            return self.simulated
        return self.default[seats] if isinstance(self.default, dict) and seats in self.default else self.default

    def parse(self, value: Any) -> Any:
        """The value of an option given as a value or as text."""
        try:
            parsed = self.kind.read(value) if isinstance(value, str) else value
        except ValueError:
            parsed = ...
        if not self.kind.fits(parsed):
            raise BadSetup(f"{self.name} cannot be {value!r}", self.paragraph, [self.kind.allowed()], self.name)
        return parsed


def whole(text: str) -> int:
    """A whole number as we write it: no blanks, underscores or other scripts' digits."""
    if not re.fullmatch(r"-?(0|[1-9][0-9]{0,8})", text):
        raise ValueError(text)
    return int(text)


def is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def set_up(game: Game, seats: int, options: Mapping[str, Any] | None = None, simulated: bool = False) -> Setup:
    """Check seats and options, fill in the defaults."""
    given = dict(options or {})
    if not is_whole(seats) or seats not in game.seats:
        bounds = f"{game.seats.start} to {game.seats.stop - 1} seats"
        raise BadSetup(f"{game.name} cannot be played with {seats} seats", game.seats_paragraph, [bounds])
    known = [option.name for option in game.options]
    for name in given:
        if name not in known:
            raise BadSetup(f"{game.name} has no option {name!r}", "", known, name)
    values = {
        option.name: option.parse(given[option.name] if option.name in given else option.default_for(seats, simulated))
        for option in game.options
    }
    game.check(seats, values)
    return Setup(game, seats, values)


def written(setup: Setup) -> dict[str, str]:
    """Every option as text."""
    return {option.name: option.kind.write(setup.options[option.name]) for option in setup.game.options}


def changed(setup: Setup) -> dict[str, str]:
    """The options that differ from the table's defaults, as text."""
    texts = written(setup)
    return {
        option.name: texts[option.name]
        for option in setup.game.options
        if setup.options[option.name] != option.default_for(setup.seats)
    }
