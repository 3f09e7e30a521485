"""Faults to put into the Lights Out of the guide, one at a time, and its installation."""

import shutil
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
LIGHTS_OUT = ROOT / "docs" / "examples" / "lights_out"
ENTRY_POINTS = "entry_points.txt"
RAISE = "def fault(*_, **__):\n    raise ZeroDivisionError('injected')\n"
RETURN = "def fault(*_, **__):\n    return {value}\n"


class Fault(NamedTuple):
    """A fault in one module of Lights Out.

    Attributes:
        name: What is wrong.
        module: The module to whose end the code is added, "" for the entry points.
        code: The code, or the text that replaces the entry points.
        sentence: A part of the sentence that names the fault, "" if nothing fails.
    """

    name: str
    module: str
    code: str
    sentence: str


def raising(owner: str, method: str, module: str) -> Fault:
    """Return a method that raises ZeroDivisionError."""
    code = f"{RAISE}{owner}.{method} = fault\n"
    return Fault(
        f"{owner}.{method} raises", module, code, "ZeroDivisionError: injected (lightsout/"
    )


def raising_property(owner: str, name: str, module: str) -> Fault:
    code = f"{RAISE}{owner}.{name} = property(fault)\n"
    return Fault(f"{owner}.{name} raises", module, code, "ZeroDivisionError: injected (lightsout/")


def returning(owner: str, method: str, module: str, value: str) -> Fault:
    """Return a method that returns something else than its contract says."""
    code = f"{RETURN.format(value=value)}{owner}.{method} = fault\n"
    return Fault(f"{owner}.{method} returns {value}", module, code, f"{owner}.{method} returned ")


def raised(owner: str, method: str, module: str, exception: str) -> Fault:
    """Return a method that raises another exception."""
    code = f"def fault(*_, **__):\n    raise {exception}\n{owner}.{method} = fault\n"
    name = exception.partition("(")[0]
    sentence = "FileNotFoundError" if name == "OSError" else name  # which Python makes of it
    return Fault(f"{owner}.{method} raises {name}", module, code, sentence)


GAME = ("moves", "play", "is_won", "key", "text", "parse", "move_text", "parse_moves", "spec")
FAMILY = ("from_spec", "as_played", "count_moves", "count_parts", "merge_moves", "group_moves")
COLLECTION = (
    *("entries", "find", "recognises", "read", "name_opened_in_app", "fewest_moves"),
    *("difficulty_measure", "known_difficulty"),
)
BOARD = (
    *("__init__", "drawing_size", "draw", "min_size", "fits", "handle_key", "handle_click"),
    *("on_position_changed", "automatic_move", "point_at", "propose_move", "move_text"),
    *("describe_piece", "status_text", "goal_position", "goal_lines", "dead_end_text"),
    *("selection_notes", "animation_frames", "handles_key", "parse_moves", "clear_selection"),
)
BOARD_FAMILY = (
    *("create_board", "write_rules", "create_reference", "start_value", "puzzle_fact"),
    *("create_editor", "user_entries"),
)
DEEP = "def fault(*_, **__):\n    return fault()\n"
ENDLESS = "def fault(*_, **__):\n    while True:\n        pass\n"
SLOW = (
    "import time\n_before = LightsOutBoard.draw\n"
    "def fault(*a, **k):\n    time.sleep(1)\n    return _before(*a, **k)\n"
    "LightsOutBoard.draw = fault\n"
)
PRINTS = (
    "import os, sys\n_before = LightsOutBoard.draw\n"
    "def fault(*a, **k):\n    print('NOISE')\n    os.write(1, b'NOISE')\n"
    "    print('NOISE', file=sys.stderr)\n    os.write(2, b'NOISE')\n"
    "    return _before(*a, **k)\nLightsOutBoard.draw = fault\n"
)
ODD_ERROR = (
    "class Odd(Exception):\n    def __str__(self): raise Odd\n    __repr__ = __str__\n"
    "def fault(*_, **__):\n    raise Odd\nLightsOutBoard.draw = fault\n"
)

FAULTS: tuple[Fault, ...] = (
    *(raising("LightsOut", method, "rules") for method in GAME),
    raising_property("LightsOut", "effects", "rules"),
    *(raising("LightsOutFamily", method, "family") for method in FAMILY),
    *(raising("LightsOutCollection", method, "puzzles") for method in COLLECTION),
    *(raising("LightsOutBoard", method, "board") for method in BOARD),
    *(raising("LightsOutBoards", method, "board") for method in BOARD_FAMILY),
    Fault(
        "a solver raises",
        "solvers",
        f"{RAISE}import dataclasses\nSOLVERS = dataclasses.replace(SOLVERS, solvers="
        "(dataclasses.replace(SOLVERS.solvers[0], implementation=fault),))\n",
        "ZeroDivisionError: injected (lightsout/solvers.py",
    ),
    Fault(
        "a solver yields nonsense",
        "solvers",
        "def fault(*_, **__):\n    yield 5\nimport dataclasses\n"
        "SOLVERS = dataclasses.replace(SOLVERS, solvers="
        "(dataclasses.replace(SOLVERS.solvers[0], implementation=fault),))\n",
        "TypeError: linear-algebra yielded 5, expected an event",
    ),
    Fault(
        "a solver returns its verdict",
        "solvers",
        "def fault(game, position, limits):\n    return Budget(limits).solved(())\n    yield\n"
        "import dataclasses\nSOLVERS = dataclasses.replace(SOLVERS, solvers="
        "(dataclasses.replace(SOLVERS.solvers[0], implementation=fault),))\n",
        "RuntimeError: linear-algebra ended without a verdict: yield one, do not return it",
    ),
    Fault(
        "no solvers",
        "solvers",
        "SOLVERS = SolverSet(())\n",
        "ValueError: found no solvers, expected at least one (lightsout/solvers.py, line ",
    ),
    returning("LightsOut", "moves", "rules", "None"),
    returning("LightsOut", "moves", "rules", "[[1]]"),
    returning("LightsOut", "play", "rules", "[]"),
    returning("LightsOut", "is_won", "rules", "'yes'"),
    returning("LightsOut", "key", "rules", "{}"),
    returning("LightsOut", "text", "rules", "5"),
    returning("LightsOut", "move_text", "rules", "None"),
    returning("LightsOut", "parse_moves", "rules", "None"),
    returning("LightsOut", "spec", "rules", "'spec'"),
    returning("LightsOutFamily", "from_spec", "family", "None"),
    returning("LightsOutFamily", "count_moves", "family", "'many'"),
    returning("LightsOutFamily", "group_moves", "family", "[9]"),
    returning("LightsOutCollection", "entries", "puzzles", "5"),
    returning("LightsOutCollection", "entries", "puzzles", "iter([None])"),
    returning("LightsOutCollection", "find", "puzzles", "'a puzzle'"),
    returning("LightsOutBoard", "draw", "board", "None"),
    returning("LightsOutBoard", "draw", "board", "[[('x', 'no such role')]]"),
    returning("LightsOutBoard", "draw", "board", "[[('x', 5)]]"),
    returning("LightsOutBoard", "drawing_size", "board", "(-1, 5000)"),
    returning("LightsOutBoard", "handle_key", "board", "None"),
    returning("LightsOutBoard", "propose_move", "board", "None")._replace(
        sentence="LightsOutBoard.propose_"  # move or step, which returns the same
    ),
    returning("LightsOutBoard", "status_text", "board", "5"),
    returning("LightsOutBoards", "create_board", "board", "None"),
    *(
        raised("LightsOutBoard", "draw", "board", exception)
        for exception in (
            *("SystemExit('enough')", "KeyboardInterrupt", "MemoryError", "GeneratorExit"),
            *("StopIteration", "OSError(2, 'gone')", "ValueError('\\x1b[31mred' * 99)"),
        )
    ),
    raised("LightsOut", "moves", "rules", "SystemExit(3)"),
    raised("LightsOut", "play", "rules", "KeyboardInterrupt"),
    raised("LightsOutBoard", "handle_key", "board", "SystemExit"),
    raised("LightsOutCollection", "entries", "puzzles", "KeyboardInterrupt"),
    Fault("draw recurses", "board", f"{DEEP}LightsOutBoard.draw = fault\n", "RecursionError"),
    Fault("draw raises an odd error", "board", ODD_ERROR, "failed: Odd"),
    Fault("draw takes a second", "board", SLOW, "Lights Out is slow: LightsOutBoard.draw took"),
    Fault("draw never ends", "board", f"{ENDLESS}LightsOutBoard.draw = fault\n", "was stopped"),
    Fault("moves never end", "rules", f"{ENDLESS}LightsOut.moves = fault\n", "was stopped"),
    Fault("draw prints", "board", PRINTS, ""),
    Fault(
        "a board imports a module that is missing",
        "board",
        "import no_such_module\n",
        "ModuleNotFoundError: No module named 'no_such_module'",
    ),
    Fault(
        "rules import a module that is missing",
        "rules",
        "import no_such_module\n",
        "ModuleNotFoundError: No module named 'no_such_module'",
    ),
    Fault(
        "a family imports a name that is missing",
        "family",
        "from os import no_such_name\n",
        "ImportError: cannot import name 'no_such_name'",
    ),
    Fault("a syntax error", "solvers", "def f(:\n", "SyntaxError"),
    Fault("a syntax error in the family", "family", "def f(:\n", "SyntaxError"),
    Fault(
        "the name of another game", "family", "LightsOutFamily.name = 'peg'\n", "is 'peg', expected"
    ),
    Fault("a title that is no text", "family", "LightsOutFamily.title = 5\n", "declares no title"),
    Fault(
        "players that are no number",
        "family",
        "LightsOutFamily.players = 'one'\n",
        "players is 'one', expected 1 or 2",
    ),
    Fault(
        "name prefixes in a list",
        "family",
        "LightsOutFamily.name_prefixes = ['lightsout-']\n",
        "",
    ),
    Fault(
        "an entry point that names nothing",
        "",
        "[ludoscope.games]\nlightsout = lightsout.family:LightsOutFamily\n"
        "[ludoscope.boards]\nlightsout = lightsout.board:Nothing\n",
        "AttributeError",
    ),
    Fault(
        "two games of one name",
        "",
        "[ludoscope.games]\npeg = lightsout.family:LightsOutFamily\n",
        "is 'lightsout', expected 'peg'",
    ),
)


def install_lights_out(site: Path, fault: Fault | None = None) -> None:
    """Install Lights Out in a folder as an installer does, with a fault."""
    shutil.copytree(LIGHTS_OUT / "lightsout", site / "lightsout")
    about = site / "ludoscope_lightsout-0.1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: ludoscope-lightsout\nVersion: 0.1\n"
    )
    project = (LIGHTS_OUT / "pyproject.toml").read_text()
    entry_points = project.partition("[project.entry-points.")[2].partition("[tool.")[0]
    text = entry_points.replace('"]', "]").replace("[project.entry-points.", "[")
    (about / ENTRY_POINTS).write_text("[" + text.replace('"', ""))
    if fault and fault.module:
        with open(site / "lightsout" / f"{fault.module}.py", "a", encoding="utf-8") as file:
            file.write(f"\n\n{fault.code}")
    elif fault:
        (about / ENTRY_POINTS).write_text(fault.code)
