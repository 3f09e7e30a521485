"""The declaration of training: how a family makes positions for training, `Trainer`.

`Collection.trainer` returns that of a family. The default cuts positions from the puzzles of the
catalogue, and asks for a shortest solution if the solvers find one, else for the move that keeps
the win. A family overrides what it can say better.
"""

from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING

from ludoscope.games import AnyGame
from ludoscope.search.move_values import Step
from ludoscope.search.registry import find_judge, find_prover, get_solver, solvers
from ludoscope.search.seeded_random import SeededRandom
from ludoscope.search.solver import Solver

if TYPE_CHECKING:
    from ludoscope.puzzles.collection import Collection
    from ludoscope.puzzles.puzzle import Puzzle

KEEP_WIN = "keep the win"
SHORTEST = "shortest solution"
QUESTIONS = {
    KEEP_WIN: "Which move keeps the win?",
    SHORTEST: "Which move begins a shortest solution?",
}


class Trainer:
    """The declaration of how positions of a family are made, judged and described.

    Attributes:
        goal: KEEP_WIN: a step is right if the game can be won after it; in a game for two, if it
            wins and no step wins sooner. SHORTEST: a step is right if it begins a solution that no
            other is shorter than. If empty, it is SHORTEST where the judge finds the fewest moves.
        question: The question on the screen; by default that of the goal.
        max_right: The number of different right steps of a position at most.
        min_wrong: The number of different wrong steps at least; they are no fewer than the right
            ones either.
        rating_per_move: By how much each move of the line to the win makes a position harder.
        themes: The themes that `find_themes` may return, in the order in which they are listed.
        second_solvers: Names of solvers of which the first that can run judges positions again, by
            another method than the judge.
    """

    goal: str = ""
    question: str = ""
    max_right: int = 2
    min_wrong: int = 2
    rating_per_move: float = 20.0
    themes: tuple[str, ...] = ()
    second_solvers: tuple[str, ...] = ()

    # Making positions

    def starts(self, puzzles: "Collection", rng: SeededRandom) -> "Iterator[Puzzle]":
        """Yield puzzles to cut positions from, the same ones for the same random numbers.

        By default those of the catalogue, again and again in random order.

        Args:
            puzzles: The collection of the family.
            rng: The random numbers.
        """
        names = [entry.name for entry in puzzles.entries() if not entry.is_numbered_series]
        while names:
            puzzle = puzzles.find(rng.choice(names))
            if puzzle:
                yield puzzle

    def bundled_lines(self) -> Sequence[str]:
        """Return the lines of positions that come with the family, as `generate` prints them.

        By default there are none, and positions are made when they are needed.
        """
        return ()

    def list_steps(self, game: AnyGame, position: Hashable) -> Iterator[Step]:
        """Yield what the player can do at once: by default each move of the game."""
        return ((move,) for move in game.moves(position))

    def automatic_move(self, game: AnyGame, position: Hashable) -> Hashable | None:
        """Return a move that never loses a won game, which is made at once; None if there is none.

        A stored line leaves these moves out, and random play makes them.
        """
        return None

    def is_suitable(self, game: AnyGame, position: Hashable) -> bool:
        """Return False for positions that make no good question, which are not judged."""
        return True

    def with_start(self, game: AnyGame, position: Hashable) -> AnyGame | None:
        """Return the game with its start at a position; None if there is no such game.

        The text of a position is shorter then: it has no moves from the start.
        """
        return None

    # Judging

    def goal_of(self, game: AnyGame) -> str:
        """Return KEEP_WIN or SHORTEST for a game."""
        is_measured = game.players == 1 and find_judge(game).is_exact
        return self.goal or (SHORTEST if is_measured else KEEP_WIN)

    def question_of(self, game: AnyGame) -> str:
        """Return the question that a position of a game asks."""
        return self.question or QUESTIONS[self.goal_of(game)]

    def judge(self, game: AnyGame) -> Solver:
        """Return the solver that decides which steps are right."""
        if self.goal_of(game) == SHORTEST or game.players > 1:
            return find_prover(game) or find_judge(game)
        return find_judge(game)

    def second_solver(self, game: AnyGame) -> Solver:
        """Return the solver by which the steps are judged again: the last one if none is named."""
        for name in self.second_solvers:
            solver = get_solver(game.family, name)
            if solver.is_available:
                return solver
        return [solver for solver in solvers(game.family) if solver.is_available][-1]

    def second_game(self, game: AnyGame, position: Hashable) -> AnyGame | None:
        """Return another game, whose start is won exactly if a position is; None for the same game.

        The second solver searches it in place of the position, where the goal is to keep the win.
        It has fewer positions.
        """
        return None

    # Describing

    def proves_loss(self, game: AnyGame, position: Hashable, argument: str) -> bool:
        """Return True if an argument holds by the rules, without a search.

        By default none does: then only another solver can check what a solver says that has not
        searched every position.

        Args:
            game: The game.
            position: A position that is claimed to be lost.
            argument: The `Unsolvable.proof` of a solver.
        """
        return False

    def find_themes(
        self, game: AnyGame, position: Hashable, step: Step, line: Sequence[Hashable]
    ) -> list[str]:
        """Return the themes of a position, computed from it alone.

        Args:
            game: The game.
            position: The position.
            step: A right step.
            line: The moves after it, up to the win.
        """
        return []

    def measure_progress(self, game: AnyGame, position: Hashable) -> int:
        """Return how far a position has come, to find the line that goes furthest.

        By default all positions are equal, and the longest line goes furthest.
        """
        return 0

    def describe_progress(self, game: AnyGame, position: Hashable) -> str:
        """Return how far a lost position has come, as "12 cards are home"; "" to say nothing."""
        return ""

    def describe_blocked(self, game: AnyGame, position: Hashable) -> str:
        """Return what is blocked in a lost position, in a short sentence; "" to say nothing."""
        return ""
