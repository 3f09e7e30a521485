"""What explains a lost position of ORush: boats or walls away, and a core of boats and walls."""

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

from ludoscope.games import Unit
from ludoscope.games.rush.boats import Boat, Cell
from ludoscope.games.rush.rules import Position, RushGame
from ludoscope.search.explanation import Change, ChangeKind, Explainer, Relaxation, RelaxedStart

BOATS = Unit("boat away", "boats away")
WALLS = Unit("wall away", "walls away")
OBSTACLES = Unit("boat or wall", "boats and walls")
MAX_REMOVED = 4  # on the largest grids there are some 10,000 ways to remove four


class RushExplainer(Explainer[RushGame]):
    """Changes and relaxations of ORush."""

    def change_kinds(self, game: RushGame, position: Position) -> Sequence[ChangeKind]:
        """Return boats away, and walls away if there are walls."""

        def without_boats(count: int) -> Iterator[Change]:
            for boats in combinations(game.boats[1:], count):
                names = [boat.name for boat in boats]
                text = f"take away boat {' and boat '.join(names)}"
                yield _change(game, position, text, names=names)

        def without_walls(count: int) -> Iterator[Change]:
            for walls in combinations(sorted(game.walls), count):
                places = [_wall_text(wall) for wall in walls]
                text = f"take away the wall at {' and the wall at '.join(places)}"
                yield _change(game, position, text, walls=walls)

        kinds = [
            ChangeKind("boat", BOATS, without_boats, min(MAX_REMOVED, len(game.boats) - 1)),
            ChangeKind("wall", WALLS, without_walls, min(MAX_REMOVED, len(game.walls))),
        ]
        return [kind for kind in kinds if kind.max_size]

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
        return Relaxation(elements, OBSTACLES, "is taken away", relaxed)


def _wall_text(wall: Cell) -> str:
    """Return the place of a wall, column and row from 0 as in boat strings: "3,1"."""
    return "{},{}".format(*wall)


def _without(
    game: RushGame, position: Position, names: Collection[str], walls: Collection[Cell]
) -> RushGame:
    boats: list[Boat] = [boat for boat in game.boats_at(position) if boat.name not in names]
    return RushGame(game.width, game.height, boats, game.walls.difference(walls), game.measure)


def _change(
    game: RushGame,
    position: Position,
    text: str,
    *,
    names: Collection[str] = (),
    walls: Collection[Cell] = (),
) -> Change:
    changed = _without(game, position, names, walls)
    return Change(text, changed, changed.start, (*names, *map(_wall_text, walls)))
