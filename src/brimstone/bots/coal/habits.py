"""What a seat's play has shown of its mind: likelihoods of every stake and draw that was heard."""

from __future__ import annotations

from typing import Any

import numpy as np

from brimstone.bots.coal.rounds import MINDS, NAIVE, OWN, RANDOM, RATIONAL, THOUGHTS, THUMB
from brimstone.bots.coal.stakes import STAKES, policy_weights, stake_of, usual_stakes
from brimstone.bots.coal.ways import Staked, Way
from brimstone.bots.coal.yardsticks import (
    NAIVE_SWING,
    batch_of,
    draw_to,
    naive_goal,
    naive_stake,
    theta,
    theta_at,
    thumb_goal,
    thumb_stake,
)
from brimstone.bots.random import MOST_STAKE
from brimstone.compiling import rule
from brimstone.games.coal import BET, DRAW, DRAW_ON, MOST_SEATS, STEP, Table, may_stop
from brimstone.games.contract import BadMove, Setup
from brimstone.games.state import View, ready

PRIOR = (0.5, 0.1, 0.08, 0.08, 0.24)  # of the minds, before anything is heard
DEAF = (0.7, 0.12, 0.09, 0.09, 0.0)  # of whoever does not listen
SLIP = 0.03  # a seat of a simple mind does something else this often
LEANING, SURE = 0.6, 0.95  # a rational seat draws as the rule of thumb says this often close to its goal, far from it
FORGET = 0.9  # a stake weighs this much less with each further round


@rule
def stake_likelihoods(t, seat, stake, p, usual, out):
    """How likely a seat of each mind stakes this; `usual` is filled with a good player's shares."""
    usual_stakes(t, seat, p, usual)
    spread = int(t.money[seat]) // STEP + 1
    slip = SLIP / spread
    rule_of_thumb = theta(t)
    near = 0.0
    for k in range(STAKES):
        if stake_of(t, seat, k, rule_of_thumb) == stake:
            near += usual[k]
    out[RATIONAL] = 0.5 * near + 0.5 / min(spread, max(2, 2 * rule_of_thumb // STEP))
    out[THUMB] = slip + (1 - SLIP if thumb_stake(t, seat) == stake else 0.0)
    out[NAIVE] = slip
    for swing in range(-NAIVE_SWING, NAIVE_SWING + STEP, STEP):
        if naive_stake(t, seat, swing) == stake:
            out[NAIVE] += (1 - SLIP) / (2 * NAIVE_SWING // STEP + 1)
    most = min(MOST_STAKE, int(t.money[seat]))
    out[RANDOM] = slip + (1 - SLIP) / (most // STEP + 1) if stake <= most else slip


@rule
def draw_likelihoods(t, seat, move, out):
    """How likely a seat of each mind draws or stops here."""
    by_thumb = draw_to(t, thumb_goal(t, seat)) == move
    by_naive = draw_to(t, naive_goal(t, seat)) == move
    goal = max(1, thumb_goal(t, seat))
    leaning = min(SURE, LEANING + (SURE - LEANING) * 2.0 * abs(int(t.run) - goal) / goal)
    out[RATIONAL] = leaning if by_thumb else 1.0 - leaning
    out[THUMB] = 1 - SLIP if by_thumb else SLIP
    out[NAIVE] = 1 - SLIP if by_naive else SLIP
    out[RANDOM] = 0.5


@rule
def stake_likelihoods_at(ts, seat, stake, p, usual, out):
    stake_likelihoods(ts[0], seat, stake, p, usual, out)


@rule
def draw_likelihoods_at(ts, seat, move, out):
    if may_stop(ts[0]):
        draw_likelihoods(ts[0], seat, move, out)


@rule
def nearest_stake(ts, seat, stake):
    """The usual stake that is nearest."""
    t = ts[0]
    rule_of_thumb = theta(t)
    best = 0
    for k in range(1, STAKES):
        if abs(stake_of(t, seat, k, rule_of_thumb) - stake) < abs(stake_of(t, seat, best, rule_of_thumb) - stake):
            best = k
    return best


class Habits:
    """What one listener has noticed about every seat; it follows the public game by the lines it hears."""

    def __init__(self, setup: Setup) -> None:
        self.minds = np.tile(np.array(PRIOR), (MOST_SEATS, 1))
        self.ways = [Way() for _ in range(setup.seats)]
        self.shown = np.zeros((MOST_SEATS, STAKES))
        self.game = ready(setup)
        self.lost = False  # came in late, or missed a line: what was noticed stays, no more is learnt
        self.weights = policy_weights(setup.seats)
        self.batch = Table.batch(1)

    def hear(self, line: str) -> None:
        """Take in a line of the story."""
        who, _, words = line.partition(": ")
        if self.lost or words.startswith("bet "):
            return
        try:
            if words.startswith("bets "):
                self.see_bets([int(word) for word in words.split()[1:]])
            elif who != "table":  # what else the table does follows from the rules
                self.see(words)
        except BadMove:
            self.lost = True

    def see_bets(self, bets: list[int]) -> None:
        """All bets lie open."""
        self.shown *= FORGET
        self.lay()
        for seat, bet in enumerate(bets):
            if self.game["money"][seat] > 0 and self.game["phase"] == BET:
                likely, usual = np.ones(MINDS), np.zeros(STAKES)
                stake_likelihoods_at(self.batch, seat, bet, self.weights, usual, likely)
                likely[OWN] = self.ways[seat].see_stake(self.staked(seat, bet), self.wide(seat))
                self.learn(seat, likely)
                self.shown[seat, nearest_stake(self.batch, seat, bet)] += 1
        while self.game["phase"] == BET:
            self.game.play(f"bet {bets[self.game.actor]}")

    def see(self, words: str) -> None:
        """A seat draws or stops, or chance turns a piece."""
        move = self.game.read(words)
        if self.game["phase"] == DRAW:
            likely = np.ones(MINDS)
            self.lay()
            seat = self.game.actor
            draw_likelihoods_at(self.batch, seat, move, likely)
            if self.game["run_pieces"] > 0:
                highest, bet = max(self.game["coal"]), self.game["bet"][seat]
                unmet = bet if bet > highest else 0
                likely[OWN] = self.ways[seat].see_draw(self.game["run"], unmet, move == DRAW_ON)
            self.learn(seat, likely)
        self.game.play(move)

    def staked(self, seat: int, bet: int) -> Staked:
        return Staked(bet, self.game["money"][seat], max(self.game["last_bet"]), int(theta_at(self.batch)))

    def wide(self, seat: int) -> int:
        """How many stakes a seat may think of."""
        return min(self.game["money"][seat] // STEP + 1, max(2, 2 * int(theta_at(self.batch)) // STEP))

    def thoughts(self, view: View) -> Any:
        """What is thought of every seat."""
        rows = np.zeros((MOST_SEATS, THOUGHTS))
        usual, highest = int(theta_at(batch_of(view))), max(view["last_bet"])
        for seat, way in enumerate(self.ways):
            rows[seat] = way.thought(view["money"][seat], highest, usual)
            rows[seat, :MINDS] = self.minds[seat]
        return rows

    def lay(self) -> None:
        Table.lay(self.batch, 0, self.game.cells)

    def learn(self, seat: int, likely: Any) -> None:
        """Bayes' rule, with a little of the prior left so that a mind may change."""
        posterior = self.minds[seat] * likely
        self.minds[seat] = 0.98 * posterior / posterior.sum() + 0.02 * np.array(PRIOR)
