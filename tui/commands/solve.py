"""The command `solve`: a solver in its worker, a line of progress, the answer."""

import argparse
import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from ludoscope.games import FAMILIES
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.collection import SolutionWriter
from ludoscope.puzzles.files import check_writable, write_text
from ludoscope.puzzles.puzzle import Puzzle, without_symmetry
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp, Progress, Solved, Unsolvable, Verdict
from ludoscope.search.kernels import all_kernels_compiled
from ludoscope.search.process.child_process import wait_for_killed
from ludoscope.search.process.client import SolverFault, SolverProcess
from ludoscope.search.process.wire import move_texts
from ludoscope.search.registry import default_solver, find_solver, require_cores
from ludoscope.search.result_text import VERDICT_TEXTS, verdict_reason
from ludoscope.tui.commands.errors import UsageError
from ludoscope.tui.commands.show import solution_writer
from ludoscope.tui.commands.solution_steps import CSV, framed, table, traced
from ludoscope.tui.text.formatting import length, unit
from ludoscope.tui.text.sanitize import show_progress

LAST_LINE = {Solved: "SUCCES", Unsolvable: "INSOLUBLE", GaveUp: "ECHEC"}
EXIT = {Solved: 0, GaveUp: 1, Unsolvable: 2}


def searched(options: argparse.Namespace) -> Puzzle:
    """The puzzle to search; where it is wanted, symmetrical positions are not merged."""
    puzzle = catalogue.find(options.puzzle, options.game)
    try:
        return without_symmetry(puzzle) if options.no_symmetry else puzzle
    except ValueError as error:
        raise UsageError(f"--no-symmetry: {error}") from None


def run_solve(options: argparse.Namespace) -> int:
    """Solve and print; the exit code."""
    puzzle = searched(options)
    try:
        write = solution_writer(puzzle, options.format)
    except ValueError as error:
        raise UsageError(str(error)) from None
    if options.format and not _prints_solution(options):
        raise UsageError(
            "--format is for solutions: use -o FILE, or leave out --json, --csv and --trace"
        )
    if options.output:
        check_writable(Path(options.output))  # better said before the search than after it
    run, verdict = asyncio.run(_solved(puzzle, options))
    if isinstance(verdict, Solved) and options.output:
        path = Path(options.output)
        in_rows = path.suffix.lower() == CSV
        write_text(path, _rows(run, verdict) if in_rows else write(run.game, verdict.moves))
    if options.json:
        print(json.dumps(summary(puzzle, run, verdict), ensure_ascii=False))
    elif options.csv and isinstance(verdict, Solved):
        print(_rows(run, verdict), end="")
    elif options.csv:
        print(verdict_reason(verdict), file=sys.stderr)
    else:
        _print_answer(run, verdict, options, write)
    return EXIT[type(verdict)]


def _prints_solution(options: argparse.Namespace) -> bool:
    """Whether a solution goes into a file or to standard output."""
    if options.output:
        return Path(options.output).suffix.lower() != CSV
    return not (options.json or options.csv or options.trace)


def _rows(run: SolverProcess, solved: Solved) -> str:
    return table(run.game, run.position, solved.moves, solved.seconds)


async def _solved(puzzle: Puzzle, options: argparse.Namespace) -> tuple[SolverProcess, Verdict]:
    game = puzzle.game
    solver = find_solver(game, options.solver) if options.solver else default_solver(game)
    if not all_kernels_compiled():
        print("kernels not compiled: this takes longer than it could", file=sys.stderr)
    require_cores(solver, game.family, options.jobs)
    limits = Limits(options.time, memory=options.memory * 2**20, jobs=options.jobs)
    try:
        run = await SolverProcess.start(game, game.start, solver, limits)
        async for event in run:
            show_progress(progress_line(event) if isinstance(event, Progress) else "")
    except SolverFault as fault:
        run.verdict = fault.to_verdict(run.last_progress)
        show_progress()
    finally:  # asyncio would wait for ever for a process that is interrupted while it starts
        await wait_for_killed()
    assert run.verdict is not None
    return run, run.verdict


def progress_line(event: Progress) -> str:
    """A report in less than 80 columns."""
    rate = event.explored / event.seconds if event.seconds else 0
    return (
        f"explored {event.explored:,}  {rate:,.0f}/s  frontier {event.frontier:,}  "
        f"depth {event.depth}  {event.bytes / 2**20:,.0f} MB  {event.seconds:.1f} s"
    )[:79]


def summary(puzzle: Puzzle, run: SolverProcess, verdict: Verdict) -> dict[str, Any]:
    """The object that `--json` prints.

    With the certificate of a proof that can be checked without a search, and the values by move
    where a solver was asked for them.
    """
    solved = verdict if isinstance(verdict, Solved) else None
    measure = (solved and solved.optimal_in) or run.game.measure
    row: dict[str, Any] = {
        "puzzle": puzzle.name,
        "game": puzzle.game.family,
        "solver": run.solver.name,
        "verdict": VERDICT_TEXTS[type(verdict)],
        "reason": verdict_reason(verdict) or None,
        "moves": move_texts(run.game, run.position, solved.moves) if solved else [],
        "length": _length(puzzle.game.family, solved, measure) if solved else None,
        "measure": measure,
        "optimal": bool(solved and solved.optimal_in),
        "explored": verdict.explored,
        "seconds": round(verdict.seconds, 6),
        "value": solved.value if solved else None,
    }
    if isinstance(verdict, Unsolvable) and verdict.certificate:
        row["certificate"] = list(verdict.certificate)
    if solved and solved.values:
        row["values"] = {
            run.game.move_text(run.position, move): value for move, value in solved.values
        }
    return row


def _length(family: str, solved: Solved, measure: str) -> int:
    """The moves in the measure, which may be what a person counts instead of the game."""
    declared = FAMILIES[family]
    return (
        declared.count_moves(solved.moves)
        if measure == declared.counted_unit
        else len(solved.moves)
    )


def _print_outcome(run: SolverProcess, solved: Solved, work: str) -> None:
    """Where two play: the value, last, or who wins where that alone was asked."""
    for move, value in solved.values:
        print(f"{run.game.move_text(run.position, move):<6} {value:+d}")
    if solved.value is not None:
        print(f"perfect play lasts {len(solved.moves)} plies ({work})")
        print(solved.value)
    else:
        print(f"the side to move {'wins' if len(solved.moves) % 2 else 'loses'} ({work})")
        print("won" if len(solved.moves) % 2 else "lost")


def _print_answer(
    run: SolverProcess, verdict: Verdict, options: argparse.Namespace, write: SolutionWriter
) -> None:
    work = f"{run.solver.name}, explored {verdict.explored:,} in {verdict.seconds:.3f} s"
    if not isinstance(verdict, Solved):
        print(f"{verdict_reason(verdict)} ({work})")
        if isinstance(verdict, Unsolvable):
            print("".join(f"{line}\n" for line in verdict.certificate), end="")
        print(LAST_LINE[type(verdict)])
        return
    if options.trace:
        for picture in traced(run.game, run.position, verdict.moves):
            print(picture)
    elif not options.output:
        solution = write(run.game, verdict.moves)
        print(framed(run.game, verdict.moves, solution), end="")
    if run.game.players == 2:
        _print_outcome(run, verdict, work)
        return
    fewest = f", the fewest {unit(verdict.optimal_in)} there are" if verdict.optimal_in else ""
    counted = {"cards": "cards moved"}.get(run.game.measure, run.game.measure)
    said = length(run.game.family, verdict.moves, counted, verdict.optimal_in)
    print(f"{said}{fewest} ({work})")
    print(LAST_LINE[Solved])
