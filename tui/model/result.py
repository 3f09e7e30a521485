"""The data of the result box, which is shown at the end of a game."""

from dataclasses import dataclass

from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.tui.model.replay import Replay
from ludoscope.tui.saves.results import BestResult


@dataclass(frozen=True, slots=True)
class NextPuzzle:
    """The puzzle that is opened after the game, and its grade of difficulty, "" if unknown."""

    puzzle: Puzzle
    grade: str

    @property
    def text(self) -> str:
        return f"{self.puzzle.title}, {self.grade}" if self.grade else self.puzzle.title


@dataclass(slots=True)
class GameResult:
    """Facts about the end of a game; some are added while the box is shown.

    Attributes:
        previous_best: The user's best result before this game.
        has_just_ended: True if the game has just ended, False if it was opened again.
        win_streak: Games of the family won in a row, this one included.
        is_proving: True while a solver looks for the fewest moves.
        fewest_moves: The fewest moves found by that solver.
        shortest_solution: A solution with the fewest moves.
        stars_lit: False while the stars are dark in their animation.
        celebration_frame: The current frame of the celebration, 0 for none.
        next_puzzle: The puzzle to go on to, None until it is found.
        can_celebrate: True until the celebration has ended, or a key has ended it.
    """

    previous_best: BestResult | None = None
    has_just_ended: bool = True
    win_streak: int = 0
    is_proving: bool = False
    fewest_moves: int | None = None
    shortest_solution: Replay | None = None
    stars_lit: bool = True
    celebration_frame: int = 0
    can_celebrate: bool = False
    next_puzzle: NextPuzzle | None = None
