"""Values of the slides of ORush: the fewest slides left after each, from the state space."""

from collections.abc import Iterator
from contextlib import suppress

from ludoscope.games.rush.rules import Move, Position, RushGame
from ludoscope.search.budget import DEFAULT_MEMORY_LIMIT, Limits
from ludoscope.search.move_values import LOSS, UNDECIDED, WIN, MoveValue, StepValue
from ludoscope.search.rush.explore import Component, explore

_components: dict[RushGame, Component] = {}  # the one of the last puzzle


def value_moves(game: RushGame, position: Position, limits: Limits) -> Iterator[StepValue]:
    """Yield the fewest slides left after each slide of any length.

    Every position that the slides lead to is explored once, and then looked up. If there are too
    many for the memory limit, the values stay undecided.

    Args:
        game: The puzzle.
        position: The position.
        limits: The limits; only that of memory is used.
    """
    component = _find_component(game, position, limits)
    for step in list_steps(game, position):
        if component is None:
            yield step, MoveValue(UNDECIDED)
            continue
        child = position
        for move in step:
            child = game.play(child, move)
        distance = component.distance(child, "slides")
        yield step, MoveValue(LOSS) if distance is None else MoveValue(WIN, distance)


def list_steps(game: RushGame, position: Position) -> list[tuple[Move, ...]]:
    """Return each slide as one move, or as moves by one cell where the game counts cells."""
    steps: list[tuple[Move, ...]] = []
    for boat in range(len(game.boats)):
        for distance in game.free_distances(position, boat):
            if not distance:
                continue
            if game.measure == "slides":
                steps.append(((boat, distance),))
            else:
                steps.append(((boat, 1 if distance > 0 else -1),) * abs(distance))
    return steps


def _find_component(game: RushGame, position: Position, limits: Limits) -> Component | None:
    """Return the explored state space of a position; None if it does not fit the limit."""
    if component := _components.get(game):
        with suppress(ValueError):  # it has another component
            component.distance(position, "slides")
            return component
    _components.clear()
    if component := explore(
        game, position, limits.memory or DEFAULT_MEMORY_LIMIT, limits.jobs or 1
    ):
        _components[game] = component
    return component
