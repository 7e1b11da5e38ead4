"""What the coach says: a master's thoughts as lines of text."""

from __future__ import annotations

from brimstone.analysis.words import in_words
from brimstone.bots.player import Choice, Thought
from brimstone.games.contract import Setup

LANGUAGE = "en"
MOST_CHOICES = 3  # that are spoken about; beside the moves themselves all are weighed


def advice(thought: Thought, setup: Setup) -> list[str]:
    """The moves it would make most often, then the facts."""
    ranked = sorted(thought.choices, key=lambda choice: (-choice.share, -choice.value))[:MOST_CHOICES]
    room = max(len(setup.game.say(setup, choice.move)) for choice in ranked)
    return [*(choice_in_words(choice, setup, room) for choice in ranked), *in_words(thought, setup, LANGUAGE, shown=0)]


def choice_in_words(choice: Choice, setup: Setup, room: int) -> str:
    """A move, its chance to win, and how often the coach would make it."""
    words = setup.game.say(setup, choice.move)
    unsure = f" ±{100 * choice.error:.0f}" if choice.error >= 0.005 else ""
    return f"{words:<{room}}  wins {100 * choice.value:.0f} %{unsure}, I choose it {100 * choice.share:.0f} %"


def weights(thought: Thought) -> dict[int, str]:
    """Every move's chance to win, and a star on the best."""
    best = thought.best.move
    return {
        choice.move: f"{100 * choice.value:.0f} %{'★' if choice.move == best else ' '}" for choice in thought.choices
    }
