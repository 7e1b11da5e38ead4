"""Any game that has no scene of its own: its board as it prints itself."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from brimstone.terminal.scenes.look import BRASS, NORMAL, Frame, Look, Scene, beside, spoken

RULES = "This game has brought no short rules. Every refused move says why, and by which paragraph."


def draw(look: Look, _width: int) -> list[Text]:
    """Who sits where, then the board."""
    seats = beside(*(beside(look.row(seat, 3 + len(look.name(seat))), "  ") for seat in range(look.setup.seats)))
    return [seats, Text(""), *(Text(f" {line}") for line in look.board)]


def tell(look: Look, _after: Look, lines: list[str]) -> list[Frame]:
    """The lines as they were told, but for single pieces of a bundle."""
    said = []
    for line in lines:
        by, words = spoken(line)
        if words.split(maxsplit=1)[0] not in look.setup.game.bundled:
            said.append(words if by is None else f"{look.Name(by)}: {words}")
    return [Frame(said, NORMAL if said else 0)]


def table(_look: Look, lines: list[str]) -> Iterator[str]:
    """What the table did, as it was told."""
    return (spoken(line)[1] for line in lines)


def gloss(_look: Look, _move: int) -> str:
    """Nothing to add."""
    return ""


SCENE = Scene(ink=BRASS, draw=draw, tell=tell, table=table, gloss=gloss, rules=RULES)
