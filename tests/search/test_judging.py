"""Judgements: the verdict of the judge, and what the verifier makes of a wrong one."""

from collections.abc import Hashable, Iterator
from dataclasses import replace

import ludoscope
from ludoscope.games import AnyGame
from ludoscope.search.budget import Limits
from ludoscope.search.events import Event, GaveUp, Solved, Unsolvable
from ludoscope.search.judging import judge_position
from ludoscope.search.registry import find_judge

LIMITS = Limits(explored=100_000)


def test_a_won_and_a_lost_deal_are_told_apart() -> None:
    won, lost = ludoscope.puzzle("Seahaven.1").game, ludoscope.puzzle("Seahaven.12").game
    assert isinstance(judge_position(won, won.start, LIMITS), Solved)
    assert isinstance(judge_position(lost, lost.start, LIMITS), Unsolvable)


def end_at_once(
    game: AnyGame, position: Hashable, limits: Limits, **options: object
) -> Iterator[Event]:
    yield Solved(moves=())


def test_a_solution_that_does_not_replay_is_no_verdict() -> None:
    game = ludoscope.puzzle("Seahaven.1").game
    wrong = replace(find_judge(game), implementation=end_at_once)
    verdict = judge_position(game, game.start, LIMITS, wrong)
    assert verdict == GaveUp(reason="the game is not won at the end")
