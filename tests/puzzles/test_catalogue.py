"""The catalogue: every name opens, every file of every format comes back, bad ones are told."""

import importlib.util
import os
import re
import tracemalloc
from pathlib import Path

import pytest
from many import each_of

from ludoscope.games import FAMILIES
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.catalogue import UnknownPuzzle
from ludoscope.puzzles.entry import Entry
from ludoscope.puzzles.files import (
    MAX_FILE_BYTES,
    FileError,
    check_writable,
    read_text,
    write_text,
)
from ludoscope.puzzles.series import parse_member

ENTRIES = [(family, entry) for family in FAMILIES for entry in catalogue.entries(family)]
DATA_FOLDER = Path(catalogue.__file__).with_name("data")
PUZZLES = [(family, entry) for family, entry in ENTRIES if not entry.name.endswith("N")]


def test_names_of_a_family_begin_as_it_says() -> None:
    for family, entry in ENTRIES:
        name = entry.name.lower()
        said = [one for one in FAMILIES if name.startswith(FAMILIES[one].name_prefixes)]
        assert said in ([family], []), entry
        assert said or "daily" in name or "midnight" in name, entry


def test_names_are_unique() -> None:
    names = [entry.name for _, entry in ENTRIES]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_entry_opens_under_its_name_and_survives_its_spec(family: str) -> None:
    from ludoscope.games import from_spec

    for known, entry in PUZZLES:
        if known == family:
            puzzle = catalogue.find(entry.name)
            assert (puzzle.name, puzzle.game.family) == (entry.name, family)
            again = from_spec(puzzle.game.spec())
            assert again.spec() == puzzle.game.spec()
            assert again.start == puzzle.game.start
            assert again.parse(again.text(again.start)) == again.start


@each_of(
    "name", ["lucas-31", "lucas-0", "english-11-44", "triangle-central", "FreeCell.0",
             "FreeCell.1000000000", "ms-1000001", "orush-999", "st.12345678901234567890"],
)  # fmt: skip
def test_impossible_names_are_told_apart_from_unknown_ones(name: str) -> None:
    with pytest.raises(UnknownPuzzle, match=r"^no puzzle ") as error:
        catalogue.find(name)
    assert "\n" not in str(error.value)


@each_of("name", ["chess", "", "lucas", "lucas-", "../nowhere", "x" * 5000, "a\0b"])
def test_unknown_names(name: str) -> None:
    with pytest.raises((UnknownPuzzle, OSError)):
        catalogue.find(name)


def test_the_name_of_the_program_alone_is_no_shared_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that the word may still name a file, like any other word."""
    for text in ("ludoscope", " ludoscope\n"):
        assert not catalogue.is_shared(text)
        assert not catalogue.is_puzzle_text(text)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnknownPuzzle, match=r"^no puzzle and no file is called 'ludoscope'$"):
        catalogue.find("ludoscope")
    Path("ludoscope").write_text("3\n3\np p\n   \nP P\n")
    assert catalogue.find("ludoscope", "hexapawn").game.family == "hexapawn"
    Path("ludoscope").write_text("ludoscope\n")
    with pytest.raises(FileError, match=r"^ludoscope: not the format of any game"):
        catalogue.find("ludoscope")


def test_names_that_mean_the_same_open_the_same() -> None:
    for name, other in [
        ("lucas-7", "lucas-07"),
        ("english-44-44", "english-central"),
        ("fc.000123", "FreeCell.123"),
    ]:
        assert catalogue.find(name).name == catalogue.find(other).name == other


@pytest.mark.parametrize("name", ["english-central", "triangle-15-15", "lucas-28", "orush-12",
                                  "hexapawn-4x3", "FreeCell.12", "Seahaven.4", "MidnightOil.4",
                                  "BakersDozen.8", "ms-164"])  # fmt: skip
def test_what_show_writes_can_be_read_again(name: str, tmp_path: Path) -> None:
    game = catalogue.find(name).game
    read_back = 0
    for form, write in catalogue.collection(game.family).position_formats.items():
        path = tmp_path / f"{form}.txt"
        try:
            path.write_text(write(game, game.start))
        except ValueError:
            continue  # a format that cannot say it all refuses
        if (game.family, form) in {("peg", "picture"), ("peg", "finish"), ("peg", "line")}:
            continue  # pictures for people, and half a problem
        assert catalogue.find(str(path), game.family).game.spec()["family"] == game.family
        again = catalogue.find(str(path), game.family).game
        assert again.text(again.start) == game.text(game.start)
        read_back += 1
    assert read_back


def test_bad_files_are_one_sentence_with_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    for content, words in [
        (b"x." * MAX_FILE_BYTES, "larger than 1 MiB"),
        (b"x.x\n\xff\n", "bad.txt:2: byte 0xff found, expected UTF-8"),
        (b"", "expected a puzzle file"),
        (b"\0\1\2", "expected a puzzle file"),
        (b"what is this", "expected a puzzle file"),
    ]:
        path.write_bytes(content)
        with pytest.raises(FileError, match=words) as error:
            catalogue.find(str(path))
        assert "\n" not in str(error.value)
        assert str(error.value).startswith(str(path))


@pytest.mark.parametrize("family", FAMILIES)
def test_a_file_that_is_none_of_a_family_is_told(family: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    for content in ("", "\n\n", "no game at all", "9" * 500, "é\n", "~" * 36, "A2H12\nB2H22\n"):
        path.write_text(content)
        with pytest.raises(FileError) as error:
            catalogue.find(str(path), family)
        assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("lucas-07", "xx.\n"),
        ("peg-daily-2026-11-20", "xx.\n"),
        ("hexapawn-4x4", "ppp\n...\nPPP\n"),
        ("orush-01", "~~~~~~\n~~~~~~\nAA~~~~\n" + 3 * "~~~~~~\n"),
    ],
)
def test_a_file_named_like_another_puzzle_has_nothing_of_it(
    name: str, text: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_text(text)
    puzzle, namesake = catalogue.find(str(path)), catalogue.find(name)
    puzzles = catalogue.collection(puzzle.game.family)
    assert namesake.game.spec() != puzzle.game.spec()
    assert (puzzle.name, puzzle.title) == (f"./{name}", name)
    assert puzzles.fewest_moves(puzzle.name) is None
    assert puzzles.shortest_known(puzzle.name) is None
    assert puzzles.known_difficulty(puzzle.name) is None
    assert puzzles.shortest_solution(puzzle) == ()


def test_a_file_of_a_puzzle_of_the_catalogue_may_have_its_name(tmp_path: Path) -> None:
    game = catalogue.find("orush-01").game
    path = tmp_path / "orush-01"
    path.write_text(catalogue.collection("rush").position_formats["grid"](game, game.start))
    assert catalogue.find(str(path)).name == "orush-01"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("ppp/.../PP", "found a row of 2 cells, expected 3"),
        ("~~~~~~/~~~~~~/AA~~~/~~~~~~/~~~~~~/~~~~~~", "row 2 has 5 cells, expected 6"),
        ("~~~~~~\n~~~~~~\nAA~~~\n~~~~~~\n~~~~~~\n~~~~~~", "row 2 has 5 cells, expected 6"),
        ("FreeCell\n: 4S 2H 9C\n", "missing"),
    ],
)
def test_a_drawn_position_with_a_slip_is_no_unknown_name(text: str, reason: str) -> None:
    for files in (True, False):
        with pytest.raises(FileError, match=rf"^drawn position.*{reason}") as error:
            catalogue.find(text, files=files)
        assert "\n" not in str(error.value)


@pytest.mark.parametrize("path", sorted(DATA_FOLDER.glob("*.txt")), ids=lambda path: path.name)
def test_the_commands_that_made_a_bundled_file_exist(path: Path) -> None:
    header = [line for line in path.read_text().splitlines() if line.startswith("#")]
    for module in re.findall(r"python -m (\S+)", "\n".join(header)):
        assert importlib.util.find_spec(module), module


def test_what_is_no_regular_file_is_told_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(FileError, match="not a regular file"):
            catalogue.find(str(path))
    with pytest.raises(OSError):
        catalogue.find(str(tmp_path))


def test_neighbours_by_number_and_by_order() -> None:
    assert catalogue.adjacent_name("FreeCell.123", 1) == "FreeCell.124"
    assert catalogue.adjacent_name("FreeCell.1", -1) is None
    assert catalogue.adjacent_name("ms-1000000", 1) is None
    assert catalogue.adjacent_name("lucas-01", 1) == "lucas-02"
    assert catalogue.adjacent_name("english-cross", -1) is None
    assert catalogue.adjacent_name("lucas-01", -1) == "wiegleb-central"
    assert catalogue.adjacent_name("hexapawn-3x8", 1) == "hexapawn-4x2"
    assert catalogue.adjacent_name("a file", 1) is None


def test_what_follows_the_number_is_a_suffix() -> None:
    assert parse_member("ms-5-free") == ("patience", "ms-{}-free", 5)
    assert parse_member("FreeCell.N-back") == ("patience", "FreeCell.{}-back", None)
    for name in ("ms-5{x}", "ms-5-{}", "ms-" + "9" * 5000, "ms-5 3", "ms-5x5"):
        assert parse_member(name) is None
        assert catalogue.adjacent_name(name, 1) is None


def test_numberings_stand_for_all_their_deals() -> None:
    numberings = [entry for _, entry in ENTRIES if entry.name.endswith("N")]
    assert len(numberings) == 6
    for entry in numberings:
        assert isinstance(entry, Entry)
        assert catalogue.find(entry.name[:-1] + "77").game.family == "patience"


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "solution.txt"
    write_text(path, "first\n")
    path.chmod(0o640)
    link = tmp_path / "link.txt"
    link.symlink_to(path)
    write_text(link, "second\n")
    assert path.read_text() == "second\n"
    assert link.is_symlink()
    assert path.stat().st_mode & 0o777 == 0o640
    with pytest.raises(UnicodeEncodeError):
        write_text(path, "\ud800")
    assert path.read_text() == "second\n"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["link.txt", "solution.txt"]


def test_a_file_that_is_open_under_a_descriptor_is_continued(tmp_path: Path) -> None:
    path = tmp_path / "all.txt"
    path.write_text("first\n")
    with path.open("a") as file:
        name = Path(f"/dev/fd/{file.fileno()}")
        check_writable(name)
        write_text(name, "second\n")
        file.write("third\n")
    assert path.read_text() == "first\nsecond\nthird\n"


def test_a_small_file_takes_little_room_whatever_the_limit(tmp_path):
    path = tmp_path / "small"
    path.write_text("small\n")
    tracemalloc.start()
    try:
        assert read_text(path, 1 << 28) == "small\n"
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()
