"""Memory, CPU and the time from key to frame while many people play over ssh on one machine.

    python tests/terminal/load.py 50 --guests --seconds 60

An sshd is started on the loopback. Each person has an ssh client in a pseudo-terminal and a
profile of their own; as guests they are started as docs/hosting.md says. Everybody opens a
hexapawn board. The phases: all arrive, nobody types, all move the cursor with a key every 0.5 to
1 s, some start a solver, all leave. The program ends with 1 if a limit was exceeded:

    memory    60 MB a person, the proportional share (PSS) of the app
    latency   50 ms from key to frame at the 99th percentile
    solvers   never more than --max-solvers of a person, nor longer than --max-time
    privacy   nobody's terminal shows the name of another person, nobody's game is published
    leaving   all exit with 0, and no process of theirs is left

The clients share the machine with the server, so the table has their CPU time too. A latency
includes the way through ssh in both directions and the time until this program, which drives all
clients, has read the frame. Times mean little on a machine that is busy with other work; the last
line says how busy it was.
"""

import argparse
import os
import random
import re
import selectors
import shlex
import signal
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from ssh_server import SshServer, ssh_server

from ludoscope.puzzles.bench.pseudo_terminal import FRAME_END, PseudoTerminal
from ludoscope.tui.commands.bench_latency import PUZZLE, shows_cursor, start_solver
from ludoscope.tui.lobby.host_settings import HostSettings, make_lobby

MAX_PEOPLE = 200
MAX_PHASE_SECONDS = 600.0
MAX_MEGABYTES = 60.0  # PSS of an app
MAX_LATENCY = 0.05  # seconds, at the 99th percentile
MAX_SOLVERS, MAX_SOLVER_SECONDS, MAX_SOLVER_MEGABYTES = 1, 5.0, 64
SOLVER_GRACE_SECONDS = 2.0  # for a worker to start and end, on a busy machine
ARRIVING_AT_ONCE = 4
ARRIVAL_SECONDS = 120.0  # until the first frame of a person
SETTLE_SECONDS = 3.0  # for the analysis of the opening position to start
KEY_PAUSES = (0.5, 1.0)  # seconds between the keys of a person
LOST_KEY_SECONDS = 10.0
SAMPLE_SECONDS = 0.5  # between two looks at the processes
LEAVE_SECONDS = 60.0
MAX_KEPT_OUTPUT = 1 << 16  # bytes

CLOCK_TICKS = os.sysconf("SC_CLK_TCK")
NAME = re.compile(rb"person-\d{3}")


# Processes


def process_stat(pid: int | str) -> list[str]:
    """Return the fields of /proc/PID/stat after the name of the program, [] if it has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def cpu_seconds(pids: Iterable[int]) -> float:
    """Return the CPU time of processes, without that of their children."""
    stats = filter(None, map(process_stat, pids))
    return sum(int(stat[11]) + int(stat[12]) for stat in stats) / CLOCK_TICKS


def descendants(pid: int) -> list[int]:
    """Return the ids of all processes below a process."""
    children = defaultdict(list)
    for folder in Path("/proc").glob("[0-9]*"):
        if stat := process_stat(folder.name):
            children[int(stat[1])].append(int(folder.name))
    found = list(children[pid])
    for child in found:
        found += children[child]
    return found


def megabytes(pid: int) -> tuple[float, float]:
    """Return the RSS and PSS of a process."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    rss, pss = (
        sum(int(size) for size in re.findall(rf"^{name}: +(\d+) kB", text, re.MULTILINE)) / 1024
        for name in ("Rss", "Pss")
    )
    return rss, pss


def machine_seconds() -> tuple[float, float]:
    """Return the seconds that all cores were busy and idle since the machine was started."""
    user, nice, system, idle, wait, *interrupts = map(
        int, Path("/proc/stat").read_text().splitlines()[0].split()[1:9]
    )
    return (user + nice + system + sum(interrupts)) / CLOCK_TICKS, (idle + wait) / CLOCK_TICKS


# People


@dataclass
class Person:
    """A person at a terminal.

    Attributes:
        name: Name of the profile.
        terminal: The ssh client.
        app: Process id of the app, 0 until it is known.
        latencies: Seconds from each key to its frame.
        lost_keys: Keys without a frame within LOST_KEY_SECONDS.
        names_seen: Names of profiles that the terminal has received.
    """

    name: str
    terminal: PseudoTerminal
    app: int = 0
    latencies: list[float] = field(default_factory=list)
    lost_keys: int = 0
    names_seen: set[str] = field(default_factory=set)
    key_count: int = 0
    key_time: float | None = None  # of a key without its frame yet
    next_key_time: float = 0.0
    _received: bytes = b""  # since the last key
    _tail: bytes = b""

    def type_key(self) -> None:
        """Move the cursor."""
        self._received = b""
        self.key_count += 1
        self.key_time = time.perf_counter()
        self.terminal.press("right" if self.key_count % 2 else "left")

    def receive(self) -> bytes:
        """Read what has arrived, and note the time of the frame that a key was waiting for."""
        data = self.terminal.read()
        self._received = (self._received + data)[-MAX_KEPT_OUTPUT:]
        if self.key_time is not None and shows_cursor(self._received):
            self.latencies.append(time.perf_counter() - self.key_time)
            self.key_time = None
        self.names_seen.update(name.decode() for name in NAME.findall(self._tail + data))
        self._tail = data[-16:]
        if len(self.terminal.output) > MAX_KEPT_OUTPUT and self.terminal.output.endswith(FRAME_END):
            self.terminal.clear_output()
        return data

    def has_board(self) -> bool:
        return shows_cursor(self._received)


class Crowd:
    """People who play at the same time, driven by one loop."""

    def __init__(self, server: SshServer, commands: dict[str, str]) -> None:
        """Start nobody yet.

        Args:
            server: The server.
            commands: The shell command of each person by the name of the profile.
        """
        self.people: list[Person] = []
        self.arrivals: list[float] = []  # seconds to the first frame of each
        self._server = server
        self._commands = commands
        self._selector = selectors.DefaultSelector()

    def close(self) -> None:
        """Kill all clients."""
        for person in self.people:
            person.terminal.close()
        self._selector.close()

    def serve(self, seconds: float, step: Callable[[], float] | None = None) -> None:
        """Read all terminals for so long.

        Args:
            seconds: The time.
            step: Called after each round of reading; returns the time of its next call.
        """
        deadline = time.perf_counter() + seconds
        next_step = step() if step else deadline
        while (now := time.perf_counter()) < deadline:
            for key, _ in self._selector.select(max(0.0, min(next_step, deadline) - now)):
                person: Person = key.data
                if not person.receive() and person.terminal.process.poll() is not None:
                    self._selector.unregister(person.terminal.descriptor)
            if step:
                next_step = step()

    def arrive(self) -> None:
        """Log in everybody, a few at a time, and wait until all see their board."""
        waiting: dict[str, float] = {}
        names = list(self._commands)
        deadline = time.perf_counter() + ARRIVAL_SECONDS + len(names) * 10

        def admit() -> float:
            for person in self.people:
                if person.name in waiting and person.has_board():
                    self.arrivals.append(time.perf_counter() - waiting.pop(person.name))
            while names and len(waiting) < ARRIVING_AT_ONCE:
                name = names.pop(0)
                waiting[name] = time.perf_counter()
                terminal = PseudoTerminal(self._server.command(self._commands[name]))
                person = Person(name, terminal)
                self.people.append(person)
                self._selector.register(terminal.descriptor, selectors.EVENT_READ, person)
            return time.perf_counter() + 0.05

        while names or waiting or not self.people:
            if time.perf_counter() > deadline:
                raise TimeoutError(f"no board for {', '.join(waiting)}")
            self.serve(0.1, admit)
        self._find_apps()
        self.serve(SETTLE_SECONDS)
        while any(descendants(person.app) for person in self.people):
            if time.perf_counter() > deadline:
                raise TimeoutError("the opening positions are still being analysed")
            self.serve(SETTLE_SECONDS)

    def _find_apps(self) -> None:
        for pid in descendants(self._server.pid):
            with suppress(OSError):
                arguments = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
                for person in self.people:
                    if person.name.encode() in arguments:
                        person.app = person.app or pid
        assert all(person.app for person in self.people)

    def type_for(self, seconds: float, generator: random.Random) -> None:
        """Press cursor keys at all terminals for so long."""
        now = time.perf_counter()
        for person in self.people:
            person.next_key_time = now + generator.uniform(0, KEY_PAUSES[1])
        stop = now + seconds

        def type_keys() -> float:
            now = time.perf_counter()
            for person in self.people:
                if person.key_time is not None:
                    if now - person.key_time > LOST_KEY_SECONDS:
                        person.lost_keys += 1
                        person.key_time = None
                elif person.next_key_time <= now < stop:
                    person.type_key()
                    person.next_key_time = now + generator.uniform(*KEY_PAUSES)
            times = [person.next_key_time for person in self.people if person.key_time is None]
            return min(times, default=now + 1.0)

        self.serve(seconds, type_keys)
        self.serve(1.0)  # the frames of the last keys

    def solve(self, count: int) -> "SolverSample":
        """Start a solver and ask for a hint at some terminals; return what was running."""
        sample = SolverSample()

        def look() -> float:
            sample.add({person.name: descendants(person.app) for person in self.people})
            return time.perf_counter() + SAMPLE_SECONDS

        for person in self.people[:count]:
            start_solver(person.terminal)
            person.terminal.press("i")
            look()
        started = time.perf_counter()
        longest = MAX_SOLVER_SECONDS * 2 + SOLVER_GRACE_SECONDS  # the hint comes after the solver
        while time.perf_counter() - started < longest and (sample.running or not sample.looks):
            self.serve(SAMPLE_SECONDS, look)
        return sample

    def leave(self) -> list[str]:
        """Quit all apps; return a sentence for each that did not end well."""
        for person in self.people:
            person.terminal.press("ctrl+q")
        deadline = time.perf_counter() + LEAVE_SECONDS
        while time.perf_counter() < deadline and any(
            person.terminal.process.poll() is None for person in self.people
        ):
            self.serve(0.1)
        faults = [
            f"{person.name} ended with {person.terminal.process.poll()}"
            for person in self.people
            if person.terminal.process.poll() != 0
        ]
        left_over = [person.name for person in self.people if process_stat(person.app)]
        return faults + [f"the app of {name} still runs" for name in left_over]


class SolverSample:
    """Maxima over repeated looks at the worker processes.

    Attributes:
        looks: How often.
        running: Workers at the last look.
        max_workers: The most workers that a person had at once.
        max_seconds: The longest time that a worker was seen.
        max_megabytes: The largest RSS of a worker.
    """

    def __init__(self) -> None:
        self.looks = self.running = self.max_workers = 0
        self.max_seconds = self.max_megabytes = 0.0
        self._first_seen: dict[int, float] = {}

    def add(self, workers: dict[str, list[int]]) -> None:
        """Add a look at the workers of each person."""
        self.looks += 1
        now = time.perf_counter()
        self.running = sum(map(len, workers.values()))
        self.max_workers = max(self.max_workers, *map(len, workers.values()))
        for pid in (pid for pids in workers.values() for pid in pids):
            started = self._first_seen.setdefault(pid, now)
            self.max_seconds = max(self.max_seconds, now - started)
            with suppress(OSError):
                self.max_megabytes = max(self.max_megabytes, megabytes(pid)[0])


# Figures


class CpuMeter:
    """CPU time of the apps, of sshd, of the clients and of the whole machine during a phase."""

    def __init__(self, server: SshServer, people: list[Person]) -> None:
        apps = [person.app for person in people]
        workers = [pid for app in apps for pid in descendants(app)]
        daemons = set(descendants(server.pid)) - {*apps, *workers}
        clients = [person.terminal.process.pid for person in people]
        self._groups = {"apps": [*apps, *workers], "sshd": daemons, "clients": clients}
        self._started = time.perf_counter()
        self._before = self._now()

    def _now(self) -> dict[str, float]:
        seconds = {name: cpu_seconds(pids) for name, pids in self._groups.items()}
        seconds["clients"] += time.process_time()
        seconds["busy"], seconds["idle"] = machine_seconds()
        return seconds

    def result(self) -> dict[str, float]:
        """Return the share of one core that each group took; of all cores for `machine`."""
        elapsed = time.perf_counter() - self._started
        used = {name: value - self._before[name] for name, value in self._now().items()}
        machine = used["busy"] / max(used["busy"] + used["idle"], 1e-9)
        shares = {name: used[name] / elapsed for name in self._groups}
        return {**shares, "machine": machine}


def percentile(values: list[float], percent: int) -> float:
    """Return a percentile; the largest value if there are few."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


def cpu_row(phase: str, shares: dict[str, float], people: int) -> str:
    per_person = 1000 * shares["apps"] / people
    return (
        f"CPU {phase:7} {per_person:6.1f} ms/s an app; in % of a core: apps {shares['apps']:.1%},"
        f" sshd {shares['sshd']:.1%}, clients {shares['clients']:.1%};"
        f" machine busy {shares['machine']:.0%} of {os.cpu_count()} cores"
    )


def spread_row(title: str, values: list[float], unit: str, scale: float = 1.0) -> str:
    median, last = statistics.median(values) * scale, max(values) * scale
    p95, p99 = (percentile(values, percent) * scale for percent in (95, 99))
    return f"{title:11} median {median:.1f}, 95 % {p95:.1f}, 99 % {p99:.1f}, max {last:.1f} {unit}"


# The program


def shell_command(folder: Path, name: str, *, guest: bool, lobby: Path | None) -> str:
    """Return what sshd runs for a person."""
    arguments = [sys.executable, "-m", "ludoscope", "play", "--data", str(folder / "data")]
    arguments += ["--profile", name, "--max-solvers", str(MAX_SOLVERS)]
    arguments += ["--max-time", f"{MAX_SOLVER_SECONDS:g}", "--max-memory"]
    arguments += [str(MAX_SOLVER_MEGABYTES), *(["--lobby", str(lobby)] if lobby else [])]
    arguments += [*(["--guest"] if guest else []), PUZZLE]
    environment = 'env -i TERM="$TERM" LANG=C.UTF-8 ' if guest else "LC_ALL=C.UTF-8 "
    start = f"exec {environment}" if guest else f"{environment}exec "
    return f"cd {shlex.quote(os.getcwd())} && {start}{shlex.join(arguments)}"


@contextmanager
def crowd(count: int, *, guests: bool, with_lobby: bool) -> Iterator[tuple[SshServer, Crowd]]:
    """Start a server for so many people, whose processes all end with the block."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        lobby = folder / "lobby" if with_lobby else None
        if lobby:
            make_lobby(lobby, HostSettings(guests_allowed=True))
        server = stack.enter_context(ssh_server(folder))
        commands = {
            f"person-{number:03}": shell_command(
                folder, f"person-{number:03}", guest=guests, lobby=lobby
            )
            for number in range(1, count + 1)
        }
        people = Crowd(server, commands)
        stack.callback(people.close)
        yield server, people
        people.close()
        for pid in descendants(server.pid):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def measure(options: argparse.Namespace) -> list[str]:
    """Run all phases, print the table, and return the limits that were exceeded."""
    count = options.people
    with crowd(count, guests=options.guests, with_lobby=options.lobby) as (server, people):
        people.arrive()
        everybody = people.people
        print(f"{count} people, {'guests' if options.guests else 'ordinary users'}", flush=True)
        print(spread_row("arrival", people.arrivals, "s"), flush=True)
        meter = CpuMeter(server, everybody)
        people.serve(options.seconds)
        print(cpu_row("idle", meter.result(), count), flush=True)
        meter = CpuMeter(server, everybody)
        people.type_for(options.seconds, random.Random(count))
        print(cpu_row("typing", meter.result(), count), flush=True)
        sizes = [megabytes(person.app) for person in everybody]
        rss, pss = [size[0] for size in sizes], [size[1] for size in sizes]
        print(spread_row("app RSS", rss, "MB"))
        print(spread_row("app PSS", pss, "MB"))
        daemons = {*descendants(server.pid)} - {person.app for person in everybody}
        sshd = sum(megabytes(pid)[1] for pid in daemons) / count
        print(f"sshd PSS    {sshd:.1f} MB a person")
        latencies = [latency for person in everybody for latency in person.latencies]
        lost = sum(person.lost_keys for person in everybody)
        print(spread_row("key → frame", latencies, f"ms, {len(latencies)} keys", 1000))
        solvers = people.solve(min(options.searchers, count))
        print(
            f"solvers     {options.searchers} people: at most {solvers.max_workers} at once each,"
            f" {solvers.max_seconds:.1f} s, {solvers.max_megabytes:.0f} MB RSS",
            flush=True,
        )
        faults = people.leave()
        if games := list(server.folder.glob("lobby/*/game.json")):
            faults.append(f"privacy: {len(games)} games are published")
    if max(pss) > MAX_MEGABYTES:
        faults.append(f"memory: {max(pss):.1f} MB PSS, expected at most {MAX_MEGABYTES:g} MB")
    if percentile(latencies, 99) > MAX_LATENCY or lost:
        faults.append(
            f"latency: {1000 * percentile(latencies, 99):.0f} ms at the 99th percentile,"
            f" expected at most {1000 * MAX_LATENCY:g} ms; {lost} keys without a frame"
        )
    if solvers.max_workers > MAX_SOLVERS or solvers.running:
        faults.append(f"solvers: {solvers.max_workers} at once, {solvers.running} still running")
    if solvers.max_seconds > MAX_SOLVER_SECONDS + SOLVER_GRACE_SECONDS:
        faults.append(f"solvers: one ran {solvers.max_seconds:.1f} s")
    for person in everybody:
        if other_names := person.names_seen - {person.name}:
            faults.append(f"privacy: {person.name} saw {', '.join(sorted(other_names)[:3])}")
    return faults


def main() -> int:
    """Measure, and return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("people", type=int)
    parser.add_argument("--guests", action="store_true", help="as guests, not ordinary users")
    parser.add_argument("--lobby", action="store_true", help="with a shared folder")
    parser.add_argument("--seconds", type=float, default=30.0, help="of each phase (30)")
    parser.add_argument("--searchers", type=int, default=5, help="people who start a solver (5)")
    options = parser.parse_args()
    if not (0 < options.people <= MAX_PEOPLE and 0 < options.seconds <= MAX_PHASE_SECONDS):
        parser.error(f"expected 1 to {MAX_PEOPLE} people and up to {MAX_PHASE_SECONDS:g} seconds")
    faults = measure(options)
    print("\n".join(faults) or "all limits were kept")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
