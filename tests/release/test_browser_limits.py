"""Limits of `ludoscope serve`: sizes, messages, tabs, and apps whose browser has gone."""

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from ludoscope.tui.commands.address_space import BROWSER_ADDRESS_SPACE
from ludoscope.tui.terminal.size_limits import MAX_COLUMNS, MAX_ROWS, clamp_size
from ludoscope.tui.web_tab import LAST_ERRORS_SECONDS, QUIT_SECONDS, TabApp

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
needs_textual_serve = pytest.mark.skipif(
    not find_spec("textual_serve"), reason="textual-serve is not installed"
)

SECONDS = 30.0
HUGE = 99_999_999
APP = (sys.executable, "-m", "ludoscope", "play", "hexapawn-3x3")
ROW = re.compile(rb"\x1b\[(\d+);\d+H")
FORGED_SIZE = f"\x1b[48;{HUGE};{HUGE};1;1t"
FAILING_ON_SIGNAL = r"""
import os, signal
def fail(*_):
    os.write(2, b"x" * 200_000 + b"\x1b[31mTraceback\nZeroDivisionError\n")
    os._exit(1)
signal.signal(signal.SIGUSR1, fail)
"""
HOSTILE_MESSAGES = (
    *("no json", "", "5", "null", '"stdin"', "[]", "[[]]", "{}", '{"0": "stdin"}', "[" * 100_000),
    *('["stdin"]', '["stdin", 5]', '["stdin", null]', '["stdin", ["a"]]', '["stdin", "\\ud800"]'),
    *('["resize"]', '["resize", 7]', '["resize", {}]', '["resize", {"width": 80}]'),
    *('["resize", {"width": "80", "height": null}]', '["resize", {"width": 1e999, "height": NaN}]'),
    '["resize", {"width": 1' + "0" * 9999 + ', "height": 24}]',
    json.dumps(["resize", {"width": 10**9, "height": 10**9}]),
    json.dumps(["resize", {"width": -1, "height": -(10**9)}]),
    json.dumps(["stdin", FORGED_SIZE]),
    json.dumps(["stdin", "\x1b[99999999999999999999u\x1b[<0;99999999;99999999M\x1b[200~"]),
    *('["ping"]', '["ping", {}]', '["focus", 1]', '["blur"]', '["focus"]', '["quit"]', '["x", {}]'),
    json.dumps(["x" * 1_000_000]),
)


async def wait_for(condition: Callable[[], object], what: str) -> None:
    until = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < until, f"waited in vain: {what}"
        await asyncio.sleep(0.02)


def parent_of(pid: int) -> int:
    """Return the parent of a process, 0 if it has ended."""
    try:
        state, parent = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[:2]
    except OSError:
        return 0
    return 0 if state == "Z" else int(parent)


def children_of(parent: int) -> list[int]:
    return [
        int(entry.name)
        for entry in Path("/proc").iterdir()
        if entry.name.isdigit() and parent_of(int(entry.name)) == parent
    ]


def resident_bytes(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def address_space_limit(pid: int) -> str:
    limits = Path(f"/proc/{pid}/limits").read_text()
    return re.search(r"Max address space +(\S+)", limits)[1]


def test_clamped_size_has_at_least_one_cell() -> None:
    assert clamp_size(80, 24) == (80, 24)
    assert clamp_size(HUGE, 10**99) == (MAX_COLUMNS, MAX_ROWS)
    assert clamp_size(0, -HUGE) == (1, 1)


async def read_frames(app: TabApp, last_rows: list[int]) -> None:
    """Append the last row of each piece of output that moves the cursor."""
    async for data in app.output():
        if rows := ROW.findall(data):
            last_rows.append(max(map(int, rows)))


@pytest.mark.long
def test_the_app_draws_no_size_beyond_the_limit_and_ends_with_its_server(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LUDOSCOPE_HOME", str(tmp_path))

    async def ask_for_sizes() -> None:
        app = await TabApp.start(APP, HUGE, HUGE)
        last_rows: list[int] = []
        reading = asyncio.create_task(read_frames(app, last_rows))
        pid = app._process.pid
        await wait_for(lambda: last_rows[-1:] == [MAX_ROWS], "the largest frame")
        assert address_space_limit(pid) == str(BROWSER_ADDRESS_SPACE)
        app.send_size(80, 30)
        await wait_for(lambda: last_rows[-1] == 30, "a frame of 30 rows")
        for size in ((10**9, 10**9), (HUGE, 12), ("80", None)):  # past the server's own check
            app._send_object(type="resize", width=size[0], height=size[1])
        await wait_for(lambda: last_rows[-1] == 12, "a frame of 12 rows")
        app.send_input(FORGED_SIZE)
        app.send_size(80, 24)
        await wait_for(lambda: last_rows[-1] == 24, "a frame of 24 rows")
        assert max(last_rows) == MAX_ROWS
        assert resident_bytes(pid) < 200 << 20
        app._stdin.close()  # as when the server is killed
        await wait_for(lambda: app._process.returncode is not None, "the end of the app")
        await app.stop()
        await reading

    asyncio.run(ask_for_sizes())


@pytest.mark.long
def test_an_app_that_does_not_quit_is_killed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LUDOSCOPE_HOME", str(tmp_path))

    async def stop_a_stopped_app() -> int | None:
        app = await TabApp.start(APP, 80, 24)
        await anext(app.output())
        os.kill(app._process.pid, signal.SIGSTOP)
        for _ in range(100):  # more than a pipe takes
            app.send_input("x" * 100_000)
        assert not await app.stop()
        return app._process.returncode

    assert asyncio.run(stop_a_stopped_app()) == -signal.SIGKILL
    assert QUIT_SECONDS + LAST_ERRORS_SECONDS < 2


@dataclass
class Served:
    """A server that runs, and what it has printed."""

    process: subprocess.Popen[str]
    url: str
    home: Path
    lines: list[str] = field(default_factory=list)

    def apps(self) -> list[int]:
        return children_of(self.process.pid)

    def log(self) -> str:
        path = self.home / "serve.log"
        return path.read_text(encoding="utf-8") if path.exists() else ""

    async def open_tab(self, session: Any, query: str = "width=80&height=24") -> Any:
        """Open a tab and return its websocket, when the app has drawn."""
        websocket = await session.ws_connect(f"{self.url}/ws?{query}", headers={"Origin": self.url})
        async with asyncio.timeout(SECONDS):
            while not ROW.search((await websocket.receive()).data):
                pass
        return websocket


@contextmanager
def serving(home: Path, *words: str) -> Iterator[Served]:
    """Start a server, and read all that it prints."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "ludoscope", "serve", "hexapawn-3x3", "--port", str(port)]
    environ = {**os.environ, "LUDOSCOPE_HOME": str(home)}
    with subprocess.Popen(
        [*command, *words],
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        assert process.stdout
        served = Served(process, f"http://127.0.0.1:{port}", home)
        assert served.url in process.stdout.readline()
        reader = threading.Thread(target=served.lines.extend, args=(process.stdout,))
        reader.start()
        try:
            asyncio.run(wait_for(lambda: _listens(port), "the server"))
            yield served
        finally:
            process.terminate()
            process.wait(SECONDS)
            reader.join()


def _listens(port: int) -> bool:
    with socket.socket() as line:
        return line.connect_ex(("127.0.0.1", port)) == 0


def with_session(use: Callable[[Any], Awaitable[None]]) -> None:
    """Run a test with a session of aiohttp."""
    import aiohttp

    async def run() -> None:
        async with aiohttp.ClientSession() as session:
            await use(session)

    asyncio.run(run())


@pytest.mark.long
@needs_textual_serve
def test_a_tab_outlives_hostile_messages_and_ends_with_its_socket(tmp_path: Path) -> None:
    import aiohttp

    with serving(tmp_path) as served:

        async def attack(session: Any) -> None:
            tab = await served.open_tab(session, f"width={HUGE}&height={HUGE}")
            [app] = served.apps()
            await tab.send_bytes(b'["stdin", "q"]')
            for message in HOSTILE_MESSAGES:
                await tab.send_str(message)
            await tab.send_str(json.dumps(["ping", "7" * 1000]))
            async with asyncio.timeout(SECONDS):
                while (message := await tab.receive()).type == aiohttp.WSMsgType.BINARY:
                    pass
            assert json.loads(message.data) == ["pong", "7" * 64]
            assert served.apps() == [app]
            assert resident_bytes(app) < 200 << 20
            tab._writer.transport.abort()  # it vanishes without a farewell
            await wait_for(lambda: not served.apps(), "the end of the app")
            tab = await served.open_tab(session, "width=-1&height=x")
            with suppress(ConnectionError):  # the server closes as soon as it sees the length
                await tab.send_str("x" * (2 << 20))
            await wait_for(lambda: not served.apps(), "the end of the app after a long message")

        with_session(attack)
        assert served.process.poll() is None
    assert served.lines == []
    assert served.log() == ""


@pytest.mark.long
@needs_textual_serve
def test_tabs_beyond_the_limit_get_a_sentence_until_one_is_closed(tmp_path: Path) -> None:
    with serving(tmp_path, "--max-tabs", "2") as served:

        async def open_three(session: Any) -> None:
            first = await served.open_tab(session)
            second = await served.open_tab(session)
            refused = await session.ws_connect(f"{served.url}/ws", headers={"Origin": served.url})
            sentence = (await refused.receive(timeout=SECONDS)).data.decode()
            assert sentence.startswith("Too many tabs: 2 of 2 are open. Close one, then reload")
            assert len(served.apps()) == 2
            await first.close()
            third = await served.open_tab(session)
            assert len(served.apps()) == 2
            apps = served.apps()
            served.process.terminate()
            await wait_for(lambda: served.process.poll() == 0, "the end of the server")
            assert not any(parent_of(app) for app in apps)
            for tab in (second, third, refused):
                await tab.close()

        with_session(open_three)
    assert served.lines == []


@pytest.mark.long
@needs_textual_serve
def test_the_traceback_of_an_app_goes_to_the_log_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import aiohttp

    (tmp_path / "sitecustomize.py").write_text(FAILING_ON_SIGNAL)
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", os.getcwd())])
    monkeypatch.setenv("PYTHONPATH", path)
    with serving(tmp_path) as served:

        async def fail(session: Any) -> None:
            tab = await served.open_tab(session)
            os.kill(*served.apps(), signal.SIGUSR1)
            sent = b""
            async with asyncio.timeout(SECONDS):
                while (message := await tab.receive()).type == aiohttp.WSMsgType.BINARY:
                    sent += message.data
            assert message.type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED)
            assert b"Traceback" not in sent
            await wait_for(lambda: served.lines, "a line on the terminal")

        with_session(fail)
    assert served.lines == [
        f"ludoscope: the app of a tab ended with an error, see {tmp_path / 'serve.log'}\n"
    ]
    assert served.log().endswith("\\u001b[31mTraceback\nZeroDivisionError\n\n")
    assert len(served.log()) < 100_000
    assert (tmp_path / "serve.log").stat().st_mode & 0o777 == 0o600
