"""Advice as sentences. Players give keys and numbers; the words are in languages/*.json, the same keys in each."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from brimstone.bots.player import Choice, Fact, Thought
from brimstone.games.contract import BrimstoneError, Setup

LANGUAGES = ("en", "de", "it", "fr")
SPACED_PERCENT = ("de", "fr")  # 31 %, not 31%
COMMA = ("de", "it", "fr")  # 0,5, not 0.5
# moves as records have them
MOVES = {
    "bet": r"bet (?P<amount>\d+)",
    "draw": "draw",
    "stop": "stop",
    "claim": r"claim (?P<place>\d+)",
    "reroll": "reroll",
    "stand": "stand",
    "steal_nothing": "steal nothing",
    "steal": r"steal (?P<item>\w+) from (?P<seat>\d+)",
    "trade_nothing": "trade nothing",
    "trade": r"trade (?P<mine>\w+) for (?P<its>\w+) of (?P<seat>\d+)",
    "swap": r"swap with (?P<seat>\d+)",
    "keep": "keep rank",
    "play": r"play (?P<card>\d+)",
}
SHOWN = 3  # moves that are told with their parts


class UnknownLanguage(BrimstoneError):
    """Advice is not written in this language."""


@cache
def texts(language: str) -> dict[str, Any]:
    """The texts of a language by key."""
    if language not in LANGUAGES:
        raise UnknownLanguage(f"there is no advice in {language!r}, only in {', '.join(LANGUAGES)}")
    file = Path(__file__).parent / "languages" / f"{language}.json"
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


@dataclass(frozen=True)
class Number:
    """A number that a text may ask for as percent (`{chance:percent}`), with its sign (`{part:signed}`), or rounded."""

    value: float
    language: str

    def __format__(self, kind: str) -> str:
        if kind == "percent":
            return self.local(f"{100 * self.value:.0f}") + self.percent()
        if kind == "signed":
            return self.local(f"{100 * self.value:+.1f}").replace("-", "−") + self.percent()
        return self.local(f"{self.value:.{1 if kind == 'tenth' else 0}f}")

    def percent(self) -> str:
        return "\u202f%" if self.language in SPACED_PERCENT else "%"

    def local(self, written: str) -> str:
        return written.replace(".", ",") if self.language in COMMA else written


def text(language: str, key: str, numbers: Mapping[str, Any]) -> str:
    """One text with its numbers filled in; where it has a form for one and for many, `against` decides."""
    found = texts(language)[key]
    if isinstance(found, dict):
        found = found["one" if numbers["against"] == 1 else "other"]
    filled = {
        name: Number(value, language)
        if isinstance(value, (int, float))
        else texts(language).get(f"name.{value}", value)
        for name, value in numbers.items()
    }
    return str(found.format(**filled))


def move_in_words(said: str, language: str) -> str:
    """A player's move, as records have it, in a language."""
    for key, pattern in MOVES.items():
        if found := re.fullmatch(pattern, said):
            return text(language, f"move.{key}", found.groupdict())
    return said  # of a game without words of its own


def fact_in_words(fact: Fact, language: str) -> str:
    """A fact as a sentence."""
    return text(language, fact.key, fact.numbers)


def choice_in_words(choice: Choice, setup: Setup, language: str) -> str:
    """A move with what it is worth, how often it is made and, where they are known, the parts of its value."""
    move = move_in_words(setup.game.say(setup, choice.move), language)
    words = text(language, "choice", {"move": move, "value": choice.value, "share": choice.share})
    parts = ", ".join(
        f"{texts(language)[f'{setup.game.name}.part.{key}']} {Number(part, language):signed}"
        for key, part in choice.parts.items()
        if abs(part) >= 0.0005
    )
    return f"{words} ({parts})" if parts else words


def in_words(thought: Thought, setup: Setup, language: str = "en", shown: int = SHOWN) -> list[str]:
    """A thought as sentences: what is known, then the best moves."""
    ranked = sorted(thought.choices, key=lambda choice: (-choice.share, -choice.value))
    return [fact_in_words(fact, language) for fact in thought.facts] + [
        choice_in_words(choice, setup, language) for choice in ranked[:shown]
    ]
