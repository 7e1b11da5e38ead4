"""What the table is made of: the board, and the news beside it."""

from __future__ import annotations

from rich.text import Text
from textual.geometry import Size
from textual.widget import Widget

from brimstone.terminal.scenes import Look, Scene

LEAST_WIDTH = 60  # columns for which tables are drawn


class Board(Widget):
    """What lies on the table."""

    def __init__(self, scene: Scene, id: str) -> None:
        super().__init__(id=id)
        self.scene = scene
        self.look: Look | None = None
        self.drawn: tuple[int, list[Text]] = (0, [])  # for which width

    def show_look(self, look: Look) -> None:
        """Draw this; everything is laid out anew only if it becomes taller or lower."""
        before, self.look, self.drawn = len(self.drawn[1]), look, (0, [])
        self.refresh(layout=len(self.lines(self.size.width)) != before)

    def lines(self, width: int) -> list[Text]:
        if self.look and self.drawn[0] != width:
            self.drawn = (width, self.scene.draw(self.look, max(width, LEAST_WIDTH)))
        return self.drawn[1]

    def get_content_height(self, _container: Size, _viewport: Size, width: int) -> int:
        return len(self.lines(width))

    def render(self) -> Text:
        return Text("\n").join(self.lines(self.size.width))


class News(Widget):
    """The last sentences of the story, as many as there is room for."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.said: list[Text] = []

    def render(self) -> Text:
        width, height = self.size
        lines: list[Text] = []
        for sentence in reversed(self.said):
            if len(lines) >= height:
                break
            lines[:0] = sentence.wrap(self.app.console, max(width, 8))
        return Text("\n").join(lines[-height:] if height else [])
