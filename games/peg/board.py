"""Boards of peg solitaire: holes on a lattice, the jumps between them and their symmetries.

Start with `Board.from_rows` and `BOARDS`, the built-in boards.

    hole      a number 0..n-1, row by row from the top, left to right
    position  an int used as a bit set: bit `1 << hole` is set if the hole holds a peg
    (x, y)    the coordinates of a hole: x from 1 to the right, y from 1 upwards
    jump      the three holes (start, jumped, end): the peg in `start` jumps over the peg in
              `jumped`, which is removed, to `end`
    lattice   "square", with four directions, or "triangular", with six. A triangular board is
              stored left-justified; its two additional directions run along the diagonal from
              upper left to lower right

The triangle of 15 holes, as stored (left) and as seen on screen (right):

    x               x
    xx             x x
    xxx           x x x
    xxxx         x x x x
    xxxxx       x x x x x
"""

from dataclasses import dataclass
from functools import cached_property

from ludoscope.games.errors import NotationError, short_repr

Hole = int
Jump = tuple[Hole, Hole, Hole]
Matrix = tuple[int, int, int, int]  # (a, b, c, d) maps (x, y) to (ax + by, cx + dy)

MAX_HOLES = 1000
MAX_SIDE = 200  # columns and rows

# lattice → name of a direction → (dx, dy)
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

DIRECTION_WORDS = {
    "E": "east",
    "N": "north",
    "NW": "northwest",
    "S": "south",
    "SE": "southeast",
    "W": "west",
}


def _generate_group(generators: tuple[Matrix, Matrix]) -> tuple[Matrix, ...]:
    """Return all products of the generators, the identity first."""
    group = [(1, 0, 0, 1)]
    for (
        a,
        b,
        c,
        d,
    ) in group:  # the loop appends to the list it iterates over, until the group is closed
        for e, f, g, h in generators:
            product = (a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h)
            if product not in group:
                group.append(product)
    return tuple(group)


SYMMETRY_MATRICES = {
    "square": _generate_group(((0, -1, 1, 0), (0, 1, 1, 0))),  # quarter turn, mirror: 8 in all
    "triangular": _generate_group(((0, -1, 1, 1), (0, 1, 1, 0))),  # sixth of a turn, mirror: 12
}


@dataclass(frozen=True)
class Board:
    """A board: a set of holes on a lattice.

    Attributes:
        holes: The coordinates (x, y) of each hole, in the order of the hole numbers.
        lattice: "square" or "triangular", a key of `DIRECTIONS`.
        name: The name of a built-in board, or "".
    """

    holes: tuple[tuple[int, int], ...]
    lattice: str = "square"
    name: str = ""

    @classmethod
    def from_rows(cls, rows: list[str], lattice: str = "square", name: str = "") -> "Board":
        """Return the board with a hole for each `x` and `.` in `rows`.

        Args:
            rows: The rows of the board, top row first. Other characters are outside the board.
            lattice: "square" or "triangular".
            name: The name of the board.

        Raises:
            NotationError: If the lattice is unknown, or the board has no hole or is too large.
        """
        if lattice not in DIRECTIONS:
            raise NotationError(
                f"unknown lattice {short_repr(lattice)}, expected square or triangular"
            )
        filled = [(number, row) for number, row in enumerate(rows) if "x" in row or "." in row]
        if not filled:
            raise NotationError("no hole on the board, expected some x (peg) and . (empty hole)")
        left = min(at for _, row in filled for at in (row.find("x"), row.find(".")) if at >= 0)
        right = max(max(row.rfind("x"), row.rfind(".")) for _, row in filled)
        holes = sum(row.count("x") + row.count(".") for _, row in filled)
        width, height = right - left + 1, filled[-1][0] + 1
        if holes > MAX_HOLES or max(width, height) > MAX_SIDE:  # before a long text is unpacked
            raise NotationError(
                f"a board of {holes:,} holes, {width:,} by {height:,}, expected at most "
                f"{MAX_HOLES:,} holes and {MAX_SIDE} by {MAX_SIDE}"
            )
        cells = (
            (column - left + 1, height - number)
            for number, row in filled
            for column, character in enumerate(row)
            if character in "x."
        )
        return cls(tuple(cells), lattice, name)

    @cached_property
    def hole_numbers(self) -> dict[tuple[int, int], Hole]:
        """The hole number at each pair of coordinates."""
        return {coordinates: hole for hole, coordinates in enumerate(self.holes)}

    @cached_property
    def width(self) -> int:
        """The number of columns."""
        return max(x for x, _ in self.holes)

    @cached_property
    def height(self) -> int:
        """The number of rows."""
        return max(y for _, y in self.holes)

    @property
    def all_holes(self) -> int:
        """The position with a peg in every hole."""
        return (1 << len(self.holes)) - 1

    @cached_property
    def jumps(self) -> tuple[Jump, ...]:
        """The possible jumps (start, jumped, end) of the board, sorted by start and end."""
        jumps = []
        for hole, (x, y) in enumerate(self.holes):
            for dx, dy in DIRECTIONS[self.lattice].values():
                jumped = self.hole_numbers.get((x + dx, y + dy))
                end = self.hole_numbers.get((x + 2 * dx, y + 2 * dy))
                if jumped is not None and end is not None:
                    jumps.append((hole, jumped, end))
        return tuple(sorted(jumps, key=lambda jump: (jump[0], jump[2])))

    @cached_property
    def masked_jumps(self) -> list[tuple[tuple[Hole, Hole], int, int]]:
        """The jumps as bit masks: tuples ((start, end), mask of the 3 holes, mask of the 2 pegs).

        The jump is legal in `position` if `position & mask == pegs`, and leads to
        `position ^ mask`. The tuples are in the order of `jumps`.
        """
        return [
            ((start, end), 1 << start | 1 << jumped | 1 << end, 1 << start | 1 << jumped)
            for start, jumped, end in self.jumps
        ]

    @cached_property
    def masks_by_move(self) -> dict[tuple[Hole, Hole], tuple[int, int]]:
        """The masks of the 3 holes and of the 2 pegs of each jump, by (start, end)."""
        return {move: (mask, pegs) for move, mask, pegs in self.masked_jumps}

    @cached_property
    def jumped_holes(self) -> dict[tuple[Hole, Hole], Hole]:
        """The hole that is jumped over, by (start, end)."""
        return {(start, end): jumped for start, jumped, end in self.jumps}

    @cached_property
    def diagonal_masks(self) -> dict[int, list[int]]:
        """The holes of each label of `colouring.hole_labels` as positions, by slope 1 and −1."""
        masks = {slope: [0, 0, 0] for slope in (1, -1)}
        for hole, (x, y) in enumerate(self.holes):
            for slope, by_label in masks.items():
                by_label[(x + slope * y) % 3] |= 1 << hole
        return masks

    @cached_property
    def symmetries(self) -> tuple[tuple[Hole, ...], ...]:
        """The symmetries of the board, the identity first.

        Each is a permutation: `permutation[hole]` is the hole to which `hole` is mapped.
        """
        permutations = []
        for a, b, c, d in SYMMETRY_MATRICES[self.lattice]:
            images = [(a * x + b * y, c * x + d * y) for x, y in self.holes]
            # translate the images so that the coordinates start at 1 again
            dx, dy = 1 - min(x for x, _ in images), 1 - min(y for _, y in images)
            image_holes = [self.hole_numbers.get((x + dx, y + dy)) for x, y in images]
            permutation = tuple(hole for hole in image_holes if hole is not None)
            if len(permutation) == len(self.holes) and permutation not in permutations:
                permutations.append(permutation)
        return tuple(permutations)

    def transform(self, pegs: int, permutation: tuple[Hole, ...]) -> int:
        """Return the position `pegs` with every peg moved by one of the `symmetries`."""
        image = 0
        while pegs:
            lowest = pegs & -pegs
            image |= 1 << permutation[lowest.bit_length() - 1]
            pegs ^= lowest
        return image

    def hole_at(self, x: int, y: int) -> Hole:
        """Return the number of the hole at (x, y).

        Raises:
            NotationError: If the board has no hole there.
        """
        hole = self.hole_numbers.get((x, y))
        if hole is None:
            raise NotationError(f"no hole at {x},{y} on this board")
        return hole

    def to_rows(self, pegs: int, peg: str = "x", empty: str = ".", outside: str = " ") -> list[str]:
        """Return the position `pegs` as rows of characters, top row first.

        Args:
            pegs: The position.
            peg: The character for a peg.
            empty: The character for an empty hole.
            outside: The character for a place that is not a hole; omitted at the end of a row.
        """
        grid = [[outside] * self.width for _ in range(self.height)]
        for hole, (x, y) in enumerate(self.holes):
            grid[self.height - y][x - 1] = peg if pegs >> hole & 1 else empty
        return ["".join(row).rstrip(outside) for row in grid]


def _cross(left: int, right: int, top: int, bottom: int) -> list[str]:
    """Return the rows of a cross: a centre of 3×3 holes and arms 3 holes wide, of given lengths."""
    arm = " " * left + "..."
    return [arm] * top + ["." * (left + 3 + right)] * 3 + [arm] * bottom


def _diamond(radius: int) -> list[str]:
    """Return the rows of a square that stands on a corner, `2 * radius + 1` holes high."""
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
"""The built-in boards by name, with 33, 37, 45, 39, 41 and 15 holes."""


def built_in_board(board: Board, *, any_lattice: bool = False) -> Board:
    """Return the built-in board with the same holes; `board` if there is none.

    Args:
        board: A board.
        any_lattice: The built-in board may have another lattice.
    """
    for built_in in BOARDS.values():
        if built_in.holes == board.holes and (any_lattice or built_in.lattice == board.lattice):
            return built_in
    return board
