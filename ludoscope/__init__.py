"""Puzzles of peg solitaire, patience, Rush Hour with boats and hexapawn, and their solvers.

    >>> import ludoscope
    >>> puzzle = ludoscope.puzzle("orush-02")
    >>> print(puzzle)
    ~~~~~~
    ~~~~~~
    ~~AABC
    ~~~~BC
    ~~~~~~
    ~~~~~~
    >>> verdict = ludoscope.solve(puzzle, "breadth-first", time=10)
    >>> if isinstance(verdict, ludoscope.Solved):
    ...     print(verdict)
    B>A>C>A>
    >>> bool(ludoscope.verify(puzzle, "B>A>C>A>"))
    True

puzzle      find a puzzle by its name, or read it from a file
parse       read a puzzle from a text
catalogue   list the puzzles
generate    make new puzzles
solvers     list the solvers
solve       run a solver; the verdict is `Solved`, `Unsolvable` (proved) or `GaveUp`
stream      the same, with reports: yield `Progress` while the solver runs, finally the verdict
asolve, astream
            the same for asyncio
solve_many  solve many puzzles on all cores
explain     find what would make a lost puzzle winnable, and a core of the loss
verify      replay moves by the rules alone and check that they solve a puzzle
notation    write moves as text
shared_line write a puzzle with its moves as one line
explore     find all positions that a puzzle leads to, and their distances to a win
adjudicate  judge a game of the last winnable move
svg         draw a puzzle, a position, a solution or a map of positions
register    add a family of games

A `Puzzle` has a `Position`, which knows its legal moves and plays them.

A solver runs in a process of its own, which is kept for the next search and ends with the program;
`keep_workers` changes that. An argument of a wrong value raises `Error`, one of a wrong type
`TypeError`; the message is one sentence.

Names are imported when they are first used, so that `import ludoscope` takes no time.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludoscope.api import (
        Registration,
        adjudicate,
        asolve,
        astream,
        catalogue,
        explain,
        explore,
        generate,
        keep_workers,
        notation,
        parse,
        puzzle,
        register,
        shared_line,
        solve,
        solve_many,
        solvers,
        stream,
        svg,
        verify,
    )
    from ludoscope.games.family import GameFamily
    from ludoscope.games.units import Unit
    from ludoscope.puzzles.collection import Collection
    from ludoscope.puzzles.entry import Entry
    from ludoscope.puzzles.errors import Error
    from ludoscope.puzzles.position import Position
    from ludoscope.puzzles.puzzle import Puzzle
    from ludoscope.puzzles.solved import Event, Solved, Verdict
    from ludoscope.search.events import GaveUp, Progress, Unsolvable
    from ludoscope.search.explanation import Explanation, ExplanationProgress
    from ludoscope.search.last_winnable import Ending
    from ludoscope.search.solver import Solver
    from ludoscope.search.solver_set import SolverSet
    from ludoscope.search.state_graph import StateGraph
    from ludoscope.search.verify import Replay

    __version__: str
else:
    _MODULES = {
        **dict.fromkeys(("Registration", "asolve", "astream", "catalogue", "explore"), "api"),
        **dict.fromkeys(
            ("generate", "keep_workers", "notation", "parse", "puzzle", "register"), "api"
        ),
        **dict.fromkeys(("adjudicate", "explain", "shared_line"), "api"),
        **dict.fromkeys(("Explanation", "ExplanationProgress"), "search.explanation"),
        **dict.fromkeys(("solve", "solve_many", "solvers", "stream", "svg", "verify"), "api"),
        **dict.fromkeys(("GaveUp", "Progress", "Unsolvable"), "search.events"),
        **dict.fromkeys(("Event", "Solved", "Verdict"), "puzzles.solved"),
        "Collection": "puzzles.collection",
        "Ending": "search.last_winnable",
        "Entry": "puzzles.entry",
        "Error": "puzzles.errors",
        "GameFamily": "games.family",
        "Position": "puzzles.position",
        "Puzzle": "puzzles.puzzle",
        "Replay": "search.verify",
        "Solver": "search.solver",
        "SolverSet": "search.solver_set",
        "StateGraph": "search.state_graph",
        "Unit": "games.units",
    }

    def __getattr__(name):
        if name == "__version__":
            value = import_module("importlib.metadata").version(__name__)
        elif name in _MODULES:
            value = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = value
        return value

    def __dir__():
        return sorted({*globals(), *__all__})


__all__ = [
    "Collection",
    "Ending",
    "Entry",
    "Error",
    "Event",
    "Explanation",
    "ExplanationProgress",
    "GameFamily",
    "GaveUp",
    "Position",
    "Progress",
    "Puzzle",
    "Registration",
    "Replay",
    "Solved",
    "Solver",
    "SolverSet",
    "StateGraph",
    "Unit",
    "Unsolvable",
    "Verdict",
    "__version__",
    "adjudicate",
    "asolve",
    "astream",
    "catalogue",
    "explain",
    "explore",
    "generate",
    "keep_workers",
    "notation",
    "parse",
    "puzzle",
    "register",
    "shared_line",
    "solve",
    "solve_many",
    "solvers",
    "stream",
    "svg",
    "verify",
]
