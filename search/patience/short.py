"""The solver `short`: beam searches of increasing width, for shorter and shorter solutions.

A level is a move: a supermove of a run of cards (`runs`), or a single card. Moves home are not
counted. Each pass looks only for solutions shorter than the best one so far, which may come from
`swift`.

Where going home is a move, all cards that can go home do so at once, until a pass finds nothing;
after that only safe cards do, and sending another card home is a move.

weights   of cards left, neighbours out of sequence, cells used, empty columns (lower), cards above
          each suit's next card and above its second next, cards above a lower rank, lack of free
          places, columns whose lowest card is not a king
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import cast

from ludoscope.games.patience.carry import carry, destination
from ludoscope.games.patience.home import safe_moves_home
from ludoscope.games.patience.position import FREE_CELL, HOME, NONE, Move, Position, can_go_home
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.runs import card_moves, run_moves
from ludoscope.games.patience.variants import Variant
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event, Progress, Solved, Verdict
from ludoscope.search.generic import informed
from ludoscope.search.generic.path import settled
from ludoscope.search.kernels import Status
from ludoscope.search.patience.compiled import prove, swift
from ludoscope.search.patience.freecell_proof import lists_of, position_of, rules
from ludoscope.search.patience.heuristics import score
from ludoscope.search.process.driving import drive

COLUMNS = 24
CELLS = 16

QUICKLY = 20_000  # positions of the search by `swift`, if the first pass finds nothing
WIDTH, WIDER = 128, 16  # width of the first pass, greatest factor for the next
NO_WIDER = 1.2  # least factor for another pass
WIDEST = 32_768  # where there is no time limit
SLICE = 2_000  # positions a call of the kernel, some 2 ms
LONGEST = 128  # moves that the first pass looks for; each one without a solution, twice as many

RUNS = (7, 13, 30, 7, 10, 2, 12, 13, 23, 14)
CARDS = (5, 15, 14, -1, 13, 4, 15, 8, 48, 4)
TO_CELL, TO_HOME = 62, 63  # the kernel's destinations beside columns


def fits(variant: Variant) -> bool:
    """Whether the kernel plays the variant; it makes no moves back from the foundation."""
    return not variant.chancy and len(variant.dealt) <= COLUMNS and variant.cells <= CELLS


@dataclass(frozen=True, slots=True)
class Plan:
    """A pass: `careful`: only safe cards go home automatically; `most`: the greatest length."""

    runs: bool
    careful: bool
    width: int
    most: int
    memory: int


class Pass:
    """The kernel on a position: one beam."""

    def __init__(self, game: PatienceGame, position: Position, plan: Plan) -> None:
        from ludoscope.search.patience.kernels.beam import Beam
        from ludoscope.search.patience.kernels.node import Rules
        from ludoscope.search.patience.kernels.score import Score

        self.game, self.start, self.careful = game, position, plan.careful
        takers, fills, needs = rules(game)
        if not plan.careful:
            needs = [(0,) * 4] * len(needs)
        columns, cells = len(position.columns), len(position.cells)
        played = Rules(columns, cells, (takers, fills, needs))
        self.kernel = Beam(
            played,
            Score(played, RUNS if plan.runs else CARDS, plan.runs),
            lists_of(position),
            plan.runs,
            plan.careful,
            game.normalise,
            plan.width,
            plan.most,
            plan.memory,
        )

    def progress(self, budget: Budget, best: int | None) -> Progress:
        kernel = self.kernel
        return budget.progress(
            frontier=kernel.frontier,
            depth=kernel.depth,
            best=best,
            entries=kernel.entries,
            size=kernel.size,
            sample=position_of(kernel.position),
        )

    @property
    def moves(self) -> tuple[Move, ...]:
        """The solution of the kernel in single-card moves, with moves home where they are moves."""
        position, made = self.start, list[Move]()

        def play(moves: list[Move]) -> None:
            nonlocal position
            for move in moves:
                position = self.game.play(position, move)
            made.extend(moves)

        while homes := self._homes(position):
            play(homes)
        for source, card, count, dest in self.kernel.line:
            if dest == TO_HOME:
                play([(card, HOME)])
            elif dest == TO_CELL:
                play([(card, FREE_CELL)])
            elif count == 1:
                play([(card, destination(position, dest))])
            else:
                play(carry(self.game, position, source, dest, count))
            while homes := self._homes(position):
                play(homes)
        return tuple(made)

    def _homes(self, position: Position) -> list[Move]:
        """The moves home that the kernel makes automatically and the game does not."""
        if self.game.normalise:
            return []
        if self.careful:
            return safe_moves_home(self.game.variant._replace(returns=False), position)
        tops = (column[-1] for column in position.columns if column)
        return [
            (card, HOME)
            for card in (*tops, *position.cells)
            if card != NONE and can_go_home(card, position.foundation)
        ]


def short(
    game: PatienceGame, position: Position, limits: Limits, *, runs: bool = True
) -> Iterator[Event]:
    """A short solution, not proved shortest: the best one found within the limits.

    Beam searches, each wider than the one before. A level is a move: a supermove of a run of cards
    (`short`), or a single card (`short-cards`); moves home are not counted. The first pass keeps
    the 128 positions of lowest score of each level, later ones up to 16 times as many. After a
    solution of n moves, the next passes look for at most n − 1. A position is dropped if a lower
    bound of its remaining moves is too great: each card above a lower card of its suit must move,
    and a run in sequence counts once. Positions of any earlier level of the pass are not entered
    again. With a time limit, the last pass is as wide as the time allows; without one, the width
    ends at 32,768. If the first pass finds nothing, a solution of `swift` is the one to improve.

    Time     O(moves · width · neighbours) a pass
    Memory   112 bytes a state of two levels, 24 a neighbour, 11 to 21 a state met, for its hash
    Verdict  a short solution, counted in runs or in single cards as the name says; not proved
             shortest. Positions are compared by hashes of 64 bits. If a pass reaches all positions,
             `prove` decides; only it says unsolvable
    Source   beam search: the Harpy speech recogniser, B. Lowerre, 1976; bound, weights: our own

    With `runs` a supermove counts as one move, otherwise each card does.
    """
    if not fits(game.variant):
        yield from informed.beam(game, position, limits, score=score(game))
        return
    budget = Budget(limits)
    if verdict := settled(game, position, budget):
        yield verdict
        return
    yield from _passes(game, position, limits, budget, runs)


def _passes(
    game: PatienceGame, position: Position, limits: Limits, budget: Budget, runs: bool
) -> Iterator[Event]:
    """Beam searches of increasing width, to the verdict."""
    best: tuple[Move, ...] = ()
    most, width, careful = LONGEST, WIDTH, False
    while True:
        began = budget.seconds
        beam = Pass(game, position, Plan(runs, careful, width, most, budget.room))
        known = most + 1 if best else None
        status = yield from drive(beam.kernel, budget, SLICE, partial(beam.progress, budget, known))
        if status is Status.SOLVED:
            best = beam.moves
            most = _length(game, position, best, runs) - 1
            yield beam.progress(budget, most + 1)
        enough = best and width >= WIDEST and limits.seconds is None
        if budget.spent or status is Status.FULL or enough:
            break
        cut = beam.kernel.thinned or (not best and beam.kernel.depth == most)
        if not best and width == WIDTH and not careful:
            best = _any(game, position, limits, budget)
            most = _length(game, position, best, runs) - 1 if best else most
        if not best and not game.normalise and not careful:
            careful, width = True, WIDTH
        elif cut:
            wider = _wider(limits, began, budget.seconds)
            if best and wider < NO_WIDER:
                break
            width = int(width * max(wider, NO_WIDER))
        elif best:
            break
        else:
            yield from _continued(prove(game, position, _rest(limits, budget)), budget)
            return
        if not best:
            most *= 2
    if best:
        yield budget.solved(best)
    else:
        yield budget.gave_up() if budget.spent else budget.full()


def _wider(limits: Limits, began: float, now: float) -> float:
    """The factor by which the next pass may be wider and still end in time."""
    if limits.seconds is None:
        return WIDER
    return min(WIDER, (limits.seconds - now) / max(now - began, 1e-6))


def _length(game: PatienceGame, position: Position, moves: Sequence[Move], runs: bool) -> int:
    return run_moves(game, position, moves) if runs else card_moves(moves)


def _any(
    game: PatienceGame, position: Position, limits: Limits, budget: Budget
) -> tuple[Move, ...]:
    """A solution of any length; () if none is found quickly."""
    rest = replace(_rest(limits, budget), explored=budget.left(QUICKLY))
    verdict = list(swift(game, position, rest))[-1]
    assert isinstance(verdict, Verdict)
    budget.tick(verdict.explored)
    return cast(tuple[Move, ...], verdict.moves) if isinstance(verdict, Solved) else ()


def _continued(search: Iterator[Event], budget: Budget) -> Iterator[Event]:
    """The events of a search that follows others: their positions and their time are its too."""
    explored, seconds = budget.explored, budget.seconds
    for event in search:
        yield replace(event, explored=explored + event.explored, seconds=seconds + event.seconds)


def _rest(limits: Limits, budget: Budget) -> Limits:
    """The limits minus what the budget has spent."""
    seconds = None if limits.seconds is None else max(0.0, limits.seconds - budget.seconds)
    explored = None if limits.explored is None else limits.explored - budget.explored
    return replace(limits, seconds=seconds, explored=explored)
