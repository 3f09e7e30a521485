"""The explanation of a lost position: `explain` judges changes by size, then finds a core."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Any

from ludoscope.games import FAMILIES, AnyGame, Unit
from ludoscope.games.units import MOVES
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp, Solved, Unsolvable, Verdict
from ludoscope.search.explanation.change import (
    UNDO,
    Change,
    ChangeKind,
    TriedKind,
    TriedSize,
    WinningChange,
)
from ludoscope.search.explanation.explainer import Explainer
from ludoscope.search.explanation.explanation import Explanation, ExplanationProgress
from ludoscope.search.explanation.relaxation import Core, RelaxedStart, find_core
from ludoscope.search.judging import judge_position
from ludoscope.search.registry import solver_set
from ludoscope.search.solver import Solver, resolve

EXPLORED_PASSES = (2_000, 40_000, 400_000, None)  # positions searched after each change
CORE_EXPLORED = (50_000, 2_000_000)  # positions of a short and a long search for an element
CHANGES_SHARE = 0.6  # of the time limit, if a core is to be found after the changes
REPORT_INTERVAL_SECONDS = 0.1
TURNS = Unit("turn", "turns")


def find_explainer(family: str) -> Explainer[Any]:
    """Return the explainer that a family declares, or one that takes back moves only."""
    reference = solver_set(family).explainer
    explainer: Explainer[Any] = resolve(reference)() if reference else Explainer()
    return explainer


def earlier_positions(game: AnyGame, start: Any, moves: Sequence[Any]) -> list[Any]:
    """Return the positions before the moves of a line, the latest first.

    What a player moves in one action counts as one move.
    """
    sizes = FAMILIES[game.family].group_moves(game, start, moves)
    ends = set(accumulate(sizes))
    position, earlier = start, [start] if moves else []
    for count, move in enumerate(moves[:-1], 1):
        position = game.play(position, move)
        if count in ends:
            earlier.append(position)
    return earlier[::-1]


def wins(game: AnyGame, verdict: Verdict) -> bool | None:
    """Return True if the side to move wins, False if it loses, None if it is undecided."""
    if isinstance(verdict, GaveUp):
        return None
    if isinstance(verdict, Unsolvable):
        return False
    if game.players == 1:
        return True
    return verdict.value > 0 if verdict.value is not None else len(verdict.moves) % 2 == 1


def explain(
    game: AnyGame,
    position: Any,
    earlier: Sequence[Any],
    limits: Limits,
    explainer: Explainer[Any] | None = None,
) -> Iterator[ExplanationProgress | Explanation]:
    """Explain a lost position; yield reports, and explanations of which the last one is final.

    Kinds of changes are judged together by size: if no change of size 1 of a kind wins, those of
    size 2 follow. All changes of a size are judged, at first with few positions each and then the
    undecided ones with more and more.

    Args:
        game: The game.
        position: The position.
        earlier: The positions to which one can go back, the latest first. In a game for two, one
            for each ply.
        limits: The limits of time, for everything together, and of memory.
        explainer: What explains losses; that of the family if None.
    """
    explainer = explainer or find_explainer(game.family)
    run = _Run(explainer, limits)
    verdict = judge_position(game, position, limits, explainer.prover(game))
    if wins(game, verdict) is not False:
        yield Explanation(verdict=verdict, is_lost=False, seconds=run.seconds)
        return
    relaxation = explainer.relaxation(game, position)
    if relaxation and limits.seconds is not None:
        run.time_limit = limits.seconds * CHANGES_SHARE
    kinds = [_TriedChanges(kind) for kind in explainer.change_kinds(game, position)]
    if earlier:
        undo = run.judge_earlier(game, earlier)
        kinds.insert(0, undo)
        yield run.report(undo.kind.unit.plural, 1, 1)
    for size in range(1, max((tried.kind.max_size for tried in kinds), default=0) + 1):
        yield from run.judge_size(kinds, size)

    def explanation(core: Core | None = None, *, is_complete: bool) -> Explanation:
        tried = tuple(tried.to_tried_kind() for tried in kinds)
        return Explanation(
            verdict=verdict,
            is_lost=True,
            kinds=tried,
            core=core,
            is_complete=is_complete,
            seconds=run.seconds,
        )

    has_all = not run.is_out_of_time
    if relaxation is None:
        yield explanation(is_complete=has_all)
        return
    yield explanation(is_complete=False)
    run.time_limit = limits.seconds
    core: Core | None = None

    def judge(start: RelaxedStart, is_long: bool) -> Verdict | None:
        return run.judge_relaxed(start, relaxation.judge, CORE_EXPLORED[is_long])

    for search in find_core(relaxation, judge):
        core = search.core()
        if run.is_report_due():
            total, left = len(relaxation.elements), len(search.kept - search.needed)
            yield run.report(f"{relaxation.unit.plural} of the core", total - left, total)
    yield explanation(core, is_complete=has_all and not run.is_out_of_time)


@dataclass(slots=True)
class _TriedSize:
    """The changes of a size, with the moves that win or the outcome by index."""

    changes: Sequence[Change]
    moves: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    losses: set[int] = field(default_factory=set)

    def pending(self) -> list[int]:
        """Return the indices of the changes that are not decided."""
        return [i for i in range(len(self.changes)) if i not in self.moves and i not in self.losses]


@dataclass(slots=True)
class _TriedChanges:
    """The changes of a kind that have been judged, by size from 1 on."""

    kind: ChangeKind
    sizes: list[_TriedSize] = field(default_factory=list)

    def to_tried_kind(self) -> TriedKind:
        sizes = [
            TriedSize(
                size,
                len(tried.changes),
                len(tried.moves),
                len(tried.losses),
                tuple(WinningChange(tried.changes[i], tried.moves[i]) for i in sorted(tried.moves)),
            )
            for size, tried in enumerate(self.sizes, 1)
        ]
        return TriedKind(self.kind.name, self.kind.unit, tuple(sizes))


class _Run:
    """The judgements of an explanation, and their limits.

    Attributes:
        time_limit: Seconds from the begin after which no judgement starts; None for no limit.
    """

    def __init__(self, explainer: Explainer[Any], limits: Limits) -> None:
        self.time_limit = limits.seconds
        self._explainer, self._limits = explainer, limits
        self._started = self._reported = time.perf_counter()
        self._found = 0

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._started

    @property
    def is_out_of_time(self) -> bool:
        return self.time_limit is not None and self.seconds >= self.time_limit

    def is_report_due(self) -> bool:
        """Return True if it is time for a report."""
        now = time.perf_counter()
        is_due = now - self._reported >= REPORT_INTERVAL_SECONDS
        if is_due:
            self._reported = now
        return is_due

    def report(self, stage: str, done: int, total: int) -> ExplanationProgress:
        return ExplanationProgress(stage, done, total, self._found, self.seconds)

    def _judgement_limits(self, explored: int | None) -> Limits:
        seconds = None if self.time_limit is None else max(0.0, self.time_limit - self.seconds)
        return replace(self._limits, seconds=seconds, explored=explored, jobs=1)

    def judge_relaxed(
        self, start: RelaxedStart, judge: Solver | None, explored: int
    ) -> Verdict | None:
        """Return the verdict on a relaxed game; None if there is no time left."""
        if self.is_out_of_time:
            return None
        return judge_position(*start, self._judgement_limits(explored), judge)

    def _judge(self, tried: _TriedSize, index: int, explored: int | None) -> None:
        """Judge a change and record the outcome."""
        change = tried.changes[index]
        judge = self._explainer.judge(change.game)
        limits = self._judgement_limits(explored)
        verdict = judge_position(change.game, change.position, limits, judge)
        is_win = wins(change.game, verdict)
        if is_win is None:
            return
        if is_win != change.passes_turn and isinstance(verdict, Solved):
            tried.moves[index] = verdict.moves
            self._found += 1
        else:
            tried.losses.add(index)

    def judge_size(
        self, kinds: Sequence[_TriedChanges], size: int
    ) -> Iterator[ExplanationProgress]:
        """Judge the changes of a size of the kinds of which no smaller one wins."""
        tried_sizes: list[tuple[ChangeKind, _TriedSize]] = []
        for tried in kinds:
            if tried.kind.max_size < size or any(each.moves for each in tried.sizes):
                continue
            tried.sizes.append(_TriedSize(list(tried.kind.changes(size))))
            tried_sizes.append((tried.kind, tried.sizes[-1]))
        for explored in EXPLORED_PASSES:
            for kind, tried_size in tried_sizes:
                for index in tried_size.pending():
                    if self.is_out_of_time:
                        return
                    self._judge(tried_size, index, explored)
                    if self.is_report_due():
                        total = len(tried_size.changes)
                        done = total - len(tried_size.pending())
                        yield self.report(kind.unit.plural, done, total)

    def judge_earlier(self, game: AnyGame, earlier: Sequence[Any]) -> _TriedChanges:
        """Judge earlier positions, as few as needed to find the latest one that wins."""
        unit, stride = (MOVES, 1) if game.players == 1 else (TURNS, 2)
        positions = earlier[stride - 1 :: stride]
        changes = [
            Change(f"take back {count} {unit.singular if count == 1 else unit.plural}", game, each)
            for count, each in enumerate(positions, 1)
        ]
        # of size 0, so that judge_size leaves them alone: all sizes are judged here
        kind = ChangeKind(UNDO, unit, lambda size: [changes[size - 1]], max_size=0)
        sizes = [_TriedSize([change]) for change in changes]
        find_last = self._bisect if game.players == 1 else self._judge_in_turn
        last = find_last(sizes)
        return _TriedChanges(kind, sizes[:last])

    def _judge_in_turn(self, sizes: Sequence[_TriedSize]) -> int:
        """Judge one after the other until one wins; return how many of the sizes count."""
        for count, tried in enumerate(sizes, 1):
            self._judge(tried, 0, EXPLORED_PASSES[-2])
            if tried.moves or self.is_out_of_time:
                return count
        return len(sizes)

    def _bisect(self, sizes: Sequence[_TriedSize]) -> int:
        """Find the first that wins by bisection; return how many of the sizes count.

        What can be reached from a lost position is lost, so the sizes up to a lost one are.
        """
        lost, won = 0, len(sizes)
        if sizes:
            self._judge(sizes[-1], 0, EXPLORED_PASSES[-2])
        if sizes and not sizes[-1].moves:
            lost = won if sizes[-1].losses else 0
        while won - lost > 1:
            middle = (lost + won) // 2
            self._judge(sizes[middle - 1], 0, EXPLORED_PASSES[-2])
            if sizes[middle - 1].losses:
                lost = middle
            elif sizes[middle - 1].moves:
                won = middle
            else:
                break
        for tried in sizes[:lost]:
            tried.losses.add(0)
        return won
