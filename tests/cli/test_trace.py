"""Solutions position by position, as pictures and as rows, and solutions that were published."""

import csv
import io
from pathlib import Path

from many import each_of

from ludoscope.games import AnyGame
from ludoscope.puzzles.catalogue import find
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved
from ludoscope.search.registry import find_solver
from ludoscope.tui.commands.cli import main
from ludoscope.tui.commands.errors import EXIT_USAGE
from ludoscope.tui.commands.solution_steps import CSV_COLUMNS, draw_steps, format_csv

SOLVERS = {
    "lucas-02": "depth-first", "triangle-15-15": "depth-first", "orush-01": "breadth-first",
    "Seahaven.4": "best-first", "hexapawn-3x3": "mtd-readable",
}  # fmt: skip


def ludoscope(*words: str) -> int:
    return main(words)


def solved(name: str) -> tuple[AnyGame, Solved]:
    game = find(name).game
    *_, verdict = find_solver(game, SOLVERS[name]).run(game, game.start, Limits(seconds=30))
    assert isinstance(verdict, Solved)
    return game, verdict


@each_of("name", SOLVERS)
def test_a_row_for_each_position_each_after_its_move(name: str) -> None:
    game, verdict = solved(name)
    written = format_csv(game, game.start, verdict.moves, 0.25)
    head, first, *rows = csv.reader(io.StringIO(written))
    assert head == list(CSV_COLUMNS)
    assert first == ["0", "", game.text(game.start), "0.250000"]
    assert len(written.splitlines()) == len(rows) + 2
    assert len(rows) == len(verdict.moves)
    position = game.start
    for number, (count, text, after, seconds) in enumerate(rows, 1):
        (move,) = game.parse_moves(position, text)
        position = game.play(position, move)
        assert (int(count), game.parse(after)) == (number, position)
        assert float(seconds) == 0.25
    assert game.is_won(position)


@each_of("name", SOLVERS)
def test_a_picture_of_each_position(name: str) -> None:
    game, verdict = solved(name)
    pictures = list(draw_steps(game, game.start, verdict.moves))
    assert len(pictures) == len(verdict.moves) + 1
    position = game.start
    for number, (picture, move) in enumerate(zip(pictures[1:], verdict.moves, strict=True), 1):
        text = game.move_text(position, move)
        assert picture.splitlines()[0] == f"{number}  {text}"
        position = game.play(position, move)


def test_a_trace_of_pegs_is_drawn_with_rows_and_columns(capsys) -> None:
    assert ludoscope("solve", "lucas-01", "--trace") == 0
    first, *_, last = capsys.readouterr().out.split("\n\n   1 2 3 4 5 6 7\n")
    assert first == (
        "0\n7      ○ ○ ○\n6    ○ ○ ● ○ ○\n5  ○ ○ ● ● ● ○ ○\n4  ○ ○ ○ ● ○ ○ ○\n"
        "3  ○ ○ ○ ● ○ ○ ○\n2    ○ ○ ○ ○ ○\n1      ○ ○ ○"
    )
    assert last.splitlines()[-1] == "SUCCES"


def test_the_moves_of_boats_stand_between_the_first_grid_and_the_last(capsys, tmp_path) -> None:
    path = tmp_path / "solution.txt"
    assert ludoscope("solve", "orush-02") == 0
    first, moves, last, end = capsys.readouterr().out.split("\n\n")
    game = find("orush-02").game
    assert first.splitlines() == game.to_rows(game.start)
    position = game.start
    for move in game.parse_moves(position, moves):
        position = game.play(position, move)
    assert last.splitlines() == game.to_rows(position)
    assert game.is_won(position)
    assert end.splitlines()[-1] == "SUCCES"
    assert ludoscope("solve", "orush-02", "-o", str(path)) == 0
    assert "~" not in capsys.readouterr().out
    assert path.read_text() == f"{moves}\n"
    assert ludoscope("check", "orush-02", str(path)) == 0


def test_ascii_alone_where_it_is_asked_for(capsys) -> None:
    for words in (["solve", "lucas-01", "--trace"], ["show", "lucas-01"]):
        assert ludoscope(*words, "--ascii") == 0
        shown = capsys.readouterr().out
        assert shown.isascii()
        assert "5  . . x x x . ." in shown


def test_rows_on_standard_output_and_in_a_file(capsys, tmp_path: Path) -> None:
    path = tmp_path / "solution.CSV"
    assert ludoscope("solve", "lucas-01", "--csv", "-o", str(path)) == 0
    printed = capsys.readouterr().out
    assert printed == path.read_text()
    assert printed.startswith("number,move,board,seconds\n0,,__.../")
    assert len(printed.splitlines()) == 7
    assert ludoscope("solve", "european-central", "--csv") == 2
    out, err = capsys.readouterr()
    assert not out
    assert "colouring" in err.splitlines()[-1]


def test_a_trace_has_no_use_for_the_object(capsys) -> None:
    assert ludoscope("solve", "lucas-01", "--trace", "--json") == EXIT_USAGE


def test_a_published_solution_is_shown_as_a_file_to_check(capsys, tmp_path: Path) -> None:
    assert ludoscope("show", "lucas-07", "--solution") == 0
    path = tmp_path / "his.txt"
    path.write_text(capsys.readouterr().out)
    assert len(path.read_text().splitlines()) == 16
    assert ludoscope("check", "lucas-07", str(path)) == 0
    assert capsys.readouterr().out == "SUCCES\n"
    assert ludoscope("show", "orush-01", "--solution") == EXIT_USAGE
    assert capsys.readouterr().err == (
        "ludoscope: no solution was published with orush-01; try: ludoscope solve\n"
    )
