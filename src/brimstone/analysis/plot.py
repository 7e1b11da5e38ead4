"""The curve of a game as a picture: each seat's chance to win after every move."""

from __future__ import annotations

from pathlib import Path

from brimstone.analysis.account import Analysis

# told apart by people with any kind of colour sight, and by their dashes without any (Okabe and Ito 2008)
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")
DASHES = ("solid", "dashed", "dashdot", "dotted", (0, (5, 1)), (0, (3, 1, 1, 1)))


def draw(analysis: Analysis, file: Path) -> None:
    """Write the picture, as PNG or SVG by the file's name."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.ticker import PercentFormatter

    figure = Figure(figsize=(11, 5.5), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    at = [point.after for point in analysis.curve]
    for seat, name in enumerate(analysis.record.names):
        win = [point.win[seat] for point in analysis.curve]
        low = [point.win[seat] - 1.96 * point.error[seat] for point in analysis.curve]
        high = [point.win[seat] + 1.96 * point.error[seat] for point in analysis.curve]
        axes.plot(at, win, color=COLOURS[seat], linestyle=DASHES[seat], linewidth=2, label=f"{seat + 1} {name}")
        axes.fill_between(at, low, high, color=COLOURS[seat], alpha=0.12, linewidth=0)
    for before, point in zip(analysis.curve, analysis.curve[1:], strict=False):
        if point.round > max(before.round, 1):
            axes.axvline(point.after - 1, color="0.8", linewidth=0.8, zorder=0)
    for decision in analysis.mistakes:
        point = analysis.curve[decision.after + 1]
        axes.plot(point.after, point.win[decision.seat], "v", color=COLOURS[decision.seat], markersize=9)
    axes.set_ylim(-0.02, 1.02)
    axes.set_xlim(0, at[-1] or 1)
    axes.yaxis.set_major_formatter(PercentFormatter(1.0))
    axes.set_xlabel("move")
    axes.set_ylabel("chance to win")
    axes.set_title(f"{analysis.record.setup.game.title}: chances to win; ▼ marks the largest mistakes", loc="left")
    for edge in ("top", "right"):
        axes.spines[edge].set_visible(False)
    axes.grid(axis="y", color="0.92")
    figure.legend(loc="outside right upper", frameon=False)
    figure.savefig(file, metadata={"Date": None} if file.suffix == ".svg" else None)
