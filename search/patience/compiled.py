"""The compiled solvers `swift` and `prove`, which choose the kernel for the variant.

Variants that no kernel plays, and all variants on a machine without compiled kernels, are solved by
the readable solvers.
"""

from collections.abc import Iterator
from functools import partial
from typing import Protocol

from ludoscope.games.patience.position import Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.variants import Variant
from ludoscope.search.budget import Limits
from ludoscope.search.events import Event
from ludoscope.search.generic import informed, uninformed
from ludoscope.search.generic.quick_first import Search, quick_first
from ludoscope.search.kernels import is_compiled
from ludoscope.search.patience import bakers_dozen, freecell, proof, same_suit
from ludoscope.search.patience.heuristics import dead, score, step

READABLE_QUICK_POSITIONS = 500  # of the readable best-first search before a proof, some 0.2 s


class SolverModule(Protocol):
    """A module with compiled solvers for some variants."""

    @property
    def KERNELS(self) -> tuple[str, ...]:  # noqa: N802 — a constant of the modules
        """The names of the kernel modules that the solvers need."""
        ...

    def supports(self, variant: Variant) -> bool:
        """Return True if the kernels can play the variant."""
        ...

    def swift(self, game: PatienceGame, position: Position, limits: Limits) -> Iterator[Event]:
        """Find some solution, as fast as possible."""
        ...

    def prove(self, game: PatienceGame, position: Position, limits: Limits) -> Iterator[Event]:
        """Find some solution, or prove that there is none."""
        ...


MODULES: tuple[SolverModule, ...] = (freecell, same_suit, bakers_dozen)


def swift(game: PatienceGame, position: Position, limits: Limits) -> Iterator[Event]:
    """Find some solution, as fast as possible, with a search for each kind of variant.

    FreeCell: best-first search with six sets of weights in turn, since a deal that is hard with
    some weights is seldom hard with others. The score is a weighted sum of cards left, neighbours
    out of sequence, cells in use, cards above the next cards for the foundation, and others. A
    supermove is one move. Open positions are in buckets, one for each score, the newest first; the
    first 357 positions solve most deals. Seahaven and Midnight Oil: moves that cannot lose are made
    at once; few states remain, and all of them are searched, best first. Baker's Dozen: a short
    best-first pass, then beams of increasing width, which expand the best positions after each
    number of moves; a position is dropped if it is lost in a relaxed game, in which a card that was
    once exposed stays available to be built on. Other games, such as Baker's Dozen with a cell, are
    solved as by `prove`, those with reshuffles or raises by the readable `best-first`.

    Time     O(states · moves): some 3 million states a second, 5 million in Seahaven
    Memory   some 450 bytes a state (FreeCell), 40 to 80 (Seahaven, Midnight Oil), 60 (Baker's
             Dozen)
    Verdict  some solution, of no particular length; unsolvable, by exact keys, if `prove` shows it
             after this search found nothing, or in variants where this search is exhaustive
    Source   buckets: R. B. Dial, 1969; hashes by exclusive or: A. Zobrist, 1970; the relaxed game:
             the delete relaxation of planning, B. Bonet and H. Geffner, 2001; weights tuned here
    """
    if module := _module_for(game.variant):
        return module.swift(game, position, limits)
    if _has_proof(game.variant):
        return prove(game, position, limits)
    return informed.best_first(
        game, position, limits, score=score(game), step=step(game), dead=dead(game)
    )


def prove(game: PatienceGame, position: Position, limits: Limits) -> Iterator[Event]:
    """Find some solution, or prove by exhaustive search that there is none.

    FreeCell is searched depth-first, one card at a time, and whole positions are stored: hashes
    could be equal for two positions, and supermoves could skip one. Each card is where it was
    dealt, on one of at most four cards, at the bottom of a column, in a cell, or on the foundation:
    eight places, three bits, 20 bytes for the deck, whatever the order of columns and cells. Where
    going to the foundation is a move, only safe cards go automatically: those for which all cards
    that could be put on them are on the foundation or next. In Seahaven and Midnight Oil a state is
    the lengths of the columns and the kings that start empty columns; Baker's Dozen is searched
    best-first to the end if beams find nothing. Depth-first search may miss a win that is near, so
    a best-first search of at most 5,000 positions comes before it. Several cores (`--jobs N`) share
    the untried moves of the depth-first search and one table of positions. If cards may return from
    the foundation or be reshuffled, the depth-first search is the readable one, which is slow; with
    reshuffles the search before it is the readable `best-first`, of at most 500 positions.

    Time     O(states · moves), some 4 million states a second
    Memory   27 to 53 bytes a state (FreeCell), 40 to 80 (Seahaven, Midnight Oil), 60 (Baker's
             Dozen)
    Verdict  some solution, which may be another one with several cores; unsolvable when every
             position has been searched, keys being exact; with forced moves to the foundation and
             alternating colours, the proof says so
    Source   exhaustive search; the proof about safe cards is in `proof.py`
    """
    if module := _module_for(game.variant):
        return module.prove(game, position, limits)
    quick = partial(informed.best_first, score=score(game), step=step(game), dead=dead(game))
    exhaustive: Search = partial(uninformed.depth_first, dead=dead(game))
    if _has_proof(game.variant):
        exhaustive = proof.prove
    return quick_first(quick, exhaustive, game, position, limits, READABLE_QUICK_POSITIONS)


def _has_proof(variant: Variant) -> bool:
    """Return True if a compiled search can prove positions of the variant lost."""
    return proof.supports(variant) and all(map(is_compiled, proof.KERNELS))


def _module_for(variant: Variant) -> SolverModule | None:
    """Return the module with compiled kernels that can play the variant."""
    for module in MODULES:
        if module.supports(variant) and all(map(is_compiled, module.KERNELS)):
            return module
    return None
