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


class CheckResult(NamedTuple):
    """The result of one check.

    Attributes:
        check: Its name.
        faults: The faults it found.
        seconds: The time it took.
        out_of_time: True if it ended before it was complete.
    """

    check: str
    faults: tuple[Fault, ...]
    seconds: float
    out_of_time: bool = False


def run_checks(subject: Subject, names: Sequence[str], seconds: float) -> Iterator[CheckResult]:
    """Run checks in this process, and yield the result of each.

    Args:
        subject: What is checked.
        names: The names of the checks.
        seconds: The time limit of all; each may use an equal share of what is left.
    """
    end = time.monotonic() + seconds
    for index, name in enumerate(names):
        started = time.monotonic()
        share = (end - started) / (len(names) - index)
        examiner = Examiner(name, subject.seed, started + share)
        output = io.StringIO()
        with redirect_stdout(output), redirect_stderr(output), alarm_handler():
            try:
                if not subject.samples:
                    examiner.place = subject.family.name
                    examiner.record(
                        "the catalogue", "no puzzle that can be made", "a puzzle to check"
                    )
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
        yield CheckResult(name, tuple(faults), time.monotonic() - started, examiner.out_of_time)
