"""Formats of problems and solutions in `show`, `solve` and `check`."""

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ludoscope.puzzles.catalogue import find
from ludoscope.puzzles.registry import collection
from ludoscope.tui.commands import cli, errors


def ludoscope(*words: str) -> int:
    return cli.main(words)


@pytest.fixture
def refused(capsys):
    """Return a function that runs a command which must fail, and returns its error message."""

    def run(*words: str, code: int = errors.EXIT_USAGE) -> str:
        assert ludoscope(*words) == code
        out, err = capsys.readouterr()
        assert not out
        assert len(err.splitlines()) == 1
        return err

    return run


@pytest.mark.parametrize("form", collection("peg").solution_formats)
def test_a_solution_in_each_format_is_checked(form: str, capsys, tmp_path: Path) -> None:
    path = tmp_path / "solution"
    assert ludoscope("show", "lucas-07", "--solution", "--format", form) == 0
    path.write_text(capsys.readouterr().out)
    assert ludoscope("check", "lucas-07", str(path)) == 0
    assert ludoscope("solve", "lucas-07", "--format", form, "-o", str(path)) == 0
    assert ludoscope("check", "lucas-07", str(path)) == 0
    capsys.readouterr()
    assert ludoscope("solve", "lucas-07", "--format", form) == 0
    printed = capsys.readouterr().out.splitlines()[:-2]
    assert "\n".join(printed) == path.read_text().rstrip()


def test_the_formats_look_as_they_are_called(capsys) -> None:
    heads = {
        "compass": "4,5:E\n", "lucas": "45/65\n43/45\n", "list": "[(45,65), (43,45), ",
        "compass-list": "['4,5:E', '4,3:N', ",
    }  # fmt: skip
    assert heads.keys() == collection("peg").solution_formats.keys()
    for form, head in heads.items():
        assert ludoscope("show", "lucas-01", "--solution", "--format", form) == 0
        assert capsys.readouterr().out.startswith(head)


def test_formats_that_are_not_there(refused) -> None:
    assert "expected compass, lucas, list" in refused(
        "show", "lucas-01", "--solution", "--format", "rows"
    )
    assert "for peg, expected picture, " in refused("show", "lucas-01", "--format", "lucas")
    assert "solutions have it" in refused("show", "lucas-01", "--format", "lucas")
    assert "solutions have" not in refused("show", "lucas-01", "--format", "pysol")
    both = ("--format", "rows", "--format", "two-files")
    assert "two-files cannot be combined" in refused("show", "lucas-01", *both)
    assert "for rush, expected " in refused("show", "orush-01", "--format", "two-files")
    assert "for solutions of rush, expected moves" in refused(
        "solve", "orush-01", "--format", "lucas"
    )


def test_a_board_with_no_room_for_numbers_is_told_of_before_the_search(
    refused, tmp_path: Path
) -> None:
    path = tmp_path / "long.txt"
    path.write_text("xx.x.xxxx.xx\n")
    assert "coordinates above 9" in refused("solve", str(path), "--format", "lucas")


@pytest.mark.parametrize("other", [["--csv"], ["--json"], ["--trace"], ["-o", "solution.csv"]])
def test_a_format_of_nothing_is_refused(refused, other: list[str]) -> None:
    assert "--format is for solutions" in refused("solve", "lucas-01", "--format", "lucas", *other)


def test_a_format_in_a_file_beside_an_object(capsys, tmp_path: Path) -> None:
    path = tmp_path / "solution"
    assert ludoscope("solve", "lucas-01", "--json", "--format", "list", "-o", str(path)) == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == "solved"
    assert path.read_text().startswith("[(")


def test_a_problem_in_two_files(capsys, refused, tmp_path: Path) -> None:
    root = tmp_path / "EL19"
    assert ludoscope("show", "lucas-19", "--format", "two-files", "-o", str(root)) == 0
    assert capsys.readouterr().out == ""
    assert sorted(path.name for path in tmp_path.iterdir()) == ["EL19F.txt", "EL19I.txt"]
    assert find(str(root)).game.spec() == find("lucas-19").game.spec()
    assert ludoscope("solve", str(root)) == 0
    capsys.readouterr()
    (tmp_path / "EL19I.txt").unlink()
    for called in (root, tmp_path / "EL19F.txt"):
        said = refused("solve", str(called), code=errors.EXIT_MISSING)
        assert said.endswith(
            "EL19I.txt: no such file, expected the start that belongs to EL19F.txt\n"
        )
    assert "-o ROOT" in refused("show", "lucas-19", "--format", "two-files")
    assert "a folder" in refused("show", "lucas-19", "--format", "two-files", "-o", "..", code=66)
    folder = f"{tmp_path}/"
    assert "a folder" in refused("show", "lucas-19", "--format", "two-files", "-o", folder, code=66)
    assert not list(tmp_path.parent.glob(f"{tmp_path.name}?.txt"))
    (tmp_path / "EL19I.txt").write_text("xx.\n")
    assert "its holes differ" in refused("show", str(root), code=errors.EXIT_MALFORMED)


def test_what_is_shown_can_go_into_a_file(capsys, tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    assert ludoscope("show", "lucas-01", "--ascii", "-o", str(path)) == 0
    assert ludoscope("show", "lucas-01", "--ascii") == 0
    assert path.read_text() == capsys.readouterr().out
    assert path.read_text().isascii()


def test_a_file_to_which_the_output_is_redirected_keeps_its_content(tmp_path: Path) -> None:
    path = tmp_path / "all.txt"
    path.write_text("before\n")
    program = [sys.executable, "-m", "ludoscope"]
    with path.open("a") as file:
        for name in ("/dev/stdout", str(path)):
            words = ["show", "lucas-01", "--format", "line", "-o", name]
            subprocess.run([*program, *words], stdout=file, check=True)
    game = find("lucas-01").game
    line = game.text(game.start)
    assert path.read_text().splitlines() == ["before", line, line]
    with path.open("w") as file:
        words = ["solve", "orush-02", "-o", "/dev/stdout"]
        subprocess.run([*program, *words], stdout=file, check=True)
    moves, length, last = path.read_text().splitlines()
    assert (moves, length[:8], last) == ("C>B>A>A>", "3 moves,", "SUCCES")


def test_a_malformed_list_names_file_and_line(refused, tmp_path: Path) -> None:
    path = tmp_path / "list.py"
    path.write_text("[(45,65),\n (4,5)]\n")
    said = refused("check", "lucas-01", str(path), code=errors.EXIT_MALFORMED)
    assert f"{path}:2: '(4,5)]' found, expected a pair" in said


@pytest.mark.parametrize("name", ["lucas-01", "FreeCell.5", "orush-02", "hexapawn-3x3"])
def test_a_picture_of_each_family(name: str, capsys) -> None:
    assert ludoscope("show", name, "--format", "svg", "--ascii") == 0
    printed = capsys.readouterr().out
    assert printed.isascii()
    assert ElementTree.fromstring(printed)[0].text == find(name).title


def test_a_picture_of_a_shared_line_has_its_moves(capsys) -> None:
    pictures = set()
    for name in "orush-02", "ludoscope orush-02 1: C>":
        assert ludoscope("show", name, "--format", "svg") == 0
        pictures.add(capsys.readouterr().out)
    assert len(pictures) == 2


def test_pictures_of_a_solution(capsys, tmp_path: Path) -> None:
    for form, tag in (
        ("svg", "{http://www.w3.org/2000/svg}g"),
        ("html", "body/div/div[@class='v']/"),
    ):
        assert ludoscope("show", "lucas-01", "--solution", "--format", form, "--ascii") == 0
        printed = capsys.readouterr().out
        assert printed.isascii()
        path = tmp_path / "solution"
        assert ludoscope("solve", "lucas-01", "--format", form, "-o", str(path)) == 0
        assert "SUCCES" in capsys.readouterr().out
        for text in printed, path.read_text(encoding="utf-8"):
            root = ElementTree.fromstring(text.replace('-width">', '-width"/>'))
            assert len(root.findall(tag)) == 5 + 1
            assert "<title>Lucas 1" in text


def test_pictures_that_are_refused(refused) -> None:
    both = ("--format", "svg", "--format", "rows")
    assert "svg cannot be combined" in refused("show", "lucas-01", *both)
    assert "no solution was published" in refused(
        "show", "orush-01", "--solution", "--format", "html"
    )
    assert "html needs -o FILE" in refused("solve", "lucas-01", "--format", "html")
    assert "expected picture, rows, finish, line, svg, two-files" in refused(
        "show", "lucas-01", "--format", "html"
    )
