"""The functions of the library, which users import from `ludoscope`."""

import asyncio
import os
import sys
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import aclosing, contextmanager, suppress
from functools import partial
from importlib.machinery import PathFinder
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import TypeVar

from ludoscope.games import FAMILIES, GameFamily, PluginError
from ludoscope.games.errors import short_line, short_repr, wrong_type
from ludoscope.puzzles.catalogue import find, read_file
from ludoscope.puzzles.catalogue import parse as parse_text
from ludoscope.puzzles.collection import Collection
from ludoscope.puzzles.entry import Entry
from ludoscope.puzzles.errors import Error
from ludoscope.puzzles.files import MAX_FILE_BYTES, normalize_line_ends
from ludoscope.puzzles.position import GivenMoves, play_moves, read_moves
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.registry import COLLECTIONS, UnknownPuzzle, collection, collections
from ludoscope.puzzles.solved import Event, Solved, Verdict
from ludoscope.search import events
from ludoscope.search.budget import Limits
from ludoscope.search.errors import UnknownSolver
from ludoscope.search.events import Progress
from ludoscope.search.process.client import SolverFault, SolverProcess
from ludoscope.search.registry import SOLVER_SETS, default_solver, find_solver, ranked_solvers
from ludoscope.search.registry import solvers as registered_solvers
from ludoscope.search.solver import Solver
from ludoscope.search.solver_set import SolverSet
from ludoscope.search.verify import Replay, replay

T = TypeVar("T")

MAX_REASON_CHARACTERS = 200  # of an exception of a declaration that is registered


def puzzle(
    name: str | os.PathLike[str] | Entry, family: str | None = None, *, files: bool = True
) -> Puzzle:
    """Return a puzzle by its name, or the one in a file.

    Args:
        name: A string is taken as on the command line: a name of the catalogue (`lucas-07`,
            `FreeCell.123456`, `orush-01`, `hexapawn-4x4`), a shared line, the path of a file, or
            "-" for standard input. A `Path` is always a file. An entry of the `catalogue` stands
            for its name.
        family: The family of a file whose format fits several, or of a name that puzzles of several
            families have: "peg", "patience", "rush" or "hexapawn".
        files: False to read no files, for names from untrusted sources.

    Raises:
        Error: There is no such puzzle, or the file is malformed or cannot be read.
        TypeError: An argument has another type.

    >>> import ludoscope
    >>> ludoscope.puzzle("FreeCell.123456")
    <Puzzle FreeCell.123456>
    >>> ludoscope.puzzle("sudoku", files=False)
    Traceback (most recent call last):
        ...
    ludoscope.Error: no puzzle is called 'sudoku'
    """
    if not isinstance(files, bool):
        raise wrong_type("files", files, "True or False")
    _check_family(family)
    with _errors():
        if isinstance(name, Entry):
            if name.is_numbered_series:
                raise Error(f"{name.name} stands for many puzzles: give a number instead of the N")
            return find(name.name, family, files=False)
        if isinstance(name, str):
            return find(name, family, files=files)
        if isinstance(name, os.PathLike):
            if not files:
                raise Error("a path was given, but files=False allows no files")
            return read_file(Path(name), family)
    raise wrong_type("name", name, "a name or a path")


def parse(text: str, family: str | None = None) -> Puzzle:
    """Return the puzzle that a text describes: a board, a deal, a grid, or a shared line.

    The text is never taken for a name, and no file is read. It may be what `Position.text` returns;
    what such a text does not show, as the goal of peg solitaire, is then the usual. A shared line
    shows all of a puzzle, and may have moves, which are `Puzzle.moves`.

    Args:
        text: A text in a file format of the family, which the README describes, or a shared line.
        family: The family whose format it is; recognised by its content if None.

    Raises:
        Error: The text is malformed; the message names the line.
        TypeError: An argument has another type.

    >>> import ludoscope
    >>> puzzle = ludoscope.parse("A2H12 B2V42 C2V52")
    Traceback (most recent call last):
        ...
    ludoscope.Error: text: not the format of any game, expected a board, a deal or a shared line
    >>> print(ludoscope.parse("~~~B/AA~B/~~~~/~~~~"))
    ~~~B
    AA~B
    ~~~~
    ~~~~
    """
    if not isinstance(text, str):
        raise wrong_type("text", text, "a text")
    _check_family(family)
    if len(text) > MAX_FILE_BYTES:
        raise Error(f"text: larger than {MAX_FILE_BYTES >> 20} MiB, more than is expected here")
    with _errors():
        return parse_text(normalize_line_ends(text), family, "text")


def catalogue(family: str | None = None) -> Iterator[Entry]:
    """Return an iterator over the catalogue, in the order of `ludoscope list`.

    The games are not created: `puzzle` takes an entry or its name. An entry such as `FreeCell.N`
    stands for all puzzles with a number; see `Entry.name_with_number`.

    Args:
        family: The family; all of them if None.

    Raises:
        Error: There is no such family.
        TypeError: `family` is not a text.

    >>> import ludoscope
    >>> next(ludoscope.catalogue("rush")).name
    'orush-01'
    """
    _check_family(family)
    families = list(FAMILIES) if family is None else [family]
    return (entry for _, puzzles in collections(families) for entry in puzzles.entries())


def solvers(puzzle_or_family: Puzzle | str) -> tuple[Solver, ...]:
    """Return the solvers that can run here, the default one of a puzzle first.

    Args:
        puzzle_or_family: A puzzle, or the name of a family.

    Raises:
        Error: There is no such family.
        TypeError: It is neither a puzzle nor a text.

    >>> import ludoscope
    >>> ludoscope.solvers("rush")[0]
    <Solver swift>
    """
    if isinstance(puzzle_or_family, Puzzle):
        ranked = ranked_solvers(puzzle_or_family.game)
    elif isinstance(puzzle_or_family, str):
        _check_family(puzzle_or_family)
        ranked = list(registered_solvers(puzzle_or_family))
    else:
        raise wrong_type("puzzle_or_family", puzzle_or_family, "a puzzle or the name of a family")
    return tuple(solver for solver in ranked if solver.is_available)


@contextmanager
def _errors() -> Iterator[None]:
    """Raise Error instead of the exceptions of the catalogue."""
    try:
        yield
    except (UnknownPuzzle, PluginError, ValueError) as error:
        raise Error(str(error)) from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise Error(f"{error.filename}: {reason}" if error.filename else reason) from error


def _check_family(family: str | None) -> None:
    """Raise an exception if there is no such family."""
    if family is None:
        return
    if not isinstance(family, str):
        raise wrong_type("family", family, "the name of a family")
    if family not in FAMILIES:
        raise Error(f"no game {short_repr(family)}, expected one of {', '.join(FAMILIES)}")


def _check_puzzle(puzzle: Puzzle) -> None:
    """Raise an exception if a value is not a puzzle."""
    if not isinstance(puzzle, Puzzle):
        raise wrong_type("puzzle", puzzle, "a puzzle as the function `puzzle` returns it")


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
    _check_puzzle(puzzle)
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
        TypeError: An argument has another type.
    """
    instance = _instance("family", family, GameFamily)  # type: ignore[type-abstract]  # a subclass
    if solvers is not None and not isinstance(solvers, SolverSet):
        raise wrong_type("solvers", solvers, "a SolverSet")
    puzzles = None if collection is None else _instance("collection", collection, Collection)
    module = type(instance).__module__
    try:
        FAMILIES.add(instance, _importable_reference(module, (instance, type(instance))))
    except PluginError as error:
        raise Error(f"the game cannot be registered: {error}") from error
    undo: list[Callable[[], None]] = [partial(FAMILIES.remove, instance.name)]
    if solvers is not None:
        reference = _importable_reference(module, (solvers,))
        undo.append(SOLVER_SETS.add(instance.name, solvers, reference))
    if puzzles is not None:
        undo.append(COLLECTIONS.add(instance.name, puzzles))
    return Registration(undo)


def _instance(argument: str, declaration: object, base: type[T]) -> T:
    """Return a declaration, or an instance of it if it is a class.

    Raises:
        Error: No instance can be made.
        TypeError: It is not a declaration of that class.
    """
    if isinstance(declaration, base):
        return declaration
    if not isinstance(declaration, type) or not issubclass(declaration, base):
        raise wrong_type(argument, declaration, f"a {base.__name__}")
    try:
        return declaration()
    except Exception as error:
        message = short_line(f"{type(error).__name__}: {error}", MAX_REASON_CHARACTERS)
        raise Error(f"the game cannot be registered: {message}") from error


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
        TypeError: An argument has another type.

    >>> import ludoscope
    >>> puzzle = ludoscope.puzzle("orush-02")
    >>> if ludoscope.verify(puzzle, "C>B>A>A>"):
    ...     print("solved")
    solved
    >>> ludoscope.verify(puzzle, "C>B>A>").reason
    'the game is not won at the end'
    """
    _check_puzzle(puzzle)
    return replay(puzzle.game, puzzle.position.value, read_moves(puzzle.game, moves))


def notation(puzzle: Puzzle, moves: GivenMoves) -> str:
    """Return moves as the text of a solution file, which `verify` accepts.

    Args:
        puzzle: The puzzle. The moves begin at its `position`.
        moves: Moves as `verify` takes them.

    Raises:
        Error: A move is illegal, or the text is malformed.
        TypeError: An argument has another type.

    >>> import ludoscope
    >>> puzzle = ludoscope.puzzle("orush-02")
    >>> ludoscope.notation(puzzle, [(2, 1), (1, 1)])
    'C>B>'
    """
    _check_puzzle(puzzle)
    game, position = puzzle.game, puzzle.position.value
    played = play_moves(game, position, moves)
    return collection(game.family).write_solution(game, position, played.moves).rstrip("\n")
