"""What a contest has shown: shares, points and ratings with their 95 % intervals.

All line-ups of a deal have the same chance, so a deal counts as one observation, not its games one by one.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

import numpy as np

from brimstone.arena.lineups import Lineup
from brimstone.arena.ratings import Z, ratings, t_quantile
from brimstone.arena.simulate import Estimate
from brimstone.games.contract import Setup
from brimstone.games.options import changed

RARE = 10.0  # wins or losses below which a spread between deals is not to be trusted


class GameDone(NamedTuple):
    """One game of a contest."""

    game: int  # its number in the contest
    lineup: Lineup
    places: tuple[int, ...]
    points: tuple[int, ...]
    faults: tuple[tuple[int, str], ...]  # (seat, reason)


@dataclass(frozen=True)
class Standing:
    """How one player has done."""

    name: str
    games: int  # seats it has had, all together
    win_share: float  # of a seat; shared wins in parts
    low: float
    high: float
    points: float
    points_low: float
    points_high: float
    rating: float
    rating_low: float
    rating_high: float
    faults: int


@dataclass(frozen=True)
class Failure:
    """A bot has failed in a game, and lost it."""

    player: str
    game: int  # from 1, as seats are
    seat: int
    reason: str


@dataclass(frozen=True)
class Report:
    """How a contest has ended, or stands."""

    game: str
    seats: int
    options: Mapping[str, str]
    seed: int
    games: int
    players: Sequence[Standing]
    faults: Sequence[Failure] = field(default_factory=tuple)

    def of(self, name: str) -> Standing:
        """The standing of one player."""
        return next(standing for standing in self.players if standing.name == name)

    def as_json(self) -> str:
        """One line of JSON; what one deal alone cannot tell is null."""
        found = asdict(self)
        for player in found["players"]:
            player |= {key: None for key, value in player.items() if value in (math.inf, -math.inf)}
        return json.dumps(found)

    def text(self) -> str:
        """A table for people."""
        options = "".join(f", {name} {value}" for name, value in self.options.items())
        rows = [("player", "games", "win share (95 %)", "points (95 %)", "rating (95 %)")]
        for s in self.players:
            won = f"{s.win_share:6.1%} ({s.low:.1%} to {s.high:.1%})"
            points = f"{s.points:.1f}" + span(s.points_low, s.points_high, 1)
            rating = f"{s.rating:.0f}" + span(s.rating_low, s.rating_high, 0)
            rows.append((s.name, str(s.games), won, points, rating))
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [f"{self.games} games of {self.game} with {self.seats} seats{options}, seed {self.seed}"]
        for name, games, *rest in rows:
            cells = [name.ljust(widths[0]), games.rjust(widths[1])]
            cells += [cell.ljust(width) for cell, width in zip(rest, widths[2:], strict=True)]
            lines.append(("  " + "  ".join(cells)).rstrip())
        return "\n".join(lines + self.complaints())

    def complaints(self) -> list[str]:
        """The faults, those of a kind together."""
        kinds = Counter((fault.player, " ".join(fault.reason.split())) for fault in self.faults)
        first = {(fault.player, " ".join(fault.reason.split())): fault for fault in reversed(self.faults)}
        return [
            f"  {player} failed {'once' if count == 1 else f'{count} times'},"
            f" first in game {first[player, reason].game} in seat {first[player, reason].seat}: {reason}"
            for (player, reason), count in kinds.items()
        ]


def span(low: float, high: float, digits: int) -> str:
    """An interval in brackets, if it is known."""
    return f" ({low:.{digits}f} to {high:.{digits}f})" if math.isfinite(high - low) else " (one deal: no interval)"


def won(game: GameDone) -> list[float]:
    """What each seat has won: 1, or a part of it where the win is shared; whoever has failed has won nothing."""
    faulty = {seat for seat, _ in game.faults}
    winners = [seat for seat, place in enumerate(game.places) if place == 1 and seat not in faulty]
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(len(game.places))]


def mean_over_deals(values: Any) -> Estimate:
    """A mean of one number a deal."""
    mean = float(np.mean(values))
    if len(values) < 2:
        return Estimate(mean, -math.inf, math.inf)
    spread = t_quantile(len(values) - 1) * float(np.std(values, ddof=1)) / math.sqrt(len(values))
    return Estimate(mean, mean - spread, mean + spread)


def share_over_deals(values: Any, games: int) -> Estimate:
    """A share, one number a deal, `games` in all: Wilson's interval for as many independent games as say the same.

    Where hardly anything went the other way, the spread is not known, and a game counts for no more than one.
    """
    share, deals = float(np.mean(values)), len(values)
    if deals < 2:
        worth, z = 1.0, Z
    else:
        worth, z = float(games), t_quantile(deals - 1)
        variance = float(np.var(values, ddof=1)) / deals
        if 0 < share < 1:
            most = games if min(share, 1 - share) * games < RARE else games * games
            worth = min(share * (1 - share) / variance, most) if variance else most
    middle = (share + z * z / (2 * worth)) / (1 + z * z / worth)
    spread = z / (1 + z * z / worth) * math.sqrt(share * (1 - share) / worth + z * z / (4 * worth * worth))
    return Estimate(share, max(0.0, min(share, middle - spread)), min(1.0, max(share, middle + spread)))


def summed_up(setup: Setup, names: Sequence[str], seed: int, deals: Sequence[Sequence[GameDone]]) -> Report:
    """The report on some deals, each with all its games."""
    rated = ratings(len(names), [[list(zip(g.lineup, g.places, strict=True)) for g in games] for games in deals])
    failures = [
        Failure(names[game.lineup[seat]], game.game + 1, seat + 1, reason)
        for games in deals
        for game in games
        for seat, reason in game.faults
    ]
    standings = [
        standing(name, player, deals, rated[player], sum(failure.player == name for failure in failures))
        for player, name in enumerate(names)
    ]
    games = sum(map(len, deals))
    return Report(setup.game.name, setup.seats, changed(setup), seed, games, standings, failures)


def standing(
    name: str,
    player: int,
    deals: Sequence[Sequence[GameDone]],
    rating: tuple[float, float, float],
    faults: int,
) -> Standing:
    shares, points, seats = [], [], 0
    for games in deals:
        had = [
            (share, game.points[seat])
            for game in games
            for seat, share in enumerate(won(game))
            if game.lineup[seat] == player
        ]
        seats += len(had)
        shares.append(sum(share for share, _ in had) / len(had))
        points.append(sum(point for _, point in had) / len(had))
    played = sum(map(len, deals))
    # Of several copies in a game only one can win: what is known is the share of them together.
    copies = max(1.0, seats / played)
    share, point = share_over_deals(np.array(shares) * copies, played), mean_over_deals(points)
    each = (share.mean / copies, share.low / copies, share.high / copies)
    return Standing(name, seats, *each, point.mean, point.low, point.high, *rating, faults)
