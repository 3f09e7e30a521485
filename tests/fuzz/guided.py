"""Coverage-guided fuzzing of the readers of foreign input, by atheris.

    python tests/fuzz/guided.py all
    python tests/fuzz/guided.py share peg --minutes 10 --idle 3 --jobs 2
    python tests/fuzz/guided.py share --replay /tmp/ludoscope-fuzz/share/findings/1f0c…

Each target of `targets.TARGETS` runs in its own process for `--minutes`, and on until
`--idle` minutes brought no new edge of coverage or `--at-most` minutes are over. It begins with
the valid inputs of the target and those in the folder `corpus`. Inputs that break the rules of
`readers.holds` are written to the working folder, one for each place in the program, with the
traceback beside them. At the end `--keep` puts the smallest inputs that together reach all of the
coverage into the folder `corpus`, where the ordinary tests read them.

Needs atheris, which is not among the extras: pip install atheris.
"""

import argparse
import contextlib
import hashlib
import json
import os
import queue
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
WORK = Path(tempfile.gettempdir()) / "ludoscope-fuzz"
MAX_INPUT_BYTES = 4096
MAX_FINDINGS = 100  # of a target; then it stops
MEMORY_MEGABYTES = 2048
STEP_TIMEOUT_SECONDS = 60  # after which libFuzzer ends the process and keeps the input
KEPT_BYTES = 6000  # of the inputs of a target in the repository
JSON_SHARE = 0.5  # of the changes, where the input is JSON
ODD_VALUES = (None, True, False, 0, 1, -1, 7, 0.5, -0.0, 1e9, 1e308, 1 << 31, 1 << 63, 1 << 64)
ODD_VALUES += (float("nan"), float("inf"), 10**30)
ODD_TEXTS = (
    "",
    " ",
    "x",
    "0",
    "\n",
    "\x1b[2J",
    "\u2028",
    "\ud800",
    "é",
    "x" * 300,
    "{0}",
    "²",
    "a\0b",
)
STATUS = re.compile(r"#(\d+)\s+([A-Za-z]+)\s+cov: (\d+) ft: (\d+).* rss: (\d+)Mb")

sys.path[:0] = [str(ROOT), str(HERE), str(HERE.parent)]


# The process of a target


def fuzz(name: str, folder: Path, arguments: list[str]) -> None:
    """Fuzz one target in this process; ends when libFuzzer does."""
    import atheris

    files = folder / "files"
    files.mkdir(exist_ok=True)
    os.chdir(files)
    # all of Textual takes a minute, and only its stylesheets are read by it
    packages = ["ludoscope", "textual"] if name == "stylesheet" else ["ludoscope"]
    with atheris.instrument_imports(include=packages, enable_loader_override=False):
        import readers
        import targets

        target = targets.TARGETS[name]
        read = target.make(files)
        for data in targets.target_seeds(name):  # imports what is only loaded on use
            with contextlib.suppress(Exception):
                read(data)
    places: set[str] = set()

    def test_one_input(data: bytes) -> None:
        try:
            readers.holds(read, data, target.max_seconds)
        except (Exception, SystemExit, KeyboardInterrupt) as error:
            place = failing_place(error)
            if place not in places:
                places.add(place)
                write_finding(folder / "findings", data, place)
            if len(places) >= MAX_FINDINGS:
                raise

    def mutate(data: bytes, max_size: int, seed: int) -> bytes:
        dice = random.Random(seed)
        changed = change_json(data, dice) if dice.random() < JSON_SHARE else None
        return changed[:max_size] if changed else atheris.Mutate(data, max_size)

    # libFuzzer starts this again in a shell to merge inputs
    command = shlex.join([sys.executable, *sys.argv[: len(sys.argv) - len(arguments)]])
    atheris.Setup([command, *arguments], test_one_input, custom_mutator=mutate)
    atheris.Fuzz()


def change_json(data: bytes, dice: random.Random) -> bytes | None:
    """Return the input with a random change of a JSON value in one of its lines; None if none is.

    Flipped bits alone hardly ever leave valid JSON.
    """
    separator = dice.choice((b"\n", b"\0"))
    lines = data.split(separator)
    index = dice.randrange(len(lines))
    prefix, text = re.match(rb"([^\[{\n]?)(.*)", lines[index], re.DOTALL).groups()
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict | list):
        return None
    for _ in range(dice.choice((1, 1, 2, 3))):
        change_value(value, dice)
    if dice.random() < 0.1:
        lines.insert(dice.randrange(len(lines) + 1), dice.choice(lines))
    else:
        lines[index] = prefix + json.dumps(value, ensure_ascii=dice.random() < 0.5).encode(
            errors="surrogatepass"
        )
    return separator.join(lines)


def change_value(value: Any, dice: random.Random) -> None:
    """Change one entry of an object or a list, or of one within it."""
    containers = [value]
    for container in containers:  # grows while it is read
        entries = container.values() if isinstance(container, dict) else container
        containers += [entry for entry in entries if isinstance(entry, dict | list)]
    container = dice.choice(containers)
    keys = list(container) if isinstance(container, dict) else list(range(len(container)))
    if not keys:
        if isinstance(container, list):
            container.append(odd_value(dice))
        return
    key = dice.choice(keys)
    match dice.randrange(6):
        case 0:
            del container[key]
        case 1 if isinstance(container, list):
            container.insert(key, container[dice.choice(keys)])
        case 2:
            other = dice.choice(keys)
            container[key], container[other] = container[other], container[key]
        case 3 if isinstance(container[key], int | float):
            container[key] += dice.choice((1, -1, 0.5, 10))
        case 4 if isinstance(container[key], str) and container[key]:
            at, text = dice.randrange(len(container[key])), container[key]
            container[key] = text[:at] + dice.choice(("", *ODD_TEXTS)) + text[at + 1 :]
        case _:
            container[key] = odd_value(dice)


def odd_value(dice: random.Random) -> Any:
    return dice.choice((*ODD_VALUES, *ODD_TEXTS, [], {}, [[]], {"a": 1}, [0] * 100))


def failing_place(error: BaseException) -> str:
    """Return the type of an exception and the place that raised it, to tell findings apart.

    Of a wrong refusal it is the place that refused.
    """
    frames = traceback.extract_tb((error.__context__ or error).__traceback__)
    ours = [frame for frame in frames if str(ROOT / "ludoscope") in frame.filename] or frames
    last = ours[-1]
    return f"{type(error).__name__} at {Path(last.filename).name}:{last.lineno}"


def write_finding(folder: Path, data: bytes, place: str) -> None:
    folder.mkdir(exist_ok=True)
    path = folder / hashlib.sha256(data).hexdigest()[:12]
    path.write_bytes(data)
    path.with_suffix(".txt").write_text(f"{place}\n\n{traceback.format_exc()}")
    print(f"FINDING {place} {path}", file=sys.stderr, flush=True)


def replay(name: str, paths: list[Path]) -> None:
    """Run inputs through a target without instrumentation; a traceback for the first failure."""
    import readers
    import targets

    with tempfile.TemporaryDirectory() as folder:
        read = targets.TARGETS[name].make(Path(folder))
        for path in paths:
            accepted = readers.holds(read, path.read_bytes(), targets.TARGETS[name].max_seconds)
            print(f"{path}: {'accepted' if accepted else 'refused'}")


# The runs


@dataclass
class Run:
    """The figures of the run of a target; times in seconds since its start.

    Attributes:
        edges: Edges of coverage reached: by the first inputs, and now.
        features: What libFuzzer counts besides: edges with how often they were passed.
        megabytes: The most memory that the process has had.
        last_edge: When the last new edge was reached.
    """

    name: str
    executions: int = 0
    first_edges: int = 0
    edges: int = 0
    features: int = 0
    megabytes: int = 0
    seconds: float = 0.0
    last_edge: float = 0.0
    findings: int = 0
    exit_code: int | None = None

    def read_status(self, line: str, seconds: float) -> None:
        """Read a line of libFuzzer's output."""
        self.findings += line.startswith("FINDING")
        status = STATUS.match(line)
        if not status:
            return
        self.executions, edges, self.features = int(status[1]), int(status[3]), int(status[4])
        self.megabytes = max(self.megabytes, int(status[5]))
        if not self.first_edges and status[2] == "INITED":
            self.first_edges = edges
        if edges > self.edges:
            self.edges, self.last_edge = edges, seconds

    def __str__(self) -> str:
        idle = (self.seconds - self.last_edge) / 60
        end = "" if self.exit_code in (0, None) else f"  exit {self.exit_code}"
        return (
            f"{self.name:12} {self.executions:>10,} {self.seconds / 60:>8.1f} "
            f"{self.first_edges:>6} {self.edges:>6} {self.features:>8} {idle:>6.1f} "
            f"{self.megabytes:>5} {self.findings:>9}{end}"
        )


HEADING = """\
target       executions  minutes  edges     at   counts   idle   MB  findings
                                  first    end           minutes"""


def run_target(name: str, options: argparse.Namespace) -> Run:
    """Run a target until it finds nothing new, and return what became of it."""
    folder = options.work / name
    make_inputs(name, folder)
    command = [sys.executable, str(Path(__file__)), "--child", name, "--work", str(options.work)]
    command += [f"-max_len={MAX_INPUT_BYTES}", f"-timeout={STEP_TIMEOUT_SECONDS}"]
    command += [f"-rss_limit_mb={MEMORY_MEGABYTES}", "-reload=0"]
    if (folder / "words").stat().st_size:  # an empty dictionary is an error
        command += [f"-dict={folder / 'words'}"]
    command += [f"-artifact_prefix={folder}/", str(folder / "found"), str(folder / "seeds")]
    run, began = Run(name), time.monotonic()
    with (
        subprocess.Popen(
            command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL
        ) as process,
        open(folder / "log", "w") as log,
    ):
        lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        assert process.stderr
        threading.Thread(target=pass_lines, args=(process.stderr, lines), daemon=True).start()
        is_over = False
        while not is_over:
            try:
                line = lines.get(timeout=5.0)
            except queue.Empty:
                line = ""
            if line is None:
                break
            if not run.first_edges:  # still importing
                began = time.monotonic()
            run.seconds = time.monotonic() - began
            if line:
                log.write(line)
                log.flush()
                run.read_status(line, run.seconds)
            is_idle = run.seconds - run.last_edge >= 60 * options.idle
            is_over = run.seconds >= 60 * options.at_most or (
                run.seconds >= 60 * options.minutes and is_idle
            )
        process.terminate()
        process.wait()
    run.exit_code = 0 if is_over else process.returncode
    return run


def pass_lines(stream: IO[bytes], lines: "queue.SimpleQueue[str | None]") -> None:
    for line in stream:
        lines.put(line.decode(errors="replace"))
    lines.put(None)


def make_inputs(name: str, folder: Path) -> None:
    """Write the first inputs of a target and its dictionary."""
    import targets

    shutil.rmtree(folder / "seeds", ignore_errors=True)
    for part in ("seeds", "found"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    for data in [*targets.target_seeds(name), *targets.read_corpus(name)]:
        (folder / "seeds" / hashlib.sha256(data).hexdigest()[:16]).write_bytes(data)
    quoted = (
        "".join(f"\\x{byte:02x}" for byte in word.encode()) for word in targets.TARGETS[name].words
    )
    (folder / "words").write_text("".join(f'"{word}"\n' for word in quoted))


def keep_smallest(name: str, options: argparse.Namespace) -> str:
    """Write the smallest inputs with all of the coverage to the folder `corpus`; describe them."""
    import targets

    folder, merged = options.work / name, options.work / name / "merged"
    shutil.rmtree(merged, ignore_errors=True)
    merged.mkdir()
    command = [sys.executable, str(Path(__file__)), "--child", name, "--work", str(options.work)]
    command += ["-set_cover_merge=1", f"-max_len={MAX_INPUT_BYTES}"]
    command += [str(each) for each in (merged, folder / "seeds", folder / "found")]
    with open(folder / "merge.log", "w") as log:
        subprocess.run(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
    found = sorted(
        (path.read_bytes() for path in merged.iterdir()), key=lambda data: (len(data), data)
    )
    kept, size = [], 0
    for data in found:
        size += len(data)
        if size <= KEPT_BYTES:
            kept.append(data)
    targets.write_corpus(name, kept)
    return f"{name:12} {len(found)} inputs, {len(kept)} kept"


def main() -> int:
    import targets

    parser = argparse.ArgumentParser(description="Fuzz the readers of foreign input.")
    parser.add_argument("targets", nargs="+", metavar="TARGET", choices=["all", *targets.TARGETS])
    parser.add_argument("--minutes", type=float, default=10.0, help="for each target at least")
    parser.add_argument("--idle", type=float, default=3.0, help="minutes without new coverage")
    parser.add_argument("--at-most", type=float, default=60.0, help="minutes for each target")
    parser.add_argument("--jobs", type=int, default=2, help="targets at a time")
    parser.add_argument("--work", type=Path, default=WORK, help="folder of what is found")
    parser.add_argument("--keep", action="store_true", help="put the smallest inputs into corpus/")
    parser.add_argument("--only-keep", action="store_true", help="the same, without fuzzing")
    parser.add_argument("--replay", type=Path, nargs="+", metavar="FILE", help="of one target")
    options = parser.parse_args()
    names = [*targets.TARGETS] if "all" in options.targets else options.targets
    if options.replay:
        replay(names[0], options.replay)
        return 0
    waiting: queue.SimpleQueue[str] = queue.SimpleQueue()
    for name in names:
        waiting.put(name)
    runs: list[Run] = []

    def work() -> None:
        while True:
            try:
                name = waiting.get_nowait()
            except queue.Empty:
                return
            if not options.only_keep:
                runs.append(run_target(name, options))
                print(runs[-1], flush=True)
            if options.keep or options.only_keep:
                print(keep_smallest(name, options), flush=True)

    print(HEADING, flush=True)
    workers = [threading.Thread(target=work) for _ in range(options.jobs)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return 1 if any(run.findings or run.exit_code for run in runs) else 0


def run_child() -> None:
    """Run as the process of a target: --child NAME --work FOLDER, then libFuzzer's arguments."""
    name, folder = sys.argv[2], Path(sys.argv[4])
    fuzz(name, folder / name, sys.argv[5:])


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        run_child()
    else:
        sys.exit(main())
