"""The command `check-game`: check a game of a plug-in against the contract."""

import argparse

from ludoscope.games.errors import short_repr
from ludoscope.tui import lazy
from ludoscope.tui.commands.arguments import seconds, whole_number
from ludoscope.tui.commands.errors import EXIT_FAILURE, EXIT_MISSING, fail
from ludoscope.tui.game_check.names import CHECK_NAMES

DEFAULT_SECONDS = 60.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "installed_game", metavar="GAME", help="the name of the game, as list shows it"
    )
    parser.add_argument(
        "--only",
        metavar="CHECK",
        action="append",
        choices=CHECK_NAMES,
        help=f"repeatable; one of {', '.join(CHECK_NAMES)}",
    )
    parser.add_argument("--seed", metavar="S", type=whole_number, default=0, help="random seed (0)")
    parser.add_argument(
        "--time", metavar="SECONDS", type=seconds, default=DEFAULT_SECONDS, help="time limit (60)"
    )


def run(options: argparse.Namespace) -> int:
    """Check a game, print its faults, and return the exit code.

    It is 0 only if all checks are complete.
    """
    names = lazy.game_check_client.installed_names()
    if options.installed_game not in names:
        found, expected = short_repr(options.installed_game), ", ".join(names)
        return fail(EXIT_MISSING, f"no game {found}, expected one of {expected}")
    checks = [name for name in CHECK_NAMES if name in (options.only or CHECK_NAMES)]
    fault_count = 0
    incomplete = []
    results = lazy.game_check_client.check_in_process(
        options.installed_game, checks, options.seed, options.time
    )
    for result in results:
        fault_count += len(result.faults)
        state = f"{len(result.faults)} failed" if result.faults else "ok"
        if result.out_of_time and not result.faults:
            incomplete.append(result.check)
            state = "ok as far as the time allowed"
        if result.left_out and not result.faults:
            state = "left out"
        print(f"{result.check:<12} {state}", flush=True)
        for fault in result.faults:
            print(fault, flush=True)
    if fault_count:
        print(f"{options.installed_game} does not keep the contract: faults found: {fault_count}")
        return EXIT_FAILURE
    if incomplete:
        print(
            f"{options.installed_game}: no fault found, but --time ended before these checks were "
            f"complete: {', '.join(incomplete)}"
        )
        return EXIT_FAILURE
    print(f"{options.installed_game} keeps the contract.")
    return 0
