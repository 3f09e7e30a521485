"""The puzzle that is set up in the editor, as a base class of one model for each family.

An editor holds a *state*, an immutable value that need not be a legal puzzle yet, and all earlier
ones for undo. `Editor.problems` says in sentences what is missing; without any, `Editor.game` is
the puzzle. Nothing here uses Textual: `tui.boards.editor_board` draws an editor and handles its
keys.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from ludoscope.games import AnyGame, NotationError
from ludoscope.games.errors import short_repr
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.files import FileError, normalize_line_ends
from ludoscope.puzzles.puzzle import Puzzle

MAX_VERSIONS = 2000  # that can be undone
MAX_PASTED_CHARACTERS = 20_000  # the text of the longest game of patience has 3,000

State = TypeVar("State", bound=Hashable)

_SIZE = re.compile(r"\s*([0-9]{1,3})\s*(?:[x×*,/]|\s)\s*([0-9]{1,3})\s*", re.IGNORECASE)


def parse_size(text: str, example: str) -> tuple[int, int]:
    """Return the two numbers of a size such as "4x5".

    Raises:
        NotationError: The text is no size.
    """
    match = _SIZE.fullmatch(text)
    if not match:
        raise NotationError(f"found {short_repr(text)}, expected a size such as {example}")
    return int(match[1]), int(match[2])


class Version(NamedTuple, Generic[State]):
    """A state, and the places of the cursor before and after the change that made it."""

    state: State
    cursor_before: Any
    cursor_after: Any


class BoardChoice(NamedTuple):
    """A board, size or variant that can be chosen for a new puzzle.

    Attributes:
        name: Its name.
        detail: What distinguishes it, in a few words.
        value: The argument of `Editor.choose_board`.
    """

    name: str
    detail: str
    value: Any


class Editor(ABC, Generic[State]):
    """A puzzle that is being set up, with undo and redo.

    A plug-in subclasses it together with `tui.boards.editor_board.EditorBoard`.

    Attributes:
        family: The name of the family.
        name: The name under which the puzzle is saved, "" if it is new.
        cursor: The place where the next piece goes, of a type that the family chooses.
    """

    family: str

    def __init__(self, state: State, cursor: Any = None, name: str = "") -> None:
        self.name = name
        self.cursor = cursor
        self._versions: list[Version[State]] = [Version(state, cursor, cursor)]
        self._version_index = 0
        self._cached_game: tuple[State, AnyGame | None] | None = None

    @property
    def state(self) -> State:
        """The board as it is set up so far."""
        return self._versions[self._version_index].state

    @property
    def can_undo(self) -> bool:
        return self._version_index > 0

    @property
    def can_redo(self) -> bool:
        return self._version_index + 1 < len(self._versions)

    def undo(self) -> None:
        """Return to the previous state, with the cursor where that was changed."""
        if self.can_undo:
            self.cursor = self._versions[self._version_index].cursor_before
            self._version_index -= 1

    def redo(self) -> None:
        if self.can_redo:
            self._version_index += 1
            self.cursor = self._versions[self._version_index].cursor_after

    def change(self, state: State, cursor: Any = None) -> None:
        """Add a version, unless nothing has changed; undone versions are dropped.

        Args:
            state: The new state.
            cursor: Where the cursor goes; None to leave it where it is.
        """
        before = self.cursor
        self.cursor = before if cursor is None else cursor
        if state != self.state:
            del self._versions[self._version_index + 1 :]
            self._versions.append(Version(state, before, self.cursor))
            del self._versions[:-MAX_VERSIONS]
            self._version_index = len(self._versions) - 1

    def forget_history(self) -> None:
        """Make the current state the first one."""
        self._versions = [Version(self.state, self.cursor, self.cursor)]
        self._version_index = 0

    # The puzzle

    @property
    def game(self) -> AnyGame | None:
        """The puzzle; None as long as there are problems."""
        state = self.state
        if self._cached_game is None or self._cached_game[0] is not state:
            self._cached_game = (state, None if self.problems() else self._create_game())
        return self._cached_game[1]

    @abstractmethod
    def _create_game(self) -> AnyGame:
        """Return the puzzle; only called if there are no problems."""

    @abstractmethod
    def problems(self) -> Sequence[str]:
        """Return a sentence for each thing that keeps the state from being a puzzle."""

    @abstractmethod
    def summary(self) -> str:
        """Return the size and contents of the state in a few words."""

    def refutation(self) -> str:
        """Return a proof that the puzzle cannot be solved if one is found at once, else ""."""
        return ""

    # Changes

    @abstractmethod
    def clear(self) -> None:
        """Remove all pieces."""

    def fill(self) -> None:
        """Put all pieces where they stand at the usual start."""

    @abstractmethod
    def load(self, game: AnyGame, position: Any) -> None:
        """Replace the state by a position of a game, which may have another board."""

    @abstractmethod
    def enter(self, text: str) -> None:
        """Make the changes that a typed text describes.

        Raises:
            NotationError: The text is malformed; then nothing is changed.
        """

    def list_boards(self) -> Sequence[BoardChoice]:
        """Return the boards to choose from; none if a size is typed."""
        return ()

    def choose_board(self, value: Any) -> None:
        """Use a board of `list_boards`, or one of a typed size.

        Raises:
            NotationError: The text is not a size, or the size is not supported.
        """

    def paste(self, text: str) -> None:
        """Replace the state by a puzzle in any format of files, or else enter the text.

        Raises:
            NotationError: The text is neither.
        """
        if len(text) > MAX_PASTED_CHARACTERS:
            raise NotationError(
                f"found a text of {len(text):,} characters, expected at most"
                f" {MAX_PASTED_CHARACTERS:,}"
            )
        text = normalize_line_ends(text)
        if not text.strip():
            raise NotationError("found an empty text, expected a puzzle")
        try:
            self._load_text(text)
        except NotationError as error:
            try:
                self.enter(text)
            except NotationError:
                if self._is_puzzle_text(text):
                    raise error from None
                raise

    def _is_puzzle_text(self, text: str) -> bool:
        """Return True if a malformed text is meant as a puzzle, False if as pieces to enter."""
        return catalogue.is_shared(text) or any(separator in text.strip() for separator in "/\n|")

    def _load_text(self, text: str) -> None:
        """Load a puzzle from a text; of a shared line, the position after its moves."""
        puzzle = self._parse_puzzle(text)
        position = puzzle.game.start
        for move in puzzle.moves:
            position = puzzle.game.play(position, move)
        self.load(puzzle.game, position)

    def _parse_puzzle(self, text: str) -> Puzzle:
        """Return the puzzle of a text in any format of files.

        Raises:
            NotationError: The text is malformed, or its puzzle is of another family.
        """
        try:
            puzzle = catalogue.parse(text, None if catalogue.is_shared(text) else self.family)
        except (FileError, LookupError) as error:
            raise NotationError(str(error)) from None
        if puzzle.game.family != self.family:
            raise NotationError(f"found a puzzle of {puzzle.game.family}, expected {self.family}")
        return puzzle
