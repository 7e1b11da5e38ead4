"""Some games played to their end, and the decisions made in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from brimstone.bots.player import Seated
from brimstone.bots.random import pick
from brimstone.chance import Draws, aim_at, sources
from brimstone.compiling import row
from brimstone.games.contract import CHANCE, OVER, Setup
from brimstone.games.state import State, View, doors, ready
from brimstone.lab.policies import RANDOM, Batch, Named, asked, seed_of
from brimstone.lab.tables import (
    DECISIONS,
    OUTCOMES,
    ROUNDS,
    Log,
    advance,
    answer,
    ask,
    finish,
    keep_at,
    lay_out,
    lay_worlds,
    new_log,
    taken,
    woven,
)

ROWS = 1 << 15  # of a log that compiled code fills before it is looked at
KEEPING = 0x6B656570  # tells the numbers by which positions are kept from all others of the same seed


class Played(NamedTuple):
    """Games side by side that have ended; arrays have a row for each."""

    tally: Any  # columns DECISIONS, OUTCOMES, ROUNDS
    places: Any
    points: Any
    log: list[Log]  # of the decisions that were kept; at least one, perhaps without rows


class Begun(NamedTuple):
    """Games side by side that have begun, a row each."""

    tables: Any
    rs: Any  # where their chance comes from
    ks: Any  # and what says which positions are kept


def parts_of_win(places: Any) -> Any:
    """By seat: 1 for the winner, or a part of it where the win is shared."""
    first = places == 1
    return first / first.sum(axis=1, keepdims=True)


def in_step(setup: Setup, policies: Sequence[Any], seed: int, first: int, games: int, keep: float) -> Played:
    """Games of `random` and functions: all go on together, and a function is asked about many at once."""
    game, table = setup.game, setup.game.table
    box, tables, rs, ks = table.batch(1), table.batch(games), sources(games), sources(games)
    table.set(box, 0, **game.box(setup))
    woven(game, lay_out)(tables, box, rs, ks, seed, seed ^ KEEPING, first)
    return on_together(setup, policies, seed, first, Begun(tables, rs, ks), keep)


def worlds_in_step(setup: Setup, policies: Sequence[Any], seed: int, first: int, view: Any, seat: Any) -> Played:
    """A world for each view, number `first` and on; then the same."""
    tables, rs = setup.game.table.batch(len(view)), sources(len(view))
    woven(setup.game, lay_worlds)(tables, view, seat, rs, seed, first)
    return on_together(setup, policies, seed, first, Begun(tables, rs, sources(len(view))), 0.0)


def on_together(setup: Setup, policies: Sequence[Any], seed: int, first: int, begun: Begun, keep: float) -> Played:
    """Games side by side from where they stand to their ends."""
    game, (tables, rs, ks), games = setup.game, begun, len(begun.tables)
    blank, out, tally = game.table.batch(1), row(game.most_moves), np.zeros((games, 3), np.int64)
    compiled = np.array([policy == RANDOM for policy in policies], np.int64)
    logs: list[Log] = []
    step, waiting, options = 0, new_log(game, games), np.full((games, game.most_moves), -1, np.int64)
    while True:
        done = 0
        while done < games:
            log = new_log(game, ROWS if keep else 0)
            rows, done = woven(game, advance)(tables, done, rs, compiled, tally, out, log, blank, keep, ks)
            if keep:
                logs.append(Log(*(column[:rows] for column in log)))
        rows = woven(game, ask)(tables, tally, waiting, options, blank, out)
        if rows == 0:
            break
        log = Log(*(column[:rows] for column in waiting))
        chosen, kept = choices(setup, policies, seed, first, step, log, options[:rows]), np.zeros(rows, np.bool_)
        woven(game, answer)(tables, tally, log, chosen, keep, ks, kept)
        if keep:
            logs.append(Log(*(taken(column, kept) for column in log)))
        step += 1
    places, points = np.zeros((games, setup.seats), np.int64), np.zeros((games, setup.seats), np.int64)
    woven(game, finish)(tables, places, points, row(setup.seats), row(setup.seats))
    return Played(tally, places, points, logs)


def choices(setup: Setup, policies: Sequence[Any], seed: int, first: int, step: int, log: Log, options: Any) -> Any:
    """What the functions choose, each asked once about all its positions."""
    chosen = np.zeros(len(log.game), np.int64)
    options = options[:, : log.count.max()]
    for n, policy in enumerate(dict.fromkeys(policies)):
        seats = np.array([each is policy for each in policies])
        rows = np.flatnonzero(seats[log.seat])
        if len(rows):
            luck = np.random.default_rng((seed, first, step, n))
            view, count = taken(log.known, rows), log.count[rows]
            batch = Batch(setup, first + log.game[rows], log.seat[rows], view, options[rows], count, luck)
            chosen[rows] = asked(policy, batch)
    return chosen


def one_by_one(setup: Setup, policies: Sequence[Any], seed: int, first: int, games: int, keep: float) -> Played:
    """Games in which one of our players sits: each is played from its first move to its last, and stories are told."""
    played = [Told(setup, policies, seed, first + g, g, keep) for g in range(games)]
    for told in played:
        told.play(ready(setup))
    return together(setup, played)


def worlds_one_by_one(setup: Setup, policies: Sequence[Any], seed: int, first: int, view: Any, seat: Any) -> Played:
    """A world for each view, number `first` and on; players sit down in it and hear its story from there."""
    played = [Told(setup, policies, seed, first + g, g, 0.0) for g in range(len(view))]
    for told, known, who in zip(played, view, seat.tolist(), strict=True):
        told.play(view_of(setup, known, who).imagine(told.draws))
    return together(setup, played)


def view_of(setup: Setup, known: Any, seat: int) -> View:
    """A record of an array of views."""
    return View(setup, np.frombuffer(known.tobytes(), np.uint8).copy(), doors(setup.game), seat)


def together(setup: Setup, played: Sequence[Told]) -> Played:
    """Games that were played one by one, side by side."""
    tally, places, points = (np.array([getattr(t, name) for t in played]) for name in ("tally", "places", "points"))
    return Played(tally, places, points, [new_log(setup.game, 0), *(log for told in played for log in told.logs)])


class Told:
    """A game in which everybody hears its story."""

    def __init__(self, setup: Setup, policies: Sequence[Any], seed: int, number: int, g: int, keep: float) -> None:
        self.setup, self.policies, self.seed, self.number, self.g, self.keep = setup, policies, seed, number, g, keep
        self.draws, self.keepers = Draws(seed, self.number), sources()
        aim_at(self.keepers, 0, seed ^ KEEPING, self.number)
        self.players: dict[int, Seated] = {
            seat: policy.maker(setup, seat, seed_of(seed, self.number, seat))
            for seat, policy in enumerate(policies)
            if isinstance(policy, Named)
        }
        self.tally = [0, 0, 0]
        self.logs: list[Log] = []
        self.places: Sequence[int] = ()
        self.points: Sequence[int] = ()

    def play(self, state: State) -> None:
        """To its end."""
        while state.actor != OVER:
            if state.actor == CHANCE:
                move = state.draw(self.draws)
                self.tally[OUTCOMES] += 1
            else:
                view = state.view(state.actor)
                move = self.choose(view)
                self.note(view, move)
                self.tally[DECISIONS] += 1
            lines = state.tell(move)
            for seat, player in self.players.items():
                for line in lines[seat + 1]:
                    player.hear(line)
        self.tally[ROUNDS] = state.round
        result = state.result()
        assert result is not None
        self.places, self.points = result.places, result.points
        for player in self.players.values():
            player.finish(result)

    def choose(self, view: View) -> int:
        """The move of the seat whose view this is."""
        policy = self.policies[view.seat]
        if policy == RANDOM:
            return pick(view, self.draws)
        if isinstance(policy, Named):
            return self.players[view.seat].choose(view)
        moves, number, seat = view.moves(), np.array([self.number]), np.array([view.seat])
        luck = np.random.default_rng((self.seed, self.number, self.tally[DECISIONS]))
        record, count = view.cells.view(self.setup.game.table.dtype), np.array([len(moves)])
        return int(asked(policy, Batch(self.setup, number, seat, record, np.array([moves]), count, luck))[0])

    def note(self, view: View, move: int) -> None:
        """Keep a decision, or not."""
        if self.keep and keep_at(self.keepers, 0, self.keep):
            log = new_log(self.setup.game, 1)
            self.setup.game.table.lay(log.known, 0, view.cells)
            numbers = (self.g, self.tally[DECISIONS], view.seat, len(view.moves()), move)
            for column, value in zip(log[:5], numbers, strict=True):
                column[0] = value
            self.logs.append(log)
