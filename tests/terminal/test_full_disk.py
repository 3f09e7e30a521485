"""A disk that is full at every write of a played game: what was shown is there after a restart.

The disk is a small tmpfs, which only root may mount, in a name space of its own or not.
A tenth of LUDOSCOPE_ROUNDS is how many moves are played.
"""

import fcntl
import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from functools import partial

import pytest

from ludoscope.puzzles import catalogue
from ludoscope.tui.model.session import Session
from ludoscope.tui.saves.store import Store

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="mounts a tmpfs")

MOVES = max(1, int(os.environ.get("LUDOSCOPE_ROUNDS", "10")) // 10)
NAME = "english-central"
SIZE = "2m"
PAGE = 4096
IMPATIENT = """
import sys
from ludoscope.tui.saves import autosave, database
from ludoscope.tui.start import main
database.LOCK_TIMEOUT_SECONDS, autosave.RETRY_DELAY_SECONDS = 0.3, 0.3
sys.exit(main())
"""


@pytest.fixture
def disk(tmp_path):
    """Mount a small disk and yield its folder."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "ludoscope-test", str(folder)]
    try:
        made = subprocess.run(mount, capture_output=True, text=True, check=False)
    except OSError as error:
        pytest.skip(f"no tmpfs can be mounted: {error}")
    if made.returncode:
        pytest.skip(f"no tmpfs can be mounted: {made.stderr.strip()}")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


@pytest.fixture
def start(start):
    """Return `start` for a program with shorter waiting times."""
    return partial(start, program=("-c", IMPATIENT))


@pytest.fixture
def home(disk):
    return disk / "home"


def fill(disk, left):
    """Fill the disk up to that number of free pages."""
    with open(disk / "ballast", "ab", buffering=0) as file:
        with suppress(OSError):
            while file.write(bytes(PAGE)):
                pass
        file.truncate(max(0, file.tell() // PAGE - left) * PAGE)


def empty(disk):
    (disk / "ballast").unlink(missing_ok=True)


def stored(home):
    store = Store(home)
    save = store.load(NAME).result()
    assert not store.next_notice()
    store.close()
    session = Session(catalogue.find(NAME))
    if save:
        save.resume(session)
    return session


def moves_shown(terminal):
    return int(re.search(r"\bmove (\d+) ", terminal.lines[0])[1])


def kill(terminal):
    os.kill(terminal.process.pid, signal.SIGKILL)
    terminal.process.wait()


def play(terminal):
    """Play a move and return the number of moves."""
    wanted = moves_shown(terminal) + 1
    session = Session(catalogue.find(NAME))
    for _ in range(wanted - 1):
        session.play(session.game.moves(session.position)[0])
    move = session.game.moves(session.position)[0]
    text = session.game.move_text(session.position, move)
    terminal.press(":")
    terminal.see("⏎ play|⏎")
    terminal.write(text.encode() + b"\r")
    terminal.see(rf"\bmove {wanted} ")
    return wanted


@pytest.mark.long
def test_a_disk_full_at_every_write_of_a_game(start, disk, home):
    """Each move with 0, 1, 2 … pages left, until it is stored; killed when there is room again."""
    terminal = start("play", NAME)
    terminal.see(r"\bmove 0 ")
    points = 0
    for _ in range(MOVES):
        left = 0
        while True:
            fill(disk, left)
            count = play(terminal)
            terminal.settle(0.3)
            failed = re.search("not saved: ", terminal.text)
            if failed:
                terminal.see("the disk is full|disk I/O error|No space left")
            empty(disk)
            terminal.see(rf"\bmove {count} ", gone=["not saved: "])
            points += bool(failed)
            kill(terminal)
            assert stored(home).ply == count
            terminal = start("play", NAME)
            terminal.see(rf"\bmove {count} ")
            if not failed or count > 25:
                break
            left += 1
    print(f"{points} points at which a write failed")
    assert points >= MOVES


@pytest.mark.long
def test_a_disk_that_is_full_from_the_start(start, disk, home):
    """No saves at all can be made: the game is played, and leaving asks."""
    fill(disk, 0)
    terminal = start("play", NAME)
    terminal.see(r"\bmove 0 ")
    play(terminal)
    terminal.see("1 move is not saved: ")
    play(terminal)
    terminal.see("2 moves are not saved: ")
    terminal.press("ctrl+q")
    terminal.see("2 moves are not saved. Quit anyway\\?")
    terminal.press("enter")
    terminal.see("2 moves are not saved: saves", gone=["Quit anyway"])
    empty(disk)
    terminal.see("Everything is saved now")
    terminal.press("ctrl+q")
    assert terminal.wait(60) == 0
    assert stored(home).ply == 2


def test_leaving_a_full_disk_says_what_is_lost(start, disk, home):
    fill(disk, 0)
    terminal = start("play", NAME)
    terminal.see(r"\bmove 0 ")
    play(terminal)
    terminal.see("1 move is not saved: ")
    terminal.press("ctrl+q")
    terminal.see("Quit anyway")
    terminal.press("ctrl+q")
    assert terminal.wait(60) == 0
    terminal.settle(0.2)
    assert b"ludoscope: 1 move is not saved: " in terminal.output


@pytest.mark.long
def test_a_disk_that_may_not_be_written(start, disk, home):
    """Check that earlier moves are kept and moves played meanwhile are added."""
    terminal = start("play", NAME)
    terminal.see(r"\bmove 0 ")
    play(terminal)
    terminal.press("ctrl+q")
    assert terminal.wait(60) == 0
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    terminal = start("play", NAME)
    terminal.see(r"\bmove 0 ", "saves cannot be used: ")
    play(terminal)
    play(terminal)
    terminal.see("2 moves are not saved: ")
    subprocess.run(["mount", "-o", "remount,rw", str(disk)], check=True)
    terminal.see("Everything is saved now")
    kill(terminal)
    assert stored(home).ply == 2


@pytest.mark.long
def test_stopped_for_a_while_with_another_program_at_the_saves(start, home):
    """A program that is stopped holds nobody up, and goes on where it was."""
    first = start("play", NAME)
    first.see(r"\bmove 0 ")
    play(first)
    first.settle(0.3)
    os.kill(first.process.pid, signal.SIGSTOP)
    second = start("play", NAME)
    second.see(r"\bmove 1 ")
    play(second)
    second.press("ctrl+q")
    assert second.wait(60) == 0
    before = len(first.output)
    os.kill(first.process.pid, signal.SIGCONT)
    while b"\x1b[?1049h" not in first.output[before:]:  # what is typed earlier is thrown away
        first.read(0.05)
    first.settle(0.3)
    play(first)
    first.press("ctrl+q")
    assert first.wait(60) == 0
    assert stored(home).ply == 2


@pytest.mark.long
def test_a_lock_that_a_stopped_program_holds(start, home):
    """Check that the program reports a locked folder while opening the saves, and waits."""
    home.mkdir(mode=0o700)
    handle = os.open(home, os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_EX)
    terminal = start("play", NAME)
    terminal.see(r"\bmove 0 ")
    play(terminal)
    terminal.see("1 move is not saved: ", "another program is using it")
    os.close(handle)
    terminal.see(r"\bmove 1 ", gone=["not saved"])
    terminal.press("ctrl+q")
    assert terminal.wait(60) == 0
    assert stored(home).ply == 1
