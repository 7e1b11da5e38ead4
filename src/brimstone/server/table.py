"""A table: what its log's entries add up to, and what every audience is told of them.

Pure: no clock, no files, no sockets. The same entries give the same table, the same stories, byte for byte. `wishes`
says which entries a wish leads to. Seats count from 0 here, and from 1 in steps.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec

from brimstone.fair import Chain, Stream, promise_of, seal_of, seal_salt
from brimstone.games.contract import CHANCE, OVER, PUBLIC, Setup
from brimstone.games.state import State, ready
from brimstone.record import by_in_words
from brimstone.server import entries, steps
from brimstone.server.chairs import Chair
from brimstone.server.clock import Watch
from brimstone.server.words import words_of
from brimstone.verify import heading, terms_of

Phase = Literal["lobby", "salting", "playing", "finished", "closed"]
SUBSTITUTE = "club"  # the published strength of whoever plays for somebody who is away
LESSON = "lesson"  # the name by which every lesson draws


class Table:
    """The present state of one table."""

    def __init__(self, name: str, secret: str) -> None:
        self.id, self.secret, self.n = name, secret, 0
        self.phase: Phase = "lobby"
        self.host = 0
        self.paused = False
        self.running = False  # there is a game, perhaps one that has ended
        self.round = 0
        self.actor = OVER  # the seat that moves, or CHANCE
        self.done: dict[tuple[int, str], int] = {}  # wishes that were met, by guest and key
        self.seals: dict[int, entries.Sealed] = {}
        self.asked: dict[int, int] = {}  # seats that may decide: the version of their story that says so
        self.offers: dict[int, list[str]] = {}  # what they may do, as far as somebody wanted to know
        self.screens: dict[int, msgspec.Raw] = {}  # what seats see of the game as it is now, likewise
        self.advised: dict[tuple[int, str], int] = {}  # questions to the coach: moves before them
        self.moves: list[int] = []
        self.draws = 0
        self.notes: dict[int, list[str]] = {}  # by seat, for the record
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
        """Take in the next entry of the log."""
        self.n += 1
        if entry.key:
            self.done[entry.guest, entry.key] = self.n
        phase, paused = self.phase, self.paused
        MEANING[type(entry)](self, entry, at)
        if self.phase != phase:
            self.phased = self.versions()
        if self.paused != paused:
            self.stopped = self.versions()
        self.changes += type(entry) not in PLAY
        if self.phase == "playing" and self.watch.ticks:
            self.watch.decide(self.deciders(), at)

    def versions(self) -> list[int]:
        """How long each story is by now."""
        return [len(story) for story in self.stories]

    def tell(self, step: steps.Step) -> None:
        """Tell everybody."""
        said = steps.encode(step)
        for story in self.stories:
            story.append(said)

    def opened(self, entry: entries.Opened, at: int) -> None:
        terms = self.terms = entry.terms
        self.words = words_of(terms)
        self.setup: Setup = self.words.setup
        self.host, self.given = entry.guest, entry.given
        self.chairs = [Chair() for _ in range(terms.seats)]
        self.stories: list[list[bytes]] = [[] for _ in range(terms.seats + 1)]
        self.phased = self.versions()  # that say in which phase the table is,
        self.stopped = self.versions()  # and whether the game is paused
        self.watch = Watch(terms.clock, terms.seats)
        self.tell(steps.OpenedStep(promise=entry.promise))

    def sat(self, entry: entries.Sat, at: int) -> None:
        chair = self.chairs[entry.seat]
        if self.phase == "playing":
            chair.claimed = entry.guest
            self.tell(steps.ClaimedStep(seat=entry.seat + 1, guest=entry.guest))
            return
        self.chairs[entry.seat] = Chair(guest=entry.guest, promise=entry.promise)
        self.tell(steps.SatStep(seat=entry.seat + 1, guest=entry.guest))

    def rose(self, entry: entries.Rose, at: int) -> None:
        if self.phase == "lobby":
            self.chairs[entry.seat] = Chair()
        self.chairs[entry.seat].claimed = 0
        self.tell(steps.RoseStep(seat=entry.seat + 1))

    def bot(self, entry: entries.Bot, at: int) -> None:
        self.chairs[entry.seat] = Chair(level=entry.level)
        self.tell(steps.BotStep(seat=entry.seat + 1, level=entry.level))

    def begun(self, entry: entries.Begun, at: int) -> None:
        self.phase = "salting"
        self.tell(steps.BegunStep(seats=[seat + 1 for seat in self.salters()]))

    def salted(self, entry: entries.Salted, at: int) -> None:
        self.chairs[entry.seat].salt = entry.salt
        self.tell(steps.SaltedStep(seat=entry.seat + 1, salt=entry.salt))

    def started(self, entry: entries.Started, at: int) -> None:
        without = [seat + 1 for seat in self.salters()]
        self.phase, self.running = "playing", True
        self.state: State = ready(self.setup)
        salts = {seat + 1: chair.salt for seat, chair in enumerate(self.chairs) if chair.salt}
        self.stream = Stream(self.secret, self.drawn_as, salts)
        told = self.nothing_told()
        before = [self.play(say, told) for say in self.given]
        self.draws = 0  # those before were not this table's
        self.chain = Chain(self.secret, self.id, self.heading(before))
        self.tell(steps.StartedStep(head=self.chain.head, without=without))
        if before:
            self.after(told, by="before")
        else:
            self.ask()

    def heading(self, before: Sequence[str]) -> str:
        """The beginning of the chain: what is played, from where on, and what was promised."""
        salted = [
            {"seat": seat, "promise": chair.promise, "salt": chair.salt}
            for seat, chair in enumerate(self.chairs, 1)
            if chair.salt
        ]
        return heading(terms_of(self.setup, before), promise_of(self.secret), salted)

    def sealed(self, entry: entries.Sealed, at: int) -> None:
        news = entry.seat not in self.seals
        self.seals[entry.seat] = entry
        said = steps.encode(steps.SealedStep(say=entry.say, hash=self.seal(entry)))
        self.story(entry.seat).append(said)
        if news:
            self.tell(steps.SealsStep(count=len(self.seals)))

    def seal(self, entry: entries.Sealed) -> str:
        """The hash of a secret choice."""
        return seal_of(seal_salt(self.secret, self.id, len(self.moves) - len(self.given), entry.seat + 1), entry.say)

    def bared(self, entry: entries.Bared, at: int) -> None:
        hashes = {seat + 1: self.seal(self.seals[seat]) for seat in sorted(self.seals)}
        self.chain.add("sealed: " + " ".join(f"{seat}={found}" for seat, found in hashes.items()))
        told = self.nothing_told()
        seals, self.seals = self.seals, {}
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
            self.note_substitute(entry.seat)
        chair.substitute, chair.left = entry.level, entry.left
        self.tell(steps.SubstituteStep(seat=entry.seat + 1, level=entry.level))
        chair.since = len(self.story(entry.seat))

    def note_substitute(self, seat: int) -> None:
        """For the record: who has played for this seat until now."""
        chair = self.chairs[seat]
        if chair.substitute and chair.substituted_at < len(self.moves):
            said = f"substitute {chair.substitute} from move {chair.substituted_at + 1} to {len(self.moves)}"
            self.notes.setdefault(seat, []).append(said)

    def coached(self, entry: entries.Coached, at: int) -> None:
        self.chairs[entry.seat].coached += 1
        self.advised[entry.guest, entry.key] = len(self.moves)
        self.tell(steps.CoachedStep(seat=entry.seat + 1))

    def conceded(self, entry: entries.Conceded, at: int) -> None:
        chair = self.chairs[entry.seat]
        if not chair.substitute:
            chair.substitute, chair.substituted_at = SUBSTITUTE, len(self.moves)
        chair.conceded = True
        self.notes.setdefault(entry.seat, []).append(f"conceded after move {len(self.moves)}")
        self.tell(steps.ConcededStep(seat=entry.seat + 1))

    def removed(self, entry: entries.Removed, at: int) -> None:
        seat = self.seat_of(entry.who)
        for chair in self.chairs:
            if chair.claimed == entry.who:
                chair.claimed = 0
        if seat >= 0 and self.phase == "lobby":
            self.chairs[seat] = Chair()
        elif seat >= 0 and self.phase == "salting":
            # Salts are known by now: nobody else may promise one for this game.
            self.chairs[seat] = Chair(level=SUBSTITUTE)
        elif seat >= 0 and self.phase == "playing":
            self.note_substitute(seat)
            self.notes.setdefault(seat, []).append(f"{SUBSTITUTE} from move {len(self.moves) + 1}")
            chair = self.chairs[seat]
            chair.guest, chair.level, chair.substitute, chair.left, chair.conceded = 0, SUBSTITUTE, "", False, False
        self.gone.add(entry.who)
        self.tell(steps.RemovedStep(guest=entry.who))

    def paused_(self, entry: entries.Paused, at: int) -> None:
        self.paused = True
        self.watch.stop(at)
        self.tell(steps.PausedStep())

    def resumed(self, entry: entries.Resumed, at: int) -> None:
        self.paused = False
        self.watch.go_on(at)
        self.tell(steps.ResumedStep())

    def waited(self, entry: entries.Waited, at: int) -> None:
        self.chairs[entry.seat].waited += entry.ms

    def woken(self, entry: entries.Woken, at: int) -> None:
        self.watch.forgive(at, entry.left)

    def revealed(self, entry: entries.Revealed, at: int) -> None:
        self.tell(steps.RevealedStep(secret=entry.secret))

    def closed(self, entry: entries.Closed, at: int) -> None:
        self.phase = "closed"
        self.tell(steps.ClosedStep(why=entry.why))

    def rematch(self, entry: entries.Rematch, at: int) -> None:
        self.next_table = entry.table
        self.tell(steps.RematchStep(table=entry.table))

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
        public, head = told[0], self.chain.head
        said = steps.encode(steps.ToldStep(lines=public, head=head, **more))
        for story, lines in zip(self.stories, told, strict=True):
            same = lines == public
            story.append(said if same else steps.encode(steps.ToldStep(lines=lines, head=head, **more)))
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
                self.notes.setdefault(seat, []).append(f"{chair.level} until move {len(self.moves)}")
                chair.guest, chair.claimed, chair.level, chair.waited = chair.claimed, 0, "", 0
                self.changes += 1
                self.tell(steps.SatStep(seat=seat + 1, guest=chair.guest))
                chair.since = len(self.story(seat))

    def end(self) -> None:
        """The game is over."""
        self.phase = "finished"
        self.changes += 1
        result = self.state.result()
        assert result is not None
        for seat, chair in enumerate(self.chairs):
            self.note_substitute(seat)
            if chair.coached:
                self.notes.setdefault(seat, []).append(f"coach {chair.coached} times")
        self.result = (list(result.places), list(result.points), result.reason)
        self.tell(steps.EndedStep(places=self.result[0], points=self.result[1], reason=result.reason))


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
