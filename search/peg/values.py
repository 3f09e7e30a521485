"""Values of the jumps of peg solitaire, from the atlas of the problem or by search."""

from collections.abc import Callable, Iterator

from ludoscope.games.peg.rules import PegGame
from ludoscope.search.budget import Limits
from ludoscope.search.generic.judged_values import value_by_judge
from ludoscope.search.move_values import LOSS, WIN, MoveValue, StepValue
from ludoscope.search.peg.atlas import Atlas, load_cached
from ludoscope.search.peg.moves_left import MovesLeftSearch
from ludoscope.search.registry import find_judge

MAX_EXPLORED = 400  # positions for the fewest moves left; some 50 ms

_searches: dict[PegGame, tuple[Atlas, MovesLeftSearch]] = {}  # those of the last problem


def value_moves(game: PegGame, position: int, limits: Limits) -> Iterator[StepValue]:
    """Yield whether the problem can be solved after each jump.

    Where the atlas of the problem has been made, it decides every jump. Then the fewest moves left
    are searched for too: on the English board they are found from some 19 pegs on, because more
    pegs lead to too many positions for values that come at once.

    Args:
        game: The problem.
        position: A position that its start leads to.
        limits: The limits of the search.
    """
    children = {move: game.play(position, move) for move in game.moves(position)}
    if found := _find_atlas(game):
        atlas, search = found
        winning = {move: child for move, child in children.items() if atlas.contains(child)}
        moves_left = search.after_jumps(winning, MAX_EXPLORED)
        for move in children:
            outcome = WIN if move in winning else LOSS
            yield (move,), MoveValue(outcome, moves_left.get(move))
    else:
        steps = {(move,): child for move, child in children.items()}
        yield from value_by_judge(game, steps, find_judge(game), limits)


def distance_function(game: PegGame, position: int) -> Callable[[int], int | None] | None:
    """Return a function that gives the jumps left to the finish, None for lost positions.

    None if the atlas of the problem has not been made.
    """
    if not (found := _find_atlas(game)):
        return None
    atlas, finish_pegs = found[0], game.finish.bit_count()
    return lambda reached: reached.bit_count() - finish_pegs if atlas.contains(reached) else None


def _find_atlas(game: PegGame) -> tuple[Atlas, MovesLeftSearch] | None:
    if game not in _searches:
        _searches.clear()
        if atlas := load_cached(game):
            _searches[game] = (atlas, MovesLeftSearch(atlas))
    return _searches.get(game)
