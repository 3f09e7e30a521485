"""What solvers race on in the lab: a position of a puzzle."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.search.budget import Limits
from ludoscope.search.solver import Solver
from ludoscope.tui.lab.race import Entrant, entrants
from ludoscope.tui.text.words import number


@dataclass(frozen=True, slots=True)
class Matter:
    """A position, and the moves that led there from the start of its puzzle."""

    puzzle: Puzzle
    position: Hashable
    line: Sequence[Hashable] = ()

    @classmethod
    def start_of(cls, puzzle: Puzzle) -> "Matter":
        return cls(puzzle, puzzle.game.start)

    @property
    def title(self) -> str:
        after = f", after {number(len(self.line), 'move')}" if self.line else ""
        return self.puzzle.title + after

    def entrants(self, chosen: Sequence[Solver], limits: Limits) -> list[Entrant]:
        return entrants(self.puzzle, chosen, limits, self.position, self.line)

    def same(self, other: "Matter") -> bool:
        return (self.puzzle.name, self.position) == (other.puzzle.name, other.position)
