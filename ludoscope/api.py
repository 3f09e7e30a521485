"""The functions of the library; `ludoscope` offers them under its own name."""

import asyncio
import os
import sys
from collections.abc import AsyncGenerator, Callable, Hashable, Iterable, Sequence
from contextlib import aclosing, suppress
from functools import partial
from importlib.machinery import PathFinder
from pathlib import Path
from queue import SimpleQueue
from threading import Thread

from ludoscope.games import FAMILIES, GameFamily, NotationError, PluginError
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.collection import Collection
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.registry import COLLECTIONS
from ludoscope.search.budget import Limits
from ludoscope.search.errors import UnknownSolver
from ludoscope.search.events import Event, Progress, Verdict
from ludoscope.search.process.client import SolverFault, SolverProcess
from ludoscope.search.registry import SOLVER_SETS, default_solver, find_solver
from ludoscope.search.solver import Solver
from ludoscope.search.solver_set import SolverSet
from ludoscope.search.verify import Replay, replay, replay_texts


class Error(Exception):
    """What is wrong with an argument or a file, as one sentence; the cause is in `__cause__`."""

    __module__ = "ludoscope"  # the name to catch it by, also in a traceback


def puzzle(name: str | os.PathLike[str], game: str | None = None, *, files: bool = True) -> Puzzle:
    """The puzzle that the command line means by `name`, or the one in a file; Error if none.

    A text is a name of the catalogue (`lucas-07`, `FreeCell.123456`, `orush-01`, `hexapawn-4x4`),
    a line that was shared, the path of a file, or "-" for standard input. With `files=False` no
    file is read, which is right for names that come from strangers. A `Path` is always a file.

    `game` is the family of a file whose form does not tell it: "peg", "patience", "rush" or
    "hexapawn".

    >>> import ludoscope
    >>> ludoscope.puzzle("FreeCell.123456").title
    'FreeCell 123456 forced'
    >>> ludoscope.puzzle("sudoku", files=False)
    Traceback (most recent call last):
        ...
    ludoscope.Error: no puzzle is called 'sudoku'
    """
    try:
        if isinstance(name, str):
            return catalogue.find(name, game, files=files)
        return catalogue.read_file(Path(name), game)
    except (LookupError, ValueError) as error:
        raise Error(str(error)) from error
    except OSError as error:
        said = error.strerror or str(error)
        raise Error(f"{error.filename}: {said}" if error.filename else said) from error


def solve(
    puzzle: Puzzle,
    solver: str | None = None,
    time: float | None = None,
    memory: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Verdict:
    """The verdict on a puzzle: `Solved`, `Unsolvable` (proved) or `GaveUp`.

    `solver` is a name that `ludoscope solvers` lists, the default one if there is none; `time` is
    in seconds and `memory` in MB, without a limit if there is none. `progress` is called at most
    ten times a second, in the thread that waits for the verdict.

    The solver works in a process of its own. It is killed, and waited for, when `progress` raises
    an exception, and on KeyboardInterrupt.

    It works anywhere: in a script, in any thread, in a notebook. Where an event loop runs already,
    it blocks that loop, as any function does; `asolve` does not.

    Error for a solver that does not exist or a limit that is none.

    >>> import ludoscope
    >>> match ludoscope.solve(ludoscope.puzzle("Seahaven.12")):
    ...     case ludoscope.Solved(moves=moves):
    ...         print(f"solved in {len(moves)} moves")
    ...     case ludoscope.Unsolvable():
    ...         print("no solution")
    ...     case ludoscope.GaveUp(reason=reason):
    ...         print(f"undecided: {reason}")
    no solution
    """
    events = asolve(puzzle, solver, time, memory)
    told: SimpleQueue[Event | Exception] = SimpleQueue()
    loop = asyncio.new_event_loop()  # in another thread, since one may run in this one
    task = loop.create_task(_tell(events, told))
    thread = Thread(target=_finish, args=(loop, task), name="ludoscope.solve")
    try:
        thread.start()
        while not isinstance(event := told.get(), Verdict):
            if isinstance(event, Exception):
                raise event
            if progress:
                progress(event)
        return event
    except BaseException:
        with suppress(RuntimeError):  # the loop is closed: the search has ended by itself
            loop.call_soon_threadsafe(task.cancel)
        raise
    finally:
        if thread.is_alive():
            thread.join()


async def _tell(events: AsyncGenerator[Event, None], told: SimpleQueue[Event | Exception]) -> None:
    """Hand over the events, or the exception that ends them."""
    try:
        async with aclosing(events):
            async for event in events:
                told.put(event)
    except Exception as error:
        told.put(error)


def _finish(loop: asyncio.AbstractEventLoop, task: "asyncio.Task[None]") -> None:
    """Run a task to its end, in a loop of its own."""
    with suppress(asyncio.CancelledError):
        loop.run_until_complete(task)
    loop.close()


def asolve(
    puzzle: Puzzle,
    solver: str | None = None,
    time: float | None = None,
    memory: int | None = None,
) -> AsyncGenerator[Event, None]:
    """The events of a search: `Progress`, at most ten a second, and the verdict last.

    The arguments are those of `solve`. The solver starts with the first step of the iterator, in
    a process of its own, which is killed when the iterator is closed or its task is cancelled.
    To leave the loop early, close the iterator, as `contextlib.aclosing` does.

    >>> import asyncio, ludoscope
    >>> async def moves(name):
    ...     async for event in ludoscope.asolve(ludoscope.puzzle(name)):
    ...         if isinstance(event, ludoscope.Solved):
    ...             return len(event.moves)
    >>> asyncio.run(moves("orush-02"))
    4
    """
    game = puzzle.game
    try:
        row = find_solver(game, solver) if solver else default_solver(game)
    except UnknownSolver as error:
        raise Error(str(error)) from error
    _check("time", time, "seconds")
    _check("memory", memory, "MB")
    return _events(puzzle, row, Limits(time, memory=None if memory is None else memory << 20))


def _check(name: str, limit: float | None, unit: str) -> None:
    if limit is not None and not limit > 0:  # nor is "not a number" a limit
        raise Error(f"found {name} {limit}, expected {unit} above 0")


async def _events(puzzle: Puzzle, solver: Solver, limits: Limits) -> AsyncGenerator[Event, None]:
    run = await SolverProcess.start(puzzle.game, puzzle.game.start, solver, limits)
    try:
        while not run.verdict:  # no generator within this one: a loop that ends closes all at once
            yield await run.next_event()
    except SolverFault as fault:
        raise Error(f"fault in solver {solver.name}: {fault}") from fault
    finally:
        await run.close()


class Registration:
    """A family of games that was registered; a context manager that removes it on exit."""

    def __init__(self, undo: Sequence[Callable[[], None]]) -> None:
        self._undo = list(undo)

    def unregister(self) -> None:
        """Remove the family. Harmless if it was removed before."""
        while self._undo:
            self._undo.pop()()

    def __enter__(self) -> "Registration":
        return self

    def __exit__(self, *exception: object) -> None:
        self.unregister()


def register(
    family: GameFamily | type[GameFamily],
    *,
    solvers: SolverSet | None = None,
    collection: Collection | type[Collection] | None = None,
) -> Registration:
    """Register a family of games that is not installed, such as one defined in a script.

    Then `solve`, `asolve`, `verify` and `notation` take its puzzles, and `puzzle` finds those of
    its collection.

    A solver runs in a worker process if that process can import the declarations: if the family is
    a class, or a variable, of an importable module, and `solvers` a variable of the same module.
    Otherwise, as in a script or a notebook, it runs in a thread, where it shares the interpreter
    with the caller.

    Args:
        family: The declaration of the rules.
        solvers: The declaration of the solvers. Without it the family has breadth-first and
            depth-first search, or exhaustive search for two players.
        collection: The declaration of the puzzles.

    Returns:
        A context manager that removes the family again; it may also be ignored.

    Raises:
        Error: The declaration is incomplete, or its name is taken.
    """
    made = family() if isinstance(family, type) else family
    module = type(made).__module__
    try:
        FAMILIES.add(made, _importable_reference(module, (made, type(made))))
    except PluginError as error:
        raise Error(f"the game cannot be registered: {error}") from error
    undo: list[Callable[[], None]] = [partial(FAMILIES.remove, made.name)]
    if solvers is not None:
        reference = _importable_reference(module, (solvers,))
        undo.append(SOLVER_SETS.add(made.name, solvers, reference))
    if collection is not None:
        puzzles = collection() if isinstance(collection, type) else collection
        undo.append(COLLECTIONS.add(made.name, puzzles))
    return Registration(undo)


def _importable_reference(module_name: str, declarations: Sequence[object]) -> str:
    """Return "module:name" of a variable that is one of `declarations`.

    "" if another process could not import the module.
    """
    module = sys.modules[module_name]
    # workers have the absolute folders of sys.path, not the current folder
    folders = [folder for folder in sys.path if os.path.isabs(folder)]
    spec = PathFinder.find_spec(module_name.partition(".")[0], folders)
    if module_name == "__main__" or not spec or not getattr(module, "__file__", None):
        return ""
    for name, value in vars(module).items():
        if any(value is declaration for declaration in declarations):
            return f"{module_name}:{name}"
    return ""


def verify(puzzle: Puzzle, moves: str | Iterable[Hashable]) -> Replay:
    """Replay `moves` from the start, by the rules alone, and see whether they win.

    `moves` are those of a `Solved`, or the text of a solution file. Of the answer, `right` is
    whether all is well, `failed` the number of the move that is wrong, `reason` what is wrong.

    Error for a text that is not a list of moves.

    >>> import ludoscope
    >>> puzzle = ludoscope.puzzle("orush-02")
    >>> ludoscope.verify(puzzle, "C>B>A>A>").right
    True
    >>> ludoscope.verify(puzzle, "C>B>A>").reason
    'the game is not won at the end'
    """
    game = puzzle.game
    if not isinstance(moves, str):
        return replay(game, game.start, moves)
    try:
        texts = catalogue.collection(game.family).read_solution(game, moves)
    except NotationError as error:
        where = f"line {error.line}: " if error.line is not None else ""
        raise Error(f"{where}{error}") from error
    return replay_texts(game, game.start, texts)


def notation(puzzle: Puzzle, moves: Sequence[Hashable]) -> str:
    """Moves from the start as a solution file has them; `verify` reads them back.

    Error when a move is illegal.

    >>> import ludoscope
    >>> puzzle = ludoscope.puzzle("orush-02")
    >>> ludoscope.notation(puzzle, [(2, 1), (1, 1)])
    'C>B>'
    """
    game = puzzle.game
    replayed = replay(game, game.start, moves)
    if 0 < replayed.failed_move <= len(moves):
        raise Error(f"move {replayed.failed_move}: {replayed.reason}")
    return catalogue.collection(game.family).write_solution(game, moves).rstrip("\n")
