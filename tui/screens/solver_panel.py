"""What is told of a solver at work, beside the board; and, when it has ended, what stays of it."""

from collections.abc import Hashable

from ludoscope.tui.boards.board import Board, Line
from ludoscope.tui.play.solving import Solving
from ludoscope.tui.play.table import Table
from ludoscope.tui.text import drawing, words
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.text.sparkline import share, sparkline

NAMES = 9  # columns of the names of figures
RATES = 60  # newest rates that a sparkline tells of
BAR = 8  # cells of the bar of memory
FULL = "waits for another solver to end: the host allows no more at once"
LEAST_TEXT = 3  # lines of a position that is not drawn


def solver_lines(table: Table, solving: Solving, width: int, height: int) -> Block:
    """How far it is, what it looks at, and what it has proved or guarantees, as room allows."""
    told = figures(solving, width)
    claimed = claim(solving, width)
    left = height - len(told) - 1
    if drawable(table.sample_board, width, left):
        picture = sample(table.sample_board, solving.sample, width, left)
        claimed = claimed if left - len(picture) > len(claimed) else []
    else:
        claimed = claimed if left - LEAST_TEXT > len(claimed) else []
        kept = len(claimed) + 1 if claimed else 0
        picture = sample(table.sample_board, solving.sample, width, left - kept)
    parts = [part for part in (told, picture, claimed) if part]
    spare = height - sum(map(len, parts)) - len(parts) + 1
    if picture and spare > 0:
        picture.insert(0, [("looking at", "dim")])
        spare -= 1
    lines: Block = [[]] if spare > 0 else []
    for part in parts:
        lines += [*part, []]
    return lines[:height]


def claim(solving: Solving, width: int) -> Block:
    """What is certain by now, else what it guarantees; or why it has not begun."""
    if solving.waits:
        return drawing.wrap(FULL, width, "notice")
    proved = solving.progress.proved
    said = f"proved: {proved}" if proved else f"guarantees: {solving.guarantee}"
    return drawing.wrap(said, width, "good" if proved else "dim")


def figures(solving: Solving, width: int) -> Block:
    """How far it is, in a few lines of 26 columns or more."""
    progress, levels = solving.progress, solving.chronicle.levels
    rates = sparkline(list(solving.chronicle.rates)[-RATES:], width - NAMES - 9)
    block = [
        counted("explored", progress.explored, words.duration(progress.seconds), width),
        [*row("rate", f"{rate(solving):<9}"), (rates, "")],
        counted("frontier", progress.frontier, f"depth {progress.depth:,}", width),
        row("table", f"{progress.entries:,}"),
        memory(solving, width),
    ]
    if solving.best:
        block += described("best", solving.best, width)
    if levels:
        block.append(row("by depth", sparkline(levels, width - NAMES, log=True)))
    return block


def counted(name: str, number: int, more: str, width: int, column: int = 0) -> Line:
    """A number in full, set to the right in `column` cells, or rounded where there is no room."""
    for said in (f"{number:>{column},}", f"{words.metric(number):>{column}}"):
        if NAMES + len(said) + 2 + len(more) <= width:
            break
    return row(name, said, more)


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
    held, most = words.memory(solving.progress.bytes), solving.limits.memory
    if not most:
        return row("memory", f"{held:>12}")
    full, empty = share(solving.progress.bytes, most, BAR)
    said = f"{held} of {most / 2**20:,.0f} "
    bar: Line = [(full, "piece"), (empty, "dim")] if width >= NAMES + len(said) + BAR else []
    return [("memory".ljust(NAMES), "dim"), (said, ""), *bar]


def described(name: str, text: str, width: int, role: str = "") -> Block:
    """A figure in words, in as many lines as they need."""
    indent = max(NAMES, len(name) + 1)
    lines = drawing.wrap(text, width - indent, role)
    names = [name, *[""] * (len(lines) - 1)]
    return [[(word.ljust(indent), "dim"), *line] for word, line in zip(names, lines, strict=False)]


def drawable(board: Board, width: int, height: int) -> bool:
    """Whether there is room for a picture of it."""
    columns, rows = board.size(width, height)
    return columns <= width and rows <= height


def sample(board: Board, position: Hashable, width: int, height: int) -> Block:
    """The position under examination, drawn small where it fits, else as text."""
    if position is None or height < 1:
        return []
    if drawable(board, width, height):
        columns, rows = board.size(width, height)
        lines = board.draw(position, columns, rows)
        return drawing.centre(drawing.without(lines, "cursor"), width, rows)
    text = board.game.text(position)
    cut = [text[i : i + width] for i in range(0, len(text), width)]
    return [[(piece, "")] for piece in cut[:height]]


def ended(solving: Solving, width: int) -> Block:
    """The summary that stays when it has ended, in a few lines."""
    verdict = solving.verdict
    assert verdict
    said, *_ = solving.words().split(" · ")
    worked = [f"explored {verdict.explored:,}", f"in {words.duration(verdict.seconds)}"]
    if verdict.seconds >= 0.01:
        worked[1] += f", {words.metric(verdict.explored / verdict.seconds)}/s"
    if len(" ".join(worked)) <= width:
        worked = [" ".join(worked)]
    block = drawing.wrap(said, width, solving.role)
    block += [[(line, "dim")] for line in worked]
    if solving.chronicle.levels:
        block.append([(sparkline(solving.chronicle.levels, width, log=True), "dim")])
    return block
