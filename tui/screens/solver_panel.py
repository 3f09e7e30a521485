"""The panel of a solver at work, beside the board; and, when it has ended, what stays of it."""

from collections.abc import Hashable

from tui import drawing, words
from tui.boards.board import Board, Line
from tui.drawing import Block
from tui.solving import Solving
from tui.sparkline import share, sparkline
from tui.table import Table

LOW = 9  # lines of a panel that stands below the board
NAMES = 9  # columns of the names of figures
RATES = 60  # newest rates that a sparkline tells of
BAR = 8  # cells of the bar of memory


def solver_box(table: Table, solving: Solving, width: int, height: int) -> Block:
    inner = width - 4
    promised = drawing.wrap(f"promise: {solving.promise}", inner, "dim")
    lines: Block = [[]] if height > LOW else []
    lines += figures(solving, inner)
    if len(lines) + len(promised) + 3 > height:
        promised = []
    lines += [
        [],
        *sample(table.sample_board, solving.sample, inner, _left(lines, promised, height)),
    ]
    lines += [[], *promised]
    title = f"Solver: {solving.solver.name}"
    return drawing.box(title, [[(" ", ""), *line] for line in lines], width, height)


def _left(lines: Block, promised: Block, height: int) -> int:
    """Lines between the figures and the promise."""
    return height - 4 - len(lines) - len(promised)


def figures(solving: Solving, width: int) -> Block:
    """How far it is, in a few lines of 26 columns or more."""
    progress, levels = solving.progress, solving.chronicle.levels
    rates = sparkline(list(solving.chronicle.rates)[-RATES:], width - NAMES - 9)
    block = [
        row("explored", f"{progress.explored:,}", words.duration(progress.seconds)),
        [*row("rate", f"{rate(solving):<8}"), (rates, "")],
        row("frontier", f"{progress.frontier:,}", f"depth {progress.depth:,}"),
        row("table", f"{progress.entries:,}"),
        memory(solving, width),
    ]
    if solving.best:
        block += described("best", solving.best, width)
    if levels:
        block.append(row("by depth", sparkline(levels, width - NAMES, log=True)))
    return block


def row(name: str, value: str, more: str = "", role: str = "") -> Line:
    return [(f"{name:<{NAMES}}", "dim"), (value, role), (f"  {more}" if more else "", "dim")]


def rate(solving: Solving) -> str:
    """Positions a second, lately; over the whole time where that is not known."""
    rates, seconds = solving.chronicle.rates, solving.progress.seconds
    overall = solving.progress.explored / seconds if seconds else 0
    return f"{words.metric(rates[-1] if rates else overall)}/s"


def speed(solving: Solving, width: int) -> Block:
    """The rate as it was lately."""
    rates = list(solving.chronicle.rates)[-RATES:]
    return [row("rate", sparkline(rates, width - NAMES))] if len(rates) > 1 else []


def memory(solving: Solving, width: int) -> Line:
    """The bytes held of those allowed."""
    held, most = solving.progress.bytes, solving.limits.memory
    if not most:
        return row("memory", f"{held / 2**20:>8,.1f} MB")
    full, empty = share(held, most, BAR)
    said = f"{held / 2**20:,.1f} MB of {most / 2**20:,.0f} "
    bar: Line = [(full, "piece"), (empty, "dim")] if width >= NAMES + len(said) + BAR else []
    return [("memory".ljust(NAMES), "dim"), (said, ""), *bar]


def described(name: str, text: str, width: int, role: str = "") -> Block:
    """A figure in words, in as many lines as they need."""
    lines = drawing.wrap(text, width - NAMES, role)
    return [[(f"{name if not at else '':<{NAMES}}", "dim"), *line] for at, line in enumerate(lines)]


def sample(board: Board, position: Hashable, width: int, height: int) -> Block:
    """The position under examination, drawn small where it fits, else as text."""
    if position is None or height < 2:
        return []
    columns, rows = board.size(width, height)
    if columns <= width and rows <= height:
        lines = board.draw(position, columns, rows)
        picture = drawing.centre(drawing.without(lines, "cursor"), width, rows)
        return [[("looking at", "dim")], *picture] if rows < height else picture
    text = board.game.text(position)
    cut = [text[i : i + width] for i in range(0, len(text), width)]
    return [[("looking at", "dim")], *([(piece, "")] for piece in cut[: height - 1])]


def ended(solving: Solving, width: int) -> Block:
    """The summary that stays when it has ended, in a few lines."""
    verdict = solving.verdict
    assert verdict
    said, *_ = solving.words().split(" · ")
    worked = f"{verdict.explored:,} in {words.duration(verdict.seconds)}"
    if verdict.seconds >= 0.01:
        worked += f", {words.metric(verdict.explored / verdict.seconds)}/s"
    block = drawing.wrap(said, width, "good")
    block += drawing.wrap(worked, width, "dim")
    if solving.chronicle.levels:
        block.append([(sparkline(solving.chronicle.levels, width, log=True), "dim")])
    return block
