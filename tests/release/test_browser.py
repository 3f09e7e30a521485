"""`ludoscope serve`: the app in a browser, on loopback, for its own page alone."""

import asyncio
import os
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from types import SimpleNamespace
from typing import Any

import pytest

from ludoscope.tui import browser
from ludoscope.tui.commands import cli, play
from ludoscope.tui.commands.errors import EXIT_BROKEN_PIPE, EXIT_USAGE, UsageError
from ludoscope.tui.commands.parser import build_parser
from ludoscope.tui.terminal.browser_driver import BrowserDriver
from ludoscope.tui.terminal.diff_driver import DiffDriver
from ludoscope.tui.terminal.driver_choice import choose_driver_class
from ludoscope.tui.web_origin import origin_of

SECONDS = 60.0
DOWN, RIGHT = "\ue015", "\ue014"
FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--window-size=1200,800"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)


def test_the_web_driver_is_taken_and_no_other_that_the_environment_names(monkeypatch) -> None:
    monkeypatch.setenv("TEXTUAL_DRIVER", browser.DRIVER)
    assert choose_driver_class(False) is BrowserDriver
    for name in ("", "textual.drivers.headless_driver:HeadlessDriver", f"{browser.DRIVER}x"):
        monkeypatch.setenv("TEXTUAL_DRIVER", name)
        assert issubclass(choose_driver_class(False), DiffDriver)


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://example.org", "https://example.org"),
        ("https://Example.org/ludo/", "https://example.org"),
        ("https://example.org:443/ludo", "https://example.org"),
        ("http://example.org:80", "http://example.org"),
        ("https://example.org:80", "https://example.org:80"),
        ("http://[::1]:8000/", "http://[::1]:8000"),
        ("https://müller.example", "https://xn--mller-kva.example"),
    ],
)
def test_the_origin_of_a_url_is_what_browsers_send(url: str, origin: str) -> None:
    assert origin_of(url) == origin


def test_a_url_has_a_scheme_and_loses_the_slash_before_appended_paths(capsys) -> None:
    parser = build_parser()
    options = parser.parse_args(["serve", "--url", "https://example.org/ludo/"])
    assert options.url == "https://example.org/ludo"
    for url in ("example.org", "ftp://example.org", "https://example.org:x", "https://a.org/?b"):
        with pytest.raises(SystemExit):
            parser.parse_args(["serve", "--url", url])
        assert "expected a URL such as https://" in capsys.readouterr().err


def test_guests_need_a_terminal_whatever_the_environment_says(monkeypatch) -> None:
    monkeypatch.setenv("TEXTUAL_DRIVER", browser.DRIVER)
    monkeypatch.setattr(play, "require_isolation", lambda: None)
    with pytest.raises(UsageError, match="needs a terminal"):
        play.run(build_parser().parse_args(["play", "--guest"]))


def test_each_tab_has_a_profile_of_its_own_and_its_own_again_later(monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("LUDOSCOPE_HOME", str(tmp_path))
    opened: list[int] = []
    opener = browser.private_files.opener

    def remember(path: str, flags: int) -> int:
        opened.append(opener(path, flags))
        return opened[-1]

    monkeypatch.setattr(browser.private_files, "opener", remember)
    assert [browser.reserve_profile(None) for _ in range(3)] == ["tab-1", "tab-2", "tab-3"]
    assert browser.reserve_profile("anna") == "anna-1"
    os.close(opened[1])
    assert browser.reserve_profile(None) == "tab-2"
    for handle in opened[:1] + opened[2:3]:
        os.close(handle)


def test_without_its_library_it_is_told_what_to_install(monkeypatch, capsys) -> None:
    monkeypatch.delitem(sys.modules, "ludoscope.tui.web_server", raising=False)
    monkeypatch.setitem(sys.modules, "textual_serve.server", None)
    monkeypatch.setitem(sys.modules, "aiohttp", None)
    assert cli.main(["serve"]) == EXIT_USAGE
    assert "pip install 'ludoscope[web]'" in capsys.readouterr().err


def test_output_that_is_closed_is_no_error_of_the_port(monkeypatch, tmp_path) -> None:
    class ClosedServer:
        def __init__(self, *arguments: object) -> None:
            pass

        def serve(self) -> None:
            raise BrokenPipeError

    monkeypatch.setenv("LUDOSCOPE_HOME", str(tmp_path))
    web_server = SimpleNamespace(BrowserServer=ClosedServer)
    monkeypatch.setitem(sys.modules, "ludoscope.tui.web_server", web_server)
    assert cli.main(["serve"]) == EXIT_BROKEN_PIPE


def press(page: Any, *keys: str) -> None:
    """Press keys in the browser."""
    from selenium.webdriver.common.action_chains import ActionChains

    ActionChains(page).send_keys(*keys).perform()


def wait_for(condition: Callable[[], object], what: str) -> object:
    until = time.monotonic() + SECONDS
    while not (found := condition()):
        assert time.monotonic() < until, f"waited in vain: {what}"
        time.sleep(0.1)
    return found


def _listens(port: int) -> bool:
    with socket.socket() as line:
        return line.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def served(home: Path, *words: str) -> Iterator[str]:
    """Start a server and yield its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "ludoscope", "serve", *words, "--port", str(port)]
    environ = {**os.environ, "LUDOSCOPE_HOME": str(home)}
    with subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            assert f"http://127.0.0.1:{port}" in process.stdout.readline()
            wait_for(lambda: _listens(port), "the server")
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()


def saved(home: Path, profile: str) -> tuple[str, bool]:
    """Return the moves of the game that a profile has started, and True if it is won."""
    path = home / "profiles" / profile / "sessions.sqlite"
    if not path.exists():
        return "", False
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as saves:
        try:
            found = saves.execute("SELECT moves, won FROM session WHERE ply > 0").fetchone()
        except sqlite3.Error:  # it is just being made
            return "", False
    return (found[0], bool(found[1])) if found else ("", False)


@pytest.mark.long
@pytest.mark.skipif(not find_spec("textual_serve"), reason="textual-serve is not installed")
def test_the_page_of_somebody_else_gets_no_app(tmp_path: Path) -> None:
    import aiohttp

    async def codes(url: str) -> list[int]:
        found = []
        async with aiohttp.ClientSession() as session:
            for origin in ({}, {"Origin": "http://example.org"}, {"Origin": "null"}):
                async with session.get(f"{url}/ws", headers=origin) as answer:
                    found.append(answer.status)
        return found

    with served(tmp_path) as url:
        assert asyncio.run(codes(url)) == [403, 403, 403]
    assert not (tmp_path / "profiles").exists()


@pytest.mark.long
@pytest.mark.skipif(not find_spec("textual_serve"), reason="textual-serve is not installed")
@pytest.mark.skipif(not find_spec("selenium"), reason="selenium is not installed")
@pytest.mark.skipif(not (which("chromium") and which("chromedriver")), reason="no Chromium")
def test_a_game_is_played_in_chromium_and_each_tab_has_its_own(tmp_path: Path) -> None:
    from selenium import webdriver
    from selenium.webdriver.common.by import By

    options = webdriver.ChromeOptions()
    options.binary_location = str(which("chromium"))
    for flag in (*FLAGS, f"--user-data-dir={tmp_path / 'browser'}"):
        options.add_argument(flag)
    service = webdriver.ChromeService(executable_path=which("chromedriver"))
    with (
        served(tmp_path, "orush-02") as url,
        webdriver.Chrome(options=options, service=service) as page,
    ):
        for profile in ("tab-1", "tab-2"):
            page.switch_to.new_window("tab")
            page.get(url)
            wait_for(lambda: page.find_elements(By.CSS_SELECTOR, "body.-first-byte"), "the app")
            page.find_element(By.CSS_SELECTOR, ".textual-terminal").click()

            def begun(profile: str = profile) -> bool:
                press(page, "c", DOWN)
                return bool(saved(tmp_path, profile)[0])

            wait_for(begun, f"a move of {profile}")
            press(page, "b", DOWN, "a", RIGHT, RIGHT)
            wait_for(lambda profile=profile: saved(tmp_path, profile)[1], f"the win of {profile}")
            if picture := os.environ.get("LUDOSCOPE_PICTURES"):
                page.save_screenshot(str(Path(picture, f"browser-{profile}.png")))
        assert len(list((tmp_path / "profiles").iterdir())) == 2


def test_a_port_that_is_taken_is_said_in_a_sentence(tmp_path: Path, capsys) -> None:
    if not find_spec("textual_serve"):
        pytest.skip("textual-serve is not installed")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        code = cli.main(["serve", "--port", str(port)])
    assert code == 66
    assert f"127.0.0.1:{port}: " in capsys.readouterr().err
