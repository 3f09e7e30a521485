"""Boards of peg solitaire: holes on a lattice, the jumps between them, their symmetries.

    hole     a number 0..n-1, row by row from the top, left to right; bit 1 << hole of a position
    (x, y)   the coordinates of a hole, from 1: x to the right, y upwards, the lowest row is 1
    jump     (from, over, to), three holes
    lattice  "square": four directions. "triangular": stored left-justified, six directions: these
             four and both along the diagonal from upper left to lower right

The triangle of fifteen on the triangular lattice, as stored and as seen:

    x               x
    xx             x x
    xxx           x x x
    xxxx         x x x x
    xxxxx       x x x x x
"""

from dataclasses import dataclass
from functools import cached_property

from ludoscope.games.errors import NotationError, shown

Hole = int
Jump = tuple[Hole, Hole, Hole]
Matrix = tuple[int, int, int, int]

MOST_HOLES, LONGEST_ROW = 1000, 200

DIRECTIONS: dict[str, dict[str, tuple[int, int]]] = {
    "square": {"E": (1, 0), "N": (0, 1), "S": (0, -1), "W": (-1, 0)},
    "triangular": {
        "E": (1, 0),
        "N": (0, 1),
        "NW": (-1, 1),
        "S": (0, -1),
        "SE": (1, -1),
        "W": (-1, 0),
    },
}


def _group(generators: tuple[Matrix, Matrix]) -> tuple[Matrix, ...]:
    """The group of matrices (a, b, c, d), (x, y) → (ax + by, cx + dy), from its generators."""
    group = [(1, 0, 0, 1)]
    for a, b, c, d in group:
        for e, f, g, h in generators:
            product = (a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h)
            if product not in group:
                group.append(product)
    return tuple(group)


MATRICES = {
    "square": _group(((0, -1, 1, 0), (0, 1, 1, 0))),  # a quarter turn, a mirror: 8 in all
    "triangular": _group(((0, -1, 1, 1), (0, 1, 1, 0))),  # a sixth of a turn, a mirror: 12
}


@dataclass(frozen=True)
class Board:
    """A set of holes; `holes` are their coordinates in the order of their numbers."""

    holes: tuple[tuple[int, int], ...]
    lattice: str = "square"
    name: str = ""

    @classmethod
    def from_rows(cls, rows: list[str], lattice: str = "square", name: str = "") -> "Board":
        """The board whose holes are the characters `x` and `.` of `rows`, the top row first."""
        if lattice not in DIRECTIONS:
            raise NotationError(f"unknown lattice {shown(lattice)}, expected square or triangular")
        marks = [(i, -j) for j, row in enumerate(rows) for i, c in enumerate(row) if c in "x."]
        if not marks:
            raise NotationError("no hole on the board, expected some x (peg) and . (empty hole)")
        left, low = min(x for x, _ in marks), min(y for _, y in marks)
        width, height = max(x for x, _ in marks) - left + 1, 1 - low
        if len(marks) > MOST_HOLES or max(width, height) > LONGEST_ROW:
            raise NotationError(
                f"a board of {len(marks):,} holes, {width:,} by {height:,}, expected at most "
                f"{MOST_HOLES:,} holes and {LONGEST_ROW} by {LONGEST_ROW}"
            )
        return cls(tuple((x - left + 1, y - low + 1) for x, y in marks), lattice, name)

    @cached_property
    def index(self) -> dict[tuple[int, int], Hole]:
        return {place: hole for hole, place in enumerate(self.holes)}

    @cached_property
    def width(self) -> int:
        return max(x for x, _ in self.holes)

    @cached_property
    def height(self) -> int:
        return max(y for _, y in self.holes)

    @property
    def full(self) -> int:
        """The position with a peg in every hole."""
        return (1 << len(self.holes)) - 1

    @cached_property
    def jumps(self) -> tuple[Jump, ...]:
        """All (from, over, to), sorted."""
        found = []
        for hole, (x, y) in enumerate(self.holes):
            for dx, dy in DIRECTIONS[self.lattice].values():
                over = self.index.get((x + dx, y + dy))
                to = self.index.get((x + 2 * dx, y + 2 * dy))
                if over is not None and to is not None:
                    found.append((hole, over, to))
        return tuple(sorted(found, key=lambda jump: (jump[0], jump[2])))

    @cached_property
    def moves(self) -> list[tuple[tuple[Hole, Hole], int, int]]:
        """Of each jump: (from, to), the mask of its three holes, the mask of its two pegs."""
        return [((a, c), 1 << a | 1 << b | 1 << c, 1 << a | 1 << b) for a, b, c in self.jumps]

    @cached_property
    def masks(self) -> dict[tuple[Hole, Hole], tuple[int, int]]:
        """(from, to) → the same two masks."""
        return {move: (mask, pegs) for move, mask, pegs in self.moves}

    @cached_property
    def over(self) -> dict[tuple[Hole, Hole], Hole]:
        """(from, to) → the hole jumped over."""
        return {(start, to): over for start, over, to in self.jumps}

    @cached_property
    def symmetries(self) -> tuple[tuple[Hole, ...], ...]:
        """The symmetries of the board as permutations, hole → image, the identity first."""
        found = []
        for a, b, c, d in MATRICES[self.lattice]:
            images = [(a * x + b * y, c * x + d * y) for x, y in self.holes]
            right, up = 1 - min(x for x, _ in images), 1 - min(y for _, y in images)
            moved = [self.index.get((x + right, y + up)) for x, y in images]
            permutation = tuple(hole for hole in moved if hole is not None)
            if len(permutation) == len(self.holes) and permutation not in found:
                found.append(permutation)
        return tuple(found)

    def image(self, pegs: int, permutation: tuple[Hole, ...]) -> int:
        """The position `pegs` under one of the symmetries."""
        image = 0
        while pegs:
            lowest = pegs & -pegs
            image |= 1 << permutation[lowest.bit_length() - 1]
            pegs ^= lowest
        return image

    def hole_at(self, x: int, y: int) -> Hole:
        """The hole at (x, y); NotationError when there is none."""
        hole = self.index.get((x, y))
        if hole is None:
            raise NotationError(f"no hole at {x},{y} on this board")
        return hole

    def rows(self, pegs: int, peg: str = "x", empty: str = ".", outside: str = " ") -> list[str]:
        """The position as rows of characters, top row first, without `outside` at the ends."""
        grid = [[outside] * self.width for _ in range(self.height)]
        for hole, (x, y) in enumerate(self.holes):
            grid[self.height - y][x - 1] = peg if pegs >> hole & 1 else empty
        return ["".join(row).rstrip(outside) for row in grid]


def _cross(left: int, right: int, top: int, bottom: int) -> list[str]:
    """A cross: a 3×3 centre and four arms three wide, of the given lengths."""
    arm = " " * left + "..."
    return [arm] * top + ["." * (left + 3 + right)] * 3 + [arm] * bottom


def _diamond(radius: int) -> list[str]:
    return [
        " " * abs(radius - row) + "." * (2 * (radius - abs(radius - row)) + 1)
        for row in range(2 * radius + 1)
    ]


_SHAPES: dict[str, tuple[str, list[str]]] = {
    "english": ("square", _cross(2, 2, 2, 2)),
    "european": (
        "square",
        ["  ...", " .....", ".......", ".......", ".......", " .....", "  ..."],
    ),
    "wiegleb": ("square", _cross(3, 3, 3, 3)),
    "asymmetric": ("square", _cross(2, 3, 2, 3)),
    "diamond": ("square", _diamond(4)),
    "triangle": ("triangular", ["." * n for n in range(1, 6)]),
}

BOARDS: dict[str, Board] = {
    name: Board.from_rows(rows, lattice, name) for name, (lattice, rows) in _SHAPES.items()
}
"""The built-in boards: 33, 37, 45, 39, 41 and 15 holes."""
