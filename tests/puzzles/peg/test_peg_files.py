"""The files of peg solitaire: one or two to a problem, and lists of moves as printed."""

import errno
import os
import sys
from itertools import count
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from many import each_of, first_of, many

from ludoscope.games import FAMILIES, NotationError
from ludoscope.games.peg import notation
from ludoscope.games.peg.board import BOARDS
from ludoscope.games.peg.python_lists import MAX_MOVES
from ludoscope.games.peg.rules import PegGame
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.catalogue import UnknownPuzzle, find
from ludoscope.puzzles.collection import write_line
from ludoscope.puzzles.files import MAX_FILE_BYTES, FileError, write_texts
from ludoscope.puzzles.peg.files import is_problem_text, write_start_and_finish
from ludoscope.puzzles.registry import collection
from ludoscope.search.verify import replay_texts

START, FINISH = "EEEEE\nExx.E\nE...E\nEEEEE\n", "EEEEE\nE..xE\nE...E\nEEEEE\n"
FORMS = [("x", "."), ("X", "O"), ("x", "0")]
names = st.sampled_from(sorted(BOARDS))


def positions(name: str) -> st.SearchStrategy[int]:
    return st.integers(0, BOARDS[name].all_holes)


# Two files


def test_either_file_and_their_root_stand_for_both(tmp_path: Path) -> None:
    (tmp_path / "boxI.txt").write_text(START)
    (tmp_path / "boxF.txt").write_text(FINISH)
    (tmp_path / "box").mkdir()  # a folder is none of the two
    for called in ("boxI.txt", "boxF.txt"):
        puzzle = find(str(tmp_path / called))
        assert (puzzle.name, puzzle.game.start, puzzle.game.finish) == ("boxI.txt", 0b11, 0b100)
    (tmp_path / "box").rmdir()
    assert find(str(tmp_path / "box")).game.spec() == puzzle.game.spec()


@pytest.mark.parametrize(("left", "missing"), [("boxI", "boxF"), ("boxF", "boxI")])
def test_a_half_alone_is_refused(tmp_path: Path, left: str, missing: str) -> None:
    (tmp_path / f"{left}.txt").write_text(START)
    for called in (f"{left}.txt", "box"):
        with pytest.raises(UnknownPuzzle, match=f"that belongs to {left}") as error:
            find(str(tmp_path / called))
        assert str(error.value).startswith(f"{tmp_path / missing}.txt: no such file")


def test_halves_of_other_boards_are_refused(tmp_path: Path) -> None:
    (tmp_path / "boxI.txt").write_text(START)
    (tmp_path / "boxF.txt").write_text(FINISH.replace("E...E", "E....E"))
    for called in ("box", "boxI.txt", "boxF.txt"):
        with pytest.raises(FileError, match=r"boxF\.txt: its holes differ from boxI\.txt"):
            find(str(tmp_path / called))
    (tmp_path / "boxF.txt").write_text("nothing here")
    with pytest.raises(FileError, match=r"boxF\.txt: no hole"):
        find(str(tmp_path / "box"))


def test_a_file_that_tells_its_finish_needs_no_other(tmp_path: Path) -> None:
    path = tmp_path / "HAWAII.txt"
    path.write_text("xx.\nfinish\n..x\n")
    assert find(str(path)).game.finish == 0b100
    path.rename(path := tmp_path / "hawaii.txt")
    assert find(str(path)).name == "hawaii.txt"


@pytest.mark.parametrize("line", ["finish ", "Finish", " FINISH\t"])
def test_the_word_before_the_finish_may_have_capitals_and_blanks(tmp_path: Path, line: str) -> None:
    path = tmp_path / "small.txt"
    path.write_text(f"xx.\n{line}\n..x\n")
    assert find(str(path)).game.finish == 0b100


@pytest.mark.parametrize("name", [".I.txt", "..F", "I", "F.txt", "I.I", ".", "..I"])
def test_names_that_are_hardly_any(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    if not path.exists():
        path.write_text("xx.\n")
    try:
        assert find(str(path)).game.start == 0b11
    except (UnknownPuzzle, IsADirectoryError) as error:
        assert "belongs to" in str(error) or name == "."


@settings(max_examples=20, deadline=None)
@given(names, st.data())
def test_two_files_round_trip(tmp_path_factory, name: str, data) -> None:
    game = PegGame(BOARDS[name], data.draw(positions(name)), data.draw(positions(name)))
    root = tmp_path_factory.mktemp("two") / "EL01"
    write_start_and_finish(game, game.start, root)
    assert find(str(root)).game.spec() == game.spec()


def test_both_are_written_or_neither(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = tmp_path / "aI.txt", tmp_path / "aF.txt"
    first.write_text("before")
    second.mkdir()  # nothing can take its place
    with pytest.raises(OSError):
        write_texts({first: "one", second: "two"})
    assert first.read_text() == "before"
    first.unlink()
    with pytest.raises(OSError):
        write_texts({first: "one", second: "two"})
    assert [path.name for path in tmp_path.iterdir()] == ["aF.txt"]


def is_interrupted(line_count: int, texts: dict[Path, str]) -> bool:
    """Write files and raise KeyboardInterrupt after some lines; return False if there are fewer."""
    lines = iter(range(line_count))

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code is not write_texts.__code__:
            return None
        if event == "line" and next(lines, None) is None:
            raise KeyboardInterrupt
        return trace

    previous = sys.gettrace()
    sys.settrace(trace)
    try:
        write_texts(texts)
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(previous)
    return False


def test_interrupted_at_any_line_it_leaves_the_old_file_or_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    found: set[str] = set()
    for line_count in count():
        path.write_text("old")
        if not is_interrupted(line_count, {path: "new"}):
            break
        found.add(path.read_text())
    assert found == {"old", "new"}
    assert list(tmp_path.iterdir()) == [path]


def test_who_may_not_write_is_told_of_the_file_itself(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as error:
        write_texts({tmp_path / "nowhere" / "a.txt": ""})
    assert error.value.errno == errno.ENOENT
    assert error.value.filename == os.path.join(str(tmp_path), "nowhere", "a.txt")


# What pegs and holes look like


@settings(max_examples=many(60), deadline=None)
@given(names, st.sampled_from(FORMS), st.data())
def test_every_form_round_trips(name: str, form: tuple[str, str], data) -> None:
    game = PegGame(BOARDS[name], data.draw(positions(name)), data.draw(positions(name)))
    rows = notation.write_problem(game.board, game.start, game.finish)
    text = rows.translate({ord("x"): form[0], ord("."): form[1], ord(" "): "E"})
    assert catalogue.collection("peg").read(text, None).game.spec() == game.spec()
    told_apart = game.start.bit_count() > 0
    if told_apart:
        assert [f for f in FAMILIES if catalogue.collection(f).recognises(text)] == ["peg"]


def test_two_files_in_another_form(tmp_path: Path) -> None:
    for peg_, hole in FORMS:
        glyphs = {ord("x"): peg_, ord("."): hole}
        (tmp_path / "boxI.txt").write_text(START.translate(glyphs))
        (tmp_path / "boxF.txt").write_text(FINISH.translate(glyphs))
        game = find(str(tmp_path / "box")).game
        assert (game.start, game.finish) == (0b11, 0b100)


@each_of("rows", ["xx.\nxx.\n", "x\nx\n.\n", "xx\n..\n", "x\n\nx\n.\n", " x.\nx\n"])
def test_a_small_board_in_one_line_is_read_back(tmp_path: Path, rows: str) -> None:
    game = catalogue.parse(rows, "peg").game
    line = write_line(game, game.start)
    (tmp_path / "line.txt").write_text(line)
    for again in (
        catalogue.parse(line),
        catalogue.parse(line.rstrip()),
        catalogue.parse(line.rstrip(), "peg"),
        find(str(tmp_path / "line.txt")),
    ):
        assert again.game.spec() == game.spec()
    assert not is_problem_text(line.rstrip())  # which may be a path


@settings(max_examples=many(200), deadline=None)
@given(st.text(alphabet="XO E\n", min_size=1, max_size=40) | st.text("x0 E#\n", max_size=40))
def test_no_other_family_takes_such_a_board(text: str) -> None:
    assert not any(catalogue.collection(f).recognises(text) for f in FAMILIES if f != "peg")


@pytest.mark.parametrize("text", ["xXO", "XO0", "x0X", "xO"])
def test_a_board_of_two_forms_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="on one board, expected x"):
        notation.read_problem(text)


# Solutions

GAME = find("lucas-01").game
HIS = ["45/65", "43/45", "35/55", "65/45", "46/44"]


@each_of(
    "text",
    [
        "[(45,65),(43,45),(35,55),(65,45),(46,44)]",
        "\n  [ ( 45 , 65 ) ,\n\t(43,45),(35,55),\n(65,45),(46,44) , ]\n\n",
        "[[45, 65], [43, 45], [35, 55], [65, 45], [46, 44]]",
        "lucas_1 = ['4,5:E','4,3:N',\n\"3,5:E\", '65/45', '46-44']",
        "\n".join(HIS),
    ],
)
def test_a_solution_is_read_from_a_list(text: str) -> None:
    texts = collection("peg").read_solution(GAME, text)
    assert len(texts) == 5
    assert replay_texts(GAME, GAME.start, texts).is_valid


@each_of(
    ("text", "said", "line"),
    [
        ("[(45,65),\n(43,45)", "cut off, expected its closing ]", 2),
        ("[(45,65)\n(43,45)]", "'(43,45)]' found, expected a comma", 2),
        ("[(45,65),\n\n(4,5)]", "'(4,5)]' found, expected a pair", 3),
        ("[(45,65), 43]", "'43]' found, expected a pair", 1),
        ("['4,5:E',\n'4,5:Q']", "expected directions", 2),
        ("['4,5:E',\n'4,3:N\n']", "found, expected a pair", 2),
        ("[(45,65)]\n[(43,45)]", "after the list, expected nothing", 2),
        ("[(45,\n11)]", "no hole at 1,1", 2),
        ("[" + "(45,65)," * (MAX_MOVES + 1) + "]", "more than 10,000 moves", 1),
        ("[" * 100_000, "found, expected a pair", 1),
        ("['" + "4" * 100_000 + "']", "is not a valid move", 1),
    ],
)
def test_a_malformed_list_is_one_sentence_with_its_line(text: str, said: str, line: int) -> None:
    with pytest.raises(NotationError) as error:
        collection("peg").read_solution(GAME, text)
    assert said in str(error.value)
    assert error.value.line == line
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 200


@settings(max_examples=many(200), deadline=None)
@given(st.text("[](),'\"45:E \n=x", max_size=40).map(lambda text: f"[{text}"))
def test_any_list_is_read_or_one_sentence(text: str) -> None:
    try:
        collection("peg").read_solution(GAME, text)
    except NotationError as error:
        assert str(error).isprintable()
        assert error.line


@pytest.mark.parametrize(
    "text",
    ["x" * MAX_FILE_BYTES + "?", "x.\n" * MAX_FILE_BYTES + "?", "XO" * MAX_FILE_BYTES + "."],
    ids=lambda text: repr(text[:8]),
)
def test_what_is_almost_a_picture_is_told_at_once(text: str) -> None:
    """Check with the largest allowed file, where a naive search would take hours."""
    assert not is_problem_text(text[-MAX_FILE_BYTES:])


@first_of(
    "text",
    ["[(45,65" + " " * MAX_FILE_BYTES, "[(" + "45," * MAX_FILE_BYTES],
    ids=lambda text: repr(text[:8]),
)
def test_a_list_that_is_cut_off_is_told_at_once(text: str) -> None:
    with pytest.raises(NotationError):
        collection("peg").read_solution(GAME, text[:MAX_FILE_BYTES])


@each_of("form", collection("peg").solution_formats)
@each_of("name", ["lucas-07", "triangle-15-15", "english-central"])
def test_every_format_of_solutions_round_trips(form: str, name: str) -> None:
    game = find(name).game
    position, jumps = game.start, []
    while moves := game.moves(position):
        jumps.append(moves[len(jumps) % len(moves)])
        position = game.play(position, jumps[-1])
    texts = collection("peg").read_solution(
        game, collection("peg").solution_formats[form](game, game.start, jumps)
    )
    assert [jump for text in texts for jump in notation.parse_move(game.board, text)] == jumps


def test_formats_with_numbers_refuse_large_boards() -> None:
    game = PegGame(notation.read_picture(["x" * 10])[0], 1)
    for form, write in collection("peg").solution_formats.items():
        if "compass" in form:
            assert not write(game, game.start, ()).strip("[]\n")
        else:
            with pytest.raises(ValueError, match="coordinates above 9"):
                write(game, game.start, ())
