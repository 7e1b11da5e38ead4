"""Play and collect: chunks of games on all cores, in order, the same for the same seed on any number of cores.

A chunk is some games; what is kept of it is handed on and forgotten, so that memory does not grow with their number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from functools import partial
from typing import Any

import numpy as np

from brimstone.compiling import COMPILED
from brimstone.envs.checks import at_least, checked_seed
from brimstone.games.contract import BrimstoneError, Setup
from brimstone.lab.chunks import Played, in_step, one_by_one, parts_of_win
from brimstone.lab.policies import Named, Policy, by_seat
from brimstone.lab.tables import DECISIONS, OUTCOMES, ROUNDS, stacked, taken
from brimstone.lab.threads import in_order

GAMES, FEW = 1024, 8  # of a chunk; of one in which players think
GAMES_OF_POSITIONS = 128  # where all decisions are kept: some hundred thousand rows at coal


@dataclass(frozen=True)
class Games:
    """Games that have ended, a row each."""

    game: Any  # their numbers
    rounds: Any
    decisions: Any
    outcomes: Any
    places: Any  # by seat
    points: Any

    @property
    def won(self) -> Any:
        """By seat: 1, or a part of it where the win is shared."""
        return parts_of_win(self.places)


@dataclass(frozen=True)
class Positions:
    """Decisions, a row each; game by game, in their order."""

    game: Any  # the number of the game
    ply: Any  # decisions made in it before
    seat: Any  # who chose
    count: Any  # how many legal moves it had
    move: Any  # what it chose
    view: Any  # what it knew: records of the game's type, `view["money"]` is an array
    won: Any  # how the game ended for it: 1, a part, or 0
    place: Any
    points: Any

    def __len__(self) -> int:
        return len(self.game)


def joined(parts: Sequence[Any]) -> Any:
    """Several `Games` or `Positions` as one."""
    kind = type(parts[0])
    return kind(**{field.name: stacked([getattr(part, field.name) for part in parts]) for field in fields(kind)})


def play(
    setup: Setup,
    policies: Policy | Sequence[Policy],
    games: int,
    seed: int,
    *,
    workers: int | None = None,
    chunk: int | None = None,
) -> Iterator[Games]:
    """Play the games; yields how they ended, chunk by chunk. With `random` they are those of `brimstone sim`."""
    for first, done in chunks(setup, policies, games, seed, 0.0, workers, GAMES if chunk is None else chunk):
        yield ended(first, done)


def positions(
    setup: Setup,
    policies: Policy | Sequence[Policy],
    games: int,
    seed: int,
    *,
    keep: float = 1.0,
    workers: int | None = None,
    chunk: int | None = None,
) -> Iterator[Positions]:
    """Play the games; yields their decisions, chunk by chunk. `keep` is the share of decisions that are kept."""
    if not 0 < keep <= 1:
        raise BrimstoneError(f"keep is a share above 0 and up to 1, not {keep}.")
    for first, done in chunks(
        setup, policies, games, seed, keep, workers, GAMES_OF_POSITIONS if chunk is None else chunk
    ):
        yield decided(first, done)


def chunks(
    setup: Setup,
    policies: Policy | Sequence[Policy],
    games: int,
    seed: int,
    keep: float,
    workers: int | None,
    size: int,
) -> Iterator[tuple[int, Played]]:
    """The number of each chunk's first game, and the chunk; a few are being played while one is looked at."""
    if not COMPILED:
        raise BrimstoneError("batches need compiled rules: unset NUMBA_DISABLE_JIT.")
    games, seed, size = at_least(games, 0, "games"), checked_seed(seed), at_least(size, 1, "chunk")
    seated = by_seat(setup, policies)
    thinking = any(isinstance(policy, Named) for policy in seated)
    work: Callable[..., Played] = one_by_one if thinking else in_step
    firsts = range(0, games, min(size, FEW) if thinking else size)
    tasks = (partial(work, setup, seated, seed, at, min(firsts.step, games - at), keep) for at in firsts)
    yield from zip(firsts, in_order(tasks, workers), strict=True)


def ended(first: int, done: Played) -> Games:
    numbers = np.arange(first, first + len(done.tally))
    return Games(
        numbers, done.tally[:, ROUNDS], done.tally[:, DECISIONS], done.tally[:, OUTCOMES], done.places, done.points
    )


def decided(first: int, done: Played) -> Positions:
    """The decisions in the order of games and plies, each with the end of its game for whoever chose."""
    game, ply, seat, count, move, view = map(stacked, zip(*done.log, strict=True))
    order = np.lexsort((ply, game))
    game, ply, seat, count, move, view = (taken(column, order) for column in (game, ply, seat, count, move, view))
    won = ended(first, done).won
    return Positions(
        first + game, ply, seat, count, move, view, won[game, seat], done.places[game, seat], done.points[game, seat]
    )
