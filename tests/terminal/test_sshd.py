"""Over a real sshd on the loopback: the connection drops in mid-game, and the game stands."""

import os
import shlex
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from many import first_of
from ssh_server import KEYGEN, SSH, SSHD, ssh_server

import ludoscope
from ludoscope.puzzles import daily
from ludoscope.tui.lobby.host_settings import HostSettings, make_lobby
from ludoscope.tui.saves.settings import Settings

PUZZLE = "english-central"
GONE = 1.5  # seconds
GRACE = 1.0  # seconds on top of what is promised, for a machine that is busy with other tests

pytestmark = pytest.mark.skipif(
    not (SSHD and SSH and KEYGEN and sys.platform.startswith("linux")),
    reason="needs Linux with sshd, ssh and ssh-keygen (openssh-server)",
)


@pytest.fixture
def server(tmp_path):
    """Yield an sshd of our own, with the key `person` in its folder."""
    with ssh_server(tmp_path) as running:
        yield running


@pytest.fixture
def connect(server, start, home):
    """Return a function that opens the app over ssh in a terminal."""
    before = f"cd {shlex.quote(os.getcwd())} && LUDOSCOPE_HOME={shlex.quote(str(home))} \
LC_ALL=C.UTF-8 exec {shlex.quote(sys.executable)} -m ludoscope play"

    def connected(*arguments):
        program = f"{before} {shlex.join(arguments or [PUZZLE])}"
        words = server.command(program)
        terminal = start(program=("-c", f"import os; os.execv({words[0]!r}, {words!r})"))
        terminal.see("Peg solitaire")
        return terminal

    return connected


@pytest.fixture
def drop(server):
    """Return a function that cuts the connection of a terminal at one of its ends."""

    def dropped(end, terminal):
        if end == "client":
            terminal.process.kill()
            return
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):  # ended meanwhile
                parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
                if int(parent) == server.pid:
                    os.kill(int(folder.name), signal.SIGKILL)

    return dropped


@first_of("end", ["client", "server"])
def test_the_game_stands_after_the_connection_dropped(connect, drop, processes, end):
    terminal = connect()
    terminal.see(r"\bmove 0 ")
    for made, move in enumerate((b"6,4:W", b"5,2:N", b"5,5:S"), start=1):
        terminal.write(b":" + move + b"\r")
        terminal.see(rf"\bmove {made} ")
    terminal.press("u")
    terminal.see(r"\bmove 2 ")
    terminal.press("s", "s")
    terminal.see("Solve with", "Breadth-first search")
    terminal.press("enter")
    terminal.see("Solver: breadth-first", "explored +[1-9]")
    assert len(processes()) >= 3  # ssh, the app, its solver, maybe the judge of a move

    started = time.monotonic()
    drop(end, terminal)
    while set(processes()) - {terminal.process.pid}:
        assert time.monotonic() < started + GONE + GRACE, processes()
        time.sleep(0.01)
    terminal.process.wait()

    again = connect()
    again.see(r"\bmove 2 ")
    again.press("y")
    again.see(r"\bmove 3 ")


@pytest.fixture
def come(connect, home, tmp_path):
    """Return a function that opens the app over ssh for a player of the lobby."""
    shared = tmp_path / "shared"
    make_lobby(shared, HostSettings())

    def came(profile):
        folder = home / "profiles" / profile
        Settings.change(folder, watched=True, board="yes", toured=True)
        return connect("--profile", profile, "--lobby", str(shared))

    return came


@pytest.mark.long
def test_lobby_through_dropped_connections(come, drop):
    """A duel, a game watched and a leaderboard between two sessions, each goes on after a drop."""
    anna, bob = come("anna"), come("bob")
    anna.press("o", "tab")
    anna.see(r"bob +online +can be watched")
    anna.press("i")
    anna.see("Invite bob to hexapawn")
    anna.press(*["backspace"] * 3, *"3x3", "enter")
    anna.see("Which side")
    anna.press("enter")
    bob.see("anna invites you to hexapawn 3×3")
    bob.press("o")
    bob.see(r"anna +Hexapawn 3×3 +black +invites you")
    bob.press("enter")
    bob.see("anna is to move")
    anna.press("tab")
    anna.see(r"bob +Hexapawn 3×3 +white +your move")
    anna.press("enter")
    anna.see("Your move · bob is online")
    anna.press(":", *"b1b2", "enter")
    anna.see("bob is to move")
    drop("client", anna)
    bob.see("Your move · anna has left")
    bob.press(":", *"a3xb2", "enter")
    bob.see("anna is to move")
    anna = come("anna")
    anna.see("It is your move against bob")
    anna.press("o", "tab", "tab", "enter")
    anna.see(r"1 +b1b2 +a3xb2", "Your move · bob is online")

    drop("server", bob)
    drop_is_seen = r"bob (has left|was last seen)"
    anna = come("anna")  # the same daemon served both
    bob = come("bob")
    bob.press(":", *"lucas-01", "enter")
    bob.see(r"\bmove 0 ")
    bob.press("tab", "enter", "tab", "enter")
    bob.see(r"\bmove 1 ")
    anna.press("o", "tab", "enter")
    anna.see("bob › ", "jump 1 of 1 ", "bob is online")
    drop("client", bob)
    anna.see(drop_is_seen, "jump 1 of 1 ")
    bob = come("bob")
    bob.press(":", *"lucas-01", "enter")
    bob.see(r"› Lucas 1 .*\bmove 1 ")
    bob.press("u")
    anna.see("jump 0 of 0", "bob is online")

    name = daily.name_for("rush", daily.today())
    puzzle = ludoscope.puzzle(name)
    line = ludoscope.notation(puzzle, ludoscope.solve(puzzle).moves)
    bob.press("escape")
    bob.see("d today")
    bob.press(":", *name, "enter")
    bob.see("ORush › Daily", r"\bmove 0 ")
    bob.press(":", *line, "enter")
    bob.see(r"\bmove [1-9]", "solved")
    anna.press("escape", "shift+tab")
    anna.see(r"1 +bob ")
    drop("client", anna)
    anna = come("anna")
    anna.press("o")
    anna.see(r"1 +bob ")
    anna.press("down", "down", "down", "enter")
    anna.see("bob › Daily", "replay", r"move 0 of \d+")
