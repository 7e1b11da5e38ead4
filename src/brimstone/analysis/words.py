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
SHOWN = 4  # moves that are told with their parts
SELDOM = 0.03  # shares that are not worth a word
MIXED = 4  # moves of a mix that are named
MOSTLY = 0.9  # share from which a move is called the best


class UnknownLanguage(BrimstoneError):
    """Advice is not written in this language."""


@cache
def texts(language: str) -> dict[str, Any]:
    """The texts of a language by key."""
    if language not in LANGUAGES:
        raise UnknownLanguage(f"there is no advice in {language!r}, only in {', '.join(LANGUAGES)}.")
    file = Path(__file__).parent / "languages" / f"{language}.json"
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


@dataclass(frozen=True)
class Number:
    """A number that a text may ask for as percent (`{chance:percent}`, with a decimal `{value:exact}`, with its sign,
    unless that rounds to zero, `{part:signed}`) or rounded (`{devils:tenth}` or to a whole one)."""

    value: float
    language: str

    def __format__(self, kind: str) -> str:
        if kind in ("percent", "exact"):
            return self.local(f"{100 * self.value:z.{1 if kind == 'exact' else 0}f}") + self.percent()
        if kind == "signed":
            written = f"{100 * self.value:+z.1f}"
            sign = "" if float(written) == 0 else written[0].replace("-", "−")
            return sign + self.local(written[1:]) + self.percent()
        return self.local(f"{self.value:.{1 if kind == 'tenth' else 0}f}")

    def percent(self) -> str:
        return "\u202f%" if self.language in SPACED_PERCENT else "%"

    def local(self, written: str) -> str:
        return written.replace(".", ",") if self.language in COMMA else written


def text(language: str, key: str, numbers: Mapping[str, Any]) -> str:
    """One text with its numbers filled in; where it has forms for none, one and many, `against` decides."""
    found = texts(language)[key]
    if isinstance(found, dict):
        found = found[{0: "none", 1: "one"}.get(numbers["against"], "other")]
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


def named(choice: Choice, setup: Setup, language: str) -> str:
    """The move of a choice."""
    return move_in_words(setup.game.say(setup, choice.move), language)


def choice_in_words(choice: Choice, setup: Setup, language: str) -> str:
    """A move with what it is worth, how often it is made where that is not always or never, and the value's parts."""
    words = text(language, "choice", {"move": named(choice, setup, language), "value": choice.value})
    if SELDOM <= choice.share <= 1 - SELDOM:
        words = text(language, "choice.share", {"choice": words, "share": choice.share})
    if choice.estimated:
        words = text(language, "choice.estimated", {"choice": words})
    parts = ", ".join(
        f"{texts(language)[f'{setup.game.name}.part.{key}']} {Number(part, language):signed}"
        for key, part in rounded(choice.parts, choice.value).items()
        if part
    )
    return f"{words} ({parts})" if parts else words


def rounded(parts: Mapping[str, float], value: float) -> dict[str, float]:
    """Parts in thousandths that sum to the value in thousandths: what rounding takes or gives, the largest part bears.

    That is nearly always the standing, of which nothing else is said.
    """
    found = {key: round(1000 * part) for key, part in parts.items()}
    if found:
        found[max(parts, key=lambda key: abs(parts[key]))] += round(1000 * value) - sum(found.values())
    return {key: part / 1000 for key, part in found.items()}


def ranked(thought: Thought) -> list[Choice]:
    """The choices, those that are made most often first."""
    return sorted(thought.choices, key=lambda choice: (-choice.share, -choice.value))


def lead(thought: Thought, setup: Setup, language: str) -> str:
    """What to do, in a sentence or two."""
    first, *others = ranked(thought)
    if others and first.share < MOSTLY:
        if first.share < SELDOM:
            several = ", ".join(named(choice, setup, language) for choice in (first, *others)[:MIXED])
            return text(language, "lead.many", {"mix": several, "value": first.value})
        mixed = [choice for choice in (first, *others) if choice.share >= SELDOM][:MIXED]
        mix = ", ".join(
            f"{named(choice, setup, language)} ({Number(choice.share, language):percent})" for choice in mixed
        )
        value = sum(choice.share * choice.value for choice in mixed) / sum(choice.share for choice in mixed)
        return text(language, "lead.mixed", {"mix": mix, "value": value})
    key = "lead.best" if others else "lead.only"
    words = text(language, key, {"move": named(first, setup, language), "value": first.value})
    following = max(others, key=lambda choice: choice.value, default=first)
    if following.value >= first.value:
        return words
    after = text(language, "lead.next", {"move": named(following, setup, language), "value": following.value})
    return f"{words} {after}"


def in_words(thought: Thought, setup: Setup, language: str = "en", shown: int = SHOWN) -> tuple[list[str], list[str]]:
    """A thought as sentences: what is known, and the best moves, each with what is known of it."""
    known = [fact_in_words(fact, language) for fact in thought.facts if fact.move is None]
    moves = []
    for choice in ranked(thought)[:shown]:
        moves.append(choice_in_words(choice, setup, language))
        moves += [f"  {fact_in_words(fact, language)}" for fact in thought.facts if fact.move == choice.move]
    return known, moves
