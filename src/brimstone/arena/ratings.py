"""Ratings from places: a Plackett-Luce model, fitted to all games at once.

The chance that a player comes first among some is its strength, divided by the strengths of all of them; then the
second is found among the rest, and so on. Shared places count as every order of those who share them, in equal parts.
The fit is the MM algorithm (D. R. Hunter, "MM algorithms for generalized Bradley-Terry models", Annals of Statistics
2004). Every two players are given one drawn game more than they have played, so that who always wins stays finite.
Ratings are on the scale of Elo: 400 points are a factor of ten in strength, the mean is 1500.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

import numpy as np

MEAN, TENFOLD = 1500.0, 400.0
PRIOR = 1.0  # drawn games added for every two players
RESAMPLES = 400
CLOSE = 1e-9  # relative change of strengths at which the fit is done
MOST_STEPS = 20_000

Z = 1.959964

Ranking = Sequence[tuple[int, int]]  # of one game: (player, place) for each seat


def t_quantile(freedom: int) -> float:
    """Student's 97.5 % point: Z with the first terms of its expansion in 1/freedom; too small for one or two."""
    z = Z
    terms = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + sum(term / freedom ** (k + 1) for k, term in enumerate(terms))


class Tally:
    """What the games say: how often each company of rivals was chosen from, and how often each player was chosen."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.rows: dict[tuple[int, ...], int] = {}  # number of copies of each player: row

    def add(self, ranking: Ranking, contests: dict[int, float], wins: Any) -> None:
        """Count one game; `contests` by row."""
        for place in {place for _, place in ranking}:
            tied = [player for player, at in ranking if at == place]
            behind = [player for player, at in ranking if at > place]
            for size in range(1, len(tied) + 1):
                part = 1 / math.comb(len(tied), size)
                for rest in combinations(tied, size):
                    if size + len(behind) < 2:
                        continue
                    row = self.row((*rest, *behind))
                    contests[row] = contests.get(row, 0.0) + part
                    for player in rest:
                        wins[player] += part / size

    def row(self, rivals: Sequence[int]) -> int:
        """The number of a company of rivals."""
        key = tuple(rivals.count(player) for player in range(self.players))
        return self.rows.setdefault(key, len(self.rows))


def counted(players: int, deals: Iterable[Iterable[Ranking]]) -> tuple[Any, Any, Any]:
    """(companies, contests by deal and company, wins by deal and player)."""
    tally = Tally(players)
    contests: list[dict[int, float]] = []
    wins = []
    for games in deals:
        contests.append({})
        wins.append(np.zeros(players))
        for ranking in games:
            tally.add(ranking, contests[-1], wins[-1])
    table = np.zeros((len(contests), len(tally.rows)))
    for deal, found in enumerate(contests):
        for row, count in found.items():
            table[deal, row] = count
    return np.array(list(tally.rows), float).reshape(-1, players), table, np.array(wins)


def pairs_of(players: int) -> Any:
    """Every two players as a company."""
    return np.array([[float(p in pair) for p in range(players)] for pair in combinations(range(players), 2)])


def fit(companies: Any, contests: Any, wins: Any, prior: Any = PRIOR) -> Any:
    """The strengths by which these wins are most likely, as ratings; a row of them for each row of counts.

    `prior` is the number of drawn games added: one for all, or a row for each row of counts, by pair.
    """
    pairs = pairs_of(wins.shape[1])
    drawn = np.broadcast_to(prior, (len(contests), len(pairs)))
    companies = np.vstack([companies, pairs])
    contests = np.hstack([contests, drawn])
    wins = wins + drawn @ pairs / 2
    strengths = np.ones_like(wins)
    for _ in range(MOST_STEPS):
        before = strengths
        strengths = wins / (contests / (strengths @ companies.T) @ companies)
        strengths /= np.exp(np.log(strengths).mean(axis=1, keepdims=True))
        if np.abs(strengths / before - 1).max() < CLOSE:
            break
    return MEAN + TENFOLD * np.log10(strengths)


def ratings(players: int, deals: Sequence[Iterable[Ranking]], seed: int = 0) -> list[tuple[float, float, float]]:
    """(rating, low, high) of each player. The 95 % interval is a Bayesian bootstrap (D. B. Rubin, Annals of Statistics
    1981): every deal, and every game that was added, counts for more or less at random; it is widened as Student's
    is, for few deals vary less among themselves than deals do. One deal alone gives none.
    """
    companies, contests, wins = counted(players, deals)
    best = fit(companies, contests.sum(axis=0, keepdims=True), wins.sum(axis=0, keepdims=True))[0]
    if len(wins) < 2:
        return [(float(rating), -math.inf, math.inf) for rating in best]
    draws = np.random.default_rng(seed)
    weights = draws.exponential(size=(RESAMPLES, len(wins)))
    weights *= len(wins) / weights.sum(axis=1, keepdims=True)
    added = PRIOR * draws.exponential(size=(RESAMPLES, math.comb(players, 2)))
    low, high = np.percentile(fit(companies, weights @ contests, weights @ wins, added), [2.5, 97.5], axis=0)
    wider = t_quantile(len(wins) - 1) / Z * math.sqrt((len(wins) + 1) / (len(wins) - 1))
    low, high = best + wider * (low - best), best + wider * (high - best)
    return [(float(best[p]), float(low[p]), float(high[p])) for p in range(players)]
