"""Long foreign texts: whatever a file or a word holds, its error is one line of bounded length."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hostile import NOT_RUN, Ran, commands, positionals, readers
from many import case, first_of, many

from ludoscope.puzzles.batch.result_database import ResultDatabase
from ludoscope.puzzles.batch.rows import FIELDS
from ludoscope.puzzles.catalogue import find
from ludoscope.puzzles.registry import collection
from ludoscope.search.budget import Limits
from ludoscope.tui.model.session import Session
from ludoscope.tui.saves.database import DATABASE_NAME
from ludoscope.tui.saves.save import SavedSession
from ludoscope.tui.saves.store import Store

MAX_LINE_CHARACTERS = 300
MAX_USAGE_CHARACTERS = 700  # where argparse quotes a word of the command line
MEGABYTE = 1_000_000 * "x"  # more than a puzzle or a solution may be
LONG_TEXTS = (
    20_000 * "x",
    10_000 * "x ",
    7_000 * "x\n",
    20_000 * "9",
    7_000 * "\x1b[2J",
    7_000 * '"\\',
    5_000 * "é\u202e\u2028",
    20_000 * " ",
)
PUZZLES = {  # one of each form of file
    "peg": ("lucas-07", "english-central"),
    "hexapawn": ("hexapawn-4x4",),
    "patience": ("FreeCell.1", "ms-1", "BakersDozen.1"),
    "rush": ("orush-01",),
}
Run = Callable[..., Ran]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Run commands in an empty folder, so that the path of a file is short."""
    monkeypatch.setenv("LUDOSCOPE_HOME", str(tmp_path / "home"))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path


def check_error(result: Ran, max_characters: int = MAX_LINE_CHARACTERS) -> None:
    """Check that an error is one line of printable characters and bounded length."""
    assert result.err.endswith("\n") or not result.err
    for line in result.err.splitlines():
        assert line.isprintable()
        assert len(line) <= max_characters
    assert result.err.count("\n") <= 1
    assert result.code in (0, 1, 2, 64, 65, 66)


def with_long_texts(text: str, count: int) -> Iterator[str]:
    """Yield `text` with a line or a word of it replaced by a long text, or with one inserted."""
    lines = text.split("\n")
    for number, line in enumerate(lines[: many(20)]):
        before, after = "\n".join(lines[:number]), "\n".join(lines[number + 1 :])
        for long_text in LONG_TEXTS[:count]:
            yield f"{before}\n{long_text}\n{after}".lstrip("\n")
            yield f"{before}\n{line}{long_text}\n{after}".lstrip("\n")
            words = line.split(" ")
            for at in range(min(len(words), many(20))):
                changed = " ".join([*words[:at], long_text, *words[at + 1 :]])
                yield f"{before}\n{changed}\n{after}".lstrip("\n")


@pytest.mark.parametrize("family", PUZZLES)
def test_puzzle_and_solution_files(family: str, ludoscope: Run) -> None:
    count = many(len(LONG_TEXTS))
    path = Path("file.txt")
    for name in PUZZLES[family]:
        puzzle = find(name)
        solution = puzzle.published_solution
        texts = []
        for write in collection(family).position_formats.values():
            with suppress(ValueError):  # a format cannot express every puzzle
                texts.append(("show", write(puzzle.game, puzzle.game.start)))
        if solution:
            for write in collection(family).solution_formats.values():
                texts.append(("check", write(puzzle.game, puzzle.game.start, solution.moves)))
        for command, text in texts:
            for changed in with_long_texts(text, count):
                path.write_text(changed[: 1 << 20], errors="replace")
                words = (
                    ("show", f"--game={family}", path)
                    if command == "show"
                    else ("check", name, path)
                )
                with case(name, command, changed[:60]):
                    check_error(ludoscope(*map(str, words)))


def read(run: Run, name: str, argument: str, path: Path) -> Ran:
    """Run a command that reads a file, which is its argument of that name."""
    places = positionals(commands()[name])
    return run(name, *(str(path) if place.dest == argument else "lucas-01" for place in places))


def test_a_megabyte_for_every_reader(ludoscope: Run) -> None:
    path = Path("file.txt")
    path.write_text(MEGABYTE)
    for name, action in readers():
        with case(name):
            check_error(read(ludoscope, name, action.dest, path))


@first_of("long_text", LONG_TEXTS, ids=lambda text: ascii(text[:6]))
def test_every_reader(long_text: str, ludoscope: Run) -> None:
    path = Path("file.txt")
    header = '{"ludoscope": "saves", "version": 2}\n'
    quoted = json.dumps(long_text)[1:-1]
    for content in (
        long_text,
        f"ludoscope {long_text}",
        f'{header}{{"{quoted}": 1}}',
        f'{header}{{"note": "{quoted}", "name": "{quoted}", "number": 1}}',
        f'{header}{{"attempt": "{quoted}"}}',
        f'{{"{quoted}": [1]}}',
        f'[["{quoted}"]]',
    ):
        path.write_text(content[: 1 << 20])
        for name, action in readers():
            with case(name, content[:60]):
                check_error(read(ludoscope, name, action.dest, path))


def test_every_word_of_a_command_line(ludoscope: Run) -> None:
    for name, grammar in commands().items():
        if name in NOT_RUN:
            continue
        for place in positionals(grammar):
            for long_text in (MEGABYTE, *LONG_TEXTS):
                words = [
                    long_text if other.dest == place.dest else "lucas-01"
                    for other in positionals(grammar)
                ]
                with case(name, place.dest, long_text[:9]):
                    check_error(ludoscope(name, "--", *words), MAX_USAGE_CHARACTERS)


@pytest.mark.parametrize("suffix", ["sqlite", "csv", "json"])
def test_results_of_a_batch(suffix: str, ludoscope: Run) -> None:
    path = Path(f"results.{suffix}")
    row = (1, "ms-1", "swift", "solved", "", 5, 62, "cards", False, 0.01)
    for column, value in enumerate(row):
        if not isinstance(value, str):
            continue
        for long_text in LONG_TEXTS[: many(len(LONG_TEXTS))]:
            values = dict(zip(FIELDS, row, strict=True)) | {FIELDS[column]: long_text}
            path.unlink(missing_ok=True)
            if suffix == "json":
                path.write_text(json.dumps(values) + "\n")
            elif suffix == "csv":
                cells = [str(cell).lower() for cell in values.values()]
                path.write_text(",".join(FIELDS) + "\n" + ",".join(cells) + "\n")
            else:
                with ResultDatabase(path, range(1, 2), Limits(1, None, 1), False) as database:
                    database.add_all([dict(zip(FIELDS, row, strict=True))])
                connection = sqlite3.connect(path)
                connection.execute(f"UPDATE results SET {FIELDS[column]} = ?", (long_text,))
                connection.commit()
                connection.close()
            with case(FIELDS[column], long_text[:9]):
                result = ludoscope("batch", "ms", "1", "-o", str(path))
                check_error(result)
                assert result.code == 65
                if suffix == "sqlite":
                    check_error(ludoscope("report", str(path)))


def test_exported_saves(folder: Path, ludoscope: Run) -> None:
    store = Store(folder / "home")
    store.save(SavedSession.from_session(Session(find("lucas-02")), 1.0, 1.0)).result()
    store.close()
    connection = sqlite3.connect(folder / "home" / DATABASE_NAME)
    columns = connection.execute("PRAGMA table_info(session)").fetchall()
    values = {column[1]: 0 if column[2] in ("INTEGER", "REAL") else "" for column in columns}
    values |= {"name": "lucas-01", "title": 5_000_000 * "x\n", "family": "peg", "spec": "{}"}
    marks = ", ".join("?" * len(values))
    connection.execute(
        f"INSERT INTO session ({', '.join(values)}) VALUES ({marks})", list(values.values())
    )
    connection.commit()
    connection.close()
    result = ludoscope("export")
    check_error(result)
    assert result.code == 1
    assert len(result.out) < 1000
