"""Notations of grids and moves of ORush.

boats   one boat a line, `A2H12`: identifier, length, H or V, x, y of the top-left cell; 6×6, no
        walls
grid    one row a line: `~` water (`.` and `o` are also read), `x` wall, a letter for a boat
line    the rows of a grid joined by `/`
string  the rows of a square grid without separator, as in published collections
moves   `A>` one cell right or down, `A<` one cell left or up, without separator
"""

import re
from collections.abc import Sequence
from math import isqrt
from typing import NamedTuple

from ludoscope.games.errors import NotationError, shown
from ludoscope.games.rush.boats import COURSE_SIDE, SIDES, Boat, Cell, Grid

WATER = "~"
STRING_WATER = "o"
WALL = "x"
_WATERS = frozenset("~.o")
_CELLS = _WATERS | {WALL} | frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
_BOAT = re.compile("([A-Z])([0-9])([HV])([0-9])([0-9])")
_DIGIT = re.compile("[0-9]")
_STEP = re.compile("([A-Z])([<>])")


def read_grid(text: str) -> Grid:
    """The grid in any of the formats; NotationError with the line when it is malformed."""
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
    grid = Grid(COURSE_SIDE, COURSE_SIDE)
    for number, line in enumerate(lines, 1):
        found = _BOAT.fullmatch(line)
        if not found:
            raise NotationError(
                f"found {shown(line)}, expected a boat such as A2H12 "
                "(letter, length, H or V, x, y)",
                number,
            )
        name, length, direction, x, y = found.groups()
        try:
            grid.add(Boat(name, int(length), direction == "H", int(x), int(y)))
        except NotationError as error:
            raise NotationError(str(error), number) from None
    return _finished(grid, len(lines))


def _read_string(text: str) -> Grid:
    side = isqrt(len(text))
    if side * side != len(text) or side not in SIDES:
        raise NotationError(
            f"found {len(text)} cells in one line, expected a square number of them "
            "(36 for a 6×6 grid) or rows joined by /"
        )
    return _read_rows([text[i : i + side] for i in range(0, len(text), side)], by_line=False)


def _read_rows(rows: Sequence[str], *, by_line: bool) -> Grid:
    """The grid in rows; `by_line`: each row is a line of the text, which errors name."""

    def fault(message: str, y: int) -> NotationError:
        return NotationError(message, y + 1 if by_line else None)

    hulls: dict[str, list[Cell]] = {}
    walls: list[Cell] = []
    for y, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise fault(f"row {y} has {len(row)} cells, expected {len(rows[0])} as row 0 has", y)
        for x, cell in enumerate(row):
            if cell not in _CELLS:
                raise fault(f"found {shown(cell)} in row {y}, expected a letter, ~ or x", y)
            if cell == WALL:
                walls.append((x, y))
            elif cell not in _WATERS:
                hulls.setdefault(cell, []).append((x, y))
    try:
        grid = Grid(len(rows[0]), len(rows), walls)
    except NotationError as error:
        raise fault(str(error), 0) from None
    for name, cells in hulls.items():
        try:
            grid.add(_hull(name, cells))
        except NotationError as error:
            raise fault(str(error), cells[0][1]) from None
    return _finished(grid, len(rows) if by_line else None)


def _hull(name: str, cells: Sequence[Cell]) -> Boat:
    """The boat that covers `cells`, which are in reading order; NotationError if none does."""
    x, y = cells[0]
    across = len(cells) > 1 and cells[1][1] == y
    boat = Boat(name, len(cells), across, x, y)
    if len(cells) > 1 and boat.cells != tuple(cells):
        rows_and_columns = len({x for x, _ in cells}), len({y for _, y in cells})
        how = "in pieces" if 1 in rows_and_columns else "bent or in pieces"
        raise NotationError(f"boat {name} is {how}, expected one straight piece")
    return boat


def _finished(grid: Grid, line: int | None) -> Grid:
    try:
        grid.require_hero()
    except NotationError as error:
        raise NotationError(str(error), line) from None
    return grid


def rows(
    width: int, height: int, boats: Sequence[Boat], walls: frozenset[Cell], water: str
) -> list[str]:
    """The rows of the grid, from the top."""
    drawn = dict.fromkeys(walls, WALL)
    for boat in boats:
        drawn.update(dict.fromkeys(boat.cells, boat.name))
    return ["".join(drawn.get((x, y), water) for x in range(width)) for y in range(height)]


class Step(NamedTuple):
    """A move of one cell: `direction` 1 is right or down, −1 left or up; `line` of the text."""

    name: str
    direction: int
    line: int

    def __str__(self) -> str:
        return self.name + (">" if self.direction > 0 else "<")


def read_steps(text: str) -> list[Step]:
    """The steps in a text of moves; whitespace between moves is ignored.

    NotationError with the line where the text is malformed.
    """
    steps = []
    for number, line in enumerate(text.splitlines(), 1):
        for word in line.split():
            for i in range(0, len(word), 2):
                found = _STEP.fullmatch(word[i : i + 2])
                if not found:
                    raise NotationError(
                        f"found {shown(word[i : i + 2])}, expected a move such as A> or A<",
                        number,
                    )
                steps.append(Step(found[1], 1 if found[2] == ">" else -1, number))
    return steps
