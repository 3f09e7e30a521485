"""Checks of the collection: the catalogue, files, shared lines and pictures."""

from dataclasses import replace
from itertools import islice
from typing import Any
from xml.etree import ElementTree

from ludoscope.games import AnyGame
from ludoscope.puzzles import share
from ludoscope.puzzles.collection import Collection
from ludoscope.puzzles.difficulty import Difficulty, DifficultyMeasure
from ludoscope.puzzles.entry import Entry
from ludoscope.puzzles.pictures import position_svg
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.svg import Picture
from ludoscope.tui.game_check.faults import Examiner, show
from ludoscope.tui.game_check.subject import MAX_ENTRIES, Subject, name_of_entry

MAX_FOUND = 60  # entries whose puzzle is made
ENTRY_TEXTS = ("name", "title", "group", "detail")
UNKNOWN_NAMES = ("", "-", "?", "no-such-puzzle", "x" * 300, "1", "../1", "é", "a b", "%s")
DAMAGED_FILES = ("", "\n", "?", "\n\n\n", "no puzzle\n", "0\n" * 300, "é", "{}", "[1]")


def check_catalogue(examiner: Examiner, subject: Subject) -> None:
    """Check that every entry can be listed and found, and that other names are refused."""
    collection = subject.collection
    entries: list[Entry] = []
    with examiner.at("the catalogue"):
        entries = examiner.call("entries()", _read_entries, collection)
    names: set[str] = set()
    for index, entry in enumerate(entries):
        with examiner.at(f"entry {index + 1} of the catalogue"):
            examiner.require_type(entry, Entry, "entries()")
            for field in ENTRY_TEXTS:
                text = getattr(entry, field)
                is_line = isinstance(text, str) and (text.isprintable() or not text)
                examiner.require(is_line, field, text, "a line of printable characters")
            examiner.require(entry.name not in names, "name", entry.name, "different names")
            names.add(entry.name)
            columns = len(collection.columns)
            has_columns = len(entry.column_texts) in (0, columns)
            examiner.require(has_columns, "column_texts", entry.column_texts, f"{columns} texts")
    step = max(1, len(entries) // MAX_FOUND)
    for entry in entries[::step]:
        with examiner.at(f"entry {entry.name}"):
            _check_find(examiner, subject, name_of_entry(entry))
    for role in ("example", "first", "preview"):
        if name := getattr(collection, role):
            with examiner.at("the collection"):
                puzzle = examiner.call(f"find({role})", collection.find, name)
                examiner.require(puzzle, f"find({role})", puzzle, f"the puzzle {name}")
    for name in UNKNOWN_NAMES:
        with examiner.at("the catalogue"):
            result = examiner.attempt("find", collection.find, name)
            examiner.require(
                result is None or isinstance(result, ValueError | Puzzle),
                f"find({show(name)})",
                result,
                "None, a Puzzle or ValueError",
            )


def _read_entries(collection: Collection) -> list[Entry]:
    return list(islice(collection.entries(), MAX_ENTRIES))


def _check_find(examiner: Examiner, subject: Subject, name: str) -> None:
    call = f"find({show(name)})"
    puzzle = examiner.call(call, subject.collection.find, name)
    examiner.require_type(puzzle, Puzzle, call)
    examiner.require(puzzle.name == name, f"{call}.name", puzzle.name, repr(name))
    family = subject.family.name
    examiner.require(
        puzzle.game.family == family, f"{call}.game.family", puzzle.game.family, repr(family)
    )
    fewest = examiner.call("fewest_moves", subject.collection.fewest_moves, name)
    is_count = fewest is None or (isinstance(fewest, int) and fewest >= 0)
    examiner.require(is_count, "fewest_moves", fewest, "a number or None")
    known = examiner.call("known_difficulty", subject.collection.known_difficulty, name)
    is_difficulty = known is None or isinstance(known, Difficulty)
    examiner.require(is_difficulty, "known_difficulty", known, "a Difficulty or None")
    measure = examiner.call("difficulty_measure", subject.collection.difficulty_measure, name)
    is_measure = measure is None or isinstance(measure, DifficultyMeasure)
    examiner.require(is_measure, "difficulty_measure", measure, "a DifficultyMeasure or None")


def check_sharing(examiner: Examiner, subject: Subject) -> None:
    """Check that a shared line gives back the game and the moves made on it."""
    for sample in subject.samples:
        for walk in sample.walks:
            with examiner.at(sample.puzzle.name):
                for puzzle in (sample.puzzle, replace(sample.puzzle, name="an unnamed puzzle")):
                    line = examiner.call(
                        f"encode(…, {show(walk.moves)})", share.encode, puzzle, walk.moves
                    )
                    examiner.require(line.isprintable(), "encode", line, "one line")
                    call = f"decode({line})"
                    decoded = examiner.call(call, share.decode, line)
                    examiner.require(
                        decoded.game.spec() == sample.game.spec(),
                        f"{call}.game",
                        decoded.game.spec(),
                        show(sample.game.spec()),
                    )
                    examiner.require(
                        list(decoded.moves) == walk.moves,
                        f"{call}.moves",
                        decoded.moves,
                        show(walk.moves),
                    )


def check_files(examiner: Examiner, subject: Subject) -> None:
    """Check that files of positions and solutions are written, read back, and else refused."""
    collection = subject.collection
    texts: list[str] = []
    for sample in subject.samples:
        was_read = False  # other formats may have only the finish, or lack other parts
        for name, write in collection.position_formats.items():
            with examiner.at(sample.puzzle.name):
                call = f"the writer {name}"
                text = examiner.attempt(call, write, sample.game, sample.game.start)
                if isinstance(text, ValueError):  # the format cannot express this game
                    continue
                examiner.require_type(text, str, call)
                texts.append(text)
                if examiner.call("recognises", collection.recognises, text):
                    _check_reader(examiner, collection, None if was_read else sample.game, text)
                    was_read = True
        for walk in sample.walks:
            with examiner.at(sample.puzzle.name):
                _check_solution_files(examiner, collection, sample.game, walk.moves)
    for text in (*DAMAGED_FILES, *(text[: len(text) // 2] for text in texts)):
        with examiner.at("a damaged file"):
            examiner.require_type(
                examiner.call("recognises", collection.recognises, text), bool, "recognises"
            )
            examiner.attempt("read", collection.read, text, None)


def _check_reader(
    examiner: Examiner, collection: Collection, game: AnyGame | None, text: str
) -> None:
    """Check that a file is read, and that its puzzle has the start of `game` if that is given."""
    puzzle = examiner.call("read", collection.read, text, None)
    examiner.require_type(puzzle, Puzzle, f"read({show(text)})")
    if not game:
        return
    found, expected = puzzle.game.text(puzzle.game.start), game.text(game.start)
    examiner.require(found == expected, f"read({show(text)})", found, expected)


def _check_solution_files(
    examiner: Examiner, collection: Collection, game: AnyGame, moves: list[Any]
) -> None:
    call = "write_solution(game, start, moves)"
    text = examiner.call(call, collection.write_solution, game, game.start, moves)
    examiner.require_type(text, str, call)
    texts = examiner.call("read_solution", collection.read_solution, game, text)
    position, read = game.start, []
    for each in texts:
        for move in examiner.call(
            f"parse_moves(position, {show(each)})", game.parse_moves, position, each
        ):
            read.append(move)
            position = examiner.call(f"play(position, {show(move)})", game.play, position, move)
    expected = game.start
    for move in moves:
        expected = game.play(expected, move)
    examiner.require(
        position == expected, f"read_solution(game, {show(text)})", read, f"the moves {show(moves)}"
    )


def check_pictures(examiner: Examiner, subject: Subject) -> None:
    """Check that positions can be drawn, and that moves have a name beside their pictures."""
    collection = subject.collection
    for sample in subject.samples:
        for line in sample.walks:
            for number, position in enumerate(line.positions):
                with examiner.at(sample.place(position)):
                    picture = examiner.call("draw", collection.draw, sample.game, position)
                    examiner.require_type(picture, Picture, "draw(game, position)")
                    text = examiner.call("position_svg", position_svg, sample.game, position)
                    examiner.call("parse the SVG", ElementTree.fromstring, text)
                    for move in line.moves[number : number + 1]:
                        call = "describe_move"
                        name = examiner.call(
                            call, collection.describe_move, sample.game, position, move
                        )
                        examiner.require_type(name, str, call)
