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
    from ludoscope.api import Error, asolve, notation, puzzle, solve, verify
    from ludoscope.puzzles.puzzle import Puzzle
    from ludoscope.search.events import Event, GaveUp, Progress, Solved, Unsolvable, Verdict
    from ludoscope.search.verify import Replay
else:
    _HOME = {
        **dict.fromkeys(("Error", "asolve", "notation", "puzzle", "solve", "verify"), "api"),
        **dict.fromkeys(("Event", "GaveUp", "Progress", "Solved"), "search.events"),
        **dict.fromkeys(("Unsolvable", "Verdict"), "search.events"),
        "Puzzle": "puzzles.puzzle",
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
    "Error",
    "Event",
    "GaveUp",
    "Progress",
    "Puzzle",
    "Replay",
    "Solved",
    "Unsolvable",
    "Verdict",
    "asolve",
    "notation",
    "puzzle",
    "solve",
    "verify",
]
