"""The command that opens the app, which loads of it only what the first frame shows."""

import argparse
import os
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.tui import startup
from ludoscope.tui.browser import in_browser, take_profile
from ludoscope.tui.commands.usage import UsageError
from ludoscope.tui.lobby import VARIABLE

if TYPE_CHECKING:
    from ludoscope.tui.lobby.lobby import Company

GUEST_QUOTA = 100  # MB
FRAMES = "240"  # a second: of 60 a key that comes after a solver's frame waits 16 ms for its own


def open_app(options: argparse.Namespace) -> int:
    """Open the app."""
    browser = in_browser() and not options.guest
    seen = browser or _in_terminal()
    name, files = options.puzzle, not options.guest
    find = name and (seen or name != "-")  # what is piped in is not waited for in vain
    puzzle = _found(name, options.game, files) if find else None
    if not seen:
        raise UsageError("the app needs a terminal; the other commands do not: ludoscope --help")
    from ludoscope.tui.commands.address_space import make_do

    if short := make_do():
        raise UsageError(short)
    startup.without_ssl()
    os.environ.setdefault("TEXTUAL_FPS", FRAMES)  # read when Textual is loaded
    from ludoscope.search.storage.folders import profile_saves_folder
    from ludoscope.search.storage.quota import QUOTA_VARIABLE
    from ludoscope.tui.boards.styles import detect_appearance
    from ludoscope.tui.boards.user_options import UserOptions
    from ludoscope.tui.guest import host_limits
    from ludoscope.tui.run import run_app
    from ludoscope.tui.saves.settings import Settings

    if options.data:  # where solvers too, in processes of their own, keep what takes time to make
        os.environ["LUDOSCOPE_HOME"] = os.path.abspath(options.data)
    if quota := options.quota or (GUEST_QUOTA if options.guest else None):
        os.environ[QUOTA_VARIABLE] = str(quota)  # for solvers too
    if browser:
        options.profile = take_profile(options.profile)
    folder = profile_saves_folder(options.profile)
    settings = Settings.load(folder)
    limits = host_limits(options.guest, options.max_time, options.max_memory, options.max_solvers)
    detected = detect_appearance(options.ascii, reduced_motion=options.reduced_motion)
    chosen = settings.apply(UserOptions(detected, host_limits=limits))
    appearance, preferences = chosen.appearance, chosen.preferences
    if options.suits:
        appearance = replace(appearance, four_colours=options.suits == 4)
    if options.no_mouse:
        preferences = replace(preferences, mouse=False)
    user_options = UserOptions(appearance, preferences, limits)
    company, wrong = _company(options)
    own = not options.guest or bool(options.profile)
    return run_app(
        puzzle, user_options, folder, files=files, own_settings=own, company=company, wrong=wrong
    )


def _found(name: str, family: str | None, files: bool) -> Puzzle:
    """The puzzle of that name, as it is usually played."""
    from ludoscope.puzzles import catalogue

    return catalogue.find(catalogue.name_opened_in_app(name), family, files=files)


def _in_terminal() -> bool:
    """Whether there is a terminal; what the environment says of its size is forgotten."""
    for name in ("COLUMNS", "LINES"):  # the terminal knows better
        os.environ.pop(name, None)
    return all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout))


def _company(options: argparse.Namespace) -> tuple["Company | None", str]:
    """What there is company with, and what is wrong; nothing of it is loaded without a folder."""
    if not (options.company or os.environ.get(VARIABLE)):
        return None, ""
    from ludoscope.tui.commands.lobby import company_of

    return company_of(options)
