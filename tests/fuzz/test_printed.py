"""Check that no input makes the program print a control character.

LUDOSCOPE_ROUNDS says how many texts each command gets.
"""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hostile import CONTROLS, Ran, judged, ran, steers
from hypothesis import example, given, settings
from hypothesis import strategies as st
from many import many

from ludoscope.games import FAMILIES
from ludoscope.puzzles import catalogue
from ludoscope.tui.model.session import Session
from ludoscope.tui.saves.save import SavedSession
from ludoscope.tui.saves.store import Store
from ludoscope.tui.text.sanitize import escape_controls

NAMES = ("lucas-07", "FreeCell.7", "orush-01", "hexapawn-4x4")
TITLE = "".join(map(chr, range(1, 0x2100))) + "".join(map(chr, range(0xE000, 0xE010)))


def written(name: str) -> list[str]:
    """Return a puzzle in each of its file formats."""
    game = catalogue.find(name).game
    return [
        write(game, game.start)
        for write in catalogue.collection(game.family).position_formats.values()
    ]


COMMANDS: dict[str, Callable[[str], list[str]]] = {
    "show": lambda path: ["show", path],
    "show as peg": lambda path: ["show", "--game=peg", "--ascii", path],
    "show as patience": lambda path: ["show", "--game=patience", path],
    "show as a picture": lambda path: ["show", "--format=svg", path],
    "check": lambda path: ["check", "FreeCell.7", path],
    "check peg": lambda path: ["check", "lucas-07", path],
    "import": lambda path: ["import", path],
    "a name": lambda path: ["show", Path(path).read_bytes().replace(b"\0", b"")[:9000]
        .decode(errors="surrogateescape")],
    "a solver": lambda path: ["solvers", "peg", "--about", Path(path).read_bytes()[:9000]
        .decode(errors="surrogateescape")],
}  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS)
def test_commands(
    command: str, mutants: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDOSCOPE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    path = tmp_path / f"{CONTROLS}.txt"
    seeds = [*NAMES, "5,4:S", "1 c", "dijkstra", *(t for name in NAMES for t in written(name))]
    for data in mutants([seed.encode() for seed in seeds], 25):
        path.write_bytes(data)
        assert not judged(ran(COMMANDS[command](str(path))), tmp_path), data


@given(st.text())
@example(TITLE)
@settings(max_examples=int(os.environ.get("LUDOSCOPE_ROUNDS", many(500))), deadline=None)
def test_a_text(text: str) -> None:
    """Check `printable`: no control characters; clean text and JSON strings stay the same."""
    shown = escape_controls(text)
    assert not any(map(steers, shown.encode(errors="replace").decode()))
    if not any(map(steers, text)):
        assert shown == text
    assert json.loads(escape_controls(json.dumps(text, ensure_ascii=False))) == text


def test_titles_of_strangers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Out on the terminal without harm, and in again as they were."""
    monkeypatch.setenv("LUDOSCOPE_HOME", str(tmp_path))
    store = Store(tmp_path)
    for at, family in enumerate(FAMILIES):
        puzzle = catalogue.find(next(n for n in NAMES if catalogue.find(n).game.family == family))
        kept = SavedSession.from_session(Session(puzzle), 1.0, 2.0)
        named = kept._replace(title=TITLE[at:4000], name=f"{at}{CONTROLS[:-1]}")
        store.save(named).result()
    store.close()
    printed = ran(["export"])
    assert not judged(printed, tmp_path)
    assert ran(["export", str(tmp_path / "text")]) == Ran(0, "", "")
    rows = [json.loads(line) for line in printed.out.splitlines()]
    text = (tmp_path / "text").read_text(encoding="utf-8")
    assert [json.loads(line) for line in text.split("\n")[:-1]] == rows
    assert ran(["import", "text"], None).code == 66
    assert ran(["import", str(tmp_path / "text"), "--profile=ann"]).code == 0
    assert ran(["export", "--profile=ann"]).out == printed.out
    titles = [row.get("title") for row in rows]
    assert titles == [None, *(TITLE[at:4000] for at in range(len(FAMILIES)))]
