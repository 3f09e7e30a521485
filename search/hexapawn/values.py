"""Values of the moves of hexapawn, in plies."""

from collections.abc import Iterator

from ludoscope.games.hexapawn.rules import HexapawnGame, Position
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved
from ludoscope.search.hexapawn.compiled import values
from ludoscope.search.move_values import LOSS, UNDECIDED, WIN, MoveValue, StepValue


def value_moves(game: HexapawnGame, position: Position, limits: Limits) -> Iterator[StepValue]:
    """Yield who wins after each move, and in how many plies, for the side to move."""
    for event in values(game, position, limits):
        if isinstance(event, Solved):
            for move, value in event.values:
                yield (move,), MoveValue(WIN if value > 0 else LOSS, abs(value))
            return
        if limits.pause and limits.pause.paused:
            return
    for move in game.moves(position):
        yield (move,), MoveValue(UNDECIDED)
