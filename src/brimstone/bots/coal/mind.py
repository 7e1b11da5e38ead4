"""The player: one way of thinking for all levels and tastes."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from brimstone.bots.coal import tastes
from brimstone.bots.coal.draws import value_draws
from brimstone.bots.coal.habits import DEAF, Habits
from brimstone.bots.coal.regrets import match_regrets
from brimstone.bots.coal.rounds import EXPLAINED, MINDS, RATIONAL, REPEATED, REPEATS, THOUGHTS, WIDTH
from brimstone.bots.coal.stakes import RATIOS, STAKES, policy_weights
from brimstone.bots.coal.worth import weights
from brimstone.bots.coal.yardsticks import batch_of, theta_at, thumb_at
from brimstone.bots.player import Choice, Fact, Manner, Player, Thought
from brimstone.games.coal import BET, BONUS, DEVIL, DRAW_ON, MOST_SEATS, PAY, STAKE, STEP, STOP, Table
from brimstone.games.coal_words import handed_back
from brimstone.games.contract import Setup
from brimstone.games.state import View

PARTS = ("standing", "own_bet", "coal_bonus", "piece_bonus", "pact", "others")


class Limits(NamedTuple):
    """Where a level's thinking ends."""

    rounds: int  # simulated for a bet, with four seats
    apart: int  # further pieces of a run it thinks about one by one
    blur: float  # temperature of the choice between stakes, in chances to win
    draw_blur: float  # and between drawing and stopping
    rule: float  # chances to win by which it prefers to draw or stop as the rule of thumb says
    anchor: int  # stakes are multiples of it
    caution: float  # parts of θ that it stakes at most
    forgets: float  # how much of the pieces seen: 0 nothing, 1 all
    habits: bool  # does it notice how others play?
    careful: bool  # never takes what is clearly worse


LIMITS = {
    "child": Limits(3, 1, 0.2, 0.11, 0.06, 20, 0.77, 0.7, False, False),
    "casual": Limits(4, 2, 0.14, 0.08, 0.06, 20, 0.95, 0.55, False, False),
    "club": Limits(5, 3, 0.1, 0.055, 0.06, 20, 1.15, 0.4, False, True),
    "expert": Limits(6, 4, 0.02, 0.02, 0.01, 10, 1.3, 0.2, False, True),
    "master": Limits(32, 8, 0.0, 0.0, 0.0, 10, 3.0, 0.0, True, True),
}
FEWEST = 3  # rounds
EXPECTED = (REPEATS + REPEATED // 2, REPEATS + REPEATED - 1)  # of the stakes in a seat's way: a middle one, the highest
ADVISED = 4  # stakes of which is told what they leave
CARE = 3.0  # a careful level never takes what is worse by this many blurs


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


def left_by(view: View, move: int) -> Fact:
    """The seat's money after the round if this bet loses, wins, wins as the highest bet; nothing else counted."""
    stake = (move - STAKE) * STEP
    money, others = view["money"][view.seat], [*view["money"][: view.setup.seats]]
    del others[view.seat]
    lost, won, highest = (
        money - stake + handed_back(stake, most, boldest)
        for most, boldest in ((stake - 1, stake), (stake, stake + 1), (stake, stake))
    )
    if stake == 0:  # neither wins nor loses
        return Fact("coal.stake.none", {"stake": stake, "money": money}, move)
    if stake >= max(others):  # nobody can bet more
        return Fact("coal.stake.highest", {"stake": stake, "lost": lost, "highest": highest}, move)
    return Fact("coal.stake", {"stake": stake, "lost": lost, "won": won, "highest": highest}, move)


class Weighed(NamedTuple):
    """Moves with their rows of values and standard errors."""

    moves: list[int]
    rows: Any
    errors: list[float]
    searched: list[bool]
    average: Any = None  # of stakes: how often regret matching takes each


def levelled(out: Any, tried: Any, me: int) -> tuple[Any, Any]:
    """Mean rows of values by stake, and standard errors, as if all stakes had been tried in all rounds.

    What a stake gains over those that were tried throughout is known from the rounds in which it was tried.
    """
    rounds = len(out)
    common = out[:, tried == rounds].mean(axis=1)
    gains = out - common[:, None]
    missing = np.arange(rounds)[:, None] >= tried
    gains[missing] = 0.0
    rows = common.mean(axis=0) + gains.sum(axis=0) / tried[:, None]
    spread = np.square(np.where(missing, 0.0, gains[:, :, me] - gains[:, :, me].sum(axis=0) / tried)).sum(axis=0)
    return rows, np.sqrt(spread) / tried


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
        for k, (move, row, error) in enumerate(zip(weighed.moves, weighed.rows, weighed.errors, strict=True)):
            steps = np.clip([0.0, *row[n : n + EXPLAINED], row[self.seat]], 0.0, 1.0)  # few rounds may say more or less
            parts = {name: float(steps[i + 1] - steps[i]) for i, name in enumerate(PARTS)}
            if move == STAKE:  # a stake of 0 neither wins nor loses: what few rounds seem to show is the others' doing
                parts["others"] += parts["own_bet"]
                parts["own_bet"] = 0.0
            estimated = not weighed.searched[k]
            choices.append(Choice(move, float(steps[-1]), float(shares[k]), parts, error, estimated))
        return Thought(tuple(choices), (*self.facts(view), *self.totals(view, choices)))

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

    def minds(self, view: View) -> Any:
        """What is thought of every seat; oneself is rational."""
        if self.habits is not None:
            rows = self.habits.thoughts(view)
        else:
            rows = np.zeros((MOST_SEATS, THOUGHTS))
            rows[:, :MINDS] = DEAF
        rows[self.seat, :MINDS] = np.eye(MINDS)[RATIONAL]
        return rows

    def weigh(self, view: View, explain: bool) -> Weighed:
        return self.weigh_bets(view, explain) if view["phase"] == BET else self.weigh_draws(view, explain)

    def weigh_draws(self, view: View, explain: bool) -> Weighed:
        n = self.setup.seats
        narrow = not explain and self.manner.taste not in ("spoiler", "friend")
        length = 1 if narrow else n + EXPLAINED if explain else n
        draw, stop = np.zeros(length), np.zeros(length)
        value_draws(self.seen(view), self.minds(view), self.worth, self.limits.apart, explain, narrow, draw, stop)
        rows = np.zeros((2, WIDTH))
        if narrow:
            rows[:, self.seat] = draw[0], stop[0]
        else:
            rows[:, :length] = draw, stop
        legal = view.moves()
        return Weighed([DRAW_ON, STOP][: len(legal)], rows[: len(legal)], [0.0] * len(legal), [True] * len(legal))

    def stakes(self, view: View, batch: Any, minds: Any) -> list[int]:
        """The stakes to search: round parts of θ, and whoever knows the others' ways looks just above these."""
        money, usual, anchor = view["money"][self.seat], int(theta_at(batch)), self.limits.anchor
        wanted = [usual * int(share) // 20 for share in RATIOS if share <= 20 * self.limits.caution]
        if self.limits.habits:
            wanted += [usual + STEP, usual - STEP, usual + 2 * STEP, usual * 5 // 2, usual * 3, money]
            expected = np.delete(minds[: self.setup.seats], self.seat, axis=0)[:, EXPECTED]
            wanted += [int(stake) + STEP for stake in expected.ravel()]
        wanted = [(stake + anchor // 2) // anchor * anchor // STEP * STEP for stake in wanted]
        wanted += tastes.wishes(view, self.seat, self.manner.taste, wanted)
        return sorted({min(money, stake) for stake in wanted})

    def weigh_bets(self, view: View, explain: bool) -> Weighed:
        batch = self.seen(view)
        me, minds = self.seat, self.minds(view)
        stakes = np.array(self.stakes(view, batch, minds), np.int64)
        rounds = max(FEWEST, int(self.limits.rounds * self.manner.effort * 16 / self.setup.seats**2))
        out = np.zeros((rounds, len(stakes), WIDTH))
        tried, average = np.zeros(len(stakes), np.int64), np.zeros(len(stakes))
        shown = self.habits.shown if self.habits is not None else np.zeros((MOST_SEATS, STAKES))
        sources = self.draws(view).sources
        match_regrets(batch, me, stakes, minds, shown, self.worth, self.policy, sources, explain, out, tried, average)
        rows, errors = levelled(out, tried, me)
        if not explain:
            every = [True] * len(stakes)
            return Weighed([STAKE + int(s) // STEP for s in stakes], rows, list(errors), every, average)
        return self.filled_in(view, stakes, rows, errors, average)

    def filled_in(self, view: View, stakes: Any, rows: Any, errors: Any, average: Any) -> Weighed:
        """Every legal stake, those not searched between their neighbours."""
        every = np.arange(0, view["money"][self.seat] + STEP, STEP)
        between = np.stack([np.interp(every, stakes, rows[:, k]) for k in range(WIDTH)], axis=1)
        searched = [int(stake) in set(stakes.tolist()) for stake in every]
        error = [float(e) for e in np.interp(every, stakes, errors)]
        shares = np.zeros(len(every))
        shares[stakes // STEP] = average
        return Weighed([STAKE + int(s) // STEP for s in every], between, error, searched, shares)

    # --- how often they are made -------------------------------------------------------------------------------------

    def shares(self, view: View, weighed: Weighed) -> Any:
        """How often each move is made."""
        values, blur = weighed.rows[:, self.seat], self.blur(view)
        allowed = np.array(weighed.searched)
        best = values[allowed].max()
        liked = self.liked(view, weighed, best - blur)
        if liked.any():
            allowed = liked
        elif weighed.average is not None and blur == 0.0:
            return weighed.average
        elif self.limits.careful:
            allowed &= values >= (best if settled(view) else best - CARE * blur)
        felt = np.where(allowed, values + self.leaning(view, weighed.moves), -np.inf)
        heat = np.exp((felt - felt.max()) / max(blur, 1e-6))
        return heat / heat.sum()

    def leaning(self, view: View, moves: list[int]) -> Any:
        """What each move seems to be worth beyond its value."""
        if view["phase"] == BET or self.limits.rule == 0.0:
            return 0.0
        usual = int(thumb_at(self.seen(view), self.seat, self.draws(view).sources))
        return np.array([self.limits.rule if move == usual else 0.0 for move in moves])

    def blur(self, view: View) -> float:
        return self.limits.blur if view["phase"] == BET else self.limits.draw_blur

    def liked(self, view: View, weighed: Weighed, least: float) -> Any:
        """Which moves the taste picks among those that are worth nearly as much as `least`."""
        taste, values = self.manner.taste, weighed.rows[:, self.seat]
        if taste == "plain" or settled(view):
            return np.zeros(len(values), bool)
        usual = int(theta_at(batch_of(view)))
        liking = tastes.liking(view, self.seat, taste, usual, weighed.moves, weighed.rows)
        liking[(values < least - tastes.slack(view)) | ~np.array(weighed.searched)] = 0
        return (liking > 0) & (liking == liking.max())

    def facts(self, view: View) -> tuple[Fact, ...]:
        """What the decision hangs on."""
        left, pieces = view["left"], view["pieces_left"]
        devils = left[DEVIL]
        usual = int(theta_at(batch_of(view)))
        return (
            Fact("coal.devil", {"chance": devils / pieces if pieces else 0.0, "devils": devils, "pieces": pieces}),
            Fact("coal.threshold", {"theta": usual}),
        )

    def totals(self, view: View, choices: list[Choice]) -> list[Fact]:
        """The run and what it is up against; before the bets, what each stake that is advised leaves the seat with."""
        if view["phase"] != BET:
            totals = {"run": view["run"], "highest": max(view["coal"]), "own_bet": view["bet"][self.seat]}
            return [Fact("coal.totals", totals)]
        advised = sorted(choices, key=lambda choice: (-choice.share, -choice.value))[:ADVISED]
        return [*(left_by(view, choice.move) for choice in advised), Fact("coal.besides", {"bonus": BONUS, "pay": PAY})]
