"""Values of the jumps of peg solitaire, from the atlas of the problem or by search."""

from collections.abc import Iterator

from ludoscope.games.peg.rules import PegGame
from ludoscope.search.budget import Limits
from ludoscope.search.generic.judged_values import value_by_judge
from ludoscope.search.move_values import LOSS, WIN, MoveValue, StepValue
from ludoscope.search.peg.atlas import Atlas, load_cached
from ludoscope.search.registry import find_judge

_atlases: dict[PegGame, Atlas] = {}  # the one of the last problem


def value_moves(game: PegGame, position: int, limits: Limits) -> Iterator[StepValue]:
    """Yield whether the problem can be solved after each jump.

    Where the atlas of the problem has been made, it decides every jump.

    Args:
        game: The problem.
        position: A position that its start leads to.
        limits: The limits of the search.
    """
    children = {(move,): game.play(position, move) for move in game.moves(position)}
    if atlas := _find_atlas(game):
        for step, child in children.items():
            yield step, MoveValue(WIN if atlas.contains(child) else LOSS)
    else:
        yield from value_by_judge(game, children, find_judge(game), limits)


def _find_atlas(game: PegGame) -> Atlas | None:
    if game not in _atlases:
        _atlases.clear()
        if atlas := load_cached(game):
            _atlases[game] = atlas
    return _atlases.get(game)
