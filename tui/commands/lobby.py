"""Company on a shared server, without a screen: the leaderboard, and the folder that it needs."""

import argparse
import json
import os
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

from ludoscope.games import FAMILIES
from ludoscope.puzzles import daily
from ludoscope.tui.commands.arguments import LOBBY_FOLDER_HELP, iso_date
from ludoscope.tui.commands.errors import MISSING, UsageError, fail
from ludoscope.tui.lobby import VARIABLE
from ludoscope.tui.lobby.host import CompanyError, Host, make_company, read_host
from ludoscope.tui.lobby.lobby import Company
from ludoscope.tui.lobby.published_games import Entry
from ludoscope.tui.lobby.users import Person, names
from ludoscope.tui.text.formatting import clock


def company_of(options: argparse.Namespace) -> tuple[Company | None, str]:
    """What `play` is in company with, if anything; and why it is not where it should be.

    Guests are where the host says so and each has a profile. There is a folder that is named.
    """
    folder = options.company or os.environ[VARIABLE]
    try:
        host = read_host(Path(folder))
    except CompanyError as error:
        return None, str(error)
    if options.guest and not (host.guests and options.profile):
        return None, ""
    return Company(Path(folder), Person(os.geteuid(), options.profile or "")), ""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="FOLDER", nargs="?", help=LOBBY_FOLDER_HELP)
    parser.add_argument("--day", metavar="DATE", type=iso_date, help="such as 2026-11-20 (today)")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--make", action="store_true", help="for the host: create FOLDER")
    parser.add_argument(
        "--guests", action="store_true", help="with --make: guests with a profile take part"
    )


def run(options: argparse.Namespace) -> int:
    """The leaderboard of a day; with `--make` the folder is made. The exit code."""
    folder = options.folder or os.environ.get(VARIABLE)
    if not folder:
        raise UsageError(f"a FOLDER is needed, as {VARIABLE} names none")
    path = Path(folder)
    try:
        if options.make:
            return _make(path, Host(options.guests))
        if options.guests:
            raise UsageError("--guests goes with --make")
        read_host(path)
    except CompanyError as error:
        return fail(MISSING, str(error))
    board = Company(path, Person(os.geteuid())).board(options.day or daily.today())
    _print(board, options.day or daily.today(), options.json)
    return 0


def _make(path: Path, host: Host) -> int:
    make_company(path, host)
    who = "guests with a profile too" if host.guests else "no guests"
    print(f"{path}: all accounts of this machine, {who}")
    print(f"Set {VARIABLE}={os.path.abspath(path)} for them, or play with --company.")
    return 0


def _print(board: Mapping[str, list[Entry]], day: date, as_json: bool) -> None:
    called = names(entry.person for entries in board.values() for entry in entries)
    rows = [
        _row(place, called[entry.person], daily.name_for(family, day), entry)
        for family, entries in board.items()
        for place, entry in enumerate(entries, start=1)
    ]
    if as_json:
        print(json.dumps(rows, indent=1))
        return
    for family in board:
        print(f"{daily.name_for(family, day)}  {FAMILIES[family].title}")
        own = [row for row in rows if row["puzzle"] == daily.name_for(family, day)]
        for row in own:
            spent = clock(row["seconds"])
            place, who = row["place"], row["name"]
            print(
                f"{place:>4}  {who:<32} {row['moves']:>5} moves {spent:>8} {row['hints']:>4} hints"
            )
        if not own:
            print("      nobody has solved it yet")


def _row(place: int, who: str, puzzle: str, entry: Entry) -> dict[str, Any]:
    result = entry.result
    return {
        "place": place,
        "name": who,
        "puzzle": puzzle,
        "moves": result.length,
        "seconds": result.seconds,
        "hints": result.hints,
    }
