"""The patience board: pick a card or a run, then where it goes; `patience.picture` draws it.

By keys a column is put down as a run: as many of its cards as suit the target and may be moved. By
the mouse, and with ↑ and ↓, the card is chosen that the run begins with.
"""

from collections.abc import Sequence
from functools import partial

from ludoscope.games.patience.cards import DECK_SIZE, card_label
from ludoscope.games.patience.foundation import safe_foundation_moves
from ludoscope.games.patience.position import FOUNDATION, RESHUFFLE, Move, Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.solution_length import first_supermove_size
from ludoscope.tui.boards.board import Board, Line, Reply
from ludoscope.tui.boards.board import Picture as Animated
from ludoscope.tui.boards.patience.animation import Flight
from ludoscope.tui.boards.patience.controller import CHANCES
from ludoscope.tui.boards.patience.descriptions import carrying, found, matching, place_of, rule
from ludoscope.tui.boards.patience.drawing import Marks, Picture
from ludoscope.tui.boards.patience.locations import is_top
from ludoscope.tui.boards.patience.mouse import MouseBoard
from ludoscope.tui.boards.patience.move_parser import notation, read
from ludoscope.tui.boards.patience.move_text import said, step_words
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.text.drawing import wrap
from ludoscope.tui.text.formatting import number


class PatienceBoard(MouseBoard):
    """Keys and the mouse in, runs of cards out."""

    MARKS = (*Board.MARKS, ("{ }", "looked for"))
    ACTIONS = ("autoplay", "find")
    WHOLE_HINTS = True

    def __init__(self, game: PatienceGame, options: UserOptions) -> None:
        super().__init__(game, options)
        self.letters = self._desk.keyed.cells
        above = ["cells" if game.variant.cells else "", "" if game.normalise else "home"]
        rows = [("↑↓", ", ".join(filter(None, above)))] if any(above) else []
        example = "12-3" if len(game.variant.column_sizes) > 10 else "75"
        self.KEYS = (("←→", "column"), *rows, ("⏎", "pick/put"), (example, "move"))
        self.KEYS = (*self.KEYS, ("tab", "next card"))
        column, onto = example.split("-") if "-" in example else [*example]
        self.BEGIN = (("⏎", "picks, then puts"), (example, f"column {column} onto {onto}"))
        if not game.normalise:
            self.KEYS = (*self.KEYS, ("g", "send home"))
        if game.variant.has_chances:
            self.KEYS = (*self.KEYS, ("d", "reshuffle"), ("g", "raise"))
        self.NOTATION = notation(game)
        self._wanted: list[int] = []

    # Drawing

    def size(self, width: int, height: int) -> tuple[int, int]:
        shape = self._layout(width, height)
        return shape.width, shape.height

    def cramped(self, width: int, height: int) -> bool:
        """Cards have no edges."""
        return not self._layout(width, height).boxed

    def draw(
        self, position: Position, width: int, height: int, last: Move | None = None
    ) -> list[Line]:
        shape = self._layout(width, height)
        self._desk.per = shape.per
        moved = [card for card in last or () if card < DECK_SIZE and is_top(position, card)]
        held, dragged = self._desk.held(position), self._dragged
        flight = Flight(self.game, position, position, held) if held and dragged else None
        marks = Marks(
            cursor=self._desk.cursor if self.pointing and not flight else None,
            targets=self._desk.targets(position),
            picked=held,
            wanted=self._wanted,
            last=moved,
        )
        left = flight.left if flight else position
        picture = Picture(self.game, self.options.appearance, shape, marks, left)
        if flight and dragged:
            flight.drag(picture, shape, *dragged)
        return picture.lines(width, height)

    def between(self, before: Position, moves: Sequence[Move], after: Position) -> list[Animated]:
        """The cards on their straight way, a run all at once."""
        if any(dest in CHANCES for _, dest in moves):
            return []
        flight = Flight(self.game, before, after)
        return [partial(self._flying, flight, way) for way in flight.ways]

    def _flying(self, flight: Flight, way: float, width: int, height: int) -> list[Line]:
        shape = self._layout(width, height)
        cursor = self._desk.cursor if self.pointing else None
        marks = Marks(cursor, targets=(), picked=(), wanted=self._wanted, last=())
        picture = Picture(self.game, self.options.appearance, shape, marks, flight.left)
        flight.draw(picture, shape, way)
        return picture.lines(width, height)

    # Keys

    def wants(self, key: str) -> bool:
        return self._desk.wants(key)

    def awaited(self, position: Position) -> str:
        return self._desk.awaited(position)

    def press(self, position: Position, key: str) -> Reply:
        self._dragged = None
        return self._desk.press(position, key)

    def moved(self, before: Position, move: Move, after: Position) -> None:
        """The cursor stays; the cards that were picked may have gone."""
        self.release()

    def read(self, position: Position, text: str) -> list[Move]:
        return read(self.game, position, text)

    def automatic(self, position: Position) -> Move | None:
        """A card's way home, where the rules leave it to the person who sends it."""
        autoplay = self.options.preferences.autoplay
        if self.game.normalise or self.game.variant.can_return or autoplay == "off":
            return None
        if autoplay == "safe":
            return next(iter(safe_foundation_moves(self.game.variant, position)), None)
        return next((move for move in self.game.moves(position) if move[1] == FOUNDATION), None)

    # Words

    def where(self, position: Position, move: Move) -> str:
        card, dest = move
        if dest == RESHUFFLE:
            return "the cards that are not home"
        return f"{card_label(card)}, {place_of(position, card)}"

    def point(self, position: Position, move: Move) -> None:
        self._desk.point(position, move)

    def offer(self, position: Position, move: Move) -> str:
        return self.offer_all(position, [move])

    def offer_all(self, position: Position, moves: Sequence[Move]) -> str:
        if moves[0][1] == RESHUFFLE:
            return "d"
        self._desk.propose(position, moves)
        return "enter"

    def say(self, position: Position, move: Move) -> str:
        return said(move)

    def say_step(self, position: Position, moves: Sequence[Move]) -> str:
        return step_words(position, moves)

    def step(self, position: Position, line: Sequence[Move]) -> Sequence[Move]:
        return line[: first_supermove_size(self.game, position, line)]

    def summary(self, position: Position) -> str:
        return f"{number(sum(position.foundation), 'card')} home"

    def remarks(self, position: Position) -> Sequence[str]:
        """How many cards may be carried, and how many go where the cursor is."""
        if (
            self._desk.hand.place is None
            or self._desk.hand.place[0] != "column"
            or self._desk.offer(position)
        ):
            return ()
        (_, source), (onto, index) = self._desk.hand.place, self._desk.cursor
        return carrying(self.game, position, source, index if onto == "column" else source)

    def find(self, position: Position, text: str) -> str:
        self._wanted = matching(text)
        return found(position, text)

    def goal(self, width: int, height: int = 0) -> Sequence[Line]:
        return wrap(rule(self.game, self.options.preferences.autoplay), width)
