"""The patience board: pick a column or a cell, then where it goes; `patience_picture` draws it.

A column is put down as a run: as many of its cards as suit the target and may be carried.
"""

import textwrap
from collections.abc import Sequence
from functools import partial

from ludoscope.games.patience import PatienceGame, Position
from ludoscope.games.patience.cards import DECK, card_title, suit_of
from ludoscope.games.patience.carry import capacity, carry, destination, run_of
from ludoscope.games.patience.home import safe_moves_home
from ludoscope.games.patience.position import CELL, FREE_CELL, HOME, NONE, RAISE, RESHUFFLE, Move
from ludoscope.tui.boards.board import IGNORED, Board, Line, Look, Reply
from ludoscope.tui.boards.board import Picture as Animated
from ludoscope.tui.boards.patience.cursor import across, beside, next_of, stands
from ludoscope.tui.boards.patience.flight import Flight
from ludoscope.tui.boards.patience.layout import Layout, Place, layout, place_at
from ludoscope.tui.boards.patience.picture import Marks, Picture
from ludoscope.tui.boards.patience.places import card_at, is_top, places, target
from ludoscope.tui.boards.patience.words import carrying, found, matching, place_of, rule
from ludoscope.tui.text.words import number

CHANCES = (RESHUFFLE, RAISE)


class PatienceBoard(Board):
    """Keys in, runs of cards out."""

    MARKS = (*Board.MARKS, ("{ }", "looked for"))
    ACTIONS = ("autoplay", "find")
    NOTATION = "34, 3a or a3 by place, or a card and where it goes: 9S TH, 9S T, 33 V"
    game: PatienceGame

    def __init__(self, game: PatienceGame, look: Look) -> None:
        super().__init__(game, look)
        above = ["cells" if game.variant.cells else "", "" if game.normalise else "home"]
        rows = [("↑↓", ", ".join(filter(None, above)))] if any(above) else []
        self.KEYS = (("←→", "column"), *rows, ("⏎", "pick/put"), ("tab", "next card"))
        if not game.normalise:
            self.KEYS = (*self.KEYS, ("g", "send home"))
        if game.variant.chancy:
            self.KEYS = (*self.KEYS, ("d", "reshuffle"))
            self.NOTATION += "; R shuffles and deals again, 9S ^ raises a buried card"
        self._picked: Place | None = None
        # a position, what is picked there and where the cursor is, and the move enter makes then
        self._offered: tuple[Position, Place, Place, Move] | None = None
        self._wanted: list[int] = []
        self._cursor: Place = ("column", 0)

    # Drawing

    def _layout(self, width: int, height: int) -> Layout:
        return layout(self.game.variant, width, height)

    def size(self, width: int, height: int) -> tuple[int, int]:
        shape = self._layout(width, height)
        return shape.width, shape.height

    def draw(
        self, position: Position, width: int, height: int, last: Move | None = None
    ) -> list[Line]:
        moved = [card for card in last or () if card < DECK and is_top(position, card)]
        return self._drawn(position, self._layout(width, height), moved).lines(width, height)

    def _drawn(self, position: Position, shape: Layout, moved: Sequence[int] = ()) -> Picture:
        marks = Marks(
            cursor=self._cursor if self.pointing else None,
            targets=self._targets(position),
            picked=self._held(position),
            wanted=self._wanted,
            last=moved,
        )
        picture = Picture(self.game, self.look, shape, marks)
        picture.draw(position)
        return picture

    def between(self, before: Position, moves: Sequence[Move], after: Position) -> list[Animated]:
        """The cards on their straight way, a run all at once."""
        if any(dest in CHANCES for _, dest in moves):
            return []
        flight = Flight(self.game, before, after)
        return [partial(self._flying, flight, way) for way in flight.ways]

    def _flying(self, flight: Flight, way: float, width: int, height: int) -> list[Line]:
        shape = self._layout(width, height)
        drawn = self._drawn(flight.left, shape)
        flight.draw(drawn, shape, way)
        return drawn.lines(width, height)

    # Places

    def _held(self, position: Position) -> tuple[int, ...]:
        """The cards picked, bottom to top: of a run as many as may be carried to a column."""
        if self._picked is None:
            return ()
        if offered := self._offer(position):
            return (offered[0],)
        kind, index = self._picked
        if kind != "column":
            return (card_at(self.game, position, self._picked),)
        return run_of(self.game, position.columns[index])[-capacity(self.game, position, index) :]

    def _targets(self, position: Position) -> list[Place]:
        if self._picked is None:
            return []
        found = []
        for place in stands(self.game):
            try:
                self._moves_to(position, place)
            except ValueError:
                continue
            found.append(place)
        return found

    def _offer(self, position: Position) -> Move | None:
        """The move offered, as long as nothing has changed since."""
        here = (position, self._picked, self._cursor)
        return self._offered[3] if self._offered and self._offered[:3] == here else None

    def _moves_to(self, position: Position, place: Place) -> list[Move]:
        """What putting the picked cards there means; ValueError with a reason when they may not."""
        assert self._picked
        if place == self._cursor and (offered := self._offer(position)):
            return [offered]
        (kind, source), (onto, index) = self._picked, place
        if kind == onto == "column":
            return carry(self.game, position, source, index)
        card = card_at(self.game, position, self._picked)
        if onto == "cell":
            if kind == "cell":
                raise ValueError("that card is in a cell already")
            first = NONE in position.cells and position.cells.index(NONE) == index
            moves = [(card, FREE_CELL if first else CELL + index)]
        elif onto == "home":
            if suit_of(card) != index:
                raise ValueError(f"{card_title(card)} goes home to its own suit")
            moves = [(card, HOME)]
        else:
            moves = [(card, destination(position, index))]
        self.game.play(position, moves[0])
        return moves

    # Keys

    def press(self, position: Position, key: str) -> Reply:
        match key:
            case "left" | "right":
                self._cursor = beside(self.game, self._cursor, 1 if key == "right" else -1)
                return Reply()
            case "up" | "down":
                self._cursor = across(self.game, self._cursor, key == "up")
                return Reply()
            case "enter":
                return self._enter(position)
            case "tab" | "shift+tab":
                return self._cycle(position, 1 if key == "tab" else -1)
            case "g" if not self.game.normalise:
                return self._send_home(position)
            case "d" if self.game.variant.chancy:
                return self._reshuffle(position)
        return IGNORED

    def _enter(self, position: Position) -> Reply:
        if self._picked == self._cursor:
            self._picked = None
            return Reply()
        if self._picked is None:
            return self._take(position)
        try:
            moves = self._moves_to(position, self._cursor)
        except ValueError as error:
            return Reply(notice=str(error))
        self._picked = None
        return Reply(moves=tuple(moves))

    def _take(self, position: Position) -> Reply:
        if card_at(self.game, position, self._cursor) == NONE:
            return Reply(notice="no card here")
        self._picked, self._offered = self._cursor, None
        return Reply()

    def _cycle(self, position: Position, step: int) -> Reply:
        """To the next place where the picked cards may go, or the next card that may move."""
        if self._picked:
            stops = self._targets(position)
            none = "the picked card has nowhere to go"
        else:
            lying = [move for move in self.game.moves(position) if move[1] not in CHANCES]
            movers = {card for card, _ in lying}
            stops = [
                place
                for place in stands(self.game)
                if card_at(self.game, position, place) in movers
            ]
            none = "no card can move"
        if not stops:
            return Reply(notice=none)
        self._cursor = next_of(self.game, self._cursor, stops, step)
        return Reply()

    def _send_home(self, position: Position) -> Reply:
        """Every card that can go home, one after the other."""
        moves: list[Move] = []
        while ready := [move for move in self.game.moves(position) if move[1] == HOME]:
            moves.append(ready[0])
            position = self.game.play(position, ready[0])
        return Reply(moves=tuple(moves), notice="" if moves else "no card can go home")

    def _reshuffle(self, position: Position) -> Reply:
        move = (NONE, RESHUFFLE)
        if move in self.game.moves(position):
            return Reply(moves=(move,))
        return Reply(notice="no reshuffle is left")

    def click(self, position: Position, x: int, y: int, width: int, height: int) -> Reply:
        place = place_at(self.game, self._layout(width, height), x, y)
        if place not in stands(self.game):
            return IGNORED
        self._cursor = place
        return self._enter(position)

    def release(self) -> bool:
        held, self._picked = self._picked is not None, None
        return held

    def automatic(self, position: Position) -> Move | None:
        """A card's way home, where the rules leave it to the person who sends it."""
        if self.game.normalise or self.game.variant.returns or self.look.autoplay == "off":
            return None
        if self.look.autoplay == "safe":
            return next(iter(safe_moves_home(self.game.variant, position)), None)
        return next((move for move in self.game.moves(position) if move[1] == HOME), None)

    def moved(self, before: Position, move: Move, after: Position) -> None:
        """The cursor stays; the cards that were picked may have gone."""
        self._picked = None

    # Words

    def where(self, position: Position, move: Move) -> str:
        card, dest = move
        if dest == RESHUFFLE:
            return "the cards that are not home"
        return f"{card_title(card)}, {place_of(position, card)}"

    def point(self, position: Position, move: Move) -> None:
        self._picked = None
        if move[0] != NONE:
            self._cursor, _ = places(position)[move[0]]

    def offer(self, position: Position, move: Move) -> str:
        if move[1] in CHANCES:
            return "d" if move[1] == RESHUFFLE else ""
        self.point(position, move)
        self._picked, self._cursor = self._cursor, target(position, move)
        self._offered = (position, self._picked, self._cursor, move)
        return "enter"

    def say(self, position: Position, move: Move) -> str:
        card, dest = move
        if dest in CHANCES:
            return "reshuffle" if dest == RESHUFFLE else f"{card_title(card)} raised"
        if dest < DECK:
            place = card_title(dest)
        elif dest == HOME:
            place = "home"
        else:
            place = "cell" if dest == FREE_CELL or dest >= CELL else "empty column"
        return f"{card_title(card)} → {place}"

    def summary(self, position: Position) -> str:
        return f"{number(sum(position.foundation), 'card')} home"

    def remarks(self, position: Position) -> Sequence[str]:
        """How many cards may be carried, and how many go where the cursor is."""
        if self._picked is None or self._picked[0] != "column" or self._offer(position):
            return ()
        (_, source), (onto, index) = self._picked, self._cursor
        return carrying(self.game, position, source, index if onto == "column" else source)

    def find(self, position: Position, text: str) -> str:
        self._wanted = matching(text)
        return found(position, text)

    def goal(self, width: int, height: int = 0) -> Sequence[Line]:
        said = rule(self.game, self.look.autoplay)
        return [[(line, "")] for line in textwrap.wrap(said, max(width, 1))]
