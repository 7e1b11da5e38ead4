"""Advice (rung 6): are stated chances true, and is the advised move one that a master makes?

    python proofs/advice.py [GAME …] [--games 60] [--seats 4] [--effort 1]

Masters play each other and say before every move what they think. What they stated is held to what came: the winning
chance of the move made to the result of the game, and the chance of a devil, a battle or a trick to what the next
piece, dice or cards did. Stated chances go into ten bins; the error is the bins' distance from the truth, weighed by
how much is in them. Luck alone makes such a distance too: what it would make of perfectly true chances stands beside
it, from the same games with the results drawn anew by what was stated.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from typing import Any, NamedTuple

import numpy as np

from brimstone.arena.match import Fate, shares
from brimstone.bots import find as player_by_name
from brimstone.bots.player import Player, Thought
from brimstone.games import NAMES, find
from brimstone.games.contract import CHANCE, OVER, Setup
from brimstone.games.options import set_up
from brimstone.games.state import State, ready

BINS = 10
RARE = 0.05  # share in the master's mix below which a move is not the master's
TRUE = 0.02  # the aim for stated chances
USUAL = 0.98  # and for advised moves that are in the mix
SOON = ("coal.devil", "dice.battle", "cards.take")  # facts that the next lines decide


class Claim(NamedTuple):
    """A chance stated about something that is soon decided."""

    seat: int
    key: str
    chance: float
    of: int  # place of the item


class Watch:
    """Games of masters, everything they state, and what came of it."""

    def __init__(self, setup: Setup, effort: float) -> None:
        self.setup, self.maker = setup, player_by_name(setup.game, "master", effort)
        self.stated: dict[str, list[tuple[float, float, int]]] = defaultdict(list)  # chance, what came, game
        self.asked = self.rare = 0

    def play(self, game: int) -> None:
        """One game."""
        state, fate, luck = ready(self.setup), Fate(1, game), np.random.default_rng(game)
        players = [self.maker(self.setup, seat, game) for seat in range(self.setup.seats)]
        values: list[tuple[int, float]] = []
        claims: list[Claim] = []
        while state.actor != OVER:
            move = fate.draw(state) if state.actor == CHANCE else self.decide(state, players, luck, values, claims)
            said, before = state.say(move), (state["open"], state["items"]) if self.setup.game.name == "dice" else None
            for player, told in zip(players, state.tell(move)[1:], strict=True):
                for line in told:
                    player.hear(line)
            claims = [claim for claim in claims if not self.settled(claim, state, said, before, game)]
        result = state.result()
        assert result is not None
        for seat, value in values:
            self.stated["winning"].append((value, shares(result)[seat], game))

    def decide(
        self, state: State, players: list[Player], luck: Any, values: list[tuple[int, float]], claims: list[Claim]
    ) -> int:
        """A master's move; what it stated is kept."""
        seat = state.actor
        thought = players[seat].think(state.view(seat))
        at = luck.choice(len(thought.choices), p=normal([choice.share for choice in thought.choices]))
        choice = thought.choices[at]
        if len(thought.choices) > 1:
            self.asked += 1
            self.rare += thought.best.share < RARE
            values.append((seat, choice.value))
        claims += claims_of(thought, seat, choice.move, state.say(choice.move))
        return choice.move

    def settled(self, claim: Claim, state: State, said: str, before: Any, game: int) -> bool:
        """Has the last move decided what was claimed? Then what came is kept."""
        came = None
        if claim.key == "coal.devil" and said.startswith(("coal", "devil")):
            came = said == "devil"
        elif claim.key == "cards.take" and state["laid"] == 0:
            if state["last_taker"] < 0:
                return True  # the round is over and the table swept
            came = state["last_taker"] == claim.seat
        elif claim.key == "dice.battle":
            kind = before[0][claim.of]
            if state["open"][claim.of] < 0:
                came = state["items"][claim.seat][kind] > before[1][claim.seat][kind]
        if came is None:
            return False
        self.stated[claim.key].append((claim.chance, float(came), game))
        return True


def normal(shares: list[float]) -> Any:
    return np.array(shares) / sum(shares)


def claims_of(thought: Thought, seat: int, move: int, said: str) -> list[Claim]:
    """The facts about the move that is made, as far as the next lines decide them."""
    return [
        Claim(seat, fact.key, float(fact.numbers["chance"]), int(fact.numbers.get("place", 0)) - 1)
        for fact in thought.facts
        if fact.key in SOON and (fact.move == move or (fact.key == "coal.devil" and said == "draw"))
    ]


def error(chance: Any, came: Any) -> float:
    """The bins' mean distance between what was stated and what came."""
    bins = np.minimum((chance * BINS).astype(int), BINS - 1)
    apart = [abs(chance[bins == b].sum() - came[bins == b].sum()) for b in range(BINS)]
    return float(sum(apart) / len(chance))


def by_luck(chance: Any, games: Any, draws: int = 200) -> float:
    """The error of perfectly true chances, on average: one throw of luck a game, as their results hang together."""
    luck = np.random.default_rng(1)
    number = np.unique(games, return_inverse=True)[1]
    thrown = luck.random((draws, number.max() + 1))
    return float(np.mean([error(chance, (thrown[k][number] < chance).astype(float)) for k in range(draws)]))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", metavar="GAME", nargs="*", default=NAMES)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--effort", type=float, default=1.0)
    asked = parser.parse_args()
    missed = 0
    for game in asked.names:
        watch = Watch(set_up(find(game), asked.seats, simulated=True), asked.effort)
        for number in range(asked.games):
            watch.play(number)
        for key, stated in watch.stated.items():
            chance, came, games = (np.array(column) for column in zip(*stated, strict=True))
            groups = games if key == "winning" else np.arange(len(games))
            off, luck = error(chance, came), by_luck(chance, groups)
            reached = off <= max(TRUE, luck)
            missed += not reached
            print(
                f"{game:<6} {key:<12} {len(chance):6} stated in {asked.games} games: off by {off:.3f}, luck alone"
                f" {luck:.3f}; on average {chance.mean():.3f} stated, {came.mean():.3f} came;"
                f" aim {TRUE}: {'reached' if reached else 'NOT reached'}",
                flush=True,
            )
        usual = 1 - watch.rare / max(1, watch.asked)
        missed += usual < USUAL
        print(
            f"{game:<6} the advised move has at least {RARE:.0%} in the mix in {usual:.1%} of {watch.asked} decisions;"
            f" aim {USUAL:.0%}: {'reached' if usual >= USUAL else 'NOT reached'}",
            flush=True,
        )
    return min(missed, 1)


if __name__ == "__main__":
    raise SystemExit(main())
