"""What lies over the table for a moment: help, rules, the story so far, a question."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

HELP = """[b]Choosing[/b]
  ↑ ↓ and Enter      walk the moves and make one
  the key beside it  makes a move at once
  a number, Enter    the card, place or stake you mean
  / and words        any move in words: / bet 120
  Esc                stop typing, or think again

[b]At any time[/b]
  c   ask the coach about your move; again hides it
  C   all that it says about it, on a page
  l   the whole story so far
  p   pauses between the others' moves: normal, calm, none
  r   the rules in short
  q   leave; the game is kept, and offered again next time
  Enter or space     skip a pause

Refused moves say why, with the paragraph of the rules."""


class Page(ModalScreen[None]):
    """A text to read; the usual keys close it."""

    BINDINGS: ClassVar[list[Any]] = [
        Binding("escape,enter,space,q", "dismiss", "Back to the table"),
        Binding("up,k", "scroll(-1)", show=False),
        Binding("down,j", "scroll(1)", show=False),
        Binding("pageup", "scroll(-10)", show=False),
        Binding("pagedown", "scroll(10)", show=False),
    ]

    def __init__(self, title: str, text: str, *, markup: bool = False, at_end: bool = False) -> None:
        super().__init__()
        self.heading, self.text, self.markup, self.at_end = title, text, markup, at_end

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="page") as page:
            page.border_title = self.heading
            page.border_subtitle = "Esc goes back"
            yield Static(self.text, markup=self.markup)

    def on_mount(self) -> None:
        if self.at_end:
            self.query_one(VerticalScroll).scroll_end(animate=False)

    def action_scroll(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)


class Question(ModalScreen[bool]):
    """Yes or no."""

    BINDINGS: ClassVar[list[Any]] = [
        Binding("enter,y", "answer(True)", "Yes"),
        Binding("n,escape", "answer(False)", "No"),
    ]

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self.heading, self.text = title, text

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="page") as page:
            page.border_title = self.heading
            yield Static(self.text, markup=False)

    def action_answer(self, yes: bool) -> None:
        self.dismiss(yes)
