"""Checks of the solvers: they agree with each other, with breadth-first search and the rules."""

from collections.abc import Callable, Hashable, Iterator
from typing import Any, NamedTuple

from ludoscope.games import AnyGame
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp, Progress, Solved, Unsolvable
from ludoscope.search.generic.adversarial import memo_negamax
from ludoscope.search.guarantees import EXACT_VALUE, FEWEST_MOVES
from ludoscope.search.registry import default_solver, solver_set
from ludoscope.search.solver import Solver
from ludoscope.search.solver_docs import find_code
from ludoscope.search.verify import check_verdict, replay
from ludoscope.tui.game_check.faults import Description, Examiner, show
from ludoscope.tui.game_check.subject import Sample, Subject
from ludoscope.tui.text.formatting import format_count
from ludoscope.tui.text.solver_pages import build_solver_page

SOLVER_SECONDS = 1.0  # for one position
MAX_EXPLORED = 2_000  # positions that a solver may expand
MAX_SEARCHED = 2_000  # positions of a breadth-first search
MAX_GAME_TREE = 50_000  # calls of a search of a game for two
END_DISTANCES = (1, 2, 3)  # moves before the end of a solution, of positions that are solved too
POSITIONS_PER_PUZZLE = 5
VERDICTS = (Solved, Unsolvable, GaveUp)


class Truth(NamedTuple):
    """The result of a search by the rules alone.

    Attributes:
        length: The fewest moves of a solution; None if there is none.
        value: Two players: the value in plies.
    """

    length: int | None = None
    value: int | None = None


def check_solver_set(examiner: Examiner, subject: Subject) -> None:
    """Check that the roles of the declaration name solvers, and that these can be described."""
    declared = solver_set(subject.family.name)
    names = [solver.name for solver in declared.solvers]
    with examiner.at("the SolverSet"):
        examiner.require(names, "solvers", names, "at least one solver")
        examiner.require(len(set(names)) == len(names), "solvers", names, "different names")
    for role in ("judge", "hint", "prover"):
        with examiner.at("the SolverSet"):
            name = getattr(declared, role)
            examiner.require(
                name is None or name in names, role, name, f"None or one of {', '.join(names)}"
            )
    for role in ("race_lineup", "representations"):
        with examiner.at("the SolverSet"):
            strange = [name for name in getattr(declared, role) if name not in names]
            examiner.require(not strange, role, strange, f"some of {', '.join(names)}")
    for solver in declared.solvers:
        with examiner.at(f"the solver {solver.name}"):
            for text in (solver.name, solver.guarantee, solver.summary):
                examiner.require_type(text, str, "name, guarantee or summary")
                examiner.require(text.strip(), "name, guarantee or summary", text, "a text")
            examiner.call("its page", build_solver_page, solver, subject.family.name)
            for reference in (*solver.sources, *solver.kernel_sources):
                examiner.call(f"the source {reference}", find_code, reference)


def check_solvers(examiner: Examiner, subject: Subject) -> None:
    """Check the verdict of every solver on positions that are also searched by the rules alone."""
    available = [
        solver for solver in solver_set(subject.family.name).solvers if solver.is_available
    ]
    for sample in subject.samples:
        positions: list[Any] = []
        with examiner.at(sample.puzzle.name):
            positions = list(_positions_to_solve(examiner, sample))
        for position in positions:
            truth = _find_truth(examiner, sample, position)
            for solver in available:
                with examiner.at(sample.place(position)):
                    _check_solver(examiner, sample, solver, position, truth)


def _positions_to_solve(examiner: Examiner, sample: Sample) -> Iterator[Any]:
    """Yield the start, positions near the end of a solution, and ends of walks."""
    game = sample.game
    chosen: dict[Hashable, None] = {game.start: None}
    if game.players == 1:
        solution = _run(examiner, default_solver(game), game, game.start)
        if isinstance(solution, Solved) and replay(game, game.start, solution.moves).is_valid:
            line = [game.start]
            for move in solution.moves:
                line.append(game.play(line[-1], move))
            chosen.update((line[-1 - n], None) for n in END_DISTANCES if n < len(line))
    for walk in sample.walks:
        chosen[walk.positions[-1]] = None
        chosen[walk.positions[max(0, len(walk.positions) - 4)]] = None
    yield from list(chosen)[:POSITIONS_PER_PUZZLE]


def _find_truth(examiner: Examiner, sample: Sample, position: Any) -> Truth | None:
    """Return what a search by the rules alone finds; None if it would take too long."""
    search: Callable[..., Truth | None] = _breadth_first
    if sample.game.players == 2:
        search = _game_tree
    with examiner.at(sample.place(position)):
        truth: Truth | None = examiner.call("a search by the rules", search, sample.game, position)
        return truth
    return None


def _breadth_first(game: AnyGame, start: Any) -> Truth | None:
    """Search without keys, so that a wrong key does not mislead it."""
    if game.is_won(start):
        return Truth(0)
    visited, level, depth = {start}, [start], 0
    while level:
        depth += 1
        successors = []
        for position in level:
            for move in game.moves(position):
                successor = game.play(position, move)
                if successor in visited:
                    continue
                if game.is_won(successor):
                    return Truth(depth)
                visited.add(successor)
                successors.append(successor)
            if len(visited) > MAX_SEARCHED:
                return None
        level = successors
    return Truth(None)


def _game_tree(game: AnyGame, start: Any) -> Truth | None:
    for event in memo_negamax(game, start, Limits(explored=MAX_GAME_TREE, seconds=SOLVER_SECONDS)):
        if isinstance(event, Solved):
            return Truth(value=event.value)
    return None


def _run(examiner: Examiner, solver: Solver, game: AnyGame, position: Any) -> Any:
    """Return the verdict of a solver, which yields progress and then just one verdict.

    Raises:
        CallFailed: It raises, or yields something else.
    """
    call = f"the solver {solver.name}"
    limits = Limits(seconds=SOLVER_SECONDS, explored=MAX_EXPLORED, jobs=1)
    events = examiner.call(call, _all_events, solver, game, position, limits)
    examiner.require(
        events and isinstance(events[-1], VERDICTS), call, events[-1:], "a verdict as last event"
    )
    for event in events[:-1]:
        examiner.require(
            isinstance(event, Progress), call, event, "Progress before the only verdict"
        )
    return events[-1]


def _all_events(solver: Solver, game: AnyGame, position: Any, limits: Limits) -> list[Any]:
    return list(solver.run(game, position, limits))


def _check_solver(
    examiner: Examiner, sample: Sample, solver: Solver, position: Any, truth: Truth | None
) -> None:
    verdict = _run(examiner, solver, sample.game, position)
    call = f"the solver {solver.name}"
    if isinstance(verdict, GaveUp):
        return
    game = solver.game_in_measure(sample.game)
    replayed = examiner.call("the verifier", check_verdict, game, position, verdict)
    if isinstance(verdict, Unsolvable):
        examiner.require(replayed.is_valid, call, replayed.reason, "a valid certificate")
        if truth and truth.length is not None:
            found = f"unsolvable: {verdict.proof}"
            examiner.record(call, found, f"a solution of {format_count(truth.length, 'move')}")
        return
    if game.players == 1 or verdict.value is not None:
        examiner.require(
            replayed.is_valid,
            call,
            Description(f"moves that fail: {replayed.reason}"),
            "moves that win",
        )
    if truth is None:
        return
    if game.players == 2:
        is_exact = verdict.value is not None and solver.guarantee == EXACT_VALUE
        examiner.require(
            not is_exact or verdict.value == truth.value,
            call,
            verdict.value,
            f"{truth.value} plies",
        )
    elif game.spec() == sample.game.spec():
        _check_length(examiner, solver, game, verdict, truth)


def _check_length(
    examiner: Examiner, solver: Solver, game: AnyGame, solved: Solved, truth: Truth
) -> None:
    call = f"the solver {solver.name}"
    length = len(solved.moves)
    if truth.length is None:
        examiner.record(call, f"a solution: {show(solved.moves)}", "unsolvable")
    elif solved.optimal_in == game.measure:
        examiner.require(
            length == truth.length,
            call,
            Description(f"{length} moves as the fewest"),
            str(truth.length),
        )
    elif solver.guarantee == FEWEST_MOVES and solver.measure in ("", game.measure):
        found = f"{length} moves, optimal in {show(solved.optimal_in)}"
        expected = f"the fewest moves, proved: optimal in {show(game.measure)}"
        examiner.record(call, found, expected)
