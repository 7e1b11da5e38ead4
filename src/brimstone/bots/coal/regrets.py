"""Bets by regret matching: rounds are simulated, and every rational seat leans to the stakes it regrets not making.

All seats begin with what good players stake and what they themselves have shown. In every simulated round each seat
stakes by its present strategy, a seat of a simple mind as that mind does; then the thinker's stakes, and now and then
those of one rational opponent, are tried against what the others did. Stakes that fall behind drop out.
"""

from __future__ import annotations

import numpy as np

from brimstone.bots.coal.rounds import MINDS, RATIONAL, WIDTH
from brimstone.bots.coal.stakes import (
    STAKES,
    TRUST,
    guess_stake,
    open_round,
    pick,
    stake_of,
    usual_shares,
    value_bets,
    workspace,
)
from brimstone.bots.coal.yardsticks import theta, whole
from brimstone.compiling import constants, rule
from brimstone.games.coal import MOST_SEATS

MOST_OPTIONS = 40  # stakes a seat chooses from
HOLD = 0.2  # chance to win: regrets of about this size turn an opponent away from what it is known to stake
LEANING = 0.02  # and the thinker from what good players stake
ADAPTS = 0.3  # an opponent that is rational with less than this chance is not thought to adapt
TAKEN = 0.02  # an opponent does not consider stakes that it takes less often
KEPT = constants([8, 5])  # stakes that stay after every so many rounds
SPELL = 5  # rounds
FAINT = 0.4  # of the largest share: smaller ones are dropped in the end


@rule
def list_options(t, me, stakes, usual, shown, options, counts, regret):
    """Every seat's stakes, and regrets to begin with: in proportion to how often it is known to take them."""
    rule_of_thumb = theta(t)
    for seat in range(whole(t.seats)):
        if seat == me:
            counts[me] = len(stakes)
            for s in range(len(stakes)):
                options[me, s] = stakes[s]
        trusted = TRUST
        for k in range(STAKES):
            trusted += shown[seat, k]
        for k in range(STAKES):
            stake = stake_of(t, seat, k, rule_of_thumb)
            if seat == me:
                regret[me, nearest(options[me], counts[me], stake)] += LEANING * usual[me, k]
            else:
                at = counts[seat]
                if at > 0 and options[seat, at - 1] == stake:
                    at -= 1
                else:
                    options[seat, at] = stake
                    counts[seat] += 1
                regret[seat, at] += HOLD * trusted / TRUST * usual[seat, k]


@rule
def nearest(options, count, stake):
    """The index of the option that is nearest to a stake."""
    best = 0
    for k in range(1, count):
        if abs(options[k] - stake) < abs(options[best] - stake):
            best = k
    return best


@rule
def strategy(regret, count, dropped, out):
    """What regret matching plays: shares in proportion to the regrets, equal ones where there are none."""
    total = 0.0
    left = 0
    for k in range(count):
        out[k] = 0.0
        if not dropped[k]:
            left += 1
            out[k] = regret[k]
            total += regret[k]
    for k in range(count):
        if not dropped[k]:
            out[k] = out[k] / total if total > 0.0 else 1.0 / left


@rule
def add_regrets(values, count, dropped, shares, regret):
    """After a simulated round: how much better every option would have been than the strategy; never below nothing."""
    mean = 0.0
    total = 0.0
    for k in range(count):
        if not dropped[k]:
            mean += shares[k] * values[k]
            total += shares[k]
    for k in range(count):
        if not dropped[k]:
            regret[k] = max(0.0, regret[k] + values[k] - mean / total)


@rule
def drop_worst(gains, count, keep, dropped):
    """Keep only so many options, those that gained most so far."""
    for k in range(count):
        better = 0
        for other in range(count):
            if not dropped[other] and (gains[other] > gains[k] or (gains[other] == gains[k] and other < k)):
                better += 1
        if better >= keep:
            dropped[k] = 1


@rule
def drop_unusual(t, me, counts, regret, shares, dropped):
    """Opponents do not consider what they hardly ever stake."""
    for seat in range(whole(t.seats)):
        if seat != me:
            strategy(regret[seat], counts[seat], dropped[seat], shares[seat])
            for k in range(counts[seat]):
                dropped[seat, k] = 1 if shares[seat, k] < TAKEN else 0


@rule
def stake_all(t, me, minds, usual, options, counts, dropped, regret, r, shares, mind, bet):
    """Everybody stakes: by the present strategy, or as the simple mind that the seat may have."""
    for seat in range(whole(t.seats)):
        strategy(regret[seat], counts[seat], dropped[seat], shares[seat])
        mind[seat] = RATIONAL if seat == me else pick(minds[seat], MINDS, r)
        if mind[seat] == RATIONAL:
            bet[seat] = options[seat, pick(shares[seat], counts[seat], r)]
        else:
            bet[seat] = guess_stake(t, seat, mind[seat], minds[seat], usual[seat], r)


@rule
def try_options(t, seat, options, count, dropped, bet, room, minds, w, width, me, explain, found, values):
    """found[k]: the row of values had the seat staked its k-th option; values[k]: its own of them."""
    lands, thumbs, rows = room
    staked = bet[seat]
    for k in range(count):
        if not dropped[k]:
            bet[seat] = options[k]
            value_bets(t, bet, lands, thumbs, minds, w, width, me, explain, rows, found[k])
            values[k] = found[k, seat]
    bet[seat] = staked


@rule
def match_regrets(ts, me, stakes, minds, shown, w, p, rs, explain, out, tried, average):
    """Simulate as many rounds as `out` has room for.

    out[round, s]: the row of values if `me` stakes the s-th of `stakes`, for the first tried[s] rounds; average[s]: how
    often it does by its average strategy, later rounds counting more.
    """
    t = ts[0]
    n = whole(t.seats)
    room = workspace()
    options = np.zeros((MOST_SEATS, MOST_OPTIONS), np.int64)
    counts = np.zeros(MOST_SEATS, np.int64)
    dropped = np.zeros((MOST_SEATS, MOST_OPTIONS), np.int64)
    regret = np.zeros((MOST_SEATS, MOST_OPTIONS))
    shares = np.zeros((MOST_SEATS, MOST_OPTIONS))
    usual = np.zeros((MOST_SEATS, STAKES))
    mind = np.zeros(MOST_SEATS, np.int64)
    bet = np.zeros(MOST_SEATS, np.int64)
    found = np.zeros((MOST_OPTIONS, WIDTH))
    values = np.zeros(MOST_OPTIONS)
    gains = np.zeros(MOST_OPTIONS)
    width = open_round(t, room[0], room[1])
    usual_shares(t, shown, p, usual)
    list_options(t, me, stakes, usual, shown, options, counts, regret)
    drop_unusual(t, me, counts, regret, shares, dropped)
    for at in range(len(out)):
        if at % SPELL == 0 and 0 < at <= SPELL * len(KEPT):
            drop_worst(gains, counts[me], KEPT[at // SPELL - 1], dropped[me])
        stake_all(t, me, minds, usual, options, counts, dropped, regret, rs[0], shares, mind, bet)
        try_options(t, me, stakes, counts[me], dropped[me], bet, room, minds, w, width, me, explain, out[at], values)
        for s in range(counts[me]):
            average[s] += (at + 1) ** 2 * shares[me, s]
            tried[s] += 1 - dropped[me, s]
            gains[s] += values[s]
        add_regrets(values, counts[me], dropped[me], shares[me], regret[me])
        other = (me + 1 + at // 2 % (n - 1)) % n
        if at % 2 == 0 and mind[other] == RATIONAL and minds[other, RATIONAL] >= ADAPTS:
            gone = dropped[other]
            count = counts[other]
            try_options(t, other, options[other], count, gone, bet, room, minds, w, width, me, False, found, values)
            add_regrets(values, count, gone, shares[other], regret[other])
    clear_faint(average)


@rule
def clear_faint(average):
    """Shares that sum to 1, without those that are hardly ever taken."""
    most = 0.0
    for s in range(len(average)):
        most = max(most, average[s])
    total = 0.0
    for s in range(len(average)):
        if average[s] < FAINT * most:
            average[s] = 0.0
        total += average[s]
    for s in range(len(average)):
        average[s] /= total
