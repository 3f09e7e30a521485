"""The compiled solvers of patience, `swift` and `prove`, by the kernel for the variant.

swift  some solution, as fast as possible
prove  a solution, or the proof by exhaustion that there is none

Each module of MODULES has these two functions; `fits(variant)`, whether its kernels play a variant;
and KERNELS, their names. Variants that no kernel plays are solved by the readable solvers.
"""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from ludoscope.games.patience.variants import Variant
from ludoscope.search.budget import Limits
from ludoscope.search.events import Event
from ludoscope.search.generic import informed, uninformed
from ludoscope.search.kernels import compiled
from ludoscope.search.patience import freecell_proof
from ludoscope.search.patience.heuristics import dead, score, step

MODULES = (
    "ludoscope.search.patience.freecell",
    "ludoscope.search.patience.same_suit",
    "ludoscope.search.patience.bakers_dozen",
)


def swift(game: Any, position: Any, limits: Limits) -> Iterator[Event]:
    """Some solution, as fast as possible; or the proof that there is none, if that is quick.

    FreeCell: best-first search. A supermove, a run of cards that the free places allow to move at
    once, is one move. The score is a weighted sum of cards left, neighbours out of sequence, cells
    in use, cards above the next cards for the foundation, and others. Open positions are in
    buckets, one for each score, the newest first. A deal that is hard with some weights is seldom
    hard with others, so there are four passes with different weights; the first ends after 249
    positions, which solve most deals. In Seahaven and Midnight Oil, moves that cannot lose the game
    are made at once; few states remain, and all of them are searched, best first. Baker's Dozen has
    many short passes, and each position is tested by a relaxed game, in which an exposed card stays
    available to be built on: if that is lost, so is the position. Games with reshuffles or raises
    are solved by the readable `best-first`.

    Time     O(states · moves): some 3 million states a second, 5 million in Seahaven
    Memory   some 500 bytes a state (FreeCell), 40 to 80 (Seahaven, Midnight Oil), 50 (Baker's
             Dozen)
    Verdict  some solution, of no particular length; unsolvable, by exact keys, if `prove` says so
             after this search found nothing, or in variants where this search is exhaustive
    Source   buckets: R. B. Dial, 1969; hashes by exclusive or: A. Zobrist, 1970; the relaxed game:
             the delete relaxation of planning, B. Bonet and H. Geffner, 2001; weights tuned here
    """
    if module := _module(game.variant):
        events: Iterator[Event] = module.swift(game, position, limits)
        return events
    return informed.best_first(
        game, position, limits, score=score(game), step=step(game), dead=dead(game)
    )


def prove(game: Any, position: Any, limits: Limits) -> Iterator[Event]:
    """A solution, or the proof that there is none.

    A hash may be equal for two positions, and a supermove may skip a position, so neither is used
    in a proof. FreeCell is searched depth-first, by single cards, and whole positions are stored.
    Each card is where it was dealt, on one of at most four cards, at the bottom of a column, in a
    cell, or home: eight places, three bits, 20 bytes for the deck, independent of the order of
    columns and cells. Where going home is a move, a card goes home automatically only if it is
    safe: all cards that could be put on it are home or next. A short best-first search comes first,
    because depth-first search is slow in deals with many solutions. In Seahaven and Midnight Oil a
    state is the lengths of the columns and the kings that start empty columns; Baker's Dozen is
    searched best-first to the end.

    Time     O(states · moves), some 4 million states a second
    Memory   27 to 53 bytes a state (FreeCell), 40 to 80 (Seahaven, Midnight Oil), 50 (Baker's
             Dozen)
    Verdict  some solution; unsolvable when every position has been searched, keys being exact;
             with forced moves home and alternating colours, the proof says so
    Source   exhaustive search; the proof about safe cards is in `freecell_proof.py`
    """
    if module := _module(game.variant):
        events: Iterator[Event] = module.prove(game, position, limits)
        return events
    if freecell_proof.fits(game.variant) and all(map(compiled, freecell_proof.KERNELS)):
        return freecell_proof.prove(game, position, limits)
    return uninformed.depth_first(game, position, limits, dead=dead(game))


def _module(variant: Variant) -> Any:
    """The module whose kernels play the variant and are compiled; None if there is none."""
    for name in MODULES:
        module = import_module(name)
        if module.fits(variant) and all(map(compiled, module.KERNELS)):
            return module
    return None
