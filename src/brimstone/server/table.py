"""A table: what its log's entries add up to, and what every audience is told of them.

Pure: no clock, no files, no sockets. The same entries give the same table, the same stories, byte for byte. `wishes`
says which entries a wish leads to. Seats count from 0 here, and from 1 in steps.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from brimstone.fair import Chain, Stream
from brimstone.games import find
from brimstone.games.contract import CHANCE, OVER, PUBLIC, Setup
from brimstone.games.state import State, ready
from brimstone.record import by_in_words
from brimstone.server import entries, steps
from brimstone.server.chairs import Chair
from brimstone.server.chance import hash_of, heading_of
from brimstone.server.clock import Watch
from brimstone.server.messages import Refused
from brimstone.server.notes import Notes
from brimstone.server.possible import demand_possible
from brimstone.server.stories import Stories
from brimstone.server.words import words_of

Phase = Literal["lobby", "salting", "playing", "finished", "closed"]
OPEN = ("lobby", "salting", "playing")  # phases in which there is something left to happen
SUBSTITUTE = "club"  # the published strength of whoever plays for somebody who is away
LESSON = "lesson"  # the name by which every lesson draws


class Table:
    """The present state of one table."""

    def __init__(self, name: str, secret: str) -> None:
        self.id, self.secret = name, secret
        self.n: int = 0  # entries,
        self.at = 0  # and when the last one was made
        self.phase: Phase = "lobby"
        self.host = 0
        self.paused = False
        self.running = False  # there is a game, perhaps one that has ended
        self.round = 0
        self.actor: int = OVER  # the seat that moves, or CHANCE
        self.done: dict[tuple[int, str], int] = {}  # wishes that were met, by guest and key
        self.seals: dict[int, entries.Sealed] = {}
        self.opened_by: list[entries.Hand] = []  # who made the sealed choices that opened last
        self.sealed_at: dict[int, int] = {}  # by seat: the version of its story that tells of its seal
        self.asked: dict[int, int] = {}  # seats that may decide: the version of their story that says so
        self.offers: dict[int, list[str]] = {}  # what they may do, as far as somebody wanted to know
        self.screens: dict[int, msgspec.Raw] = {}  # what seats see of the game as it is now, likewise
        self.advised: dict[tuple[int, str], int] = {}  # questions to the coach: moves before them
        self.moves: list[int] = []
        self.draws = 0
        self.notes = Notes()
        self.gone: set[int] = set()  # guests who were removed
        self.next_table = ""
        self.changes = 0  # of who sits where, the phase and whatever else the roster shows
        self.result: tuple[list[int], list[int], str] | None = None

    # --- what it is --------------------------------------------------------------------------------------------------

    def seat_of(self, guest: int) -> int:
        """The seat of a guest; PUBLIC for one who watches."""
        if guest:
            for seat, chair in enumerate(self.chairs):
                if chair.guest == guest:
                    return seat
        return PUBLIC

    def story(self, seat: int) -> list[bytes]:
        """The steps told to a seat, or to the public."""
        return self.stories[seat + 1]

    def sealing(self) -> bool:
        """Do several choose at once, in secret?"""
        return len(self.asked) > 1

    def deciders(self) -> list[int]:
        """The seats the game waits for."""
        return [seat for seat in self.asked if seat not in self.seals] if self.phase == "playing" else []

    @property
    def alone(self) -> bool:
        """Is this a table for one person and bots: a lesson, or a game that goes on from another's middle?"""
        return self.terms.lesson or bool(self.given)

    @property
    def drawn_as(self) -> str:
        """The name that enters the draws and the bots' seeds."""
        return LESSON if self.terms.lesson else self.id

    def salters(self) -> list[int]:
        """The seats whose salts are missing; a lesson wants none."""
        if self.terms.lesson:
            return []
        return [seat for seat, chair in enumerate(self.chairs) if chair.promise and not chair.salt]

    def legal(self, seat: int) -> list[str]:
        """What a seat may do now, in words."""
        if self.phase != "playing" or seat not in self.asked:
            return []
        if seat not in self.offers:
            self.offers[seat] = list(map(self.words.say, self.state.legal(seat)))
        return self.offers[seat]

    def screen(self, seat: int) -> dict[str, Any] | None:
        """What a person in this seat sees, or whoever watches."""
        return self.state.view(seat).shown(self.terms.open_purses) if self.running else None

    def written_screen(self, seat: int) -> msgspec.Raw | None:
        """The same as JSON, written once for each game as it is: a seal changes no screen."""
        if self.running and seat not in self.screens:
            self.screens[seat] = msgspec.Raw(steps.encode(self.screen(seat)))
        return self.screens.get(seat)

    def due(self, seat: int) -> dict[int, int]:
        """When time is up, as a seat may know it: its own, and of who decides openly, when the bank begins.

        What others have in their bank would tell how long they took for choices that were secret.
        """
        if self.phase != "playing" or not self.watch.ticks:
            return {}
        own = {who: at for who, at in self.watch.due().items() if who == seat}
        return own if self.sealing() else self.watch.ends() | own

    # --- entries -----------------------------------------------------------------------------------------------------

    def apply(self, entry: entries.AnyEntry, at: int) -> None:
        """Take in the next entry of the log; raises Impossible."""
        demand_possible(self, entry)
        self.n, self.at = self.n + 1, at
        if entry.key:
            self.done[entry.guest, entry.key] = self.n
        phase, paused = self.phase, self.paused
        MEANING[type(entry)](self, entry, at)
        if self.phase != phase:
            self.phased = self.stories.versions()
        if self.paused != paused:
            self.stopped = self.stories.versions()
        self.changes += type(entry) not in PLAY
        if self.phase == "playing" and self.watch.ticks:
            self.watch.decide(self.deciders(), at)

    def seat_changed(self, seat: int) -> None:
        """Everybody has been told that somebody else has to do with a seat now."""
        self.chairs[seat].since = self.stories.versions()

    def opened(self, entry: entries.Opened, at: int) -> None:
        """Raises Refused where the game was played by other rules: nothing that follows would mean the same."""
        terms = self.terms = entry.terms
        version = find(terms.game).version
        if entry.rules != version:
            raise Refused("other_rules", rules=entry.rules, here=version)
        self.words = words_of(terms)
        self.setup: Setup = self.words.setup
        self.host, self.given = entry.guest, entry.given
        self.stories = Stories(terms.seats)
        self.chairs = [Chair(since=self.stories.versions()) for _ in range(terms.seats)]
        self.phased = self.stories.versions()  # that say in which phase the table is,
        self.stopped = self.stories.versions()  # and whether the game is paused
        self.watch = Watch(terms.clock, terms.seats)
        self.stories.tell(steps.OpenedStep(promise=entry.promise))

    def sat(self, entry: entries.Sat, at: int) -> None:
        chair = self.chairs[entry.seat]
        if self.phase == "playing":
            chair.claimed = entry.guest
            self.stories.tell(steps.ClaimedStep(seat=entry.seat + 1, guest=entry.guest))
        else:
            self.chairs[entry.seat] = Chair(guest=entry.guest, promise=entry.promise)
            self.stories.tell(steps.SatStep(seat=entry.seat + 1, guest=entry.guest))
        self.seat_changed(entry.seat)

    def rose(self, entry: entries.Rose, at: int) -> None:
        if self.phase == "lobby":
            self.chairs[entry.seat] = Chair()
        self.chairs[entry.seat].claimed = 0
        self.stories.tell(steps.RoseStep(seat=entry.seat + 1))
        self.seat_changed(entry.seat)

    def bot(self, entry: entries.Bot, at: int) -> None:
        self.chairs[entry.seat] = Chair(level=entry.level)
        self.stories.tell(steps.BotStep(seat=entry.seat + 1, level=entry.level))
        self.seat_changed(entry.seat)

    def begun(self, entry: entries.Begun, at: int) -> None:
        self.phase = "salting"
        self.stories.tell(steps.BegunStep(seats=[seat + 1 for seat in self.salters()]))

    def salted(self, entry: entries.Salted, at: int) -> None:
        self.chairs[entry.seat].salt = entry.salt
        self.stories.tell(steps.SaltedStep(seat=entry.seat + 1, salt=entry.salt))

    def started(self, entry: entries.Started, at: int) -> None:
        without = [seat + 1 for seat in self.salters()]
        self.phase, self.running = "playing", True
        self.state: State = ready(self.setup)
        salts = {seat + 1: chair.salt for seat, chair in enumerate(self.chairs) if chair.salt}
        self.stream = Stream(self.secret, self.drawn_as, salts)
        told = self.nothing_told()
        before = [self.play(say, told) for say in self.given]
        self.draws = 0  # those before were not this table's
        self.chain = Chain(self.secret, self.id, heading_of(self, before))
        self.stories.tell(steps.StartedStep(head=self.chain.head, without=without))
        if before:
            self.after(told, by="before")
        else:
            self.ask()

    def sealed(self, entry: entries.Sealed, at: int) -> None:
        news = entry.seat not in self.seals
        self.seals[entry.seat] = entry
        story = self.story(entry.seat)
        story.append(steps.encode(steps.SealedStep(say=entry.say, hash=hash_of(self, entry))))
        self.sealed_at[entry.seat] = len(story)
        if news:
            self.stories.tell(steps.SealsStep(count=len(self.seals)))

    def bared(self, entry: entries.Bared, at: int) -> None:
        hashes = {seat + 1: hash_of(self, self.seals[seat]) for seat in sorted(self.seals)}
        self.chain.add("sealed: " + " ".join(f"{seat}={found}" for seat, found in hashes.items()))
        told = self.nothing_told()
        seals, self.seals, self.sealed_at = self.seals, {}, {}
        self.opened_by = [seal.by for seal in seals.values()]
        for _ in range(len(seals)):
            self.advance(seals[self.state.actor].say, told)
        self.after(told, by="seals", hashes=hashes)

    def played(self, entry: entries.Played, at: int) -> None:
        told = self.nothing_told()
        self.advance(entry.say, told)
        self.after(told, by=entry.by, seat=entry.seat + 1, touch=entry.touch)

    def drew(self, entry: entries.Drew, at: int) -> None:
        told = self.nothing_told()
        for say in entry.says:
            self.advance(say, told)
        self.after(told, by="chance")

    def substitute(self, entry: entries.Substitute, at: int) -> None:
        chair = self.chairs[entry.seat]
        if entry.level and not chair.substitute:
            chair.substituted_at = len(self.moves)
        elif not entry.level:
            self.notes.substitute(entry.seat, chair, len(self.moves))
        chair.substitute, chair.left = entry.level, entry.left
        self.stories.tell(steps.SubstituteStep(seat=entry.seat + 1, level=entry.level))
        self.seat_changed(entry.seat)

    def coached(self, entry: entries.Coached, at: int) -> None:
        self.chairs[entry.seat].coached += 1
        self.advised[entry.guest, entry.key] = len(self.moves)
        self.stories.tell(steps.CoachedStep(seat=entry.seat + 1))

    def conceded(self, entry: entries.Conceded, at: int) -> None:
        chair = self.chairs[entry.seat]
        if not chair.substitute:
            chair.substitute, chair.substituted_at = SUBSTITUTE, len(self.moves)
        chair.conceded = True
        self.notes.add(entry.seat, f"conceded after move {len(self.moves)}")
        self.stories.tell(steps.ConcededStep(seat=entry.seat + 1))

    def removed(self, entry: entries.Removed, at: int) -> None:
        seat = self.seat_of(entry.who)
        theirs = [at for at, chair in enumerate(self.chairs) if entry.who in (chair.guest, chair.claimed)]
        for chair in self.chairs:
            if chair.claimed == entry.who:
                chair.claimed = 0
        if seat >= 0 and self.phase == "lobby":
            self.chairs[seat] = Chair()
        elif seat >= 0 and self.phase == "salting":
            # Salts are known by now: nobody else may promise one for this game.
            self.chairs[seat] = Chair(level=SUBSTITUTE)
        elif seat >= 0 and self.phase == "playing":
            chair = self.chairs[seat]
            self.notes.substitute(seat, chair, len(self.moves))
            self.notes.add(seat, f"{SUBSTITUTE} from move {len(self.moves) + 1}")
            chair.guest, chair.level, chair.substitute, chair.left, chair.conceded = 0, SUBSTITUTE, "", False, False
        self.gone.add(entry.who)
        self.stories.tell(steps.RemovedStep(guest=entry.who))
        for seat in theirs:
            self.seat_changed(seat)

    def paused_(self, entry: entries.Paused, at: int) -> None:
        self.paused = True
        self.watch.stop(at)
        self.stories.tell(steps.PausedStep())

    def resumed(self, entry: entries.Resumed, at: int) -> None:
        self.paused = False
        self.watch.go_on(at)
        self.stories.tell(steps.ResumedStep())

    def waited(self, entry: entries.Waited, at: int) -> None:
        self.chairs[entry.seat].waited += entry.ms

    def woken(self, entry: entries.Woken, at: int) -> None:
        self.watch.forgive(at, entry.left)

    def revealed(self, entry: entries.Revealed, at: int) -> None:
        self.stories.tell(steps.RevealedStep(secret=entry.secret))

    def closed(self, entry: entries.Closed, at: int) -> None:
        self.phase = "closed"
        self.stories.tell(steps.ClosedStep(why=entry.why))

    def rematch(self, entry: entries.Rematch, at: int) -> None:
        self.next_table = entry.table
        self.stories.tell(steps.RematchStep(table=entry.table))

    # --- the game ----------------------------------------------------------------------------------------------------

    def nothing_told(self) -> list[list[str]]:
        return [[] for _ in self.stories]

    def play(self, say: str, told: list[list[str]]) -> str:
        """A move or outcome: by the rules, to the listeners; its line in the record."""
        who = self.state.actor
        move = self.words.read(say)
        for lines, new in zip(told, self.state.tell(move), strict=True):
            lines.extend(new)
        self.moves.append(move)
        self.draws += who == CHANCE
        return f"{by_in_words(who)}: {say}"

    def advance(self, say: str, told: list[list[str]]) -> None:
        """A move or outcome of this table's own: into the chain too."""
        self.chain.add(self.play(say, told))

    def after(self, told: list[list[str]], **more: Any) -> None:
        """Tell what was done, and see who has to decide now."""
        self.stories.tell_each(told, head=self.chain.head, **more)
        self.hand_over()
        self.ask()
        if self.actor == OVER:
            self.end()

    def ask(self) -> None:
        """Who may decide now."""
        self.actor = self.state.actor
        self.asked = {seat: len(self.story(seat)) for seat in self.state.waiting} if self.actor >= 0 else {}
        self.offers, self.screens = {}, {}

    def hand_over(self) -> None:
        """At a new round, bots' seats go to those who asked for them."""
        if self.state.round == self.round:
            return
        self.round = self.state.round
        for seat, chair in enumerate(self.chairs):
            if chair.claimed:
                self.notes.add(seat, f"{chair.level} until move {len(self.moves)}")
                chair.guest, chair.claimed, chair.level, chair.waited = chair.claimed, 0, "", 0
                self.changes += 1
                self.stories.tell(steps.SatStep(seat=seat + 1, guest=chair.guest))
                self.seat_changed(seat)

    def end(self) -> None:
        """The game is over."""
        self.phase = "finished"
        self.changes += 1
        result = self.state.result()
        assert result is not None
        self.notes.end(self.chairs, len(self.moves))
        self.result = (list(result.places), list(result.points), result.reason)
        self.stories.tell(steps.EndedStep(places=self.result[0], points=self.result[1], reason=result.reason))


PLAY = (entries.Played, entries.Sealed, entries.Bared, entries.Drew, entries.Waited)  # the roster shows nothing of it

MEANING: dict[type, Callable[[Table, Any, int], None]] = {
    entries.Opened: Table.opened,
    entries.Sat: Table.sat,
    entries.Rose: Table.rose,
    entries.Bot: Table.bot,
    entries.Begun: Table.begun,
    entries.Salted: Table.salted,
    entries.Started: Table.started,
    entries.Waited: Table.waited,
    entries.Woken: Table.woken,
    entries.Sealed: Table.sealed,
    entries.Played: Table.played,
    entries.Bared: Table.bared,
    entries.Drew: Table.drew,
    entries.Substitute: Table.substitute,
    entries.Coached: Table.coached,
    entries.Conceded: Table.conceded,
    entries.Removed: Table.removed,
    entries.Paused: Table.paused_,
    entries.Resumed: Table.resumed,
    entries.Revealed: Table.revealed,
    entries.Closed: Table.closed,
    entries.Rematch: Table.rematch,
}
