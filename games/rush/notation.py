"""Notations of grids and of solutions of ORush.

Start with `read_grid`, which reads all four notations of a grid:

    boats   one boat a line, such as `A2H12`: letter, length, H (horizontal) or V (vertical), x and
            y of the top-left cell; the grid is 6×6 and has no walls
    grid    one row a line: `~` water (`.` and `o` are also read), `x` wall, a letter for a boat
    line    the rows of a grid joined by `/`
    string  the rows of a square grid without a separator, as in published collections

A solution in `steps`, read by `read_steps`, is written without separators: `A>` moves boat A one
cell right or down, `A<` one cell left or up. Slides of several cells are read by
`games.rush.slides`.
"""

import re
from collections.abc import Sequence
from math import isqrt
from typing import NamedTuple

from ludoscope.games.errors import NotationError, short_repr
from ludoscope.games.rush.boats import SIDE_LENGTHS, STANDARD_SIDE, Boat, Cell, Grid

WATER = "~"
STRING_WATER = "o"  # in the string format
WALL = "x"
_WATER_CHARACTERS = frozenset("~.o")
_CELL_CHARACTERS = _WATER_CHARACTERS | {WALL} | frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
_BOAT = re.compile("([A-Z])([0-9])([HV])([0-9])([0-9])")
_DIGIT = re.compile("[0-9]")
_STEP = re.compile("([A-Z])([<>])")


def read_grid(text: str) -> Grid:
    """Return the grid that `text` describes in any of the four notations.

    Raises:
        NotationError: If the text is malformed; `line` is set if the error is on one line.
    """
    lines = [line.rstrip() for line in text.splitlines()]
    while lines and not lines[-1]:
        lines.pop()
    if not lines:
        raise NotationError("the text is empty, expected boats such as A2H12 or a grid", 1)
    if _DIGIT.search(text):
        return _read_boats(lines)
    if len(lines) > 1:
        return _read_rows(lines, by_line=True)
    if "/" in lines[0]:
        return _read_rows(lines[0].split("/"), by_line=False)
    return _read_string(lines[0])


def _read_boats(lines: Sequence[str]) -> Grid:
    """Return the grid in the boats notation."""
    grid = Grid(STANDARD_SIDE, STANDARD_SIDE)
    for number, line in enumerate(lines, 1):
        match = _BOAT.fullmatch(line)
        if not match:
            raise NotationError(
                f"found {short_repr(line)}, expected a boat such as A2H12 "
                "(letter, length, H or V, x, y)",
                number,
            )
        name, length, direction, x, y = match.groups()
        try:
            grid.add(Boat(name, int(length), direction == "H", int(x), int(y)))
        except NotationError as error:
            raise NotationError(str(error), number) from None
    return _require_target_boat(grid, len(lines))


def _read_string(text: str) -> Grid:
    """Return the grid in the string notation."""
    side = isqrt(len(text))
    if side * side != len(text) or side not in SIDE_LENGTHS:
        raise NotationError(
            f"found {len(text)} cells in one line, expected a square number of them "
            "(36 for a 6×6 grid) or rows joined by /"
        )
    return _read_rows([text[i : i + side] for i in range(0, len(text), side)], by_line=False)


def _read_rows(rows: Sequence[str], *, by_line: bool) -> Grid:
    """Return the grid drawn in `draw_rows`; errors have a line number if `by_line` is True."""

    def row_error(message: str, y: int) -> NotationError:
        return NotationError(message, y + 1 if by_line else None)

    cells_by_name: dict[str, list[Cell]] = {}
    walls: list[Cell] = []
    for y, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise row_error(
                f"row {y} has {len(row)} cells, expected {len(rows[0])} as row 0 has", y
            )
        for x, character in enumerate(row):
            if character not in _CELL_CHARACTERS:
                raise row_error(
                    f"found {short_repr(character)} in row {y}, expected a letter, ~ or x", y
                )
            if character == WALL:
                walls.append((x, y))
            elif character not in _WATER_CHARACTERS:
                cells_by_name.setdefault(character, []).append((x, y))
    try:
        grid = Grid(len(rows[0]), len(rows), walls)
    except NotationError as error:
        raise row_error(str(error), 0) from None
    for name, cells in cells_by_name.items():
        try:
            grid.add(_boat_from_cells(name, cells))
        except NotationError as error:
            raise row_error(str(error), cells[0][1]) from None
    return _require_target_boat(grid, len(rows) if by_line else None)


def _boat_from_cells(name: str, cells: Sequence[Cell]) -> Boat:
    """Return the boat that covers `cells`, which are in reading order.

    Raises:
        NotationError: If the cells are not one straight piece.
    """
    x, y = cells[0]
    is_horizontal = len(cells) > 1 and cells[1][1] == y
    boat = Boat(name, len(cells), is_horizontal, x, y)
    if len(cells) > 1 and boat.cells != tuple(cells):
        columns, rows = {x for x, _ in cells}, {y for _, y in cells}
        shape = "in pieces" if 1 in (len(columns), len(rows)) else "bent or in pieces"
        raise NotationError(f"boat {name} is {shape}, expected one straight piece")
    return boat


def _require_target_boat(grid: Grid, line: int | None) -> Grid:
    """Return `grid`; raise NotationError, with `line`, if boat A is missing."""
    try:
        grid.require_target_boat()
    except NotationError as error:
        raise NotationError(str(error), line) from None
    return grid


def draw_rows(
    width: int, height: int, boats: Sequence[Boat], walls: frozenset[Cell], water: str
) -> list[str]:
    """Return the rows of a grid, from the top, in the grid notation.

    Args:
        width: The number of columns.
        height: The number of rows.
        boats: The boats at their current places.
        walls: The cells that are walls.
        water: The character for a free cell.
    """
    characters = dict.fromkeys(walls, WALL)
    for boat in boats:
        characters.update(dict.fromkeys(boat.cells, boat.name))
    return ["".join(characters.get((x, y), water) for x in range(width)) for y in range(height)]


class Step(NamedTuple):
    """A move of one cell, as it is written.

    Attributes:
        name: The letter of the boat.
        direction: 1 for right or down, −1 for left or up.
        line: The 1-based line of the text in which the step stands.
    """

    name: str
    direction: int
    line: int

    def __str__(self) -> str:
        """Return the step as it is written: `A>`."""
        return self.name + (">" if self.direction > 0 else "<")


def read_steps(text: str) -> list[Step]:
    """Return the steps of a solution such as `A>C<A>`; whitespace between them is ignored.

    Raises:
        NotationError: If the text is malformed; `line` is the line of the error.
    """
    steps = []
    for number, line in enumerate(text.splitlines(), 1):
        for steps_text in line.split():
            for i in range(0, len(steps_text), 2):
                step_text = steps_text[i : i + 2]
                match = _STEP.fullmatch(step_text)
                if not match:
                    raise NotationError(
                        f"found {short_repr(step_text)}, expected a move such as A> or A<",
                        number,
                    )
                steps.append(Step(match[1], 1 if match[2] == ">" else -1, number))
    return steps
