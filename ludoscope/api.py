"""The functions of the library, which users import from `ludoscope`."""

import os
import secrets
import sys
from collections.abc import (
    AsyncGenerator,
    Callable,
    Generator,
    Iterable,
    Iterator,
    Sequence,
)
from contextlib import aclosing, closing, contextmanager
from dataclasses import replace
from functools import partial
from importlib.machinery import PathFinder
from inspect import iscoroutinefunction
from math import ceil, inf
from pathlib import Path
from typing import TypeVar

from ludoscope.games import FAMILIES, AnyGame, GameFamily, PluginError
from ludoscope.games.errors import error_text, short_line, short_repr, short_value, wrong_type
from ludoscope.puzzles.catalogue import find, read_file
from ludoscope.puzzles.catalogue import parse as parse_text
from ludoscope.puzzles.collection import Collection
from ludoscope.puzzles.entry import Entry
from ludoscope.puzzles.errors import Error
from ludoscope.puzzles.files import MAX_FILE_BYTES, normalize_line_ends
from ludoscope.puzzles.generator import (
    GeneratorProgress,
    OptionValue,
    check_options,
    find_generator,
    generate_puzzles,
)
from ludoscope.puzzles.names import find_by_name
from ludoscope.puzzles.pictures import position_svg, solution_svg
from ludoscope.puzzles.pictures.state_maps import map_svg
from ludoscope.puzzles.position import GivenMoves, Position, play_moves, read_moves
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.registry import COLLECTIONS, UnknownPuzzle, collection, collections
from ludoscope.puzzles.share import encode, encode_tree
from ludoscope.puzzles.solved import Event, Solved, Verdict
from ludoscope.puzzles.state_map import lay_out
from ludoscope.puzzles.training.bundled import bundled_positions
from ludoscope.puzzles.training.generate import generate_positions
from ludoscope.puzzles.training.training_position import TrainingPosition
from ludoscope.search import events
from ludoscope.search.budget import Limits
from ludoscope.search.errors import UnknownSolver
from ludoscope.search.events import Progress
from ludoscope.search.explanation import Explanation, ExplanationProgress, earlier_positions
from ludoscope.search.last_winnable import Ending
from ludoscope.search.last_winnable import adjudicate as judge_game
from ludoscope.search.process import background
from ludoscope.search.process.background import Search, astream_events, stream_events
from ludoscope.search.process.child_process import WorkerLost
from ludoscope.search.process.client import SolverFault
from ludoscope.search.process.explanation_client import ExplanationRequest, explain_in_background
from ludoscope.search.process.loading_limit import is_loading
from ludoscope.search.process.parallel import run_searches
from ludoscope.search.process.threads import usable_cores
from ludoscope.search.registry import SOLVER_SETS, default_solver, find_solver, ranked_solvers
from ludoscope.search.registry import solvers as registered_solvers
from ludoscope.search.solver import Solver
from ludoscope.search.solver_set import SolverSet
from ludoscope.search.state_graph import MAX_POSITIONS, StateGraph, explore_states
from ludoscope.search.verify import Replay, replay

T = TypeVar("T")

MAX_LIMIT = 10**15  # seconds or MB; larger numbers overflow
MAX_MESSAGE_CHARACTERS = 400
MAX_FILE_NAME_CHARACTERS = 200


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
        text: A text in a file format of the family, which docs/formats.md describes, or a shared
            line.
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
        if "\n" not in text and _is_name(text.strip()):
            raise Error(f"text: found the name {short_repr(text)}, which the function puzzle takes")
        return parse_text(normalize_line_ends(text), family, "text")


def catalogue(family: str | None = None) -> Iterator[Entry]:
    """Return an iterator over the catalogue, in the order of `ludoscope list`.

    The games are not created: `puzzle` takes an entry or its name. An entry such as `FreeCell.N`
    stands for all puzzles with a number; see `Entry.name_with_number`.

    Args:
        family: The family; all of them if None.

    Raises:
        Error: There is no such family, or its plug-in cannot be loaded. Without a family such a
            plug-in is left out.
        TypeError: `family` is not a text.

    >>> import ludoscope
    >>> next(ludoscope.catalogue("rush")).name
    'orush-01'
    """
    _check_family(family)
    if family is None:
        return (entry for _, puzzles in collections() for entry in puzzles.entries())
    with _errors():
        return iter(collection(family).entries())


def solvers(puzzle_or_family: Puzzle | str) -> tuple[Solver, ...]:
    """Return the solvers that can run here, the default one of a puzzle first.

    Args:
        puzzle_or_family: A puzzle, or the name of a family.

    Raises:
        Error: There is no such family, or its plug-in cannot be loaded.
        TypeError: It is neither a puzzle nor a text.

    >>> import ludoscope
    >>> ludoscope.solvers("rush")[0]
    <Solver swift>
    """
    with _errors():
        if isinstance(puzzle_or_family, Puzzle):
            _check_puzzle(puzzle_or_family)
            ranked = ranked_solvers(puzzle_or_family.game)
        elif isinstance(puzzle_or_family, str):
            _check_family(puzzle_or_family)
            ranked = list(registered_solvers(puzzle_or_family))
        else:
            expected = "a puzzle or the name of a family"
            raise wrong_type("puzzle_or_family", puzzle_or_family, expected)
    return tuple(solver for solver in ranked if solver.is_available)


def _is_name(text: str) -> bool:
    """Return True if a text is the name of a puzzle, listed or not."""
    try:
        return find_by_name(text) is not None
    except UnknownPuzzle:  # its number is out of range
        return True


@contextmanager
def _errors() -> Iterator[None]:
    """Raise Error instead of the exceptions of the catalogue and of the registry of solvers."""
    try:
        yield
    except (UnknownPuzzle, UnknownSolver, PluginError, ValueError) as error:
        raise Error(short_line(str(error), MAX_MESSAGE_CHARACTERS)) from error
    except OSError as error:
        file_name = short_line(str(error.filename or ""), MAX_FILE_NAME_CHARACTERS)
        reason = error.strerror or str(error)
        raise Error(f"{file_name}: {reason}" if file_name else reason) from error


def _check_family(family: str | None) -> None:
    """Raise an exception if there is no such family."""
    if family is None:
        return
    if not isinstance(family, str):
        raise wrong_type("family", family, "the name of a family")
    if family not in FAMILIES:
        unknown = f"no game {short_repr(family)}, expected one of {', '.join(FAMILIES)}"
        raise Error(FAMILIES.reason_left_out(family) or unknown)


def _check_puzzle(puzzle: Puzzle) -> None:
    """Raise an exception if a value is not a puzzle of a family."""
    if not isinstance(puzzle, Puzzle):
        raise wrong_type("puzzle", puzzle, "a puzzle as the function `puzzle` returns it")
    _check_game(puzzle.game)


def _check_game(game: AnyGame) -> None:
    """Raise Error if a game is none of a family, or not as this declares it."""
    family, players = game.family, game.players
    if family not in FAMILIES:
        unknown = f"no game {short_repr(family)}; `register` adds one"
        raise Error(FAMILIES.reason_left_out(family) or unknown)
    declared = FAMILIES[family].players
    if players != declared:
        found = f"found players {short_value(players)} in the game"
        raise Error(f"{found}, expected {declared} as in the family {family}")


def solve(
    puzzle: Puzzle,
    solver: str | Solver | None = None,
    *,
    time: float | None = None,
    memory: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Verdict:
    """Solve a puzzle and return the verdict: `Solved`, `Unsolvable` (proved) or `GaveUp`.

    The search begins at `Puzzle.position`. The solver runs in a worker process, which is then kept
    for the next search (see `keep_workers`). If `progress` raises an exception, and on
    KeyboardInterrupt, the process is killed before the exception is passed on.

    This function can be called in a script, in several threads at once and in a notebook. It blocks
    an event loop that runs in the same thread; `asolve` does not.

    Args:
        puzzle: The puzzle.
        solver: A solver of `solvers`, or its name; the default one if None.
        time: The time limit in seconds.
        memory: The memory limit in MB.
        progress: A function to be called with progress reports, at most ten times a second, in the
            calling thread.

    Raises:
        Error: There is no such solver, a limit is not above 0, or the solver is faulty.
        TypeError: An argument is of the wrong type.

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
    _check_callback(progress)
    with closing(stream(puzzle, solver, time=time, memory=memory)) as found:
        for event in found:
            if not isinstance(event, Progress):
                return event
            if progress:
                progress(event)
    raise AssertionError("found no verdict")


async def asolve(
    puzzle: Puzzle,
    solver: str | Solver | None = None,
    *,
    time: float | None = None,
    memory: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Verdict:
    """Solve a puzzle as `solve` does, without blocking the event loop.

    The worker process is killed when the task is cancelled. `progress` is called in the thread of
    the event loop.

    >>> import asyncio, ludoscope
    >>> asyncio.run(ludoscope.asolve(ludoscope.puzzle("hexapawn-4x4"))).value
    11
    """
    _check_callback(progress)
    async with aclosing(astream(puzzle, solver, time=time, memory=memory)) as found:
        async for event in found:
            if not isinstance(event, Progress):
                return event
            if progress:
                progress(event)
    raise AssertionError("found no verdict")


def stream(
    puzzle: Puzzle,
    solver: str | Solver | None = None,
    *,
    time: float | None = None,
    memory: int | None = None,
) -> Generator[Event, None, None]:
    """Solve a puzzle and yield `Progress`, at most ten times a second, and finally the verdict.

    The search begins with the first step of the generator. Closing the generator kills the worker
    process: to leave a loop over the events early, close it, as `contextlib.closing` does.

    Args:
        puzzle: The puzzle.
        solver: A solver of `solvers`, or its name; the default one if None.
        time: The time limit in seconds.
        memory: The memory limit in MB.

    Raises:
        Error: There is no such solver, or a limit is not above 0, raised by the call itself; or the
            solver is faulty.
        TypeError: An argument is of the wrong type, raised by the call itself.

    >>> import ludoscope
    >>> *reports, verdict = ludoscope.stream(ludoscope.puzzle("orush-02"))
    >>> type(verdict).__name__
    'Solved'
    """
    return _stream(puzzle, _make_search(puzzle, solver, _make_limits(time, memory)))


def _stream(puzzle: Puzzle, search: Search) -> Generator[Event, None, None]:
    with _faults_as_errors(search), closing(stream_events(search)) as found:
        for event in found:
            yield event if isinstance(event, Progress) else _with_puzzle(puzzle, event)


def astream(
    puzzle: Puzzle,
    solver: str | Solver | None = None,
    *,
    time: float | None = None,
    memory: int | None = None,
) -> AsyncGenerator[Event, None]:
    """Yield the events of a search as `stream` does, without blocking the event loop.

    The worker process is also killed when the task is cancelled. To leave a loop over the events
    early, close the generator, as `contextlib.aclosing` does.

    >>> import asyncio, ludoscope
    >>> async def moves(name):
    ...     async for event in ludoscope.astream(ludoscope.puzzle(name)):
    ...         if isinstance(event, ludoscope.Solved):
    ...             return len(event.moves)
    >>> asyncio.run(moves("orush-02"))
    4
    """
    return _astream(puzzle, _make_search(puzzle, solver, _make_limits(time, memory)))


async def _astream(puzzle: Puzzle, search: Search) -> AsyncGenerator[Event, None]:
    with _faults_as_errors(search):
        async with aclosing(astream_events(search)) as found:
            async for event in found:
                yield event if isinstance(event, Progress) else _with_puzzle(puzzle, event)


def explain(
    puzzle: Puzzle,
    *,
    time: float | None = None,
    memory: int | None = None,
    progress: Callable[[ExplanationProgress], object] | None = None,
) -> Explanation:
    """Explain why a puzzle is lost from its position, and what would make it winnable.

    Changes are judged by size: a card swap, a free cell more, a boat or a wall away, a peg or a
    pawn more or less, a move taken back. Every win is replayed by the verifier. In patience and
    ORush it also finds a core of the loss: cards or boats that make it lost whatever the others do,
    and of which none can be left out.

    Args:
        puzzle: The puzzle. Its `moves` are those that can be taken back.
        time: The time limit in seconds, for everything together.
        memory: The memory limit in MB.
        progress: Called with a report at most ten times a second.

    Returns:
        The explanation, whose `str` is a few sentences. It is empty if the position is not proved
        lost; its `verdict` then says whether it can be won.

    Raises:
        Error: A limit is not above 0, or the explanation failed.
        TypeError: An argument is of the wrong type.

    >>> import ludoscope
    >>> explanation = ludoscope.explain(ludoscope.puzzle("MidnightOil.2"))
    >>> explanation.core.elements
    ('KH', '7H')
    >>> for kind in explanation.kinds:
    ...     print(kind.name, kind.sizes[-1].size, kind.sizes[-1].won)
    cell 3 1
    swap 1 0
    """
    _check_puzzle(puzzle)
    _check_callback(progress)
    limits = _make_limits(time, memory)
    game = puzzle.game
    earlier = earlier_positions(game, game.start, puzzle.moves)
    request = ExplanationRequest(game, puzzle.position.value, earlier, limits)
    try:
        return explain_in_background(request, progress or _ignore)
    except (SolverFault, WorkerLost, UnknownSolver) as error:
        raise Error(f"the explanation failed: {error}") from error


def _ignore(_progress: ExplanationProgress) -> None:
    """Ignore a report."""


def solve_many(
    puzzles: Iterable[Puzzle],
    solver: str | Solver | None = None,
    *,
    workers: int | None = None,
    in_order: bool = True,
    time: float | None = None,
    memory: int | None = None,
) -> Generator[tuple[Puzzle, Verdict], None, None]:
    """Solve puzzles in several worker processes and yield each with its verdict.

    The puzzles are taken when they are needed, at most a hundred for each worker ahead of the
    verdicts, so there may be any number of them. An exception that their iterator raises is passed
    on after the verdicts of the earlier puzzles. A puzzle whose search fails, such as one that ends
    its worker, has the verdict `GaveUp`; the others are not affected.

    The workers are started by the first step of the generator, and killed when it ends or is
    closed.

    Args:
        puzzles: The puzzles, of one family or of several.
        solver: A solver, or its name, which all the families must have; by default each puzzle is
            given to the default solver of its game.
        workers: The number of worker processes; by default the number of usable cores.
        in_order: True to yield in the order of the puzzles, False to yield as soon as a verdict is
            known.
        time: The time limit for each puzzle in seconds.
        memory: The memory limit of each worker in MB.

    Raises:
        Error: No family has such a solver, or a limit or the number of workers is not above 0,
            raised by the call itself; or the family of a puzzle does not have the solver.
        TypeError: An argument is of the wrong type, raised by the call itself; or one of the
            puzzles is no puzzle.

    >>> import ludoscope
    >>> deals = (ludoscope.puzzle(f"Seahaven.{number}") for number in range(10, 13))
    >>> for puzzle, verdict in ludoscope.solve_many(deals):
    ...     print(puzzle.name, type(verdict).__name__)
    Seahaven.10 Solved
    Seahaven.11 Solved
    Seahaven.12 Unsolvable
    """
    if workers is not None and (isinstance(workers, bool) or not isinstance(workers, int)):
        raise wrong_type("workers", workers, "a whole number")
    if workers is not None and workers < 1:
        raise Error(f"found workers {workers}, expected a number above 0")
    if isinstance(puzzles, Puzzle | str) or not isinstance(puzzles, Iterable):
        raise wrong_type("puzzles", puzzles, "an iterable of puzzles")
    if not isinstance(in_order, bool):
        raise wrong_type("in_order", in_order, "True or False")
    limits = replace(_make_limits(time, memory), jobs=1)  # all cores are in use already
    _check_solver_name(solver)
    if solver is not None and not any(
        _has_solver(family, _solver_name(solver)) for family in FAMILIES
    ):
        raise Error(f"no family has a solver {short_repr(_solver_name(solver))}")
    pairs = ((puzzle, _make_search(puzzle, solver, limits)) for puzzle in puzzles)
    return _solve_many(pairs, workers or usable_cores(), in_order)


def _solve_many(
    pairs: Iterator[tuple[Puzzle, Search]], workers: int, in_order: bool
) -> Generator[tuple[Puzzle, Verdict], None, None]:
    with closing(run_searches(pairs, workers, in_order=in_order)) as results:
        for puzzle, verdict in results:
            yield puzzle, _with_puzzle(puzzle, verdict)


def keep_workers(keep: bool) -> None:
    """Decide whether worker processes are kept for the next search of this program.

    By default `solve`, `asolve`, `stream` and `astream` keep the process of a search that has found
    a verdict other than `GaveUp`, so that the next search need not start one: an easy puzzle then
    takes a few milliseconds instead of a tenth of a second. While a process waits it takes no time
    and 15 to 30 MB of memory, at most 80 MB after a large search. As many are kept as searches ran
    at once, at most eight or one for each usable core, and all end with the program, even if it is
    killed. A process that has imported a game of a plug-in serves only that game, and ends when the
    game is unregistered.

    Args:
        keep: False to end the processes that wait for a search, and to keep none from now on; True
            to keep them again.

    >>> import ludoscope
    >>> ludoscope.keep_workers(False)
    >>> ludoscope.keep_workers(True)
    """
    if not isinstance(keep, bool):
        raise wrong_type("keep", keep, "True or False")
    background.keep_workers(keep)


def _make_search(puzzle: Puzzle, solver: str | Solver | None, limits: Limits) -> Search:
    """Return the search of a puzzle from its position.

    Raises:
        Error: There is no such solver, or one that differs has its name.
        TypeError: An argument is of the wrong type.
    """
    _check_puzzle(puzzle)
    _check_solver_name(solver)
    if is_loading():  # each worker would start another one
        raise Error(
            "a search begins while a worker process imports this module; put it below "
            'if __name__ == "__main__":'
        )
    game = puzzle.game
    with _errors():
        chosen = default_solver(game) if solver is None else find_solver(game, _solver_name(solver))
    if isinstance(solver, Solver) and solver != chosen:  # workers find it by its name
        raise Error(
            f"the solver {solver.name} differs from the one that {game.family} has registered, "
            "expected one of `solvers`"
        )
    return Search(game, puzzle.position.value, chosen, limits)


def _has_solver(family: str, name: str) -> bool:
    try:
        return any(solver.name == name for solver in registered_solvers(family))
    except UnknownSolver:  # those of a plug-in cannot be loaded
        return False


def _with_puzzle(puzzle: Puzzle, verdict: events.Verdict) -> Verdict:
    """Return the verdict of a solver as the library returns it."""
    return Solved.from_event(puzzle, verdict) if isinstance(verdict, events.Solved) else verdict


def _make_limits(time: float | None, memory: int | None) -> Limits:
    _check_limit("time", time, "seconds")
    _check_limit("memory", memory, "MB")
    return Limits(time, memory=None if memory is None else ceil(memory * (1 << 20)))


def _check_limit(name: str, limit: object, unit: str) -> None:
    if limit is None:
        return
    if isinstance(limit, bool) or not isinstance(limit, int | float):
        raise wrong_type(name, limit, f"a number of {unit}")
    found = f"found {name} {short_value(limit)}"
    if not limit > 0:  # `limit <= 0` would accept nan
        raise Error(f"{found}, expected {unit} above 0")
    if limit == inf:
        raise Error(f"{found}, expected a finite number of {unit}, or None")
    if limit > MAX_LIMIT:
        raise Error(f"{found}, expected at most {MAX_LIMIT:,} {unit}, or None")


def _check_solver_name(solver: object) -> None:
    if not (solver is None or isinstance(solver, str | Solver)):
        raise wrong_type("solver", solver, "a solver or its name")


def _solver_name(solver: str | Solver) -> str:
    return solver.name if isinstance(solver, Solver) else solver


def _check_callback(progress: object) -> None:
    if progress is not None and (not callable(progress) or iscoroutinefunction(progress)):
        raise wrong_type("progress", progress, "a function that is not async")


@contextmanager
def _faults_as_errors(search: Search) -> Iterator[None]:
    """Raise Error for a fault in the solver."""
    try:
        yield
    except SolverFault as fault:
        raise Error(f"fault in solver {search.solver.name}: {fault}") from fault


class Registration:
    """The result of `register`: a context manager that removes the family of games on exit."""

    def __init__(self, undo: Sequence[Callable[[], None]]) -> None:
        self._undo = list(undo)

    def unregister(self) -> None:
        """Remove the family. Harmless if it was removed before."""
        if self._undo:
            background.end_idle_workers()  # they have imported the family
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

    Then `solve`, `solve_many`, `verify` and the others take its puzzles, and `puzzle` finds those
    of its collection.

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
        raise Error(f"the game cannot be registered: {error_text(error)}") from error


def _importable_reference(module_name: str, declarations: Sequence[object]) -> str:
    """Return "module:name" of a variable that is one of `declarations`.

    "" if another process could not import the module.
    """
    module = sys.modules.get(module_name)  # None if it was executed and not imported
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


def explore(puzzle: Puzzle, *, max_positions: int = MAX_POSITIONS) -> StateGraph:
    """Return the graph of all positions that the moves of a puzzle lead to.

    It says how far each position is from a win, and which positions cannot be avoided on the way
    there; `svg` draws it as a map. It takes some 0.1 ms and 1 kB a position, in this process.

    Args:
        puzzle: The puzzle, from its `position` on.
        max_positions: If there are more positions, the graph is a sample of at most so many, and
            its `is_complete` is false.

    Raises:
        Error: `max_positions` is below 1.
        TypeError: `puzzle` is not a puzzle, or `max_positions` no whole number.

    >>> import ludoscope
    >>> graph = ludoscope.explore(ludoscope.puzzle("orush-02"))
    >>> len(graph), graph.distances[0]
    (99, 4)
    >>> graph.game.text(graph.positions[graph.shortest_way(0)[-1]])
    '~~~~~~/~~~~~~/~~~~AA/~~~~BC/~~~~BC/~~~~~~'
    """
    _check_puzzle(puzzle)
    if type(max_positions) is not int:
        raise wrong_type("max_positions", max_positions, "a whole number")
    if max_positions < 1:
        raise Error(f"found max_positions {max_positions}, expected at least 1")
    return explore_states(puzzle.game, puzzle.position.value, max_positions)


def adjudicate(puzzle: Puzzle) -> Ending | None:
    """Return how a game of the last winnable move has ended; None if it goes on.

    Two players have made the moves of the puzzle in turn. Each position is judged by a solver, in
    this process: that takes milliseconds, at the most five seconds for each.

    Args:
        puzzle: The puzzle with the moves made on it, see `Puzzle.after`.

    Raises:
        Error: It is a game for two by its own rules.
        TypeError: `puzzle` is not a puzzle.

    >>> import ludoscope
    >>> puzzle = ludoscope.puzzle("lucas-01")
    >>> ludoscope.adjudicate(puzzle.after("4,5:E")) is None
    True
    >>> ludoscope.adjudicate(puzzle.after("4,4:S"))
    Ending(winner=1, reason='the position can no longer be won')
    """
    _check_puzzle(puzzle)
    if puzzle.game.players != 1:
        raise Error(f"found a game of {puzzle.game.family} for two, expected a puzzle for one")
    game, positions = puzzle.game, [puzzle.game.start]
    for move in puzzle.moves:
        positions.append(game.play(positions[-1], move))
    return judge_game(game, positions)


def svg(what: Puzzle | Position | Solved | StateGraph) -> str:
    """Return a picture as the text of an SVG file, which needs no font, script or other file.

    Args:
        what: A puzzle, which is drawn at its `position`; a position; a solution, which the
            picture plays move by move, wherever images are shown; or the graph of `explore`, which
            is drawn as a map.

    Raises:
        Error: The family is not registered.
        TypeError: It is none of these.

    >>> import ludoscope
    >>> ludoscope.svg(ludoscope.puzzle("orush-02")).startswith("<svg ")
    True
    """
    if not isinstance(what, Puzzle | Position | Solved | StateGraph):
        raise wrong_type("what", what, "a puzzle, a position, a solution or a graph")
    _check_game(what.puzzle.game if isinstance(what, Solved) else what.game)
    match what:
        case Puzzle():
            return position_svg(what.game, what.position.value, title=what.title)
        case Position():
            return position_svg(what.game, what.value)
        case Solved(puzzle=puzzle):
            return solution_svg(puzzle.game, puzzle.position.value, what.moves, title=puzzle.title)
    return map_svg(what, lay_out(what))


def shared_line(puzzle: Puzzle) -> str:
    """Return a puzzle and its moves as one line, which `puzzle`, `parse` and the app read.

    Unlike the text of a position, it has everything: the rules, the goal and the start.

    Raises:
        Error: The family of the puzzle is not registered.
        TypeError: `puzzle` is not a puzzle.

    >>> import ludoscope
    >>> ludoscope.shared_line(ludoscope.puzzle("orush-02").after("C>"))
    "ludoscope 'orush-02 1: C>'"
    """
    _check_puzzle(puzzle)
    return encode_tree(puzzle, puzzle.tree) if puzzle.tree else encode(puzzle, puzzle.moves)


def training(family: str, *, seed: int | None = None) -> Iterator[TrainingPosition]:
    """Return an iterator of positions in which one step, or few, is right.

    In a game that can be lost those are the steps that keep the win, in ORush those that begin a
    shortest solution. Each position has a certificate: a line to the win for each right step, and
    how each other one was proved to be wrong.

    Args:
        family: A family, such as "peg".
        seed: The seed of the random numbers for new positions, of which there is no end; None for
            the bundled ones.

    Raises:
        Error: There is no such family, or it has no training.
        TypeError: An argument has another type.

    >>> import ludoscope
    >>> position = next(ludoscope.training("rush"))
    >>> [step.moves for step in position.right_steps]
    ['F>F>F>']
    >>> position.find_step(position.read_moves("F>")).is_right
    False
    """
    if not isinstance(family, str):
        raise wrong_type("family", family, "a text such as 'rush'")
    if seed is not None and type(seed) is not int:
        raise TypeError(f"found seed {short_repr(seed)}, expected a whole number")
    _check_family(family)
    if collection(family).trainer() is None:
        raise Error(f"{family} has no training")
    if seed is None:
        return iter(bundled_positions(family))
    return (position for position in generate_positions(family, seed) if position)


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
        raise wrong_type("family", family, "a text such as 'rush'")
    if seed is not None and type(seed) is not int:
        raise TypeError(f"found seed {short_repr(seed)}, expected a whole number")
    if time is not None and type(time) not in (int, float):
        raise TypeError(f"found time {short_repr(time)}, expected seconds above 0")
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
