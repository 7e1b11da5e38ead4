"""Bots at the table: each hears its seat's story and thinks in a thread; the table never waits for one."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor

import msgspec

from brimstone.bots import find as player_by_name
from brimstone.bots.player import Player, Seated
from brimstone.bots.random import RandomPlayer
from brimstone.fair import keyed
from brimstone.games.state import View
from brimstone.server.table import Table
from brimstone.server.turns import Turns

log = logging.getLogger("brimstone.bots")
EFFORT = {"master": 4.0}  # there is time at a table; lower levels are what they are by thinking little


class Heard(msgspec.Struct):
    """Of a step, the lines; none where there are none."""

    lines: list[str] = []


lines_of = msgspec.json.Decoder(Heard).decode


class Mind:
    """The bot that plays one seat, and how much of the seat's story it has heard."""

    def __init__(self, table: Table, seat: int, level: str) -> None:
        self.level = level
        seed = int(keyed(table.secret, f"bot {table.drawn_as} {seat + 1}")[:15], 16)
        effort = EFFORT.get(level.partition(":")[0], 1.0)
        self.player: Seated = player_by_name(table.setup.game, level, effort)(table.setup, seat, seed)
        self.stand_in = RandomPlayer(table.setup, seat, seed)
        self.heard = 0
        self.table, self.among_bots = table.id, among_bots(table)

    def news(self, table: Table) -> list[str]:
        """The lines its seat has been told since it was last asked."""
        self.among_bots = among_bots(table)
        story = table.story(self.player.seat)
        new, self.heard = story[self.heard :], len(story)
        return [line for step in new for line in lines_of(step).lines]

    def choose(self, lines: list[str], view: View) -> str:
        """What it does, in words; should it fail, anything legal: a game must not stop for that."""
        try:
            for line in lines:
                self.player.hear(line)
            return view.say(self.player.choose(view))
        except Exception:
            log.exception("the player %s of %s failed; a random move is made", self.level, view.setup.game.name)
            return view.say(self.stand_in.choose(view))


def among_bots(table: Table) -> bool:
    """Does nobody play here, so that no person waits for a bot's answer?"""
    return not any(chair.guest and not chair.plays for chair in table.chairs)


Advice = tuple[list[dict[str, object]], list[dict[str, object]]]


class Thinkers:
    """Threads for bots, and one for the coach, so that asking for advice holds up no bot; compiled code runs in them
    side by side. Tables think by turns, and those where nobody plays when no other wants to: else whoever opens many
    tables of slow bots and lets them play would slow the bots of all others.
    """

    def __init__(self, threads: int) -> None:
        self.threads, self.coach = ThreadPoolExecutor(threads, "mind"), ThreadPoolExecutor(1, "coach")
        self.turns, self.questions = Turns(threads), Turns(1)

    async def choose(self, mind: Mind, lines: list[str], view: View) -> str:
        async with self.turns.turn(mind.table, may_wait=mind.among_bots):
            return await asyncio.get_running_loop().run_in_executor(self.threads, mind.choose, lines, view)

    async def advise(self, mind: Mind, lines: list[str], view: View) -> Advice:
        async with self.questions.turn(mind.table):
            return await asyncio.get_running_loop().run_in_executor(self.coach, thought, mind, lines, view)

    def stop(self) -> None:
        for pool in (self.threads, self.coach):
            pool.shutdown(wait=True, cancel_futures=True)


def thought(mind: Mind, lines: list[str], view: View) -> Advice:
    """What a mind thinks of every move, and the facts behind it, as keys and numbers."""
    assert isinstance(mind.player, Player)
    for line in lines:
        mind.player.hear(line)
    found = mind.player.think(view)
    moves = [
        {
            "say": view.say(choice.move), "value": choice.value, "error": choice.error, "share": choice.share,
            "parts": dict(choice.parts),
        }
        for choice in found.choices
    ]  # fmt: skip
    facts: list[dict[str, object]] = [
        {"key": fact.key, "numbers": dict(fact.numbers), "move": None if fact.move is None else view.say(fact.move)}
        for fact in found.facts
    ]
    return moves, facts
