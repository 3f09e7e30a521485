"""What each headless command does, and how its errors become one line and an exit code."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from ludoscope.games import FAMILIES
from ludoscope.games.errors import shown
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.catalogue import UnknownName, UnknownPuzzle
from ludoscope.puzzles.files import FileError
from ludoscope.puzzles.names import collections
from ludoscope.puzzles.puzzle import Entry, Puzzle
from ludoscope.search.kernels import kernels_compiled
from ludoscope.search.registry import UnknownSolver, find_solver, solvers
from ludoscope.tui import loading
from ludoscope.tui.browser import in_browser, take_profile
from ludoscope.tui.commands.usage import MALFORMED, MISSING, USAGE, UsageError, fail, what_failed
from ludoscope.tui.company import VARIABLE
from ludoscope.tui.text.plain import forgive
from ludoscope.tui.text.words import guarantee

if TYPE_CHECKING:
    from ludoscope.tui.company.company import Company

DRAWING = ("show", "solve")  # without a screen
PROSE = 79  # columns of text
GUEST_QUOTA = 100  # MB
FRAMES = "240"  # a second: of 60 a key that comes after a solver's frame waits 16 ms for its own
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


def play(options: argparse.Namespace) -> int:
    """Open the app."""
    browser = in_browser() and not options.guest
    seen = browser or _in_terminal()
    name, files = options.puzzle, not options.guest
    find = name and (seen or name != "-")  # what is piped in is not waited for in vain
    puzzle = catalogue.find(catalogue.usual(name), options.game, files=files) if find else None
    if not seen:
        raise UsageError("the app needs a terminal; the other commands do not: ludoscope --help")
    from ludoscope.tui.commands.address_space import make_do

    if short := make_do():
        raise UsageError(short)
    loading.without_ssl()
    os.environ.setdefault("TEXTUAL_FPS", FRAMES)  # read when Textual is loaded
    from ludoscope.search.storage.folders import saves_of
    from ludoscope.search.storage.quota import QUOTA
    from ludoscope.tui.boards.look import terminal_look
    from ludoscope.tui.guest import host_limits
    from ludoscope.tui.run import run_app
    from ludoscope.tui.saves.settings import Settings

    if options.data:  # where solvers too, in processes of their own, keep what takes time to make
        os.environ["LUDOSCOPE_HOME"] = os.path.abspath(options.data)
    if quota := options.quota or (GUEST_QUOTA if options.guest else None):
        os.environ[QUOTA] = str(quota)  # for solvers too
    if browser:
        options.profile = take_profile(options.profile)
    folder = saves_of(options.profile)
    settings = Settings.load(folder)
    look = terminal_look(options.ascii, still=options.reduced_motion)
    limits = (options.max_time, options.max_memory, options.max_solvers)
    look.host_limits = host_limits(options.guest, *limits)
    settings.dress(look)
    look.four_colours = options.suits == 4 if options.suits else look.four_colours
    look.mouse = look.mouse and not options.no_mouse
    company, wrong = _company(options)
    own = not options.guest or bool(options.profile)
    return run_app(
        puzzle, look, folder, files=files, own_settings=own, company=company, wrong=wrong
    )


def _in_terminal() -> bool:
    """Whether there is a terminal; what the environment says of its size is forgotten."""
    for name in ("COLUMNS", "LINES"):  # the terminal knows better
        os.environ.pop(name, None)
    return all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout))


def _company(options: argparse.Namespace) -> tuple["Company | None", str]:
    """What there is company with, and what is wrong; nothing of it is loaded without a folder."""
    if not (options.company or os.environ.get(VARIABLE)):
        return None, ""
    from ludoscope.tui.commands.company import company_of

    return company_of(options)


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


def list_solvers(options: argparse.Namespace) -> int:
    """Every solver with its guarantee, or how one of them works."""
    if options.about:
        return tell_of_solver(options.family, options.about)
    for family in [options.family] if options.family else FAMILIES:
        print(family)
        for row in solvers(family):
            kind = "" if not row.kernels else "compiled" if row.available else "not compiled"
            print(
                f"  {row.name:<22} {guarantee(row, FAMILIES[family].measure):<52} {kind}".rstrip()
            )
            print(f"  {'':<22} {row.summary}")
    if not kernels_compiled():
        print("kernels not compiled: solvers that need one are not available", file=sys.stderr)
    return 0


def tell_of_solver(family: str | None, name: str) -> int:
    """How a solver works."""
    from ludoscope.search.registry import named_solver
    from ludoscope.tui.text.prose import printed
    from ludoscope.tui.text.solver_text import how_it_works

    if family is None:
        raise UsageError("--about needs a game: ludoscope solvers GAME --about NAME")
    page = how_it_works(named_solver(family, name), family, FAMILIES[family].measure)
    for line in printed(page, PROSE):
        print(line)
    return 0


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
    "play": play,
    "list": list_,
    "show": show,
    "solve": solve,
    "check": _in("check", "check_solution"),
    "race": race,
    "batch": _in("batch", "run_batch"),
    "report": _in("report", "run_report"),
    "solvers": list_solvers,
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
