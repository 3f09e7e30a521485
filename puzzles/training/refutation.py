"""The refutation of a wrong step, to be shown on the board: how far it goes, and what is blocked.

A refutation takes up to `MAX_SECONDS`, so the app makes it in a worker process.
"""

import heapq
import time
from collections.abc import Hashable
from itertools import count
from typing import NamedTuple

from ludoscope.games import AnyGame
from ludoscope.puzzles.trainer import KEEP_WIN, Trainer
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved
from ludoscope.search.generic.path import MovePath, moves_of_path
from ludoscope.search.judging import judge_position

MAX_POSITIONS = 20_000
MAX_SECONDS = 1.0
LIMITS = Limits(seconds=5, memory=1 << 28)


class Refutation(NamedTuple):
    """The refutation of a wrong step.

    Attributes:
        line: The moves after the step: in a lost game those that go furthest, else best play.
        progress: How far the line goes, "12 of 52 cards home"; "" to say nothing.
        blocked: What is blocked at the end of the line; "" to say nothing.
        is_furthest: True if it is proved that no line goes further.
    """

    line: tuple[Hashable, ...]
    progress: str
    blocked: str
    is_furthest: bool


def refute(trainer: Trainer, game: AnyGame, position: Hashable) -> Refutation:
    """Return the refutation of a step.

    Args:
        trainer: The declaration of the family.
        game: The game.
        position: The position after the step.
    """
    if trainer.goal_of(game) == KEEP_WIN and game.players == 1:
        return _find_furthest(trainer, game, position)
    verdict = judge_position(game, position, LIMITS, trainer.judge(game))
    line = verdict.moves if isinstance(verdict, Solved) else ()
    end = position
    for move in line if game.players > 1 else ():
        end = game.play(end, move)
    return Refutation(line, "", trainer.describe_blocked(game, end), isinstance(verdict, Solved))


def _find_furthest(trainer: Trainer, game: AnyGame, position: Hashable) -> Refutation:
    """Return the line to the position with the most progress, by best-first search.

    Of two positions with equal progress, that after more moves is further.
    """
    deadline = time.monotonic() + MAX_SECONDS
    tie_break = count()
    path: MovePath = None
    first = (-trainer.measure_progress(game, position), 0, next(tie_break), position, path)
    queue = [first]
    best = first
    seen = {game.key(position)}
    while queue and len(seen) < MAX_POSITIONS and time.monotonic() < deadline:
        node = heapq.heappop(queue)
        best = min(best, node, key=lambda each: each[:2])
        _, depth, _, reached, path = node
        for move in game.moves(reached):
            child = game.play(reached, move)
            key = game.key(child)
            if key not in seen:
                seen.add(key)
                progress = trainer.measure_progress(game, child)
                heapq.heappush(queue, (-progress, depth - 1, next(tie_break), child, (path, move)))
    end, path = best[3], best[4]
    return Refutation(
        moves_of_path(path),
        trainer.describe_progress(game, end),
        trainer.describe_blocked(game, end),
        is_furthest=not queue,
    )
