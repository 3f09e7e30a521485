"""Training of ORush: the first slide of a shortest solution."""

from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, cast

from ludoscope.games import AnyGame
from ludoscope.games.rush.rules import Position, RushGame, read_game
from ludoscope.games.units import Unit
from ludoscope.puzzles import daily
from ludoscope.puzzles.bundled import RushBundleEntry
from ludoscope.puzzles.names import puzzle_of_game
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.trainer import SHORTEST, Trainer
from ludoscope.search.move_values import Step
from ludoscope.search.seeded_random import SeededRandom

if TYPE_CHECKING:
    from ludoscope.puzzles.collection import Collection

LONG_SLIDES = 12
MANY_BLOCKERS = 2
CROWDED_CELLS = 24
BOATS = Unit("boat", "boats")
FAR = 3  # cells

BLOCKERS = "blockers"
BACKWARDS = "A moves back"
LONG_WAYS = "long ways"
CROWDED = "crowded grids"
WALLS = "walls"
FAR_SLIDES = "far slides"


class RushTrainer(Trainer):
    """Positions in which at most two slides begin a shortest solution."""

    goal = SHORTEST
    question = "Which slide begins a shortest solution?"
    max_right = 2
    min_wrong = 3
    rating_per_move = 25.0
    themes = (BLOCKERS, BACKWARDS, LONG_WAYS, CROWDED, WALLS, FAR_SLIDES)
    second_solvers = ("breadth-first-slides",)

    def starts(self, puzzles: "Collection", rng: SeededRandom) -> Iterator[Puzzle]:
        """Yield puzzles of the catalogue and daily ones, measured in slides."""
        names = [entry.name for entry in puzzles.entries() if "-daily" not in entry.name]
        strings = [RushBundleEntry.parse(line).string for line in daily.load_lines("rush")]
        while True:
            choice = rng.randrange(len(names) + len(strings))
            if choice < len(names):
                puzzle = puzzles.find(names[choice])
                assert puzzle
                game = cast(RushGame, puzzle.game)
            else:
                game = read_game(strings[choice - len(names)])
            yield puzzle_of_game(game.with_measure("slides"))

    def with_start(self, game: AnyGame, position: Hashable) -> AnyGame:
        """Return the game that begins with the boats where they are."""
        rush = cast(RushGame, game)
        boats = rush.boats_at(cast(Position, position))
        return RushGame(rush.width, rush.height, boats, rush.walls, rush.measure)

    def find_themes(
        self, game: AnyGame, position: Hashable, step: Step, line: Sequence[Hashable]
    ) -> list[str]:
        """Return what is in the way, how long it is, and what the slide does."""
        rush, offsets = cast(RushGame, game), cast(Position, position)
        themes = []
        if len(_blockers(rush, offsets)) >= MANY_BLOCKERS:
            themes.append(BLOCKERS)
        if any(each == 0 and moved < 0 for each, moved in (step[0], *cast(Sequence[Step], line))):
            themes.append(BACKWARDS)
        if len(line) + 1 >= LONG_SLIDES:
            themes.append(LONG_WAYS)
        if sum(each.length for each in rush.boats) + len(rush.walls) >= CROWDED_CELLS:
            themes.append(CROWDED)
        if rush.walls:
            themes.append(WALLS)
        if abs(step[0][1]) >= FAR:
            themes.append(FAR_SLIDES)
        return themes

    def describe_blocked(self, game: AnyGame, position: Hashable) -> str:
        """Return the boats between boat A and the exit."""
        names = _blockers(cast(RushGame, game), cast(Position, position))
        return f"in the way of boat A: {', '.join(names)}" if names else ""


def _blockers(game: RushGame, position: Position) -> list[str]:
    """Return the names of the boats between boat A and the exit."""
    rows = game.to_rows(position)
    row = rows[game.exit_row]
    return [cell for cell in dict.fromkeys(row[row.rindex("A") + 1 :]) if cell.isupper()]
