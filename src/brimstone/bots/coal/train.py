"""Make values.npz again from a seed: games of simple players first, then the round solver corrects what they taught.

The stages run one after the other for every number of seats; after each the weights are kept beside the result, so that
an interrupted run goes on where it stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import starmap
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from brimstone.bots.coal import fitting
from brimstone.bots.coal.rounds import NAIVE, RANDOM, RATIONAL, THOUGHTS, THUMB, WIDTH
from brimstone.bots.coal.stakes import (
    POLICY_SIZE,
    SEEN,
    STAKES,
    guess_bets,
    guess_stake,
    open_round,
    see,
    stake_of,
    usual_stakes,
    value_bets,
    workspace,
)
from brimstone.bots.coal.worth import INPUTS, SIZE, inputs, pacts
from brimstone.bots.coal.yardsticks import draw_to, naive_goal, theta, thumb_goal, whole
from brimstone.chance import aim, below, sources
from brimstone.compiling import put, rule
from brimstone.games import find
from brimstone.games.coal import BET, END, MOST_SEATS, STAKE, STEP, Table, actor, begin, outcome, placing, play, ways
from brimstone.games.options import set_up

SEATS = range(2, MOST_SEATS + 1)
ROUNDS_STORED = 24  # of a game, on average at most
PATIENCE = 0.004  # of a chance to win: how much worse a stake may be and still be taken now and then


Each = Callable[[Callable[..., Any], Iterable[tuple[Any, ...]]], Iterable[Any]]  # results in the order of the tasks


class Plan(NamedTuple):
    """How much of everything."""

    games: int = 16_000
    epochs: int = 3  # over games; five times as many over solved rounds, which are fewer and less noisy
    positions: int = 10_000
    profiles: int = 2
    staked: int = 1_000
    stake_profiles: int = 5
    stages: tuple[str, ...] = ("games", "stakes", "worth", "worth", "stakes", "worth", "worth")


QUICK = Plan(300, 1, 60, 1, 20, 2, ("games", "stakes", "worth"))


@rule
def simple_move(t, seat, mind, thought, usual, p, r):
    """What a simple player does; a rational mind stakes by the policy and draws by the rule of thumb."""
    if t.phase == BET:
        usual_stakes(t, seat, p, usual)
        return STAKE + guess_stake(t, seat, mind, thought, usual, r) // STEP
    if mind == RANDOM:
        return below(r, 2) if t.run_pieces > 0 else 0
    return draw_to(t, naive_goal(t, seat) if mind == NAIVE else thumb_goal(t, seat))


@rule
def watch(ts, rs, seed, games, p, states, owner, shares):
    """Play games from the box ts[1]; keep the position before every round's bets, and whose game it was of.

    Returns how many positions were kept; shares[game] has the parts of the win.
    """
    t = ts[0]
    r = rs[0]
    minds = np.zeros(MOST_SEATS, np.int64)
    thought = np.zeros(THOUGHTS)
    usual = np.zeros(STAKES)
    places = np.zeros(MOST_SEATS, np.int64)
    points = np.zeros(MOST_SEATS, np.int64)
    kept = 0
    for game in range(games):
        put(ts, 0, ts, 1)
        begin(t)
        aim(r, seed, game)
        n = whole(t.seats)
        for seat in range(n):
            luck = below(r, 10)
            minds[seat] = RATIONAL if luck < 7 else THUMB if luck < 8 else NAIVE if luck < 9 else RANDOM
        round_kept = 0
        while t.phase != END:
            if t.phase == BET and t.turn == 0 and t.round != round_kept and kept < len(states):
                round_kept = int(t.round)
                put(states, kept, ts, 0)
                owner[kept] = game
                kept += 1
            if actor(t) >= 0:
                seat = whole(t.turn)
                play(t, simple_move(t, seat, minds[seat], thought, usual, p, r))
            else:
                play(t, outcome(t, below(r, ways(t))))
        placing(t, places, points)
        winners = 0
        for seat in range(n):
            winners += 1 if places[seat] == 1 else 0
        for seat in range(n):
            shares[game, seat] = 1.0 / winners if places[seat] == 1 else 0.0
    return kept


@rule
def see_money(states, first, x):
    """x[k, seat]: what the network of worth sees of positions `first` and on."""
    money = np.empty(MOST_SEATS)
    pact = np.empty(MOST_SEATS)
    order = np.empty(MOST_SEATS, np.int64)
    for k in range(len(x)):
        t = states[first + k]
        for seat in range(whole(t.seats)):
            money[seat] = t.money[seat]
            at = seat
            while at > 0 and money[order[at - 1]] < money[seat]:
                order[at] = order[at - 1]
                at -= 1
            order[at] = seat
        pacts(t, money, pact)
        for seat in range(whole(t.seats)):
            inputs(t, money, pact, order, whole(t.starter), seat, x[k, seat])


@rule
def nothing_known():
    """No bets known, no stakes shown, and room for a row of values."""
    return np.full(MOST_SEATS, -1, np.int64), np.zeros((MOST_SEATS, STAKES)), np.zeros(WIDTH)


@rule
def look_ahead(states, chosen, w, p, rs, minds, profiles, wanted):
    """wanted[k]: everybody's chances a round later, over some guessed bets."""
    lands, thumbs, rows = workspace()
    known, shown, out = nothing_known()
    for k in range(len(chosen)):
        t = states[chosen[k]]
        width = open_round(t, lands, thumbs)
        guess_bets(t, minds, shown, p, known, rs[0], profiles)
        for profile in range(len(profiles)):
            value_bets(t, profiles[profile], lands, thumbs, minds, w, width, 0, False, rows, out)
            for seat in range(whole(t.seats)):
                wanted[k, seat] += out[seat] / len(profiles)


@rule
def weigh_stakes(states, chosen, w, p, rs, minds, profiles, x, values):
    """values[k, s]: what the s-th usual stake is worth to one of the seats, x[k] what it sees."""
    lands, thumbs, rows = workspace()
    known, shown, out = nothing_known()
    for k in range(len(chosen)):
        t = states[chosen[k]]
        seat = k % whole(t.seats)
        see(t, seat, x[k])
        width = open_round(t, lands, thumbs)
        guess_bets(t, minds, shown, p, known, rs[0], profiles)
        usual = theta(t)
        for profile in range(len(profiles)):
            before = -1
            for s in range(STAKES):
                stake = stake_of(t, seat, s, usual)
                if stake != before:
                    profiles[profile, seat] = stake
                    value_bets(t, profiles[profile], lands, thumbs, minds, w, width, 0, False, rows, out)
                before = stake
                values[k, s] += out[seat] / len(profiles)


@rule
def aim_first(rs, seed, game):
    aim(rs[0], seed, game)


class Pupil:
    """The weights for one number of seats, and the positions they learn from."""

    def __init__(self, seats: int, seed: int, plan: Plan, worth: Any, policy: Any) -> None:
        self.seats, self.seed, self.plan = seats, seed, plan
        self.worth, self.policy = worth, policy
        self.minds = np.zeros((MOST_SEATS, THOUGHTS))
        self.minds[:, RATIONAL] = 1
        self.sources = sources()

    def games(self, stage: int, games: int) -> tuple[Any, Any]:
        """Positions of simple players' games, and how those games ended."""
        setup = set_up(find("coal"), self.seats, simulated=True)
        tables = Table.batch(2)
        Table.set(tables, 1, **setup.game.box(setup))
        states = Table.batch(games * ROUNDS_STORED)
        owner = np.zeros(len(states), np.int64)
        shares = np.zeros((games, MOST_SEATS))
        seed = self.seed * 100 + stage
        kept = watch(tables, self.sources, seed, games, self.policy, states, owner, shares)
        return states[:kept], shares[owner[:kept], : self.seats]

    def learn_worth(self, states: Any, wanted: Any, draws: np.random.Generator, epochs: int) -> float:
        """Fit the worth of money to wanted chances."""
        x = np.zeros((len(wanted), self.seats, INPUTS))
        see_money(states, 0, x)
        parts = fitting.parted(self.worth, fitting.WORTH_SHAPES)
        loss = fitting.fit(fitting.worth_step, parts, x, wanted, epochs, draws)
        self.worth = fitting.flat(parts)
        return loss

    def stage(self, number: int) -> float:
        """Carry out a stage; returns its loss."""
        plan, kind = self.plan, self.plan.stages[number]
        draws = np.random.default_rng((self.seed, self.seats, number))
        aim_first(self.sources, self.seed * 1000 + number, self.seats)
        if kind == "games":
            self.worth = fitting.flat(fitting.fresh(fitting.WORTH_SHAPES, draws))
            self.policy = fitting.flat([0 * part for part in fitting.fresh(fitting.POLICY_SHAPES, draws)])
            states, wanted = self.games(number, plan.games)
            return self.learn_worth(states, wanted, draws, plan.epochs)
        states, _ = self.games(number, max(1, plan.games // 8))
        chosen = draws.choice(len(states), min(len(states), plan.staked if kind == "stakes" else plan.positions))
        if kind == "worth":
            wanted = np.zeros((len(chosen), self.seats))
            profiles = np.zeros((plan.profiles, MOST_SEATS), np.int64)
            look_ahead(states, chosen, self.worth, self.policy, self.sources, self.minds, profiles, wanted)
            return self.learn_worth(states[chosen], wanted, draws, plan.epochs * 5)
        x, values = np.zeros((len(chosen), SEEN)), np.zeros((len(chosen), STAKES))
        profiles = np.zeros((plan.stake_profiles, MOST_SEATS), np.int64)
        weigh_stakes(states, chosen, self.worth, self.policy, self.sources, self.minds, profiles, x, values)
        wanted = fitting.softmax(values / PATIENCE)
        parts = fitting.parted(self.policy, fitting.POLICY_SHAPES)
        if not self.policy.any():
            parts[0] = fitting.fresh(fitting.POLICY_SHAPES, draws)[0]
        loss = fitting.fit(fitting.policy_step, parts, x, wanted, 30, draws)
        self.policy = fitting.flat(parts)
        return loss


def save(path: Path, **arrays: Any) -> None:
    """Write arrays so that the file is either the old one or the new one, never half of it."""
    half = path.with_name(path.name + ".half.npz")
    np.savez_compressed(half, **arrays)
    half.replace(path)


def stage_of(seats: int, seed: int, plan: Plan, worth: Any, policy: Any, number: int) -> tuple[Any, Any, float]:
    """One stage for one number of seats: the weights after it, and its loss. It hangs on nothing but its arguments."""
    pupil = Pupil(seats, seed, plan, worth, policy)
    loss = pupil.stage(number)
    return pupil.worth, pupil.policy, loss


def train(
    seed: int, out: Path, progress: Callable[[float, str], None], quick: bool = False, each: Each = starmap
) -> None:
    """Write the weights file `out`; what is ready is kept in a file beside it until all is done.

    The numbers of seats do not need each other: `each` may carry them out at the same time.
    """
    plan = QUICK if quick else Plan()
    part = out.with_name(out.stem + ".part.npz")
    worth, policy = np.zeros((len(SEATS), SIZE)), np.zeros((len(SEATS), POLICY_SIZE))
    done = 0
    if part.exists():
        with np.load(part) as file:
            if int(file["seed"]) == seed and bool(file["quick"]) == quick:
                worth, policy, done = file["worth"], file["policy"], int(file["done"])
    steps = len(plan.stages) * len(SEATS)
    while done < steps:
        number, ready = divmod(done, len(SEATS))
        left = SEATS[ready:]
        tasks = [(seats, seed, plan, worth[seats - 2], policy[seats - 2], number) for seats in left]
        for seats, (new_worth, new_policy, loss) in zip(left, each(stage_of, tasks), strict=True):
            worth[seats - 2], policy[seats - 2] = new_worth, new_policy
            done += 1
            save(part, worth=worth, policy=policy, done=done, seed=seed, quick=quick)
            progress(done / steps, f"{plan.stages[number]}, {seats} seats: loss {loss:.4f}")
    save(out, worth=worth.astype(np.float32), policy=policy.astype(np.float32))
    part.unlink()
