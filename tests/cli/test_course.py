"""The course's spelling of the command line: `FreeCell.123456 [-search FILE | -check FILE]`."""

from pathlib import Path

import pytest

from ludoscope.games.patience.deals import deal_xpat2
from ludoscope.puzzles import catalogue
from ludoscope.tui.commands import cli
from ludoscope.tui.commands.bare_words import expand_command_line


def run(capsys, *words: str) -> tuple[int, str, str]:
    """Run a command and return its exit code, standard output and standard error."""
    try:
        code = cli.main(words)
    except SystemExit as error:
        code = error.code
    said = capsys.readouterr()
    return code, said.out, said.err


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("FreeCell.123456", "FreeCell.123456"),
        ("FreeCell.000123456", "FreeCell.123456"),
        ("st.12", "Seahaven.12"),
        ("MO.7", "MidnightOil.7"),
        ("bakersdozen.3", "BakersDozen.3"),
        ("fmo.17", "FullMidnightOil.17"),
    ],
)
def test_a_deal_alone_is_its_permutation_and_its_columns(capsys, word: str, name: str) -> None:
    code, out, err = run(capsys, word)
    numbers, _, rest = out.partition("\n")
    assert (code, err) == (0, "")
    assert [int(number) for number in numbers.split()] == [*deal_xpat2(int(name.split(".")[1]))]
    columns = run(capsys, "show", name)[1]
    assert rest.endswith(columns)
    assert catalogue.parse(columns).game.variant.name == name.split(".")[0]


def test_the_permutation_of_the_specification(capsys) -> None:
    numbers = run(capsys, "fc.1")[1].splitlines()[0]
    assert numbers.startswith("13 32 33 35 30 46 7 29 9 48 ")
    assert numbers.endswith(" 8 45 19 12 47")


@pytest.mark.parametrize("name", ["FreeCell.12", "st.12", "mo.12", "bd.12", "fmo.12"])
def test_a_permutation_is_a_file_that_is_read(capsys, tmp_path: Path, name: str) -> None:
    path = tmp_path / "deal"
    path.write_text(run(capsys, "show", name, "--format", "permutation")[1])
    assert run(capsys, "show", str(path)) == run(capsys, "show", name)
    again = run(capsys, "show", str(path), "--format", "permutation")
    assert again == (0, path.read_text(), "")


@pytest.mark.parametrize("option_first", [False, True])
def test_options_stand_before_or_after_the_name(capsys, tmp_path: Path, option_first) -> None:
    path = tmp_path / "test.sol"

    def words(option: str) -> tuple[str, ...]:
        given, name = (option, str(path)), "FreeCell.123456"
        return (*given, name) if option_first else (name, *given)

    code, out, _ = run(capsys, *words("-search"))
    assert (code, out.splitlines()[-1]) == (0, "SUCCES")
    lines = path.read_text().splitlines(keepends=True)
    assert run(capsys, *words("-check")) == (0, "SUCCES\n", "")
    path.write_text("".join(lines[:-1]))
    code, out, _ = run(capsys, *words("-check"))
    assert (code, out.splitlines()[-1]) == (1, f"ECHEC {len(lines)}")


def test_a_search_that_proves_there_is_none_writes_no_file(capsys, tmp_path: Path) -> None:
    path = tmp_path / "test.sol"
    code, out, _ = run(capsys, "mo.2", "-search", str(path))
    assert (code, out.splitlines()[-1], path.exists()) == (2, "INSOLUBLE", False)


@pytest.mark.parametrize("words", [["-help"], ["--help"], ["-h"], ["fc.1", "-help"],
                                   ["-search", "f", "-help"]])  # fmt: skip
def test_help_is_the_usage(capsys, words: list[str]) -> None:
    code, out, err = run(capsys, *words)
    assert (code, err) == (0, "")
    assert out.startswith("usage: ludoscope")
    assert "-search FILE" in out


@pytest.mark.parametrize("options", [["--plain"], ["--no-mouse", "--theme", "sea"]])
def test_a_deal_with_options_of_play_is_played(options: list[str]) -> None:
    words = ["FreeCell.123456", *options]
    assert expand_command_line(words) == ["play", *words]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["fc.1", "-find", "f"], "no option '-find', expected -search FILE"),
        (["fc.1", "\x1b[31m"], "found the puzzles 'fc.1' and '\\x1b[31m'"),
        (["fc.1", "-search"], "-search needs a FILE"),
        (["fc.1", "-check", "-search"], "-check needs a FILE, found '-search'"),
        (["fc.1", "-search", "f", "-search", "g"], "-search is given twice"),
        (["-search", "f", "fc.1", "-check", "f"], "found both -search and -check"),
        (["fc.1", "fc.2", "-search", "f"], "found the puzzles 'fc.1' and 'fc.2'"),
        (["-check", "f"], "no puzzle is named"),
        (["-frob"], "-frob"),
        (["lucas-05"], "needs a terminal"),
        (["fc.1", "--ascii"], "needs a terminal"),
        (["fc.1", "--time", "5", "-search", "f"], "no option '--time', expected -search FILE"),
        (["foo.12"], "'foo.12' is neither a command nor a puzzle"),
        (["show", "ms-12", "--format", "permutation"], "cannot be written as permutation"),
    ],
)
def test_wrong_words_are_one_sentence(capsys, words: list[str], sentence: str) -> None:
    code, out, err = run(capsys, *words)
    assert (code, out) == (64, "")
    assert sentence in err
    assert err.count("\n") == 1
    assert "\x1b" not in err


@pytest.mark.parametrize(
    ("place", "sentence"),
    [("", "Is a directory"), ("nowhere/test.sol", "test.sol: No such file or directory")],
)
def test_a_file_that_cannot_be_written_is_said_before_the_search(
    capsys, monkeypatch, tmp_path: Path, place: str, sentence: str
) -> None:
    monkeypatch.setattr(
        "ludoscope.search.process.client.SolverProcess.start", lambda *_: pytest.fail("it searched")
    )
    code, out, err = run(capsys, "FreeCell.1", "-search", str(tmp_path / place))
    assert (code, out) == (66, "")
    assert sentence in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (" ".join(map(str, range(51))), "found 51 cards, expected 52"),
        (" ".join(map(str, [*range(51), 3])), "found the card 3 twice"),
        (" ".join(map(str, range(1, 53))), "found '52', expected a card 0 to 51"),
        (" ".join(map(str, range(52))) + "\nChess", "unknown game 'Chess'"),
        (" ".join(map(str, range(52))) + "\nfmo", "expected the number of the deal, such as 17,"),
        (" ".join(map(str, range(52))) + "\nSeahaven 12", "expected nothing after the name"),
    ],
)
def test_malformed_permutations(capsys, tmp_path: Path, content: str, sentence: str) -> None:
    path = tmp_path / "deal"
    path.write_text(content)
    code, out, err = run(capsys, "show", str(path))
    assert (code, out) == (65, "")
    assert err.startswith(f"ludoscope: {path}: ")
    assert sentence in err
