"""A table as text, and the text as a picture."""

from __future__ import annotations

import textwrap
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from brimstone.games.contract import PUBLIC
from brimstone.games.state import State

WIDE, HIGH = 960, 400  # pixels
COLUMNS, LEADING = 92, 24
NIGHT, BONE, EMBER = (20, 16, 14), (239, 230, 213), (240, 138, 60)


def board(state: State) -> str:
    """The table as somebody sees it who only watches."""
    game, view = state.setup.game, state.view(PUBLIC)
    asked = state.waiting
    whose = f"seat {', '.join(str(seat + 1) for seat in asked)} to move" if asked else "over"
    return "\n".join([f"{game.title}, round {state.round}, {whose}", *game.board(view)])


@cache
def font() -> Any:
    """DejaVu Sans Mono, as Matplotlib brings it along."""
    import matplotlib
    from PIL import ImageFont

    return ImageFont.truetype(str(Path(matplotlib.get_data_path(), "fonts/ttf/DejaVuSansMono.ttf")), 16)


def painted(text: str) -> Any:
    """Text as pixels, HIGH x WIDE x 3; the first line in another ink."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (WIDE, HIGH), NIGHT)
    pen = ImageDraw.Draw(image)
    lines = [
        part for line in text.split("\n") for part in textwrap.wrap(line, COLUMNS, subsequent_indent="      ") or [""]
    ]
    for n, line in enumerate(lines):
        pen.text((24, 20 + LEADING * n), line, fill=BONE if n else EMBER, font=font())
    return np.asarray(image, np.uint8).copy()
