"""The cursor and style of the terminal, and the shortest way to write runs of cells."""

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ludoscope.tui.terminal.cell_style import (
    DEFAULT_STYLE,
    RESET,
    VISIBLE_ON_BLANK,
    CellStyle,
    encode_change,
    has_only_background,
    nearest_blank_style,
)
from ludoscope.tui.terminal.screen_buffer import Run, ScreenBuffer, looks_same

MAX_REWRITTEN_CELLS = 4  # to write them again may take fewer bytes than to move the cursor
MIN_ERASED_CELLS = 5  # blanks that take fewer bytes to erase than to write
MIN_PASSED_CELLS = 10  # blanks that take fewer bytes to erase and pass over than to write
MAX_ORDERED_RUNS = 24  # of one style; ordering them takes quadratic time


class Position(NamedTuple):
    """A line and a column of the terminal, from 0."""

    y: int
    x: int


class CursorWriter:
    """Writes runs of cells with as few bytes as possible.

    Args:
        buffer: The cells that the terminal should show.
        erases_with_background: True if the terminal erases in the current background.

    Attributes:
        position: The cursor's position, None if unknown.
    """

    def __init__(self, buffer: ScreenBuffer, erases_with_background: bool = False) -> None:
        self._buffer, self._erases_with_background = buffer, erases_with_background
        self._style: CellStyle | None = None
        self.position: Position | None = None

    def reset(self) -> None:
        """Forget style and position: something else has written to the terminal."""
        self._style = self.position = None

    def write(self, runs: list[Run]) -> Iterator[str]:
        """Yield the text that writes the runs; the first is addressed absolutely."""
        if not runs:
            return
        runs = list(self._join_blanks(runs))
        self.position = None
        pending: dict[int, list[Run]] = defaultdict(list)
        for run in runs:
            pending[run.y].append(run)
        yield from self._reset_style()
        narrow = [run for run in runs if not run.is_wide]
        for style, group in _group_by_style(narrow, self._style or DEFAULT_STYLE):
            yield self._set_style(style)
            for run in _order_runs(group, self.position):
                yield from self._write_run(run, pending[run.y])
        for run in runs:
            if run.is_wide:
                yield self._set_style(run.style)
                yield from self._write_run(run, pending[run.y])
        yield self._set_style((self._style or DEFAULT_STYLE)._replace(link=""))

    def _join_blanks(self, runs: list[Run]) -> Iterator[Run]:
        """Join blank runs of a line that have only blanks of the same style between them."""
        last: Run | None = None
        for run in runs:
            can_join = last and (last.y, last.style) == (run.y, run.style) and self._can_erase(last)
            if last and can_join and self._can_erase(run):
                gap = self._buffer.lines[run.y][last.end : run.x]
                if all(cell == (" ", run.style) for cell in gap):
                    last.text += " " * len(gap) + run.text
                    last.end = run.end
                    continue
            if last:
                yield last
            last = run
        if last:
            yield last

    def _can_erase(self, run: Run) -> bool:
        """Return True if erasing its cells gives a run the look it should have."""
        style = run.style
        keeps_background = self._erases_with_background or not style.background
        is_blank = run.text.isspace() and has_only_background(style)
        return is_blank and keeps_background and not run.is_wide

    def move_to(self, position: Position) -> str:
        """Return the sequence that moves the cursor, "" if it is there."""
        if self.position == position:
            return ""
        sequence = _encode_move(self.position, position)
        self.position = position
        return sequence

    def prepare_passthrough(self, position: Position, style: CellStyle) -> Iterator[str]:
        """Set cursor and style for a sequence sent unchanged, which may change both."""
        yield from self._reset_style()
        yield self._set_style(style)
        yield _encode_position(*position)
        self.reset()

    def _reset_style(self) -> Iterator[str]:
        if self._style is None:
            self._style = DEFAULT_STYLE
            yield RESET

    def _set_style(self, style: CellStyle) -> str:
        sequence = encode_change(self._style or DEFAULT_STYLE, style)
        self._style = style
        return sequence

    def _write_run(self, run: Run, pending: list[Run]) -> Iterator[str]:
        """Yield the text that writes a run, and remove it from the `pending` runs of its line."""
        yield self._move_to_run(run, pending)
        pending.remove(run)
        text, style = run.text, self._style or DEFAULT_STYLE
        blanks = len(text) - len(text.rstrip(" "))
        loses_background = style.background and not self._erases_with_background
        needs_writing = loses_background or style.link or style.attributes & VISIBLE_ON_BLANK
        is_passed = any(other.x >= run.end for other in pending)
        min_blanks = MIN_PASSED_CELLS if is_passed else MIN_ERASED_CELLS
        if blanks >= min_blanks and not (run.is_wide or needs_writing):
            yield f"{text[:-blanks]}\x1b[{blanks}X"
            self.position = Position(run.y, run.end - blanks)
            return
        if not run.has_agreed_width and run.end - run.x > 1:
            yield f"\x1b[{run.end - run.x}X"  # the terminal may draw the cluster narrower
        yield text
        row = self._buffer.lines[run.y]
        is_single_width = run.has_agreed_width and len(text) == run.end - run.x
        is_known = is_single_width and run.end < len(row)
        self.position = Position(run.y, run.end) if is_known else None

    def _move_to_run(self, run: Run, pending: list[Run]) -> str:
        """Return the shortest text that moves the cursor to a run, or rewrites cells up to it.

        The cursor's position is unknown behind wide characters and at the right edge, where
        terminals differ. The cells of `pending` runs of the line may hold anything for now.
        """
        if self.position == (run.y, run.x):
            return ""
        choices = [_encode_move(self.position, Position(run.y, run.x))]
        if self.position and _is_near(self.position, run) and self.position.x < run.x:
            row, style = self._buffer.lines[run.y], self._style or DEFAULT_STYLE
            gap_cells = [
                (" ", style)
                if any(unwritten.x <= x < unwritten.end for unwritten in pending)
                else row[x]
                for x in range(self.position.x, run.x)
            ]
            if all(cell and len(cell[0]) == 1 and looks_same(*cell, style) for cell in gap_cells):
                choices.append("".join(cell[0] for cell in gap_cells if cell))
        return min(choices, key=_byte_count)


@lru_cache(4096)
def _encode_move(start: Position | None, target: Position) -> str:
    """Return the shortest sequence that moves the cursor from one position to another."""
    choices = [_encode_position(*target)]
    if start:
        down, right = target.y - start.y, target.x - start.x
        choices.append(_encode_lines(down) + _encode_step(right, "C", "D"))
        if -MAX_REWRITTEN_CELLS < right < 0:
            choices.append(_encode_lines(down) + "\b" * -right)
    return min(choices, key=len)


def _encode_position(y: int, x: int) -> str:
    if not x:
        return f"\x1b[{y + 1}H" if y else "\x1b[H"
    return f"\x1b[{y + 1};{x + 1}H"


def _encode_step(count: int, forward: str, backward: str) -> str:
    number = abs(count) if abs(count) > 1 else ""
    return f"\x1b[{number}{forward if count > 0 else backward}" if count else ""


def _encode_lines(count: int) -> str:
    """Move down, or up if negative.

    A vertical tab and a reverse index take fewer bytes, and scroll only at an edge. Terminals take
    the tab for a line feed, which a terminal's settings may turn into a new line.
    """
    index = ("\v" if count > 0 else "\x1bM") * abs(count)
    return min(index, _encode_step(count, "B", "A"), key=len)


def _byte_count(text: str) -> int:
    return len(text.encode())


def _order_runs(runs: list[Run], start: Position | None) -> list[Run]:
    """Order runs top to bottom or nearest first, whichever takes fewer bytes to move."""
    if len(runs) > MAX_ORDERED_RUNS:
        return runs
    nearest_first, remaining, position = list[Run](), list(runs), start
    while remaining:
        run = min(remaining, key=lambda run: _move_cost(position, run))
        remaining.remove(run)
        nearest_first.append(run)
        position = Position(run.y, run.end)
    return min(runs, nearest_first, key=lambda order: _total_move_cost(order, start))


def _total_move_cost(runs: list[Run], start: Position | None) -> int:
    """Return the bytes of all cursor movements between the runs."""
    ends = [start, *(Position(run.y, run.end) for run in runs)]
    return sum(_move_cost(end, run) for end, run in zip(ends, runs, strict=False))


def _move_cost(position: Position | None, run: Run) -> int:
    """Return the bytes that move the cursor to a run, or rewrite the cells up to it."""
    if position and _is_near(position, run):
        return run.x - position.x
    return len(_encode_move(position, Position(run.y, run.x)))


def _is_near(position: Position, run: Run) -> bool:
    """Return True if a run begins at most MAX_REWRITTEN_CELLS to the right of a position."""
    return position.y == run.y and 0 <= run.x - position.x <= MAX_REWRITTEN_CELLS


def _group_by_style(runs: list[Run], style: CellStyle) -> Iterator[tuple[CellStyle, list[Run]]]:
    """Yield each style with its runs, top to bottom, in an order with short style changes.

    Blank runs are written with whatever style gives them the right look.
    """
    groups: dict[CellStyle, list[Run]] = {}
    blanks: list[Run] = []
    for run in runs:
        if has_only_background(run.style) and run.text.isspace():
            blanks.append(run)
        else:
            groups.setdefault(run.style, []).append(run)
    while groups or blanks:
        if groups:
            style = min(groups, key=lambda candidate: len(encode_change(style, candidate)))
        else:
            style = nearest_blank_style(style, blanks[0].style)
        fitting: list[Run] = []
        remaining_blanks: list[Run] = []
        for run in blanks:
            (fitting if looks_same(run.text, run.style, style) else remaining_blanks).append(run)
        blanks = remaining_blanks
        yield style, sorted(groups.pop(style, []) + fitting, key=lambda run: (run.y, run.x))
