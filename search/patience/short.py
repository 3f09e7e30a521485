"""The solver `short`: beam searches, each wider than the one before, for ever shorter solutions.

A level is a move: a run of cards carried together (`runs`), or a single card. Moves home are not
counted. Each pass looks only for what is shorter than the best line so far; the first of these
may be one of `swift`.

Where cards go home only when told to, all that can go home do so at once, until a pass finds
nothing that way; from then on only safe ones do, and sending another home is a move.

weights   of cards left, neighbours out of sequence, cells used, empty columns (welcome), cards on
          each suit's next card and on its second next, cards above a lower rank, lack of free
          places, columns whose lowest card is no king
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import cast

from ludoscope.games.patience import PatienceGame, Position, Variant
from ludoscope.games.patience.carry import carry, destination
from ludoscope.games.patience.home import safe_moves_home
from ludoscope.games.patience.position import HOME, NONE, REGISTER, Move, can_go_home
from ludoscope.games.patience.runs import card_moves, run_moves
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event, Progress, Solved, Verdict
from ludoscope.search.generic import informed
from ludoscope.search.generic.path import settled
from ludoscope.search.kernels import Status
from ludoscope.search.patience.compiled import prove, swift
from ludoscope.search.patience.freecell_proof import NO_CARD, rules
from ludoscope.search.patience.heuristics import score
from ludoscope.search.process.driving import drive

COLUMNS = 24
CELLS = 16

QUICKLY = 20_000  # positions of a search for any solution, where the first pass finds none
WIDTH, WIDER = 128, 16  # of the first pass, and how many times wider the next one is at most
NO_WIDER = 1.2  # times wider, for which it is not worth to begin
WIDEST = 32_768  # where no time is given
SLICE = 2_000  # positions a call of the kernel, some 2 ms
LONGEST = 128  # moves that the first pass looks for; each one without a solution, twice as many

RUNS = (7, 13, 30, 7, 10, 2, 12, 13, 23, 14)
CARDS = (5, 15, 14, -1, 13, 4, 15, 8, 48, 4)
TO_CELL, TO_HOME = 62, 63  # the kernel's destinations beside columns


def fits(variant: Variant) -> bool:
    """Whether the kernel plays the variant; cards that may return from home never do so here."""
    return not variant.chancy and len(variant.dealt) <= COLUMNS and variant.cells <= CELLS


@dataclass(frozen=True, slots=True)
class Plan:
    """`careful` whether only safe cards go home unasked, `most` the moves not to go beyond."""

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
            (
                [list(column) for column in position.columns],
                [NO_CARD if card == NONE else card for card in position.cells],
                list(position.foundation),
            ),
            plan.runs,
            plan.careful,
            game.normalise,
            plan.width,
            plan.most,
            plan.memory,
        )

    def progress(self, budget: Budget, best: int | None) -> Progress:
        kernel = self.kernel
        columns, cells, home = kernel.position
        held = tuple(NONE if card == NO_CARD else card for card in cells)
        return budget.progress(
            frontier=kernel.frontier,
            depth=kernel.depth,
            best=best,
            entries=kernel.entries,
            size=kernel.size,
            sample=Position(tuple(map(tuple, columns)), held, tuple(home)),
        )

    @property
    def moves(self) -> tuple[Move, ...]:
        """The kernel's solution in single cards, moves home said where the game wants them."""
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
                play([(card, REGISTER)])
            elif count == 1:
                play([(card, destination(position, dest))])
            else:
                play(carry(self.game, position, source, dest, count))
            while homes := self._homes(position):
                play(homes)
        return tuple(made)

    def _homes(self, position: Position) -> list[Move]:
        """The moves home that go without saying in the kernel, not in the game."""
        if self.game.normalise:
            return []
        if self.careful:
            return safe_moves_home(replace(self.game.variant, returns=False), position)
        tops = (column[-1] for column in position.columns if column)
        return [
            (card, HOME)
            for card in (*tops, *position.cells)
            if card != NONE and can_go_home(card, position.foundation)
        ]


def short(
    game: PatienceGame, position: Position, limits: Limits, *, runs: bool = True
) -> Iterator[Event]:
    """A short solution, not proved shortest: the best that there was time for.

    Beam searches, each wider than the one before. A level is a move: a run of cards carried
    together (`short`), or a single card (`short-cards`); cards going home cost nothing. Of each
    level the 128 positions of lowest score are kept, then up to 16 times as many; a pass that finds
    a solution of n moves binds the next ones to look for n − 1. A position is dropped when even a
    lower bound of the moves that it needs is too many: a card above a lower one of its suit must
    move out of its way, and a stretch in sequence counts once. Positions met on any level of the
    pass are not taken up again. Where time is given, the last pass is made as wide as it can be to
    end in time; else the width stops at 32,768. Where the first pass finds nothing, a solution of
    `swift` is what to improve on.

    Time     O(moves · width · neighbours) a pass
    Memory   112 bytes a state of two levels, 24 a neighbour, 11 to 21 a state met, for its hash
    Verdict  a short solution, counted in runs or in single cards as the name says; not proved
             shortest. Positions are compared by hashes of 64 bits; so few that a pass reaches them
             all are left to `prove`, which alone says unsolvable
    Source   beam search (the Harpy speech recogniser, 1976); bound and weights are our own

    `runs` counts a run of cards carried together as one move, else each card is one.
    """
    if not fits(game.variant):
        yield from informed.beam(game, position, limits, score=score(game))
        return
    budget = Budget(limits)
    if verdict := settled(game, position, budget):
        yield verdict
        return
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
            yield from prove(game, position, _rest(limits, budget))
            return
        if not best:
            most *= 2
    if best:
        yield budget.solved(best)
    else:
        yield budget.gave_up() if budget.spent else budget.full()


def _wider(limits: Limits, began: float, now: float) -> float:
    """How many times wider the next pass may be to end in time."""
    if limits.seconds is None:
        return WIDER
    return min(WIDER, (limits.seconds - now) / max(now - began, 1e-6))


def _length(game: PatienceGame, position: Position, moves: Sequence[Move], runs: bool) -> int:
    return run_moves(game, position, moves) if runs else card_moves(moves)


def _any(
    game: PatienceGame, position: Position, limits: Limits, budget: Budget
) -> tuple[Move, ...]:
    """A solution of any length, so that there is one to be had; () when none is quickly found."""
    rest = replace(_rest(limits, budget), explored=budget.left(QUICKLY))
    verdict = list(swift(game, position, rest))[-1]
    assert isinstance(verdict, Verdict)
    budget.tick(verdict.explored)
    return cast(tuple[Move, ...], verdict.moves) if isinstance(verdict, Solved) else ()


def _rest(limits: Limits, budget: Budget) -> Limits:
    """What is left of the limits."""
    seconds = None if limits.seconds is None else max(0.0, limits.seconds - budget.seconds)
    explored = None if limits.explored is None else limits.explored - budget.explored
    return replace(limits, seconds=seconds, explored=explored)
