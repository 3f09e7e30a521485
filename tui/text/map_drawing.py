"""The map of a game drawn in braille: a dot for each position, two by four dots in a cell.

A `MapDrawing` is made for one map. Its dots are computed once for each size; a frame then only adds
the marks, so it takes less than a millisecond for thousands of positions.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ludoscope.puzzles.state_map import (
    FIRST_WINS,
    LOST,
    SECOND_WINS,
    UNDECIDED,
    WINNABLE,
    WON,
)
from ludoscope.puzzles.state_map_process import StateMap
from ludoscope.puzzles.state_map_worker import SCALE
from ludoscope.tui.boards.appearance import Appearance
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block

BRAILLE_BLANK = 0x2800
DOT_BITS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))  # by column and row in a cell
ASCII_SHADES = " .:-=+*%#"  # by the number of dots in a cell

OUTCOME_ROLES = {  # in a cell with several outcomes the last one of these is shown
    LOST: "dim",
    UNDECIDED: "dim",
    WINNABLE: "blue",
    SECOND_WINS: "rival",
    FIRST_WINS: "blue",
    WON: "bad",
}
LEGEND_DOT = "⠿"
FLOODED_ROLE, SHORTEST_ROLE = "notice", "good"
PATH_MARK, TARGET_MARK, CURRENT_MARK = ("•", "title"), ("○", "cursor"), ("●", "cursor")
NARROW_MARK, UNAVOIDABLE_MARK = ("◇", "key"), ("◆", "key")
ASCII_MARKS = str.maketrans("•○●◇◆", "oO@xX")  # that differ from the shades
# reversed, underlined, and dim beside the bold dots of the first side
ROLES_WITHOUT_COLORS = {FLOODED_ROLE: "chosen", SHORTEST_ROLE: "last", "rival": "dim"}
_RANKS = {outcome: rank for rank, outcome in enumerate(OUTCOME_ROLES)}
_ROLES = tuple(OUTCOME_ROLES.values())


def shown_mark(mark: tuple[str, str], appearance: Appearance) -> tuple[str, str]:
    """Return a mark, a character and its role, as the terminal can show it."""
    text, role = mark
    return text.translate(ASCII_MARKS) if appearance.ascii_only else text, role


def shown_role(role: str, appearance: Appearance) -> str:
    """Return the role of dots, or one that is told from the others without colours."""
    return ROLES_WITHOUT_COLORS.get(role, role) if appearance.color_depth == "none" else role


@dataclass(frozen=True)
class MapMarks:
    """The marks on a map, by the indices of positions.

    Attributes:
        current: The current position.
        target: The position to which the chosen move leads.
        path: The way to the current position.
        shortest: The positions on shortest ways from it.
        narrow: Those on every shortest way.
        unavoidable: Those on every way.
    """

    current: int | None = None
    target: int | None = None
    path: Sequence[int] = ()
    shortest: Sequence[int] = ()
    narrow: Sequence[int] = ()
    unavoidable: Sequence[int] = field(default=())


class MapDrawing:
    """A map, drawn at any size.

    Attributes:
        flooded_count: The number of positions that `flood` has marked.
    """

    def __init__(self, state_map: StateMap) -> None:
        self._map = state_map
        self._size = (0, 0)
        self._cells: list[int] = []  # of each position: row · width + column
        self._dots: dict[int, int] = {}  # of each cell: its braille bits
        self._ranks: dict[int, int] = {}  # of each cell: the rank of its outcome
        self._flooded: list[int] = []
        self._flooded_cells: set[int] = set()

    @property
    def flooded_count(self) -> int:
        return len(self._flooded)

    def clear_flood(self) -> None:
        """Unmark the positions of a search."""
        self._flooded, self._flooded_cells = [], set()

    def flood(self, indices: Iterable[int]) -> None:
        """Mark positions that a search has expanded."""
        added = list(indices)
        self._flooded += added
        if self._cells:
            self._flooded_cells.update(self._cells[index] for index in added)

    def cell_of(self, index: int) -> tuple[int, int]:
        """Return the column and row of a position in the last drawing."""
        row, column = divmod(self._cells[index], self._size[0])
        return column, row

    def nearest(self, column: int, row: int) -> int | None:
        """Return a position near a cell of the last drawing; None if there is none within two."""
        found = None
        for index in range(len(self._cells)):
            x, y = self.cell_of(index)
            distance = max(abs(x - column), abs(y - row))
            if distance <= 2 and (found is None or distance < found[0]):
                found = distance, index
        return found and found[1]

    def draw(self, width: int, height: int, marks: MapMarks, appearance: Appearance) -> Block:
        """Return the map with its marks as lines."""
        ascii_only = appearance.ascii_only
        if width < 1 or height < 1:
            return []
        if (width, height) != self._size:
            self._lay_out(width, height)
        flooded_role, shortest_role = (
            shown_role(role, appearance) for role in (FLOODED_ROLE, SHORTEST_ROLE)
        )
        outcome_roles = [shown_role(role, appearance) for role in _ROLES]
        cells = [(" ", "")] * (width * height)
        for cell, bits in self._dots.items():
            char = ASCII_SHADES[bits.bit_count()] if ascii_only else chr(BRAILLE_BLANK | bits)
            flooded = cell in self._flooded_cells
            cells[cell] = (char, flooded_role if flooded else outcome_roles[self._ranks[cell]])
        for index in marks.shortest:
            cells[self._cells[index]] = (cells[self._cells[index]][0], shortest_role)
        single = [] if marks.target is None else [(TARGET_MARK, [marks.target])]
        for mark, indices in (
            (PATH_MARK, marks.path),
            (NARROW_MARK, marks.narrow),
            (UNAVOIDABLE_MARK, marks.unavoidable),
            *single,
            (CURRENT_MARK, [] if marks.current is None else [marks.current]),
        ):
            for index in indices:
                cells[self._cells[index]] = shown_mark(mark, appearance)
        return [
            drawing.join_runs(cells[start : start + width])
            for start in range(0, width * height, width)
        ]

    def _lay_out(self, width: int, height: int) -> None:
        """Compute the cells and dots of all positions for a size."""
        state_map = self._map
        self._size, self._dots, self._ranks = (width, height), {}, {}
        columns, rows = 2 * width - 1, 4 * height - 1  # the last dots
        dots, ranks, cells = self._dots, self._ranks, []
        for x, y, outcome in zip(state_map.xs, state_map.ys, state_map.outcomes, strict=True):
            dot_x, dot_y = x * columns // SCALE, y * rows // SCALE
            cell = dot_y // 4 * width + dot_x // 2
            cells.append(cell)
            dots[cell] = dots.get(cell, 0) | DOT_BITS[dot_x % 2][dot_y % 4]
            rank = _RANKS[outcome]
            if rank > ranks.get(cell, -1):
                ranks[cell] = rank
        self._cells = cells
        self._flooded_cells = {cells[index] for index in self._flooded}
