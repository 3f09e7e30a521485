"""The functions of the library, which users import from `ludoscope`."""

import asyncio
import os
import reprlib
import secrets
import sys
from collections.abc import AsyncGenerator, Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import aclosing, suppress
from functools import partial
from importlib.machinery import PathFinder
from pathlib import Path
from queue import SimpleQueue
from threading import Thread

from ludoscope.games import FAMILIES, GameFamily, NotationError, PluginError
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.collection import Collection
from ludoscope.puzzles.generator import (
    GeneratorProgress,
    OptionValue,
    check_options,
    find_generator,
    generate_puzzles,
)
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
    """Raised for an invalid argument or file; the message is one sentence.

    The exception that caused it is its `__cause__`.
    """

    __module__ = "ludoscope"  # so that a traceback shows the name by which users import it


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
    run = await SolverProcess.start(puzzle.game, puzzle.game.start, solver, limits)
    try:
        while not run.verdict:  # closing this generator would not close one that it iterates over
            yield await run.next_event()
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


def verify(puzzle: Puzzle, moves: str | Iterable[Hashable]) -> Replay:
    """Replay moves from the start by the rules alone and check that they solve the puzzle.

    Args:
        puzzle: The puzzle.
        moves: The moves of a `Solved`, or the text of a solution file.

    Returns:
        The result: `is_valid` is True if the moves are legal and win; otherwise `failed_move` is
        the number of the illegal move, from 1, or one more than the number of moves if the game is
        not won, and `reason` says why.

    Raises:
        Error: The text is not a list of moves.

    >>> import ludoscope
    >>> puzzle = ludoscope.puzzle("orush-02")
    >>> ludoscope.verify(puzzle, "C>B>A>A>").is_valid
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
        location = f"line {error.line}: " if error.line is not None else ""
        raise Error(f"{location}{error}") from error
    return replay_texts(game, game.start, texts)


def notation(puzzle: Puzzle, moves: Sequence[Hashable]) -> str:
    """Return moves from the start as the text of a solution file, which `verify` accepts.

    Raises:
        Error: A move is illegal.

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


def generate(
    family: str, *, seed: int | None = None, time: float | None = None, **options: OptionValue
) -> Iterator[Puzzle]:
    """Return an iterator of new puzzles, each made when it is asked for.

    The options are those of `ludoscope generate --help`, with _ in place of -. The iterator is
    endless, unless there is a time limit or the generator knows only so many puzzles.

    Args:
        family: A family whose collection has a generator, such as "rush".
        seed: The seed of the random numbers: the same seed makes the same puzzles.
        time: The time limit in seconds, from the call on.
        **options: Options of the generator, such as `slides=20`.

    Raises:
        Error: There is no such family, it has no generator, or a value is not allowed.
        TypeError: A value has another type, or there is no such option.

    >>> import ludoscope
    >>> puzzle = next(ludoscope.generate("rush", slides=5, seed=3))
    >>> len(ludoscope.solve(puzzle, "swift-slides").moves)
    5
    """
    if not isinstance(family, str):
        raise TypeError(f"found family {reprlib.repr(family)}, expected a text such as 'rush'")
    if seed is not None and type(seed) is not int:
        raise TypeError(f"found seed {reprlib.repr(seed)}, expected a whole number")
    if time is not None and type(time) not in (int, float):
        raise TypeError(f"found time {reprlib.repr(time)}, expected seconds above 0")
    _check_limit("time", time, "seconds")
    try:
        generator = find_generator(family)
        values = check_options(family, generator, options)
        chosen_seed = secrets.randbits(32) if seed is None else seed
        events = generate_puzzles(family, generator, chosen_seed, values, time)
    except (LookupError, ValueError) as error:
        raise Error(str(error)) from error
    return _without_progress(events)


def _without_progress(events: Iterator[Puzzle | GeneratorProgress]) -> Iterator[Puzzle]:
    try:
        yield from (event for event in events if isinstance(event, Puzzle))
    except PluginError as error:
        raise Error(str(error)) from error
