"""Take one or two counters from a heap until none is left: a game whose moves are any values."""

from collections.abc import Hashable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from ludoscope.games import GameFamily, NotationError, Unit
from ludoscope.puzzles.collection import Collection
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.tui.boards.board import NOT_HANDLED, Board, InputResult
from ludoscope.tui.boards.family import BoardFamily


class Take(Enum):
    ONE = 1
    TWO = 2


@dataclass(frozen=True)
class Taken:
    """A move without an order and without items."""

    count: int


MOVES_BY_TYPE: dict[str, tuple[Hashable, Hashable]] = {  # to take one, and to take two
    "integers": (0, -1),
    "strings": ("", "take two"),
    "frozensets": (frozenset(), frozenset({"a", "b"})),
    "members": (Take.ONE, Take.TWO),
    "dataclasses": (Taken(1), Taken(2)),
}
TEXTS = ("take 1", "take #2 %41")  # in the notation of the game


@dataclass(frozen=True)
class Takeaway:
    start: int
    type_name: str

    family, measure, players = "takeaway", "moves", 1

    @property
    def _all_moves(self) -> tuple[Hashable, Hashable]:
        return MOVES_BY_TYPE[self.type_name]

    def moves(self, position: int) -> list[Hashable]:
        return list(self._all_moves[:position])

    def play(self, position: int, move: Hashable) -> int:
        if move not in self.moves(position):
            raise ValueError("there are not so many counters")
        return position - 1 - self._all_moves.index(move)

    def is_won(self, position: int) -> bool:
        return position == 0

    def key(self, position: int) -> int:
        return position

    def text(self, position: int) -> str:
        return str(position)

    def parse(self, text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 3):
            raise NotationError("expected a number of counters")
        return int(text)

    def move_text(self, position: int, move: Hashable) -> str:
        return TEXTS[self._all_moves.index(move)]

    def parse_moves(self, position: int, text: str) -> list[Hashable]:
        if text not in TEXTS:
            raise NotationError(f"expected {' or '.join(TEXTS)}")
        move = self._all_moves[TEXTS.index(text)]
        self.play(position, move)
        return [move]

    def spec(self) -> dict[str, Any]:
        return {"family": self.family, "start": self.start, "type": self.type_name}


class TakeawayFamily(GameFamily):
    name, title, goal = "takeaway", "Takeaway", "Take all counters."
    move_unit = Unit("move", "moves")
    name_prefixes = ("takeaway-",)

    def from_spec(self, spec: dict[str, Any]) -> Takeaway:
        start, type_name = spec.get("start"), spec.get("type")
        if type(start) is not int or start not in range(99):
            raise ValueError("expected a number of counters")
        if not isinstance(type_name, str) or type_name not in MOVES_BY_TYPE:
            raise ValueError("expected a type of moves")
        return Takeaway(start, type_name)


class TakeawayCollection(Collection):
    example = "takeaway-integers"
    puzzles = tuple(
        Puzzle(f"takeaway-{name}", Takeaway(8, name), name.title()) for name in MOVES_BY_TYPE
    )


class TakeawayBoard(Board):
    """The counters in a row; the keys 1 and 2 take them, and the last one goes by itself."""

    KEY_LABELS = (("1", "take one"), ("2", "take two"))

    def drawing_size(self, width, height):
        return self.game.start, 1

    def draw(self, position, width, height, marked_move=None):
        assert marked_move is None or marked_move in MOVES_BY_TYPE[self.game.type_name]
        return [[("o" * min(position, width), "piece" if marked_move is None else "last")]][:height]

    def handle_key(self, position, key):
        if key not in ("1", "2"):
            return NOT_HANDLED
        return self._take(position, int(key))

    def handle_click(self, position, x, y, width, height):
        return self._take(position, 1)

    def _take(self, position, count):
        moves = self.game.moves(position)
        if count > len(moves):
            return InputResult(message="there are not so many counters")
        return InputResult((moves[count - 1],))

    def automatic_move(self, position):
        return self.game.moves(position)[0] if position == 1 else None

    def describe_piece(self, position, move):
        return "the heap"

    def propose_move(self, position, move):
        return str(1 + MOVES_BY_TYPE[self.game.type_name].index(move))

    def status_text(self, position):
        return f"{position} counters"


class TakeawayBoards(BoardFamily):
    board_class = TakeawayBoard
