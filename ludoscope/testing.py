"""Checks of a game against the contract of Ludoscope, for the tests of a plug-in.

    import pytest
    from ludoscope.testing import CHECKS, check_game

    @pytest.mark.parametrize("check", CHECKS)
    def test_game_keeps_the_contract(check):
        check_game("sokoban", check)

The same checks run as `ludoscope check-game sokoban`.
"""

import warnings
from collections.abc import Sequence

from ludoscope.games import FAMILIES
from ludoscope.games.errors import short_repr
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.tui.game_check.checks import CHECKS as _CHECKS
from ludoscope.tui.game_check.checks import run_checks
from ludoscope.tui.game_check.faults import Fault
from ludoscope.tui.game_check.subject import Subject

__all__ = ["CHECKS", "Fault", "check_game", "find_faults"]

CHECKS: tuple[str, ...] = tuple(_CHECKS)
"""The names of the checks, in the order in which they are run."""

DEFAULT_SECONDS = 60.0


def check_game(
    family: str,
    *checks: str,
    puzzles: Sequence[Puzzle] = (),
    seed: int = 0,
    time: float = DEFAULT_SECONDS,
) -> None:
    """Check a game, and fail if it does not keep the contract.

    A warning names the checks that the time limit ended before they were complete.

    Args:
        family: The name of a family that is installed or registered.
        *checks: Names of `CHECKS`; all of them if there are none.
        puzzles: The puzzles to check; by default some of the collection of the family.
        seed: The seed of all random choices.
        time: The time limit of all checks in seconds.

    Raises:
        AssertionError: There is a fault. The message has two lines on each: the check, the
            position and the call, then what was found and what was expected.
        ValueError: There is no such family or check.

    >>> check_game("hexapawn", "moves", "keys")
    """
    faults = _find_faults(family, checks, puzzles, seed, time)
    if faults:
        raise AssertionError("\n".join(map(str, faults)))


def find_faults(
    family: str,
    *checks: str,
    puzzles: Sequence[Puzzle] = (),
    seed: int = 0,
    time: float = DEFAULT_SECONDS,
) -> list[Fault]:
    """Return the faults of a game; see `check_game`.

    Raises:
        ValueError: There is no such family or check.
    """
    return _find_faults(family, checks, puzzles, seed, time)


def _find_faults(
    family: str, checks: Sequence[str], puzzles: Sequence[Puzzle], seed: int, time: float
) -> list[Fault]:
    """Return the faults of a game, and warn of the checks that are not complete."""
    if family not in FAMILIES:
        unknown = f"no game {short_repr(family)}, expected one of {', '.join(FAMILIES)}"
        raise ValueError(FAMILIES.reason_left_out(family) or unknown)
    for check in checks:
        if check not in CHECKS:
            raise ValueError(f"no check {short_repr(check)}, expected one of {', '.join(CHECKS)}")
    subject = Subject(family, puzzles, seed)
    results = list(run_checks(subject, checks or CHECKS, time))
    incomplete = [result.check for result in results if result.out_of_time and not result.faults]
    if incomplete:
        warnings.warn(
            f"the time limit of {time:g} s ended these checks of {family} before they were "
            f"complete: {', '.join(incomplete)}",
            stacklevel=3,  # the line that calls a public function of this module
        )
    return [fault for result in results for fault in result.faults]
