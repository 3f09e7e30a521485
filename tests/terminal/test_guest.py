"""A visitor on a shared server tries every door: files, programs, the shell behind ctrl+z."""

import os
import re
import shlex
import sys
from itertools import islice

import pytest
from hostile import ran
from watched import heard, program, refused, state

from ludoscope.puzzles import catalogue
from ludoscope.search.process.host_limits import HostLimits
from ludoscope.tui.guest import GUEST_LIMITS, host_limits
from ludoscope.tui.isolation import MISSING_HOME, clean_environment
from ludoscope.tui.model.session import Session
from ludoscope.tui.saves.save import SavedSession
from ludoscope.tui.saves.store import Store

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")

FEW = None if os.environ.get("LUDOSCOPE_FULL") else 3  # texts at a prompt that others are like


@pytest.fixture
def secret(tmp_path):
    """Create a puzzle file that a guest must not open, and return its path."""
    path = tmp_path / "secret.txt"
    game = catalogue.find("hexapawn-3x7").game
    path.write_text(catalogue.collection("hexapawn").position_formats["sides"](game, game.start))
    return path


def typed(secret):
    """Yield texts that a visitor types into prompts, the most important ones first."""
    yield from (str(secret), os.path.relpath(secret), f"$(touch {secret}.1)", "!sh", "/etc/passwd")
    yield from ("-", "./-", "~/.ssh/id_rsa", f"`touch {secret}.2`", f"| tee {secret}.3", "../..")


def try_prompt(terminal, key, secret, most=None):
    terminal.press(key)
    terminal.see("cancel")
    for text in islice(typed(secret), most):
        terminal.write(b"\x15" + text.encode())
        terminal.see(re.escape(text[-12:]))
        terminal.press("enter")
        terminal.settle(0.05)
        assert "› secret" not in terminal.text
        assert "root:" not in terminal.text
    terminal.press("escape")
    terminal.see(".", gone=["esc cancel", rf"(?m){re.escape(text[-12:])}\s*$"])


@pytest.mark.long
@pytest.mark.fresh
def test_no_door_opens(start, tmp_path, secret):
    data, log = tmp_path / "data", tmp_path / "log"
    terminal = start("play", "--guest", "--data", str(data), program=program(log))
    terminal.see("Welcome to Ludoscope")
    terminal.press("escape")
    terminal.see("Peg solitaire", "Hexapawn", "t training", gone=["Welcome"])
    try_prompt(terminal, ":", secret)
    terminal.write(b"\x1a\x1c\x04\x13\x1b[24~\x1b[200~" + str(secret).encode() + b"\x1b[201~\r")
    terminal.settle(0.2)
    assert state(terminal) != "T"
    terminal.press("escape")
    terminal.see("t training")
    terminal.write(b"\x10screenshot\r\x1b")
    terminal.see("t training", gone=["Commands"])

    terminal.press("left", "enter")
    terminal.see("Hexapawn", "find", gone=["Patience"])
    try_prompt(terminal, ":", secret, FEW)
    terminal.write(b"/" + str(secret).encode() + b"\r")
    terminal.see("No match for")
    terminal.press("escape")
    terminal.see("find", gone=("No match for", "esc cancel"))
    terminal.press(":")
    terminal.see("esc cancel")
    terminal.press(*"hexapawn-4x4", "enter")
    terminal.see(r"4×4", r"\bmove 0 ")
    try_prompt(terminal, ":", secret, FEW)
    terminal.press("s")
    terminal.see("solution")
    terminal.press("escape")
    terminal.see(r"\bmove 0 ", gone=["solution"])
    terminal.press("c")
    terminal.see("ludoscope hexapawn")
    terminal.press("escape")
    terminal.see(r"\bmove 0 ", gone=["ludoscope hexapawn"])
    terminal.press("ctrl+l")
    terminal.see("Lab › Hexapawn", "add", gone=["export"])
    try_prompt(terminal, ":", secret, FEW)
    terminal.press("e", "c")
    terminal.see("as Markdown")
    terminal.press("ctrl+p", *"picture of")
    terminal.see("─ Commands ─", gone=["picture of this"])
    terminal.press("escape")
    terminal.see("Lab › Hexapawn", gone=["─ Commands ─"])
    terminal.press("ctrl+q")
    assert terminal.wait(60) == 0

    events = heard(log)
    assert any(event == "subprocess.Popen" for event, _ in events)  # the log is no empty one
    assert not [entry for entry in events if refused(entry, data)]
    assert {path.name for path in tmp_path.iterdir()} == {"data", "log", "secret.txt"}
    assert not (data / "exports").exists()
    assert oct(data.stat().st_mode & 0o777) == "0o700"


@pytest.mark.long
def test_a_visitor_s_environment_opens_none(start, tmp_path):
    data, elsewhere = tmp_path / "data", tmp_path / "elsewhere"
    env = {
        "LUDOSCOPE_HOME": str(elsewhere),
        "XDG_DATA_HOME": str(elsewhere),
        "HOME": str(elsewhere),
        "TEXTUAL_LOG": str(elsewhere) + ".log",
        "TEXTUAL_DEBUG": "1",
        "TEXTUAL_SCREENSHOT": "0",
        "TEXTUAL_SCREENSHOT_LOCATION": str(tmp_path),
        "TEXTUAL_DRIVER": "os:system",
        "TEXTUAL_ALLOW_SIGNALS": "1",
        "PYTHONINSPECT": "1",
    }
    terminal = start("play", "--guest", "--data", str(data), "hexapawn-3x3", env=env)
    terminal.see(r"3×3", r"\bmove 0 ")
    terminal.write(b"\x1a")
    terminal.press("enter")
    terminal.settle(0.2)
    assert state(terminal) != "T"
    terminal.press("ctrl+q")
    assert terminal.wait(60) == 0
    assert ">>>" not in terminal.text
    assert {path.name for path in tmp_path.iterdir()} == {"data"}


@pytest.mark.long
def test_no_shell_behind_the_program(start, tmp_path):
    """Not even one that controls jobs, and would be there if the program slept."""
    program = [sys.executable, "-m", "ludoscope"]
    words = [*program, "play", "--guest", "--data", str(tmp_path), "orush-01"]
    line = f"{shlex.join(words)}; echo this is the shell"
    terminal = start(program=("-c", f"import os; os.execlp('sh', 'sh', '-mc', {line!r})"))
    terminal.see(r"\bmove 0 ")
    terminal.write(b"\x1a")
    terminal.settle(0.5)
    assert "this is the shell" not in terminal.text
    terminal.press("ctrl+q")
    terminal.read_until(lambda output: b"this is the shell" in output)


@pytest.mark.long
def test_profiles_keep_people_apart(start, tmp_path):
    for name in ("anna", "ben"):
        terminal = start("play", "--profile", name, "--data", str(tmp_path), "hexapawn-4x4")
        terminal.see(r"\bmove 0 ")
        terminal.press(":", *"b1b2", "enter")
        terminal.see(r"\bmove [12] ")
        terminal.press("ctrl+q")
        assert terminal.wait(60) == 0
    assert {path.name for path in (tmp_path / "profiles").iterdir()} == {"anna", "ben"}


@pytest.mark.parametrize("name", ["../x", "", "a/b", "é", "a b", ".", "x" * 65, "~", "a\n"])
def test_a_profile_is_no_path(tmp_path, name):
    found = ran(["play", "--guest", "--data", str(tmp_path), f"--profile={name}"])
    assert found.code == 64
    assert "letters (a-z), digits," in found.err
    assert not list(tmp_path.iterdir())


def test_a_file_named_on_the_command_line_is_refused_too(start, tmp_path, secret):
    terminal = start("play", "--guest", "--data", str(tmp_path / "data"), str(secret))
    assert terminal.wait(60) == 66
    assert "no puzzle is called" in terminal.text


@pytest.mark.long
def test_a_visitor_fills_no_more_than_the_quota(start, tmp_path, monkeypatch):
    """Check that moves beyond the quota are played and reported as not saved."""
    monkeypatch.setenv("LUDOSCOPE_QUOTA", "1")
    store = Store(tmp_path / "data")
    save = SavedSession.from_session(Session(catalogue.find("lucas-01")), 1.0, 1.0)
    kept = [store.save(save._replace(name=str(at))) for at in range(2000)]
    store.close()
    assert kept[-1].exception()
    monkeypatch.delenv("LUDOSCOPE_QUOTA")
    words = ("play", "--guest", "--quota", "1", "--data", str(tmp_path / "data"), "hexapawn-4x4")
    terminal = start(*words)
    terminal.see(r"\bmove 0 ")
    terminal.press(":", *"b1b2", "enter")
    terminal.see(r"\bmove [12] ", r"not saved: .* the limit of 0.5 MB for saves is\s+reached")
    terminal.press("ctrl+q")
    terminal.see("Quit anyway")
    terminal.press("ctrl+q")
    assert terminal.wait(60) == 0
    assert sum(path.stat().st_size for path in (tmp_path / "data").glob("sessions*")) < 1_000_000


def test_a_user_whom_no_database_names_can_play(monkeypatch):
    def unknown(number):
        raise KeyError(f"getpwuid(): uid not found: {number}")

    monkeypatch.setattr("pwd.getpwuid", unknown)
    assert clean_environment({"TERM": "xterm", "HOME": "/elsewhere"})["HOME"] == MISSING_HOME


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ((False, None, None, None), HostLimits()),
        ((False, 5, None, 1), HostLimits(5, None, 1)),
        ((True, None, None, None), GUEST_LIMITS),
        ((True, 3600, 64, 8), HostLimits(3600, 64, 8)),
    ],
)
def test_guests_have_a_ceiling_where_the_host_says_nothing(words, found):
    assert host_limits(*words) == found


@pytest.mark.parametrize("word", ["--max-time=0", "--max-memory=x", "--max-solvers=-1"])
def test_a_ceiling_is_a_number_above_nothing(tmp_path, word):
    found = ran(["play", "--guest", "--data", str(tmp_path), word])
    assert found.code == 64
    assert word.partition("=")[0] in found.err
