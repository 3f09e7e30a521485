"""Peg solitaire, patience, Rush Hour with boats and hexapawn: puzzles, and solvers for them.

    >>> import ludoscope
    >>> puzzle = ludoscope.puzzle("orush-02")
    >>> verdict = ludoscope.solve(puzzle, "breadth-first", time=10)
    >>> if isinstance(verdict, ludoscope.Solved):
    ...     print(ludoscope.notation(puzzle, verdict.moves))
    B>A>C>A>
    >>> ludoscope.verify(puzzle, "B>A>C>A>").right
    True

puzzle    a puzzle by its name, or from a file
solve     its verdict: `Solved`, `Unsolvable` (proved) or `GaveUp`
asolve    the same for asyncio: `Progress` while the solver works, the verdict last
verify    whether moves solve it, by the rules alone
notation  moves as text

A solver runs in a process of its own, which is gone when the call ends, however it ends. What is
wrong with an argument is an `Error`, whose text is one sentence.

Names are loaded when they are first used, so that `import ludoscope` takes no time.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludoscope.api import Error, Registration, asolve, notation, puzzle, register, solve, verify
    from ludoscope.games.family import GameFamily
    from ludoscope.puzzles.collection import Collection
    from ludoscope.puzzles.puzzle import Puzzle
    from ludoscope.search.events import Event, GaveUp, Progress, Solved, Unsolvable, Verdict
    from ludoscope.search.solver import Solver
    from ludoscope.search.solver_set import SolverSet
    from ludoscope.search.verify import Replay
else:
    _HOME = {
        **dict.fromkeys(("Error", "Registration", "asolve", "notation"), "api"),
        **dict.fromkeys(("puzzle", "register", "solve", "verify"), "api"),
        **dict.fromkeys(("Event", "GaveUp", "Progress", "Solved"), "search.events"),
        **dict.fromkeys(("Unsolvable", "Verdict"), "search.events"),
        "Collection": "puzzles.collection",
        "GameFamily": "games.family",
        "Puzzle": "puzzles.puzzle",
        "Solver": "search.solver",
        "SolverSet": "search.solver_set",
        "Replay": "search.verify",
    }

    def __getattr__(name):
        if name not in _HOME:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
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
    "Unsolvable",
    "Verdict",
    "asolve",
    "notation",
    "puzzle",
    "register",
    "solve",
    "verify",
]
