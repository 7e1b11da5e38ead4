"""Many games side by side, stepped in compiled code. Every environment is made of it; a single one is a batch of one.

Game number `game` of `seed` has the same chance in any batch, at any place, beside any others.
"""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from brimstone.bots.random import chooser
from brimstone.chance import aim, below, sources
from brimstone.compiling import GIVEN, put, row, rule, times
from brimstone.envs.encoding import Encoding, encoding_for, hot_weave, table_of, woven
from brimstone.games.bits import ONES, WITHIN
from brimstone.games.contract import CHANCE, OVER, Game, Setup

WHOEVER = -1  # the learner where every seat learns
FOUL = -3  # instead of who is asked next: beside CHANCE and OVER
REWARDS = ("win", "places")
BITS = 0x0102040810204080  # times this, eight bytes that are 0 or 1 have them as the bits of the highest byte
# What changes while games are played; all else of a batch is made again for a copy.
CARRIED = (
    "tables", "sources", "keys", "who", "ended", "fouls", "obs_stored", "masks_stored", "rewards", "gains", "places",
    "points",
)  # fmt: skip
FEW = 8  # words: so many are all looked at sooner than it is guessed at which to stop

actor = begin = choose = fill = mark = move_of = outcome = placing = play = view = ways = GIVEN
BLANK = VIEWED = GIVEN
advance = look = look_again = reopen = restart = settle = GIVEN

# --- woven for each game ---------------------------------------------------------------------------------------------


def advance_until_asked(t, r, robots, room):
    """Play chance and the seats of `robots` until somebody else is asked, or the game is over; who?"""
    who = actor(t)
    while who != OVER and (who == CHANCE or robots >> who & 1):
        play(t, outcome(t, below(r, ways(t))) if who == CHANCE else choose(t, who, room, r))
        who = actor(t)
    return who


def advance_at(t, r, robots, room):
    return advance(t, r, robots, room)


def reopen_at(ts, i, rs, box, keys):
    """The next game of this place's seed, before its first move."""
    put(ts, i, box, 0)
    begin(ts[i])
    aim(rs[i], keys[i, 0], keys[i, 1])
    keys[i, 1] += 1


def restart_from_box(ts, i, rs, box, keys, robots, room):
    """The next game of this place's seed, up to its first question; who is asked?"""
    reopen(ts, i, rs, box, keys)
    return advance(ts[i], rs[i], robots, room)


def look_from(ts, i, vs, seat, asked, obs, masks, j, room):
    """What a seat sees, and what it can do if it is asked, into the rows `j`."""
    if VIEWED:
        put(vs, 0, vs, 1)
        view(ts[i], seat, vs[0])
        v = vs[0]
    else:
        v = ts[i]
    fill(v, seat, obs, j)
    if BLANK or not asked:
        for k in range(masks.shape[1]):
            masks[j, k] = 0
    if asked:
        mark(v, seat, masks, j, room)
    else:
        masks[j, 0] = 1  # PASS, also where eight of them are one word


def settle_game(t, rewards, i, by_places, places, points):
    """What each seat gets at the end: from -1 to 1, all together 0."""
    placing(t, places[i], points[i])
    seats = t.seats
    if by_places:
        for seat in range(seats):
            ahead = 0
            for other in range(seats):
                ahead += (places[i, other] > places[i, seat]) - (places[i, other] < places[i, seat])
            rewards[i, seat] = ahead / (seats - 1)
    else:
        winners = 0
        for seat in range(seats):
            winners += places[i, seat] == 1
        for seat in range(seats):
            share = 1 / winners if places[i, seat] == 1 else 0.0
            rewards[i, seat] = (share * seats - 1) / (seats - 1)


def step_batch(
    ts, rs, vs, box, keys, who, ended, fouls, actions, obs, masks, flags, rewards, gains, final_obs, final_masks,
    final_who, final_rewards, room, places, points, learner, robots, by_places, same_step,
):  # fmt: skip
    """One action for each game of the batch, or its next beginning; how many have ended, and how many by a foul.

    `who` has the seat that is asked, whose row of `obs` it is; `flags` are the masks as single bytes; `places` and
    `points` are of games that have ended in this step by the rules, 0 elsewhere. Where games begin again in the same
    step, what is last to be seen of them goes to `final_obs` and so on.
    """
    ends = 0
    foul = 0
    for i in range(len(ts)):
        t = ts[i]
        seat = who[i]
        gains[i] = 0
        was_over = ended[i]
        if was_over:
            ended[i] = False
            fouls[i] = False
            for s in range(t.seats):
                rewards[i, s] = places[i, s] = points[i, s] = 0
        if was_over and not same_step:
            asked = restart(ts, i, rs, box, keys, robots, room)
        else:
            action = actions[i]
            if action < 0 or action >= flags.shape[1] or flags[i, action] == 0:
                fouls[i] = True
                foul += 1
                rewards[i, seat] = -1
                asked = OVER
            else:
                play(t, move_of(t.seats, seat, action))
                asked = advance(t, rs[i], robots, room)
                if asked == OVER:
                    settle(t, rewards, i, by_places, places, points)
            if asked == OVER:
                ended[i] = True
                ends += 1
                gains[i] = rewards[i, seat]
                if same_step:
                    look_again(ts, i, vs, seat, False, final_obs, final_masks, i, room)
                    final_who[i] = seat
                    for s in range(t.seats):
                        final_rewards[i, s] = rewards[i, s]
                        rewards[i, s] = 0
                    asked = restart(ts, i, rs, box, keys, robots, room)
        if asked != OVER:
            who[i] = asked
            seat = asked
        if learner < 0 or seat == learner:
            look(ts, i, vs, seat, asked != OVER, obs, masks, i, room)
    return ends, foul


def reset_batch(
    ts, rs, vs, box, keys, who, ended, fouls, rewards, places, points, chosen, obs, masks, room, learner, robots
):  # fmt: skip
    """Begin the next game at every chosen place."""
    for i in range(len(ts)):
        if chosen[i]:
            ended[i] = False
            fouls[i] = False
            for s in range(rewards.shape[1]):
                rewards[i, s] = places[i, s] = points[i, s] = 0
            who[i] = restart(ts, i, rs, box, keys, robots, room)
            if learner < 0 or who[i] == learner:
                look(ts, i, vs, who[i], True, obs, masks, i, room)


def turn_at(ts, rs, vs, obs, masks, flags, room, seat, action):
    """An action of the one that is asked, in a batch of one game; who is asked next? FOUL if it may not do that."""
    if action < 0 or action >= flags.shape[1] or flags[0, action] == 0:
        return FOUL
    play(ts[0], move_of(ts[0].seats, seat, action))
    asked = advance(ts[0], rs[0], 0, room)
    if asked != OVER:
        look(ts, 0, vs, asked, True, obs, masks, 0, room)
    return asked


def play_at(ts, i, rs, robots, room, move):
    """A legal move of the seat that is asked; who is asked next?"""
    play(ts[i], move)
    return advance(ts[i], rs[i], robots, room)


def look_around(ts, vs, asked, obs, masks, room):
    """What every seat sees of the first game, in a row for each, and what those of `asked` can do."""
    for seat in range(ts[0].seats):
        look(ts, 0, vs, seat, asked >> seat & 1 == 1, obs, masks, seat, room)


def restart_at(ts, i, rs, box, keys, robots, room):
    return restart(ts, i, rs, box, keys, robots, room)


def look_at(ts, i, vs, seat, asked, obs, masks, j, room):
    look(ts, i, vs, seat, asked, obs, masks, j, room)


def settle_at(ts, i, rewards, by_places, places, points):
    settle(ts[i], rewards, i, by_places, places, points)


@cache
def kernels(game: Game) -> Any:
    """Everything above for this game, compiled."""
    table = table_of(game)
    hot_look = woven(game, look_from, weaver=hot_weave, BLANK=table.blank, VIEWED=not table.reads_only_views)
    hot_advance = woven(game, advance_until_asked, weaver=hot_weave, choose=chooser(game))
    # Only the loop over a batch gets code of its own; to compile it again for every door would take half a minute.
    look = woven(game, look_at, look=hot_look)
    advance = woven(game, advance_at, advance=hot_advance)
    cold: dict[str, Any] = {"look": look, "advance": advance, "settle": woven(game, settle_game)}
    cold["reopen"] = woven(game, reopen_at)
    cold["restart"] = woven(game, restart_from_box, **cold)
    hot = cold | {"look": hot_look, "look_again": look, "advance": hot_advance}
    doors = (reset_batch, turn_at, play_at, look_around, restart_at, settle_at)
    made = {door.__name__: woven(game, door, **cold) for door in doors}
    return SimpleNamespace(look_at=look, reopen_at=cold["reopen"], step_batch=woven(game, step_batch, **hot), **made)


# --- for every game --------------------------------------------------------------------------------------------------


@rule
def pick(words, rs, actions):
    """A legal action for each row of masks, each as likely; `words` are the masks, eight to a word."""
    for i in range(len(words)):
        total = 0
        for k in range(words.shape[1]):
            total += times(words[i, k], ONES) >> 56 & 255
        left = below(rs[i], total)
        k = before = 0
        here = times(words[i, 0], ONES) >> 56 & 255
        if words.shape[1] <= FEW:
            for j in range(1, words.shape[1]):
                past = here <= left
                before = here if past else before
                k += past
                here += times(words[i, j], ONES) >> 56 & 255
        else:
            while here <= left:
                before = here
                k += 1
                here += times(words[i, k], ONES) >> 56 & 255
        actions[i] = 8 * k + WITHIN[8 * (times(words[i, k], BITS) >> 56 & 255) + left - before]


@rule
def aim_all(rs, seed):
    """Point the sources at the first draws of games 0, 1 … of a seed."""
    for i in range(len(rs)):
        aim(rs[i], seed, i)


class Batch:
    """Games side by side, and what is seen and can be done in each."""

    def __init__(self, setup: Setup, number: int, *, learner: int, robots: int, reward: str = "win") -> None:
        if reward not in REWARDS:
            raise ValueError(f"reward must be one of {', '.join(REWARDS)}, not {reward!r}")
        game = setup.game
        self.setup, self.number, self.learner, self.robots = setup, number, learner, robots
        self.encoding: Encoding = encoding_for(setup)
        self.by_places = reward == "places"
        self.kernels = kernels(game)
        self.tables, self.sources, self.views = game.table.batch(number), sources(number), game.table.batch(2)
        self.box = game.table.batch()
        game.table.set(self.box, **game.box(setup))
        self.keys = np.zeros((number, 2), np.int64)  # the seed of each place, and the number of its next game
        self.who = np.zeros(number, np.int64)
        self.ended, self.fouls = np.zeros(number, np.bool_), np.zeros(number, np.bool_)
        self.obs_stored, self.obs = self.encoding.rows(number)
        self.masks_stored, self.masks = self.encoding.masks(number)
        self.flags = self.masks_stored.view(np.int8)
        self.words = self.masks_stored.view(np.int64)
        self.rewards = np.zeros((number, setup.seats), np.float32)
        self.gains = np.zeros(number, np.float64)
        self.final_stored: Any = None
        self.places, self.points = np.zeros((2, number, setup.seats), np.int64)  # of games that have just ended
        self.final_who, self.final_rewards = np.zeros_like(self.who), np.zeros_like(self.rewards)
        self.room = row(game.most_moves)

    def aim(self, seeds: Any) -> None:
        """The next game at each place is the first of its seed."""
        self.keys[:, 0], self.keys[:, 1] = seeds, 0

    def reset(self, chosen: Any) -> None:
        """Begin the next game at every chosen place."""
        self.kernels.reset_batch(
            self.tables, self.sources, self.views, self.box, self.keys, self.who, self.ended, self.fouls, self.rewards,
            self.places, self.points, chosen, self.obs_stored, self.masks_stored, self.room, self.learner, self.robots,
        )  # fmt: skip

    def step(self, actions: Any, same_step: bool = False) -> tuple[int, int]:
        """An action at each place, or the next game where one has ended; how many have ended now, how many by fouls?

        With `same_step` the next game begins at once, and what is last to be seen of the old one is in `final_obs`,
        `final_masks`, `final_who` and `final_rewards`.
        """
        final, final_masks = self.obs_stored, self.masks_stored
        if same_step:
            self.open_final()
            final, final_masks = self.final_stored, self.final_masks_stored
        return self.kernels.step_batch(
            self.tables, self.sources, self.views, self.box, self.keys, self.who, self.ended, self.fouls, actions,
            self.obs_stored, self.masks_stored, self.flags, self.rewards, self.gains, final, final_masks,
            self.final_who, self.final_rewards, self.room, self.places, self.points, self.learner,
            self.robots, self.by_places, same_step,
        )  # fmt: skip

    def open_final(self) -> None:
        """Room for what is last seen of games that begin again in the same step."""
        if self.final_stored is None:
            self.final_stored, self.final_obs = self.encoding.rows(self.number)
            self.final_masks_stored, self.final_masks = self.encoding.masks(self.number)

    def carried(self) -> dict[str, Any]:
        """What has to be kept of the games, for `restore` in a batch made alike."""
        return {name: getattr(self, name).copy() for name in CARRIED}

    def restore(self, carried: dict[str, Any]) -> None:
        """Go on with the games of another batch."""
        for name in CARRIED:
            getattr(self, name)[:] = carried[name]
