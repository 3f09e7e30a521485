"""The view of the ORush editor: boats are laid on a grid, with the arrow keys or by dragging."""

from ludoscope.games.errors import NotationError
from ludoscope.games.rush.rules import Position, RushGame
from ludoscope.tui.boards.board import CellOffset
from ludoscope.tui.boards.editor_board import EditorBoard
from ludoscope.tui.boards.rush.drawing import (
    ASCII,
    SCALES,
    UNICODE,
    Glyphs,
    GridDrawing,
    Scale,
    choose_scale,
)
from ludoscope.tui.boards.rush.squares import Square
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model.rush_editor import ARROWS, STANDARD_SIZE, GridState, RushEditor
from ludoscope.tui.text.drawing import StyledLine

SHIFT = "shift+"


class RushEditorBoard(EditorBoard):
    """A grid with a cursor on a square; a boat under the cursor can be picked up and moved."""

    PURPOSE = (
        "Set up a grid of boats: boat A must reach the exit. "
        "Below the grid stands whether it can, and in how many moves."
    )
    COMMANDS = ()
    LEGEND = (
        ("shift+→", "lay a boat of 2 to the right; again: one square longer"),
        ("2 3", "a boat of that length at the cursor; again: turn it"),
        ("A-Z", "give the boat at the cursor that letter; on water: go to that boat"),
        ("drag", "on water lay a boat, on a boat move it, off the grid remove it"),
        ("#", "boats such as A2H12: letter, length, H or V, column and row from 0"),
    )
    ENTRY_LABEL = "Boats:"
    SIZE_LABEL = "Columns×rows:"
    editor: RushEditor

    def __init__(self, editor: RushEditor, options: UserOptions) -> None:
        super().__init__(editor, options)
        self._picked: Square | None = None  # the square by which a boat is held

    # Drawing

    @property
    def _glyphs(self) -> Glyphs:
        return ASCII if self.options.appearance.ascii_only else UNICODE

    def _scale(self, width: int, height: int) -> Scale:
        return choose_scale(self.editor.state, width, height)

    def drawing_size(self, width: int, height: int) -> tuple[int, int]:
        columns, rows = self._scale(width, height).drawing_size(self.editor.state)
        return min(columns, width), min(rows, height)

    def min_size(self) -> tuple[int, int]:
        return SCALES[-1].drawing_size(self.editor.state)

    def draw(self, pane: int, width: int, height: int) -> list[StyledLine]:
        state, scale = self.editor.state, self._scale(width, height)
        drawing = GridDrawing(state, scale, self._glyphs)
        drawing.draw_grid({}, frozenset(), hero_is_out=False)
        has_target = bool(state.boats) and state.boats[0].name == "A"
        for index, boat in enumerate(state.boats):
            drawing.draw_boat(boat, index if has_target else index + 1)
        if self._picked and (picked_boat := state.boat_at(self._picked)):
            drawing.draw_selection(picked_boat)
        drawing.draw_cursor(self.editor.cursor)
        return drawing.to_lines(*self.drawing_size(width, height))

    # Keys and mouse

    def key_labels(self) -> tuple[tuple[str, str], ...]:
        lengths = f"2-{self.editor.max_length}"
        if self._picked:
            return (("↑↓←→", "where to"), ("⏎", "put down"), ("esc", "drop"))
        boat = self.editor.state.boat_at(self.editor.cursor)
        enter = ("⏎", "pick up") if boat else ("⏎", "wall")
        return (
            ("↑↓←→", "square"),
            ("shift", "lay a boat"),
            (lengths, "turn" if boat else "boat"),
            enter,
            ("A-Z", "letter"),
            ("tab", "next boat"),
        )

    def note(self) -> str:
        boat = self.editor.state.boat_at(self._picked) if self._picked else None
        return f"Boat {boat.name}: choose where it goes" if boat else ""

    def entry_hint(self) -> str:
        return "such as A2H12 B3V40"

    def handle_key(self, key: str) -> bool:
        editor = self.editor
        cursor = editor.cursor
        if key in ARROWS:
            right, down = ARROWS[key]
            self._move_cursor((cursor[0] + right, cursor[1] + down))
        elif key.removeprefix(SHIFT) in ARROWS:
            self._picked = None
            editor.extend(cursor, key.removeprefix(SHIFT))
        elif key == "enter":
            self._handle_enter()
        elif len(key) == 1 and key in "234":
            self._picked = None
            editor.put(cursor, int(key))
        elif len(key) == 1 and "A" <= key <= "Z":
            self._handle_letter(key)
        elif key in ("tab", "shift+tab"):
            self._go_to_next_boat(1 if key == "tab" else -1)
        else:
            return False
        return True

    def _move_cursor(self, square: Square) -> None:
        state = self.editor.state
        self.editor.cursor = (
            min(max(square[0], 0), state.width - 1),
            min(max(square[1], 0), state.height - 1),
        )

    def _handle_enter(self) -> None:
        """Put the picked boat down, pick up the boat at the cursor, or toggle a wall."""
        editor = self.editor
        if self._picked:
            start, self._picked = self._picked, None
            self._move_boat(start, editor.cursor)
        elif editor.state.boat_at(editor.cursor):
            self._picked = editor.cursor
        else:
            editor.toggle_wall(editor.cursor)

    def _move_boat(self, start: Square, end: Square) -> None:
        boat = self.editor.state.boat_at(start)
        if boat and start != end:
            self.editor.move(boat.name, end[0] - start[0], end[1] - start[1])

    def _handle_letter(self, letter: str) -> None:
        editor = self.editor
        if editor.state.boat_at(editor.cursor):
            editor.rename(editor.cursor, letter)
            return
        boat = next((boat for boat in editor.state.boats if boat.name == letter), None)
        if not boat:
            raise NotationError(f"there is no boat {letter}; a boat gets a letter when it is laid")
        editor.cursor = boat.cells[0]

    def _go_to_next_boat(self, step: int) -> None:
        editor = self.editor
        if not editor.state.boats:
            raise NotationError("there are no boats yet")
        here = editor.state.boat_at(editor.cursor)
        boats = editor.state.boats
        index = (boats.index(here) + step if here else 0) % len(boats)
        editor.cursor = boats[index].cells[0]

    def _square_at(self, cell: CellOffset, width: int, height: int) -> Square | None:
        scale, state = self._scale(width, height), self.editor.state
        x, y = cell[0] // scale.square_width, cell[1] // scale.square_height
        is_inside = 0 <= x < state.width and 0 <= y < state.height
        return (x, y) if is_inside else None

    def handle_click(self, pane: int, cell: CellOffset, width: int, height: int) -> bool:
        """Go to a square; a second click there, or one with a boat picked up, is Enter."""
        square = self._square_at(cell, width, height)
        if square is None:
            return False
        is_same = square == self.editor.cursor
        self.editor.cursor = square
        if is_same or self._picked:
            self._handle_enter()
        return True

    def is_same_place(self, start: CellOffset, end: CellOffset, width: int, height: int) -> bool:
        return self._square_at(start, width, height) == self._square_at(end, width, height)

    def handle_drop(
        self, pane: int, start: CellOffset, end: CellOffset, width: int, height: int
    ) -> bool:
        """Move the boat from `start`, remove it outside the grid; on water, lay a boat."""
        self._picked = None
        source = self._square_at(start, width, height)
        target = self._square_at(end, width, height)
        if source is None:
            return False
        if self.editor.state.boat_at(source):
            if target is None:
                self.editor.remove(source)
            else:
                self._move_boat(source, target)
        elif target is not None and target != source:
            self.editor.lay(source, target)
            self.editor.cursor = target
        return True

    def remove(self) -> None:
        self._picked = None
        self.editor.remove(self.editor.cursor)

    def clear_selection(self) -> bool:
        was_picked, self._picked = self._picked is not None, None
        return was_picked


def create_editor(
    game: RushGame | None, position: Position | None, options: UserOptions
) -> EditorBoard:
    """Return an editor of a position of a game, or of a new grid without boats."""
    editor = RushEditor(GridState(*STANDARD_SIZE))
    if game:
        editor.measure = game.measure
        editor.load(game, game.start)
        editor.forget_history()
        editor.load(game, game.start if position is None else position)
    return RushEditorBoard(editor, options)
