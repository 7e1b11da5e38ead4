"""Self-play with a small PPO in plain NumPy: learn cards from nothing, then play against our own players.

    pip install 'brimstone[gymnasium]'
    python examples/ppo.py [--updates 40] [--against casual] [--games 200] [--seed 1]

Four copies of one policy sit at each of 1,024 tables of the vector environment. With `goal=1` a game is one round, so
all tables end together after 36 moves: one update. A seat's aim is to take fewer devils from now on than the others.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from brimstone.arena.report import Standing
from brimstone.arena.tournament import contest
from brimstone.bots.player import Choice, Player, Thought
from brimstone.envs.encoding import encoding_for
from brimstone.envs.gymnasium import TablesEnv
from brimstone.games import find
from brimstone.games.cards import DEVILS
from brimstone.games.contract import Setup
from brimstone.games.options import set_up
from brimstone.games.state import View

SEATS, TRICKS, TABLES = 4, 9, 1024
EPOCHS, PARTS = 3, 8  # how often a batch is gone through, in how many parts
FEATURES, HIDDEN, RATE = 19, 64, 3e-3
CLIP, ENTROPY, LAMBDA = 0.2, 0.01, 0.9  # how far from the old odds, what a mix is worth, how later tricks fade
MISSED = 64  # a card that cannot follow reaches farther than any that can (T4)
ENCODING = encoding_for(set_up(find("cards"), SEATS))
HIGH = ENCODING.bounds()[1].astype(np.float32)

# --- what the networks see, and what they are ------------------------------------------------------------------------


def reaches(cards: Any, led: Any, up: Any, down: Any) -> Any:
    """How far cards go from the lead, by the rule of who takes the trick."""
    missed = ((cards < led) & (up == 1)) | ((cards > led) & (down == 1))
    return np.abs(cards - led) + MISSED * missed


def look(obs: Any, mask: Any) -> tuple[Any, Any, Any]:
    """Every legal card of every row of observations: its row, its number, and what may matter about it."""
    part = {name: piece.astype(np.int64) for name, piece in ENCODING.parts(obs).items()}
    row, card = np.nonzero(mask)
    _, laid, led, up, down, pot, tricks, _ = part["table"].T
    mine = np.cumsum(part["hand"], axis=1)
    deck = (np.arange(56) > 0) & (np.arange(56) <= SEATS * TRICKS)
    others = np.cumsum(deck & (part["hand"] + part["seen"] == 0), axis=1)
    lying = part["trick"].T
    farthest = np.where(lying > 0, reaches(lying, led, up, down), 0).max(axis=0)
    reach = np.where(led[row] > 0, reaches(card, led[row], up[row], down[row]), 0)
    burden = part["hand"][:, :55] @ DEVILS
    columns = [
        *(laid[row] == k for k in range(SEATS)), up[row], down[row],
        (reach > farthest[row]) & (laid[row] > 0),  # as it lies, this card would take the trick
        reach >= MISSED, reach % MISSED / 18,
        np.abs(others[row, card] - others[row, led[row]]) * (led[row] > 0) / 9,  # unseen cards between it and the lead
        others[row, card] / 27, (others[row, -1] - others[row, card]) / 27,  # unseen cards below and above it
        (mine[row, card] - 1) / 9, (mine[row, -1] - mine[row, card]) / 9,  # my own
        card / 36, DEVILS[card] / 5, (burden[row] - DEVILS[card]) / 15,  # devils on it, and left in my hand
        pot[row] / 10, tricks[row] / TRICKS,
    ]  # fmt: skip
    return row, card, np.stack(columns, axis=1).astype(np.float32)


class Network:
    """One hidden layer, one number out, and Adam."""

    def __init__(self, inputs: int, dice: np.random.Generator) -> None:
        first = dice.normal(0, inputs**-0.5, (inputs, HIDDEN)).astype(np.float32)
        self.weights = [first, np.zeros(HIDDEN, np.float32), np.zeros(HIDDEN, np.float32), np.zeros(1, np.float32)]
        self.means, self.squares = ([np.zeros_like(weight) for weight in self.weights] for _ in range(2))
        self.steps = 0

    def __call__(self, x: Any) -> Any:
        """A number for each row."""
        w, b, v, c = self.weights
        self.x, self.hidden = x, np.maximum(x @ w + b, 0)
        return self.hidden @ v + c

    def learn(self, slope: Any, rate: float) -> None:
        """A step against the slope of the loss by each output of the last call."""
        back = np.outer(slope, self.weights[2]) * (self.hidden > 0)
        self.steps += 1
        for k, part in enumerate((self.x.T @ back, back.sum(axis=0), self.hidden.T @ slope, slope.sum(keepdims=True))):
            self.means[k] += 0.1 * (part - self.means[k])
            self.squares[k] += 0.01 * (part**2 - self.squares[k])
            mean, square = self.means[k] / (1 - 0.9**self.steps), self.squares[k] / (1 - 0.99**self.steps)
            self.weights[k] -= rate * mean / (np.sqrt(square) + 1e-8)


# --- learning --------------------------------------------------------------------------------------------------------


class Policy:
    """Which card to play, one score for each by the same network; and what a position is worth, for comparison."""

    def __init__(self, seed: int) -> None:
        self.dice = np.random.default_rng(seed)
        self.worth, self.score = Network(ENCODING.size, self.dice), Network(FEATURES, self.dice)

    def odds(self, obs: Any, mask: Any) -> tuple[Any, Any, Any]:
        """The logarithm of each card's probability in each row; then the rows and cards that are legal."""
        row, card, seen = look(obs, mask)
        odds = np.full(mask.shape, -np.inf, np.float32)
        odds[row, card] = self.score(seen)
        odds -= odds.max(axis=1, keepdims=True)
        return odds - np.log(np.exp(odds).sum(axis=1, keepdims=True)), row, card

    def learn(self, rate: float, obs: Any, mask: Any, played: Any, before: Any, gain: Any, value: Any) -> None:
        """A step of PPO: do again what went better than expected, but not too much at once."""
        rows = np.arange(len(obs))
        odds, row, card = self.odds(obs, mask)
        share, ratio = np.exp(odds), np.exp(odds[rows, played] - before)
        push = gain * ratio * np.where(gain > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        slope = share * push[:, None]
        slope[rows, played] -= push
        finite = np.where(mask, odds, 0)
        slope += ENTROPY * share * (finite - (share * finite).sum(axis=1, keepdims=True))
        self.score.learn(slope[row, card] / len(obs), rate)
        self.worth.learn((self.worth(obs / HIGH) - value) / len(obs), rate)


def rounds(policy: Policy, seed: int) -> Iterator[list[Any]]:
    """Batches of whole rounds, for ever: observation, mask, card, its log odds, advantage and value of every move."""
    tables = TablesEnv("cards", TABLES, SEATS, opponents=None, goal=1, autoreset_mode="SameStep")
    obs, info = tables.reset(seed=seed)
    while True:
        kept: list[tuple[Any, ...]] = []
        for _ in range(TRICKS * SEATS):
            odds, _, _ = policy.odds(obs, mask := info["action_mask"])
            played = (odds + policy.dice.gumbel(size=odds.shape)).argmax(axis=1)  # drawn by these odds
            taken = ENCODING.parts(obs)["taken"].astype(np.float32)
            lead = taken.sum(axis=1) / SEATS - taken[:, 0]  # how many devils fewer than the mean I have
            before, worth = odds[np.arange(TABLES), played], policy.worth(obs / HIGH)
            kept.append((obs, mask, played, before, lead, worth, info["seat"]))
            obs, _, _, _, info = tables.step(played)
        *moves, leads, values, seats = (np.concatenate(each) for each in zip(*kept))
        seats = seats.reshape(TRICKS, SEATS, TABLES)  # who was first, second … in each trick, at each table
        order = seats.argsort(axis=1)
        final = (info["points"].mean(axis=1) - info["points"].T)[None]
        lead = np.concatenate([np.take_along_axis(leads.reshape(order.shape), order, axis=1), final])
        value = np.concatenate([np.take_along_axis(values.reshape(order.shape), order, axis=1), 0 * final])
        gains = (np.diff(lead, axis=0) + np.diff(value, axis=0)).astype(np.float32)
        for k in reversed(range(TRICKS - 1)):  # generalised advantages: what comes later counts ever less
            gains[k] += LAMBDA * gains[k + 1]
        gain = np.take_along_axis(gains, seats, axis=1).ravel()
        yield [*moves, gain / gain.std(), gain + values]


def train(updates: int, seed: int = 1) -> Policy:
    """A policy that has learned from so many batches."""
    policy = Policy(seed)
    for update, batch in zip(range(updates), rounds(policy, seed)):
        for _ in range(EPOCHS):
            for part in np.array_split(policy.dice.permutation(len(batch[0])), PARTS):
                policy.learn(RATE * (1 - update / updates), *(each[part] for each in batch))
    return policy


# --- playing ---------------------------------------------------------------------------------------------------------


class Learned(Player):
    """Always the card that the policy finds best."""

    def __init__(self, policy: Policy, setup: Setup, seat: int, seed: int) -> None:
        super().__init__(setup, seat, seed)
        self.policy = policy

    def think(self, view: View) -> Thought:
        odds, _, _ = self.policy.odds(ENCODING.observe(view)[None], ENCODING.legal(view)[None])
        return Thought(tuple(Choice(card, 0.0, float(card == odds.argmax())) for card in view.moves()))


def match(policy: Policy, others: str, games: int, seed: int = 1) -> Standing:
    """One seat of the policy against three of another player, in the arena."""
    setup, us = set_up(find("cards"), SEATS), ("ppo", partial(Learned, policy))
    return contest(setup, [us, others], games, seed, workers=1).of("ppo")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--updates", type=int, default=40)
    parser.add_argument("--against", default="casual")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    found = match(train(asked.updates, asked.seed), asked.against, asked.games, asked.seed)
    print(f"against three {asked.against}: wins {found.win_share:.1%} ({found.low:.1%} to {found.high:.1%})")


if __name__ == "__main__":
    main()
