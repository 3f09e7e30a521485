"""The explainer of ORush: boats or walls away, and a core of boats and walls."""

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

from ludoscope.games import Unit
from ludoscope.games.rush.boats import Boat, Cell
from ludoscope.games.rush.rules import Position, RushGame
from ludoscope.search.explanation import Change, ChangeKind, Explainer, Relaxation, RelaxedStart

BOATS = Unit("boat away", "boats away")
BOATS_OR_WALLS = Unit("boat or wall away", "boats or walls away")
OBSTACLES = Unit("boat or wall", "boats and walls")
ONLY_BOATS = Unit("boat", "boats")
MAX_OBSTACLES = 12  # of which all subsets are tried, up to 4,095
MAX_REMOVED = 4  # of more; of 24 there are some 13,000 ways to remove up to four


class RushExplainer(Explainer[RushGame]):
    """Changes and relaxations of ORush."""

    def change_kinds(self, game: RushGame, position: Position) -> Sequence[ChangeKind]:
        """Return boats and walls away; boat A always stays."""
        boats: list[Boat | Cell] = [*game.boats[1:]]
        obstacles = [*boats, *sorted(game.walls)]
        max_size = len(obstacles) if len(obstacles) <= MAX_OBSTACLES else MAX_REMOVED

        def changes(count: int) -> Iterator[Change]:
            for removed in combinations(obstacles, count):
                yield _change(game, position, removed)

        unit = BOATS_OR_WALLS if game.walls else BOATS
        return [ChangeKind("boat", unit, changes, max_size)] if obstacles else []

    def relaxation(self, game: RushGame, position: Position) -> Relaxation:
        """Return the relaxation in which boats but A, and walls, are left out.

        It is sound and monotone: a line that wins with some boats and walls wins without some of
        them, the moves of these boats left out.
        """
        names = [boat.name for boat in game.boats[1:]]
        walls = sorted(game.walls)

        def relaxed(kept: frozenset[int]) -> RelaxedStart:
            left_names = [name for i, name in enumerate(names, len(walls)) if i not in kept]
            left_walls = [wall for i, wall in enumerate(walls) if i not in kept]
            changed = _without(game, position, left_names, left_walls)
            return RelaxedStart(changed, changed.start)

        elements = (*map(_wall_text, walls), *names)
        unit = OBSTACLES if walls else ONLY_BOATS
        return Relaxation(elements, unit, "is taken away", relaxed)


def _wall_text(wall: Cell) -> str:
    """Return the place of a wall, column and row from 0 as in boat strings: "3,1"."""
    return "{},{}".format(*wall)


def _without(
    game: RushGame, position: Position, names: Collection[str], walls: Collection[Cell]
) -> RushGame:
    boats: list[Boat] = [boat for boat in game.boats_at(position) if boat.name not in names]
    return RushGame(game.width, game.height, boats, game.walls.difference(walls), game.measure)


def _change(game: RushGame, position: Position, removed: Sequence[Boat | Cell]) -> Change:
    names = [each.name for each in removed if isinstance(each, Boat)]
    walls = [each for each in removed if not isinstance(each, Boat)]
    texts = [
        *(f"boat {name}" for name in names),
        *(f"the wall at {_wall_text(wall)}" for wall in walls),
    ]
    changed = _without(game, position, names, walls)
    elements = (*names, *map(_wall_text, walls))
    return Change(f"take away {' and '.join(texts)}", changed, changed.start, elements)
