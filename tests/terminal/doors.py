"""Attacks on a visitor's surroundings: environment, profile names, links in the data folder."""

import json
import os
import re
import shlex
import sys

PROFILES = ("../x", "/etc", "~", ".", "a/b", "a\nb", "$(id)", "x" * 65, "é", "")
NAMED = r"\bmove 0 "


def doors(start, folder):
    """Return rows as of an `Attack`: what was tried, and "" or what did not hold."""
    table = []
    for what, does in DOORS.items():
        place = folder / does.__name__
        place.mkdir()
        try:
            does(start, place)
        except AssertionError as error:
            table.append((what, (str(error) or "an assertion").splitlines()[0][:300]))
        else:
            table.append((what, ""))
    return table


def leave(terminal):
    terminal.press("ctrl+q")
    assert terminal.wait(10) == 0, terminal.text[-300:]
    assert ">>>" not in terminal.text, "an interpreter is left"
    assert "Traceback" not in terminal.text, terminal.text[-300:]


def environment(start, folder):
    """Try environment variables that take effect once the program has started."""
    data, elsewhere = folder / "data", folder / "elsewhere"
    env = {
        **dict.fromkeys(("HOME", "LUDOSCOPE_HOME", "XDG_DATA_HOME", "TERMINFO"), str(elsewhere)),
        **dict.fromkeys(("TEXTUAL_LOG", "PYTHONSTARTUP"), f"{elsewhere}.x"),
        **dict.fromkeys(("TEXTUAL_DEBUG", "TEXTUAL_SCREENSHOT", "PYTHONINSPECT"), "1"),
        "TEXTUAL_SCREENSHOT_LOCATION": str(folder),
        "TEXTUAL_DRIVER": "os:system",
        "TEXTUAL_DEVTOOLS_PORT": "9",
        "PYTHONBREAKPOINT": "os.system",
        "BROWSER": f"touch {elsewhere}",
        "EDITOR": f"touch {elsewhere}",
        "COLUMNS": "999999",
        "LINES": "-1",
        "TERM": "xterm-256color",
    }
    terminal = start("play", "--guest", "--data", str(data), "hexapawn-3x3", env=env)
    terminal.see(NAMED)
    leave(terminal)
    assert {path.name for path in folder.iterdir()} == {"data"}, "something was written"


def locale(start, folder):
    """Check that an unknown locale does not end the program."""
    env = {"LC_ALL": "../../../etc/passwd", "LANG": "xx_XX.UTF-8"}
    terminal = start("play", "--guest", "--data", str(folder / "data"), "hexapawn-3x3", env=env)
    terminal.see(NAMED)
    leave(terminal)


def emptied(start, folder):
    """Try variables that take effect before any program can refuse them; see SECURITY.md."""
    data, evil, mark = folder / "data", folder / "evil", folder / "mark"
    evil.mkdir()
    for module in ("sitecustomize", "usercustomize", "tui", "textual", "warned"):
        (evil / f"{module}.py").write_text(f"open({str(mark)!r}, 'w')\n")
    env = {
        "PYTHONPATH": str(evil),
        "PYTHONHOME": str(evil),
        "PYTHONWARNINGS": "all:0:warned.x:0:0",  # imports the module
        "PYTHONUSERBASE": str(evil),
        "PYTHONPYCACHEPREFIX": str(folder / "cache"),
        "LD_LIBRARY_PATH": str(evil),
        "LD_PRELOAD": str(evil / "none.so"),
    }
    words = [
        sys.executable,
        "-m",
        "ludoscope",
        "play",
        "--guest",
        "--data",
        str(data),
    ]
    command = f'exec env -i TERM="$TERM" LANG=C.UTF-8 {shlex.join(words)} hexapawn-3x3'
    # the shell of the server, which the visitor's variables have reached, is no Python program
    shell = f"import os; os.execle('/bin/sh', 'sh', '-c', {command!r}, os.environ | {env!r})"
    terminal = start(program=("-c", shell))
    terminal.see(NAMED)
    leave(terminal)
    assert not mark.exists(), "a module of the visitor's was loaded"
    assert {path.name for path in folder.iterdir()} == {"data", "evil"}, "something was written"


def profiles(start, folder):
    """Check that each bad profile name is refused with exit code 64 and creates nothing."""
    for name in PROFILES:
        terminal = start("play", "--guest", "--data", str(folder), f"--profile={name}")
        assert terminal.wait(10) == 64, f"{name!r}: {terminal.process.returncode}"
        assert not list(folder.iterdir()), f"{name!r} made a file"


def links_to_files(start, folder):
    """Check that settings and keys that are links are neither written to nor shown."""
    data, secret = folder / "data", folder / "secret"
    data.mkdir(mode=0o700)
    secret.write_text('{"theme": "secret puzzle"}\n')
    for name in ("settings.json", "keys.json", "hexapawn-table.json", "in-use"):
        (data / name).symlink_to(secret)
    (data / "problems").mkdir(mode=0o700)
    (data / "problems" / "sly.peg.txt").symlink_to(secret)
    options = ("--data", str(data))
    terminal = start("play", "--guest", *options, "hexapawn-3x3")
    terminal.see(NAMED)
    terminal.press(",", "right", "escape", ":", *"problems/sly", "enter")
    terminal.settle(0.3)
    assert "secret" not in terminal.text, "a file elsewhere is shown"
    terminal.press("escape")
    leave(terminal)
    assert secret.read_text() == '{"theme": "secret puzzle"}\n', "a file elsewhere was written to"


def links_to_folders(start, folder):
    """Check that nothing is written through linked folders of problems or saves."""
    data, elsewhere = folder / "data", folder / "elsewhere"
    data.mkdir(mode=0o700)
    elsewhere.mkdir()
    (elsewhere / "kept").write_text(json.dumps([os.getpid()]))
    for name in ("problems", "profiles", "exports"):
        (data / name).symlink_to(elsewhere)
    for options in ((), ("--profile", "anna")):
        terminal = start("play", "--guest", "--data", str(data), *options, "lucas-01")
        while terminal.process.poll() is None and not re.search(NAMED, terminal.text):
            terminal.read(0.1)
        if terminal.process.poll() is not None:  # refused, which is right too
            assert "Traceback" not in terminal.text, terminal.text[-300:]
            continue
        terminal.see(NAMED)
        terminal.press("e")
        terminal.see("Finish: ")
        terminal.press("w", *"mine", "enter")
        terminal.settle(0.3)
        terminal.press("escape", "escape")
        leave(terminal)
    found = {path.name for path in elsewhere.iterdir()}
    assert found == {"kept"}, f"written elsewhere: {sorted(found)}"


DOORS = {
    "environment that the program clears": environment,
    "environment behind env -i": emptied,
    "a language that the server does not know": locale,
    "names of profiles": profiles,
    "links to files in the data folder": links_to_files,
    "links to folders in the data folder": links_to_folders,
}
