"""The table as a textual application: it draws looks, offers legal moves, and keeps the game going."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from rich.text import Text
from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Container, Vertical, VerticalScroll
from textual.theme import Theme
from textual.widgets import Footer, Static

from brimstone.games.contract import CHANCE, OVER, BadMove, Result
from brimstone.terminal.chooser import GRACE, Chooser, Offer, is_range, shortcuts
from brimstone.terminal.coach import advice, weights
from brimstone.terminal.scenes import Frame, Look, scene_of
from brimstone.terminal.scenes.look import ASH, BONE, BRASS, DEVIL, EMBER, beside
from brimstone.terminal.screens import HELP, Page, Question
from brimstone.terminal.sitting import YOU, Interrupted, Sitting, in_thread
from brimstone.terminal.widgets import Board, News

T = TypeVar("T")

PACES = {"normal": 0.9, "calm": 1.8, "none": 0.0}  # seconds that a common event rests
SLOW = 1.5  # seconds after which somebody who is asked for the first time is probably being compiled
MOST_HEARD = 60  # lines that a scene may look back
GO_ON = "\nEnter goes on with it, n begins a new game (the old one stays where it is)."


class TableApp(App[None]):
    """One game at one table."""

    CSS_PATH = "table.tcss"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (116, "-wide")]  # noqa: RUF012 (textual declares it like this)
    BINDINGS: ClassVar[list[Any]] = [
        Binding("c", "coach", "Coach"),
        Binding("C", "coach_page", show=False),
        Binding("r", "rules", "Rules"),
        Binding("l", "story", "Story"),
        Binding("p", "pace", "Pauses"),
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("q", "leave", "Leave"),
        Binding("enter,space", "skip", "Skip a pause", show=False),
        Binding("n", "again", "New game", show=False),
        Binding("ctrl+c", "leave", show=False, priority=True),
    ]

    def __init__(
        self,
        sitting: Sitting,
        file: Path,
        *,
        offer: Interrupted | None = None,
        coach: bool = False,
        pace: str = "normal",
    ) -> None:
        super().__init__()
        self.sitting, self.file, self.offer, self.coach_on, self.pace = sitting, file, offer, coach, pace
        self.setup = sitting.setup
        self.scene = scene_of(self.setup.game)
        self.said: list[Text] = []
        self.answer: asyncio.Future[int] | None = None
        self.skipped = asyncio.Event()
        self.coaching = False  # is the coach thinking?
        self.wants_coach = False
        self.advice: list[str] = []  # on the present decision
        self.asked: set[int] = set()  # seats whose player has thought before
        self.result: Result | None = None
        self.again = False

    # --- the room ---

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        with Container(id="table"):
            with VerticalScroll(id="middle", can_focus=False):
                yield Board(self.scene, id="board")
            with Vertical(id="news"):
                yield News(id="log")
                with VerticalScroll(id="coach", can_focus=False):
                    yield Static(id="advice")
            yield Chooser(id="chooser")
            yield Static(unfolded(self.scene.rules), id="rules", markup=False)
        yield Static(id="status")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        theme = Theme(
            name="brimstone", primary=self.scene.ink, accent=self.scene.ink, secondary=BRASS, foreground=BONE,
            background="#15120e", surface="#15120e", panel="#1e1914", warning=EMBER, error=EMBER, dark=True,
            variables={"footer-key-foreground": BRASS, "footer-background": "#1e1914"},
        )  # fmt: skip
        self.register_theme(theme)
        self.theme = "brimstone"
        self.query_one("#log").border_title = "what has happened"
        self.query_one("#coach").border_title = "coach"
        self.query_one("#rules").border_title = "the rules in short"
        self.query_one(Chooser).focus()
        self.query_one(Chooser).close()
        if threading.current_thread() is threading.main_thread():
            for name in (signal.SIGTERM, signal.SIGHUP):  # a closed window keeps the game, too
                asyncio.get_running_loop().add_signal_handler(name, self.action_leave)
        self.show_table()
        self.keep_playing()

    # --- the game ---

    @work(exclusive=True, group="game")
    async def keep_playing(self) -> None:
        if self.offer is not None:
            question = Question("An interrupted game", f"{self.offer.words}\n{GO_ON}")
            if await self.push_screen_wait(question):
                self.sitting, self.file, self.setup = self.offer.sitting, self.offer.file, self.offer.sitting.setup
        state = self.sitting.state
        self.tell(f"You sit down with {', '.join(self.sitting.record.names[1:])}.")
        await self.play_again()
        while state.actor != OVER:
            before, in_round, actor = self.look(), state.round, state.actor
            lines = self.sitting.play(await self.next_move(actor))
            if actor == YOU or (state.round != in_round and in_round):
                self.sitting.save(self.file)
            for frame in self.scene.tell(before, self.look(), lines):
                await self.show_frame(frame, before)
        self.finish()

    async def play_again(self) -> None:
        """The moves of an interrupted game, told at once."""
        for n, move in enumerate(self.sitting.past):
            before = self.look()
            lines = self.sitting.play(move)
            self.said += [
                self.sentence(said) for frame in self.scene.tell(before, self.look(), lines) for said in frame.said
            ]
            if n % 50 == 0:
                self.status(f"The story is told again … {n} of {len(self.sitting.past)}")
                await asyncio.sleep(0)
        if self.sitting.past:
            self.tell("The game goes on.", strong=True)

    async def next_move(self, actor: int) -> int:
        """The move of whoever is on turn."""
        if actor == CHANCE:
            return self.sitting.draw()
        if actor == YOU:
            return await self.my_move()
        view = self.sitting.state.view(actor)
        self.show_table()
        return await self.thought_of(actor, self.sitting.minds[actor].choosing(view))

    async def thought_of(self, seat: int, think: Callable[[], T]) -> T:
        """What a player thinks up in its thread, while the screen says who is thinking."""
        who = "The coach" if seat == YOU else self.look().name(seat)
        thinking = in_thread(think)
        if seat != YOU:
            self.status(f"{who} is thinking …")
        if seat not in self.asked:
            done, _ = await asyncio.wait([thinking], timeout=SLOW)
            if not done:
                self.status(f"{who} is thinking … (the first time, players are compiled: half a minute)")
        self.asked.add(seat)
        return await thinking

    async def my_move(self) -> int:
        """Offer the legal moves and wait for one."""
        moves = self.sitting.view().moves()
        look = self.look()
        words = [self.sitting.state.say(move) for move in moves]
        ranged = is_range(self.setup, moves)
        keys = [""] * len(moves) if ranged else shortcuts(words)
        offers = [
            Offer(move, said, "" if ranged else self.scene.gloss(look, move), key)
            for move, said, key in zip(moves, words, keys, strict=True)
        ]
        self.answer = asyncio.get_running_loop().create_future()
        self.query_one(Chooser).offer(offers, ranged, GRACE if PACES[self.pace] else 0)
        self.status("Your move.", "turn")
        self.wants_coach = self.coach_on
        if self.wants_coach:
            self.ask_coach()
        self.show_table()
        move = await self.answer
        self.answer, self.wants_coach, self.advice = None, False, []
        self.show_coach(False)
        self.query_one(Chooser).close()
        self.status("")
        return move

    async def show_frame(self, frame: Frame, before: Look) -> None:
        """Show and say something, and let it rest."""
        for sentence in frame.said:
            self.tell(sentence)
        if frame.status:
            self.status(frame.status)
        if frame.said or frame.rest:
            self.show_table(frame.shown, before)
        seconds = frame.rest * PACES[self.pace]
        if not seconds:
            await asyncio.sleep(0)
            return
        self.skipped.clear()
        try:
            await asyncio.wait_for(self.skipped.wait(), seconds)
        except TimeoutError:
            return

    def finish(self) -> None:
        """Say how it ended."""
        self.result = self.sitting.state.result()
        assert self.result is not None
        self.sitting.save(self.file)
        self.show_table()
        look = self.look()
        ranked = sorted(range(self.setup.seats), key=lambda seat: self.result.places[seat])  # type: ignore[union-attr]
        rows = [f"{self.result.places[s]}. {look.name(s):<10} {self.result.points[s]:>5}" for s in ranked]
        winners = [look.Name(seat) for seat in ranked if self.result.places[seat] == 1]
        verb = "wins" if len(winners) == 1 and winners != ["You"] else "win"
        self.tell(f"The game is over: {self.result.reason}. {' and '.join(winners)} {verb}!", strong=True)
        self.query_one(Chooser).close(rows)
        self.query_one(Chooser).border_title = "the end"
        self.status("The game is over. n plays another one, q leaves.", "turn")

    # --- the screen ---

    def look(self, shown: dict[str, Any] | None = None) -> Look:
        """What the person sees now."""
        view = self.sitting.view()
        choosing = self.answer is not None
        chooser = self.query_one(Chooser)
        return Look(
            setup=self.setup,
            names=self.sitting.record.names,
            me=YOU,
            shown=view.shown() if shown is None else shown,
            board=self.setup.game.board(view),
            actor=self.sitting.state.actor,
            picked=chooser.offers[chooser.at].move if choosing and chooser.offers else None,
            legal=frozenset(offer.move for offer in chooser.offers) if choosing else frozenset(),
            heard=self.sitting.story[-MOST_HEARD:],
        )

    def show_table(self, shown: dict[str, Any] | None = None, before: Look | None = None) -> None:
        look = self.look(shown)
        if shown is not None and before is not None:  # a moment that has passed already
            look = Look(look.setup, look.names, look.me, shown, before.board, before.actor, heard=look.heard)
        self.query_one(Board).show_look(look)
        title = beside(
            (f" {DEVIL} {self.setup.game.title} ", f"bold #15120e on {self.scene.ink}"),
            (f"  round {look.shown.get('round', self.sitting.state.round)}", "bold"),
            (f"   seat {YOU + 1} of {self.setup.seats}   pauses: {self.pace}", ASH),
            (f"   coach: {'on' if self.coach_on else 'c'}" if self.sitting.coach else "", ASH),
        )
        self.query_one("#title", Static).update(title)

    def tell(self, sentence: str, strong: bool = False) -> None:
        """A sentence for the log."""
        self.said.append(self.sentence(sentence, strong))
        self.query_one(News).said = self.said
        self.query_one(News).refresh()

    def sentence(self, words: str, strong: bool = False) -> Text:
        """A sentence in its ink: what is big is also marked by its first sign."""
        big = strong or words.startswith((DEVIL, "→", "✗"))
        return Text(words, f"bold {self.scene.ink}" if big else BONE)

    def status(self, words: str, kind: str = "") -> None:
        line = self.query_one("#status", Static)
        line.set_classes(kind)
        mark = {"turn": "▶ ", "refused": "✗ "}.get(kind, "  ")
        line.update(Text(f"{mark}{words}" if words else "", no_wrap=True, overflow="ellipsis"))

    # --- what is chosen ---

    def on_chooser_chosen(self, message: Chooser.Chosen) -> None:
        if self.answer and not self.answer.done():
            self.answer.set_result(message.move)

    def on_chooser_typed(self, message: Chooser.Typed) -> None:
        """Words: a move, or the reason why not."""
        if self.answer is None or self.answer.done():
            return
        state = self.sitting.state
        try:
            move = state.read(message.words)
            state.copy().play(move)
        except BadMove as refused:
            cited = f" ({refused.paragraph})" if refused.paragraph else ""
            self.status(f"{refused.reason}{cited}.", "refused")
            self.tell(f"✗ {refused}")
        else:
            self.answer.set_result(move)

    def on_chooser_moved(self, _message: Chooser.Moved) -> None:
        if self.answer is not None:
            self.show_table()

    # --- the coach ---

    @work(exclusive=False, group="coach")
    async def ask_coach(self) -> None:
        """Show the coach's thoughts on the present decision; one question at a time."""
        coach = self.sitting.coach
        if coach is None or self.coaching:
            return
        self.coaching = True
        try:
            while self.wants_coach and self.answer is not None:
                decision = self.answer
                self.show_advice(["The coach is thinking …"])
                thought = await self.thought_of(YOU, coach.thinking(self.sitting.view()))
                if self.answer is decision and self.wants_coach:
                    self.show_advice(advice(thought, self.setup))
                    self.query_one(Chooser).weigh(weights(thought))
                    self.status("Your move.", "turn")
                    break
        finally:
            self.coaching = False

    def show_advice(self, lines: Sequence[str]) -> None:
        self.advice = list(lines)
        self.query_one("#advice", Static).update(Text("\n".join(lines)))
        self.show_coach(True)

    def show_coach(self, there: bool) -> None:
        """The coach beside the story; where there is little room, instead of it."""
        self.query_one("#coach").display = there
        self.query_one("#news").set_class(there, "coached")

    # --- keys ---

    def action_coach(self) -> None:
        if self.sitting.coach is None:
            self.status(f"No coach knows {self.setup.game.title}.", "refused")
        elif self.answer is None:
            self.status("The coach speaks when it is your move.", "refused")
        elif self.wants_coach:
            self.wants_coach = False
            self.show_coach(False)
            self.query_one(Chooser).weigh({})
        else:
            self.wants_coach = True
            self.ask_coach()

    def action_coach_page(self) -> None:
        if self.wants_coach and self.advice:
            self.push_screen(Page("The coach", "\n\n".join(self.advice)))
        else:
            self.action_coach()

    def action_rules(self) -> None:
        self.push_screen(Page(f"{self.setup.game.title}: the rules in short", unfolded(self.scene.rules)))

    def action_help(self) -> None:
        self.push_screen(Page("Keys", HELP, markup=True))

    def action_story(self) -> None:
        self.push_screen(Page("The story so far", "\n".join(text.plain for text in self.said), at_end=True))

    def action_pace(self) -> None:
        names = list(PACES)
        self.pace = names[(names.index(self.pace) + 1) % len(names)]
        self.skipped.set()
        self.show_table()

    def action_skip(self) -> None:
        self.skipped.set()

    def action_again(self) -> None:
        if self.result is not None:
            self.again = True
            self.exit()

    def action_leave(self) -> None:
        self.exit()


def unfolded(text: str) -> str:
    """Paragraphs without the line ends of the source."""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))
