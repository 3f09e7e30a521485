"""Data of the previous version, which this version opens and continues.

`data/before` was written by the program as it was at commit 09606ef, played by keys in a terminal:

sessions.sql    its database as text: five sessions, one of them won, a bookmark, a trained learner
exported.jsonl  what its `export` said of it
settings.json, keys.json    four colours and another theme, undo on z
batch.csv, several.csv, batch.jsonl    results of `batch`, the last cut off within a row
shared.txt      lines that the app copies, each with the position that its moves lead to
"""

import csv
import json
import shlex
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from many import each_of

from ludoscope.puzzles import share
from ludoscope.tui.commands.cli import main

BEFORE = Path(__file__).parent / "data" / "before"
SHARED = (BEFORE / "shared.txt").read_text().splitlines()


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Return the data folder as the previous version left it."""
    folder = tmp_path / "home"
    folder.mkdir()
    for name in ("settings.json", "keys.json"):
        shutil.copy(BEFORE / name, folder)
    with closing(sqlite3.connect(folder / "sessions.sqlite")) as connection:
        connection.executescript((BEFORE / "sessions.sql").read_text())
    monkeypatch.setenv("LUDOSCOPE_HOME", str(folder))
    return folder


def exported(capsys):
    assert main(["export"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_saves_say_what_they_said(home, capsys):
    before = [json.loads(line) for line in (BEFORE / "exported.jsonl").read_text().splitlines()]
    assert len(before) == 1 + 5 + 6 + 1  # a head, sessions, attempts, a note
    for row in before:
        if "session" in row:
            row["comments"] = []
            row["over"] = row["won"] = row["session"] == "lucas-01"
        # the names decide: xpat2's FreeCell has another title than Microsoft's
        if row.get("session") == "FreeCell.123456":
            row["title"] = "xpat2 FreeCell 123456, full autoplay"
    assert exported(capsys)[1:] == before[1:]


def test_what_it_exported_is_taken_in(home, capsys):
    before = exported(capsys)
    (home / "sessions.sqlite").unlink()
    assert main(["import", str(BEFORE / "exported.jsonl")]) == 0
    capsys.readouterr()
    assert exported(capsys) == before


@pytest.mark.long
def test_games_go_on_with_settings_keys_and_learners(home, start):
    terminal = start("play", "lucas-07")
    terminal.see("Lucas 7", r"\bmove 1 ", "4,5:E")
    terminal.press("z")  # undo, by the key of one's own
    terminal.see(r"\bmove 0 ")
    terminal.press("y")
    terminal.see(r"\bmove 1 ")
    terminal.press("t")
    terminal.see("5,4:S", "5,2:W")  # the branch that was left, with its bookmark
    terminal.press("tab", "enter")
    terminal.see("Lucas 7", "19 pegs left", "5,2:W")  # two jumps of one peg
    terminal.press(",")
    terminal.see(r"Suits +four colours", r"Theme +no colours")
    terminal.press("escape")
    terminal.see("Lucas 7", "19 pegs left")
    terminal.press("escape")
    terminal.see("Welcome to Ludoscope")
    terminal.press("escape")
    for name, title, moves in (
        ("orush-20", "ORush › Number 20", "move 2"),
        ("FreeCell.123456", "Patience › xpat2 FreeCell 123456", "move 3"),
        ("hexapawn-5x5", "Hexapawn › 5×5", "move 1"),
    ):
        terminal.see("Peg solitaire", "Patience", "ORush", "Hexapawn", gone=["Welcome"])
        terminal.press(":")
        terminal.settle()
        terminal.write(f"{name}\r".encode())
        terminal.see(title, rf"\b{moves} ")
        terminal.press("z")
        terminal.see(title, gone=[rf"\b{moves} "])
        terminal.press("escape")
    terminal.see("Peg solitaire", "Patience", "ORush", "Hexapawn")
    terminal.press(":")
    terminal.settle()
    terminal.write(b"hexapawn-3x3\r")
    terminal.see("Hexapawn › 3×3", r"\bmove 0 ")
    terminal.press("m")
    terminal.see("3×3 black", "1,000 games")  # those of the side that the person does not play
    terminal.press("tab")
    terminal.see("3×3 white", " 0 games")
    terminal.press("escape")
    terminal.see("Hexapawn › 3×3")
    terminal.press("escape")
    terminal.see("Peg solitaire", "Patience", "ORush", "Hexapawn")
    terminal.press("s")
    terminal.see("Statistics", "Lucas 1")  # which was won


@each_of("line", SHARED)
def test_shared_lines_lead_where_they_led(line):
    puzzle = share.decode(line)
    position = puzzle.game.start
    for move in puzzle.moves:
        position = puzzle.game.play(position, move)
    assert puzzle.game.text(position) == line.partition(" # ")[2]
    assert puzzle.moves
    again = share.encode(puzzle, puzzle.moves, puzzle.game.text(position))
    assert again.replace("'", "") == line  # quoted now, where a shell would take a part for its own
    assert " ".join(shlex.split(again, comments=True)) == line.partition(" # ")[0]
    reread = share.decode(again)
    assert (reread.game.spec(), reread.moves) == (puzzle.game.spec(), puzzle.moves)


@pytest.mark.parametrize("name", ["batch.csv", "batch.jsonl"])
def test_a_batch_goes_on_after_the_rows_that_are_there(name, tmp_path, capsys):
    path = Path(shutil.copy(BEFORE / name, tmp_path))
    before = path.read_text().splitlines()
    rows = before[:-1] if name == "batch.jsonl" else before  # its last is cut off
    words = ["batch", "mo", "1..8", "--solver", "depth-first", "--jobs", "1", "-o", str(path)]
    assert main(words) == 0
    assert capsys.readouterr().out.startswith("solved 1 of 8, ")
    lines = path.read_text().splitlines()
    assert lines[: len(rows)] == rows
    found = csv.DictReader(lines) if path.suffix == ".csv" else map(json.loads, lines)
    assert sorted(int(row["number"]) for row in found) == list(range(1, 9))


@pytest.mark.long
def test_a_batch_by_several_solvers_goes_on(tmp_path, capsys):
    path = Path(shutil.copy(BEFORE / "several.csv", tmp_path))
    before = path.read_text().splitlines()
    words = ["batch", "triangle", "1..4", "--solver", "depth-first", "--solver", "beam"]
    assert main([*words, "-o", str(path)]) == 0
    assert capsys.readouterr().out.count("4 of 4") == 2
    lines = path.read_text().splitlines()
    assert (lines[: len(before)], len(lines)) == (before, 9)
