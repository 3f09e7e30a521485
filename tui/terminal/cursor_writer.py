"""The terminal's own ink and cursor, and the shortest way to write cells with them."""

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache

from ludoscope.tui.terminal.cell_style import PLAIN, RESET, SHOWN, Ink, bare, blanked, change
from ludoscope.tui.terminal.screen_buffer import Run, Sheet, fits

Place = tuple[int, int]  # line, cell
NEAR = 4  # cells that may take fewer bytes to write again than to pass over
ERASED = 10  # blanks that take fewer bytes to erase than to write, and the cursor past them
MANY = 24  # runs of one ink of which the nearest is not looked for: it takes time in their square


class Pen:
    """`at` is where the cursor is, None where that is not known.

    `tints`: what the terminal erases has the ground of the ink.
    """

    def __init__(self, sheet: Sheet, tints: bool = False) -> None:
        self._sheet, self._tints = sheet, tints
        self._ink: Ink | None = None
        self.at: Place | None = None

    def forget(self) -> None:
        """Somebody else has written on the terminal."""
        self._ink = self.at = None

    def write(self, runs: list[Run]) -> Iterator[str]:
        """Write what is new, the first of it at a place that does not depend on the cursor's."""
        if not runs:
            return
        runs = list(self._joined(runs))
        self.at = None
        awaited: dict[int, list[Run]] = defaultdict(list)
        for run in runs:
            awaited[run.y].append(run)
        yield from self._start()
        for ink, group in _by_ink([run for run in runs if not run.wide], self._ink or PLAIN):
            yield self._dip(ink)
            for run in _ordered(group, self.at):
                yield from self._put(run, awaited[run.y])
        for run in runs:
            if run.wide:
                yield self._dip(run.ink)
                yield from self._put(run, awaited[run.y])
        yield self._dip((self._ink or PLAIN)._replace(link=""))

    def _joined(self, runs: list[Run]) -> Iterator[Run]:
        """Blanks of a line, with what is blank already between them: they are erased at once."""
        last: Run | None = None
        for run in runs:
            joins = last and (last.y, last.ink) == (run.y, run.ink) and self._erasable(last)
            if last and joins and self._erasable(run):
                gap = self._sheet.lines[run.y][last.end : run.x]
                if all(cell == (" ", run.ink) for cell in gap):
                    last.text += " " * len(gap) + run.text
                    last.end = run.end
                    continue
            if last:
                yield last
            last = run
        if last:
            yield last

    def _erasable(self, run: Run) -> bool:
        """Whether erasing leaves what a run wants: blanks on a ground that it gets."""
        ink = run.ink
        tinted = self._tints or not ink.ground
        return run.text.isspace() and bare(ink) and tinted and not run.wide

    def go(self, place: Place) -> str:
        """Move the cursor, unless it is there."""
        if self.at == place:
            return ""
        way = _way(self.at, place)
        self.at = place
        return way

    def set_out(self, place: Place, ink: Ink) -> Iterator[str]:
        """Have cursor and ink as somebody else will need them, who may do anything with both."""
        yield from self._start()
        yield self._dip(ink)
        yield _to(*place)
        self.forget()

    def _start(self) -> Iterator[str]:
        if self._ink is None:
            self._ink = PLAIN
            yield RESET

    def _dip(self, ink: Ink) -> str:
        codes, self._ink = change(self._ink or PLAIN, ink), ink
        return codes

    def _put(self, run: Run, awaited: list[Run]) -> Iterator[str]:
        yield self._way(run, awaited)
        awaited.remove(run)
        text, ink = run.text, self._ink or PLAIN
        blanks = len(text) - len(text.rstrip(" "))
        other = (ink.ground and not self._tints) or ink.link or ink.attributes & SHOWN
        if blanks >= ERASED and not (run.wide or other):
            yield f"{text[:-blanks]}\x1b[{blanks}X"
            self.at = (run.y, run.end - blanks)
            return
        yield text
        line = self._sheet.lines[run.y]
        agreed = run.sure and len(text) == run.end - run.x and run.end < len(line)
        self.at = (run.y, run.end) if agreed else None

    def _way(self, run: Run, awaited: list[Run]) -> str:
        """The shortest for the cursor to a run, which may lead over cells that are written again.

        Where it is is not known behind wide characters, nor at the edge of the screen: terminals
        differ. Of runs of its line that are `awaited` it does not matter what is in their cells
        now.
        """
        if self.at == (run.y, run.x):
            return ""
        ways = [_way(self.at, (run.y, run.x))]
        if self.at and self.at[0] == run.y and 0 < run.x - self.at[1] <= NEAR:
            line, ink = self._sheet.lines[run.y], self._ink or PLAIN
            over = [
                (" ", ink) if any(one.x <= x < one.end for one in awaited) else line[x]
                for x in range(self.at[1], run.x)
            ]
            if all(cell and len(cell[0]) == 1 and fits(*cell, ink) for cell in over):
                ways.append("".join(cell[0] for cell in over if cell))
        return min(ways, key=_bytes)


@lru_cache(4096)
def _way(at: Place | None, place: Place) -> str:
    """The shortest from one place to another."""
    ways = [_to(*place)]
    if at:
        down, right = place[0] - at[0], place[1] - at[1]
        ways.append(_down(down) + _step(right, "C", "D"))
        if -NEAR < right < 0:
            ways.append(_down(down) + "\b" * -right)
    return min(ways, key=len)


def _to(y: int, x: int) -> str:
    if not x:
        return f"\x1b[{y + 1}H" if y else "\x1b[H"
    return f"\x1b[{y + 1};{x + 1}H"


def _step(count: int, forth: str, back: str) -> str:
    number = abs(count) if abs(count) > 1 else ""
    return f"\x1b[{number}{forth if count > 0 else back}" if count else ""


def _down(count: int) -> str:
    """Lines down, or up: an index takes fewer bytes, and scrolls only at an edge."""
    index = ("\x1bD" if count > 0 else "\x1bM") * abs(count)
    return min(index, _step(count, "B", "A"), key=len)


def _bytes(text: str) -> int:
    return len(text.encode())


def _ordered(runs: list[Run], at: Place | None) -> list[Run]:
    """Top to bottom or, where that takes fewer bytes, each time the nearest: down an edge, say."""
    if len(runs) > MANY:
        return runs
    nearest, left, here = list[Run](), list(runs), at
    while left:
        run = min(left, key=lambda one: _hop(here, one))
        left.remove(run)
        nearest.append(run)
        here = (run.y, run.end)
    return min(runs, nearest, key=lambda order: _bytes_between(order, at))


def _bytes_between(runs: list[Run], at: Place | None) -> int:
    """To move the cursor, from `at` on."""
    ends = [at, *((run.y, run.end) for run in runs)]
    return sum(_hop(end, run) for end, run in zip(ends, runs, strict=False))


def _hop(at: Place | None, run: Run) -> int:
    """Bytes to a run, or over cells that are written again."""
    near = at and at[0] == run.y and 0 <= run.x - at[1] <= NEAR
    return run.x - at[1] if at and near else len(_way(at, (run.y, run.x)))


def _by_ink(runs: list[Run], ink: Ink) -> Iterator[tuple[Ink, list[Run]]]:
    """Runs that are written in one ink, top to bottom; inks in an order that takes few bytes."""
    groups: dict[Ink, list[Run]] = {}
    blanks: list[Run] = []
    for run in runs:
        if bare(run.ink) and run.text.isspace():
            blanks.append(run)
        else:
            groups.setdefault(run.ink, []).append(run)
    while groups or blanks:
        if groups:
            ink = min(groups, key=lambda one: len(change(ink, one)))
        else:
            ink = blanked(ink, blanks[0].ink)
        fitting: list[Run] = []
        others: list[Run] = []
        for run in blanks:
            (fitting if fits(run.text, run.ink, ink) else others).append(run)
        blanks = others
        yield ink, sorted(groups.pop(ink, []) + fitting, key=lambda run: (run.y, run.x))
