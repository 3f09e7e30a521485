"""The hexapawn board, seen from white's side: white ○ moves up, black ● down, [ ] is the cursor.

    3    ●   ●   ·
    2   [○]  ◌  (●)     ◌  where the picked pawn may go; (●) a pawn that it may capture
    1    ·   ·   ○
         a   b   c

With values shown, each cell that a pawn may go to wears the best value of a move there (of the
picked pawn's, where one is picked): +19 wins in 19 plies, −4 loses in 4. `hexapawn.picture`
draws it, and `squares` where there are colours. From black's side it is turned by half a turn, with
all that belongs to it.
"""

from collections.abc import Mapping, Sequence

from ludoscope.games.hexapawn.rules import COLUMN_LETTERS, HexapawnGame, Move, Position
from ludoscope.tui.boards.board import IGNORED, VALUES, Line, Picture, Reply
from ludoscope.tui.boards.hexapawn.drawing import ONE, ONE_ASCII, LinedSketch, layout
from ludoscope.tui.boards.hexapawn.layout import LABELS, Layout, Sketch
from ludoscope.tui.boards.hexapawn.squares import ShadedSketch, squares
from ludoscope.tui.boards.picking import PickingBoard
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model.players import wins
from ludoscope.tui.text.drawing import wrap

PAWNS, RIVALS = ("white", "piece"), ("black", "rival")  # figures, and the roles of their sides
MOVERS = {"piece": "mover", "rival": "rival mover"}


def merit(value: int) -> float:
    """More is better: a win soon, a win late, a loss late, a loss soon. No move is worth 0."""
    return 1 / value


def signed(value: int) -> str:
    """In three characters."""
    return f"{value:+d}".replace("-", "−").ljust(3)


class HexapawnBoard(PickingBoard):
    """Pick a pawn of the side to move, then the cell it goes to."""

    KEYS = (("↑↓←→", "cell"), ("⏎", "pick/move"), ("tab", "next pawn"))
    BEGIN = (("tab", "to a pawn that moves"), ("⏎", "picks it, then moves"))
    ACTIONS = ("matchboxes", "turn")
    OVERLAYS = (VALUES,)
    NOTATION = "b2b3, or b2xc3 for a capture"
    game: HexapawnGame

    def __init__(self, game: HexapawnGame, options: UserOptions) -> None:
        super().__init__(game, options)
        self._valued: tuple[Position | None, Mapping[Move, int]] = (None, {})
        self._steered = False  # whether the person has pointed anywhere
        self._cursor = game.columns // 2
        self._begin(game.start)

    def _begin(self, position: Position) -> None:
        """Put the cursor on a pawn of the side to move."""
        if movers := self._movers(position):
            self._cursor = movers[len(movers) // 2]

    # Drawing

    def _layout(self, width: int, height: int) -> Layout:
        labels = 0 if self.bare else LABELS
        found = squares(self.game, width, height, labels, self.side) if self._shaded else None
        return found or layout(self.game, width, height, labels, self.side)

    @property
    def _shaded(self) -> bool:
        """Whether pawns have the colours of their names, on squares."""
        appearance = self.options.appearance
        return appearance.color_depth == "many" and not appearance.ascii_only

    def size(self, width: int, height: int) -> tuple[int, int]:
        layout = self._layout(width, height)
        return layout.width, layout.height

    def draw(
        self, position: Position, width: int, height: int, last: Move | None = None
    ) -> list[Line]:
        shape = self._layout(width, height)
        sketch = self._stood(position, shape, last)
        if shape.worn:
            self._wear(sketch, position)
        return sketch.lines(width, height)

    def _stood(self, position: Position, shape: Layout, last: Move | None) -> Sketch:
        """Every pawn and every mark where it belongs."""
        ascii_only = self.options.appearance.ascii_only
        sketch = ShadedSketch(shape) if shape.size.shaded else LinedSketch(shape, ascii_only)
        movers, targets = self._movers(position), self._targets(position)
        cells = range(self.game.rows * self.game.columns)
        # In the tightest layout neighbours share the place between them: the cursor goes last.
        for cell in sorted(cells, key=lambda cell: cell == self._cursor):
            kind, role = self._state(position, cell, movers, targets, last)
            marks = self._marks(position, cell, targets)
            ink = self._ink(cell, targets, role)
            sketch.stand(sketch.at(cell), kind, role, marks, ink)
        return sketch

    def between(self, before: Position, moves: Sequence[Move], after: Position) -> list[Picture]:
        """Half way; a pawn that is captured stands until the other has arrived.

        On squares none: each picture of a large pawn in colours is hundreds of bytes.
        """
        if self._shaded:
            return []
        start, end = moves[-1]
        white = bool(after.white >> end & 1)
        left = after._replace(
            white=after.white & ~(1 << end) | before.white & 1 << end,
            black=after.black & ~(1 << end) | before.black & 1 << end,
        )

        def picture(width: int, height: int) -> list[Line]:
            sketch = self._stood(left, self._layout(width, height), None)
            (x, y), (to_x, to_y) = sketch.at(start), sketch.at(end)
            place = (x + to_x) // 2, (y + to_y) // 2
            sketch.stand(place, *(PAWNS if white else RIVALS), "  ", "")
            return sketch.lines(width, height)

        return [picture]

    # Values

    def value(self, position: Position, values: Mapping[Move, int]) -> None:
        self._valued = (position, values)

    def valued(self, position: Position) -> bool:
        return self._valued[0] == position

    def _values(self, position: Position) -> dict[Move, int]:
        """Those of the moves that can be made now, as things are picked."""
        if not self.overlay or not self.valued(position):
            return {}
        _, values = self._valued
        return {move: value for move, value in values.items() if self._picked in (None, move[0])}

    def _wear(self, sketch: Sketch, position: Position) -> None:
        """Write the values: on empty cells, and by the pawn that would be captured."""
        best: dict[int, int] = {}
        for (_, end), value in self._values(position).items():
            best[end] = max(best.get(end, value), value, key=merit)
        for end, value in best.items():
            pawn = bool((position.white | position.black) >> end & 1)
            role = "good" if value > 0 else "bad"
            sketch.wear(end, signed(value), role, pawn, end == self._cursor)

    def remarks(self, position: Position) -> Sequence[str]:
        values = self._values(position)
        if not values:
            return ()
        best = max(values, key=lambda move: merit(values[move]))
        value = values[best]
        of = "best" if self._picked is None else "its best"
        said = wins(value, 0 if position.white_to_move else 1)
        return (f"{of}: {self.game.move_text(position, best)}, {said}",)

    def _state(
        self,
        position: Position,
        cell: int,
        movers: Sequence[int],
        targets: Sequence[int],
        last: Move | None,
    ) -> tuple[str, str]:
        """What stands on a cell, and its role."""
        white, black = position.white >> cell & 1, position.black >> cell & 1
        moved = last is not None and cell in last
        if not (white or black):
            return (
                ("target", "target") if cell in targets else ("empty", "last" if moved else "hole")
            )
        kind, side = PAWNS if white else RIVALS
        if moved:
            return kind, f"{side} last"
        return kind, MOVERS[side] if cell in movers else side

    def _ink(self, cell: int, targets: Sequence[int], role: str) -> str:
        """Of the marks around it."""
        if cell == self._cursor:
            return "cursor"
        return "target" if cell in targets else "held" if cell == self._picked else role

    def _marks(self, position: Position, cell: int, targets: Sequence[int]) -> str:
        if cell == self._cursor:
            return "[]"
        if cell in targets and (position.white | position.black) >> cell & 1:
            return "()"
        if cell == self._picked:
            return "<>" if self.options.appearance.ascii_only else "‹›"
        return "  "

    # Keys

    def _point(self, column: int, row: int) -> None:
        """Put the cursor there, or as near as the board goes."""
        self._steered = True
        column = min(max(column, 0), self.game.columns - 1)
        self._cursor = min(max(row, 0), self.game.rows - 1) * self.game.columns + column

    def _steer(self, position: Position, right: int, up: int) -> None:
        row, column = divmod(self._cursor, self.game.columns)
        way = -1 if self.side else 1
        self._point(column + way * right, row + way * up)

    def click(self, position: Position, x: int, y: int, width: int, height: int) -> Reply:
        column, row = self._layout(width, height).cell(x, y)
        if not (0 <= column < self.game.columns and 0 <= row < self.game.rows):
            return IGNORED
        self._point(column, row)
        return self._enter(position)

    def _why_not(self, position: Position) -> str:
        if not self.game.moves(position):
            return self.summary(position)
        own, enemy = (position.white, position.black)
        if not position.white_to_move:
            own, enemy = enemy, own
        if own >> self._cursor & 1:
            return "that pawn has no move"
        if self._picked is not None:
            return "the picked pawn cannot go there"
        if enemy >> self._cursor & 1:
            return f"{self._side(position)} is to move"
        return "no pawn here"

    def moved(self, before: Position, move: Move, after: Position) -> None:
        """The cursor stays, unless the opponent begins: most moves here are theirs."""
        self._picked = None
        if before == self.game.start and not self._steered:
            self._begin(after)

    # Words

    def _stuck(self, position: Position) -> str:
        return self.summary(position)

    def where(self, position: Position, move: Move) -> str:
        row, column = divmod(move[0], self.game.columns)
        return f"the pawn at {COLUMN_LETTERS[column]}{row + 1}"

    def _side(self, position: Position) -> str:
        return "white" if position.white_to_move else "black"

    def summary(self, position: Position) -> str:
        side = self._side(position)
        if self.game.moves(position):
            return f"{side.capitalize()} to move"
        other = "black" if position.white_to_move else "white"
        return f"{other.capitalize()} wins: {self.game.loss_reason(position)}"

    def goal(self, width: int, height: int = 0) -> Sequence[Line]:
        pawns = ONE_ASCII if self.options.appearance.ascii_only else ONE
        signs = {side: f" {pawns[side][0]}" for side in ("white", "black")}
        if self._shaded:
            signs = dict.fromkeys(signs, "")
        white, black = ("down", "up") if self.side else ("up", "down")
        rule = (
            f"White{signs['white']} moves {white}, black{signs['black']} {black}, straight ahead;"
            " they capture diagonally. Reach the far row, or leave the other side without a move."
        )
        return wrap(rule, width)
