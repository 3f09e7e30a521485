"""Peg solitaire: the game and its rules.

A peg jumps over a neighbouring peg into the empty hole behind it, and the peg jumped over is
removed. A problem asks for the jumps that lead from a start to a finish.

        ●                  ●
      ● ● ○   5,3:E  ⟶   ○ ○ ●
        ●                  ●

A `Move` of `PegGame` is a single jump. Players count successive jumps by the same peg as one move,
see `games.peg.notation.count_moves`.

    position  an int: bit `1 << hole` is set if the hole holds a peg (see `games.peg.board`)
    move      the two holes (start, end) of a jump
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from ludoscope.games.errors import NotationError, short_repr
from ludoscope.games.game import ComparedBySpec
from ludoscope.games.peg import notation
from ludoscope.games.peg.board import BOARDS, Board, Hole

Move = tuple[Hole, Hole]
ImageTables = tuple[tuple[int, ...], ...]
"""A symmetry as tables, one for each byte of a position: `tables[i][byte]` is its image."""


class PegGame(ComparedBySpec):
    """A problem of peg solitaire: a board, the pegs at the start and the pegs at the finish.

    Implements `games.game.Game`.

    Args:
        board: The board.
        start: The position in which the game begins.
        finish: The position to reach; by default the complement of `start`, with pegs and empty
            holes exchanged.
        merge_symmetric: True if symmetrical positions have the same `key`. If False, a search
            treats them as different positions.

    Raises:
        ValueError: If the start or the finish has a peg outside the board.
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
        self.finish = board.all_holes & ~start if finish is None else finish
        self.merge_symmetric = merge_symmetric
        if (self.start | self.finish) & ~board.all_holes or min(self.start, self.finish) < 0:
            raise ValueError("a peg lies outside the board")

    def moves(self, position: int) -> Sequence[Move]:
        """Return the legal jumps, sorted by start and end."""
        return [move for move, mask, pegs in self.board.masked_jumps if position & mask == pegs]

    def play(self, position: int, move: Move) -> int:
        """Return the position after a jump.

        Raises:
            ValueError: If the jump is illegal; the message gives the reason.
        """
        # the default masks match no position, so an impossible move is refused too
        mask, pegs = self.board.masks_by_move.get(move, (0, 1))
        if position & mask != pegs:
            raise ValueError(self._illegal_reason(position, move))
        return position ^ mask

    def is_won(self, position: int) -> bool:
        """Return True if `position` is the finish."""
        return position == self.finish

    def key(self, position: int) -> int:
        """Return the smallest image of `position` under the `symmetries` of the problem."""
        smallest = position
        for tables in self._image_tables:
            remaining, image = position, 0
            for table in tables:
                image |= table[remaining & 255]
                remaining >>= 8
            if image < smallest:
                smallest = image
        return smallest

    @cached_property
    def symmetries(self) -> tuple[tuple[Hole, ...], ...]:
        """The symmetries of the board that map the finish to itself, the identity first.

        Only the identity if symmetrical positions are not merged.
        """
        board = self.board
        if not self.merge_symmetric:
            return board.symmetries[:1]
        return tuple(p for p in board.symmetries if board.transform(self.finish, p) == self.finish)

    @cached_property
    def _image_tables(self) -> list[ImageTables]:
        """The tables that map a position byte by byte, for each symmetry but the identity."""
        holes = len(self.board.holes)
        return [
            tuple(_byte_images(permutation[low : low + 8]) for low in range(0, holes, 8))
            for permutation in self.symmetries[1:]
        ]

    def with_endpoints(self, start: int, finish: int) -> "PegGame":
        """Return another problem on this board, with the same `merge_symmetric`."""
        return PegGame(self.board, start, finish, merge_symmetric=self.merge_symmetric)

    def without_symmetry(self) -> "PegGame":
        """Return the same problem with `merge_symmetric` turned off."""
        return PegGame(self.board, self.start, self.finish, merge_symmetric=False)

    def dual(self) -> "PegGame":
        """Return the dual problem, from the complement of the finish to that of the start.

        If pegs and empty holes are exchanged, undoing a jump becomes making the same jump. The
        solutions of the dual problem are therefore those of this one with the jumps in reverse
        order.
        """
        full = self.board.all_holes
        return self.with_endpoints(full & ~self.finish, full & ~self.start)

    def text(self, position: int) -> str:
        """Return the rows of the board joined by `/`: `x` peg, `.` empty hole, `_` outside."""
        return "/".join(self.board.to_rows(position, outside="_"))

    def parse(self, text: str) -> int:
        """Return the position that a line in the format of `PegGame.text` describes.

        Raises:
            NotationError: If the text is not a position of this board.
        """
        rows = text.strip()
        holes = [character for character in rows if character in "x."]
        if len(holes) == len(self.board.holes):
            pegs = sum(1 << hole for hole, character in enumerate(holes) if character == "x")
            if self.text(pegs) == rows:
                return pegs
        raise NotationError(
            f"{short_repr(text)} is not a position of this board, expected one like "
            f"{short_repr(self.text(self.start))}"
        )

    def move_text(self, position: int, move: Move) -> str:
        """Return the jump in compass notation, such as `4,5:E`."""
        return notation.to_compass(self.board, [move])[0]

    def parse_moves(self, position: int, text: str) -> list[Move]:
        """Return the jumps of a move by one peg, in any notation of `games.peg.notation`.

        Raises:
            NotationError: If the text is malformed or leaves the board.
            ValueError: If a jump is illegal; the message gives the reason.
        """
        moves = notation.parse_move(self.board, text)
        for move in moves:
            position = self.play(position, move)
        return moves

    def spec(self) -> dict[str, Any]:
        """Return the parameters as JSON values, which `from_spec` reads."""
        board = self.board
        spec = {
            "family": self.family,
            "board": board.name,
            "lattice": board.lattice,
            "start": self.text(self.start),
            "finish": self.text(self.finish),
        }
        return spec if self.merge_symmetric else spec | {"merge_symmetric": False}

    def _illegal_reason(self, position: int, move: Move) -> str:
        """Return the reason why `move` is illegal in `position`."""
        board = self.board
        if not all(hole in range(len(board.holes)) for hole in move):
            return f"found holes {move}, expected two numbers below {len(board.holes)}"
        start_text, end_text = (f"{x},{y}" for x, y in (board.holes[hole] for hole in move))
        jumped = board.jumped_holes.get(move)
        if jumped is None:
            return f"no jump leads from {start_text} to {end_text}"
        if not position >> move[0] & 1:
            return f"there is no peg at {start_text}"
        if not position >> jumped & 1:
            x, y = board.holes[jumped]
            return f"there is no peg at {x},{y} to jump over"
        return f"{end_text} is not empty"


def _byte_images(permutation: Sequence[Hole]) -> tuple[int, ...]:
    """Return the images of the bytes 0 to 255 if bit i is moved to bit `permutation[i]`."""
    images = [0]
    for hole in permutation:
        images += [image | 1 << hole for image in images]
    return tuple(images)


def from_spec(spec: dict[str, Any]) -> PegGame:
    """Return the game that `PegGame.spec` describes.

    Raises:
        ValueError: If an entry is missing or malformed.
    """
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
