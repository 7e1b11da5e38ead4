"""The keeper of a room: lets bots move at a humane pace, minds thinking time, grace and salts that do not come."""

from __future__ import annotations

import asyncio
import functools
import logging
from typing import TYPE_CHECKING

from brimstone.server import unasked
from brimstone.server.entries import Hand
from brimstone.server.messages import Refused
from brimstone.server.minds import Mind
from brimstone.server.table import SUBSTITUTE

if TYPE_CHECKING:
    from brimstone.server.room import Room

log = logging.getLogger("brimstone.room")
PAUSE = {"calm": 1.4, "normal": 0.9, "quick": 0.4, "days": 0.9}  # seconds before a bot's answer is shown
GRACE = {"calm": 180.0, "normal": 120.0, "quick": 60.0}  # seconds that a game waits for who is away, all together
SALT_TIME = 20.0  # seconds for a salt of somebody who is there, perhaps on a slow machine
SALT_TIME_AWAY = 5.0  # of somebody who is not
NOTED = 10.0  # seconds of absence after which the log has them: a restart forgets no more
LITTLE = 1.0  # seconds of absence that wait for more of them before they are noted


class Keeper:
    """What happens in a room by itself."""

    def __init__(self, room: Room, pause: float | None) -> None:
        self.room, self.pause = room, pause
        self.minds: dict[int, Mind] = {}
        self.thinking: dict[int, asyncio.Task[None]] = {}
        self.alarm: asyncio.TimerHandle | None = None
        self.away_since: dict[int, float] = {}  # by seat: since when the game waits for its owner
        self.spent: dict[int, float] = {}  # by seat: seconds of that which the log has not yet
        self.salting_since: float | None = None
        self.ticking: asyncio.Task[None] | None = None

    def forget(self) -> None:
        """The table was read anew: bots hear their stories again."""
        self.minds.clear()

    def look(self) -> None:
        """Something has changed: see what is to be done now, and when to look again."""
        room, table = self.room, self.room.table
        if not room.attended() or not room.drives():
            self.rest()
            return
        deciders = table.deciders() if not table.paused else []
        self.count_absence(deciders)
        for seat in deciders:
            if table.chairs[seat].plays and seat not in self.thinking:
                self.ask(seat, table.chairs[seat].hand)
        if table.phase == "salting":
            self.salting_since = self.salting_since or room.house.time()
        else:
            self.salting_since = None
        self.set_alarm()

    def rest(self) -> None:
        """Nobody is here, or another process minds the table: no time runs in this one."""
        self.silence()
        self.count_absence([])
        self.salting_since = None

    def silence(self) -> None:
        """No alarm is set any more."""
        if self.alarm is not None:
            self.alarm.cancel()
            self.alarm = None

    def set_alarm(self) -> None:
        """Look again when the next time is up."""
        self.silence()
        absent = self.away_since or self.spent
        if self.salting_since is None and not absent and not self.room.table.watch.ticks:
            return  # the most frequent case: nothing will happen by itself
        waits = self.waits()
        if waits:
            loop = asyncio.get_running_loop()
            self.alarm = loop.call_later(max(0.01, min(waits)), self.ring)

    def waits(self) -> list[float]:
        """Seconds until each thing that will happen if nobody does anything."""
        house, table = self.room.house, self.room.table
        found = []
        if self.salting_since is not None:
            found.append(self.salting_since + self.salt_time() - house.time())
        if table.phase == "playing" and not table.paused:
            found += [
                (due - house.now()) / 1000
                for seat, due in table.watch.due().items()
                if not table.chairs[seat].plays and seat not in self.thinking
            ]
            found += [min(self.grace_left(seat), NOTED - self.spent_by(seat)) for seat in self.away_since]
            found += [0.0 for seat, spent in self.spent.items() if spent > LITTLE and seat not in self.away_since]
        return found

    def salt_time(self) -> float:
        """Seconds that a game's beginning waits for salts."""
        room, table = self.room, self.room.table
        ways = [room.here.get(table.chairs[seat].guest) for seat in table.salters()]
        return SALT_TIME_AWAY if room.knows_all and not {"here", "shaky"} & {*ways} else SALT_TIME

    def spent_by(self, seat: int) -> float:
        """Seconds that the game has waited for a seat and that the log has not yet."""
        now = self.room.house.time()
        return self.spent.get(seat, 0.0) + now - self.away_since.get(seat, now)

    def grace_left(self, seat: int) -> float:
        """Seconds that the game will still wait for a seat's owner."""
        table = self.room.table
        return GRACE[table.terms.pace] - table.chairs[seat].waited / 1000 - self.spent_by(seat)

    def count_absence(self, deciders: list[int]) -> None:
        """Whose absence the game waits for now."""
        room, table = self.room, self.room.table
        waiting = set()
        if table.terms.pace in GRACE and room.knows_all:
            for seat in deciders:
                chair = table.chairs[seat]
                if chair.guest and not chair.plays and room.here.get(chair.guest) in ("away", "left"):
                    waiting.add(seat)
        if not waiting and not self.away_since:
            return
        now = room.house.time()
        for seat in [seat for seat in self.away_since if seat not in waiting]:
            self.spent[seat] = self.spent_by(seat)
            del self.away_since[seat]
        for seat in waiting:
            self.away_since.setdefault(seat, now)

    def ring(self) -> None:
        if self.ticking is None:
            self.ticking = asyncio.create_task(self.tick())
            self.ticking.add_done_callback(self.ticked)

    def ticked(self, task: asyncio.Task[None]) -> None:
        self.ticking = None
        if not task.cancelled() and task.exception() is not None:
            log.error("a room's keeper failed", exc_info=task.exception())
        self.room.house.later(1.0 if task.cancelled() or task.exception() else 0.0, self.look)

    async def tick(self) -> None:
        """A time is up, or several."""
        room, house = self.room, self.room.house
        async with room.lock:
            await room.mended()
            if room.table.phase == "salting" and self.salting_since is not None:
                if house.time() - self.salting_since >= self.salt_time():
                    await room.do(unasked.start_without)
            elif room.table.phase == "playing" and not room.table.paused:
                await self.fill_in()
                for seat in room.table.deciders():
                    if seat not in self.thinking and unasked.is_due(room.table, house.now(), seat, "clock"):
                        self.ask(seat, "clock")

    async def fill_in(self) -> None:
        """Under the lock: note who is away, and let a substitute play for whoever was away for too long."""
        room, chairs, pace = self.room, self.room.table.chairs, self.room.table.terms.pace
        late = [(seat, chairs[seat].guest) for seat in self.away_since if self.grace_left(seat) <= 0]
        await self.note_absence()
        for seat, guest in late:
            grace = round(GRACE[pace] * 1000)
            await room.do(functools.partial(unasked.step_in, seat=seat, guest=guest, grace=grace))

    async def note_absence(self) -> None:
        """Under the lock: let the log have how long the game has waited for whom, also for those still away."""
        spent = {seat: self.spent_by(seat) for seat in {*self.spent, *self.away_since}}
        self.spent, self.away_since = {}, dict.fromkeys(self.away_since, self.room.house.time())
        ms = {seat: round(seconds * 1000) for seat, seconds in spent.items() if seconds >= 0.001}
        try:
            if ms:
                await self.room.do(functools.partial(unasked.wait, spent=ms))
        except BaseException:
            self.spent = {seat: self.spent.get(seat, 0.0) + seconds for seat, seconds in spent.items()}
            raise

    # --- bots --------------------------------------------------------------------------------------------------------

    def ask(self, seat: int, by: Hand) -> None:
        """Let the bot of a seat, or for this once a substitute, decide."""
        task = asyncio.create_task(self.decide(seat, by))
        self.thinking[seat] = task
        task.add_done_callback(functools.partial(self.decided, seat))

    def decided(self, seat: int, task: asyncio.Task[None]) -> None:
        self.thinking.pop(seat, None)
        failed = not task.cancelled() and task.exception() is not None
        if failed:
            log.error("a bot's turn failed", exc_info=task.exception())
        self.room.house.later(1.0 if failed else 0.0, self.look)

    async def decide(self, seat: int, by: Hand) -> None:
        """Think, and answer after a pause that depends on the pace alone: never on what the seat holds."""
        room, began = self.room, self.room.house.time()
        async with room.lock:
            await room.mended()
            table = room.table
            if not unasked.is_due(table, room.house.now(), seat, by):
                return
            mind = self.mind(seat, table.chairs[seat].plays or SUBSTITUTE)
            lines, view, moves = mind.news(table), table.state.view(seat), len(table.moves)
        say = await room.house.thinkers.choose(mind, lines, view)
        pause = PAUSE[table.terms.pace] if self.pause is None else self.pause
        spent = room.house.time() - began
        if by != "clock" and pause > 0:
            await asyncio.sleep(pause * (1 + spent // pause) - spent)
        async with room.lock:
            try:
                await room.do(functools.partial(unasked.decide, seat=seat, say=say, by=by, moves=moves))
            except Refused as refused:
                log.info("a bot's move was not taken: %s", refused.why)

    def mind(self, seat: int, level: str) -> Mind:
        found = self.minds.get(seat)
        if found is None or found.level != level:
            found = self.minds[seat] = Mind(self.room.table, seat, level)
        return found

    def stop(self) -> None:
        """Nothing happens by itself any more."""
        self.silence()
        for task in [*self.thinking.values(), *([self.ticking] if self.ticking else [])]:
            task.cancel()
