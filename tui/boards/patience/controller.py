"""The controller of the patience board: the cursor, the selection, and keys turned into moves.

Start with `PatienceController.handle_key`. A proposed step (a hint) selects its cards and puts the
cursor on its target; Enter then plays exactly these moves, as long as nothing changes before.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ludoscope.games.patience.cards import suit_of
from ludoscope.games.patience.messages import describe_card
from ludoscope.games.patience.position import FOUNDATION, NO_CARD, RAISE, RESHUFFLE, Move, Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.tui.boards.board import NOT_HANDLED, InputResult
from ludoscope.tui.boards.patience.locations import (
    Location,
    card_spots,
    cursor_locations,
    location_above_or_below,
    location_beside,
    location_name,
    movable_card,
    next_stop,
    nothing_to_take_message,
)
from ludoscope.tui.boards.patience.move_text import step_cards, step_target
from ludoscope.tui.boards.patience.selection import RaiseSelection, Selection
from ludoscope.tui.boards.patience.typed_move import ANY_FOUNDATION, TypedMove

SPECIAL_DESTINATIONS = (RESHUFFLE, RAISE)  # of moves that do not move a card to a location


class Proposal(NamedTuple):
    """Moves that Enter plays, and the situation in which it does."""

    position: Position
    source: Location | None
    cursor: Location
    moves: list[Move]


class PatienceController:
    """The cursor and the selection on a patience table.

    Attributes:
        columns_per_row: As drawn last; used by the arrow keys.
        is_typing: The first location of a move has been typed, the second has not.
    """

    def __init__(self, game: PatienceGame) -> None:
        self.game = game
        self.selection = Selection(game)
        self.raise_selection = RaiseSelection()
        self.typed_move = TypedMove(game.variant)
        self.cursor = Location("column", 0)
        self.columns_per_row = len(game.variant.column_sizes)
        self.is_typing = False
        self._proposal: Proposal | None = None

    # The selection

    def selected_cards(self, position: Position) -> tuple[int, ...]:
        """Return the selected cards, bottom to top."""
        if self.raise_selection.is_active:
            card = self.raise_selection.card(position, self.cursor.number)
            return () if card == NO_CARD else (card,)
        cards = self.selection.cards(position)
        if proposed_moves := self.proposed_moves(position):
            moved = {card for card, _ in proposed_moves}
            return tuple(card for card in cards if card in moved)
        return cards

    def legal_targets(self, position: Position) -> list[Location]:
        """Return where the selected cards can go."""
        if self.selection.location is None:
            return []
        targets = []
        for location in cursor_locations(self.game):
            try:
                self.moves_to(position, location)
            except ValueError:
                continue
            targets.append(location)
        return targets

    def moves_to(self, position: Position, target: Location) -> list[Move]:
        """Return the moves that put the selected cards on a target.

        Raises:
            ValueError: They cannot go there; the message says why.
        """
        if target == self.cursor and (proposed_moves := self.proposed_moves(position)):
            return proposed_moves
        return self.selection.moves_to(position, target)

    def pick(self, position: Position, count: int = 0, *, exact: bool = False) -> InputResult:
        """Select cards at the cursor."""
        if movable_card(self.game, position, self.cursor) == NO_CARD:
            return InputResult(message=nothing_to_take_message(self.cursor))
        self.selection.pick(self.cursor, count, exact=exact)
        self._proposal = None
        return InputResult()

    def place(
        self, position: Position, target: Location, *, keep_selection: bool = True
    ) -> InputResult:
        """Move the selected cards to a target.

        Args:
            position: The position.
            target: Where they should go.
            keep_selection: Keep the cards selected if they cannot go there.
        """
        try:
            moves = self.moves_to(position, target)
        except ValueError as error:
            if not keep_selection:
                self.release()
            return InputResult(message=str(error))
        self.release()
        return InputResult(moves=tuple(moves))

    def release(self) -> bool:
        """Drop the selection and what is typed; return True if something was selected."""
        self.typed_move.first_digit, self.is_typing = "", False
        return self.raise_selection.end() or self.selection.clear()

    def send_home_or_to_cell(self, position: Position) -> InputResult:
        """Move the selected card home, or else to a free cell."""
        try:
            return InputResult(moves=tuple(self.selection.moves_home_or_to_cell(position)))
        except ValueError as error:
            return InputResult(message=str(error))
        finally:
            self.release()

    # Proposals

    def proposed_moves(self, position: Position) -> list[Move]:
        """Return the proposed moves; none if anything has changed since they were proposed."""
        if self._proposal is None:
            return []
        situation = (position, self.selection.location, self.cursor)
        return self._proposal.moves if self._proposal[:3] == situation else []

    def point_at(self, position: Position, move: Move) -> None:
        """Put the cursor on the card that a move moves."""
        self.release()
        if move[0] != NO_CARD:
            self.cursor = card_spots(position)[move[0]].location

    def propose(self, position: Position, moves: Sequence[Move]) -> None:
        """Select the cards of a step and put the cursor on its target, so that Enter plays it."""
        self.point_at(position, moves[0])
        card, destination = moves[0]
        if destination == RAISE:
            column = position.columns[self.cursor.number]
            self.raise_selection.begin(position)
            self.raise_selection.choose(len(column) - 1 - column.index(card))
            return
        self.selection.pick(self.cursor, len(step_cards(position, moves)))
        self.cursor = step_target(self.game, position, moves)
        self._proposal = Proposal(position, self.selection.location, self.cursor, list(moves))

    # Keys

    def handles_key(self, key: str) -> bool:
        """Return True if the key is part of a typed move."""
        return not self.raise_selection.is_active and self.typed_move.handles_key(
            key, self.is_typing
        )

    def handle_key(self, position: Position, key: str) -> InputResult:
        """Move the cursor, change the selection or return moves."""
        if self.handles_key(key):
            return self._type(position, key)
        self.typed_move.first_digit = ""
        was_typing, self.is_typing = self.is_typing, False
        match key:
            case "left" | "right":
                step = 1 if key == "right" else -1
                self.cursor = location_beside(self.game, self.cursor, step)
            case "up" | "down":
                self._handle_vertical_arrow(position, up=key == "up")
            case "enter" if was_typing:
                return self._place_on_only_target(position)
            case "enter":
                return self.handle_enter(position)
            case "tab" | "shift+tab":
                return self._cycle(position, 1 if key == "tab" else -1)
            case "send_home" if not self.game.normalise:
                return self._send_all_home(position)
            case "reshuffle" | "raise" if self.game.variant.has_chances:
                return self.use_extra_move(position, key)
            case _:
                return NOT_HANDLED
        return InputResult()

    def _handle_vertical_arrow(self, position: Position, *, up: bool) -> None:
        """Move the cursor, or change the number of cards if it is on the selected run."""
        if self.raise_selection.is_active:
            self.raise_selection.move_deeper(position, self.cursor.number, 1 if up else -1)
            return
        is_on_selection = self.selection.location == self.cursor
        if is_on_selection and self.selection.resize(position, 1 if up else -1):
            return
        self.cursor = location_above_or_below(
            self.game, self.cursor, up=up, columns_per_row=self.columns_per_row
        )

    def _type(self, position: Position, key: str) -> InputResult:
        """Add a key to the typed move: its first location selects cards, the second moves them."""
        reply = InputResult()
        try:
            for location in self.typed_move.add_key(key):
                reply = self._handle_typed_location(position, location)
        except ValueError as error:
            self.release()
            return InputResult(message=str(error))
        return reply

    def _handle_typed_location(self, position: Position, location: Location) -> InputResult:
        if self.selection.location is None:
            self.cursor = location
            reply = self.pick(position)
            self.is_typing = not reply.message
            return reply
        if location == self.selection.location:
            return self.send_home_or_to_cell(position)
        if location == ANY_FOUNDATION:
            card = movable_card(self.game, position, self.selection.location)
            location = Location("foundation", suit_of(card))
        return self.place(position, location, keep_selection=False)

    def pending_input_text(self, position: Position) -> str:
        """Return which keys are expected while a move is typed or a raise chosen, else ""."""
        if self.raise_selection.is_active:
            card = self.raise_selection.card(position, self.cursor.number)
            question = "no card is buried there"
            if card != NO_CARD:
                question = f"raise {describe_card(card)}?"
            return f"{question} ↑↓ another card, ←→ another column, ⏎ raises it, esc cancels"
        if not (self.is_typing or self.typed_move.first_digit):
            return ""
        expected = self.typed_move.expected_text(self.game.normalise)
        if self.is_typing and self.selection.location:
            source = location_name(self.selection.location)
            expected = f"{source} to: {expected}, ⏎ the only place"
        return f"{expected}; esc cancels"

    def _place_on_only_target(self, position: Position) -> InputResult:
        """Move the selected cards if they can go to one location only."""
        targets = self.legal_targets(position)
        if len(targets) == 1:
            return self.place(position, targets[0])
        self.release()
        if not targets:
            return InputResult(message="it has no move")
        names = ", ".join(map(location_name, targets))
        return InputResult(message=f"it can go to {names}: type which")

    def handle_enter(self, position: Position) -> InputResult:
        """Select the card at the cursor, or move the selected cards there."""
        if self.raise_selection.is_active:
            try:
                moves = self.raise_selection.moves(position, self.cursor.number)
            except ValueError as error:
                return InputResult(message=str(error))
            self.release()
            return InputResult(moves=tuple(moves))
        if self.selection.location is None:
            return self.pick(position)
        if self.selection.location == self.cursor:
            self.selection.clear()
            return InputResult()
        return self.place(position, self.cursor)

    def _cycle(self, position: Position, step: int) -> InputResult:
        """Move the cursor to the next target of the selected cards, or to the next movable card."""
        if self.selection.location:
            stops = self.legal_targets(position)
            notice = "the picked card has nowhere to go"
        else:
            movers = {
                card
                for card, destination in self.game.moves(position)
                if destination not in SPECIAL_DESTINATIONS
            }
            stops = [
                location
                for location in cursor_locations(self.game)
                if movable_card(self.game, position, location) in movers
            ]
            notice = "no card can move"
        if not stops:
            return InputResult(message=notice)
        self.cursor = next_stop(self.game, self.cursor, stops, step)
        return InputResult()

    def _send_all_home(self, position: Position) -> InputResult:
        """Move every card home that can go, one after the other."""
        moves: list[Move] = []
        while home_moves := [move for move in self.game.moves(position) if move[1] == FOUNDATION]:
            moves.append(home_moves[0])
            position = self.game.play(position, home_moves[0])
        return InputResult(moves=tuple(moves), message="" if moves else "no card can go home")

    def use_extra_move(self, position: Position, command: str) -> InputResult:
        """Reshuffle, or begin to choose the card to raise."""
        if command == "raise":
            if self.release():
                return InputResult()
            if self.cursor.kind != "column":
                self.cursor = Location("column", 0)
            return InputResult(message=self.raise_selection.begin(position))
        move = (NO_CARD, RESHUFFLE)
        if move in self.game.moves(position):
            return InputResult(moves=(move,))
        return InputResult(message="no reshuffle is left")
