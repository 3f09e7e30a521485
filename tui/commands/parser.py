"""The grammar of the command line: its commands, their arguments and help."""

import argparse
from collections.abc import Callable
from typing import Any

from ludoscope.games import FAMILIES
from ludoscope.tui.commands.arguments import (
    cores,
    day,
    few,
    many,
    megabytes,
    numbers,
    scheduler,
    seconds,
    size,
    span,
    whole,
)
from ludoscope.tui.commands.errors import Parser
from ludoscope.tui.commands.grammar_web import PROFILE, READ_AS, add_web

DESCRIPTION = """\
Play peg solitaire, patience, ORush and hexapawn, and watch solvers work on them.
Without a command the app opens, on a PUZZLE if one is named, with the options of play. A PUZZLE is
a catalogue name (lucas-07, english-central, FreeCell.123456, ms-11982, orush-01), a path to a file,
- for standard input, in quotes a name as the app shows it ("FreeCell 24", "ms 24"), or the line
that the app copies with c, a puzzle with the moves made on it; that line as it is runs in a shell.
For deals of patience the command line of the course works too: FreeCell.123456 prints the cards,
FreeCell.123456 -search FILE solves the deal, FreeCell.123456 -check FILE replays a solution."""

ASCII = "draw with ASCII characters only"
COMPANY = "the shared folder of the people on this machine (LUDOSCOPE_COMPANY)"
NO_SYMMETRY = "peg solitaire: count symmetrical positions separately"

# what options of several commands have in common
Shared = dict[str, Any]
FAMILY: Shared = {"metavar": "GAME", "nargs": "?", "choices": FAMILIES}
SEVERAL: Shared = {"metavar": "NAME", "action": "append", "default": []}
TIME: Shared = {"metavar": "SECONDS", "type": seconds}
MEMORY: Shared = {"metavar": "MB", "type": megabytes, "default": 1024}
OUTPUT: Shared = {"dest": "output", "metavar": "FILE"}

Command = Callable[..., argparse.ArgumentParser]
"""Makes the parser of a command: its name, what it does, whether it takes a PUZZLE."""


def _add_play(command: Command) -> None:
    """The app."""
    play = command("play", "open the app, on a puzzle if one is given", puzzle=False)
    play.add_argument("puzzle", metavar="PUZZLE", nargs="?")
    play.add_argument("--game", **READ_AS)
    play.add_argument("--ascii", action="store_true", help=ASCII)
    play.add_argument("--suits", type=int, choices=(2, 4), help="number of colours of the suits")
    play.add_argument("--no-mouse", action="store_true", help="leave the mouse to the terminal")
    play.add_argument("--reduced-motion", action="store_true", help="no animation")
    play.add_argument("--profile", **PROFILE)
    play.add_argument("--data", metavar="FOLDER", help="where saves are kept")
    quota = "disk space, half for saves and half for the cache (with --guest 100)"
    play.add_argument("--quota", metavar="MB", type=megabytes, help=quota)
    play.add_argument(
        "--guest",
        action="store_true",
        help="for visitors: no files except saves, no other programs",
    )
    play.add_argument("--company", metavar="FOLDER", help=COMPANY)
    for name, what, kind, does in (
        ("--max-time", "SECONDS", seconds, "time limit of each solver (guests: 600)"),
        ("--max-memory", "MB", megabytes, "memory limit of each solver (guests: 1024)"),
        ("--max-solvers", "N", many, "solvers at once (guests: 2)"),
    ):
        play.add_argument(name, metavar=what, type=kind, help=does)


def _add_puzzles(command: Command) -> None:
    """What tells of puzzles."""
    listing = command("list", "the catalogue, a line each", puzzle=False)
    listing.add_argument("family", **FAMILY)
    listing.add_argument("--json", action="store_true")

    show = command("show", "the start (and finish) of a puzzle, as text")
    show.add_argument(
        "--format", **SEVERAL, help="any format of the family; repeatable; two-files needs -o"
    )
    show.add_argument(
        "--solution", action="store_true", help="the published solution; --format as in solve"
    )
    show.add_argument("-o", **OUTPUT, help="write to FILE; two-files: FILEI.txt and FILEF.txt")
    show.add_argument("--ascii", action="store_true", help=ASCII)


def _add_solving(command: Command) -> None:
    """What solves, and checks solutions."""
    solve = command("solve", "run a solver; the answer goes to standard output")
    solve.add_argument("--solver", metavar="NAME", default="", help="see: ludoscope solvers")
    solve.add_argument("--no-symmetry", action="store_true", help=NO_SYMMETRY)
    solve.add_argument("--time", **TIME, help="time limit")
    solve.add_argument("--memory", **MEMORY, help="memory limit (1024)")
    solve.add_argument(
        "--jobs", metavar="N", type=cores, help="cores, for compiled solvers of peg solitaire (1)"
    )
    solve.add_argument(
        "--format",
        metavar="NAME",
        default="",
        help="of the solution; peg: compass, lucas, list, compass-list",
    )
    answers = solve.add_mutually_exclusive_group()
    answers.add_argument("--json", action="store_true", help="print one object")
    answers.add_argument("--csv", action="store_true", help="print a row for each move")
    answers.add_argument("--trace", action="store_true", help="draw each position")
    solve.add_argument("--ascii", action="store_true", help=ASCII)
    solve.add_argument("-o", **OUTPUT, help="write the solution to a file, FILE.csv as --csv")

    check = command("check", "replay a solution file")
    check.add_argument(
        "solution", metavar="FILE", nargs="?", help="left out if PUZZLE is a shared line with moves"
    )

    solvers = command("solvers", "the solvers and what each guarantees", puzzle=False)
    solvers.add_argument("family", **FAMILY)
    solvers.add_argument("--about", metavar="NAME", help="how one of them works (needs a GAME)")


def _add_race(command: Command) -> None:
    from ludoscope.tui.lab.presets import preset_names

    race = command("race", "several solvers on one puzzle, a table", puzzle=False)
    race.epilog = "Exit code: 0 when one solved it, 2 when one proved it unsolvable, else 1."
    what = race.add_mutually_exclusive_group(required=True)
    what.add_argument("puzzle", metavar="PUZZLE", nargs="?")
    what.add_argument(
        "--preset",
        metavar="NAME",
        help=f"{preset_names()}: a table of several puzzles, beside published figures",
    )
    race.add_argument("--game", **READ_AS)
    race.add_argument("--solver", **SEVERAL, help="repeatable (default: four)")
    race.add_argument("--no-symmetry", action="store_true", help=NO_SYMMETRY)
    race.add_argument("--time", **TIME, help="for each (60, presets 10 to 60)")
    race.add_argument("--memory", **MEMORY, help="for each (1024)")
    forms = race.add_mutually_exclusive_group()
    for form in ("csv", "json", "markdown"):
        forms.add_argument(f"--{form}", dest="form", action="store_const", const=form)
    race.add_argument("-o", **OUTPUT, help="write the table to FILE.csv, .json, .md or .txt")


def _add_batch(command: Command) -> None:
    batch = command("batch", "many puzzles by number; an interrupted batch can be resumed", False)
    batch.epilog = "Exit code: 0 when each was solved or proved unsolvable, else 1."
    batch.add_argument(
        "game",
        metavar="GAME",
        help="FreeCell, ms, Seahaven, lucas, …, a name with N (ms-N-free), or a peg board: "
        "english 1..33 are its vacancies, holes numbered row by row from the top; the last peg "
        "must end in the hole that was empty",
    )
    batch.add_argument("numbers", metavar="FIRST..LAST", type=numbers)
    batch.add_argument(
        "--solver",
        **SEVERAL,
        help="see: ludoscope solvers; repeatable, to compare how often each succeeds",
    )
    batch.add_argument("--time", **TIME, default=60.0, help="for each (60)")
    batch.add_argument("--memory", **MEMORY, help="for each (1024)")
    workers = batch.add_mutually_exclusive_group()
    workers.add_argument("--jobs", metavar="N", type=many, help="processes (one for each core)")
    workers.add_argument(
        "--cluster",
        metavar="ADDRESS",
        type=scheduler,
        help="have the workers of a Dask scheduler do it, such as 192.168.0.7:8786 "
        "(needs ludoscope[cluster])",
    )
    batch.add_argument(
        "-o",
        **OUTPUT,
        help="add a row for each to FILE.sqlite or FILE.csv, or as JSON; puzzles already in it are "
        "skipped, but those of FILE.sqlite that gave up within smaller limits",
    )
    batch.add_argument(
        "--again",
        action="store_true",
        help="try those of FILE.sqlite that gave up again, within the same limits too",
    )


def _add_report(command: Command) -> None:
    report = command("report", "what came of a batch: counts, intervals, the hardest", False)
    report.add_argument("file", metavar="FILE", help="what batch wrote with -o")
    report.add_argument("--markdown", action="store_true", help="as tables of Markdown")


def _add_atlas(command: Command) -> None:
    """What only peg solitaire has."""
    atlas = command("atlas", "all winnable positions of a peg problem: count and store them", False)
    atlas.add_argument("puzzle", metavar="PUZZLE", nargs="?", default="english-central")
    atlas.add_argument("--game", choices=["peg"], help="the game, if the file does not show it")
    atlas.add_argument("--time", **TIME, help="time limit")
    atlas.add_argument("--memory", **MEMORY, help="memory limit (1024)")
    atlas.add_argument("--jobs", metavar="N", type=cores, help="cores (default: all, up to 4)")
    atlas.add_argument(
        "--reachable", action="store_true", help="also count the positions reachable from the start"
    )


def _add_generate(command: Command) -> None:
    """What makes new puzzles."""
    make = command("generate", "new puzzles of a given length, no boat or wall superfluous", False)
    make.add_argument("family", metavar="GAME", choices=["rush"], help="rush")
    length = make.add_mutually_exclusive_group()
    length.add_argument("--slides", metavar="N", type=whole, help="fewest slides to the exit (20)")
    length.add_argument("--cells", metavar="N", type=whole, help="fewest cells to the exit")
    make.add_argument("--walls", metavar="N", type=few, default=0, help="1 to N walls")
    make.add_argument("--count", metavar="K", type=many, default=1, help="how many puzzles (1)")
    make.add_argument("--seed", metavar="S", type=whole, help="random seed")
    make.add_argument("--time", **TIME, help="time limit")
    make.add_argument("--json", action="store_true", help="print one list")
    make.add_argument("-o", dest="output", metavar="FOLDER", help="a file for each puzzle")


def _add_hexapawn(command: Command) -> None:
    """What only hexapawn has."""
    table = command("table", "the values of hexapawn boards; computed once and stored", False)
    table.add_argument("--rows", metavar="A..B", type=span, default="3..8", help="(3..8)")
    table.add_argument("--columns", metavar="A..B", type=span, default="2..8", help="(2..8)")
    table.add_argument("--time", **TIME, default=10.0, help="for each board (10)")
    table.add_argument("--memory", **MEMORY, help="for each board (1024)")
    table.add_argument("--json", action="store_true", help="print one object")

    learn = command("learn", "train the matchboxes of hexapawn against random moves", False)
    learn.add_argument("size", metavar="ROWSxCOLUMNS", nargs="?", type=size, default="3x3")
    learn.add_argument("--games", metavar="N", type=many, default=1000, help="how many (1000)")
    learn.add_argument("--seed", metavar="S", type=many, default=1, help="random seed (1)")
    learn.add_argument("--side", choices=("white", "black"), default="black", help="(black)")


def _add_others(command: Command) -> None:
    """Measurements, and saves as text."""
    bench = command("bench", "the standard measurements, a row each", puzzle=False)
    bench.add_argument("family", **FAMILY)
    bench.add_argument("--json", action="store_true")

    company = command("company", "the leaderboard of this server, or create its folder", False)
    company.add_argument("folder", metavar="FOLDER", nargs="?", help=COMPANY)
    company.add_argument("--day", metavar="DATE", type=day, help="such as 2026-11-20 (today)")
    company.add_argument("--json", action="store_true")
    company.add_argument("--make", action="store_true", help="for the host: create FOLDER")
    company.add_argument(
        "--guests", action="store_true", help="with --make: guests with a profile take part"
    )

    export = command("export", "write sessions and statistics as text", puzzle=False)
    export.add_argument("file", metavar="FILE", nargs="?", help="instead of standard output")
    export.add_argument("--profile", **PROFILE)

    take = command("import", "read what export wrote; the newer session is kept", puzzle=False)
    take.add_argument("file", metavar="FILE", help="or - for standard input")
    take.add_argument("--profile", **PROFILE)


GROUPS = (
    _add_play,
    _add_puzzles,
    _add_solving,
    _add_race,
    _add_batch,
    _add_report,
    _add_atlas,
    _add_generate,
    _add_hexapawn,
    _add_others,
    add_web,
)


def parser(only_play: bool = False) -> Parser:
    """The grammar of `cli.md`; of all commands only `play` where no other is wanted, but soon."""
    top = Parser(
        prog="ludoscope",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    top.add_argument("--version", action="store_true", help="print versions and what is compiled")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    top.commands = commands.choices

    def command(name: str, does: str, puzzle: bool = True) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=does, description=does, allow_abbrev=False)
        if puzzle:
            added.add_argument("puzzle", metavar="PUZZLE")
            added.add_argument("--game", **READ_AS)
        return added

    for add in GROUPS[:1] if only_play else GROUPS:
        add(command)
    return top
