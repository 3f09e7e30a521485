"""What a patience is played with: the cursor, what is picked, keys in and moves out."""

from collections.abc import Sequence

from ludoscope.games.patience.cards import suit_of
from ludoscope.games.patience.messages import describe_card
from ludoscope.games.patience.position import FOUNDATION, NO_CARD, RAISE, RESHUFFLE, Move, Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.tui.boards.board import IGNORED, Reply
from ludoscope.tui.boards.patience.cursor import across, beside, next_of, stands
from ludoscope.tui.boards.patience.layout import Place
from ludoscope.tui.boards.patience.locations import card_at, nothing_at, place_words, places
from ludoscope.tui.boards.patience.move_text import goal_place, lifted
from ludoscope.tui.boards.patience.selection import Hand, Raising
from ludoscope.tui.boards.patience.typed_move import HOME as ANY_HOME
from ludoscope.tui.boards.patience.typed_move import Keyed

CHANCES = (RESHUFFLE, RAISE)
CHANCE_KEYS = "dg"  # reshuffle, raise


class Desk:
    """`per` columns stand side by side, as they were drawn last; `typing`: a move is half typed."""

    def __init__(self, game: PatienceGame) -> None:
        self.game = game
        self.hand, self.raising, self.keyed = Hand(game), Raising(), Keyed(game.variant)
        self.cursor: Place = ("column", 0)
        self.per = len(game.variant.column_sizes)
        self.typing = False
        # a position, what is picked there and where the cursor is, and the moves enter makes then
        self._offered: tuple[Position, Place | None, Place, list[Move]] | None = None

    def held(self, position: Position) -> tuple[int, ...]:
        """The cards picked, bottom to top."""
        if self.raising.on:
            card = self.raising.card(position, self.cursor[1])
            return () if card == NO_CARD else (card,)
        if offered := self.offer(position):
            moved = {card for card, _ in offered}
            return tuple(card for card in self.hand.held(position) if card in moved)
        return self.hand.held(position)

    def targets(self, position: Position) -> list[Place]:
        if self.hand.place is None:
            return []
        found = []
        for place in stands(self.game):
            try:
                self.moves_to(position, place)
            except ValueError:
                continue
            found.append(place)
        return found

    def offer(self, position: Position) -> list[Move]:
        """The moves offered, as long as nothing has changed since."""
        here = (position, self.hand.place, self.cursor)
        return self._offered[3] if self._offered and self._offered[:3] == here else []

    def moves_to(self, position: Position, place: Place) -> list[Move]:
        """What putting the picked cards there means; ValueError with a reason when they may not."""
        if place == self.cursor and (offered := self.offer(position)):
            return offered
        return self.hand.moves_to(position, place)

    def take(self, position: Position, count: int = 0, *, exact: bool = False) -> Reply:
        if card_at(self.game, position, self.cursor) == NO_CARD:
            return Reply(notice=nothing_at(self.cursor))
        self.hand.take(self.cursor, count, exact=exact)
        self._offered = None
        return Reply()

    def put(self, position: Position, place: Place, *, keep: bool = True) -> Reply:
        """The picked cards there; where they may not go they are kept, or are picked no more."""
        try:
            moves = self.moves_to(position, place)
        except ValueError as error:
            if not keep:
                self.release()
            return Reply(notice=str(error))
        self.release()
        return Reply(moves=tuple(moves))

    def release(self) -> bool:
        self.keyed.waiting, self.typing = "", False
        return self.raising.end() or self.hand.drop()

    def wants(self, key: str) -> bool:
        return not self.raising.on and self.keyed.wants(key, self.typing)

    def press(self, position: Position, key: str) -> Reply:
        if self.wants(key):
            return self._type(position, key)
        self.keyed.waiting = ""
        typing, self.typing = self.typing, False
        match key:
            case "left" | "right":
                self.cursor = beside(self.game, self.cursor, 1 if key == "right" else -1)
            case "up" | "down":
                self._steer(position, up=key == "up")
            case "enter" if typing:
                return self._only_target(position)
            case "enter":
                return self.enter(position)
            case "tab" | "shift+tab":
                return self._cycle(position, 1 if key == "tab" else -1)
            case "g" if not self.game.normalise:
                return self._send_home(position)
            case _ if self.game.variant.has_chances and key in CHANCE_KEYS:
                return self.chance(position, key)
            case _:
                return IGNORED
        return Reply()

    def _steer(self, position: Position, *, up: bool) -> None:
        """Another place; of what is picked under the cursor more cards, or fewer."""
        if self.raising.on:
            self.raising.deeper(position, self.cursor[1], 1 if up else -1)
        elif self.hand.place != self.cursor or not self.hand.resize(position, 1 if up else -1):
            self.cursor = across(self.game, self.cursor, up, self.per)

    def _type(self, position: Position, key: str) -> Reply:
        """A place of a move that is typed: the first one is picked, the second plays it."""
        reply = Reply()
        try:
            for place in self.keyed.feed(key):
                reply = self._typed(position, place)
        except ValueError as error:
            self.release()
            return Reply(notice=str(error))
        return reply

    def _typed(self, position: Position, place: Place) -> Reply:
        if self.hand.place is None:
            self.cursor = place
            reply = self.take(position)
            self.typing = not reply.notice
            return reply
        if place == self.hand.place:
            return self.send_away(position)
        if place == ANY_HOME:
            place = ("home", suit_of(card_at(self.game, position, self.hand.place)))
        return self.put(position, place, keep=False)

    def awaited(self, position: Position) -> str:
        if self.raising.on:
            card = self.raising.card(position, self.cursor[1])
            said = "no card is buried there" if card == NO_CARD else f"raise {describe_card(card)}?"
            return f"{said} ↑↓ another card, ←→ another column, ⏎ raises it, esc cancels"
        if not (self.typing or self.keyed.waiting):
            return ""
        said = self.keyed.awaited(self.game.normalise)
        if self.typing and self.hand.place:
            said = f"{place_words(self.hand.place)} to: {said}, ⏎ the only place"
        return f"{said}; esc cancels"

    def _only_target(self, position: Position) -> Reply:
        """What was typed begins at a place from which cards go to one place only."""
        found = self.targets(position)
        if len(found) == 1:
            return self.put(position, found[0])
        self.release()
        names = ", ".join(map(place_words, found)) or "nowhere"
        return Reply(notice=f"it can go to {names}: type which" if found else "it has no move")

    def enter(self, position: Position) -> Reply:
        if self.raising.on:
            try:
                moves = self.raising.moves(position, self.cursor[1])
            except ValueError as error:
                return Reply(notice=str(error))
            self.release()
            return Reply(moves=tuple(moves))
        if self.hand.place == self.cursor:
            self.hand.drop()
            return Reply()
        return self.put(position, self.cursor) if self.hand.place else self.take(position)

    def _cycle(self, position: Position, step: int) -> Reply:
        """To the next place where the picked cards may go, or the next card that may move."""
        if self.hand.place:
            stops = self.targets(position)
            none = "the picked card has nowhere to go"
        else:
            lying = [move for move in self.game.moves(position) if move[1] not in CHANCES]
            movers = {card for card, _ in lying}
            stops = [p for p in stands(self.game) if card_at(self.game, position, p) in movers]
            none = "no card can move"
        if not stops:
            return Reply(notice=none)
        self.cursor = next_of(self.game, self.cursor, stops, step)
        return Reply()

    def _send_home(self, position: Position) -> Reply:
        """Every card that can go home, one after the other."""
        moves: list[Move] = []
        while ready := [move for move in self.game.moves(position) if move[1] == FOUNDATION]:
            moves.append(ready[0])
            position = self.game.play(position, ready[0])
        return Reply(moves=tuple(moves), notice="" if moves else "no card can go home")

    def send_away(self, position: Position) -> Reply:
        """The picked card home, else to a cell."""
        try:
            return Reply(moves=tuple(self.hand.away(position)))
        except ValueError as error:
            return Reply(notice=str(error))
        finally:
            self.release()

    def chance(self, position: Position, key: str) -> Reply:
        """Reshuffle, or begin to choose the card that is to be raised."""
        if key == "g":
            if self.release():
                return Reply()
            if self.cursor[0] != "column":
                self.cursor = ("column", 0)
            return Reply(notice=self.raising.begin(position))
        move = (NO_CARD, RESHUFFLE)
        if move in self.game.moves(position):
            return Reply(moves=(move,))
        return Reply(notice="no reshuffle is left")

    def point(self, position: Position, move: Move) -> None:
        """Put the cursor on what a move moves."""
        self.release()
        if move[0] != NO_CARD:
            self.cursor, _ = places(position)[move[0]]

    def propose(self, position: Position, moves: Sequence[Move]) -> None:
        """Have enter make these moves, as long as nothing changes."""
        self.point(position, moves[0])
        if moves[0][1] == RAISE:
            column = position.columns[self.cursor[1]]
            self.raising.begin(position)
            self.raising.aim(len(column) - 1 - column.index(moves[0][0]))
            return
        self.hand.take(self.cursor, len(lifted(position, moves)))
        self.cursor = goal_place(self.game, position, moves)
        self._offered = (position, self.hand.place, self.cursor, list(moves))
