"""The patience board: select a card or a run, then choose where it goes.

With keys a column is selected as a run: as many of its cards move as fit the target and can be
moved at once. With the mouse, and with ↑ and ↓, the card that the run begins with is chosen. The
`controller` handles keys, `drawing` draws.
"""

from collections.abc import Sequence
from functools import partial
from itertools import takewhile
from typing import cast

from ludoscope.games.patience.cards import DECK_SIZE, card_label, parse_card
from ludoscope.games.patience.foundation import safe_foundation_moves
from ludoscope.games.patience.position import FOUNDATION, NO_CARD, RESHUFFLE, Move, Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.solution_length import step_sizes
from ludoscope.games.patience.supermoves import top_run
from ludoscope.search.move_values import MoveValue
from ludoscope.tui.boards.board import (
    DROPPED_OUTSIDE,
    MOVE_VALUES,
    NOT_HANDLED,
    Board,
    CellOffset,
    DrawFunction,
    InputResult,
)
from ludoscope.tui.boards.patience import descriptions, move_parser, move_text
from ludoscope.tui.boards.patience.animation import MovingCards, draw_leaping_cards
from ludoscope.tui.boards.patience.controller import SPECIAL_DESTINATIONS, PatienceController
from ludoscope.tui.boards.patience.drawing import Highlights, TableDrawing
from ludoscope.tui.boards.patience.explanations import explain_step
from ludoscope.tui.boards.patience.layout import Layout, choose_layout, location_at
from ludoscope.tui.boards.patience.locations import (
    Location,
    card_spots,
    cursor_locations,
    is_uncovered,
    top_card,
)
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.text.drawing import StyledLine, wrap_text
from ludoscope.tui.text.formatting import format_count


class PatienceBoard(Board):
    """A table of cards; moves are made by selecting cards and a target."""

    LEGEND = (*Board.LEGEND, ("{ }", "found, or explained"))
    OVERLAYS = (MOVE_VALUES,)
    game: PatienceGame

    def __init__(self, game: PatienceGame, options: UserOptions) -> None:
        super().__init__(game, options)
        self._controller = PatienceController(game)
        self._drag: tuple[CellOffset, CellOffset] | None = (
            None  # where it began, and where the mouse is now
        )
        self._peeked: tuple[Location, int] | None = None  # a column and a card of it
        self._found_cards: list[int] = []
        self._tapped_cards: tuple[int, ...] = ()  # moved by the last click, which was one
        self._tapped_position: Position | None = None  # in which that was
        self.EXTRA_ACTIONS = (
            *("autoplay", "find"),
            *(() if game.normalise else ("send_home",)),
            *(("reshuffle", "raise") if game.variant.has_chances else ()),
        )
        self.NOTATION = move_parser.notation(game)
        has_many_columns = len(game.variant.column_sizes) > 10
        source, target = ("12", "3") if has_many_columns else ("7", "5")
        example = f"{source}-{target}" if has_many_columns else f"{source}{target}"
        self.FIRST_MOVE_KEYS = (
            ("⏎", "move, or pick up"),
            (example, f"column {source} to {target}"),
        )
        self.KEY_LABELS = self._key_help(example)

    def _key_help(self, example: str) -> tuple[tuple[str, str], ...]:
        keys = [("←→", "column")]
        rows_above = ["cells"] if self.game.variant.cells else []
        if not self.game.normalise:
            rows_above.append("home")
        if rows_above:
            keys.append(("↑↓", ", ".join(rows_above)))
        keys += [("⏎", "move/pick up"), (example, "move"), ("tab", "next card")]
        return tuple(keys)

    # Drawing

    def _layout(self, width: int, height: int) -> Layout:
        return choose_layout(self.game.variant, width, height)

    def drawing_size(self, width: int, height: int) -> tuple[int, int]:
        layout = self._layout(width, height)
        return layout.width, layout.height

    def fits(self, width: int, height: int) -> bool:
        """Return True if cards have edges."""
        return self._layout(width, height).size.has_edges

    def draw(
        self, position: Position, width: int, height: int, marked_move: Move | None = None
    ) -> list[StyledLine]:
        layout = self._layout(width, height)
        # ↑ and ↓ go by the rows that are on the screen
        self._controller.columns_per_row = layout.columns_per_row
        selected = self._controller.selected_cards(position)
        drag = self._drag if selected else None
        highlights = Highlights(
            cursor=self._controller.cursor if self.shows_cursor and not drag else None,
            targets=self._controller.legal_targets(position),
            selected=selected,
            found=[*self._found_cards, *map(parse_card, self.highlighted)],
            last=[c for c in marked_move or () if c < DECK_SIZE and is_uncovered(position, c)],
            values=self._location_values(position),
            value_signs=self.value_signs,
            peeked=self._peeked,
        )
        if not drag:
            drawing = TableDrawing(self.game.variant, self.options, layout, highlights, position)
            return drawing.to_lines(width, height)
        animation = MovingCards(position, position, dragged=selected)
        table = animation.position_without_cards
        drawing = TableDrawing(self.game.variant, self.options, layout, highlights, table)
        animation.draw_dragged(drawing, layout, *drag)
        return drawing.to_lines(width, height)

    def cursor_cell(self, position: Position, width: int, height: int) -> CellOffset | None:
        """Return the first character of the last card at the cursor: its brackets may be others."""
        cursor = self._controller.cursor
        count = len(position.columns[cursor.number]) if cursor.kind == "column" else 1
        return self._layout(width, height).last_card_origin(cursor, count)

    def animation_frames(
        self, position_before: Position, moves: Sequence[Move], position_after: Position
    ) -> list[DrawFunction]:
        """Return frames of the moved cards in straight flight; the cards of a run fly together."""
        if any(destination in SPECIAL_DESTINATIONS for _, destination in moves):
            return []
        animation = MovingCards(position_before, position_after)
        return [
            partial(self._draw_animation, animation, progress)
            for progress in animation.frame_progress
        ]

    def _draw_animation(
        self, animation: MovingCards, progress: float, width: int, height: int
    ) -> list[StyledLine]:
        layout = self._layout(width, height)
        cursor = self._controller.cursor if self.shows_cursor else None
        highlights = Highlights(cursor, found=self._found_cards)
        table = animation.position_without_cards
        drawing = TableDrawing(self.game.variant, self.options, layout, highlights, table)
        animation.draw_moving(drawing, layout, progress)
        return drawing.to_lines(width, height)

    def draw_celebration(
        self, position: Position, progress: float, width: int, height: int
    ) -> list[StyledLine]:
        """Return the table with cards that leap from the foundations and bounce away."""
        layout = self._layout(width, height)
        drawing = TableDrawing(self.game.variant, self.options, layout, Highlights(None), position)
        draw_leaping_cards(drawing, layout, progress)
        return drawing.to_lines(width, height)

    def _location_values(self, position: Position) -> dict[Location, MoveValue]:
        """Return the value of each target of the selected cards; else the best of each source."""
        controller = self._controller
        values: dict[Location, MoveValue] = {}
        if not self.shows_values(position) or controller.raise_selection.is_active:
            return values
        if controller.selection.location is not None:
            for target in controller.legal_targets(position):
                if value := self.value_of(position, controller.moves_to(position, target)):
                    values[target] = value
            return values
        spots = card_spots(position)
        for step, value in self.step_values(position).items():
            card, destination = step[0]
            if destination not in SPECIAL_DESTINATIONS:
                source = spots[card].location
                values[source] = min(values.get(source, value), value, key=lambda v: v.rank)
        return values

    # Keys

    def handles_key(self, key: str) -> bool:
        return self._controller.handles_key(key)

    def expected_keys_text(self, position: Position) -> str:
        return self._controller.question(position)

    def key_labels(self, position: Position) -> Sequence[tuple[str, str]]:
        return self._controller.key_labels(position) or self.KEY_LABELS

    def has_selection(self) -> bool:
        return self._controller.has_selection

    def handle_key(self, position: Position, key: str) -> InputResult:
        self._drag, self._tapped_cards, self._peeked = None, (), None
        return self._controller.handle_key(position, key)

    def clear_selection(self) -> bool:
        self._drag = None
        return self._controller.release()

    def on_position_changed(
        self, position_before: Position, move: Move, position_after: Position
    ) -> None:
        """Drop the selection, whose cards may have gone; the cursor stays."""
        self._peeked = None
        self.clear_selection()

    def parse_moves(self, position: Position, text: str) -> list[Move]:
        return move_parser.parse_moves(self.game, position, text)

    def automatic_move(self, position: Position) -> Move | None:
        """Return a move home that the autoplay setting makes; None if the rules make such moves."""
        autoplay = self.options.preferences.autoplay
        if self.game.normalise or self.game.variant.can_return or autoplay == "off":
            return None
        if autoplay == "safe":
            return next(iter(safe_foundation_moves(self.game.variant, position)), None)
        return next((move for move in self.game.moves(position) if move[1] == FOUNDATION), None)

    # Mouse

    def handle_click(
        self, position: Position, x: int, y: int, width: int, height: int
    ) -> InputResult:
        """Select the run that begins with the card there, or move the selected cards there."""
        layout, controller = self._layout(width, height), self._controller
        controller.forget_typed_keys()
        first_foundation = layout.columns_per_row - 4
        if self.game.variant.has_chances and y < 2 and x < layout.face_x(first_foundation) - 1:
            return controller.use_extra_move(position, "reshuffle" if y == 0 else "raise")
        location = location_at(self.game.variant, layout, x, y)
        if location is None or location not in cursor_locations(self.game):
            return NOT_HANDLED
        tapped_cards, self._tapped_cards = self._tapped_cards, ()
        if position == self._tapped_position:  # the move was undone
            tapped_cards = ()
        if tapped_cards and top_card(position, location) in (NO_CARD, *tapped_cards):
            return InputResult()  # the place for a card that one click has moved already
        if controller.raise_selection.is_active and location.kind != "column":
            return NOT_HANDLED
        controller.cursor = location
        if controller.raise_selection.is_active:
            return self._raise_card_at(position, layout, y)
        count = self._run_length_at(position, layout, location, y)
        selected_location = controller.selection.location
        is_same_run = count in (0, len(controller.selected_cards(position)))
        if selected_location == location and is_same_run:
            if len(controller.places(position)) == 1:
                return controller.move_to_best_place(position)
            controller.selection.clear()
            return InputResult()
        if selected_location not in (None, location):
            return controller.place(position, location)
        if not count and location.kind == "column":  # a buried card that does not begin a run
            return controller.pick(position)
        # a card for which there are only cells is picked, so that the next click may ask why
        reply = controller.pick_or_play(position, count, exact=count > 1, uses_cells=False)
        self._tapped_cards = tuple(card for card, _ in cast("tuple[Move, ...]", reply.moves))
        self._tapped_position = position
        return reply

    def _raise_card_at(self, position: Position, layout: Layout, y: int) -> InputResult:
        cursor = self._controller.cursor
        column = position.columns[cursor.number]
        first_row = layout.card_origin(cursor)[1]
        index = layout.card_index_at(y - first_row, len(column)) if column else 0
        self._controller.raise_selection.choose(len(column) - 1 - index)
        return self._controller.handle_enter(position)

    def _run_length_at(self, position: Position, layout: Layout, location: Location, y: int) -> int:
        """Return the length of the run that begins with the card drawn at row `y`.

        It is 0 if the cards from that one on are not a run.
        """
        column = position.columns[location.number] if location.kind == "column" else ()
        if not column:
            return 0
        first_row = layout.card_origin(location)[1]
        count = len(column) - layout.card_index_at(y - first_row, len(column))
        return count if count <= len(top_run(self.game, column)) else 0

    def handle_double_click(
        self, position: Position, x: int, y: int, width: int, height: int
    ) -> InputResult:
        """Move the picked cards to the best place."""
        if self._tapped_cards:
            return InputResult()  # the first click has moved them
        location = location_at(self.game.variant, self._layout(width, height), x, y)
        is_selected = location is not None and location == self._controller.selection.location
        if not is_selected or self._controller.raise_selection.is_active:
            return self.handle_click(position, x, y, width, height)
        return self._controller.move_to_best_place(position)

    def is_same_place(self, start: CellOffset, end: CellOffset, width: int, height: int) -> bool:
        """Return True for cells of a column, cell or foundation less than a card's height apart.

        Of overlapping cards only a strip is seen, so a click slips from one card to the next.
        """
        layout = self._layout(width, height)
        locations = [location_at(self.game.variant, layout, *cell) for cell in (start, end)]
        distance = abs(end[1] - start[1])
        return locations[0] == locations[1] and distance < max(2, layout.size.height)

    def preview_drag(
        self, position: Position, start: CellOffset, end: CellOffset, width: int, height: int
    ) -> bool:
        if not self._drag or self._drag[0] != start:
            self._pick_for_drag(position, start, self._layout(width, height))
        if self._controller.selection.location is None:
            return False
        self._drag = (start, end)
        return True

    def peek(self, position: Position, cell: CellOffset | None, width: int, height: int) -> bool:
        """Show a covered card whole, or the cards that a column has no room for."""
        before, self._peeked = self._peeked, None
        layout = self._layout(width, height)
        location = location_at(self.game.variant, layout, *cell) if cell else None
        if cell and location and location.kind == "column":
            cards = position.columns[location.number]
            first_row = layout.card_origin(location)[1]
            index = layout.card_index_at(cell[1] - first_row, len(cards))
            if 0 <= index < len(cards) - 1:
                self._peeked = (location, index)
        return self._peeked != before

    def _pick_for_drag(self, position: Position, start: CellOffset, layout: Layout) -> InputResult:
        """Select the run that begins with the card at a cell of the drawing."""
        self.clear_selection()
        self._tapped_cards = ()
        location = location_at(self.game.variant, layout, *start)
        if location is None or location not in cursor_locations(self.game):
            return NOT_HANDLED
        self._controller.cursor = location
        count = self._run_length_at(position, layout, location, start[1])
        if location.kind == "column" and position.columns[location.number] and not count:
            return InputResult(
                message="those cards are not in sequence, so they cannot move together"
            )
        return self._controller.pick(position, count, exact=count > 1)

    def handle_drop(
        self, position: Position, start: CellOffset, end: CellOffset, width: int, height: int
    ) -> InputResult:
        layout = self._layout(width, height)
        reply = self._pick_for_drag(position, start, layout)
        if self._controller.selection.location is None:
            return reply
        target = location_at(self.game.variant, layout, *end)
        if target == self._controller.selection.location:
            return InputResult()
        if target is None:
            self.clear_selection()
            return InputResult(message=DROPPED_OUTSIDE)
        return self._controller.place(position, target, keep_selection=False)

    # Hints

    def piece_of_move(self, move: Move) -> tuple[int]:
        return move[:1]

    def point_at(self, position: Position, move: Move) -> None:
        self._controller.point_at(position, move)

    def propose_move(self, position: Position, move: Move) -> str:
        return self.propose_step(position, [move])

    def propose_step(self, position: Position, moves: Sequence[Move]) -> str:
        if moves[0][1] == RESHUFFLE:
            return "reshuffle"
        self._controller.propose(position, moves)
        return "enter"

    def first_step(self, position: Position, line: Sequence[Move]) -> Sequence[Move]:
        """Return the first step as `games.patience.solution_length` divides a solution.

        Cards that could have gone to the foundation before are a step of their own.
        """
        if line[0][1] == FOUNDATION:
            return list(takewhile(lambda move: move[1] == FOUNDATION, line))
        return line[: step_sizes(self.game, position, line)[0]]

    # Texts

    def describe_piece(self, position: Position, move: Move) -> str:
        card, destination = move
        if destination == RESHUFFLE:
            return "the cards that are not home"
        place = descriptions.card_location_name(position, card)
        return f"{card_label(card)} {'at' if place == 'home' else 'in'} {place}"

    def describe_step(self, position: Position, moves: Sequence[Move]) -> str:
        if moves[0][1] in SPECIAL_DESTINATIONS:
            return self.describe_piece(position, moves[0])
        cards = move_text.step_cards(position, moves)
        lower_end = f"{card_label(cards[0])}–" if len(cards) > 1 else ""
        return lower_end + self.describe_piece(position, (cards[-1], moves[0][1]))

    def explain_move(self, position: Position, line: Sequence[Move]) -> str:
        return explain_step(self.game, position, line, len(self.first_step(position, line)))

    def move_text(self, position: Position, move: Move) -> str:
        return move_text.move_text(move)

    def step_text(self, position: Position, moves: Sequence[Move]) -> str:
        return move_text.step_text(position, moves)

    def status_text(self, position: Position) -> str:
        return f"{format_count(sum(position.foundation), 'card')} home"

    def selection_notes(self, position: Position) -> Sequence[str]:
        """Return how many cards of the selected column can move, and how many to the cursor."""
        if self.overlay == MOVE_VALUES:
            return self._value_notes(position)
        source, cursor = self._controller.selection.location, self._controller.cursor
        if source is None or source.kind != "column":
            return ()
        if self._controller.proposed_moves(position):
            return ()
        target = cursor.number if cursor.kind == "column" else source.number
        return descriptions.describe_supermove(self.game, position, source.number, target)

    def _value_notes(self, position: Position) -> Sequence[str]:
        values = self.step_values(position)
        if not values:
            return ("computing…",)
        source = self._controller.selection.location
        spots = card_spots(position)
        texts = self.best_first_texts(
            (self.step_text(position, step), value)
            for step, value in values.items()
            if source is None or (step[0][0] in spots and spots[step[0][0]].location == source)
        )
        return (self.values_legend, *texts)

    def find_pieces(self, position: Position, text: str) -> str:
        self._found_cards = descriptions.matching_cards(text)
        return descriptions.describe_matches(position, text)

    def goal_lines(self, width: int, height: int = 0) -> Sequence[StyledLine]:
        return wrap_text(
            descriptions.describe_rules(self.game, self.options.preferences.autoplay), width
        )
