"""Mutation testing: change a module in one small way after the other, and see if a test notices.

`make mutants` runs this with the modules of `mutants.toml`. Cosmic Ray makes the mutants, in a copy
of the project. A mutant is *killed* if a test fails or takes too long; the others *survive*. Those
that no test can kill, because they behave like the original, are listed in `equivalent.toml`. The
results stay in `build/mutants/`, so that a run that was interrupted goes on, and the next run tries
only the unexplained survivors of a module that has not changed. Start reading at `main`.
"""

import argparse
import ast
import contextlib
import gc
import hashlib
import importlib
import math
import os
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import cosmic_ray.mutating
import cosmic_ray.plugins
import pytest
from cosmic_ray.commands import init
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkerOutcome, WorkResult
from operators import PROVIDER

PROJECT = Path(__file__).resolve().parents[2]
RESULTS = PROJECT / "build/mutants"
CONFIGURATION = Path(__file__).with_name("mutants.toml")
EQUIVALENT = Path(__file__).with_name("equivalent.toml")
COPIED = ("docs", "games", "ludoscope", "puzzles", "search", "tests", "tui", "pyproject.toml")
BYTECODE_FOLDERS = ("games", "ludoscope", "puzzles", "search", "tui")
PYTEST = "-x -q --tb=no --no-header -p no:cacheprovider -p no:xdist --hypothesis-seed=0"
MEMORY_LIMIT = 4 << 30  # bytes of address space
CPU_FACTOR = 5  # times the CPU time of the tests without a mutation, and then
CPU_SECONDS = 3
WAITING_FACTOR = 20  # times the CPU time that a mutant may take, until one that waits is stopped
BASELINE_CPU_SECONDS = 600
LOADED = Path("loaded.txt")  # in the copy: the modules that the tests of a module load
REPORT_INTERVAL_SECONDS = 60

Change = tuple[str, str]
"""The lines that a mutation replaces and those it writes, each without indentation and joined."""


@dataclass
class Summary:
    """The results of a module."""

    module: str
    killed: int = 0
    timed_out: int = 0
    equivalent: int = 0
    survivors: list[str] | None = None

    @property
    def row(self) -> tuple[str, int, int, int, int, int]:
        survived = len(self.survivors or ())
        tried = self.killed + self.timed_out + self.equivalent + survived
        return self.module, tried, self.killed, self.timed_out, self.equivalent, survived


def main() -> int:
    """Try the mutants of the modules named, or of all, and print a table; 1 if some survived."""
    configuration = tomllib.loads(CONFIGURATION.read_text(encoding="utf-8"))
    modules = configuration["modules"]
    parser = argparse.ArgumentParser(description="mutation testing, see CONTRIBUTING.md")
    parser.add_argument("module", nargs="*", help="such as search/verify.py; by default all")
    parser.add_argument("--list", action="store_true", help="run nothing, report earlier results")
    options = parser.parse_args()
    if unknown := [module for module in options.module if module not in modules]:
        parser.error(f"{unknown[0]} is not one of the modules of {CONFIGURATION.name}")
    cosmic_ray.plugins.OPERATOR_PROVIDERS["ludoscope"] = PROVIDER
    cosmic_ray.mutating.run_tests = run_tests
    allowed = re.compile("|".join(configuration["operators"]))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))
    RESULTS.mkdir(parents=True, exist_ok=True)
    summaries = []
    with project_copy(options.list):
        for module in options.module or modules:
            with use_db(str(results_path(module, allowed)), WorkDB.Mode.create) as results:
                if not options.list:
                    run_module(module, modules[module], allowed, results)
                summaries.append(summarise(module, results))
    print_summaries(summaries)
    return int(any(summary.survivors for summary in summaries))


@contextlib.contextmanager
def project_copy(is_listing: bool) -> Iterator[None]:
    """Copy the project to a temporary folder and work there; when listing, stay in the project."""
    if is_listing:
        with contextlib.chdir(PROJECT):
            yield
        return
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder, contextlib.chdir(folder):
        for name in COPIED:
            if (PROJECT / name).is_dir():
                ignored = shutil.ignore_patterns("__pycache__", "*.egg-info")
                shutil.copytree(PROJECT / name, name, symlinks=True, ignore=ignored)
            else:
                shutil.copy2(PROJECT / name, name)
        os.environ["PYTHONPATH"] = folder
        sys.path.insert(0, folder)
        # a mutant may have the size and the time of the original, so the bytecode goes by hashes
        compile_all = ["-m", "compileall", "-q", "--invalidation-mode", "checked-hash"]
        subprocess.run([sys.executable, *compile_all, *BYTECODE_FOLDERS], check=True)
        yield


def results_path(module: str, allowed: re.Pattern[str]) -> Path:
    """Return the database for the results of a module as it is now."""
    source = (PROJECT / module).read_bytes()
    digest = hashlib.sha256(source + allowed.pattern.encode()).hexdigest()[:12]
    stem = module.removesuffix(".py").replace("/", ".")
    return RESULTS / f"{stem}-{digest}.sqlite"


def run_module(module: str, tests: list[str], allowed: re.Pattern[str], results: WorkDB) -> None:
    """Try the mutants of a module that no test has killed yet, except those that are equivalent."""
    command = shlex.join([*PYTEST.split(), *tests])
    timeout = math.ceil(CPU_FACTOR * time_tests(module, command) + CPU_SECONDS)
    if not results.num_work_items:
        init([Path(module)], results, {})
        skip_mutations(module, allowed, results)
    equivalent = equivalent_changes(module)
    survived = [
        item
        for item, result in results.completed_work_items
        if result.test_outcome is TestOutcome.SURVIVED
        and without_blanks(changed_lines(result.diff or "")) not in equivalent
    ]
    left = [*survived, *results.pending_work_items]
    next_report = time.monotonic() + REPORT_INTERVAL_SECONDS
    for number, item in enumerate(left):
        if time.monotonic() > next_report:
            print(f"{module}: {number} of {len(left)} mutants tried", flush=True)
            next_report += REPORT_INTERVAL_SECONDS
        result = mutate_and_test(item.mutations, command, timeout)
        if result.worker_outcome is not WorkerOutcome.NORMAL:
            sys.exit(f"{item.mutations[0]} could not be tried:\n{result.output}")
        results.set_result(item.job_id, result)


def time_tests(module: str, command: str) -> float:
    """Return the CPU seconds that tests take without a mutation, at the second time.

    Raises:
        SystemExit: The tests fail.
    """
    sys.dont_write_bytecode = False  # of the tests, and of nothing that is mutated
    for _ in range(2):
        started = cpu_seconds_of_forks()
        outcome, output = run_tests(command, BASELINE_CPU_SECONDS)
        if outcome is not TestOutcome.SURVIVED:
            sys.exit(f"the tests fail without a mutation: {command}\n{output}")
        import_all_but(f"ludoscope.{module.removesuffix('.py').replace('/', '.')}")
    sys.dont_write_bytecode = True
    return cpu_seconds_of_forks() - started


def cpu_seconds_of_forks() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run_tests(command: str, timeout: int) -> tuple[TestOutcome, str]:
    """Run tests in a fork of this process, which has loaded most of what they import.

    Takes the place of the function of Cosmic Ray that starts a program, which takes longer than
    most of the tests.

    Args:
        command: The arguments of pytest.
        timeout: CPU seconds after which the tests count as failed.
    """
    with tempfile.TemporaryFile() as output:
        child = os.fork()
        if not child:
            run_pytest(command, timeout, output.fileno())
        deadline = time.monotonic() + WAITING_FACTOR * timeout
        while not (waited := os.waitpid(child, os.WNOHANG))[0] and time.monotonic() < deadline:
            time.sleep(0.01)
        with contextlib.suppress(ProcessLookupError):  # also what a test has left behind
            os.killpg(child, signal.SIGKILL)
        status = waited[1] if waited[0] else os.waitpid(child, 0)[1]
        if os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL):
            return TestOutcome.KILLED, "timeout"
        output.seek(0)
        outcome = TestOutcome.KILLED if status else TestOutcome.SURVIVED
        return outcome, output.read().decode(errors="replace")


def run_pytest(command: str, timeout: int, output: int) -> NoReturn:
    """Run pytest and exit; without a mutation, note the modules that the tests have loaded."""
    status = 1
    try:
        os.setpgid(0, 0)
        resource.setrlimit(resource.RLIMIT_CPU, (timeout, timeout + 1))
        os.dup2(output, 1)
        os.dup2(output, 2)
        sys.stdout = sys.stderr = open(output, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        status = int(pytest.main(shlex.split(command)))
        if not sys.dont_write_bytecode:
            LOADED.write_text("\n".join(sys.modules), encoding="utf-8")
        sys.stdout.flush()
    finally:
        os._exit(status)


def import_all_but(module: str) -> None:
    """Import what the last tests have loaded, except a module and those that import it."""
    folder = str(Path.cwd())
    for name, loaded in list(sys.modules.items()):
        if str(getattr(loaded, "__file__", "")).startswith(folder):
            del sys.modules[name]
    sys.modules[module] = None  # type: ignore[assignment] # importing it fails
    for name in LOADED.read_text(encoding="utf-8").split():
        if name.partition(".")[0] not in ("__main__", "conftest"):
            with contextlib.suppress(Exception):
                importlib.import_module(name)
    del sys.modules[module]
    gc.freeze()  # the forks need not search this for garbage


def skip_mutations(module: str, allowed: re.Pattern[str], results: WorkDB) -> None:
    """Mark the mutations as skipped that are not wanted, or change only a declaration."""
    declarations = list(declaration_ranges(Path(module).read_text(encoding="utf-8")))

    def is_wanted(mutation: MutationSpec) -> bool:
        return bool(allowed.fullmatch(mutation.operator_name)) and not any(
            start <= mutation.start_pos < end for start, end in declarations
        )

    results.set_multiple_results(
        [
            item.job_id
            for item in results.pending_work_items
            if not all(map(is_wanted, item.mutations))
        ],
        WorkResult(worker_outcome=WorkerOutcome.SKIPPED),
    )


def declaration_ranges(source: str) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield the (line, column) at which each annotation and decorator starts and ends."""
    for node in ast.walk(ast.parse(source)):
        parts = [getattr(node, name, None) for name in ("annotation", "returns")]
        for part in (*parts, *getattr(node, "decorator_list", ())):
            if isinstance(part, ast.expr):
                end = part.end_lineno or part.lineno, part.end_col_offset or part.col_offset
                yield (part.lineno, part.col_offset), end


def summarise(module: str, results: WorkDB) -> Summary:
    """Count the results of a module, and collect the survivors that are not equivalent."""
    equivalent = equivalent_changes(module)
    summary = Summary(module, survivors=[])
    for item, result in results.completed_work_items:
        mutation = item.mutations[0]
        if result.worker_outcome is WorkerOutcome.SKIPPED:
            continue
        if result.test_outcome is not TestOutcome.SURVIVED:
            is_timeout = result.output == "timeout"
            summary.timed_out += is_timeout
            summary.killed += not is_timeout
        elif without_blanks(change := changed_lines(result.diff or "")) in equivalent:
            summary.equivalent += 1
        else:
            name = mutation.operator_name.partition("/")[2]
            place = f"{module}:{mutation.start_pos[0]} {name}"
            summary.survivors.append(f"{place}\n    - {change[0]}\n    + {change[1]}")
    summary.survivors.sort(key=lambda text: int(re.search(r":(\d+)", text)[1]))
    return summary


def equivalent_changes(module: str) -> set[Change]:
    """Return the changes of a module that `equivalent.toml` explains."""
    entries = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get(module, ())
    return {
        without_blanks((entry["line"], mutant)) for entry in entries for mutant in entry["mutants"]
    }


def without_blanks(change: Change) -> Change:
    """Return a change without blanks, which Cosmic Ray sometimes adds."""
    old, new = ("".join(lines.split()) for lines in change)
    return old, new


def changed_lines(diff: str) -> Change:
    """Return the change that a unified diff shows."""
    lines = diff.splitlines()[3:]  # a heading of Cosmic Ray and the names of the files
    old, new = (
        " ".join(line[1:].strip() for line in lines if line.startswith(sign)) for sign in "-+"
    )
    return old, new


def print_summaries(summaries: list[Summary]) -> None:
    for summary in summaries:
        for survivor in summary.survivors or ():
            print(survivor)
    headings = ("module", "tried", "killed", "timed out", "equivalent", "survived")
    rows = [headings, *(summary.row for summary in summaries)]
    if len(summaries) > 1:
        rows.append(("all", *(sum(column) for column in list(zip(*rows[1:], strict=True))[1:])))
    width = max(len(str(row[0])) for row in rows)
    for name, *counts in rows:
        print(f"{name:{width}}" + "".join(f"{count:>12}" for count in counts))


if __name__ == "__main__":
    sys.exit(main())
