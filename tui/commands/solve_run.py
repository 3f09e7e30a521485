"""The work of the command `solve`: a solver in its worker process, a line of progress, the answer.

`tui.commands.solve` starts the process before it imports this module.
"""

import argparse
import asyncio
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludoscope.games import FAMILIES
from ludoscope.puzzles.collection import SolutionWriter
from ludoscope.puzzles.files import check_writable, write_text
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp, Progress, Solved, Unsolvable, Verdict
from ludoscope.search.kernels import all_kernels_compiled
from ludoscope.search.process.child_process import wait_for_killed
from ludoscope.search.process.client import SolverFault, SolverProcess
from ludoscope.search.process.wire import move_texts
from ludoscope.search.registry import default_solver, find_solver, require_cores
from ludoscope.search.result_text import VERDICT_TEXTS, verdict_reason
from ludoscope.tui.commands.errors import (
    EXIT_FAILURE,
    EXIT_UNSOLVABLE,
    FAILURE_WORD,
    SUCCESS_WORD,
    UNSOLVABLE_WORD,
    UsageError,
    to_one_line,
)
from ludoscope.tui.commands.progress import format_progress
from ludoscope.tui.commands.puzzle_argument import find_puzzle_to_search
from ludoscope.tui.commands.show import PICTURE_FORMATS, get_solution_writer
from ludoscope.tui.commands.solution_steps import (
    CSV_SUFFIX,
    add_both_ends,
    draw_steps,
    format_csv,
)
from ludoscope.tui.text.formatting import format_explored, format_solution_length
from ludoscope.tui.text.sanitize import show_progress

if TYPE_CHECKING:
    from subprocess import Popen

LAST_LINES = {Solved: SUCCESS_WORD, Unsolvable: UNSOLVABLE_WORD, GaveUp: FAILURE_WORD}
EXIT_CODES = {Solved: 0, GaveUp: EXIT_FAILURE, Unsolvable: EXIT_UNSOLVABLE}


def solve(options: argparse.Namespace, process: "Popen[bytes] | None") -> int:
    """Solve a puzzle, print the answer and return the exit code.

    Args:
        options: The options of the command.
        process: A worker process without a job, None to start one.
    """
    puzzle = find_puzzle_to_search(options)
    try:
        write = get_solution_writer(puzzle, options.format)
    except ValueError as error:
        raise UsageError(str(error)) from None
    if options.format and not _writes_solution(options):
        raise UsageError(
            "--format is for solutions: use -o FILE, or leave out --json, --csv and --trace"
        )
    if options.format in PICTURE_FORMATS and not options.output:
        raise UsageError(f"--format {options.format} needs -o FILE")
    if options.output:
        check_writable(Path(options.output))  # before the search, which may take hours
    search, verdict = asyncio.run(_run_solver(puzzle, options, process))
    if isinstance(verdict, Solved) and options.output:
        path = Path(options.output)
        is_csv = path.suffix.lower() == CSV_SUFFIX
        text = (
            _to_csv(search, verdict)
            if is_csv
            else write(search.game, search.position, verdict.moves)
        )
        write_text(path, text)
    if options.json:
        print(json.dumps(summarize(puzzle, search, verdict), ensure_ascii=False))
    elif options.csv and isinstance(verdict, Solved):
        print(_to_csv(search, verdict), end="")
    elif options.csv:
        print(to_one_line(verdict_reason(verdict)), file=sys.stderr)
    else:
        _print_answer(search, verdict, options, write)
    return EXIT_CODES[type(verdict)]


def _writes_solution(options: argparse.Namespace) -> bool:
    """Return True if a solution goes into a file or to standard output in a solution format."""
    if options.output:
        return Path(options.output).suffix.lower() != CSV_SUFFIX
    return not (options.json or options.csv or options.trace)


def _to_csv(search: SolverProcess, solved: Solved) -> str:
    return format_csv(search.game, search.position, solved.moves, solved.seconds)


async def _run_solver(
    puzzle: Puzzle, options: argparse.Namespace, process: "Popen[bytes] | None"
) -> tuple[SolverProcess, Verdict]:
    """Run the solver in its process, show its progress and return both when it has ended."""
    game = puzzle.game
    solver = find_solver(game, options.solver) if options.solver else default_solver(game)
    if not all_kernels_compiled():
        print("kernels not compiled: this takes longer than it could", file=sys.stderr)
    require_cores(solver, game.family, options.jobs)
    limits = Limits(options.time, memory=options.memory * 2**20, jobs=options.jobs)
    try:
        search = await SolverProcess.start(
            game, puzzle.position.value, solver, limits, process=process
        )
        async for event in search:
            if isinstance(event, Progress):
                show_progress(format_progress(event, solver.counters))
    except SolverFault as fault:
        search.verdict = fault.to_verdict(search.last_progress)
    finally:  # asyncio would wait forever for a process that is interrupted while it starts
        show_progress()
        await wait_for_killed()
    assert search.verdict is not None
    return search, search.verdict


def summarize(puzzle: Puzzle, search: SolverProcess, verdict: Verdict) -> dict[str, Any]:
    """Return the object that `--json` prints.

    It has the certificate of a proof that can be checked without a search, and the values of the
    moves if the solver finds them.
    """
    solved = verdict if isinstance(verdict, Solved) else None
    game = search.game
    measure = (solved and solved.optimal_in) or game.measure
    summary: dict[str, Any] = {
        "puzzle": puzzle.name,
        "game": puzzle.game.family,
        "solver": search.solver.name,
        "verdict": VERDICT_TEXTS[type(verdict)],
        "reason": verdict_reason(verdict) or None,
        "moves": move_texts(game, search.position, solved.moves) if solved else [],
        "length": _solution_length(puzzle.game.family, solved, measure) if solved else None,
        "measure": measure,
        "optimal": bool(solved and solved.optimal_in),
        "explored": verdict.explored,
        "seconds": round(verdict.seconds, 6),
        "value": solved.value if solved else None,
    }
    if isinstance(verdict, Unsolvable) and verdict.certificate:
        summary["certificate"] = list(verdict.certificate)
    if solved and solved.values:
        summary["values"] = {
            game.move_text(search.position, move): value for move, value in solved.values
        }
    return summary


def _solution_length(family_name: str, solved: Solved, measure: str) -> int:
    """Return the length in a measure, which may be the unit that players count moves in."""
    family = FAMILIES[family_name]
    if family.counted_unit and measure == family.counted_unit.plural:
        return family.count_moves(solved.moves)
    return len(solved.moves)


def _print_answer(
    search: SolverProcess, verdict: Verdict, options: argparse.Namespace, write: SolutionWriter
) -> None:
    explored = format_explored(verdict)
    effort = f"{search.solver.name}, {explored} in {verdict.seconds:.3f} s"
    if not isinstance(verdict, Solved):
        print(f"{verdict_reason(verdict)} ({effort})")
        if isinstance(verdict, Unsolvable):
            print("".join(f"{line}\n" for line in verdict.certificate), end="")
        print(LAST_LINES[type(verdict)])
        return
    if options.trace:
        for drawing in draw_steps(search.game, search.position, verdict.moves):
            print(drawing)
    elif not options.output:
        solution = write(search.game, search.position, verdict.moves)
        print(add_both_ends(search.game, search.position, verdict.moves, solution), end="")
    if search.game.players == 2:
        _print_game_value(search, verdict, effort)
    else:
        _print_length(search, verdict, effort)


def _print_game_value(search: SolverProcess, solved: Solved, effort: str) -> None:
    """Print the value of a game for two, or who wins if the solver finds only that."""
    for move, value in solved.values:
        print(f"{search.game.move_text(search.position, move):<6} {value:+d}")
    if solved.value is not None:
        print(f"perfect play lasts {len(solved.moves)} plies ({effort})")
        print(solved.value)
        return
    is_won = len(solved.moves) % 2 == 1  # the winner makes the last move
    print(f"the side to move {'wins' if is_won else 'loses'} ({effort})")
    print("won" if is_won else "lost")


def _print_length(search: SolverProcess, solved: Solved, effort: str) -> None:
    game = search.game
    unit = FAMILIES[game.family].unit_of(solved.optimal_in) if solved.optimal_in else None
    fewest = f", the fewest {unit.plural} there are" if unit else ""
    solution_length = format_solution_length(
        game.family, solved.moves, game.measure, solved.optimal_in
    )
    print(f"{solution_length}{fewest} ({effort})")
    print(LAST_LINES[Solved])
