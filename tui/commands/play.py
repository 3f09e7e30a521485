"""The command `play`: the app, of which only what the first frame shows is imported."""

import argparse
import os
import sys
from contextlib import nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ludoscope.games import FAMILIES
from ludoscope.games.registry import is_builtin, supervise_plugins
from ludoscope.search.storage.folders import profile_saves_folder
from ludoscope.search.storage.quota import QUOTA_VARIABLE
from ludoscope.tui import lazy
from ludoscope.tui.boards.terminal_support import detect_appearance
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.browser import in_browser, reserve_profile
from ludoscope.tui.commands.address_space import (
    BROWSER_ADDRESS_SPACE,
    limit_address_space,
    reduce_reservations,
)
from ludoscope.tui.commands.arguments import (
    ASCII,
    FILE_FAMILY,
    LOBBY_FOLDER_HELP,
    PROFILE,
    megabytes,
    positive_count,
    seconds,
)
from ludoscope.tui.commands.errors import UsageError
from ludoscope.tui.commands.renamed import refuse_former_variables
from ludoscope.tui.guest import host_limits, require_isolation
from ludoscope.tui.lobby import FOLDER_VARIABLE
from ludoscope.tui.saves.settings import Settings

if TYPE_CHECKING:
    from ludoscope.puzzles.puzzle import Puzzle
    from ludoscope.tui.lobby.lobby import Lobby

DUMB_TERMINAL = "dumb"  # the value of TERM of terminals that only print lines
GUEST_QUOTA_MEGABYTES = 100
# at Textual's 60 a key that comes after a frame of a solver would wait 16 ms for its own frame
MAX_FRAMES_PER_SECOND = 240


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("puzzle", metavar="PUZZLE", nargs="?")
    parser.add_argument("--game", **FILE_FAMILY)
    parser.add_argument("--ascii", **ASCII)
    parser.add_argument("--suits", type=int, choices=(2, 4), help="number of colours of the suits")
    parser.add_argument(
        "--plain",
        action=argparse.BooleanOptionalAction,
        help="play line by line, in words, without a screen (default if TERM is dumb)",
    )
    parser.add_argument("--no-mouse", action="store_true", help="leave the mouse to the terminal")
    parser.add_argument("--reduced-motion", action="store_true", help="no animation")
    parser.add_argument("--profile", **PROFILE)
    parser.add_argument("--data", metavar="FOLDER", help="where saves are kept")
    parser.add_argument(
        "--quota",
        metavar="MB",
        type=megabytes,
        help="disk space, half for saves and half for the cache (with --guest 100)",
    )
    parser.add_argument(
        "--guest",
        action="store_true",
        help="for visitors: no files except saves, no other programs",
    )
    parser.add_argument("--lobby", metavar="FOLDER", help=LOBBY_FOLDER_HELP)
    parser.add_argument(
        "--max-time",
        metavar="SECONDS",
        type=seconds,
        help="time limit of each solver (guests: 600)",
    )
    parser.add_argument(
        "--max-memory",
        metavar="MB",
        type=megabytes,
        help="memory limit of each solver (guests: 1024)",
    )
    parser.add_argument(
        "--max-solvers", metavar="N", type=positive_count, help="solvers at once (guests: 2)"
    )


def run(options: argparse.Namespace) -> int:
    """Open the app and return the exit code."""
    if options.guest:
        require_isolation()
    runs_in_browser = in_browser() and not options.guest
    has_screen = runs_in_browser or _has_terminal()
    is_plain = options.plain
    if is_plain is None:
        is_plain = has_screen and not runs_in_browser and os.environ.get("TERM") == DUMB_TERMINAL
    reads_input = options.puzzle == "-"  # without a screen nobody waits for it
    if is_plain and reads_input:
        raise UsageError("with --plain standard input has the commands: name a puzzle or a file")
    puzzle = None
    if options.puzzle and (has_screen or not reads_input):
        puzzle = _find_puzzle(options.puzzle, options.game, files=not options.guest)
    if not has_screen and not is_plain:
        raise UsageError(
            "the app needs a terminal; in a pipe: ludoscope play --plain, or the other commands, "
            "see ludoscope --help"
        )
    if runs_in_browser:
        limit_address_space(BROWSER_ADDRESS_SPACE)
    reduce_reservations()
    os.environ.setdefault("TEXTUAL_FPS", str(MAX_FRAMES_PER_SECOND))  # read when it is imported
    _set_storage(options)
    if runs_in_browser:
        options.profile = reserve_profile(options.profile)
    folder = profile_saves_folder(options.profile)
    lobby, lobby_error = (None, "") if is_plain else _open_lobby(options)
    load_plugins()
    user_options = _read_options(options, folder)
    if puzzle and user_options.preferences.winnable_deals:
        puzzle = _winnable_deal(puzzle, options.puzzle)
    if is_plain:
        return lazy.plain_program.run_plain(
            puzzle,
            user_options,
            folder,
            files_allowed=not options.guest,
            store_choices=not options.guest or bool(options.profile),
        )

    from ludoscope.tui.run import run_app  # after the environment is set, as it imports Textual

    return run_app(
        puzzle,
        user_options,
        folder,
        files_allowed=not options.guest,
        store_choices=not options.guest or bool(options.profile),
        lobby=lobby,
        start_message=lobby_error,
    )


def load_plugins() -> None:
    """Load all declarations of plug-ins, which FAMILIES leaves out if they are faulty.

    This is done before the app has the screen: there one that takes long could not be seen, and
    would keep the app from drawing.
    """
    for family in [name for name in FAMILIES if not is_builtin(FAMILIES.reference(name))]:
        with suppress(LookupError):
            lazy.collections.collection(family)
            lazy.registry.solver_set(family)
            if family in lazy.boards.BOARD_FAMILIES:
                lazy.boards.board_family(family)
    supervise_plugins(nullcontext)


def _set_storage(options: argparse.Namespace) -> None:
    """Set the folder and its quota in the environment, where worker processes read them too."""
    if options.data:
        os.environ["LUDOSCOPE_HOME"] = os.path.abspath(options.data)
    quota = options.quota or (GUEST_QUOTA_MEGABYTES if options.guest else None)
    if quota:
        os.environ[QUOTA_VARIABLE] = str(quota)


def _read_options(options: argparse.Namespace, folder: Path) -> UserOptions:
    """Return the stored settings, overridden by the command line and limited by the host."""
    limits = host_limits(options.guest, options.max_time, options.max_memory, options.max_solvers)
    detected = detect_appearance(options.ascii, reduced_motion=options.reduced_motion)
    stored = Settings.load(folder).apply(UserOptions(detected, host_limits=limits))
    appearance, preferences = stored.appearance, stored.preferences
    if options.suits:
        appearance = replace(appearance, four_colours=options.suits == 4)
    if options.no_mouse:
        preferences = replace(preferences, mouse=False)
    return UserOptions(appearance, preferences, limits)


def _find_puzzle(name: str, family: str | None, files: bool) -> "Puzzle":
    """Return a puzzle as the app plays it."""
    catalogue = lazy.catalogue
    return catalogue.find(catalogue.name_opened_in_app(name), family, files=files)


def _winnable_deal(puzzle: "Puzzle", name: str) -> "Puzzle":
    """Return a puzzle, or a random deal of its series that can be won if a random one is named."""
    if not lazy.series.is_random_name(name):
        return puzzle
    series = lazy.series.find_series(puzzle.name)
    deal = next(lazy.winnable.winnable_names(series, 0), None) if series else None
    return lazy.catalogue.find(deal) if deal else puzzle


def _has_terminal() -> bool:
    """Return True if input and output are a terminal; its size is no longer read from variables."""
    for name in ("COLUMNS", "LINES"):
        os.environ.pop(name, None)
    return all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout))


def _open_lobby(options: argparse.Namespace) -> tuple["Lobby | None", str]:
    """Return the lobby, if there is one, and a message if its folder cannot be used."""
    if not options.lobby:
        refuse_former_variables()
    if not (options.lobby or os.environ.get(FOLDER_VARIABLE)):
        return None, ""
    return lazy.lobby_command.lobby_from_options(options)
