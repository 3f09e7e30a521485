"""The catalogue of patience, its files and solution files."""

from pathlib import Path

import pytest
from many import each_of

from ludoscope.games import NotationError
from ludoscope.games.patience.deals import deal_microsoft
from ludoscope.games.patience.position import EMPTY_COLUMN, EMPTY_COLUMN_OFFSET, FREE_CELL_OFFSET
from ludoscope.games.patience.variants import VARIANTS
from ludoscope.puzzles.patience import collection as patience
from ludoscope.puzzles.patience import rule_suffixes
from ludoscope.puzzles.registry import collection
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved
from ludoscope.search.registry import default_solver
from ludoscope.search.verify import replay, replay_texts

ENDGAME = """\
Foundations: H-11 C-11 D-11 S-11
Freecells: KH - -
: QH KC
: QS KD
: QC QD KS
"""
LINE = "JC JS JH JD | KH - - - | QH KC / QS KD / QC QD KS / - / - / - / - / -"


def test_names_in_any_case_and_with_leading_zeros() -> None:
    wanted = collection("patience").find("FreeCell.123456")
    assert wanted
    assert wanted.name == "FreeCell.123456"
    assert wanted.title == "xpat2 FreeCell 123456, full autoplay"
    for name in ("freecell.123456", "fc.123456", "FC.000123456", "FREECELL.0123456"):
        found = collection("patience").find(name)
        assert found
        assert (found.name, found.game.start) == (wanted.name, wanted.game.start)


@each_of("name", ["peg-1", "FreeCell", "fc.", "fc.x", "Klondike.3", "ms-", "fc.²"])
def test_names_of_others(name: str) -> None:
    assert collection("patience").find(name) is None


@pytest.mark.parametrize("name", ["fc.0", "st.1000000000", "ms-0", "ms-1000001"])
def test_numbers_out_of_range(name: str) -> None:
    with pytest.raises(ValueError, match="expected 1 to"):
        collection("patience").find(name)


def test_microsoft_deals() -> None:
    puzzle = collection("patience").find("MS-0011982")
    assert puzzle
    assert puzzle.name == "ms-11982"
    first_row = tuple(column[0] for column in puzzle.game.start.columns)
    assert first_row == deal_microsoft(11982)[:8]


def test_free_deals_keep_cards_back_until_told() -> None:
    puzzle = collection("patience").find("ms-1941-FREE")
    assert puzzle
    assert puzzle.name == "ms-1941-free"
    assert puzzle.title == "FreeCell 1941"
    assert not puzzle.game.normalise
    assert sum(map(len, puzzle.game.start.columns)) == 52


def test_what_the_app_opens_for_a_name() -> None:
    for name, wanted in [
        ("FreeCell.7", "FreeCell.7-free"),
        ("fc.random", "fc.random-free"),
        ("ms-5", "ms-5-free"),
        ("FreeCell.7-forced", "FreeCell.7"),
        ("ms-5-FORCED", "ms-5"),
        ("FreeCell.7-back", "FreeCell.7-back"),
        ("ms-5-free", "ms-5-free"),
        ("fmo.3", "fmo.3"),
        ("lucas-07", "lucas-07"),
        ("own.7", "own.7"),
    ]:
        assert rule_suffixes.name_in_app(name) == wanted
    forced, free = (
        collection("patience").find("FreeCell.7-forced"),
        collection("patience").find("FreeCell.7-free"),
    )
    assert forced
    assert free
    assert (forced.name, forced.game.normalise) == ("FreeCell.7", True)
    assert (free.title, free.game.normalise) == ("xpat2 FreeCell 7", False)
    assert forced.title == "xpat2 FreeCell 7, full autoplay"


def test_every_entry_can_be_found_and_names_itself() -> None:
    entries = list(collection("patience").entries())
    deals = [entry for entry in entries if not entry.name.endswith("N")]
    assert len(entries) - len(deals) == len(VARIANTS) + 1
    assert len({entry.name for entry in entries}) == len(entries)
    for entry in deals:
        puzzle = collection("patience").find(entry.name)
        assert puzzle
        assert puzzle.name == entry.name
        usual = collection("patience").find(rule_suffixes.name_in_app(entry.name))
        assert usual
        assert usual.title == entry.title
    printed = {patience.variant_title(variant) for variant in VARIANTS.values()}
    assert {entry.group for entry in deals} == {*printed, "FreeCell", "today"}


def test_the_midnight_oils_of_the_catalogue_are_all_that_can_be_won_so_far() -> None:
    listed = {e.name for e in collection("patience").entries() if e.group == "Midnight Oil"} - {
        "MidnightOil.N"
    }
    won = set()
    for seed in range(1, 650):
        puzzle = collection("patience").find(f"mo.{seed}")
        assert puzzle
        game = puzzle.game
        *_, verdict = default_solver(game).run(game, game.start, Limits())
        if isinstance(verdict, Solved):
            won.add(puzzle.name)
    assert listed == won


@pytest.mark.parametrize("text", [ENDGAME, LINE, f"\n{LINE}\n", f"FreeCell\n{ENDGAME}"])
def test_files(text: str) -> None:
    assert collection("patience").recognises(text)
    puzzle = collection("patience").read(text, Path("some/endgame.txt"))
    assert puzzle.name == "endgame.txt"
    assert puzzle.game.spec()["variant"] == "FreeCell"
    assert puzzle.game.text(puzzle.game.start) == LINE


@each_of("name", list(VARIANTS))
@each_of("form", list(collection("patience").position_formats))
def test_what_is_written_is_read_again(name: str, form: str) -> None:
    puzzle = collection("patience").find(f"{name}.77")
    assert puzzle
    text = collection("patience").position_formats[form](puzzle.game, puzzle.game.start)
    assert collection("patience").recognises(text)
    assert collection("patience").read(text, None).game.spec() == puzzle.game.spec()


@each_of(
    "text",
    ["", "A2H12\nB2V00", "3\n4\nppp\n\nPPP", "  xxx\n  x.x", "AABBCC/......", "W\npp\n..\nPP"],
)
def test_files_of_other_families(text: str) -> None:
    assert not collection("patience").recognises(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (ENDGAME.replace("QC", "QD"), "QD a second time"),
        (LINE.replace("QC", "QD"), "QD twice"),
        (LINE.removesuffix(" / -"), "found 7 columns"),
    ],
)
def test_malformed_files_are_recognised_and_refused(text: str, reason: str) -> None:
    assert collection("patience").recognises(text)
    with pytest.raises(NotationError, match=reason):
        collection("patience").read(text, None)


@each_of("text", ["49 T\n", "\n49 T\r\n\n", "KS T", "3b", "3b 3h 1h\n3h\n"])
def test_solution_files(text: str) -> None:
    game = collection("patience").read(ENDGAME, None).game
    moves = collection("patience").read_solution(game, text)
    assert replay_texts(game, game.start, moves).is_valid


def test_no_moves_at_all() -> None:
    game = collection("patience").read(ENDGAME, None).game
    assert collection("patience").read_solution(game, "") == []
    assert collection("patience").write_solution(game, game.start, ()) == ""


@each_of(
    ("text", "line", "reason"),
    [
        ("49 T\n\n33\n", 3, "expected <card> <destination>"),
        ("49 T\n33 38 40", 2, "expected <card> <destination>"),
        ("49 -1", 1, "expected moves such as"),
        ("3a 45\n45 x2", 2, "found 'x2'"),
        ("49 ²", 1, "found '²'"),
    ],
)
def test_malformed_solution_files(text: str, line: int, reason: str) -> None:
    game = collection("patience").read(ENDGAME, None).game
    with pytest.raises(NotationError, match=reason) as caught:
        collection("patience").read_solution(game, text)
    assert caught.value.line == line


def test_a_solution_is_written_without_a_choice_of_places_and_still_replays() -> None:
    puzzle = collection("patience").find("ms-1-free")
    assert puzzle
    game = puzzle.game
    position = game.parse(
        "TC TS TH TD | - - - - | QC JC / KC QS JS / KS KH QH JH / KD QD JD / - / - / - / -"
    )
    moves = [
        (40, EMPTY_COLUMN_OFFSET + 6),
        (41, FREE_CELL_OFFSET + 2),
        (44, EMPTY_COLUMN),
        (40, 54),
        (44, 54),
    ]
    text = collection("patience").write_solution(game, position, moves)
    assert text == "40 V\n41 T\n44 V\n40 F\n44 F\n"
    chosen, plain = replay(game, position, moves), replay_texts(game, position, text.splitlines())
    assert chosen.failed_move == plain.failed_move == len(moves) + 1
    assert chosen.final_position != plain.final_position
    assert game.key(chosen.final_position) == game.key(plain.final_position)
