"""A game taken apart: every seat's chance to win after every move, decisions graded, luck and skill told apart.

The curve comes from the full state, as if masters played on from there; a grade comes from what the seat could know. A
step of the curve belongs to whoever made the move, so that chance, a seat's own decisions and the others' add up to its
result less the chance it began with, exactly.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from brimstone.analysis.advice import moments
from brimstone.analysis.words import rounded
from brimstone.bots import engine
from brimstone.bots.player import Chances
from brimstone.games.contract import CHANCE
from brimstone.record import Line, Record

GRADES = (("best", 0.005), ("good", 0.015), ("slip", 0.04), ("mistake", 0.1), ("blunder", 1.0))  # most it may lose
WORST = 5  # decisions told as the largest mistakes
CERTAIN = 1.96  # standard errors: what is lost by less may be chance
GRAIN = 2.0**-40  # chances are multiples of this, so that floats add and subtract them without an error
EFFORT = 150.0  # shared by all positions of a game: long games get less a position, so that none takes long


@dataclass(frozen=True)
class Point:
    """The chances after a line of the record."""

    after: int
    n: int  # moves and outcomes up to there: a line may have several
    by: int  # who made the line: a seat or CHANCE; CHANCE at the start
    say: str
    round: int
    win: tuple[float, ...]
    error: tuple[float, ...]


@dataclass(frozen=True)
class Decision:
    """A decision, graded by what its seat could know."""

    after: int  # lines before it
    seat: int
    say: str
    better: str  # the best move; what was played, if nothing is worth more
    value: float
    best_value: float
    error: float
    share: float  # how often a master makes the move that was made
    grade: str

    @property
    def loss(self) -> float:
        """How much winning chance it gave away."""
        return self.best_value - self.value


@dataclass(frozen=True)
class Account:
    """Where a seat's result came from."""

    seat: int
    start: float  # its chance at the start
    end: float  # its share of the win, or its chance where the record stops
    chance: float
    own: float
    others: float
    chance_error: float
    own_error: float
    others_error: float


@dataclass
class Analysis:
    """All of it."""

    record: Record
    curve: list[Point]
    decisions: list[Decision]
    accounts: list[Account]

    @property
    def mistakes(self) -> list[Decision]:
        """The decisions that gave most away, the worst first, of those that certainly gave something away."""
        given_away = [
            decision
            for decision in self.decisions
            if decision.grade not in ("best", "good") and decision.loss > CERTAIN * decision.error
        ]
        return sorted(given_away, key=lambda decision: (-decision.loss, decision.after))[:WORST]


def analyse(
    record: Record, seed: int = 0, effort: float = 1.0, progress: Callable[[float], None] = lambda share: None
) -> Analysis:
    """Take a game apart; the same seed gives the same analysis."""
    lines = len(list(record.lines()))
    effort *= min(1.0, EFFORT / max(1, lines))
    chances: Callable[..., Chances] = engine(record.setup.game).chances
    curve: list[Point] = []
    decisions: list[Decision] = []
    made, n = Line(CHANCE, "", 0, []), 0
    for moment, line in moments(record, seed, effort):
        found = chances(moment.state, seed + moment.after, effort)
        n += len(made.moves)
        win = tuple(round(chance / GRAIN) * GRAIN for chance in found.win)
        curve.append(Point(moment.after, n, made.by, made.say, made.round, win, found.error))
        if line.by != CHANCE and moment.after < lines:
            thought = moment.weighed(line.by)
            best = thought.best
            chosen = next(choice for choice in thought.choices if choice.move == line.moves[0])
            loss = best.value - chosen.value
            grade = next(name for name, most in GRADES if loss <= most)
            error = math.hypot(best.error, chosen.error)
            better = moment.state.say(best.move) if loss > 0 else line.say
            decisions.append(
                Decision(moment.after, line.by, line.say, better, chosen.value, best.value, error, chosen.share, grade)
            )
        made = line
        progress((moment.after + 1) / (lines + 1))
    return Analysis(record, curve, decisions, [account(curve, seat) for seat in range(record.setup.seats)])


def account(curve: list[Point], seat: int) -> Account:
    """Each step of a seat's curve to whoever made it; errors follow from how often each point counts for an owner."""
    owners = ["chance" if point.by == CHANCE else "own" if point.by == seat else "others" for point in curve[1:]]
    sums = dict.fromkeys(("chance", "own", "others"), 0.0)
    squares = dict.fromkeys(sums, 0.0)
    for before, point, owner in zip(curve, curve[1:], owners, strict=False):
        sums[owner] += point.win[seat] - before.win[seat]
    for k, point in enumerate(curve):
        counts = dict.fromkeys(sums, 0)
        if k > 0:
            counts[owners[k - 1]] += 1
        if k < len(owners):
            counts[owners[k]] -= 1
        for owner, count in counts.items():
            squares[owner] += (count * point.error[seat]) ** 2
    errors = {f"{owner}_error": math.sqrt(square) for owner, square in squares.items()}
    return Account(seat, curve[0].win[seat], curve[-1].win[seat], **sums, **errors)


def as_json(analysis: Analysis) -> dict[str, Any]:
    """The analysis as plain data; seats count from 1."""
    record = analysis.record
    return {
        "game": record.setup.game.name,
        "seats": record.setup.seats,
        "names": list(record.names),
        "curve": [
            {
                "after": point.after,
                "n": point.n,
                "by": "chance" if point.by == CHANCE else point.by + 1,
                "say": point.say,
                "win": list(point.win),
                "error": list(point.error),
            }
            for point in analysis.curve
        ],
        "decisions": [decision_as_json(decision) for decision in analysis.decisions],
        "mistakes": [decision_as_json(decision) for decision in analysis.mistakes],
        "accounts": [asdict(entry) | {"seat": entry.seat + 1} for entry in analysis.accounts],
    }


def decision_as_json(decision: Decision) -> dict[str, Any]:
    return asdict(decision) | {"seat": decision.seat + 1, "loss": decision.loss}


def in_lines(analysis: Analysis) -> list[str]:
    """The analysis as a few lines for a person."""
    record = analysis.record
    setup = record.setup
    lines = [f"{setup.game.title}, {setup.seats} seats: {len(analysis.decisions)} decisions", ""]
    return [*lines, *account_lines(analysis), "", *grade_lines(analysis), "", *mistake_lines(analysis)]


def labels(record: Record) -> list[str]:
    """Seats with their names, all equally wide."""
    width = max(len(name) for name in record.names)
    return [f"  {seat} {name:{width}}" for seat, name in enumerate(record.names, 1)]


def account_lines(analysis: Analysis) -> list[str]:
    """Luck and skill, a line for each seat."""
    names = labels(analysis.record)
    last = "result" if analysis.record.last().result() else "so far"  # a record may stop before its game does
    head = "".join(
        ["start".rjust(9), *(owner.rjust(17) for owner in ("chance", "own play", "others' play")), last.rjust(9)]
    )
    lines = [" " * len(names[0]) + head]
    for entry, name in zip(analysis.accounts, names, strict=True):
        start, end = round(entry.start, 3), round(entry.end, 3)
        parts = rounded({"chance": entry.chance, "own": entry.own, "others": entry.others}, end - start)
        errors = (entry.chance_error, entry.own_error, entry.others_error)
        told = "".join(
            f"{f'{100 * part:+.1f} ± {100 * error:.1f}':>17}"
            for part, error in zip(parts.values(), errors, strict=True)
        )
        lines.append(f"{name}{f'{100 * start:.1f} %':>9}{told}{f'{100 * end:.1f} %':>9}")
    return [
        *lines,
        f"  start + chance + own play + others' play = {last}; ± one standard error",
        "  each is a sum of many steps up and down, so that it may be beyond 100",
    ]


def grade_lines(analysis: Analysis) -> list[str]:
    """How often each seat played how well."""
    lines = ["grades"]
    for seat, name in enumerate(labels(analysis.record)):
        counts = {grade: 0 for grade, _ in GRADES}
        for decision in analysis.decisions:
            counts[decision.grade] += decision.seat == seat
        told = ", ".join(f"{grade} {count}" for grade, count in counts.items() if count)
        lines.append(f"{name}  {told or 'nothing to decide'}")
    return lines


def mistake_lines(analysis: Analysis) -> list[str]:
    """The largest mistakes, numbered."""
    lines = ["largest mistakes, by what the seat could know"]
    for number, decision in enumerate(analysis.mistakes, 1):
        error = f" (± {100 * decision.error:.1f})" if decision.error else ""  # where nothing was drawn at random
        lines.append(
            f"  {number}. round {analysis.curve[decision.after + 1].round}, after move {decision.after}: seat"
            f" {decision.seat + 1} said {decision.say!r}; {decision.better!r} wins {100 * decision.best_value:.1f} %"
            f" instead of {100 * decision.value:.1f} %{error}"
        )
    return lines if analysis.mistakes else [*lines, "  none"]
