"""Who takes part: one of our players by name, somebody's bot as FILE.py:Class, or a maker that a script hands over."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from brimstone.arena.door import Door, DoorPlayer
from brimstone.arena.lineups import Lineup
from brimstone.arena.match import Foul, Judged, Sitter, play_guarded
from brimstone.arena.setups import described
from brimstone.bots import Maker, UnknownPlayer, find
from brimstone.games.contract import BrimstoneError, Setup


class BadContest(BrimstoneError):
    """A contest that cannot be held."""


class Entrant(NamedTuple):
    """A player in a contest."""

    name: str
    file: str = ""  # of somebody's bot
    kind: str = ""  # its class
    maker: Maker | None = None  # of a player that only a script knows


class Terms(NamedTuple):
    """Under which terms they play."""

    effort: float = 1.0
    limit: float = 5.0  # seconds a move for somebody's bot
    door: bool = False  # ours, too, play in processes of their own


def entrants_of(players: Iterable[str | Maker | tuple[str, Maker]]) -> list[Entrant]:
    """The players as entrants; who is named twice gets a number."""
    found: list[Entrant] = []
    for player in players:
        entrant = entrant_of(player)
        same = sum(entrant.name in (other.name, other.name.partition(" (")[0]) for other in found)
        found.append(entrant._replace(name=f"{entrant.name} ({same + 1})") if same else entrant)
    return found


def entrant_of(player: str | Maker | tuple[str, Maker]) -> Entrant:
    if isinstance(player, tuple):
        return Entrant(player[0], maker=player[1])
    if not isinstance(player, str):
        return Entrant(getattr(player, "__name__", "player"), maker=player)
    name = player.strip()
    if name.endswith(".py"):
        return Entrant(name, str(Path(name).resolve()), "Bot")
    path, colon, kind = name.rpartition(":")
    return Entrant(name, str(Path(path).resolve()), kind) if colon and path.endswith(".py") else Entrant(name)


def ours(setup: Setup, entrant: Entrant, effort: float) -> Maker:
    """The maker of one of our players; raises UnknownPlayer."""
    return find(setup.game, entrant.name.partition(" (")[0], effort)


def door_for(setup: Setup, entrant: Entrant, terms: Terms) -> Door | None:
    """The door this entrant comes in by, if it does."""
    if entrant.file:
        return Door(setup, {"file": entrant.file, "name": entrant.kind}, terms.limit)
    if terms.door and entrant.maker is None:
        name = entrant.name.partition(" (")[0]
        return Door(setup, {"setup": described(setup), "name": name, "effort": terms.effort}, None)
    return None


def check(setup: Setup, entrants: Sequence[Entrant], terms: Terms) -> None:
    """Can they all play? Raises UnknownPlayer or BadContest with the reason."""
    if not 2 <= len(entrants) <= setup.seats:
        raise BadContest(
            f"{len(entrants)} player{'s' * (len(entrants) != 1)} at {setup.seats} seats: name at least two players,"
            " and no more than there are seats."
        )
    for entrant in entrants:
        if entrant.file:
            check_file(setup, entrant, terms)
        elif entrant.maker is None:
            ours(setup, entrant, terms.effort)


def check_file(setup: Setup, entrant: Entrant, terms: Terms) -> None:
    """Load somebody's bot once; raises UnknownPlayer."""
    if not Path(entrant.file).is_file():
        raise UnknownPlayer(f"there is no file {entrant.file}.")
    door = Door(setup, {"file": entrant.file, "name": entrant.kind}, terms.limit)
    try:
        door.open()
    except Foul as foul:
        raise UnknownPlayer(f"the bot {entrant.name} cannot play: {foul}.") from None
    finally:
        door.close()


def text_of(entrant: Entrant) -> str:
    """A short hash of a bot's file, so that a changed bot is noticed."""
    return hashlib.sha256(Path(entrant.file).read_bytes()).hexdigest()[:12] if entrant.file else ""


class Cast(contextlib.AbstractContextManager["Cast"]):
    """The players of a contest in this process, and the doors to those who live in others."""

    def __init__(self, setup: Setup, entrants: Sequence[Entrant], terms: Terms) -> None:
        self.setup, self.entrants, self.terms = setup, entrants, terms
        self.doors: dict[tuple[int, int], Door] = {}
        self.makers = [
            entrant.maker if entrant.maker or entrant.file else ours(setup, entrant, terms.effort)
            for entrant in entrants
        ]

    def __exit__(self, *_: Any) -> None:
        for door in self.doors.values():
            door.close()

    def play(self, lineup: Lineup, seed: int, deal: int) -> Judged:
        """One game of these players."""
        makers = [self.maker(player, lineup[:seat].count(player)) for seat, player in enumerate(lineup)]
        for player, copy in {(player, lineup[:seat].count(player)) for seat, player in enumerate(lineup)}:
            if (player, copy) in self.doors:
                self.doors[player, copy].launch()  # all at once, they take a while
        seeds = [seed_of(seed, deal, seat) for seat in range(len(lineup))]
        return play_guarded(self.setup, makers, seeds, seed, deal)

    def maker(self, player: int, copy: int) -> Sitter:
        """The maker of a player; each copy at a table has a process of its own, so that they cannot confer."""
        if (player, copy) not in self.doors:
            door = door_for(self.setup, self.entrants[player], self.terms)
            if door is None:
                maker = self.makers[player]
                assert maker is not None
                return maker
            self.doors[player, copy] = door
        door = self.doors[player, copy]
        return lambda setup, seat, seed: DoorPlayer(setup, seat, seed, door)


def seed_of(seed: int, deal: int, seat: int) -> int:
    """A player's own seed: by the contest, the deal and the seat, for every line-up the same."""
    return int.from_bytes(hashlib.sha256(f"{seed} {deal} {seat}".encode()).digest()[:7], "little")
