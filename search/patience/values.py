"""Values of the moves of patience; a run of cards that is moved at once is one step."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import permutations
from typing import Any

from ludoscope.games.patience.position import Move, Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.supermoves import max_supermove_size, plan_supermove, top_run
from ludoscope.search.budget import Limits
from ludoscope.search.generic.judged_values import value_by_judge
from ludoscope.search.move_values import StepValue
from ludoscope.search.registry import find_judge


def value_moves(game: PatienceGame, position: Position, limits: Limits) -> Iterator[StepValue]:
    """Yield whether the game can be won after each move of a card or a run."""
    children: dict[tuple[Any, ...], Position] = {
        tuple(moves): game.play_line(position, moves) for moves in list_steps(game, position)
    }
    yield from value_by_judge(game, children, find_judge(game), limits)


def list_steps(game: PatienceGame, position: Position) -> list[list[Move]]:
    """Return the moves of single cards, and those of runs to other columns.

    To an empty column, which takes any number of cards of a run, there is one for each number.
    """
    steps = [[move] for move in game.moves(position)]
    empty_column = next((i for i, column in enumerate(position.columns) if not column), None)
    for source, target in permutations(range(len(position.columns)), 2):
        run = top_run(game, position.columns[source])
        if len(run) < 2 or (not position.columns[target] and target != empty_column):
            continue
        counts = [0]
        if target == empty_column:
            counts = list(range(2, 1 + min(len(run), max_supermove_size(game, position, target))))
        for count in counts:
            with suppress(ValueError):  # the run does not fit there
                moves = plan_supermove(game, position, source, target, count=count)
                if len(moves) > 1:
                    steps.append(moves)
    return steps
