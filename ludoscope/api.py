"""The functions of the library, which users import from `ludoscope`."""

import asyncio
import os
import sys
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing, suppress
from functools import partial
from importlib.machinery import PathFinder
from pathlib import Path
from queue import SimpleQueue
from threading import Thread

from ludoscope.games import FAMILIES, GameFamily, PluginError
from ludoscope.games.errors import wrong_type
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.collection import Collection
from ludoscope.puzzles.errors import Error
from ludoscope.puzzles.pictures import position_svg, solution_svg
from ludoscope.puzzles.position import GivenMoves, Position, play_moves, read_moves
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.registry import COLLECTIONS
from ludoscope.puzzles.solved import Event, Solved, Verdict
from ludoscope.search import events
from ludoscope.search.budget import Limits
from ludoscope.search.errors import UnknownSolver
from ludoscope.search.events import Progress
from ludoscope.search.process.client import SolverFault, SolverProcess
from ludoscope.search.registry import SOLVER_SETS, default_solver, find_solver
from ludoscope.search.solver import Solver
from ludoscope.search.solver_set import SolverSet
from ludoscope.search.verify import Replay, replay


def puzzle(name: str | os.PathLike[str], game: str | None = None, *, files: bool = True) -> Puzzle:
    """Return a puzzle by its name, or the one in a file.

    Args:
        name: A string is taken as on the command line: a name of the catalogue (`lucas-07`,
            `FreeCell.123456`, `orush-01`, `hexapawn-4x4`), a shared line, the path of a file, or
            "-" for standard input. A `Path` is always a file.
        game: The family of a file whose format fits several: "peg", "patience", "rush" or
            "hexapawn".
        files: False to read no files, for names from untrusted sources.

    Raises:
        Error: There is no such puzzle, or the file is malformed or cannot be read.

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
        reason = error.strerror or str(error)
        raise Error(f"{error.filename}: {reason}" if error.filename else reason) from error


def solve(
    puzzle: Puzzle,
    solver: str | None = None,
    time: float | None = None,
    memory: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Verdict:
    """Solve a puzzle and return the verdict: `Solved`, `Unsolvable` (proved) or `GaveUp`.

    The solver runs in a process of its own. If `progress` raises an exception, and on
    KeyboardInterrupt, the process is killed before the exception is passed on.

    This function can be called in a script, in any thread and in a notebook. It blocks an event
    loop that runs in the same thread; `asolve` does not.

    Args:
        puzzle: The puzzle.
        solver: The name of a solver, as `ludoscope solvers` lists them; the default one if None.
        time: The time limit in seconds.
        memory: The memory limit in MB.
        progress: A function to be called with progress reports, at most ten times a second, in the
            calling thread.

    Raises:
        Error: There is no such solver, or a limit is not above 0.

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
    queue: SimpleQueue[Event | Exception] = SimpleQueue()
    loop = asyncio.new_event_loop()  # in another thread, since one may run in this one
    task = loop.create_task(_forward_events(events, queue))
    thread = Thread(target=_run_task, args=(loop, task), name="ludoscope.solve")
    try:
        thread.start()
        while not isinstance(event := queue.get(), Verdict):
            if isinstance(event, Exception):
                raise event
            if progress:
                progress(event)
        return event
    except BaseException:
        with suppress(RuntimeError):  # the loop is closed if the search has ended by itself
            loop.call_soon_threadsafe(task.cancel)
        raise
    finally:
        if thread.is_alive():
            thread.join()


async def _forward_events(
    events: AsyncGenerator[Event, None], queue: SimpleQueue[Event | Exception]
) -> None:
    """Put the events, and the exception that ends them, if any, into a queue."""
    try:
        async with aclosing(events):
            async for event in events:
                queue.put(event)
    except Exception as error:
        queue.put(error)


def _run_task(loop: asyncio.AbstractEventLoop, task: "asyncio.Task[None]") -> None:
    """Run a task to its end, then close its event loop."""
    with suppress(asyncio.CancelledError):
        loop.run_until_complete(task)
    loop.close()


def asolve(
    puzzle: Puzzle,
    solver: str | None = None,
    time: float | None = None,
    memory: int | None = None,
) -> AsyncGenerator[Event, None]:
    """Solve a puzzle in asyncio: yield `Progress`, at most ten a second, and finally the verdict.

    The solver starts with the first step of the iterator, in a process of its own, which is killed
    when the iterator is closed or its task is cancelled. To leave a loop over the events early,
    close the iterator, as `contextlib.aclosing` does.

    Args:
        puzzle: The puzzle.
        solver: The name of a solver; the default one if None.
        time: The time limit in seconds.
        memory: The memory limit in MB.

    Raises:
        Error: There is no such solver, or a limit is not above 0. Raised by the call itself.

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
        chosen_solver = find_solver(game, solver) if solver else default_solver(game)
    except UnknownSolver as error:
        raise Error(str(error)) from error
    _check_limit("time", time, "seconds")
    _check_limit("memory", memory, "MB")
    limits = Limits(time, memory=None if memory is None else memory << 20)
    return _search_events(puzzle, chosen_solver, limits)


def _check_limit(name: str, limit: float | None, unit: str) -> None:
    if limit is not None and not limit > 0:  # `limit <= 0` would accept nan
        raise Error(f"found {name} {limit}, expected {unit} above 0")


async def _search_events(
    puzzle: Puzzle, solver: Solver, limits: Limits
) -> AsyncGenerator[Event, None]:
    run = await SolverProcess.start(puzzle.game, puzzle.position.value, solver, limits)
    try:
        while not run.verdict:  # closing this generator would not close one that it iterates over
            event = await run.next_event()
            yield Solved.from_event(puzzle, event) if isinstance(event, events.Solved) else event
    except SolverFault as fault:
        raise Error(f"fault in solver {solver.name}: {fault}") from fault
    finally:
        await run.close()


class Registration:
    """The result of `register`: a context manager that removes the family of games on exit."""

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
    instance = family() if isinstance(family, type) else family
    module = type(instance).__module__
    try:
        FAMILIES.add(instance, _importable_reference(module, (instance, type(instance))))
    except PluginError as error:
        raise Error(f"the game cannot be registered: {error}") from error
    undo: list[Callable[[], None]] = [partial(FAMILIES.remove, instance.name)]
    if solvers is not None:
        reference = _importable_reference(module, (solvers,))
        undo.append(SOLVER_SETS.add(instance.name, solvers, reference))
    if collection is not None:
        puzzles = collection() if isinstance(collection, type) else collection
        undo.append(COLLECTIONS.add(instance.name, puzzles))
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


def verify(puzzle: Puzzle, moves: GivenMoves) -> Replay:
    """Replay moves by the rules alone and check that they solve the puzzle.

    Args:
        puzzle: The puzzle. The moves begin at its `position`.
        moves: The moves of a `Solved`, as values, as the lists that JSON gives back, or as texts;
            or the text of a solution file.

    Returns:
        The result, which is true if the moves are legal and win. Otherwise `failed_move` is the
        number of the illegal move, from 1, or one more than the number of moves if the game is not
        won, and `reason` says why. What is not a move at all counts as an illegal one.

    Raises:
        Error: The text is not a list of moves.
        TypeError: `moves` is neither a text nor a sequence.

    >>> import ludoscope
    >>> puzzle = ludoscope.puzzle("orush-02")
    >>> if ludoscope.verify(puzzle, "C>B>A>A>"):
    ...     print("solved")
    solved
    >>> ludoscope.verify(puzzle, "C>B>A>").reason
    'the game is not won at the end'
    """
    return replay(puzzle.game, puzzle.position.value, read_moves(puzzle.game, moves))


def notation(puzzle: Puzzle, moves: GivenMoves) -> str:
    """Return moves as the text of a solution file, which `verify` accepts.

    Args:
        puzzle: The puzzle. The moves begin at its `position`.
        moves: Moves as `verify` takes them.

    Raises:
        Error: A move is illegal, or the text is malformed.
        TypeError: `moves` is neither a text nor a sequence.

    >>> import ludoscope
    >>> puzzle = ludoscope.puzzle("orush-02")
    >>> ludoscope.notation(puzzle, [(2, 1), (1, 1)])
    'C>B>'
    """
    game, position = puzzle.game, puzzle.position.value
    played = play_moves(game, position, moves)
    return (
        catalogue.collection(game.family).write_solution(game, position, played.moves).rstrip("\n")
    )


def svg(what: Puzzle | Position | Solved) -> str:
    """Return a picture as the text of an SVG file, which needs no font, script or other file.

    Args:
        what: A puzzle, which is drawn at its `position`; a position; or a solution, which the
            picture plays move by move, wherever images are shown.

    Raises:
        TypeError: It is none of these.

    >>> import ludoscope
    >>> ludoscope.svg(ludoscope.puzzle("orush-02")).startswith("<svg ")
    True
    """
    match what:
        case Puzzle():
            return position_svg(what.game, what.position.value, title=what.title)
        case Position():
            return position_svg(what.game, what.value)
        case Solved(puzzle=puzzle):
            return solution_svg(puzzle.game, puzzle.position.value, what.moves, title=puzzle.title)
    raise wrong_type("what", what, "a puzzle, a position or a solution")
