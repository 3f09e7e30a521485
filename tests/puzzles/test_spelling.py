"""Puzzles by what people call them: as they are shown, by number, misspelt."""

from datetime import date
from itertools import islice
from pathlib import Path

import pytest
from many import FULL, case, each_of

from ludoscope.games import FAMILIES
from ludoscope.puzzles import catalogue, name_search
from ludoscope.puzzles.registry import listed_entries
from ludoscope.puzzles.word_search import best_match, rank_entries

TODAY = date(2026, 11, 20)
SPELT = {
    "ms 24": "ms-24-free",
    "xpat2 FreeCell 24": "FreeCell.24-free",
    "xpat2freecell24": "FreeCell.24-free",
    "xpat2 FreeCell 24-free": "FreeCell.24-free",
    "xpat2 FreeCell 24 forced": "FreeCell.24",
    "xpat2 FreeCell 24, full autoplay": "FreeCell.24",
    "Microsoft FreeCell 24": "ms-24-free",
    "Microsoft 987654": "ms-987654-free",
    "Baker's Dozen 9": "BakersDozen.9-free",
    "mo 123456": "MidnightOil.123456-free",
    "Number 24": "orush-24",
    "ORush › Number 024": "orush-24",
    "rush 24": "orush-24",
    "peg 7": "lucas-07",
    "English, 4,7 → 4,4": "english-47-44",
    "English, cross": "english-cross",
    "3×4": "hexapawn-3x4",
    "Hexapawn 12x12": "hexapawn-12x12",
    "Configuration 3×4, value −2": "hexapawn-config-3x4-minus2",
    "3x4, value -2": "hexapawn-config-3x4-minus2",
    "peg daily 2026-11-20": "peg-daily-2026-11-20",
    "ORush daily": f"orush-daily-{TODAY}",
}


@pytest.fixture(autouse=True)
def fixed_date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludoscope.puzzles.daily.today", lambda: TODAY)


def test_a_puzzle_is_found_however_its_name_is_spelt() -> None:
    for text, name in SPELT.items():
        with case(text):
            assert catalogue.find(text).name == name


@each_of(
    "text",
    [
        "FreeCell.-5",
        "FreeCell -5",
        "FreeCell.−5",
        "FreeCell.–5",
        "FreeCell_-5",
        "fc.-5-free",
        "ms--5",
        "ms -5",
        "-5",
        "orush--1",
        "Number -1",
        "lucas -7",
        "hexapawn-4x-4",
        "4×−4",
    ],
)
def test_a_negative_number_is_not_its_absolute_value(text: str) -> None:
    with pytest.raises(catalogue.UnknownName):
        catalogue.find(text, files=False)
    entries = [(family, entry) for family in FAMILIES for entry in catalogue.entries(family)]
    assert not name_search.matching_entries(text, entries)
    assert not rank_entries(text, entries)


@pytest.mark.long
def test_every_name_finds_its_puzzle_as_it_is_shown() -> None:
    """Check the names shown in lists and headings; equal titles differ by their heading.

    "FreeCell 1" is what players of Microsoft's and of xpat2's deals call theirs: both are named.
    One in thirty of them, all with LUDOSCOPE_FULL=1.
    """
    for family in FAMILIES:
        for entry in islice(catalogue.entries(family), 0, None, 1 if FULL else 30):
            if not entry.is_numbered_series:
                puzzle = catalogue.find(entry.name)
                heading = f"{FAMILIES[family].title} › {puzzle.title}"
                with case(heading):
                    if puzzle.title.startswith("FreeCell "):
                        number = entry.name.split("-")[1]
                        both = rf"\bms-{number}\b.*\bFreeCell\.{number}\b"
                        with pytest.raises(catalogue.AmbiguousName, match=both):
                            catalogue.find(heading)
                    else:
                        assert catalogue.find(heading).name == entry.name


def test_what_several_are_called_names_them() -> None:
    with pytest.raises(catalogue.AmbiguousName, match=r"'24': lucas-24, ms-24-free, .*, orush-24$"):
        catalogue.find("24")
    assert catalogue.find("24", "rush").name == "orush-24"
    with pytest.raises(catalogue.AmbiguousName, match="english-47-44, wiegleb-47-44, asymm"):
        catalogue.find("4,7 → 4,4")


def test_freecell_with_a_number_names_both_deals() -> None:
    names = r"'FreeCell 24' may be ms-24 \(FreeCell 24\) or FreeCell\.24 \(xpat2 FreeCell 24\)"
    with pytest.raises(catalogue.AmbiguousName, match=names):
        catalogue.find("FreeCell 24")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("freecell 0", r"^no puzzle 'ms-0': found Microsoft deal 0, expected 1 to 1,000,000$"),
        ("seahaven 0", r"^no puzzle 'Seahaven\.0': no deal 0, expected 1 to 999,999,999$"),
        ("../x", r"^no puzzle and no file is called '\.\./x'$"),  # no board has two rows
    ],
)
def test_a_number_out_of_range_is_named_as_it_was_typed(
    text: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # beside which there is no file x
    with pytest.raises(catalogue.UnknownPuzzle, match=message):
        catalogue.find(text)


WORDS = {  # the puzzle that the words mean, and the next one
    "freecell 11982": ("ms-11982", "FreeCell.11982"),
    "microsoft 11982": ("ms-11982", None),
    "xpat2 freecell 5": ("FreeCell.5", None),
    "midnight oil": ("MidnightOil.N", "MidnightOil.4"),
    "oil 3": ("MidnightOil.3", "FullMidnightOil.3"),
    "full midnight oil 77": ("FullMidnightOil.77", None),
    "random seahaven": ("Seahaven.random", None),
    "lucas 7": ("lucas-07", None),
    "rush 12": ("orush-12", "orush-120"),
    "rush hour 12": ("orush-12", "orush-120"),
    "hexapawn 4x4": ("hexapawn-4x4", "hexapawn-config-4x4-0"),
    "baker 9": ("BakersDozen.9", None),
    "frecell 24": ("ms-24", "FreeCell.24"),
    "seahven 12": ("Seahaven.12", None),
    "freecell 5 back": ("ms-5-back", "FreeCell.5-back"),
    "freecell 5, full autoplay": ("ms-5-forced", "FreeCell.5-forced"),
    "fc 5": ("ms-5", "FreeCell.5"),
    "st 12": ("Seahaven.12", None),
    "mo 3": ("MidnightOil.3", None),
    "bd 9": ("BakersDozen.9", None),
    "fmo 3": ("FullMidnightOil.3", None),
    "f 5": ("ms-5", "FreeCell.5"),
    "daily freecell": (f"patience-daily-{TODAY}", None),
    "mo daily": (f"patience-daily-{TODAY}", None),
    "todays deal": (f"patience-daily-{TODAY}", None),
    "rush daily": (f"orush-daily-{TODAY}", None),
    "daily peg": (f"peg-daily-{TODAY}", None),
}


def test_words_find_the_puzzle_that_they_mean_first() -> None:
    entries = list(listed_entries())
    for text, names in WORDS.items():
        with case(text):
            ranked = rank_entries(text, entries)
            first, second = (*(match.entry.name for match in ranked[:2]), None)[:2]
            assert (first, second) == names
            assert best_match(ranked)[1].name == names[0]


def test_words_that_mean_several_puzzles_or_none() -> None:
    entries = list(listed_entries())
    assert best_match(rank_entries("24", entries)) is None
    for text in ("edit", "xyzzy", "qqq 7", "no such puzzle", "", "x" * 2000):
        with case(text):
            assert not rank_entries(text, entries)


def test_a_misspelt_name_is_answered_with_the_nearest() -> None:
    for text, near in {
        "frecell 24": "ms-24",
        "luca 7": "lucas-07",
        "seahven 12": "Seahaven.12",
        "lukas-07": "lucas-07",
    }.items():
        with case(text), pytest.raises(catalogue.UnknownName, match="did you mean") as error:
            catalogue.find(text)
        assert error.value.suggestions[0] == near


def test_a_file_comes_before_a_spelling(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "24").write_text("3\n3\np p\n   \nP P\n")
    assert catalogue.find("24", "hexapawn").name == "24"
    with pytest.raises(catalogue.UnknownPuzzle, match=r"^no puzzle and no file is called '\./7'$"):
        catalogue.find("./7")
