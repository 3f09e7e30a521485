"""Apps forked from a process that has loaded the program: each takes a fifth of a fresh one's CPU.

They are processes as any other: a session of their own, their terminal, their signals, their end.
Tests marked `fresh` start the program anew, since how it starts is what they are about.
"""

import array
import fcntl
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import termios
from importlib import import_module

LOADED = (  # what every app loads until it shows a board
    *("ludoscope.tui.commands.play", "ludoscope.tui.app", "ludoscope.tui.screens.play.screen"),
    *(f"ludoscope.tui.boards.{one}.board" for one in ("peg", "patience", "rush", "hexapawn")),
    *("ludoscope.search.process.client", "ludoscope.search.peg.solvers", "textual.pilot"),
)
LOCALE = "C.UTF-8"  # a process has had one since it began
HEEDED = ("PYTHON", "TEXTUAL_", "LD_")  # variables that matter before, or while, all is loaded
SIGNALS = (signal.SIGHUP, signal.SIGINT, signal.SIGTERM)


class Nest:
    """The process from which they are forked; used as `subprocess` by a pseudo-terminal."""

    def __init__(self):
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            command = [sys.executable, __file__, str(theirs.fileno())]
            env = {**os.environ, "LC_ALL": LOCALE}
            self._process = subprocess.Popen(command, env=env, pass_fds=[theirs.fileno()])
        self._apps = []

    def close(self):
        self._line.close()
        self._process.wait()

    def living(self):
        """Return the process ids of the running apps, which /proc does not tell apart."""
        self._apps = [one for one in self._apps if one.poll() is None]
        return [one.pid for one in self._apps]

    def Popen(self, command, *, stdin, env, preexec_fn, **options):  # noqa: N802
        """Fork an app where that is equivalent, else start it with `subprocess`."""
        heeded = [name for name in {*env, *os.environ} if name.startswith(HEEDED)]
        same = env["LC_ALL"] == LOCALE and all(env.get(n) == os.environ.get(n) for n in heeded)
        if "--guest" in command or not same:  # a guest's starts over
            options |= {"stdin": stdin, "env": env, "preexec_fn": preexec_fn}
            return subprocess.Popen(command, **options)
        ignored = [one for one in SIGNALS if signal.getsignal(one) is signal.SIG_IGN]
        words = command[1:], env, os.getcwd(), ignored, preexec_fn is not None
        told, tell = os.pipe()
        try:
            socket.send_fds(self._line, [json.dumps(words).encode()], [stdin, tell])
        finally:
            os.close(tell)
        self._apps.append(Forked(told))
        return self._apps[-1]


class Forked:
    """Stands in for a `Popen`."""

    def __init__(self, told):
        self._told = os.fdopen(told, "rb", buffering=0)
        self.pid = array.array("i", self._told.read(4))[0]
        self.returncode = None

    def poll(self):
        return self.wait(0)

    def wait(self, timeout=None):
        if self.returncode is None and select.select([self._told], [], [], timeout)[0]:
            self.returncode = array.array("i", self._told.read(4))[0]
            self._told.close()
        return self.returncode

    def send_signal(self, number):
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self):
        self.send_signal(signal.SIGKILL)

    def terminate(self):
        self.send_signal(signal.SIGTERM)


def serve(line):
    """Fork for whoever asks; return in the app that is forked."""
    looking = 0  # those who look after an app; waited for, their time is counted as this one's
    while True:
        words, files, *_ = socket.recv_fds(line, 1 << 20, 2)
        while looking and (not words or os.waitpid(-1, os.WNOHANG)[0]):
            if not words:
                os.wait()
            looking -= 1
        if not words:
            os._exit(0)
        terminal, tell = files
        looking += 1
        if os.fork() == 0:
            line.close()
            look_after(terminal, tell, *json.loads(words))
            return
        os.close(terminal)
        os.close(tell)


def look_after(terminal, tell, words, env, folder, ignored, controlling):
    """Fork once more: the app itself, whose number and end are told, returns."""
    pid = os.fork()
    if pid:
        os.close(terminal)
        os.setsid()
        os.write(tell, array.array("i", [pid]).tobytes())
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        os.write(tell, array.array("i", [status]).tobytes())
        os._exit(0)
    os.close(tell)
    os.setsid()
    if controlling:
        fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
    for number in ignored:
        signal.signal(number, signal.SIG_IGN)
    for number in range(3):
        os.dup2(terminal, number)
    os.close(terminal)
    sys.stdin = sys.__stdin__ = os.fdopen(0, closefd=False)
    sys.stdout = sys.__stdout__ = os.fdopen(1, "w", closefd=False)
    sys.stderr = sys.__stderr__ = os.fdopen(2, "w", errors="backslashreplace", closefd=False)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(env)
    sys.argv, sys.path[0] = words, folder


if __name__ == "__main__":
    for name in LOADED:
        import_module(name)
    serve(socket.socket(fileno=int(sys.argv[1])))
    option, program = sys.argv.pop(0), sys.argv[0]
    if option == "-m":
        runpy.run_module(program, run_name="__main__", alter_sys=True)
    else:  # -c
        exec(program, {"__name__": "__main__"})
