"""The interface between a family and the play screen: a presenter, testable without Textual.

A board turns a position, its own cursor and selection into lines of styled text, and keys into
moves. It never plays a move itself and keeps no position: the session does. Nothing is said by
colour alone: the cursor is brackets, targets are ◌, sides are filled or hollow.

    Line   [(text, role), …]; a role is one of `tui.boards.styles.ROLES`, a theme gives it a colour
    Reply  what came of a key
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from ludoscope.games import AnyGame
from ludoscope.tui.boards.user_options import UserOptions

Line = list[tuple[str, str]]
Position: TypeAlias = Any  # of the board's own game, which alone knows its type
Move: TypeAlias = Any
Cell = tuple[int, int]  # column and row of a drawing
Picture = Callable[[int, int], list[Line]]  # of the board, in at most so many columns and rows

VALUES = "values of moves"  # an overlay that a solver has to fill


class Reply(NamedTuple):
    """What came of a key: moves to play in order, and a sentence for the person where one helps.

    `handled` is False when the key means nothing to this board as things stand.
    """

    moves: tuple[Hashable, ...] = ()
    notice: str = ""
    handled: bool = True


IGNORED = Reply(handled=False)
NOWHERE = "dropped outside the board: nothing was moved"


class Board(ABC):
    """One family's board. Keys arrive by Textual's names.

    Arrows are "left", "right", "up", "down" (hjkl arrive as arrows, except on boards with LETTERS,
    where every letter arrives as itself), then "shift+left" …, "enter" (space arrives as enter),
    "tab", "shift+tab", and single characters.
    """

    KEYS: tuple[tuple[str, str], ...] = ()
    """What the footer and the help say of the board's own keys: ("←→", "column"), …"""

    BEGIN: tuple[tuple[str, str], ...] = ()
    """Keys of a first move, in some twenty characters each: ("tab", "to a peg that jumps"), …"""

    LETTERS: bool = False
    """Whether letters are keys of pieces; then the commands of the play screen have other keys."""

    NOTATION: str = ""
    """How a move can be typed, in a line: what it is made of, and an example."""

    MARKS: tuple[tuple[str, str], ...] = (
        ("[ ]", "the cursor"),
        ("‹ ›", "picked"),
        ("◌", "where it may go"),
    )
    """What points at things on the board, for the help."""

    ACTIONS: tuple[str, ...] = ()
    """Keys of the play screen that only such a board has: `tui.screens.play.keys.SPECIAL`."""

    letters: str = ""
    """Letters that mean places; what their keys do on other boards is on the capitals."""

    WHOLE_HINTS: bool = False
    """Whether a hint says the move at once, and not first which piece to look at."""

    OVERLAYS: tuple[str, ...] = ()
    """What can be laid over the board, by name."""

    POINTED = ""
    """The key that makes the move which `point` has pointed at, before it is shown; "" for none."""

    FAREWELL = False
    """Whether the move that wins has pictures of its own: see `between`."""

    def __init__(self, game: AnyGame, options: UserOptions) -> None:
        self.game = game
        self.options = options
        self.overlay = ""  # the one of OVERLAYS that is laid over the board
        self.bare = False  # a picture: without coordinates
        self.side = 0  # the player from whose side it is seen, where two play
        self.pointing = True  # with brackets for a cursor, where they take the place of edges

    @abstractmethod
    def size(self, width: int, height: int) -> tuple[int, int]:
        """Columns and rows that `draw` uses when it may use at most `width` × `height`."""

    def cramped(self, width: int, height: int) -> bool:
        """Whether it looks poor in so much room, so that it had better have the whole width."""
        return False

    def least(self) -> tuple[int, int]:
        """Columns and rows below which one cannot play."""
        return self.size(0, 0)

    @abstractmethod
    def draw(
        self, position: Position, width: int, height: int, last: Move | None = None
    ) -> list[Line]:
        """At most `height` lines of at most `width` cells; `last` is the move that led here."""

    @abstractmethod
    def press(self, position: Position, key: str) -> Reply:
        """Move the cursor, pick, drop, or make moves."""

    @abstractmethod
    def click(self, position: Position, x: int, y: int, width: int, height: int) -> Reply:
        """The same for a mouse click at cell (x, y) of what `draw` drew at that size."""

    def double_click(self, position: Position, x: int, y: int, width: int, height: int) -> Reply:
        """The second of two clicks at the same cell, soon after the first."""
        return self.click(position, x, y, width, height)

    def wants(self, key: str) -> bool:
        """Whether the board has a key before what it does on the screen otherwise."""
        return False

    def awaited(self, position: Position) -> str:
        """What is to follow the keys of a move that is half typed, "" when none is."""
        return ""

    def read(self, position: Position, text: str) -> Sequence[Move]:
        """The moves that a typed text means; ValueError with a reason when none is legal."""
        moves: Sequence[Move] = self.game.parse_moves(position, text)
        return moves

    def drag(self, position: Position, start: Cell, end: Cell, width: int, height: int) -> bool:
        """The mouse holds what is at cell `start` of that drawing and has gone to cell `end`.

        That may lie beside the drawing. Mark what it takes along; whether anything looks different.
        """
        return False

    def drop(self, position: Position, start: Cell, end: Cell, width: int, height: int) -> Reply:
        """The mouse has let go there; a board on which nothing is dragged takes it as a click."""
        return self.click(position, *end, width, height)

    def release(self) -> bool:
        """Drop the selection (escape); False when there was none."""
        return False

    def moved(self, before: Position, move: Move, after: Position) -> None:  # noqa: B027
        """A move was played, undone or replayed: let cursor and selection follow it."""

    def between(
        self, before: Position, moves: Sequence[Move], after: Position
    ) -> Sequence[Picture]:
        """How the moves of one step, played at `before`, look on their way, first to last."""
        return ()

    def find(self, position: Position, text: str) -> str:
        """Mark the pieces that `text` means, until another is looked for; where they are."""
        return ""

    def automatic(self, position: Position) -> Move | None:
        """The move that plays itself here after the person's, None when there is none."""
        return None

    def value(self, position: Position, values: Mapping[Move, int]) -> None:  # noqa: B027
        """Of the overlay VALUES: what each move at `position` is worth."""

    def valued(self, position: Position) -> bool:
        """Whether that is known."""
        return False

    def say(self, position: Position, move: Move) -> str:
        """`move` from `position` as a person reads it in a list of moves."""
        return self.game.move_text(position, move)

    def say_step(self, position: Position, moves: Sequence[Move]) -> str:
        """The same of the moves of one step from `position`, in a few words."""
        return self.say(position, moves[0])

    def step(self, position: Position, line: Sequence[Move]) -> Sequence[Move]:
        """Those moves of a line from `position` that a person makes at once."""
        return line[:1]

    @abstractmethod
    def where(self, position: Position, move: Move) -> str:
        """Which piece `move` moves, and where that is: "the peg at 4,2"."""

    def point(self, position: Position, move: Move) -> None:  # noqa: B027
        """Put the cursor on what `move` moves, nothing being picked."""

    @abstractmethod
    def offer(self, position: Position, move: Move) -> str:
        """Pick that, and point where it goes: by Textual's name the key that makes the move now.

        "" when there is none.
        """

    def offer_all(self, position: Position, moves: Sequence[Move]) -> str:
        """The same for the moves of one step, of which the first one may be all."""
        return self.offer(position, moves[0])

    def piece(self, move: Move) -> Move:
        """Return what `draw` needs to mark only the piece of a move, which begins with it.

        A move that is not a sequence is returned as it is.
        """
        return move[:1] if isinstance(move, tuple | str) else move

    def summary(self, position: Position) -> str:
        """A few words on where things stand ("16 jumps left"), for the top line."""
        return ""

    def finish(self) -> Position | None:
        """The position to get to, where there is just one."""
        return None

    def dead_end(self, position: Position) -> str:
        """Where nothing can move and the goal is missed, by how much; "" elsewhere."""
        return ""

    def remarks(self, position: Position) -> Sequence[str]:
        """Sentences on what is picked and where the cursor stands, for the side panel."""
        return ()

    def goal(self, width: int, height: int = 0) -> Sequence[Line]:
        """The finish as a picture, in so many lines if it can be, or a sentence, for the panel."""
        return ()
