"""What the coach says: a master's thoughts as lines of text."""

from __future__ import annotations

from brimstone.analysis.words import in_words, lead
from brimstone.bots.player import Thought
from brimstone.games.contract import Setup

LANGUAGE = "en"


def advice(thought: Thought, setup: Setup) -> list[str]:
    """What to do, the facts behind it, and the best moves with the parts of their values."""
    known, moves = in_words(thought, setup, LANGUAGE)
    return [lead(thought, setup, LANGUAGE), *known, *moves]


def weights(thought: Thought) -> dict[int, str]:
    """Every move's chance to win, and a star on the best."""
    best = thought.best.move
    return {
        choice.move: f"{100 * choice.value:.0f} %{'★' if choice.move == best else ' '}" for choice in thought.choices
    }
