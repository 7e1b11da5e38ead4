"""The curve of a game as a picture: each seat's chance to win after every move."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from brimstone.analysis.account import Analysis

# told apart by people with any kind of colour sight, and without any by their signs and by the names at their ends
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#b0508a", "#3d9ad1", "#b87f00")  # after Okabe and Ito 2008, darker
SIGNS = ("o", "s", "^", "D", "v", "P")
SIGNS_A_LINE = 14
APART = 0.045  # least distance of two names at the right edge
FEWEST_BETWEEN = 0.025  # of the width: rounds closer together are not all numbered
INK, PALE = "#2b2622", "#d9d4cd"


def draw(analysis: Analysis, file: Path) -> None:
    """Write the picture, as PNG or SVG by the file's name."""
    import matplotlib
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    setup = analysis.record.setup
    with matplotlib.rc_context({"svg.hashsalt": "brimstone", "svg.fonttype": "none", "text.color": INK}):
        figure = Figure(figsize=(12, 6.2), dpi=150, layout="constrained")
        FigureCanvasAgg(figure)
        axes = figure.subplots()
        frame(axes, len(analysis.curve) - 1)
        number_rounds(axes, analysis)
        for seat in range(setup.seats):
            draw_seat(axes, analysis, seat)
        name_seats(axes, analysis)
        number_mistakes(axes, analysis)
        title = f"{setup.game.title}: chance to win after every move"
        axes.set_title(title, loc="left", fontsize=15, fontweight="bold", pad=36)
        axes.text(0, 1.065, subtitle(analysis), transform=axes.transAxes, fontsize=10.5, color="#5c554d")
        figure.savefig(file, metadata={"Date": None} if file.suffix == ".svg" else None)


def subtitle(analysis: Analysis) -> str:
    told = "shaded: 95 % interval"
    return f"{told}; numbers: the largest mistakes, by what the seat could know" if analysis.mistakes else told


def frame(axes: Any, last: int) -> None:
    """Axes, without what is not needed."""
    from matplotlib.ticker import PercentFormatter

    axes.set_ylim(-0.02, 1.02)
    axes.set_xlim(0, last or 1)
    axes.yaxis.set_major_formatter(PercentFormatter(1.0, symbol=" %"))
    axes.set_xlabel("moves and outcomes so far", fontsize=11)
    axes.tick_params(labelsize=10.5, color=PALE)
    axes.grid(axis="y", color=PALE, linewidth=0.6)
    axes.set_axisbelow(True)
    for edge in ("top", "right", "left"):
        axes.spines[edge].set_visible(False)


def number_rounds(axes: Any, analysis: Analysis) -> None:
    """A line where each round begins, and its number above where there is room."""
    last = len(analysis.curve) - 1
    free = 0.0
    for before, point in zip(analysis.curve, analysis.curve[1:], strict=False):
        if point.round > before.round:
            at = point.after - 1
            if point.round > 1:
                axes.axvline(at, color=PALE, linewidth=0.8, zorder=0)
            if at >= free:
                words = "round 1" if point.round == 1 else str(point.round)
                axes.text(
                    at + last / 400, 1.012, words, transform=axes.get_xaxis_transform(), fontsize=9, color="#5c554d"
                )
                free = at + FEWEST_BETWEEN * last * (2.4 if point.round == 1 else 1)


def draw_seat(axes: Any, analysis: Analysis, seat: int) -> None:
    """A seat's chances as steps: each holds until the next move."""
    at = [point.after for point in analysis.curve]
    win = [point.win[seat] for point in analysis.curve]
    low = [max(0.0, point.win[seat] - 1.96 * point.error[seat]) for point in analysis.curve]
    high = [min(1.0, point.win[seat] + 1.96 * point.error[seat]) for point in analysis.curve]
    axes.fill_between(at, low, high, step="post", color=COLOURS[seat], alpha=0.18, linewidth=0)
    every = max(1, len(at) // SIGNS_A_LINE)
    axes.plot(
        at, win, drawstyle="steps-post", color=COLOURS[seat], linewidth=1.8, marker=SIGNS[seat], markersize=6,
        markeredgecolor="white", markeredgewidth=0.8, markevery=(every * seat // len(COLOURS), every),
    )  # fmt: skip


def name_seats(axes: Any, analysis: Analysis) -> None:
    """Names at the ends of the lines, moved apart where they would lie on each other."""
    last = analysis.curve[-1]
    order = sorted(range(len(last.win)), key=lambda seat: (last.win[seat], -seat))
    for seat, height in zip(order, spread([last.win[seat] for seat in order]), strict=True):
        words = f"{seat + 1} {analysis.record.names[seat]}  {100 * last.win[seat]:.0f} %"
        across = axes.get_yaxis_transform()
        axes.plot(
            [1.012], [height], marker=SIGNS[seat], color=COLOURS[seat], markersize=7, clip_on=False, transform=across
        )
        axes.text(1.025, height, words, transform=across, va="center", fontsize=11, color=COLOURS[seat])


def spread(heights: Sequence[float]) -> list[float]:
    """Rising heights moved up until none is too close to the one below, and down again where they leave the picture."""
    found: list[float] = []
    for height in heights:
        found.append(max(height, found[-1] + APART) if found else height)
    room = 1.0
    for k in reversed(range(len(found))):
        found[k] = min(found[k], room)
        room = found[k] - APART
    return found


def number_mistakes(axes: Any, analysis: Analysis) -> None:
    """The largest mistakes, numbered as in the text, where the seat's line went on after them."""
    for number, decision in enumerate(analysis.mistakes, 1):
        point = analysis.curve[decision.after + 1]
        axes.plot(
            point.after, point.win[decision.seat], "o", color="white", markeredgecolor=COLOURS[decision.seat],
            markeredgewidth=2, markersize=15, zorder=5, clip_on=False,
        )  # fmt: skip
        axes.text(
            point.after, point.win[decision.seat], str(number), ha="center", va="center_baseline", fontsize=10,
            fontweight="bold", color=INK, zorder=6,
        )  # fmt: skip
