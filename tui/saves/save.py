"""A session as the store keeps it: text and numbers.

moves    all of them, as the text of a tree: see `tui.model.history`
node     where in it the session stands; ply, how many moves led there
over     whether the session stands at its end
won      whether that end is a win
attempt  a game from its first move on, see `tui.model.session`; its row: `tui.saves.statistics`
"""

import json
from collections.abc import Iterator
from typing import NamedTuple

from ludoscope.games import FAMILIES, from_spec
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.tui.model.history import steps_to
from ludoscope.tui.model.session import Session
from ludoscope.tui.saves.merge import Tree, merged
from ludoscope.tui.saves.statistics import Attempt


class Save(NamedTuple):
    """A row: `updated` in seconds since 1970, `elapsed` in seconds."""

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

    @classmethod
    def of(cls, session: Session, elapsed: float, updated: float) -> "Save":
        puzzle = session.puzzle
        return cls(
            name=puzzle.name,
            title=puzzle.title,
            family=puzzle.game.family,
            spec=json.dumps(puzzle.game.spec(), sort_keys=True),
            moves=session.history.text(),
            node=session.history.here.index,
            ply=session.ply,
            bookmarks=session.history.bookmarks(),
            person=session.person,
            elapsed=elapsed,
            updated=updated,
            over=session.over,
            won=session.won,
            attempt=session.attempt,
            hints=session.hints,
            undid=session.undid,
        )

    def puzzle(self) -> Puzzle:
        """The puzzle as it was; ValueError when this version cannot read it."""
        spec = json.loads(self.spec)
        if not isinstance(spec, dict):
            raise ValueError(f"{self.title} is saved without its game")
        return Puzzle(self.name, from_spec(spec), self.title, "saved")

    def resume(self, session: Session) -> None:
        """Take up this save in a new session; ValueError when it belongs to another start.

        A game that is over stands at its start again, with all that was played to be redone.
        """
        self.take_up(session)
        if self.over:
            session.restart()
            session.hints, session.undid = self.hints, self.undid

    def take_up(self, session: Session) -> None:
        """The same, with the session where it stood, be it at its end."""
        if json.loads(self.spec) != session.puzzle.game.spec():
            raise ValueError(f"{self.title} has changed since it was saved")
        lines, marks = self.moves.splitlines(), self.bookmarks.split()
        session.resume(lines, self.node, self.elapsed, marks)
        session.person = self.person
        session.attempt, session.hints, session.undid = self.attempt, self.hints, self.undid

    @property
    def tree(self) -> Tree:
        return self.moves, self.bookmarks

    def with_tree_of(self, other: "Save") -> "Save":
        """With all that was played in another session of the puzzle; itself when that adds nothing.

        Where it was another puzzle, or cannot be read, that is nothing.
        """
        if other.spec != self.spec:
            return self
        try:
            moves, bookmarks = merged(self.tree, other.tree)
        except ValueError:
            return self
        same = (moves, bookmarks) == self.tree
        return self if same else self._replace(moves=moves, bookmarks=bookmarks)

    @property
    def length(self) -> int:
        """The moves to where it stands; of a family that counts steps, those."""
        known = FAMILIES.get(self.family)
        return (
            steps_to(self.moves.splitlines(), self.node)
            if known and known.groups_moves
            else self.ply
        )

    def attempts(self) -> Iterator[Attempt]:
        """What the session tells of its attempt, once it has a move."""
        if not self.moves:
            return
        unaided = self.won and not self.hints
        yield Attempt(
            id=self.attempt,
            name=self.name,
            begun=self.updated,
            won=self.won,
            clean=unaided and not self.undid,
            seconds=self.elapsed if unaided else None,
            length=self.length if unaided else None,
        )
