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
from ludoscope.games.patience.supermoves import top_run
from ludoscope.tui.boards.board import NOT_HANDLED, InputResult
from ludoscope.tui.boards.patience.locations import (
    Location,
    card_spots,
    cursor_locations,
    location_above_or_below,
    location_beside,
    movable_card,
    next_stop,
    nothing_to_take_message,
)
from ludoscope.tui.boards.patience.move_text import step_cards, step_target
from ludoscope.tui.boards.patience.selection import RaiseSelection, Selection
from ludoscope.tui.boards.patience.typed_move import ANY_FOUNDATION, TypedMove

HOME_RANK, CARD_RANK, FIRST_CHOICE_RANK, SECOND_CHOICE_RANK = range(4)  # best place first
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
        """Drop the selection and what is typed; return True if there was either."""
        had_selection = self.has_selection
        self.forget_typed_keys()
        self.raise_selection.end()
        self.selection.clear()
        return had_selection

    def forget_typed_keys(self) -> None:
        """End a typed move, but keep the cards that it has selected."""
        self.typed_move.first_digit, self.is_typing = "", False

    def places(self, position: Position) -> list[Location]:
        """Return where the selected cards can go, the best place first.

        Home is best, then a column on whose card they fit. Of equal places, such as free cells or
        empty columns, the first one stands for all. An empty column is none for all cards of a
        column.
        """
        source = self.selection.location
        count = len(self.selected_cards(position))
        is_whole_column = (
            source is not None
            and source.kind == "column"
            and count == len(position.columns[source.number])
        )
        ranks: dict[Location, int] = {}
        for target in self.legal_targets(position):
            is_empty_column = target.kind == "column" and not position.columns[target.number]
            if target.kind == "foundation":
                rank = HOME_RANK
            elif not is_empty_column and target.kind == "column":
                rank = CARD_RANK
            elif is_empty_column and is_whole_column:
                continue
            else:
                rank = FIRST_CHOICE_RANK if is_empty_column == (count > 1) else SECOND_CHOICE_RANK
                if rank in ranks.values():
                    continue
            ranks[target] = rank
        return sorted(ranks, key=lambda target: ranks[target])

    def pick_or_play(
        self,
        position: Position,
        count: int = 0,
        *,
        exact: bool = False,
        uses_cells: bool = True,
    ) -> InputResult:
        """Select cards at the cursor, or move them if there is only one place for them.

        A run is not broken up to put its last card in a cell.

        Args:
            position: The position.
            count: The number of cards, 0 for as many as can be moved.
            exact: Move no fewer cards.
            uses_cells: A cell may be that place.
        """
        reply = self.pick(position, count, exact=exact)
        places = self.places(position)
        if len(places) == 1:
            is_single = len(self.selected_cards(position)) == 1
            if places[0].kind != "cell" or (uses_cells and is_single):
                return self.place(position, places[0])
        return reply

    def move_to_best_place(self, position: Position) -> InputResult:
        """Move the selected cards to the best place, see `places`.

        They stay selected if several cards take them, so that the next key or click says which.
        """
        places = self.places(position)
        if not places:
            assert self.selection.location
            card = movable_card(self.game, position, self.selection.location)
            self.release()
            return InputResult(message=f"{describe_card(card)} has nowhere to go")
        columns = [
            place.number + 1
            for place in places
            if place.kind == "column" and position.columns[place.number]
        ]
        if places[0].kind == "column" and len(columns) > 1:
            names = ", ".join(map(str, columns[:-1]))
            return InputResult(message=f"it fits on columns {names} and {columns[-1]}: choose one")
        return self.place(position, places[0])

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
        was_typing = self.is_typing
        self.forget_typed_keys()
        match key:
            case "left" | "right":
                step = 1 if key == "right" else -1
                self.cursor = location_beside(self.game, self.cursor, step)
            case "up" | "down":
                self._handle_vertical_arrow(position, up=key == "up")
            case "enter" if was_typing:
                reply = self.move_to_best_place(position)
                self.is_typing = self.selection.location is not None
                return reply
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
                if reply.message:
                    break
        except ValueError as error:
            self.release()
            return InputResult(message=str(error))
        return reply

    def _handle_typed_location(self, position: Position, location: Location) -> InputResult:
        if self.selection.location is None:
            if location == ANY_FOUNDATION:  # names no place to take a card from
                return InputResult(message=nothing_to_take_message(location))
            self.cursor = location
            reply = self.pick(position)
            self.is_typing = not reply.message
            return reply
        if location == self.selection.location:
            return self.move_to_best_place(position)
        if location == ANY_FOUNDATION:
            card = movable_card(self.game, position, self.selection.location)
            location = Location("foundation", suit_of(card))
        return self.place(position, location, keep_selection=False)

    def question(self, position: Position) -> str:
        """Return what is asked while a card to raise is chosen, else ""."""
        if not self.raise_selection.is_active:
            return ""
        card = self.raise_selection.card(position, self.cursor.number)
        return "No card is buried there" if card == NO_CARD else f"Raise {describe_card(card)}?"

    def key_labels(self, position: Position) -> Sequence[tuple[str, str]]:
        """Return the keys for what is picked or half typed, each with a label; none if nothing."""
        if self.raise_selection.is_active:
            return (("↑↓", "another card"), ("←→", "another column"), ("⏎", "raise it"))
        if self.typed_move.first_digit:
            return self.typed_move.second_digit_labels()
        source = self.selection.location
        if source is None:
            return ()
        if self.is_typing:
            has_cells = source.kind != "cell"
            labels = self.typed_move.target_labels(has_cells, has_home=not self.game.normalise)
            return (*labels, ("⏎", "best place"))
        if self.proposed_moves(position):
            return (("⏎", "play hinted move"), ("tab", "next place"))
        if source != self.cursor:
            return (("⏎", "put down here"), ("tab", "next place"))
        column = position.columns[source.number] if source.kind == "column" else ()
        is_run = len(top_run(self.game, column)) > 1
        more = (("↑↓", "more/fewer cards"),) if is_run else ()
        return (("⏎", "best place"), ("tab", "next place"), *more)

    @property
    def has_selection(self) -> bool:
        """True if cards are picked or a move is half typed."""
        is_typing = bool(self.typed_move.first_digit)
        return is_typing or self.raise_selection.is_active or self.selection.location is not None

    def handle_enter(self, position: Position) -> InputResult:
        """Move the card at the cursor, or select it if there are several places for it.

        Selected cards are moved to the cursor, or to the best place if it is still on them.
        """
        if self.raise_selection.is_active:
            try:
                moves = self.raise_selection.moves(position, self.cursor.number)
            except ValueError as error:
                return InputResult(message=str(error))
            self.release()
            return InputResult(moves=tuple(moves))
        if self.selection.location is None:
            return self.pick_or_play(position)
        if self.selection.location == self.cursor:
            return self.move_to_best_place(position)
        return self.place(position, self.cursor)

    def _cycle(self, position: Position, step: int) -> InputResult:
        """Move the cursor to the next target of the selected cards, or to the next movable card."""
        if self.selection.location:
            stops = self.legal_targets(position)
            notice = "that card has nowhere to go"
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
