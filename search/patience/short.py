"""The solver `short`: beam searches of increasing width for ever shorter solutions.

A level is a move: a supermove or a single card. Moves to the foundation are not counted. Each pass
looks only for solutions shorter than the best one so far, which may come from `swift`. Start with
`short`, then `_passes`.

Where going to the foundation is a move, all cards that can go there do so at once, until a pass
finds nothing; after that only safe cards do, and moving another card there is a move.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, cast

from ludoscope.games.patience.position import Move, Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.solution_length import count_card_moves, count_supermoves
from ludoscope.games.patience.variants import Variant
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event, Progress, Solved, Verdict
from ludoscope.search.generic import informed
from ludoscope.search.generic.path import trivial_verdict
from ludoscope.search.kernels import Status
from ludoscope.search.patience.beam_passes import (
    BeamPass,
    BeamPassSettings,
    FreeCellBeamPass,
    new_pass,
)
from ludoscope.search.patience.compiled import prove, swift
from ludoscope.search.patience.heuristics import score
from ludoscope.search.process.kernel_runner import run_kernel

MAX_COLUMNS = 24
MAX_CELLS = 16

FIRST_WIDTH = 128  # positions of a level in the first pass
MAX_WIDTH_WITHOUT_TIME_LIMIT = 32_768
MAX_WIDENING = 16.0  # factor from one pass to the next
MIN_WIDENING = 1.2  # if the time allows less, there is no further pass
# with a time limit, a pass takes all the time that is left if that is at most so many times the
# time of the pass before; else it takes `MAX_WIDENING` times as long
MAX_LAST_WIDENING = 80.0
TIME_SHARE = 0.97  # of the time left for the last pass
BYTES_PER_WIDTH = 4096  # of a pass with a time limit, more than measured
FIRST_MAX_MOVES = 128  # length in the first pass; doubled after each pass without a solution
SWIFT_POSITIONS = 20_000  # expanded by `swift` if the first pass finds nothing
POSITIONS_PER_CALL = 2_000  # of the kernel, some 2 ms


def supports(variant: Variant) -> bool:
    """Return True if the kernel can play the variant.

    It makes no moves back from the foundation, which is no obstacle to finding a solution.
    """
    return (
        not variant.has_chances
        and len(variant.column_sizes) <= MAX_COLUMNS
        and variant.cells <= MAX_CELLS
    )


class PacedBeam:
    """The kernel of a pass that is to end at a certain time: levels are as wide as it allows.

    Attributes:
        kernel: The kernel, whose solutions are known to be shorter than its `max_moves`.
    """

    def __init__(self, kernel: Any, budget: Budget, end: float, rate: float) -> None:
        """Take the end in seconds from the start of the search, and the positions a second."""
        self.kernel = kernel
        self._budget = budget
        self._start = budget.seconds
        self._end = end
        self._rate = rate

    def run(self, positions: int) -> Status:
        """Expand up to `positions` more positions, at the pace measured so far."""
        now = self._budget.seconds
        explored = self.kernel.explored
        rate = explored / (now - self._start) if explored else self._rate
        self.kernel.max_explored = max(1, explored + int(rate * (self._end - now)))
        status: Status = self.kernel.run(positions)
        return status

    def __getattr__(self, name: str) -> Any:
        return getattr(self.kernel, name)


def short(
    game: PatienceGame, position: Position, limits: Limits, *, runs: bool = True
) -> Iterator[Event]:
    """Find a short solution, the best one within the limits, not proved shortest.

    Beam searches, each wider than the one before. A level is a move: a supermove (`short`) or a
    single card (`short-cards`); moves to the foundation are not counted. The first pass keeps the
    128 positions of lowest score of each level, later ones 16 times as many. With a time limit, the
    levels of the last pass are as wide as the time left allows at the measured pace; without one, a
    pass of width 32,768 is the last, unless no solution is known then. After a solution of n moves,
    the next passes look for at most n − 1. A position is dropped if a lower bound of its remaining
    moves is too great: each card above a lower card of its suit must move, and a run in sequence
    counts once. Positions of any earlier level of the pass are not entered again. If the first pass
    finds nothing, a solution of `swift` is the one to improve.

    FreeCell and similar games have a kernel of their own, in which positions are sets of cards as
    words of bits, and the bound is kept up to date move by move.

    Time     O(moves · width · neighbours) a pass
    Memory   392 bytes a state of two levels (other variants 424), 32 a neighbour, 11 to 21 a state
             met, for its hash
    Verdict  a short solution, counted in supermoves (`short`) or single cards (`short-cards`); not
             proved shortest. Positions are compared by hashes of 64 bits. If a pass reaches all
             positions, `prove` decides; only it says unsolvable
    Source   beam search: the Harpy speech recogniser, B. Lowerre, 1976; bound, weights: our own

    With `runs` a supermove counts as one move, otherwise each card does.
    """
    if not supports(game.variant):
        yield from informed.beam(game, position, limits, score=score(game))
        return
    budget = Budget(limits)
    if verdict := trivial_verdict(game, position, budget):
        yield verdict
        return
    yield from _passes(game, position, limits, budget, runs)


def _passes(
    game: PatienceGame, position: Position, limits: Limits, budget: Budget, runs: bool
) -> Iterator[Event]:
    """Run beam searches of increasing width, up to the verdict."""
    solution: tuple[Move, ...] = ()
    max_moves = FIRST_MAX_MOVES
    width = FIRST_WIDTH
    pass_end: float | None = None
    only_safe = False
    rate = 0.0
    while True:
        pass_start = budget.seconds
        beam = new_pass(
            game, position, BeamPassSettings(runs, only_safe, width, max_moves, budget.memory_limit)
        )
        best_length = max_moves + 1 if solution else None
        progress = partial(_progress, beam, budget, best_length)
        kernel = beam.kernel if pass_end is None else PacedBeam(beam.kernel, budget, pass_end, rate)
        status = yield from run_kernel(kernel, budget, POSITIONS_PER_CALL, progress)
        if status is Status.SOLVED:
            solution = beam.moves
            max_moves = _length(game, position, solution, runs) - 1
            yield _progress(beam, budget, max_moves + 1)
        has_max_width = limits.seconds is None and width >= MAX_WIDTH_WITHOUT_TIME_LIMIT
        if budget.stop_reason or status is Status.OUT_OF_MEMORY or (solution and has_max_width):
            break
        pass_seconds = max(budget.seconds - pass_start, 1e-6)
        rate = beam.kernel.explored / pass_seconds
        reached_max_moves = beam.kernel.depth == max_moves
        dropped_positions = beam.kernel.pruned_by_width or (not solution and reached_max_moves)
        if not solution and width == FIRST_WIDTH and not only_safe:
            solution = _any_solution(game, position, limits, budget)
            if solution:
                max_moves = _length(game, position, solution, runs) - 1
        if not solution and not game.normalise and not only_safe:
            only_safe, width = True, FIRST_WIDTH
        elif not dropped_positions:
            if solution:
                break
            yield from prove(game, position, limits.after(budget))
            return
        elif limits.seconds is None:
            width = int(width * MAX_WIDENING)
        else:
            widening = (limits.seconds - budget.seconds) / pass_seconds
            if not solution:
                width = int(width * max(min(widening, MAX_WIDENING), MIN_WIDENING))
            elif widening < MIN_WIDENING:
                break
            else:
                is_last = widening <= MAX_LAST_WIDENING
                factor = TIME_SHARE * widening if is_last else MAX_WIDENING
                pass_end = budget.seconds + factor * pass_seconds
                width = max(FIRST_WIDTH, budget.memory_limit // BYTES_PER_WIDTH)
        if not solution:
            max_moves *= 2
    if solution:
        yield budget.solved(solution)
    else:
        yield budget.gave_up() if budget.stop_reason else budget.out_of_memory()


def _progress(
    beam: BeamPass | FreeCellBeamPass, budget: Budget, best_length: int | None
) -> Progress:
    """Return a progress report with the length of the best solution so far."""
    kernel = beam.kernel
    return budget.progress(
        frontier=kernel.frontier,
        depth=kernel.depth,
        best=best_length,
        entries=kernel.entries,
        size_bytes=kernel.size_bytes,
        sample=beam.sample,
    )


def _length(game: PatienceGame, position: Position, moves: Sequence[Move], runs: bool) -> int:
    return count_supermoves(game, position, moves) if runs else count_card_moves(moves)


def _any_solution(
    game: PatienceGame, position: Position, limits: Limits, budget: Budget
) -> tuple[Move, ...]:
    """Return a solution of any length; () if `swift` does not find one quickly."""
    max_explored = budget.explored + budget.cap_expansions(SWIFT_POSITIONS)
    verdict = list(swift(game, position, replace(limits.after(budget), explored=max_explored)))[-1]
    assert isinstance(verdict, Verdict)
    budget.count(verdict.explored - budget.explored)
    # the moves of an event are those of any game
    return cast(tuple[Move, ...], verdict.moves) if isinstance(verdict, Solved) else ()
