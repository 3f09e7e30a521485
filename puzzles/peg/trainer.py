"""Training of peg solitaire: the jump after which the problem can still be solved."""

from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, cast

from ludoscope.games import AnyGame, count_text
from ludoscope.games.peg.notation import chain_length
from ludoscope.games.peg.rules import PegGame
from ludoscope.games.units import Unit
from ludoscope.puzzles.peg.solvability import OPEN_PROBLEMS, UNSOLVABLE_PROBLEMS
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.trainer import KEEP_WIN, Trainer
from ludoscope.search.move_values import Step
from ludoscope.search.registry import get_solver
from ludoscope.search.seeded_random import SeededRandom
from ludoscope.search.solver import Solver

if TYPE_CHECKING:
    from ludoscope.puzzles.collection import Collection

MIN_JUMPS_LEFT, MAX_JUMPS_LEFT = 3, 20
MAX_READABLE_PEGS = 12
LARGE_BOARDS = ("wiegleb", "diamond", "asymmetric")
FEW_PEGS = 9
CHAIN_JUMPS = 3
PEGS = Unit("peg", "pegs")

LONE_PEGS = "lone pegs"
LONG_MOVES = "long moves"
ENDINGS = "endings"
CROWDED = "crowded boards"
FIGURES = "figures to reach"


class PegTrainer(Trainer):
    """Positions in which one jump, up to symmetry, keeps the problem solvable."""

    goal = KEEP_WIN
    question = "Which jump keeps the win?"
    max_right = 1
    min_wrong = 2
    rating_per_move = 18.0
    themes = (LONE_PEGS, LONG_MOVES, ENDINGS, CROWDED, FIGURES)

    def starts(self, puzzles: "Collection", rng: SeededRandom) -> Iterator[Puzzle]:
        """Yield problems of the catalogue that are known to have a solution."""
        unsuitable = {*UNSOLVABLE_PROBLEMS, *OPEN_PROBLEMS}
        names = [entry.name for entry in puzzles.entries() if "-daily" not in entry.name]
        names = [
            name for name in names if name not in unsuitable and not name.startswith(LARGE_BOARDS)
        ]
        while True:
            puzzle = puzzles.find(rng.choice(names))
            assert puzzle
            yield puzzle

    def is_suitable(self, game: AnyGame, position: Hashable) -> bool:
        """Return False shortly before the finish, and for boards too full to be judged soon."""
        pegs = cast(int, position).bit_count()
        jumps = pegs - cast(PegGame, game).finish.bit_count()
        return MIN_JUMPS_LEFT <= jumps <= MAX_JUMPS_LEFT

    def with_start(self, game: AnyGame, position: Hashable) -> AnyGame:
        """Return the problem from the position to the same finish."""
        peg = cast(PegGame, game)
        return peg.with_endpoints(cast(int, position), peg.finish)

    def second_solver(self, game: AnyGame) -> Solver:
        """Return readable depth-first search; with many pegs the compiled one from both ends."""
        has_many = cast(PegGame, game).start.bit_count() > MAX_READABLE_PEGS
        is_compiled = get_solver("peg", "deep").is_available
        return get_solver("peg", "deep" if has_many and is_compiled else "depth-first")

    def find_themes(
        self, game: AnyGame, position: Hashable, step: Step, line: Sequence[Hashable]
    ) -> list[str]:
        """Return what the pegs look like, and whether a long move follows."""
        peg, pegs = cast(PegGame, game), cast(int, position)
        themes = []
        if _lone_pegs(peg, pegs):
            themes.append(LONE_PEGS)
        jumps = cast(Sequence[tuple[int, int]], (*step, *line))
        if chain_length(jumps) >= CHAIN_JUMPS:
            themes.append(LONG_MOVES)
        if peg.finish.bit_count() > 1:
            themes.append(FIGURES)
        if pegs.bit_count() <= FEW_PEGS:
            themes.append(ENDINGS)
        elif 3 * pegs.bit_count() >= 2 * len(peg.board.holes):
            themes.append(CROWDED)
        return themes

    def measure_progress(self, game: AnyGame, position: Hashable) -> int:
        """Return the number of empty holes."""
        return len(cast(PegGame, game).board.holes) - cast(int, position).bit_count()

    def describe_progress(self, game: AnyGame, position: Hashable) -> str:
        """Return how many pegs are left."""
        finish = cast(PegGame, game).finish.bit_count()
        return f"{count_text(cast(int, position).bit_count(), PEGS)} left, {finish} wanted"

    def describe_blocked(self, game: AnyGame, position: Hashable) -> str:
        """Return how many pegs can jump no more because no peg is next to them."""
        lone = _lone_pegs(cast(PegGame, game), cast(int, position))
        return f"{count_text(lone, PEGS)} with no neighbour" if lone else ""


def _lone_pegs(game: PegGame, pegs: int) -> int:
    """Return the number of pegs that no peg can jump over or be jumped by at once."""
    near = 0
    for source, jumped, _ in game.board.jumps:
        pair = 1 << source | 1 << jumped
        if pegs & pair == pair:
            near |= pair
    return (pegs & ~near).bit_count()
