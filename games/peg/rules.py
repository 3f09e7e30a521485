"""Peg solitaire: a peg jumps over its neighbour into the empty hole behind it, and the
neighbour is removed. A problem is a start and a finish.

        ●                  ●
      ● ● ○   5,3:E  ⟶   ○ ○ ●        a move of this class is a single jump; players count
        ●                  ●          successive jumps by one peg as one move

    pegs   a position: bit h set when hole h holds a peg (see `games.peg.board`)
    move   (from, to), two holes
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from ludoscope.games.errors import NotationError, shown
from ludoscope.games.peg import notation
from ludoscope.games.peg.board import BOARDS, Board, Hole

Move = tuple[Hole, Hole]
Tables = tuple[tuple[int, ...], ...]


class PegGame:
    """A problem: a board, the pegs at the start and the pegs at the finish.

    `finish` defaults to the complement of the start. Symmetrical positions have the same key,
    unless `merge_symmetric` is False; then a search counts each of them. ValueError when start or
    finish has a peg outside the board.
    """

    family = "peg"
    measure = "jumps"
    players = 1

    def __init__(
        self,
        board: Board,
        start: int,
        finish: int | None = None,
        *,
        merge_symmetric: bool = True,
    ) -> None:
        self.board = board
        self.start = start
        self.finish = board.full & ~start if finish is None else finish
        self.merge_symmetric = merge_symmetric
        if (self.start | self.finish) & ~board.full or min(self.start, self.finish) < 0:
            raise ValueError("a peg lies outside the board")
        self._jumps = board.moves
        self._masks = board.masks

    def moves(self, position: int) -> Sequence[Move]:
        return [move for move, mask, pegs in self._jumps if position & mask == pegs]

    def play(self, position: int, move: Move) -> int:
        mask, pegs = self._masks.get(move, (0, 1))
        if position & mask != pegs:
            raise ValueError(self._reason(position, move))
        return position ^ mask

    def is_won(self, position: int) -> bool:
        return position == self.finish

    def key(self, position: int) -> int:
        """The least image under the symmetries of the board that keep the finish."""
        least = position
        for tables in self._tables:
            rest, image = position, 0
            for table in tables:
                image |= table[rest & 255]
                rest >>= 8
            if image < least:
                least = image
        return least

    @cached_property
    def symmetries(self) -> tuple[tuple[Hole, ...], ...]:
        """The symmetries of the board that keep the finish, the identity first.

        The identity alone where symmetrical positions are not merged.
        """
        board = self.board
        if not self.merge_symmetric:
            return board.symmetries[:1]
        return tuple(p for p in board.symmetries if board.image(self.finish, p) == self.finish)

    @cached_property
    def _tables(self) -> list[Tables]:
        """For each symmetry except the identity, for each byte of a position: value → image."""
        holes = len(self.board.holes)
        return [
            tuple(_images(image[low : low + 8]) for low in range(0, holes, 8))
            for image in self.symmetries[1:]
        ]

    def between(self, start: int, finish: int) -> "PegGame":
        """Another problem of this board, symmetrical positions merged or not as here."""
        return PegGame(self.board, start, finish, merge_symmetric=self.merge_symmetric)

    def without_symmetry(self) -> "PegGame":
        """The same problem, symmetrical positions not merged."""
        return PegGame(self.board, self.start, self.finish, merge_symmetric=False)

    def reversed(self) -> "PegGame":
        """The dual problem, pegs and holes exchanged and time turned round.

        Its solutions are the solutions of this one, the jumps in reverse order.
        """
        full = self.board.full
        return self.between(full & ~self.finish, full & ~self.start)

    def text(self, position: int) -> str:
        return "/".join(self.board.rows(position, outside="_"))

    def parse(self, text: str) -> int:
        rows = text.strip().split("/")
        found = [c for row in rows for c in row if c in "x."]
        pegs = sum(1 << hole for hole, c in enumerate(found) if c == "x")
        if len(found) != len(self.board.holes) or self.text(pegs) != "/".join(rows):
            raise NotationError(
                f"{shown(text)} is not a position of this board, expected one like "
                f"{shown(self.text(self.start))}"
            )
        return pegs

    def move_text(self, position: int, move: Move) -> str:
        return notation.compass(self.board, [move])[0]

    def parse_moves(self, position: int, text: str) -> list[Move]:
        moves = notation.parse(self.board, text)
        for move in moves:
            position = self.play(position, move)
        return moves

    def spec(self) -> dict[str, Any]:
        board = self.board
        spec = {
            "family": self.family,
            "board": board.name,
            "lattice": board.lattice,
            "start": self.text(self.start),
            "finish": self.text(self.finish),
        }
        return spec if self.merge_symmetric else spec | {"merge_symmetric": False}

    def _reason(self, position: int, move: Move) -> str:
        board = self.board
        source, to = (f"{x},{y}" for x, y in (board.holes[hole] for hole in move))
        over = board.over.get(move)
        if over is None:
            return f"no jump leads from {source} to {to}"
        if not position >> move[0] & 1:
            return f"there is no peg at {source}"
        if not position >> over & 1:
            x, y = board.holes[over]
            return f"there is no peg at {x},{y} to jump over"
        return f"{to} is not empty"


def _images(holes: Sequence[Hole]) -> tuple[int, ...]:
    """Of every set of bits, where bit i goes to `holes[i]`: the image."""
    images = [0]
    for hole in holes:
        images += [image | 1 << hole for image in images]
    return tuple(images)


def from_spec(spec: dict[str, Any]) -> PegGame:
    """The game that `PegGame.spec` described; ValueError when it is malformed."""
    try:
        name, lattice = str(spec["board"]), str(spec["lattice"])
        start, finish = str(spec["start"]), str(spec["finish"])
        merge_symmetric = bool(spec.get("merge_symmetric", True))
    except KeyError as error:
        raise ValueError(f"the description of a peg game lacks {error}") from None
    board = Board.from_rows(start.split("/"), lattice, name)
    if BOARDS.get(name) == board:
        board = BOARDS[name]
    game = PegGame(board, 0)
    start_pegs, finish_pegs = game.parse(start), game.parse(finish)
    return PegGame(board, start_pegs, finish_pegs, merge_symmetric=merge_symmetric)
