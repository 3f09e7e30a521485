"""A session as it is stored: text and numbers.

moves    the text of the move tree, see `tui.model.history`
node     number of the current node in the tree
ply      number of moves that led to the current node, 0 as long as none is the player's
over     True if the game is over at the current node
won      True if it is over and won
comments the annotations of moves, a line for each, see `puzzles.annotations`
attempt  id of the current attempt, see `tui.saves.statistics`
undid    True if the attempt left its line, False again after a restart
"""

from collections.abc import Iterator
from typing import NamedTuple

from ludoscope.games import FAMILIES, NotationError, from_spec
from ludoscope.games.game import spec_text
from ludoscope.games.json_objects import JsonObject, parse_object
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.tui.model.history import count_steps
from ludoscope.tui.model.session import Session
from ludoscope.tui.saves.json_fields import MAX_COUNT, MAX_TIME
from ludoscope.tui.saves.merge import MoveTree, merge_trees
from ludoscope.tui.saves.statistics import Attempt


class SavedSession(NamedTuple):
    """A row of the table of sessions; `updated` in seconds since 1970, `elapsed` in seconds."""

    name: str
    title: str
    family: str
    spec: str
    moves: str
    node: int
    ply: int
    bookmarks: str
    person: int
    elapsed: float
    updated: float
    over: bool
    won: bool
    attempt: str
    hints: int
    undid: bool
    comments: str = ""

    @classmethod
    def from_session(cls, session: Session, elapsed: float, updated: float) -> "SavedSession":
        """Return the row of a session in its current state.

        Numbers are limited to those that `import` accepts; an old save may hold greater ones.
        """
        puzzle = session.puzzle
        return cls(
            name=puzzle.name,
            title=puzzle.title,
            family=puzzle.game.family,
            spec=spec_text(puzzle.game),
            moves=session.history.to_text(),
            node=session.history.current.index,
            ply=session.ply if session.has_player_moved else 0,
            bookmarks=session.history.format_bookmarks(),
            person=session.player_side,
            elapsed=min(elapsed, MAX_COUNT),
            updated=min(updated, MAX_TIME),
            over=session.is_over,
            won=session.is_won,
            attempt=session.attempt_id,
            hints=min(session.hint_count, MAX_COUNT),
            undid=session.has_undone and not session.is_restarted,
            comments=session.history.format_annotations(),
        )

    def puzzle(self) -> Puzzle:
        """Return the puzzle as it was when saved.

        Raises:
            ValueError: This version cannot read it.
        """
        return Puzzle(self.name, from_spec(self.parse_spec()), self.title, "saved")

    def parse_spec(self) -> JsonObject:
        """Return the parameters of the game.

        Raises:
            ValueError: They are malformed.
        """
        try:
            return parse_object(self.spec)
        except NotationError as error:
            raise ValueError(f"the saved puzzle cannot be read: {error}") from None

    def is_of_other_game(self, spec: str) -> bool:
        """Return True if the saved puzzle has other parameters than `spec`, a text of them.

        Return False if the saved ones cannot be read.
        """
        if self.spec == spec:
            return False
        try:
            return self.parse_spec() != parse_object(spec)
        except ValueError:
            return False

    def resume(self, session: Session) -> None:
        """Restore a new session of the same puzzle, to be played on.

        A game that is over is put back to its start, with all its moves to be redone.

        Raises:
            ValueError: The puzzle has changed since, or the moves are invalid.
        """
        self.restore(session)
        if self.over:
            session.restart()
            session.restore_attempt(self.attempt, self.hints, has_undone=False)

    def restore(self, session: Session) -> None:
        """Restore a new session exactly as it was saved, even at the end of the game.

        Raises:
            ValueError: The puzzle has changed since, or the moves are invalid.
        """
        if self.parse_spec() != session.puzzle.game.spec():
            raise ValueError(f"{self.title} has changed since it was saved")
        session.restore(
            self.moves.splitlines(),
            self.node,
            self.elapsed,
            self.bookmarks.split(),
            self.comments.splitlines(),
        )
        session.player_side = self.person
        session.restore_attempt(self.attempt, self.hints, self.undid)

    @property
    def tree(self) -> MoveTree:
        return MoveTree(self.moves, self.bookmarks, self.comments)

    def merged_with(self, other: "SavedSession") -> "SavedSession":
        """Return the newer of two sessions of a puzzle, with the moves and comments of both.

        Of two that are equally old it is this one.
        """
        if other.updated > self.updated:
            return other.with_tree_of(self)
        return self.with_tree_of(other)

    def with_tree_of(self, other: "SavedSession") -> "SavedSession":
        """Return this save with the moves and comments of another one merged into its tree.

        Returns itself if that adds nothing, if the puzzles differ or if a tree cannot be read.
        """
        if other.spec != self.spec:
            return self
        try:
            tree = merge_trees(self.tree, other.tree)
        except ValueError:
            return self
        if tree == self.tree:
            return self
        return self._replace(**tree._asdict())

    @property
    def length(self) -> int:
        """The number of moves to the current node; of steps in families that group moves."""
        family = FAMILIES.get(self.family)
        if family and family.groups_moves:
            return count_steps(self.moves.splitlines(), self.node)
        return self.ply

    def attempts(self, now: float | None = None) -> Iterator[Attempt]:
        """Yield the current attempt, once it has a move.

        Args:
            now: The time in seconds since 1970; by default `updated`, which may be later.
        """
        if not self.moves:
            return
        unaided = self.won and not self.hints
        yield Attempt(
            id=self.attempt,
            name=self.name,
            begun=self.updated if now is None else now,
            won=self.won,
            clean=unaided and not self.undid,
            seconds=self.elapsed if unaided else None,
            length=self.length if unaided else None,
        )
