"""The games one seat after the other (AEC)."""

from __future__ import annotations

from typing import Any

import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from brimstone.envs.checks import whole
from brimstone.envs.encoding import PASS
from brimstone.envs.pettingzoo.spaces import AtTable
from brimstone.envs.sitting import as_others_hear, ending, why_illegal
from brimstone.games.contract import OVER, Game


def env(game: str | Game, seats: int | None = None, **more: Any) -> Any:
    """A game for PettingZoo; the same as `raw_env`, but calls in a wrong order are refused."""
    return wrappers.OrderEnforcingWrapper(raw_env(game, seats, **more))


class raw_env(AtTable, AECEnv[str, Any, int]):  # type: ignore[misc]  # PettingZoo's name for it
    """A game whose seats act when they are asked.

    `masks` says where the legal actions are told: in the `observation` (a dict, as PettingZoo's own games have it) or
    in `info`. `reward` is `win` or `places`, see docs/lab.md. After `max_cycles` actions the game is cut off.
    """

    parallel = False

    def __init__(self, game: str | Game, seats: int | None = None, **more: Any) -> None:
        super().__init__(game, seats, **more)
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.row, self.mask = self.sitting.batch.obs[0], self.sitting.batch.masks[0]  # of who is asked
        self.passing = np.zeros(self.encoding.actions, np.int8)
        self.passing[PASS] = 1
        self.asked = OVER

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """The first game of a seed, or the next of the last one. `options` has nothing to say here."""
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.cycles = 0
        self._skip_agent_selection = None
        self.ask(self.sitting.restart(seed))
        if self.in_info:
            for agent, seat in self.seat_of.items():
                self.infos[agent] = {"action_mask": self.legal(seat)}

    def ask(self, seat: int) -> None:
        """It is this seat's turn."""
        self.asked = seat
        self.agent_selection = self.possible_agents[seat]

    def legal(self, seat: int) -> Any:
        """A seat's mask."""
        return self.mask.copy() if seat == self.asked else self.passing.copy()

    def step(self, action: int | None) -> None:
        """The action of the seat that is asked; None for one whose game is over."""
        agent = self.agent_selection
        if self.asked < 0:
            self._was_dead_step(action)
            return
        seat, action = self.asked, whole(action, "an action")
        asked = self.sitting.turn(seat, action)
        if asked >= 0:
            self.ask(asked)
            if self.in_info:
                self.infos[agent] = {"action_mask": self.passing.copy()}
                self.infos[self.agent_selection] = {"action_mask": self.mask.copy()}
            if self.max_cycles is not None:
                self.cycles += 1
                if self.cycles >= self.max_cycles:
                    self.end(self.truncations, {"reason": f"cut off after {self.cycles} actions"})
        elif asked == OVER:
            self.rewards = dict(zip(self.agents, map(float, self.sitting.settle()), strict=True))
            self.end(self.terminations, ending(self.sitting.state))
        else:
            self.rewards[agent] = -1.0
            why = why_illegal(self.encoding, self.sitting.state, seat, action)
            self.end(self.terminations, {"reason": as_others_hear(seat, why), "illegal": [agent]})
            self.infos[agent]["reason"] = str(why)

    def end(self, kind: dict[str, bool], told: dict[str, Any]) -> None:
        """Nobody is asked any more; all hear why."""
        self.asked = OVER
        for agent in self.agents:
            kind[agent] = True
            self.infos[agent] = dict(told, action_mask=self.passing.copy()) if self.in_info else dict(told)
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Any:
        """What a seat sees."""
        seat = self.seat_of[agent]
        if seat == self.asked:
            row, mask = self.row.copy(), self.mask.copy()
        else:
            self.sitting.look_around(0)
            row, mask = self.sitting.seats_obs[seat].copy(), self.passing.copy()
        return row if self.in_info else {"observation": row, "action_mask": mask}

    def state(self) -> Any:
        """What all seats see, one after the other: more than any of them may know."""
        self.sitting.look_around(0)
        return self.sitting.seats_obs.ravel().copy()
