"""A hostile visitor of `play --guest`: what is tried, and whether it held.

    python tests/terminal/attack.py [ROUNDS [SEED]]

Each round tries all of it, with other texts in the prompts. A table at the end; the exit status
is 1 when anything did not hold. `test_attack.py` has one short round.
"""

import random
import re
import stat
import sys
import tempfile
import termios
import time
from pathlib import Path

from doors import doors
from visitor import ANSWERS, BOARD, CONTROLS, HOME, PROMPTS, pastes, texts
from watched import WORKERS, heard, opener, program, refused, session, state

MOST_SOLVERS = 2
PATIENCE = 20.0  # seconds
TELLTALES = ("Traceback", "root:", ">>>", "secret puzzle", "no such column")


class Attack:
    """`start` opens the app in a terminal; `folder` is empty, and not to be written to but `data`.

    `typed`: so many prompts, texts, pastes and answers, None for all. `table` has a row for each
    thing tried: what, "" or what did not hold.
    """

    def __init__(self, start, folder, seed=0, typed=None):
        self.folder, self.data, self.log = folder, folder / "data", folder / "log"
        self.secret = folder / "secret.txt"
        self.secret.write_text("secret puzzle\n")
        self.table = []
        self._chance = random.Random(seed)
        self._typed = typed  # texts for each prompt, None for all
        self._start = start
        self.most = 0  # processes at once, beside the app's own
        self.terminal = start(
            *("play", "--guest", "--data", str(self.data), "--max-solvers", str(MOST_SOLVERS)),
            program=program(self.log),
        )
        self._modes = termios.tcgetattr(self.terminal.descriptor)
        self.terminal.see("Welcome to Ludoscope")
        self.terminal.settle(0.2)
        self.terminal.press("escape")
        self.terminal.see(HOME, gone=["Welcome"])

    def run(self):
        """Try everything once, or some of it where `typed` says how much; then leave."""
        for name in self._some(PROMPTS):
            self._try(f"prompts: {name}", lambda name=name: self.prompts(name))
        for name, data in self._some(pastes(self.secret)):
            self._try(f"paste: {name}", lambda data=data: self.send(data))
        for name, data in self._some(ANSWERS.items()):
            self._try(f"forged answer: {name}", lambda data=data: self.send(data))
        self._try("control keys", lambda: self.write(CONTROLS * 5))
        self._try("noise", self.noise)
        self._try("pictures, exports, programs in the palette", self.palette)
        self._try("export and copy in the lab", self.exports)
        self._try("many solvers at once", self.solvers)
        self._try("limits above the host's", self.limits)
        self._row("leaving", self.leave)
        self._row("no file and no program beyond our own", self.log_is_clean)
        self._row("only the saves were written", self.folder_is_clean)

    def _some(self, every):
        """Return a random sample of `typed` elements, or all of them in random order."""
        every = list(every)
        return self._chance.sample(every, self._typed or len(every))

    # How it is told

    def _row(self, what, does):
        try:
            does()
        except AssertionError as error:
            self.table.append((what, str(error) or "an assertion"))
        else:
            self.table.append((what, ""))

    def _try(self, what, does):
        def tried():
            if self.terminal.process.poll() is not None:
                raise AssertionError("the app is gone")
            does()
            self.check()
            self.home()

        self._row(what, tried)

    def check(self):
        """Check that nothing secret is shown, no foreign process runs and the program goes on."""
        terminal = self.terminal
        assert terminal.process.poll() is None, f"the app left: {terminal.text[-300:]!r}"
        assert state(terminal) != "T", "the app was stopped"
        for sign in TELLTALES:
            assert sign not in terminal.text, f"{sign!r} on the screen"
        assert b"\x1b]52;c;?" not in terminal.output, "the clipboard was asked for"
        self.processes()

    def processes(self):
        """Check that only our own processes run, and no more of them than the host allows."""
        running = session(self.terminal.process.pid)
        for words in running:
            ours = words[: len(WORKERS[0])] in WORKERS
            begun = "--guest" in words  # not yet become another program
            assert ours or begun, f"a process {words}"
        self.most = max(self.most, len(running))
        assert len(running) <= MOST_SOLVERS, f"{len(running)} solvers at once"

    # Keys

    def write(self, data):
        """Write in parts, as a terminal's buffer takes them."""
        for at in range(0, len(data), 1024):
            self.terminal.write(data[at : at + 1024])
            self.terminal.read(0.002)
        self.terminal.settle(0.03)

    def send(self, text):
        """Send bytes at home and on a board, followed by a key."""
        data = text.encode("latin-1") if text.isascii() else text.encode("latin-1", "replace")
        self.write(data)
        self.check()
        self.home()
        self.terminal.press(":", *"orush-01", "enter")
        self.terminal.see(BOARD)
        self.write(data)

    def home(self):
        """Go back to the home screen and check that it responds."""
        self.terminal.press("escape")  # whatever began and has not ended, such as a DCS
        self.terminal.settle(0.2)
        self.escape()
        self.open_palette()
        self.escape()

    def escape(self):
        until = time.monotonic() + PATIENCE
        while HOME not in self.terminal.text or "─ Commands ─" in self.terminal.text:
            assert time.monotonic() < until, f"no way home: {self.terminal.text[-400:]!r}"
            self.terminal.press("escape")
            self.terminal.settle(0.2)  # together with the next key it would mean another

    def open_palette(self):
        self.terminal.press("ctrl+p")
        self.terminal.see("─ Commands ─")

    def go(self, name):
        """Open a screen from home."""
        keys, seen, _ = PROMPTS[name]
        for key in keys:
            if key is None:
                self.terminal.see(f"{BOARD}|[Nn]ew problem")
                self.terminal.settle(0.1)
            elif key in ("enter", "ctrl+p", "ctrl+l"):
                self.terminal.settle(0.1)
                self.terminal.press(key)
            else:
                self.terminal.write(key.encode())
        self.terminal.see(seen)
        self.terminal.settle(0.1)

    # What is tried

    def prompts(self, name):
        """Type every text into every prompt of a screen."""
        chosen = self._some(texts(self.secret))
        self.go(name)
        for key in PROMPTS[name][2]:
            for text in chosen:
                self.terminal.press(key)
                self.write(b"\x15" + text.encode() + b"\r")
                self.check()
                if not self._there(name):
                    self.home()
                    self.go(name)

    def _there(self, name):
        return re.search(PROMPTS[name][1], self.terminal.text)

    def listed(self, word):
        """Return the lines of the palette that contain a word, without the input line."""
        self.open_palette()
        self.terminal.write(word.encode())
        self.terminal.settle(0.5)  # it searches after each letter
        return [line for line in self.terminal.lines if word in line.casefold()][1:]

    def noise(self):
        """Send random bytes without the keys that quit."""
        data = bytes(self._chance.randrange(256) for _ in range(6000))
        data = data.translate(None, b"\x03\x10\x11q")  # also none that finds "quit" by name
        for at in range(0, len(data), 500):  # a thousand keys are seconds of work
            self.write(data[at : at + 500])
            self.home()

    def palette(self):
        """Check that the palette offers no dangerous command, and none runs by its name."""
        for word in ("picture", "screenshot", "export", "shell", "sleep", "suspend"):
            assert not self.listed(word), f"{word} is offered"
            self.write(b"\r")
            self.home()

    def exports(self):
        """Check that the lab exports no files here, and copies tables to the clipboard only."""
        self.go("lab")
        assert "export" not in self.terminal.text, "export is offered"
        self.terminal.press("e", "c")
        self.terminal.see("as Markdown")
        self.terminal.press("?")
        self.terminal.settle(0.2)
        assert "export" not in self.terminal.text, "export is in the help"

    def solvers(self):
        """Run every solver at once with hints and moves meanwhile; close and reopen the lab."""
        self.go("lab")
        self.terminal.press("p")
        self.terminal.see("Every method")
        self.terminal.press("down", "enter")
        self.terminal.settle(0.1)
        self.terminal.press("s")
        for _ in range(40):
            self.terminal.read(0.02)
            self.processes()
        self.home()
        self.terminal.press(":", *"english-central", "enter")
        self.terminal.see(BOARD)
        for keys in ("i", "s\r", "\t\r\t\r", "i", "u", "\x0cg", "\x1b"):
            self.terminal.write(keys.encode())
            for _ in range(8):
                self.terminal.read(0.02)
                self.processes()
        assert self.most, "no solver was seen at work"

    def limits(self):
        """Check that nothing beyond the host's limits is offered."""
        for word in ("1 hour", "4,096"):
            assert not self.listed(word), f"{word} is offered"
            self.home()
        self.open_palette()
        self.terminal.write(b"10 minutes")
        self.terminal.see("Time: 10 minutes")

    def leave(self):
        """Quit, and check for exit status 0 and restored terminal modes."""
        terminal = self.terminal
        terminal.press("ctrl+q")
        assert terminal.wait(10) == 0, f"exit status {terminal.process.returncode}"
        for mode in (b"1049", b"2004", b"1000", b"1003", b"1006"):
            on, off = (terminal.output.rfind(b"\x1b[?%s%s" % (mode, x)) for x in (b"h", b"l"))
            assert on <= off, f"mode {mode.decode()} is left on"
        shown = terminal.output.rfind(b"\x1b[?25h")
        assert shown > terminal.output.rfind(b"\x1b[?25l"), "the cursor stays hidden"
        assert termios.tcgetattr(terminal.descriptor)[:4] == self._modes[:4], "the line's modes"
        assert not session(terminal.process.pid), "a worker outlives the app"

    def log_is_clean(self):
        events = heard(self.log)
        assert any(event == "subprocess.Popen" for event, _ in events), "the log is empty"
        wrong = [entry for entry in events if refused(entry, self.data)]
        assert not wrong, f"{wrong[0]}"

    def folder_is_clean(self):
        names = {path.name for path in self.folder.iterdir()}
        assert names == {"data", "log", "secret.txt"}, f"{names}"
        assert self.secret.read_text() == "secret puzzle\n", "the secret was written to"
        assert not stat.S_IMODE(self.data.stat().st_mode) & 0o077, "the saves are open to others"
        for path in self.data.rglob("*"):
            assert not path.is_symlink(), f"{path} is a link"
        names = [path for path in self.data.rglob("*") if path.suffix in (".svg", ".csv", ".md")]
        assert not names, f"{names}"


def main(rounds=1, seed=0):
    """Run the attack from the command line and return the exit status."""
    fell = 0
    for number in range(seed, seed + rounds):
        with tempfile.TemporaryDirectory() as folder:
            running = []
            path = Path(folder)
            (path / "app").mkdir()
            try:
                start = opener(path / "home", running)
                attack = Attack(start, path / "app", number)
                attack.run()
                table = [*attack.table, *doors(start, path)]
            finally:
                for terminal in running:
                    terminal.close()
        print(f"round {number}: at most {attack.most} solvers at once")
        for what, wrong in table:
            held = f"NOT HELD: {wrong.splitlines()[0][:300]}" if wrong else "held"
            print(f"  {what:<48} {held}", flush=True)
        fell += sum(bool(wrong) for _, wrong in table)
    return int(fell > 0)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
