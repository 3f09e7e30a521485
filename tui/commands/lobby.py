"""The command `lobby`: print the leaderboard of a shared folder, or create the folder."""

import argparse
import json
import os
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import NamedTuple, TypedDict

from ludoscope.games import FAMILIES
from ludoscope.puzzles import daily
from ludoscope.tui.commands.arguments import LOBBY_FOLDER_HELP, iso_date
from ludoscope.tui.commands.errors import EXIT_MISSING, UsageError, fail
from ludoscope.tui.commands.renamed import refuse_former_variables
from ludoscope.tui.lobby import FOLDER_VARIABLE
from ludoscope.tui.lobby.host_settings import (
    HostSettings,
    LobbyError,
    make_lobby,
    read_host_settings,
)
from ludoscope.tui.lobby.lobby import Lobby
from ludoscope.tui.lobby.published_games import LeaderboardEntry
from ludoscope.tui.lobby.users import UserProfile, display_names
from ludoscope.tui.text.formatting import format_clock

CLOSED_TO_GUESTS = "The lobby cannot be opened"  # guests are told nothing of the host's folders


class LobbyChoice(NamedTuple):
    """The lobby that a session takes part in, None without one, and an error message or ""."""

    lobby: Lobby | None
    error: str


class ResultRow(TypedDict):
    """A result on the leaderboard, with the fields that `--json` prints."""

    place: int
    name: str
    puzzle: str
    moves: int
    seconds: float
    hints: int


def lobby_from_options(options: argparse.Namespace) -> LobbyChoice:
    """Return the lobby named by the options of `play` or by the environment.

    Guests take part if the host allows them and if they have a profile.
    """
    folder = Path(options.lobby or os.environ[FOLDER_VARIABLE])
    try:
        settings = read_host_settings(folder)
    except LobbyError as error:
        return LobbyChoice(None, CLOSED_TO_GUESTS if options.guest else str(error))
    if options.guest and not (settings.guests_allowed and options.profile):
        return LobbyChoice(None, "")
    own_profile = UserProfile(os.geteuid(), options.profile or "")
    return LobbyChoice(Lobby(folder, own_profile), "")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="FOLDER", nargs="?", help=LOBBY_FOLDER_HELP)
    parser.add_argument("--day", metavar="DATE", type=iso_date, help="such as 2026-11-20 (today)")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--make", action="store_true", help="for the host: create FOLDER")
    parser.add_argument(
        "--guests", action="store_true", help="with --make: guests with a profile take part"
    )


def run(options: argparse.Namespace) -> int:
    """Print the leaderboard of a day or, with `--make`, create the folder.

    Returns:
        The exit code.
    """
    if not options.folder:
        refuse_former_variables()
    folder_name = options.folder or os.environ.get(FOLDER_VARIABLE)
    if not folder_name:
        raise UsageError(f"a FOLDER is needed, as {FOLDER_VARIABLE} names none")
    folder = Path(folder_name)
    try:
        if options.make:
            return _make(folder, HostSettings(options.guests))
        if options.guests:
            raise UsageError("--guests goes with --make")
        read_host_settings(folder)
    except LobbyError as error:
        return fail(EXIT_MISSING, str(error))
    day = options.day or daily.today()
    leaderboard = Lobby(folder, UserProfile(os.geteuid())).leaderboard(day)
    if options.json:
        rows = [row for family in leaderboard for row in _result_rows(leaderboard, family, day)]
        print(json.dumps(rows, indent=1))
    else:
        _print(leaderboard, day)
    return 0


def _make(folder: Path, settings: HostSettings) -> int:
    make_lobby(folder, settings)
    guests = "guests with a profile too" if settings.guests_allowed else "no guests"
    print(f"{folder}: all accounts of this machine, {guests}")
    print(f"Set {FOLDER_VARIABLE}={os.path.abspath(folder)} for them, or play with --lobby.")
    return 0


def _print(leaderboard: Mapping[str, list[LeaderboardEntry]], day: date) -> None:
    for family in leaderboard:
        print(f"{daily.name_for(family, day)}  {FAMILIES[family].title}")
        rows = _result_rows(leaderboard, family, day)
        for row in rows:
            time, hints = format_clock(row["seconds"]), row["hints"]
            print(
                f"{row['place']:>4}  {row['name']:<32} {row['moves']:>5} moves {time:>8}"
                f" {hints:>4} hints"
            )
        if not rows:
            print("      nobody has solved it yet")


def _result_rows(
    leaderboard: Mapping[str, list[LeaderboardEntry]], family: str, day: date
) -> list[ResultRow]:
    """Return the results of a family's daily puzzle, the best first."""
    profiles = {entry.profile for entries in leaderboard.values() for entry in entries}
    names = display_names(profiles)
    return [
        {
            "place": place,
            "name": names[entry.profile],
            "puzzle": daily.name_for(family, day),
            "moves": entry.result.length,
            "seconds": entry.result.seconds,
            "hints": entry.result.hints,
        }
        for place, entry in enumerate(leaderboard[family], start=1)
    ]
