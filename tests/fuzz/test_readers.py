"""Every reader, on valid texts gone wrong: a ValueError of one line, or an exact round trip.

reader   takes a text; what it read must survive being written and read again
"""

import json
import random
import re
import time
from collections.abc import Callable, Hashable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from many import many

from ludoscope.games import FAMILIES, AnyGame, from_spec
from ludoscope.puzzles import catalogue, share
from ludoscope.puzzles.batch.result_file import CsvFormat, JsonLinesFormat, ResultFile
from ludoscope.puzzles.batch.rows import FIELDS
from ludoscope.puzzles.catalogue import UnknownPuzzle
from ludoscope.puzzles.files import FileError
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved
from ludoscope.tui import keymap
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model.hexapawn_values import StartValues
from ludoscope.tui.model.session import Session
from ludoscope.tui.saves.results import Note
from ludoscope.tui.saves.save import SavedSession
from ludoscope.tui.saves.settings import SETTINGS_FILE, Settings
from ludoscope.tui.saves.transfer import HEADER, attempt_row, note_row, read_saves, session_row
from ludoscope.tui.text.sanitize import escape_controls

NAMES = {
    "peg": ("lucas-07", "english-central", "triangle-11-11"),
    "patience": ("FreeCell.7", "ms-25", "Seahaven.4-free", "MidnightOil.3", "BakersDozen.9"),
    "rush": ("orush-01", "orush-20", "orush-33"),
    "hexapawn": ("hexapawn-4x4", "hexapawn-3x7", "hexapawn-8x2"),
}
PYTHONS_OWN = re.compile("invalid literal|unpack|digits;|could not convert|not in tuple|subsection")
FORMATS = {"peg": ["rows"]}  # the others are to be looked at
SLOWEST = 5.0  # seconds of the processor that any text may take
Reader = Callable[[str], object]


def games_of(family: str) -> list[AnyGame]:
    found = []
    for name in NAMES[family]:
        try:
            found.append(catalogue.find(name, files=False).game)
        except UnknownPuzzle:
            continue
    assert found
    return found


def walk(game: AnyGame, seed: int, moves: int = 12) -> tuple[Any, list[Hashable]]:
    """Return the position after some random moves from the start, and the moves."""
    dice, position, made = random.Random(seed), game.start, []
    for _ in range(moves):
        if game.is_won(position) or not (choices := game.moves(position)):
            break
        made.append(dice.choice(choices))
        position = game.play(position, made[-1])
    return position, made


def holds(reader: Reader, text: str) -> bool:
    """Return True if the reader accepts the text, False if it refuses with a clear message."""
    began = time.process_time()
    try:
        reader(text)
    except ValueError as error:
        said = str(error)
        assert type(error) is not UnicodeDecodeError
        assert said
        assert said.isprintable(), repr(said)
        assert len(said) < 300, said
        assert not PYTHONS_OWN.search(said), said
        return False
    finally:
        assert time.process_time() - began < SLOWEST
    return True


def position_reader(game: AnyGame) -> Reader:
    def read(text: str) -> None:
        position = game.parse(text)
        assert game.parse(game.text(position)) == position
        hash(position)
        game.key(position)
        for move in game.moves(position)[:3]:
            game.play(position, move)

    return read


def move_reader(game: AnyGame, start: Any) -> Reader:
    def read(text: str) -> None:
        position = start
        for move in game.parse_moves(start, text):
            assert game.parse_moves(position, game.move_text(position, move)) == [move]
            position = game.play(position, move)

    return read


def puzzle_reader(family: str) -> Reader:
    collected = catalogue.collection(family)

    def rewritten(text: str) -> AnyGame:
        try:
            return collected.read(text, None).game
        except ValueError as error:
            raise AssertionError(f"{text!r} was written: {error}") from error

    def read(text: str) -> None:
        collected.recognises(text)
        game = collected.read(text, None).game
        spec = game.spec()
        assert from_spec(json.loads(json.dumps(spec))).spec() == spec
        assert game.parse(game.text(game.start)) == game.start
        for name in FORMATS.get(family, collected.position_formats):
            try:
                written = collected.position_formats[name](game, game.start)
            except ValueError:  # a format that has no room for this game
                continue
            assert rewritten(written).start == game.start, name

    return read


def solution_reader(game: AnyGame) -> Reader:
    collected = catalogue.collection(game.family)

    def replayed(text: str) -> tuple[list[Hashable], Any]:
        position, made = game.start, []
        for said in collected.read_solution(game, text):
            for move in game.parse_moves(position, said):
                position = game.play(position, move)
                made.append(move)
        return made, position

    def read(text: str) -> None:
        made, end = replayed(text)
        try:
            again, there = replayed(collected.write_solution(game, made))
        except ValueError as error:
            raise AssertionError(f"{made} was written: {error}") from error
        assert len(again) == len(made)
        assert game.key(there) == game.key(end)  # which of two empty places is not written down

    return read


@pytest.mark.parametrize("family", FAMILIES)
def test_positions(family: str, mutants: Any) -> None:
    games = games_of(family)
    seeds = [game.text(walk(game, seed)[0]) for game in games for seed in range(3)]
    readers = [position_reader(game) for game in games]
    read = 0
    for data in mutants(seeds):
        for reader in readers:
            read += holds(reader, data.decode(errors="replace"))
    assert read


@pytest.mark.parametrize("family", FAMILIES)
def test_typed_moves(family: str, mutants: Any) -> None:
    readers, seeds = [], []
    for game in games_of(family):
        for seed in range(3):
            position, _ = walk(game, seed, 2)
            readers.append(move_reader(game, position))
            seeds += [game.move_text(position, move) for move in game.moves(position)]
    seeds += ["5,3:NWSE", "45/65", "45-43", "b2xc3", "3a", "a3", "9S TH", "33 V", "A>A>C<", "76"]
    read = 0
    for at, data in enumerate(mutants(seeds)):
        read += holds(readers[at % len(readers)], data.decode(errors="replace"))
    assert read


@pytest.mark.parametrize("family", FAMILIES)
def test_puzzle_files(family: str, mutants: Any) -> None:
    seeds = []
    for game in games_of(family):
        for write in catalogue.collection(family).position_formats.values():
            try:
                seeds.append(write(game, walk(game, 5)[0]))
                seeds.append(write(game, game.start))
            except ValueError:
                continue
    reader = puzzle_reader(family)
    assert sum(holds(reader, data.decode(errors="replace")) for data in mutants(seeds))


@pytest.mark.parametrize("family", FAMILIES)
def test_solution_files(family: str, mutants: Any) -> None:
    collected = catalogue.collection(family)
    games = games_of(family)
    seeds = [
        write(game, walk(game, seed)[1])
        for write in collected.solution_formats.values()
        for game in games
        for seed in (1, 2)
    ]
    readers = [solution_reader(game) for game in games]
    read = 0
    for at, data in enumerate(mutants(seeds)):
        read += holds(readers[at % len(readers)], data.decode(errors="replace"))
    assert read


@pytest.mark.parametrize("family", FAMILIES)
def test_specs(family: str, mutants: Any) -> None:
    def read(text: str) -> None:
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise ValueError("no object of JSON")
        spec = from_spec(found).spec()
        assert from_spec(spec).spec() == spec

    seeds = [json.dumps(game.spec(), ensure_ascii=False) for game in games_of(family)]
    assert sum(holds(read, data.decode(errors="replace")) for data in mutants(seeds))


def test_names(mutants: Any) -> None:
    def read(text: str) -> None:
        try:
            puzzle = catalogue.find(text, files=False)
        except UnknownPuzzle as error:
            raise ValueError(str(error)) from None
        assert catalogue.find(puzzle.name, files=False).game.spec() == puzzle.game.spec()

    seeds = [name for names in NAMES.values() for name in names]
    dear = islice(mutants(seeds), many(250))
    assert sum(holds(read, data.decode(errors="replace")) for data in dear)


def save(name: str, seed: int) -> SavedSession:
    """Return a save with a branch, some random moves from the start."""
    session = Session(catalogue.find(name, files=False))
    for other in (seed, seed + 1):
        for move in walk(session.game, other, 6)[1]:
            session.play(move)
        session.restart()
    return SavedSession.from_session(session, 2.5, 1795168800.25)


@pytest.mark.parametrize("family", FAMILIES)
def test_shared_lines(family: str, mutants: Any) -> None:
    def read(text: str) -> None:
        try:
            puzzle = share.decode(text)
        except UnknownPuzzle as error:
            raise ValueError(str(error)) from None
        again = share.decode(share.encode(puzzle, puzzle.moves))
        assert (again.game.spec(), again.moves) == (puzzle.game.spec(), puzzle.moves)

    seeds = []
    for name in NAMES[family]:
        puzzle = catalogue.find(name, files=False)
        for seed in range(3):
            moves = walk(puzzle.game, seed)[1]
            seeds.append(share.encode(puzzle, moves, "solved"))
            seeds.append(share.encode(catalogue.puzzle_of_game(puzzle.game), moves))
    assert sum(holds(read, data.decode(errors="replace")) for data in mutants(seeds))


@pytest.mark.parametrize("family", FAMILIES)
def test_saves(family: str, mutants: Any) -> None:
    """Check that imported saves are exported and imported again unchanged."""
    header = json.dumps(HEADER) + "\n"

    def read(text: str) -> None:
        rows = read_saves(text)
        written = [*map(session_row, rows.saves), *map(attempt_row, rows.attempts)]
        written += map(note_row, rows.notes)
        lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in written)
        assert read_saves(escape_controls(header + "".join(lines))) == rows

    seeds = []
    for seed, name in enumerate(NAMES[family]):
        kept = save(name, seed)
        rows = [
            session_row(kept),
            *map(attempt_row, kept.attempts()),
            note_row(Note("fewest", name, 5)),
        ]
        seeds.append(header + "".join(f"{json.dumps(row)}\n" for row in rows))
    assert sum(holds(read, data.decode(errors="replace")) for data in mutants(seeds))


@pytest.mark.parametrize("suffix", [".csv", ".jsonl"])
def test_results_of_a_batch(suffix: str, mutants: Any, tmp_path: Path) -> None:
    """Check that results are read back unchanged, and that a foreign file is left alone."""
    path, form = (
        tmp_path / f"results{suffix}",
        CsvFormat() if suffix == ".csv" else JsonLinesFormat(),
    )
    values = (7, "FreeCell.7", "swift", "solved", "", 120, 80, "cards", False, 0.25)
    row = dict(zip(FIELDS, values, strict=True))
    seeds = [
        form.header + form.format_row(row) + form.format_row(row | {"number": 8, "length": None})
    ]
    read = 0
    for data in mutants(seeds):
        path.write_bytes(data)
        try:
            with ResultFile(path) as results:
                rows = list(results)
        except FileError as error:
            assert path.read_bytes() == data
            assert str(error).isprintable()
        else:
            read += bool(rows)
            with ResultFile(path) as results:
                assert list(results) == rows
    assert read


def test_what_the_program_keeps(mutants: Any, tmp_path: Path) -> None:
    """Files of its own: what is not understood is as if it were not there."""
    Settings.change(tmp_path, theme="default")
    keymap.write(tmp_path, {"app.undo": "u,ctrl+z", "board.up": "k"})
    sizes = StartValues(tmp_path / "sizes")
    sizes.add_result((3, 3), Solved(moves=(), value=-6), Limits(seconds=1.0))
    paths = [tmp_path / SETTINGS_FILE, tmp_path / keymap.KEYS_FILE, tmp_path / "sizes"]
    seeds = [path.read_text() for path in paths]
    for data in mutants(seeds):
        for path in paths:
            path.write_bytes(data)
        Settings.load(tmp_path).apply(UserOptions())
        _, said = keymap.read_keys_file(tmp_path)
        assert said.isprintable()
        assert len(said) < 300 + len(str(tmp_path))
        "\n".join(StartValues(tmp_path / "sizes").format_table(range(2, 9), range(1, 9)))


def test_files_of_any_bytes(mutants: Any, tmp_path: Path) -> None:
    """Told apart by their form alone; what cannot be read says where."""
    seeds, path, read = [], tmp_path / "puzzle", 0
    for family in FAMILIES:
        for game in games_of(family)[:2]:
            for write in catalogue.collection(family).position_formats.values():
                try:
                    seeds.append(write(game, game.start))
                except ValueError:
                    continue
    for data in mutants(seeds):
        path.write_bytes(data)
        try:
            catalogue.find(str(path))
        except FileError as error:
            assert str(error).startswith(str(path)), error
            assert "\n" not in str(error)
        else:
            read += 1
    assert read
