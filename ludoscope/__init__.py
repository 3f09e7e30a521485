"""Puzzles of peg solitaire, patience, Rush Hour with boats and hexapawn, and their solvers.

    >>> import ludoscope
    >>> puzzle = ludoscope.puzzle("orush-02")
    >>> verdict = ludoscope.solve(puzzle, "breadth-first", time=10)
    >>> if isinstance(verdict, ludoscope.Solved):
    ...     print(ludoscope.notation(puzzle, verdict.moves))
    B>A>C>A>
    >>> ludoscope.verify(puzzle, "B>A>C>A>").is_valid
    True

puzzle    find a puzzle by its name, or read it from a file
solve     run a solver; the verdict is `Solved`, `Unsolvable` (proved) or `GaveUp`
asolve    the same for asyncio: yield `Progress` while the solver runs, finally the verdict
verify    replay moves by the rules alone and check that they solve a puzzle
notation  write moves as text
generate  make new puzzles
register  add a family of games

A solver runs in a process of its own, which has ended when the call returns or raises an exception.
An invalid argument raises `Error`, whose message is one sentence.

Names are imported when they are first used, so that `import ludoscope` takes no time.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludoscope.api import (
        Error,
        Registration,
        asolve,
        generate,
        notation,
        puzzle,
        register,
        solve,
        verify,
    )
    from ludoscope.games.family import GameFamily
    from ludoscope.games.units import Unit
    from ludoscope.puzzles.collection import Collection
    from ludoscope.puzzles.puzzle import Puzzle
    from ludoscope.search.events import Event, GaveUp, Progress, Solved, Unsolvable, Verdict
    from ludoscope.search.solver import Solver
    from ludoscope.search.solver_set import SolverSet
    from ludoscope.search.verify import Replay
else:
    _MODULES = {
        **dict.fromkeys(("Error", "Registration", "asolve", "notation"), "api"),
        **dict.fromkeys(("generate", "puzzle", "register", "solve", "verify"), "api"),
        **dict.fromkeys(("Event", "GaveUp", "Progress", "Solved"), "search.events"),
        **dict.fromkeys(("Unsolvable", "Verdict"), "search.events"),
        "Collection": "puzzles.collection",
        "GameFamily": "games.family",
        "Puzzle": "puzzles.puzzle",
        "Solver": "search.solver",
        "SolverSet": "search.solver_set",
        "Unit": "games.units",
        "Replay": "search.verify",
    }

    def __getattr__(name):
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
        globals()[name] = value
        return value

    def __dir__():
        return sorted({*globals(), *__all__})


__all__ = [
    "Collection",
    "Error",
    "Event",
    "GameFamily",
    "GaveUp",
    "Progress",
    "Puzzle",
    "Registration",
    "Replay",
    "Solved",
    "Solver",
    "SolverSet",
    "Unit",
    "Unsolvable",
    "Verdict",
    "asolve",
    "generate",
    "notation",
    "puzzle",
    "register",
    "solve",
    "verify",
]
