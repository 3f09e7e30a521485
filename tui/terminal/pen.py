"""The terminal's own ink and cursor, and the shortest way to write cells with them."""

from collections import defaultdict
from collections.abc import Iterator

from ludoscope.tui.terminal.ink import PLAIN, RESET, Ink, bare, blanked, change
from ludoscope.tui.terminal.sheet import Run, Sheet, fits

Place = tuple[int, int]  # line, cell
NEAR = 4  # cells that may take fewer bytes to write again than to pass over


class Pen:
    """`at` is where the cursor is, None where that is not known."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self._ink: Ink | None = None
        self.at: Place | None = None

    def forget(self) -> None:
        """Somebody else has written on the terminal."""
        self._ink = self.at = None

    def write(self, runs: list[Run]) -> Iterator[str]:
        """Write what is new, the first of it at a place that does not depend on the cursor's."""
        if not runs:
            return
        self.at = None
        awaited: dict[int, list[Run]] = defaultdict(list)
        for run in runs:
            awaited[run.y].append(run)
        yield from self._start()
        for ink, group in _by_ink([run for run in runs if not run.wide], self._ink or PLAIN):
            yield self._dip(ink)
            for run in group:
                yield from self._put(run, awaited[run.y])
        for run in runs:
            if run.wide:
                yield self._dip(run.ink)
                yield from self._put(run, awaited[run.y])
        yield self._dip((self._ink or PLAIN)._replace(link=""))

    def go(self, place: Place) -> str:
        """Move the cursor, unless it is there."""
        if self.at == place:
            return ""
        ways = [_to(*place), *self._steps(*place)]
        self.at = place
        return min(ways, key=len)

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
        yield run.text
        awaited.remove(run)
        line = self._sheet.lines[run.y]
        agreed = run.sure and len(run.text) == run.end - run.x and run.end < len(line)
        self.at = (run.y, run.end) if agreed else None

    def _way(self, run: Run, awaited: list[Run]) -> str:
        """The shortest for the cursor to a run, which may lead over cells that are written again.

        Where it is is not known behind wide characters, nor at the edge of the screen: terminals
        differ. Of runs of its line that are `awaited` it does not matter what is in their cells
        now.
        """
        if self.at == (run.y, run.x):
            return ""
        ways = [_to(run.y, run.x), *self._steps(run.y, run.x)]
        if self.at and self.at[0] == run.y and 0 < run.x - self.at[1] <= NEAR:
            line, ink = self._sheet.lines[run.y], self._ink or PLAIN
            over = [
                (" ", ink) if any(one.x <= x < one.end for one in awaited) else line[x]
                for x in range(self.at[1], run.x)
            ]
            if all(cell and len(cell[0]) == 1 and fits(*cell, ink) for cell in over):
                ways.append("".join(cell[0] for cell in over if cell))
        return min(ways, key=_bytes)

    def _steps(self, y: int, x: int) -> Iterator[str]:
        if self.at:
            down, right = y - self.at[0], x - self.at[1]
            yield _step(down, "B", "A") + _step(right, "C", "D")
            if -NEAR < right < 0:
                yield _step(down, "B", "A") + "\b" * -right


def _to(y: int, x: int) -> str:
    if not x:
        return f"\x1b[{y + 1}H" if y else "\x1b[H"
    return f"\x1b[{y + 1};{x + 1}H"


def _step(count: int, forth: str, back: str) -> str:
    number = abs(count) if abs(count) > 1 else ""
    return f"\x1b[{number}{forth if count > 0 else back}" if count else ""


def _bytes(text: str) -> int:
    return len(text.encode())


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
