"""The games with all seats acting at once: bets are together; where one seat alone is asked, the others pass."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gymnasium.error import ResetNeeded
from pettingzoo import ParallelEnv

from brimstone.envs.batch import FOUL
from brimstone.envs.checks import BadCall, whole
from brimstone.envs.pettingzoo.spaces import AtTable
from brimstone.envs.sitting import as_others_hear, ending, why_illegal
from brimstone.games.contract import OVER, Game

Stepped = tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]


class parallel_env(AtTable, ParallelEnv[str, Any, int]):  # type: ignore[misc]  # PettingZoo's name for it
    """A game whose seats all act in every step, most of them by passing. The arguments are those of `raw_env`."""

    parallel = True

    def __init__(self, game: str | Game, seats: int | None = None, **more: Any) -> None:
        super().__init__(game, seats, **more)
        self.agents: list[str] = []

    def legal(self, seat: int) -> Any:
        """A seat's mask."""
        return self.sitting.seats_masks[seat]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """The first game of a seed, or the next of the last one. `options` has nothing to say here."""
        self.agents = self.possible_agents[:]
        self.cycles = 0
        self.asked = self.sitting.restart(seed)
        return self.looks(), self.told({})

    def step(self, actions: dict[str, int]) -> Stepped:
        """One action of every seat."""
        sitting, agents = self.sitting, self.agents
        chosen = self.chosen(actions)
        rewards, ended, cut = dict.fromkeys(agents, 0.0), False, False
        told: dict[str, Any] = {}
        own: dict[int, str] = {}
        illegal = [seat for seat, action in chosen.items() if not self.is_legal(seat, action)]
        if illegal:
            for seat in illegal:
                rewards[agents[seat]] = -1.0
            ended, self.asked = True, FOUL
            why = {seat: why_illegal(self.encoding, sitting.state, seat, chosen[seat]) for seat in illegal}
            told = {"reason": as_others_hear(illegal[0], why[illegal[0]]), "illegal": [agents[s] for s in illegal]}
            own = {seat: str(each) for seat, each in why.items()}
        else:
            self.play(chosen)
            self.cycles += 1
            if self.asked == OVER:
                rewards = dict(zip(agents, map(float, sitting.settle()), strict=True))
                ended, told = True, ending(sitting.state)
            elif self.max_cycles is not None and self.cycles >= self.max_cycles:
                cut, told["reason"] = True, f"cut off after {self.cycles} steps"
        looks, infos = self.looks(), self.told(told)
        for seat, reason in own.items():
            infos[agents[seat]]["reason"] = reason
        if ended or cut:
            self.agents = []
        return looks, rewards, dict.fromkeys(agents, ended), dict.fromkeys(agents, cut), infos

    def chosen(self, actions: Any) -> dict[int, int]:
        """What each seat does; raises ResetNeeded or BadCall."""
        if not self.agents:
            raise ResetNeeded("the game is over, or has not begun: call reset first")
        missing = [agent for agent in self.agents if not isinstance(actions, Mapping) or agent not in actions]
        if missing:
            raise BadCall(f"every agent needs an action in each step; there is none of {', '.join(missing)}.")
        return {seat: whole(actions[agent], "an action") for seat, agent in enumerate(self.agents)}

    def is_legal(self, seat: int, action: int) -> bool:
        """Can this seat do that now?"""
        return 0 <= action < self.encoding.actions and self.sitting.seats_masks[seat, action] == 1

    def play(self, chosen: dict[int, int]) -> None:
        """The actions of all that are asked together, in the order of the rules."""
        sitting, b = self.sitting, self.sitting.batch
        together = set(sitting.state.waiting)
        while self.asked in together:
            together.remove(self.asked)
            move = self.encoding.move(self.asked, chosen[self.asked])
            self.asked = int(b.kernels.play_at(b.tables, 0, b.sources, b.robots, b.room, move))

    def looks(self) -> dict[str, Any]:
        """What every seat sees."""
        sitting = self.sitting
        over = self.asked < 0
        sitting.look_around(0 if over else sum(1 << seat for seat in sitting.state.waiting))
        rows, masks = sitting.seats_obs.copy(), sitting.seats_masks.copy()
        if self.in_info:
            return dict(zip(self.agents, rows, strict=True))
        return {
            agent: {"observation": rows[seat], "action_mask": masks[seat]} for seat, agent in enumerate(self.agents)
        }

    def told(self, news: dict[str, Any]) -> dict[str, Any]:
        """What every seat is told besides."""
        if not self.in_info:
            return {agent: dict(news) for agent in self.agents}
        masks = self.sitting.seats_masks.copy()
        return {agent: dict(news, action_mask=masks[seat]) for seat, agent in enumerate(self.agents)}

    def state(self) -> Any:
        """What all seats see, one after the other: more than any of them may know."""
        return self.sitting.seats_obs.ravel().copy()
