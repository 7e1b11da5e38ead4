"""The player: one way of thinking for all levels and tastes."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from brimstone.bots.coal.draws import value_draws
from brimstone.bots.coal.habits import PRIOR, Habits
from brimstone.bots.coal.rounds import EXPLAINED, MINDS, RATIONAL, WIDTH
from brimstone.bots.coal.stakes import RATIOS, STAKES, policy_weights, value_stakes
from brimstone.bots.coal.worth import weights
from brimstone.bots.coal.yardsticks import batch_of, theta
from brimstone.bots.player import Choice, Fact, Manner, Player, Thought
from brimstone.compiling import rule
from brimstone.games.coal import BET, DEVIL, DRAW_ON, MOST_SEATS, STAKE, STEP, STOP, Table
from brimstone.games.contract import Setup
from brimstone.games.state import View

PARTS = ("standing", "own_bet", "coal_bonus", "piece_bonus", "pact", "others")


class Limits(NamedTuple):
    """Where a level's thinking ends."""

    work: int  # round solutions for a bet, with four seats
    apart: int  # further pieces of a run it thinks about one by one
    blur: float  # temperature of the choice between stakes, in chances to win
    draw_blur: float  # and between drawing and stopping
    anchor: int  # stakes are multiples of it
    forgets: float  # how much of the pieces seen: 0 nothing, 1 all
    habits: bool  # does it notice how others play?
    careful: bool  # never takes what is clearly worse


LIMITS = {
    "child": Limits(24, 1, 0.09, 0.07, 50, 1.0, False, False),
    "casual": Limits(36, 2, 0.05, 0.04, 50, 0.7, False, False),
    "club": Limits(48, 3, 0.028, 0.024, 20, 0.4, False, True),
    "expert": Limits(64, 4, 0.014, 0.012, 10, 0.1, False, True),
    "master": Limits(200, 8, 0.002, 0.0, 10, 0.0, True, True),
}
CARE = 3.0  # a careful level never takes what is worse by this many blurs
SLACK = 0.005  # a taste gives away no more than this chance to win


@rule
def theta_at(ts):
    return theta(ts[0])


def forgetful(batch: Any, share: float) -> None:
    """Mix the pieces left with those of a full oven: a memory that fades."""
    box, left = Table.get(batch, "box"), Table.get(batch, "left")
    pieces = Table.get(batch, "pieces_left")
    scale = pieces / sum(box)
    blurred = [round((1 - share) * n + share * b * scale) for n, b in zip(left, box, strict=True)]
    if sum(blurred[1:]) == 0:
        return
    Table.set(batch, 0, left=blurred, pieces_left=sum(blurred))


def settled(view: View) -> bool:
    """Is the seat on turn the last of the round, and can drawing on bring it nothing?"""
    if view["phase"] == BET or view["drawn"] + 1 < view.setup.seats:
        return False
    ahead = view["run"] > max(view["coal"]) and view["run_pieces"] > max(view["pieces"])
    return bool(ahead and view["run"] >= max(view["bet"]))


class Weighed(NamedTuple):
    """Moves with their rows of values and standard errors."""

    moves: list[int]
    rows: Any
    errors: list[float]
    searched: list[bool]


class Mind(Player):
    """A level with a taste."""

    def __init__(self, setup: Setup, seat: int, seed: int, manner: Manner) -> None:
        super().__init__(setup, seat, seed)
        self.manner, self.limits = manner, LIMITS[manner.level]
        self.habits = Habits(setup) if self.limits.habits else None
        self.worth, self.policy = weights(setup.seats), policy_weights(setup.seats)

    def hear(self, line: str) -> None:
        if self.habits is not None:
            self.habits.hear(line)

    def think(self, view: View) -> Thought:
        weighed = self.weigh(view, explain=True)
        shares = self.shares(view, weighed)
        n = self.setup.seats
        choices = []
        for move, row, error, share in zip(weighed.moves, weighed.rows, weighed.errors, shares, strict=True):
            steps = [0.0, *row[n : n + EXPLAINED], row[self.seat]]
            parts = {name: float(steps[k + 1] - steps[k]) for k, name in enumerate(PARTS)}
            choices.append(Choice(move, float(row[self.seat]), float(share), parts, error))
        return Thought(tuple(choices), self.facts(view))

    def choose(self, view: View) -> int:
        legal = view.moves()
        if len(legal) == 1:
            return legal[0]
        weighed = self.weigh(view, explain=False)
        at = self.draws(view, 1).below(1 << 30) / (1 << 30)
        shares = self.shares(view, weighed)
        for move, share in zip(weighed.moves, shares, strict=True):
            at -= share
            if at < 0:
                return move
        return weighed.moves[int(np.argmax(shares))]

    # --- what moves are worth ----------------------------------------------------------------------------------------

    def seen(self, view: View) -> Any:
        """The view as this level remembers it."""
        batch = batch_of(view)
        if self.limits.forgets:
            forgetful(batch, self.limits.forgets)
        return batch

    def minds(self) -> Any:
        """What the others are taken for; oneself is rational."""
        if self.habits is not None:
            minds = self.habits.minds.copy()
        else:
            minds = np.tile(np.array(PRIOR), (MOST_SEATS, 1))
        minds[self.seat] = np.eye(MINDS)[RATIONAL]
        return minds

    def weigh(self, view: View, explain: bool) -> Weighed:
        return self.weigh_bets(view, explain) if view["phase"] == BET else self.weigh_draws(view, explain)

    def weigh_draws(self, view: View, explain: bool) -> Weighed:
        n = self.setup.seats
        narrow = not explain and self.manner.taste not in ("spoiler", "friend")
        length = 1 if narrow else n + EXPLAINED if explain else n
        draw, stop = np.zeros(length), np.zeros(length)
        value_draws(self.seen(view), self.minds(), self.worth, self.limits.apart, explain, narrow, draw, stop)
        rows = np.zeros((2, WIDTH))
        if narrow:
            rows[:, self.seat] = draw[0], stop[0]
        else:
            rows[:, :length] = draw, stop
        legal = view.moves()
        return Weighed([DRAW_ON, STOP][: len(legal)], rows[: len(legal)], [0.0] * len(legal), [True] * len(legal))

    def stakes(self, view: View, batch: Any) -> list[int]:
        """The stakes to search."""
        money, usual, anchor = view["money"][self.seat], int(theta_at(batch)), self.limits.anchor
        wanted = [usual * int(share) // 20 for share in RATIOS] + [usual * 5 // 2, usual * 3]
        if self.limits.habits:
            wanted += [usual + STEP, usual - STEP, usual + 2 * STEP, money]
        return sorted({min(money, (stake + anchor // 2) // anchor * anchor) // STEP * STEP for stake in wanted})

    def weigh_bets(self, view: View, explain: bool) -> Weighed:
        batch = self.seen(view)
        stakes = np.array(self.stakes(view, batch), np.int64)
        work = self.limits.work * self.manner.effort * 16 / self.setup.seats**2
        count = max(2, int(work / len(stakes)))
        profiles = np.zeros((count, MOST_SEATS), np.int64)
        out = np.zeros((count, len(stakes), WIDTH))
        shown = self.habits.shown if self.habits is not None else np.zeros((MOST_SEATS, STAKES))
        sources = self.draws(view).sources
        me = self.seat
        value_stakes(batch, me, stakes, self.minds(), shown, self.worth, self.policy, sources, profiles, explain, out)
        rows = out.mean(axis=0)
        apart = out[:, :, me] - out[:, :, me].mean(axis=1, keepdims=True)
        errors = apart.std(axis=0) / np.sqrt(count)
        if not explain:
            return Weighed([STAKE + int(s) // STEP for s in stakes], rows, list(errors), [True] * len(stakes))
        return self.filled_in(view, stakes, rows, errors)

    def filled_in(self, view: View, stakes: Any, rows: Any, errors: Any) -> Weighed:
        """Every legal stake, those not searched between their neighbours."""
        every = np.arange(0, view["money"][self.seat] + STEP, STEP)
        between = np.stack([np.interp(every, stakes, rows[:, k]) for k in range(WIDTH)], axis=1)
        searched = [int(stake) in set(stakes.tolist()) for stake in every]
        error = [float(e) for e in np.interp(every, stakes, errors)]
        return Weighed([STAKE + int(s) // STEP for s in every], between, error, searched)

    # --- how often they are made -------------------------------------------------------------------------------------

    def shares(self, view: View, weighed: Weighed) -> Any:
        """How often each move is made."""
        values = weighed.rows[:, self.seat]
        betting = view["phase"] == BET
        blur = self.limits.blur if betting else self.limits.draw_blur
        allowed = np.array(weighed.searched)
        best = values[allowed].max()
        slack = SLACK if self.manner.taste != "plain" else 0.0
        if self.limits.careful:
            allowed &= values >= (best if settled(view) else best - slack - CARE * blur)
        score = values + np.where(values >= best - slack - CARE * blur, self.liking(view, weighed), 0.0)
        heat = np.exp((np.where(allowed, score, -np.inf) - score[allowed].max()) / max(blur, 1e-6))
        return heat / heat.sum()

    def liking(self, view: View, weighed: Weighed) -> Any:
        """What a taste adds to the values."""
        taste, rows = self.manner.taste, weighed.rows
        if taste == "plain":
            return np.zeros(len(rows))
        money = [m + max(0, b) for m, b in zip(view["money"], view["bet"], strict=True)]
        others = [seat for seat in range(self.setup.seats) if seat != self.seat]
        if taste == "spoiler":
            return -0.5 * rows[:, max(others, key=lambda seat: money[seat])]
        if taste == "friend":
            return 0.5 * rows[:, min(others, key=lambda seat: money[seat])]
        bold = 1.0 if taste == "gambler" else -1.0
        if view["phase"] != BET:
            return np.array([bold * SLACK if move == DRAW_ON else 0.0 for move in weighed.moves])
        usual = max(STEP, int(theta_at(batch_of(view))))
        stakes = np.array([(move - STAKE) * STEP for move in weighed.moves])
        if taste == "gambler":
            return 2 * SLACK * np.minimum(stakes / usual, 2.0)
        return 2 * SLACK * ((stakes % 50 == 0) - np.abs(stakes - usual) / usual)

    def facts(self, view: View) -> tuple[Fact, ...]:
        """What the decision hangs on."""
        left, pieces = view["left"], view["pieces_left"]
        devils = left[DEVIL]
        usual = int(theta_at(batch_of(view)))
        facts = [
            Fact("coal.devil", {"chance": devils / pieces if pieces else 0.0, "devils": devils, "pieces": pieces}),
            Fact("coal.threshold", {"theta": usual}),
        ]
        if view["phase"] != BET:
            totals = {"run": view["run"], "highest": max(view["coal"]), "own_bet": view["bet"][self.seat]}
            facts.append(Fact("coal.totals", totals))
        return tuple(facts)
