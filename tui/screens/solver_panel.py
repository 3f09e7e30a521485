"""The panel of a solver at work, beside the board."""

from collections.abc import Hashable

from search.events import Progress
from tui import drawing, words
from tui.drawing import Block
from tui.solving import Solving
from tui.table import Table

LOW = 9  # lines of a panel that stands below the board


def solver_box(table: Table, solving: Solving, width: int, height: int) -> Block:
    inner = width - 4
    promised = drawing.wrap(f"promise: {solving.promise}", inner, "dim")
    lines: Block = [[]] if height > LOW else []
    lines += [*_figures(solving.progress), []]
    lines += _sample(table, solving.sample, inner, height - 3 - len(lines) - len(promised))
    lines += [[], *promised]
    title = f"Solver: {solving.solver.name}"
    return drawing.box(title, [[(" ", ""), *line] for line in lines], width, height)


def _figures(progress: Progress) -> Block:
    rate = progress.explored / progress.seconds if progress.seconds else 0
    rows = [
        ("explored", f"{progress.explored:,}", f"{words.metric(rate)}/s"),
        ("frontier", f"{progress.frontier:,}", ""),
        ("depth", f"{progress.depth:,}", ""),
        ("table", f"{progress.entries:,}", f"{words.metric(progress.bytes)}B"),
        ("time", words.duration(progress.seconds), ""),
    ]
    if progress.best is not None:
        rows.insert(3, ("best", f"{progress.best:g}", ""))
    return [
        [(f"{name:<8}", "dim"), (f"{value:>10}", ""), (f" {more:>7}", "dim")]
        for name, value, more in rows
    ]


def _sample(table: Table, sample: Hashable, width: int, height: int) -> Block:
    """The position under examination, drawn small where it fits, else as text."""
    if sample is None or height < 2:
        return []
    board = table.sample_board
    columns, rows = board.size(width, height)
    if columns <= width and rows <= height:
        lines = board.draw(sample, columns, rows)
        picture = drawing.centre(drawing.without(lines, "cursor"), width, rows)
        return [[("looking at", "dim")], *picture] if rows < height else picture
    text = table.game.text(sample)
    cut = [text[i : i + width] for i in range(0, len(text), width)]
    return [[("looking at", "dim")], *([(piece, "")] for piece in cut[: height - 1])]
