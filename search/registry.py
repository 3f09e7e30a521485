"""The solvers by name: what each promises, and which family it is for.

The first available row of a family is its default. Legend of the promises:

    ANY     some solution, or the proof that there is none
    MAYBE   some solution, or it gives up
    SHORT   the shortest solution that there was time to find
    FEWEST  a solution that no other beats in the measure named, or the proof that there is none
"""

from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from typing import Any

from games import AnyGame
from search import adversarial, dual, informed, mtd, uninformed
from search.events import Event
from search.solver import Solver

ANY = "any solution, or proof that there is none"
MAYBE = "any solution, or gives up"
SHORT = "a short solution, not proved shortest"
FEWEST = "fewest {}, or proof that there is no solution"
VALUE = "the exact value, in plies"
VALUES = "the exact value of every move, in plies"
WINNER = "which side wins"

LEVELS = "level by level, every position once"
LIMITED = "level by level, the first 1,000 positions of each"
DOWN = "straight down, first move first, no position twice"
BEAM = "level by level, only the best of each; again with twice as many: "
WIDER = "level by level, only the best of each; again with up to sixteen times as many: "
BEST = "the best position met so far is next: "
BEAMS = "compiled; level by level, only the best of each; from both ends, ever wider"
PROOFS = "compiled; proofs by weights of the holes, then beams, then every position"
SWEEPS = "compiled; all boards some moves from the start, then from the finish, till they meet"
ONE_QUESTION = "is it won? in how many plies is not asked"
QUESTIONS = "is it won? in how many plies? one question after the other, answers remembered"
FLOOD = "compiled; level by level, every position once, a position in one word"
A_STAR = "moves made + moves needed at the least decide which position is next"


JUDGES = {"patience": "swift"}  # where it is not the default solver
HINTS = {"patience": "short"}  # where it is not the judge

PAWN_KERNELS = ("hexapawn_board", "hexapawn_table", "hexapawn_mtd")

ATLAS = "compiled; all winnable positions, found once from both ends and kept in a file"
ATLAS_KERNELS = ("peg_feeder", "peg_levels", "peg_packing", "peg_pagoda", "peg_problem")
DEEP_KERNELS = ("peg_problem", "peg_depth_first")
BEAM_KERNELS = (*ATLAS_KERNELS, "peg_depth_first", "peg_goals", "peg_beam")
SWEEP_KERNELS = (*BEAM_KERNELS, "peg_states", "peg_sweep")

RUSH_KERNELS = ("rush_line", "rush_layout", "rush_flood")
SHORT_KERNELS = ("growing", "patience_node", "patience_score", "freecell_beam")


class UnknownSolver(LookupError):
    """A solver that does not exist, or not for this family, or not on this machine."""


def solvers(family: str) -> tuple[Solver, ...]:
    """The rows of a family, those that are not available here included."""
    return ROWS[family]


def default_solver(game: Any) -> Solver:
    """The solver to use when none is named."""
    rows = [row for row in solvers(game.family) if row.available]
    if rows[0].kernels:
        return rows[0]
    if game.family == "patience" and game.variant.builds == "the same suit" and game.variant.plain:
        # so few moves are left there that exhausting them decides every deal
        return next(row for row in rows if row.name == "depth-first")
    return rows[0]


def judge(game: Any) -> Solver:
    """The solver that is the quickest to tell whether a position can be won.

    Where solvers count in different measures, the first that counts in the game's.
    """
    for row in solvers(game.family):
        if row.available and row.measure == game.measure:
            return row
    return _preferred(game, JUDGES.get(game.family, ""))


def hint_solver(game: Any) -> Solver:
    """The solver whose first move is worth showing: that of a short solution."""
    return _preferred(game, HINTS[game.family]) if game.family in HINTS else judge(game)


def _preferred(game: Any, name: str) -> Solver:
    """The solver of that name where it is to be had, else the default one."""
    rows = (row for row in solvers(game.family) if row.name == name and row.available)
    return next(rows, None) or default_solver(game)


def ranked_solvers(game: AnyGame) -> list[Solver]:
    """All solvers of a game, the default one first."""
    usual = default_solver(game).name
    return sorted(solvers(game.family), key=lambda row: row.name != usual)


def find_solver(game: AnyGame, name: str) -> Solver:
    """The solver of that name; UnknownSolver, in one sentence, when it can't be had."""
    row = next((row for row in solvers(game.family) if row.name == name), None)
    if row is None:
        names = ", ".join(row.name for row in solvers(game.family))
        raise UnknownSolver(f"no solver {name!r} for {game.family}, expected one of {names}")
    if not row.available:
        raise UnknownSolver(f"solver {name} needs a kernel, and kernels are not compiled here")
    return row


def _in(module: str, name: str, **more: Any) -> Callable[..., Iterator[Event]]:
    """A function of a module that is loaded when it is called: it may need kernels."""

    def solve(*job: Any, **knowledge: Any) -> Iterator[Event]:
        events: Iterator[Event] = getattr(import_module(module), name)(*job, **more, **knowledge)
        return events

    return solve


_peg = partial(Solver, asks="dead")  # no jump changes what counting and colouring say
_patience = partial(Solver, terms="terms")
_flood = partial(
    Solver,
    promise=FEWEST,
    asks="barred",
    summary=FLOOD,
    solve=_in("search.rush", "swift"),
    kernels=RUSH_KERNELS,
)

ROWS: dict[str, tuple[Solver, ...]] = {
    "peg": (
        _peg("swift", ANY, BEAMS, _in("search.peg_swift", "swift"), kernels=BEAM_KERNELS),
        _peg("prove", ANY, PROOFS, _in("search.peg_prove", "prove"), kernels=BEAM_KERNELS),
        _peg(
            "fewest",
            FEWEST.format("moves"),
            SWEEPS,
            _in("search.peg_fewest", "fewest"),
            kernels=SWEEP_KERNELS,
        ),
        _peg(
            "deep",
            ANY,
            f"compiled; {DOWN}; from both ends in turn",
            _in("search.deep", "deep"),
            kernels=DEEP_KERNELS,
        ),
        _peg(
            "atlas",
            ANY,
            ATLAS,
            _in("search.peg_atlas", "solve"),
            kernels=(*ATLAS_KERNELS, "peg_depth_first"),
        ),
        _peg("both-ends", ANY, f"{DOWN}; from both ends in turn", dual.both_ends),
        _peg("depth-first", ANY, DOWN, uninformed.depth_first),
        _peg("from-finish", ANY, f"{DOWN}; from the finish", dual.from_finish),
        _peg("breadth-first", FEWEST, LEVELS, uninformed.breadth_first),
        _peg("breadth-limited", MAYBE, LIMITED, uninformed.breadth_limited),
        _peg("beam", ANY, BEAM + "few blocked pegs", informed.beam, {"score": "blocked"}),
        _peg("beam-spread", ANY, BEAM + "pegs together", informed.beam, {"score": "spread"}),
        _peg("best-first", ANY, BEST + "pegs together", informed.best_first, {"score": "spread"}),
    ),
    "patience": (
        _patience(
            "swift",
            ANY,
            f"compiled; {BEST}weights of its own for each variant",
            _in("search.patience", "swift"),
            kernels=("freecell_state", "freecell_moves", "freecell_line", "freecell_swift"),
        ),
        _patience(
            "prove",
            ANY,
            f"compiled; {DOWN}",
            _in("search.patience", "prove"),
            kernels=("growing", "freecell_proof"),
        ),
        _patience(
            "short",
            SHORT,
            f"compiled; {WIDER}a run of cards is one move",
            _in("search.freecell_short", "short"),
            kernels=SHORT_KERNELS,
        ),
        _patience(
            "short-cards",
            SHORT,
            f"compiled; {WIDER}each card is one move",
            _in("search.freecell_short", "short", runs=False),
            kernels=SHORT_KERNELS,
        ),
        _patience(
            "best-first",
            ANY,
            BEST + "cards in sequence, little buried, few moves made",
            informed.best_first,
            {"score": "score", "step": "step", "dead": "dead"},
        ),
        _patience("depth-first", ANY, DOWN, uninformed.depth_first, {"dead": "dead"}),
        _patience(
            "beam",
            ANY,
            BEAM + "cards in sequence, little buried",
            informed.beam,
            {"score": "score"},
        ),
        _patience("breadth-first", FEWEST, LEVELS, uninformed.breadth_first, {"dead": "dead"}),
        _patience("breadth-limited", MAYBE, LIMITED, uninformed.breadth_limited),
    ),
    "rush": (
        _flood("swift", measure="cells"),
        _flood("swift-slides", measure="slides"),
        Solver("breadth-first", FEWEST, LEVELS, uninformed.breadth_first, measure="cells"),
        Solver("breadth-first-slides", FEWEST, LEVELS, uninformed.breadth_first, measure="slides"),
        Solver(
            "a-star",
            FEWEST,
            A_STAR,
            informed.a_star,
            {"estimate": "distance", "dead": "barred"},
            measure="cells",
        ),
        Solver(
            "a-star-slides",
            FEWEST,
            A_STAR,
            informed.a_star,
            {"estimate": "distance", "dead": "barred"},
            measure="slides",
        ),
        Solver("depth-first", ANY, DOWN, uninformed.depth_first),
        Solver(
            "best-first",
            ANY,
            BEST + "A near the exit, few boats before it",
            informed.best_first,
            {"score": "distance"},
        ),
        Solver(
            "beam",
            ANY,
            BEAM + "A near the exit, few boats before it",
            informed.beam,
            {"score": "distance"},
        ),
    ),
    "hexapawn": (
        Solver(
            "mtd",
            VALUE,
            f"compiled; {QUESTIONS}",
            _in("search.compiled_mtd", "compiled_mtd"),
            kernels=PAWN_KERNELS,
        ),
        Solver("mtd-readable", VALUE, QUESTIONS, mtd.mtd),
        Solver(
            "winner",
            WINNER,
            f"compiled where it can be; {ONE_QUESTION}",
            _in("search.compiled_mtd", "winner"),
        ),
        Solver(
            "values",
            VALUES,
            f"compiled where it can be; {QUESTIONS}",
            _in("search.compiled_mtd", "values"),
        ),
        Solver(
            "memo-symmetric",
            VALUE,
            "every line of play; values remembered, mirrored and colour-swapped positions as one",
            adversarial.memo_symmetric,
        ),
        Solver(
            "memo", VALUE, "every line of play; values of positions remembered", adversarial.memo
        ),
        Solver(
            "recursion",
            VALUE,
            "every line of play to its end, again and again",
            adversarial.recursion,
        ),
    ),
}
