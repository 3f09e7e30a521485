"""The peg board: holes as they lie, the cursor in brackets, what the picked peg can reach as ◌.

step    cells between neighbouring holes, across and down
glyph   what a hole shows: one cell, or four by two on the large board
at      screen cell of the glyph of a hole
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from games.peg import PegGame
from tui.boards.board import IGNORED, Board, Line, Look, Reply
from tui.boards.peg_overlay import Overlay, overlays

Glyph = tuple[str, ...]

SMALL: dict[str, Glyph] = {"peg": ("●",), "hole": ("·",), "target": ("◌",)}
LARGE: dict[str, Glyph] = {
    "peg": ("▗██▖", "▝██▘"),
    "hole": ("    ", " ·· "),
    "target": ("╭◌◌╮", "╰◌◌╯"),
}
SMALL_ASCII: dict[str, Glyph] = {"peg": ("x",), "hole": (".",), "target": ("o",)}
LARGE_ASCII: dict[str, Glyph] = {
    "peg": ("/##\\", "\\##/"),
    "hole": ("    ", " .. "),
    "target": ("/oo\\", "\\oo/"),
}
SIZES = {  # steps across and down, whether large, from the roomiest down
    "square": ((8, 3, True), (5, 2, False), (4, 2, False), (4, 1, False), (3, 1, False)),
    "triangular": ((8, 3, True), (6, 2, False), (4, 2, False), (4, 1, False)),
}
TINY = (2, 1, False)  # no cursor, no coordinates: the board as a picture
LABELS = 4  # cells for the row numbers
Cells = list[list[tuple[str, str]]]  # of the picture: a character and its role
ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}


@dataclass(frozen=True, slots=True)
class Layout:
    """Where things are drawn: steps, whether large, cells left of the holes."""

    across: int
    down: int
    large: bool
    left: int
    width: int
    height: int

    @property
    def label(self) -> tuple[int, int]:
        """Cells from a glyph to what is laid over its hole, and how many there are for it."""
        glyph = 4 if self.large else 1
        gap = glyph + (self.across - glyph > 2)
        return gap, max(0, self.across - 1 - gap)


class PegBoard(Board):
    """Pick a peg, then a hole it can jump to; with a peg picked the arrows go to such holes."""

    KEYS = (("↑↓←→", "hole"), ("⏎", "pick/jump"), ("tab", "next peg"))
    NOTATION = "5,4:S or 45-43; several jumps of one peg 5,3:NWSE"
    game: PegGame

    def __init__(self, game: PegGame, look: Look) -> None:
        super().__init__(game, look)
        self._holes = game.board.holes
        self._skew = game.board.lattice == "triangular"
        self._centres = [(2 * x + (y if self._skew else 0), 2 * y) for x, y in self._holes]
        self._least = min(x for x, _ in self._centres)
        self._widest = max(x for x, _ in self._centres) - self._least
        self._rows = game.board.height
        self._picked: int | None = None
        self._cursor = self._first(game.start)
        self._overlays = overlays(game.board)
        self.OVERLAYS = tuple(self._overlays)
        self._laid: tuple[str, int, Overlay] = ("", 0, Overlay())

    def _first(self, position: int) -> int:
        """The hole to begin at: where the first jump lands, else the middle."""
        moves = self.game.moves(position)
        return moves[0][1] if moves else len(self._holes) // 2

    # Drawing

    def size(self, width: int, height: int) -> tuple[int, int]:
        layout = self._layout(width, height)
        return layout.width, layout.height

    def least(self) -> tuple[int, int]:
        smallest = self._measured(SIZES[self.game.board.lattice][-1], LABELS)
        return smallest.width, smallest.height

    def draw(
        self, position: int, width: int, height: int, last: Hashable | None = None
    ) -> list[Line]:
        layout = self._layout(width, height)
        cells = [[(" ", "")] * layout.width for _ in range(layout.height)]
        targets = self._targets(position)
        movers = {start for start, _ in self.game.moves(position)}
        for hole in range(len(self._holes)):
            kind, role = self._state(position, hole, targets, movers, last)
            self._stamp(cells, layout, hole, kind, role)
        for hole, label in enumerate(self._overlay(position).labels):
            self._lay(cells, layout, hole, label)
        if layout.left:
            self._label(cells, layout)
        return [
            [("".join(char for char, _ in run), role) for role, run in groupby(row, lambda c: c[1])]
            for row in (line[:width] for line in cells[:height])
        ]

    def _state(
        self,
        position: int,
        hole: int,
        targets: Sequence[int],
        movers: set[int],
        last: Hashable | None,
    ) -> tuple[str, str]:
        """What a hole shows, and its role."""
        if hole in targets:
            return "target", "target"
        changed = last is not None and hole in last
        if not position >> hole & 1:
            return "hole", "last" if changed else "hole"
        if hole == self._picked:
            return "peg", "picked"
        if changed:
            return "peg", "last"
        return "peg", "mover" if hole in movers else "piece"

    def _stamp(self, cells: Cells, layout: Layout, hole: int, kind: str, role: str) -> None:
        x, y = self._at(layout, hole)
        for row, text in enumerate(self._glyphs(layout.large)[kind]):
            line = cells[y + row]
            for i, char in enumerate(text):
                line[x + i] = (char, role if char != " " else "")
            if hole == self._cursor and layout.left:
                line[x - 1], line[x + len(text)] = ("[", "cursor"), ("]", "cursor")

    def _lay(self, cells: Cells, layout: Layout, hole: int, label: str) -> None:
        """Set a label beside a hole; one that is too long for its place is a sign for itself."""
        x, y = self._at(layout, hole)
        gap, room = layout.label
        line, start = cells[y + layout.large], x + gap
        for i, char in enumerate(label if len(label) <= room else "*"[:room]):
            if line[start + i][1] != "cursor":
                line[start + i] = (char, "dim")

    def _overlay(self, position: int) -> Overlay:
        """What is laid over the board; the last one is remembered, for frames without a move."""
        name, known, laid = self._laid
        if self.overlay and (name, known) != (self.overlay, position):
            laid = self._overlays[self.overlay](self.game, position)
            self._laid = (self.overlay, position, laid)
        return laid if self.overlay else Overlay()

    def _label(self, cells: Cells, layout: Layout) -> None:
        board = self.game.board
        middle = 1 if layout.large else 0
        for y in range(1, board.height + 1):
            row = cells[(board.height - y) * layout.down + middle]
            for i, char in enumerate(f"{y:>3}"):
                row[i] = (char, "dim")
        for x in range(1, board.width + 1):
            left = self._column(layout, 2 * x + (1 if self._skew else 0))
            for i, char in enumerate(f"{x:<2}"):
                cells[-1][left + middle + i] = (char, "dim")

    def _layout(self, width: int, height: int) -> Layout:
        """The roomiest that fits; where none does, the tiny one."""
        sizes = [(step, LABELS) for step in SIZES[self.game.board.lattice]]
        for step, left in [*sizes, (TINY, 0)]:
            layout = self._measured(step, left)
            if layout.width <= width and layout.height <= height:
                break
        return layout

    def _measured(self, step: tuple[int, int, bool], left: int) -> Layout:
        across, down, large = step
        glyph = 4 if large else 1
        used = left + 1 + self._widest * across // 2 + glyph + (1 if left else 0)
        rows = (self._rows - 1) * down + (2 if large else 1) + (1 if left else 0)
        layout = Layout(across, down, large, left, used, rows)
        return replace(layout, width=used + sum(layout.label)) if self.overlay else layout

    def _column(self, layout: Layout, centre: int) -> int:
        return layout.left + 1 + (centre - self._least) * layout.across // 2

    def _at(self, layout: Layout, hole: int) -> tuple[int, int]:
        x, y = self._centres[hole]
        return self._column(layout, x), (self._rows - y // 2) * layout.down

    def _glyphs(self, large: bool) -> dict[str, Glyph]:
        if self.look.ascii_only:
            return LARGE_ASCII if large else SMALL_ASCII
        return LARGE if large else SMALL

    # Keys

    def press(self, position: int, key: str) -> Reply:
        if key in ARROWS:
            self._cursor = self._neighbour(position, *ARROWS[key])
            return Reply()
        if key == "enter":
            return self._enter(position)
        if key in ("tab", "shift+tab"):
            return self._cycle(position, -1 if key == "shift+tab" else 1)
        return IGNORED

    def click(self, position: int, x: int, y: int, width: int, height: int) -> Reply:
        return self._enter(position) if self.aim(x, y, width, height) else IGNORED

    @property
    def cursor(self) -> int:
        """The hole that the cursor is on."""
        return self._cursor

    def aim(self, x: int, y: int, width: int, height: int) -> bool:
        """Put the cursor on the hole at a cell of the picture; False when none is near."""
        layout = self._layout(width, height)
        half = 2 if layout.large else 0

        def distance(hole: int) -> int:
            left, top = self._at(layout, hole)
            return abs(left + half - x) + 2 * abs(top - y)

        nearest = min(range(len(self._holes)), key=distance)
        if distance(nearest) > max(layout.across, 2 * layout.down):
            return False
        self._cursor = nearest
        return True

    def release(self) -> bool:
        held, self._picked = self._picked is not None, None
        return held

    def moved(self, before: int, move: tuple[int, int], after: int) -> None:
        self._picked = None
        self._cursor = move[1] if after >> move[1] & 1 else move[0]

    def _targets(self, position: int) -> list[int]:
        return [to for start, to in self.game.moves(position) if start == self._picked]

    def _neighbour(self, position: int, dx: int, dy: int) -> int:
        """The nearest hole that way; with a peg picked, rather one that it can jump to.

        Of two as near, one goes up to the left and down to the right, so that each step has
        its way back.
        """
        x, y = self._centres[self._cursor]

        def ahead(holes: Sequence[int]) -> list[tuple[int, int, int]]:
            found = []
            for hole in holes:
                right, up = self._centres[hole][0] - x, self._centres[hole][1] - y
                along, aside = right * dx + up * dy, abs(right * dy) + abs(up * dx)
                if along > 0 and aside <= along:
                    found.append((along + 2 * aside, right * dy, hole))
            return sorted(found)

        nearest = ahead(self._targets(position)) or ahead(range(len(self._holes)))
        return nearest[0][2] if nearest else self._cursor

    def _enter(self, position: int) -> Reply:
        here, picked = self._cursor, self._picked
        if picked is not None and here in self._targets(position):
            self._picked = None
            return Reply(moves=((picked, here),))
        if here == picked:
            self._picked = None
            return Reply()
        if not position >> here & 1:
            said = "no peg here" if picked is None else "the picked peg cannot jump there"
            return Reply(notice=said)
        if not any(start == here for start, _ in self.game.moves(position)):
            return Reply(notice="that peg has no jump")
        self._picked = here
        return Reply()

    def _cycle(self, position: int, step: int) -> Reply:
        """To the next peg that has a jump, or the next hole that the picked one can jump to."""
        stops = self._targets(position) or sorted({a for a, _ in self.game.moves(position)})
        if not stops:
            return Reply(notice="no peg has a jump")
        if step > 0:
            self._cursor = next((stop for stop in stops if stop > self._cursor), stops[0])
        else:
            self._cursor = next((s for s in reversed(stops) if s < self._cursor), stops[-1])
        return Reply()

    # Words

    def summary(self, position: int) -> str:
        left = position.bit_count() - self.game.finish.bit_count()
        return f"{left} jump{'' if left == 1 else 's'} left"

    def remarks(self, position: int) -> Sequence[str]:
        return self._overlay(position).words

    def goal(self, width: int) -> Sequence[Line]:
        picture = PegBoard(self.game, self.look)
        tiny = picture._layout(0, 0)
        if tiny.width > width:
            count = self.game.finish.bit_count()
            return [[(f"{count} peg{'' if count == 1 else 's'} left where the finish asks", "")]]
        return picture.draw(self.game.finish, tiny.width, tiny.height)
