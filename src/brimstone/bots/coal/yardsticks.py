"""The fixed yardsticks of coal: `naive` and `thumb`, compiled; what they read is in every seat's view."""

from __future__ import annotations

from typing import Any

from brimstone.bots.player import Choice, Player, Thought
from brimstone.chance import below
from brimstone.compiling import rule
from brimstone.games.coal import BET, DEVIL, DRAW_ON, STAKE, STEP, STOP, Table, may_stop
from brimstone.games.state import View

NAIVE_LEAST, NAIVE_MOST, NAIVE_SWING = 30, 150, 20
NAIVE_RUN = 100


@rule
def whole(small):
    """An unsigned field as a signed number, so that counting down from it works in compiled code."""
    return small + 0


@rule
def coal_left(t):
    """The sum of the numbers in the oven."""
    total = 0
    for kind in range(1, whole(t.kinds)):
        total += t.left[kind] * t.value[kind]
    return total


@rule
def grain(t):
    """The greatest number that divides every run: 5 with the pieces of the box."""
    divisor = 0
    for kind in range(1, whole(t.kinds)):
        a, b = divisor, int(t.value[kind])
        while b:
            a, b = b, a % b
        divisor = a
    return divisor


@rule
def theta(t):
    """The least run S with S·d ≥ R, where R is the coal that would then be left: 130 with a fresh oven."""
    devils = int(t.left[DEVIL])
    coal = coal_left(t) + t.run
    step = grain(t)
    least = -(-coal // (devils + 1))
    return -(-least // step) * step


@rule
def theta_at(ts):
    return theta(ts[0])


@rule
def highest_coal(t):
    """The most that a seat has kept in this round."""
    highest = 0
    for seat in range(whole(t.seats)):
        highest = max(highest, int(t.coal[seat]))
    return highest


@rule
def draw_to(t, goal):
    return STOP if may_stop(t) and t.run >= goal else DRAW_ON


@rule
def unmet_bet(t, seat):
    """The seat's bet while nobody has kept that much coal, else 0."""
    return int(t.bet[seat]) if t.bet[seat] > highest_coal(t) else 0


@rule
def thumb_stake(t, seat):
    return min(int(t.money[seat]), theta(t) // STEP * STEP)


@rule
def thumb_goal(t, seat):
    """The run at which `thumb` stops."""
    bet = unmet_bet(t, seat)
    return bet if bet > 0 else theta(t)


@rule
def naive_middle(t, seat):
    """40 % of the money, to the nearest 10."""
    return (4 * int(t.money[seat]) // 10 + 5) // STEP * STEP


@rule
def naive_stake(t, seat, swing):
    """40 % of the money and `swing`, within bounds."""
    stake = max(NAIVE_LEAST, min(NAIVE_MOST, naive_middle(t, seat) + swing))
    return min(int(t.money[seat]), stake)


@rule
def naive_goal(t, seat):
    """The run at which `naive` stops."""
    return max(NAIVE_RUN, unmet_bet(t, seat))


@rule
def thumb(t, seat, r):
    """The move of `thumb`."""
    if t.phase == BET:
        return STAKE + thumb_stake(t, seat) // STEP
    return draw_to(t, thumb_goal(t, seat))


@rule
def naive(t, seat, r):
    """The move of `naive`."""
    if t.phase == BET:
        swing = (below(r, 2 * NAIVE_SWING // STEP + 1) - NAIVE_SWING // STEP) * STEP
        return STAKE + naive_stake(t, seat, swing) // STEP
    return draw_to(t, naive_goal(t, seat))


@rule
def thumb_at(ts, seat, rs):
    return thumb(ts[0], seat, rs[0])


@rule
def naive_at(ts, seat, rs):
    return naive(ts[0], seat, rs[0])


def batch_of(view: View) -> Any:
    """A view as a batch of one."""
    batch = Table.batch(1)
    Table.lay(batch, 0, view.cells)
    return batch


class Thumb(Player):
    """Stakes θ, draws to its own unmet bet, else to θ."""

    def think(self, view: View) -> Thought:
        move = int(thumb_at(batch_of(view), self.seat, self.draws(view).sources))
        return Thought((Choice(move, 0.0, 1.0),))


class Naive(Player):
    """Stakes 40 % of its money ± 20, draws to 100 or its own unmet bet."""

    def think(self, view: View) -> Thought:
        if view["phase"] != BET:
            return Thought((Choice(self.choose(view), 0.0, 1.0),))
        middle = (4 * view["money"][self.seat] // 10 + STEP // 2) // STEP * STEP
        stakes = [
            min(view["money"][self.seat], max(NAIVE_LEAST, min(NAIVE_MOST, middle + swing)))
            for swing in range(-NAIVE_SWING, NAIVE_SWING + STEP, STEP)
        ]
        moves = sorted({STAKE + stake // STEP for stake in stakes})
        return Thought(
            tuple(
                Choice(move, 0.0, sum(STAKE + stake // STEP == move for stake in stakes) / len(stakes))
                for move in moves
            )
        )

    def choose(self, view: View) -> int:
        return int(naive_at(batch_of(view), self.seat, self.draws(view).sources))
