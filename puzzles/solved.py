"""The verdicts and events of the library: those of `search.events`, but `Solved` has a puzzle."""

from dataclasses import dataclass, fields

from ludoscope.games.units import MOVES, count_text
from ludoscope.puzzles.pictures import solution_html
from ludoscope.puzzles.puzzle import Puzzle, short_name
from ludoscope.puzzles.registry import collection
from ludoscope.search import events
from ludoscope.search.events import GaveUp, Progress, Unsolvable


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Solved(events.Solved):
    """The verdict that a puzzle can be solved, with a solution.

    In a game for two it is the value of the position, with a line of best play. `str` is the
    solution in the notation of the game, and a notebook shows it step by step.

    Attributes:
        puzzle: The puzzle. The moves begin at its `position`.
    """

    puzzle: Puzzle

    @classmethod
    def from_event(cls, puzzle: Puzzle, event: events.Solved) -> "Solved":
        """Return the verdict of a solver together with the puzzle."""
        values = {field.name: getattr(event, field.name) for field in fields(event)}
        return cls(puzzle=puzzle, **values)

    def __str__(self) -> str:
        game, start = self.puzzle.game, self.puzzle.position.value
        return collection(game.family).write_solution(game, start, self.moves).rstrip("\n")

    def __repr__(self) -> str:
        count = len(self.moves)
        return f"<Solved {short_name(self.puzzle)} in {count_text(count, MOVES)}>"

    def _repr_html_(self) -> str:
        """Return the solution as pictures that can be stepped through, for a notebook."""
        puzzle = self.puzzle
        return solution_html(puzzle.game, puzzle.position.value, self.moves, title=puzzle.title)


Verdict = Solved | Unsolvable | GaveUp
"""The result of a search."""

Event = Progress | Solved | Unsolvable | GaveUp
"""What a search reports: any number of `Progress`, then the verdict."""
