"""The process in which a game is checked: a job in, results out, each one line of JSON.

Job
    {"family", "references": the declarations as "module:name" by entry-point group,
    "checks": names, "seed", "seconds"}
Result
    {"check": name, "faults": lists of the fields of `Fault`, "seconds", "out_of_time",
    "left_out"}

What the game prints goes nowhere. The first line of the output is an empty result, when everything
is loaded.
"""

import json
import os
import sys
from typing import Any

from ludoscope.games import FAMILIES, PluginError
from ludoscope.games.json_objects import parse_object
from ludoscope.puzzles.registry import COLLECTIONS, UnknownPuzzle
from ludoscope.search.registry import SOLVER_SETS
from ludoscope.tui.boards.registry import BOARD_FAMILIES
from ludoscope.tui.game_check.checks import CheckResult, run_checks
from ludoscope.tui.game_check.faults import Fault
from ludoscope.tui.game_check.subject import Subject

LOADING = "loading"  # the check that the declarations can be loaded
REGISTRIES = (SOLVER_SETS, COLLECTIONS, BOARD_FAMILIES)


def load(name: str, references: dict[str, str]) -> CheckResult:
    """Load the declarations of a family, and no others; return what went wrong."""
    faults = []
    try:
        FAMILIES.restrict_to(name, references["ludoscope.games"])
        for registry in REGISTRIES:
            registry.restrict_to(name, references.get(registry.group, ""))
            if name in registry:
                registry[name]
    except (PluginError, UnknownPuzzle) as error:
        faults.append(
            Fault(LOADING, name, "the declarations", str(error), "declarations that load")
        )
    return CheckResult(LOADING, tuple(faults), 0.0)


def run(job: dict[str, Any], output: Any) -> None:
    """Load the family of a job, check it, and write a line for each result."""

    def write(result: CheckResult) -> None:
        output.write(json.dumps(result._asdict()) + "\n")
        output.flush()

    loaded = load(job["family"], job["references"])
    write(loaded)
    if not loaded.faults:
        subject = Subject(job["family"], seed=job["seed"])
        for result in run_checks(subject, job["checks"], job["seconds"]):
            write(result)


def main() -> None:
    job = parse_object(sys.stdin.readline())
    # the game may print, or close the standard streams
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as output:
        nowhere = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(nowhere, descriptor)
        if hasattr(os, "register_at_fork"):
            # a process that the game forks would keep the pipe open, whose end the parent waits for
            os.register_at_fork(after_in_child=lambda: os.dup2(nowhere, output.fileno()))
        run(job, output)
        os._exit(0)  # threads of the game do not keep the process


if __name__ == "__main__":
    main()
