"""What each headless command does, and how its errors become one line and an exit code."""

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path

from ludoscope.games import FAMILIES
from ludoscope.games.errors import shown
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.catalogue import UnknownName, UnknownPuzzle
from ludoscope.puzzles.files import FileError
from ludoscope.puzzles.names import collections
from ludoscope.puzzles.puzzle import Entry, Puzzle
from ludoscope.search.errors import UnknownSolver
from ludoscope.tui.commands.usage import MALFORMED, MISSING, USAGE, UsageError, fail, what_failed
from ludoscope.tui.text.plain import forgive

DRAWING = ("show", "solve")  # without a screen
Command = Callable[[argparse.Namespace], int]


def run(options: argparse.Namespace) -> int:
    """Carry out a parsed command line; the exit code."""
    if options.command in DRAWING and options.ascii:
        forgive(sys.stdout, "ascii")
    try:
        return COMMANDS[options.command](options)
    except (UsageError, UnknownSolver) as error:
        return fail(USAGE, str(error))
    except FileError as error:
        return fail(MALFORMED, str(error))
    except UnknownPuzzle as error:
        lost = isinstance(error, UnknownName) and not error.near
        hint = "; try: ludoscope list" if lost else ""
        return fail(MISSING, f"{error}{hint}")
    except BrokenPipeError:
        raise
    except OSError as error:
        return fail(MISSING, what_failed(error))


def list_(options: argparse.Namespace) -> int:
    """The catalogue."""
    families = [options.family] if options.family else FAMILIES
    entries = [(family, e) for family, offered in collections(families) for e in offered.entries()]
    if options.json:
        rows = [
            {"name": e.name, "game": f, "title": e.title, "group": e.group, "detail": e.detail}
            for f, e in entries
        ]
        print(json.dumps(rows, ensure_ascii=False, indent=1))
    else:
        for family, entry in entries:
            text = (
                f"{entry.name:<22} {family:<9} {entry.group:<24} {entry.title:<26} {entry.detail}"
            )
            print(text.rstrip())
        if sys.stderr.isatty():  # scripts count lines
            tell_numbers(entries)
    return 0


def tell_numbers(entries: Sequence[tuple[str, Entry]]) -> None:
    """How many puzzles each family has, as the app counts them."""
    from ludoscope.tui.saves.overview import number_of

    for family in dict(entries):
        said = number_of(family, (entry for one, entry in entries if one == family))
        print(f"{FAMILIES[family].title}: {said}, and today's", file=sys.stderr)


def show(options: argparse.Namespace) -> int:
    """The start, and the finish where the family has one; or the published solution."""
    from ludoscope.tui.commands.show import show_puzzle

    puzzle = found(options)
    try:
        return show_puzzle(puzzle, options)
    except ValueError as error:
        raise UsageError(str(error)) from None


def solve(options: argparse.Namespace) -> int:
    """Run a solver."""
    from ludoscope.tui.commands.show import solution_writer
    from ludoscope.tui.commands.solve import solve_puzzle

    puzzle = searched(options)
    try:
        write = solution_writer(puzzle, options.format)
    except ValueError as error:
        raise UsageError(str(error)) from None
    if options.format and not _prints_solution(options):
        raise UsageError(
            "--format is for solutions: use -o FILE, or leave out --json, --csv and --trace"
        )
    return solve_puzzle(puzzle, options, write)


def _prints_solution(options: argparse.Namespace) -> bool:
    """Whether a solution goes into a file or to standard output."""
    from ludoscope.tui.commands.trace import CSV

    if options.output:
        return Path(options.output).suffix.lower() != CSV
    return not (options.json or options.csv or options.trace)


def race(options: argparse.Namespace) -> int:
    """Run several solvers."""
    from ludoscope.tui.commands.race import race_preset, race_puzzle
    from ludoscope.tui.lab.presets import PRESETS, preset_names

    if not options.preset:
        return race_puzzle(searched(options), options)
    if options.solver:
        raise UsageError("a preset names its solvers itself: --preset without --solver")
    if options.preset not in PRESETS:
        raise UsageError(f"no preset {shown(options.preset)}, expected {preset_names()}")
    preset = PRESETS[options.preset]
    if options.no_symmetry and not FAMILIES[preset.family].symmetric:
        said = f"{preset.name} is a preset of {preset.family}, expected one of peg solitaire"
        raise UsageError(f"--no-symmetry: {said}")
    return race_preset(preset, options)


def atlas(options: argparse.Namespace) -> int:
    """All winnable positions of a problem."""
    from ludoscope.games.peg.rules import PegGame
    from ludoscope.search.registry import find_solver

    game = found(options).game
    if not isinstance(game, PegGame):
        raise UsageError(f"{options.puzzle} is {game.family}, an atlas is of peg solitaire only")
    find_solver(game, "atlas")
    from ludoscope.tui.commands.atlas import write_atlas

    return write_atlas(game, options)


def found(options: argparse.Namespace) -> Puzzle:
    """The puzzle named on the command line."""
    return catalogue.find(options.puzzle, options.game)


def searched(options: argparse.Namespace) -> Puzzle:
    """The same for a solver: where it is wanted, symmetrical positions are not merged."""
    puzzle = found(options)
    if not options.no_symmetry:
        return puzzle
    from ludoscope.puzzles.puzzle import without_symmetry

    try:
        return without_symmetry(puzzle)
    except ValueError as error:
        raise UsageError(f"--no-symmetry: {error}") from None


def _in(module: str, name: str) -> Command:
    """A command in a module of its own, which is loaded when it is run."""

    def run(options: argparse.Namespace) -> int:
        command: Command = getattr(import_module(f"ludoscope.tui.commands.{module}"), name)
        return command(options)

    return run


COMMANDS: Mapping[str, Command] = {
    "play": _in("play", "open_app"),
    "list": list_,
    "show": show,
    "solve": solve,
    "check": _in("check", "check_solution"),
    "race": race,
    "batch": _in("batch", "run_batch"),
    "report": _in("report", "run_report"),
    "solvers": _in("solvers", "list_solvers"),
    "atlas": atlas,
    "generate": _in("generate", "generate_puzzles"),
    "table": _in("hexapawn", "print_table"),
    "learn": _in("hexapawn", "print_learning"),
    "bench": _in("bench", "run_bench"),
    "serve": _in("serve", "serve_pages"),
    "completions": _in("completions", "print_completions"),
    "company": _in("company", "show_company"),
    "export": _in("saves", "write_saves"),
    "import": _in("saves", "read_saves"),
}
