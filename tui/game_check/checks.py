"""The table of checks, `CHECKS`, and how they are run."""

import io
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple

from ludoscope.tui.game_check import board, collection, rules, solvers
from ludoscope.tui.game_check.faults import EndOfCheck, Examiner, Fault, alarm_handler, show
from ludoscope.tui.game_check.names import CHECK_NAMES
from ludoscope.tui.game_check.subject import Subject

CheckFunction = Callable[[Examiner, Subject], None]

CHECKS: Mapping[str, CheckFunction] = dict(
    zip(
        CHECK_NAMES,
        (
            rules.check_family,
            collection.check_catalogue,
            rules.check_moves,
            rules.check_play,
            rules.check_end,
            rules.check_keys,
            rules.check_position_texts,
            rules.check_move_texts,
            rules.check_spec,
            collection.check_sharing,
            collection.check_files,
            collection.check_pictures,
            solvers.check_solver_set,
            solvers.check_solvers,
            board.check_drawing,
            board.check_input,
            board.check_board_texts,
            board.check_rules_page,
        ),
        strict=True,
    )
)
"""The checks by name, in the order in which they are run."""


WITHOUT_PUZZLES = ("family", "catalogue")  # checks that do not need a puzzle
NEEDED_PUZZLE = "a puzzle to check; checks that need one were left out"


class CheckResult(NamedTuple):
    """The result of one check.

    Attributes:
        check: Its name.
        faults: The faults it found.
        seconds: The time it took.
        out_of_time: True if it ended before it was complete.
        left_out: True if it needs a puzzle and there is none.
    """

    check: str
    faults: tuple[Fault, ...]
    seconds: float
    out_of_time: bool = False
    left_out: bool = False


def run_checks(subject: Subject, names: Sequence[str], seconds: float) -> Iterator[CheckResult]:
    """Run checks in this process, and yield the result of each.

    Args:
        subject: What is checked.
        names: The names of the checks.
        seconds: The time limit of all; each may use an equal share of what is left.
    """
    end = time.monotonic() + seconds
    is_reported = False  # that there is nothing to check
    for index, name in enumerate(names):
        started = time.monotonic()
        share = (end - started) / (len(names) - index)
        examiner = Examiner(name, subject.seed, started + share)
        output, is_left_out = io.StringIO(), False
        with redirect_stdout(output), redirect_stderr(output), alarm_handler():
            try:
                has_samples = bool(subject.samples)
                if not has_samples and not is_reported:
                    examiner.place = subject.family.name
                    examiner.record("the catalogue", "no puzzle that can be made", NEEDED_PUZZLE)
                    is_reported = True
                is_left_out = not has_samples and name not in WITHOUT_PUZZLES
                if not is_left_out:
                    with examiner.at(name):
                        CHECKS[name](examiner, subject)
            except EndOfCheck:
                pass
        faults = list(examiner.faults)
        if printed := output.getvalue():
            faults.append(
                Fault(
                    name, subject.family.name, "print", show(printed), "a game that prints nothing"
                )
            )
        took = time.monotonic() - started
        yield CheckResult(name, tuple(faults), took, examiner.out_of_time, is_left_out)
