"""What a seat's play has shown of its mind: likelihoods of every stake and draw that was heard."""

from __future__ import annotations

from typing import Any

import numpy as np

from brimstone.bots.coal.rounds import MINDS, NAIVE, RANDOM, RATIONAL, THUMB
from brimstone.bots.coal.stakes import STAKES, policy_weights, stake_of, usual_stakes
from brimstone.bots.coal.yardsticks import NAIVE_SWING, draw_to, naive_goal, naive_stake, theta, thumb_goal, thumb_stake
from brimstone.bots.random import MOST_STAKE
from brimstone.compiling import rule
from brimstone.games.coal import BET, DRAW, MOST_SEATS, STEP, Table, may_stop
from brimstone.games.contract import BadMove, Setup
from brimstone.games.state import ready

PRIOR = (0.7, 0.12, 0.09, 0.09)  # of the minds, before anything is heard
SLIP = 0.03  # a seat of a simple mind does something else this often
LEANING = 0.7  # a rational seat draws as the rule of thumb says about this often
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
    out[RATIONAL] = LEANING if by_thumb else 1 - LEANING
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
            if who == "table":
                self.see_bets([int(word) for word in words.split()[1:]])
            else:
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
            draw_likelihoods_at(self.batch, self.game.actor, move, likely)
            self.learn(self.game.actor, likely)
        self.game.play(move)

    def lay(self) -> None:
        Table.lay(self.batch, 0, self.game.cells)

    def learn(self, seat: int, likely: Any) -> None:
        """Bayes' rule, with a little of the prior left so that a mind may change."""
        posterior = self.minds[seat] * likely
        self.minds[seat] = 0.98 * posterior / posterior.sum() + 0.02 * np.array(PRIOR)
