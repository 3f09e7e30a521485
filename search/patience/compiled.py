"""The compiled solvers of patience: `swift` and `prove`, whichever kernel takes the variant.

swift  some solution, as fast as possible
prove  a solution, or the proof by exhaustion that there is none

Each module of MODULES has these two functions, `fits(variant)` for the variants that its kernels
play, and KERNELS, the names of those. A variant of other rules than any of them knows is left to
the readable solvers.
"""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from ludoscope.games.patience import Variant
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
    """Some solution, as fast as possible; the proof that there is none where that comes cheap.

    FreeCell and its kin: best-first search. A run of cards is one move, as long as the free places
    can carry it. The score weighs cards left, neighbours out of sequence, cells in use, cards on
    the next cards wanted, and some more; the next position comes from a row of buckets, one a
    score, newest first. A deal that is hard with some weights is seldom hard with others, so there
    are four passes with weights of their own, the first given up after 249 positions; most deals
    are done by then. In Seahaven and Midnight Oil whatever can lose nothing is done at once; so few
    states are left that all of them are searched, best first. Baker's Dozen: many short passes, and
    each position is put to an easier game, where what was once bared stays free to be built on;
    lost there is lost. Games with chances go to the readable `best-first`.

    Time     O(states · moves): some 3 million states a second, 5 million in Seahaven
    Memory   some 500 bytes a state (FreeCell), 40 to 80 (Seahaven, Midnight Oil), 50 (Baker's
             Dozen)
    Verdict  some solution, of no particular length; unsolvable, by exact keys, where `prove` says
             so after a search that failed, or in the games where this search is itself exhaustive
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

    A hash may confuse two positions, and a run carried as one move may skip one: neither will do
    for a proof. So FreeCell is searched one card at a time, depth first, with keys that are the
    whole of a position. Each card lies where it was dealt, on one of at most four cards, at the
    bottom of a column, in a cell, or it is home: eight places, three bits, 20 bytes for the deck,
    whatever the order of columns and cells. Where going home is left to the player, a card is sent
    only when it is safe: all that could come to lie on it is home or next. A short best-first
    search comes before, since going straight down loses its way in deals with many solutions.
    Seahaven and Midnight Oil have a search over columns' lengths and standing kings alone; Baker's
    Dozen is searched best first to the end.

    Time     O(states · moves), some 4 million states a second
    Memory   27 to 53 bytes a state (FreeCell), 40 to 80 (Seahaven, Midnight Oil), 50 (Baker's
             Dozen)
    Verdict  some solution; unsolvable when every position has been searched, keys being exact;
             where cards go home by force and colours alternate, that is said with it
    Source   exhaustion; the argument for safe cards is in the module below, in full
    """
    if module := _module(game.variant):
        events: Iterator[Event] = module.prove(game, position, limits)
        return events
    if freecell_proof.fits(game.variant) and all(map(compiled, freecell_proof.KERNELS)):
        return freecell_proof.prove(game, position, limits)
    return uninformed.depth_first(game, position, limits, dead=dead(game))


def _module(variant: Variant) -> Any:
    """The module whose kernels play the variant, and are compiled; None when there is none."""
    for name in MODULES:
        module = import_module(name)
        if module.fits(variant) and all(map(compiled, module.KERNELS)):
            return module
    return None
