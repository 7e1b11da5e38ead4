"""Who else sits at a learner's table: `random` is compiled with the rules, every other player is asked in Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from brimstone.bots import Maker
from brimstone.bots import find as find_player
from brimstone.bots.player import Player, Seated
from brimstone.bots.random import door
from brimstone.chance import below_at
from brimstone.envs.batch import WHOEVER, Batch
from brimstone.envs.checks import MOST_SEED
from brimstone.envs.sitting import state_of
from brimstone.games.contract import CHANCE, OVER, BadSetup, Setup
from brimstone.games.state import State

RANDOM = "random"


def table_for(setup: Setup, number: int, opponents: str | Sequence[str] | None, seat: int, reward: str) -> Batch:
    """Games of a learner against these opponents; None for every seat's move being a step."""
    if opponents is None:
        return Batch(setup, number, learner=WHOEVER, robots=0, reward=reward)
    if not 0 <= seat < setup.seats:
        raise BadSetup(f"there is no seat {seat + 1}", "", [f"seat 0 to {setup.seats - 1}"])
    names = [opponents] * (setup.seats - 1) if isinstance(opponents, str) else list(opponents)
    if len(names) != setup.seats - 1:
        raise BadSetup(f"{setup.seats} seats need {setup.seats - 1} opponents, not {len(names)}")
    seats = [(seat + 1 + k) % setup.seats for k in range(len(names))]  # clockwise from the learner
    robots = sum(1 << other for other, name in zip(seats, names, strict=True) if name == RANDOM)
    makers = {other: find_player(setup.game, name) for other, name in zip(seats, names, strict=True) if name != RANDOM}
    if makers:
        return Company(setup, number, learner=seat, robots=robots, reward=reward, makers=makers)
    return Batch(setup, number, learner=seat, robots=robots, reward=reward)


def listens(player: Seated) -> bool:
    """Does it do anything with what it hears?"""
    known: bool | None = getattr(player, "listens", None)  # where the class does not tell
    return type(player).hear is not Seated.hear if known is None else known


class Company(Batch):
    """Games in which some seats belong to players that are asked in Python. Chance and `random` draw the same numbers
    as in compiled games."""

    def __init__(
        self, setup: Setup, number: int, *, learner: int, robots: int, reward: str, makers: dict[int, Maker]
    ) -> None:
        super().__init__(setup, number, learner=learner, robots=robots, reward=reward)
        self.makers = makers
        self.states = [state_of(self, i) for i in range(number)]
        self.players: list[dict[int, Player]] = [{} for _ in range(number)]
        self.heard: list[list[tuple[int, str]]] = [[] for _ in range(number)]  # in this game: a seat and its line

    def reset(self, chosen: Any) -> None:
        """Begin the next game at every chosen place."""
        for i in range(self.number):
            if chosen[i]:
                self.begin(i)

    def begin(self, i: int) -> None:
        """The next game of this place's seed, with new players, up to the learner's first question."""
        self.ended[i] = self.fouls[i] = False
        self.rewards[i] = self.places[i] = self.points[i] = 0
        self.kernels.reopen_at(self.tables, i, self.sources, self.box, self.keys)
        self.seat_players(i)
        self.heard[i] = []
        self.go_on(i)
        self.look(i)

    def seat_players(self, i: int) -> None:
        """Players who have heard nothing yet, for the game that has begun."""
        seed, following = self.keys[i].tolist()
        own = seed + 7919 * (following - 1)
        self.players[i] = {seat: make(self.setup, seat, (own + seat) & MOST_SEED) for seat, make in self.makers.items()}

    def go_on(self, i: int) -> None:
        """Everybody but the learner does what they do until it is asked, or the game is over."""
        state = self.states[i]
        who = state.actor
        while who not in (OVER, self.learner):
            self.play(i, self.move_of(i, state, who))
            who = state.actor
        self.who[i] = self.learner

    def move_of(self, i: int, state: State, who: int) -> int:
        """What chance, `random` or a player does."""
        if who == CHANCE:
            k = below_at(self.sources, i, state.doors.ways_at(state.cells, 0))
            return int(state.doors.outcome_at(state.cells, 0, k))
        if who in self.players[i]:
            return self.players[i][who].choose(state.view(who))
        return int(door(self.setup.game)(state.cells, 0, who, self.room, self.sources, i))

    def play(self, i: int, move: int) -> None:
        """A move, told to all players that listen."""
        listeners = [(seat, player) for seat, player in self.players[i].items() if listens(player)]
        if not listeners:
            self.states[i].play(move)
            return
        told = self.states[i].tell(move)
        for seat, player in listeners:
            for line in told[seat + 1]:
                self.heard[i].append((seat, line))
                player.hear(line)

    def look(self, i: int) -> None:
        """What the learner sees and can do."""
        asked = self.states[i].actor == self.learner and not self.ended[i]
        self.look_into(i, asked, self.obs_stored, self.masks_stored)

    def look_into(self, i: int, asked: bool, obs: Any, masks: Any) -> None:
        self.kernels.look_at(self.tables, i, self.views, self.learner, asked, obs, masks, i, self.room)

    def step(self, actions: Any, same_step: bool = False) -> tuple[int, int]:
        """An action at each place, or the next game where one has ended; how many have ended now, how many by fouls?"""
        if same_step:
            self.open_final()
        for i in range(self.number):
            self.gains[i] = 0
            was_over = self.ended[i]
            self.ended[i] = self.fouls[i] = False
            if was_over:
                self.rewards[i] = self.places[i] = self.points[i] = 0
                if not same_step:
                    self.begin(i)
                    continue
            self.act(i, int(actions[i]))
            if self.ended[i] and same_step:
                self.look_into(i, False, self.final_stored, self.final_masks_stored)
                self.final_who[i], self.final_rewards[i] = self.learner, self.rewards[i]
                foul, places, points = self.fouls[i], self.places[i].copy(), self.points[i].copy()
                self.begin(i)
                self.ended[i], self.fouls[i], self.places[i], self.points[i] = True, foul, places, points
            else:
                self.look(i)
        return int(self.ended.sum()), int(self.fouls.sum())

    def act(self, i: int, action: int) -> None:
        """The learner's action, and all that follows."""
        if not 0 <= action < self.encoding.actions or self.masks[i, action] == 0:
            self.ended[i] = self.fouls[i] = True
            self.rewards[i, self.learner] = -1
        else:
            self.play(i, self.encoding.move(self.learner, action))
            self.go_on(i)
            if self.states[i].actor == OVER:
                self.ended[i] = True
                self.kernels.settle_at(self.tables, i, self.rewards, self.by_places, self.places, self.points)
                result = self.states[i].result()
                assert result is not None
                for player in self.players[i].values():
                    player.finish(result)
        self.gains[i] = self.rewards[i, self.learner]

    def carried(self) -> dict[str, Any]:
        """The same, and what players have heard."""
        return super().carried() | {"heard": [list(lines) for lines in self.heard]}

    def restore(self, carried: dict[str, Any]) -> None:
        """Go on with the games of another batch: its players hear their stories again."""
        super().restore(carried)
        self.heard = [list(lines) for lines in carried["heard"]]
        for i in range(self.number):
            if self.keys[i, 1]:
                self.seat_players(i)
                for seat, line in self.heard[i]:
                    self.players[i][seat].hear(line)
