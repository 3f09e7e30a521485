"""The editors of ORush, patience and hexapawn: models, keys, mouse, pasted texts and files."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from many import each_of, first_of, many
from textual import events

from ludoscope.games import NotationError
from ludoscope.games.hexapawn.rules import HexapawnGame, Position
from ludoscope.games.patience.cards import card_label, card_name, parse_card
from ludoscope.games.patience.position import NO_CARD
from ludoscope.games.patience.variants import BAKERS_DOZEN, FREECELL, FULL_MIDNIGHT_OIL, SEAHAVEN
from ludoscope.games.rush.boats import Boat
from ludoscope.puzzles import catalogue, share
from ludoscope.puzzles.collection import Collection
from ludoscope.search.kernels import all_kernels_compiled
from ludoscope.tui.boards.patience.editor import DECK_WIDTH, DeckGeometry, create_editor
from ludoscope.tui.boards.registry import BOARD_FAMILIES
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model.editor import MAX_PASTED_CHARACTERS, Editor
from ludoscope.tui.model.hexapawn_editor import BLACK, EMPTY, WHITE, HexapawnEditor
from ludoscope.tui.model.patience_editor import PatienceEditor, Spot, empty_table
from ludoscope.tui.model.rush_editor import GridState, RushEditor
from ludoscope.tui.saves import problems
from ludoscope.tui.screens.editor.screen import EditorScreen
from ludoscope.tui.screens.library.screen import LibraryScreen
from ludoscope.tui.screens.play.screen import PlayScreen
from ludoscope.tui.screens.share.dialog import ShareDialog

FAMILIES = ("patience", "rush", "hexapawn")
COMPILED = pytest.mark.skipif(not all_kernels_compiled(), reason="kernels are not compiled")


def table(variant=FREECELL) -> PatienceEditor:
    return PatienceEditor(empty_table(variant))


def grid(*boats: str, size=(6, 6)) -> RushEditor:
    editor = RushEditor(GridState(*size))
    if boats:
        editor.enter(" ".join(boats))
    return editor


def board(text: str) -> HexapawnEditor:
    editor = HexapawnEditor(HexapawnGame(4, 4, Position(0, 0, True)))
    editor.enter(text)
    return editor


# Patience


def test_cards_are_entered_row_by_row_and_column_by_column() -> None:
    game = catalogue.find("ms-617-free").game
    rows, columns = table(), table()
    columns.reads_rows = False
    for depth in range(7):
        for column in game.start.columns:
            if depth < len(column):
                rows.put_next(column[depth])
    for column in game.start.columns:
        for card in column:
            columns.put_next(card)
    assert rows.game == columns.game == game
    assert not rows.problems()
    rows.undo()
    assert rows.problems() == [f"missing: {card_label(game.start.columns[3][6])}"]
    assert rows.cursor == Spot("column", 3, 6), "where the card was put"


def test_the_last_cards_of_a_deal_go_to_the_cells() -> None:
    game = catalogue.find("Seahaven.3-free").game
    editor = table(SEAHAVEN)
    editor.enter(" ".join(card_name(c[row]) for row in range(5) for c in game.start.columns))
    assert editor.cursor == Spot("cell", 0)
    editor.enter(" ".join(card_name(card) for card in game.start.cells[:2]))
    assert editor.game == game


def test_missing_and_double_cards_are_named_in_a_sentence() -> None:
    editor = table()
    editor.fill()
    assert not editor.problems()
    editor.put(parse_card("4H"), Spot("column", 0, 0))
    editor.remove(Spot("column", 1, 0))
    lost = sorted(set(range(52)) - set(editor.card_counts()))
    assert editor.problems() == [
        "more than once: 4♥",
        f"missing: {', '.join(card_label(c) for c in sorted(lost, key=lambda c: (c & 3, c)))}",
    ]
    assert editor.game is None
    editor.clear()
    assert editor.problems()[0].endswith("9♣, 10♣ and 42 more cards")


def test_cards_are_swapped_moved_and_put_home() -> None:
    editor = table()
    editor.enter("AC 2C KS")
    ace, two, king = (Spot("column", number) for number in range(3))
    editor.swap(ace, king)
    assert editor.card_at(ace) == parse_card("KS")
    editor.swap(king, Spot("foundation", 0))
    assert editor.position.foundation == (1, 0, 0, 0)
    editor.raise_foundation(0)
    assert "more than once: 2♣" in editor.problems()[0]
    editor.remove(two)
    editor.swap(Spot("foundation", 0), Spot("cell", 1))
    assert editor.card_at(Spot("cell", 1)) == parse_card("2C")
    assert editor.position.foundation == (1, 0, 0, 0)
    with pytest.raises(NotationError, match="does not go on the foundation of ♣"):
        editor.put(parse_card("KS"), Spot("foundation", 0))
    editor.swap(ace, Spot("column", 0, 1))
    assert editor.position.columns[0] == (parse_card("KS"),), "the only card of its column"


def test_a_forgotten_card_is_inserted_where_the_others_make_room() -> None:
    game = catalogue.find("ms-617-free").game
    columns = game.start.columns
    by_row = [column[depth] for depth in range(7) for column in columns if depth < len(column)]
    rows = table()
    for card in (*by_row[:10], *by_row[11:]):
        rows.put_next(card)
    assert rows.problems() == [f"missing: {card_label(by_row[10])}"]
    rows.cursor = Spot("column", 2, 1)
    rows.insert_next(by_row[10])
    assert rows.game == game
    assert rows.cursor == Spot("column", 3, 1)
    rows.undo()
    assert len(rows.missing_cards()) == 1, "one key takes the insertion back"
    tall = table()
    tall.reads_rows = False
    tall.enter("2C 3C 4C 5C 6C 7C 8C 9C")
    tall.cursor = Spot("column", 0, 3)
    tall.insert_next(parse_card("KD"))
    names = " ".join(map(card_name, tall.position.columns[0]))
    assert names == "2C 3C 4C KD 5C 6C 7C 8C", "the other columns stay"
    assert [card_name(card) for card in tall.position.columns[1]] == ["9C"]
    tall.cursor = Spot("cell", 1)
    tall.insert_next(parse_card("KS"))
    assert tall.card_at(Spot("cell", 1)) == parse_card("KS")


def test_columns_of_any_length_are_typed_one_after_the_other() -> None:
    view = create_editor(None, None, UserOptions())
    view.handle_key("tab")

    def typed(cards: str, *keys: str) -> None:
        for key in (*cards.replace(" ", ""), *keys):
            assert view.handle_key(key)

    typed("2c 3c 4c 5c 6c 7c 8c", "left")  # a column of seven is complete, this one goes on
    typed("9c tc", "right")
    typed("2d", "right", "right")
    typed("3d 4d", "right")
    names = [" ".join(map(card_name, column)) for column in view.editor.position.columns[:5]]
    assert names == ["2C 3C 4C 5C 6C 7C 8C 9C TC", "2D", "", "3D 4D", ""]
    typed("", "left", "up", "insert")
    assert view.note().startswith("Type the card to insert")
    typed("k")
    assert view.note() == "K: now the suit of the card to insert, c s h or d"
    typed("h")
    assert [card_name(card) for card in view.editor.position.columns[3]] == ["3D", "KH", "4D"]
    assert not view.note()
    typed("", "insert")
    assert view.clear_selection()
    typed("", "insert", "insert")
    assert not view.clear_selection(), "the key a second time drops it"
    typed("", "insert")
    columns, rows = view.drawing_size(80, 16)
    king = DeckGeometry(80).origin(3)[0] + 13 + (columns - DECK_WIDTH) // 2
    assert view.handle_click(0, (king, rows - 1), 80, 16)
    assert parse_card("KD") in view.editor.position.columns[3]
    assert len(view.editor.position.columns[3]) == 4


def test_another_variant_keeps_the_cards_that_it_has_places_for() -> None:
    editor = table()
    editor.enter("AC 2C 3C 4C 5C 6C 7C 8C")
    editor.put(parse_card("KS"), Spot("cell", 0))
    editor.choose_board(BAKERS_DOZEN)
    assert len(editor.position.columns) == 13
    assert editor.position.columns[7] == (parse_card("8C"),)
    assert parse_card("KS") in editor.missing_cards()
    editor.undo()
    assert editor.variant == FREECELL
    assert [choice.name for choice in editor.list_boards()][3:] == [
        *("Baker's Dozen", "Full Midnight Oil"),
        *("FreeCell, cards may return", "Baker's Dozen, cards may return"),
    ]
    full = table(FULL_MIDNIGHT_OIL)
    full.enter("17 R")
    assert full.position.chances == (17, 1, 0)


@pytest.mark.parametrize("reads_rows", [True, False])
def test_cards_are_filled_in_at_free_places_only(reads_rows: bool) -> None:
    editor, king = table(), parse_card("KS")
    editor.reads_rows = reads_rows
    editor.put(king, Spot("column", 1))
    editor.fill()
    assert not editor.problems()
    assert editor.position.columns[1][0] == king
    editor.put(king, Spot("column", 0))
    full = editor.state
    assert len(editor.problems()) == 2, "a card twice, another missing, and no place for it"
    editor.fill()
    assert editor.state == full
    assert editor.card_at(editor.first_free_spot()) == NO_CARD


def test_the_deal_of_the_reshuffles_must_exist() -> None:
    editor = table(FULL_MIDNIGHT_OIL)
    for text in ("0 RR^", "Chances: 0 RR^\n: 7S"):
        with pytest.raises(NotationError, match="found deal 0, expected 1 to 999,999,999"):
            editor.enter(text)
    assert editor.position.chances == (1, 2, 1)


def test_the_editor_shows_the_reshuffles_left_without_keys_of_the_game() -> None:
    view = create_editor(None, None, UserOptions())
    view.editor.choose_board(FULL_MIDNIGHT_OIL)
    text = "\n".join("".join(part for part, _ in line) for line in view.draw(0, 80, 40))
    assert "reshuffle (2 left)" in text
    assert "raise a card (1 left)" in text
    assert not {"*", "+"} & set(text)


@each_of("name", ["ms-1", "Seahaven.3", "mo.4", "bd.2", "fmo.5"])
def test_every_format_of_a_deal_is_pasted(name: str) -> None:
    game = catalogue.find(catalogue.name_opened_in_app(name)).game
    for write in catalogue.collection("patience").position_formats.values():
        editor = table()
        try:
            text = write(game, game.start)
        except ValueError:  # Microsoft's deals are no permutation, column by column
            continue
        editor.paste(text)
        assert editor.game == game, "no card has gone home by itself"
    forced = catalogue.find(name)
    editor.paste(share.encode(forced, ()))
    assert editor.game == forced.game, "a shared line has the rules"


def test_a_table_from_which_all_cards_go_home_is_not_a_problem_to_play() -> None:
    text = "Foundations: C-K S-K H-K D-Q\n: KD"
    editor = table()
    editor.paste(text)
    assert not editor.game.is_won(editor.game.start)
    editor.choose_board(FULL_MIDNIGHT_OIL)
    assert editor.problems() == ["all cards go home by themselves"]
    editor.raise_foundation(2)
    editor.remove(Spot("column", 0))
    editor.raise_foundation(3)
    assert editor.problems() == ["all cards are home already"]


@each_of("name", ["ms-1-back", "Seahaven.3", "mo.4", "bd.2", "fmo.5"])
def test_a_layout_that_lacks_a_card_is_pasted_on_any_table(name: str) -> None:
    game = catalogue.find(catalogue.name_opened_in_app(name)).game
    text = catalogue.collection("patience").position_formats["pysol"](game, game.start)
    lost = game.start.columns[-1][-1]
    text = text.replace(f" {card_name(lost)}", "")
    for variant in (FREECELL, FULL_MIDNIGHT_OIL):
        if name.startswith("mo") and variant == FULL_MIDNIGHT_OIL:
            continue  # the number of columns does not tell them apart
        editor = table(variant)
        editor.paste(f"# my deal\n\n{text}")
        assert editor.variant == game.variant
        assert editor.problems() == [f"missing: {card_label(lost)}"]
        assert editor.position.chances == game.start.chances


def test_the_error_about_an_incomplete_layout_is_what_has_to_be_changed() -> None:
    for text, message in (
        ("Game: Seahaven\n: 7S QX", "found 'QX', expected cards"),
        ("Game: Seahawen\n: 7S", "found the game 'Seahawen'"),
        ("Foundations: H-14\n: 7S", "found 'H-14', expected a count"),
        (": 7S 7S\n" * 9, "found 9 columns, FreeCell has 8"),
        ("Chances: 17 R\n: 7S", "FreeCell has no reshuffles"),
    ):
        with pytest.raises(NotationError, match=message):
            table().paste(text)


def test_an_incomplete_deal_is_pasted_and_completed() -> None:
    text = "Freecells: KS - -\nFoundations: H-2 C-0\n: 4S 2S 9C\n3: QD 10h\n-\nJD 4S"
    editor = table()
    editor.paste(text)
    assert editor.position.cells[0] == parse_card("KS")
    assert editor.position.foundation == (0, 0, 2, 0)
    assert [len(column) for column in editor.position.columns] == [3, 2, 0, 2, 0, 0, 0, 0]
    assert editor.problems()[0] == "more than once: 4♠"
    for bad in (
        "Freecells: KS - - - -\n4S",
        "\n".join(["4S"] * 9),
        "7S QX",
        "x" * 30_000,
        "",
        "\n",
    ):
        before = editor.state
        with pytest.raises(NotationError) as error:
            editor.paste(bad)
        assert "\n" not in str(error.value)
        assert editor.state == before


# ORush


def test_boats_are_laid_turned_moved_named_and_removed() -> None:
    editor = grid()
    assert editor.problems() == [
        "no boat A yet: lay a horizontal boat of 2 in row 2, where the exit is"
    ]
    editor.extend((0, 2), "right")
    assert editor.state.boats == (Boat("A", 2, True, 0, 2),)
    assert not editor.problems()
    editor.lay((3, 2), (3, 0))
    editor.extend((5, 5), "up")
    editor.extend((5, 5), "up")
    assert [str(boat) for boat in editor.state.boats] == ["A2H02", "B3V30", "C3V53"]
    with pytest.raises(NotationError, match="boat C has length 4, expected 2 to 3"):
        editor.extend((5, 5), "up")
    with pytest.raises(NotationError, match="boats A and D overlap"):
        editor.lay((1, 1), (1, 3))
    editor = grid("A2H02", "B3V30")
    editor.put((4, 4), 2)
    editor.put((4, 4), 2)
    assert str(editor.state.boat_at((4, 4))) == "C2V44"
    editor.move("B", 1, 0)
    assert str(editor.state.boat_at((4, 0))) == "B3V40"
    editor.rename((4, 0), "Q")
    assert editor.state.boat_at((4, 0)).name == "Q"
    with pytest.raises(NotationError, match="boat A is vertical"):
        editor.rename((4, 0), "A")
    editor.toggle_wall((0, 0))
    assert editor.game.walls == {(0, 0)}
    editor.remove((0, 0))
    editor.remove((4, 0))
    assert not editor.game.walls
    assert [boat.name for boat in editor.state.boats] == ["A", "C"]


def test_the_first_boat_that_may_be_a_is_a() -> None:
    editor = grid()
    editor.lay((0, 0), (1, 0))
    editor.lay((0, 2), (2, 2))
    editor.lay((4, 2), (5, 2))
    assert [str(boat) for boat in editor.state.boats] == ["A2H42", "B2H00", "C3H02"]
    assert editor.problems() == ["boat A is at the exit already"]
    editor.choose_board("8x7")
    editor.rename((0, 2), "A")
    assert editor.game.exit_row == 2
    assert editor.game.boats[0].length == 3
    editor.choose_board("6*6")
    assert all(boat.name != "A" for boat in editor.state.boats), "A has length 2 on 6×6"
    assert len(editor.state.boats) == 3
    for size in ("1x6", "6x9", "66", "axb", ""):
        with pytest.raises(NotationError):
            editor.choose_board(size)


def test_a_boat_that_can_no_longer_be_a_gets_a_letter_that_no_other_boat_has() -> None:
    editor = grid("A2H00", "B2V33", size=(7, 7))
    editor.choose_board("6x6")
    assert [str(boat) for boat in editor.state.boats] == ["B2V33", "C2H00"]


def test_grids_and_boats_are_pasted() -> None:
    game = catalogue.find("orush-01").game
    for write in catalogue.collection("rush").position_formats.values():
        editor = grid("A2H02")
        editor.paste(write(game, game.start))
        assert editor.game == game.with_measure("slides")
    editor = grid("A2H02")
    editor.paste("b3v30, C2h00")
    assert str(editor.state.boat_at((3, 0))) == "B3V30"
    editor.paste("AA...O\nP..Q.O\nPXXQ.O\nP..Q..\nB...CC\nB.RRR.")  # card 1 of the boxed game
    assert [str(editor.state.boat_at(cell)) for cell in ((0, 0), (1, 2))] == ["X2H00", "A2H12"]
    with pytest.raises(NotationError, match="boat A is on row 0"):
        editor.paste("AA..../....../....../....../....../......")
    editor.clear()
    editor.paste("b3v30, C2h00")
    with pytest.raises(NotationError, match="boats B and D overlap"):
        editor.paste("D2H30")
    for bad in (
        "B3V3",
        "ludoscope lucas-07 0:x",
        "B9V00",
        "AA/AA",
        "A2H02 A2H02 Z2H02 X2H02",
        "~~~~~~\n" * 7,
    ):
        with pytest.raises(NotationError):
            grid().paste(bad)


# Hexapawn


def test_pawns_are_put_as_one_reads_the_board() -> None:
    editor = HexapawnEditor(HexapawnGame(3, 4, Position(0, 0, True)))
    editor.put_next(BLACK)
    editor.put_next(EMPTY, 2)
    editor.put_next(BLACK)
    editor.put_next(EMPTY, 4)
    editor.put_next(WHITE)
    assert editor.state.text(editor.position) == "p..p/..../P... W"
    editor.swap(0, 3)
    editor.cycle(11)
    assert editor.state.text(editor.position) == "p.../..../...P W"
    editor.switch_side()
    editor.choose_board("2 x 3")
    assert editor.state.text(editor.position) == ".../... B"
    assert editor.problems() == ["no white and no black pawns yet"]
    editor.undo()
    editor.fill()
    assert editor.game == HexapawnGame(3, 4)
    for size in ("1x4", "17x4", "4x17", "0x0"):
        with pytest.raises(NotationError, match="board of"):
            editor.choose_board(size)


def test_a_finished_game_is_not_a_problem_to_play() -> None:
    editor = board("P.../p.../..../.... W")
    assert editor.problems() == ["the game is over, black has won: no move is left"]
    editor.switch_side()
    assert "white has won: a pawn reached the far row" in editor.problems()[0]


def test_hexapawn_positions_and_squares_are_pasted() -> None:
    for name in ("hexapawn-4x4", "hexapawn-config-5x5-15"):
        game = catalogue.find(name).game
        for write in catalogue.collection("hexapawn").position_formats.values():
            editor = board("Wa1")
            editor.paste(write(game, game.start))
            assert editor.game == game
    editor = board("Wb2 Bc3 Wa1 .a1")
    assert editor.state.text(editor.position) == "..../..p./.P../.... W"
    for bad in ("Wz9", "We5", "W", "1", "Wa0"):
        with pytest.raises(NotationError):
            editor.enter(bad)


# All families


def random_text(rng: random.Random, family: str) -> str:
    """Return a text made of parts that the family reads, some of which are wrong."""
    parts = {
        "patience": ["7S", "10H", "qd", "AC", "-", "\n", ":", "Freecells:", "17 RR^", "ZZ"],
        "rush": ["A2H02", "B3V30", "C2H00", "/", "~~~~~~", "x", "D9H99", "\n", "AA~"],
        "hexapawn": ["Wb2", "Bc3", ".a1", "ppp/", ".../", "PPP", " W", " B", "\n", "z9"],
    }[family]
    return " ".join(rng.choice(parts) for _ in range(rng.randrange(1, 8)))


@pytest.mark.parametrize("family", FAMILIES)
@given(seed=st.integers(0, 10**6))
@settings(max_examples=many(40), deadline=None)
def test_any_keys_and_clicks_leave_an_editor_consistent(family: str, seed: int) -> None:
    """Each change is undone exactly, drawn in the size that is said, and a game if complete."""
    rng = random.Random(seed)
    view = BOARD_FAMILIES[family].create_editor(None, None, UserOptions())
    editor: Editor = view.editor
    keys = ["left", "right", "up", "down", "enter", "tab", "end", "home", *"ABW234579TQKCSHD"]
    keys += [f"shift+{arrow}" for arrow in ("left", "right", "up", "down")]
    states = [editor.state]
    for _ in range(30):
        width, height = rng.randrange(8, 90), rng.randrange(4, 40)
        size = view.drawing_size(width, height)
        cells = [(rng.randrange(-2, size[0] + 2), rng.randrange(-2, size[1] + 2)) for _ in "12"]
        try:
            match rng.randrange(6):
                case 0:
                    view.handle_click(0, cells[0], *size)
                case 1:
                    view.handle_drop(0, *cells, *size)
                case 2:
                    view.enter(random_text(rng, family))
                case 3:
                    view.remove()
                case _:
                    view.handle_key(rng.choice(keys))
        except NotationError as error:
            assert str(error).isprintable()
        if editor.state != states[-1]:
            states.append(editor.state)
        lines = view.draw(0, *size)
        assert len(lines) <= size[1]
        assert all(sum(len(text) for text, _ in line) <= size[0] for line in lines)
        assert (editor.game is None) == bool(editor.problems())
        if editor.game:
            assert share.decode(share.encode(catalogue.puzzle_of_game(editor.game), ())).game
        assert editor.summary().isprintable()
    for state in reversed(states[:-1]):
        editor.undo()
        assert editor.state == state
    assert not editor.can_undo
    editor.redo()
    assert editor.state == states[min(1, len(states) - 1)]


@pytest.mark.parametrize("family", FAMILIES)
def test_a_pasted_text_is_bounded(family: str) -> None:
    editor = BOARD_FAMILIES[family].create_editor(None, None, UserOptions()).editor
    with pytest.raises(NotationError, match="characters, expected at most"):
        editor.paste("7S " * MAX_PASTED_CHARACTERS)
    with pytest.raises(NotationError, match="found a puzzle of peg, expected"):
        editor.paste("ludoscope lucas-07 0:")


# The screen


async def open_editor(pilot, family: str) -> EditorScreen:
    """Open the editor of a family from its library, with the first board."""
    pilot.app.navigator.open_library(family)
    await pilot.wait_until(lambda: isinstance(pilot.app.screen, LibraryScreen))
    await pilot.press("e")
    if not isinstance(pilot.app.screen, EditorScreen):
        await pilot.press("enter")
    screen = pilot.screen
    assert isinstance(screen, EditorScreen)
    return screen


CARDS = " ".join(
    card_name(column[row])
    for row in range(7)
    for column in catalogue.find("ms-1").game.start.columns
    if row < len(column)
)


@pytest.mark.long
@COMPILED
async def test_a_deal_is_typed_card_by_card_played_saved_and_shared(open_app, tmp_path) -> None:
    async with open_app() as pilot:
        screen = await open_editor(pilot, "patience")
        assert "Missing: A♣, 2♣" in pilot.screen_text()
        await pilot.press("p")
        assert "Not complete yet. Missing: A♣" in pilot.notifications()
        await pilot.press_together(*CARDS.lower().replace(" ", "")[:-3])
        assert "now the suit" in pilot.screen_text()
        assert "Missing: " in pilot.screen_text()
        await pilot.press_together(CARDS[-4].lower(), *CARDS[-2:].lower())
        assert screen.editor.game == catalogue.find("ms-1-free").game
        await pilot.wait_until(lambda: "✓ solved in" in pilot.screen_text())
        await pilot.press("w")
        await pilot.submit("My table")
        await pilot.wait_until(lambda: "Saved as" in pilot.notifications())
        assert problems.find(tmp_path / "saves", "My table").game == screen.editor.game
        await pilot.press("c")
        assert isinstance(pilot.app.screen, ShareDialog)
        await pilot.press("escape", "p")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        assert pilot.screen.model.puzzle.name == "problems/My table"
        await pilot.press("e")
        assert pilot.screen.editor.name == "My table"
        await pilot.press("escape", "escape", "escape")
        await pilot.wait_until(lambda: "My table" in pilot.screen_text())


async def test_a_double_card_is_found_and_mended_by_mouse(open_app) -> None:
    async with open_app(ascii_only=True) as pilot:
        screen = await open_editor(pilot, "patience")
        editor = screen.editor
        await pilot.press("+")
        await pilot.press("home", *"KD")
        lost = editor.missing_cards()[0]
        assert "More than once: KD" in pilot.screen_text()
        await pilot.press("home")
        lines = pilot.screen_text().splitlines()
        y, line = next((y, line) for y, line in enumerate(lines) if "h.." in line)
        suit, rank = card_name(lost)[1], card_name(lost)[0]
        x = line.index(suit.lower())
        await pilot.click(line.index(rank, x), y)
        assert editor.card_at(Spot("column", 0)) == lost
        assert not editor.problems()
        before = editor.state
        row = next(y for y, text in enumerate(lines) if " 1 " in text and " 8 " in text) + 1
        columns = [lines[row - 1].index(f" {number} ") + 1 for number in (1, 2)]
        await pilot.drag((columns[0], row), (columns[1], row))
        assert editor.card_at(Spot("column", 1)) == lost
        await pilot.press("u")
        assert editor.state == before
        await pilot.drag((columns[0], row), (2, 2))
        assert editor.missing_cards() == [lost], "dropped outside the table"


async def test_a_click_that_slips_within_a_square_puts_a_pawn(open_app) -> None:
    async with open_app() as pilot:
        screen = await open_editor(pilot, "hexapawn")
        board, area = screen.board.board, screen.query_one("#pane0")
        size = area._board_size()
        x, y = next(
            (x, y)
            for x in range(size.width)
            for y in range(size.height)
            if board.square_at(x, y, *size) == board.square_at(x + 1, y, *size) == 5
        )
        before = screen.editor.pawn_at(5)
        corner = area.content_region.offset + area._board_offset(size)
        await pilot.click_with_slip(corner.x + x, corner.y + y)
        await pilot.wait_until(lambda: screen.editor.pawn_at(5) != before)


async def test_another_board_drops_a_picked_card_whose_place_it_may_not_have(open_app) -> None:
    async with open_app() as pilot:
        screen = await open_editor(pilot, "patience")
        screen.editor.put(parse_card("KS"), Spot("cell", 0))
        await pilot.press("enter")
        assert "Choose the card to swap with" in pilot.screen_text()
        await pilot.press("n")
        await pilot.press("down", "down", "down", "enter")
        assert screen.editor.variant == BAKERS_DOZEN
        assert not screen.board.note()


async def test_an_incomplete_board_is_left_without_an_offer_to_save_it(open_app) -> None:
    async with open_app() as pilot:
        await open_editor(pilot, "patience")
        await pilot.press(*"7s", "escape")
        assert "cannot be saved. Press esc again to discard it" in pilot.notifications()
        await pilot.press("w")
        await pilot.press("escape")
        assert isinstance(pilot.screen, EditorScreen), "the question is asked again"
        await pilot.press("escape")
        assert isinstance(pilot.screen, LibraryScreen)


async def test_a_board_larger_than_the_window_can_be_undone(open_app) -> None:
    async with open_app(size=(80, 20)) as pilot:
        screen = await open_editor(pilot, "hexapawn")
        before = screen.editor.state
        await pilot.press("n")
        await pilot.submit("16x16")
        assert "Keys that work here: esc leave, u undo" in " ".join(pilot.screen_text().split())
        await pilot.press("escape")
        assert isinstance(pilot.screen, EditorScreen)
        await pilot.press("u")
        assert screen.editor.state == before
        assert "Keys that work here" not in pilot.screen_text()


@COMPILED
async def test_a_grid_is_laid_by_keys_and_by_mouse(open_app) -> None:
    async with open_app() as pilot:
        screen = await open_editor(pilot, "rush")
        await pilot.press("down", "down", "shift+right", "end", "up", "up")
        await pilot.press("right", "right", "right", "3", "3", "#")
        await pilot.submit("C2H24")
        assert [str(boat) for boat in screen.editor.state.boats] == ["A2H02", "B3V30", "C2H24"]
        await pilot.wait_until(lambda: "✓ solved in" in pilot.screen_text())
        assert "the fewest possible" in pilot.screen_text()
        lines = pilot.screen_text().splitlines()
        y = next(y for y, line in enumerate(lines) if "A═══A" in line)
        x = lines[y].index("A")
        await pilot.drag((x, y - 4), (x, y - 2))
        assert str(screen.editor.state.boat_at((0, 0))) == "D2V00"
        await pilot.drag((x, y - 4), (x + 8, y - 4))
        assert str(screen.editor.state.boat_at((2, 0))) == "D2V20"
        await pilot.drag((x + 8, y - 4), (2, 2))
        assert screen.editor.state.boat_at((2, 0)) is None
        await pilot.press("n")
        await pilot.submit("7x6")
        assert "7×6" in pilot.screen_text()
        await pilot.press("u", "p")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))


@pytest.mark.long
@COMPILED
async def test_a_hexapawn_position_is_put_and_judged(open_app) -> None:
    async with open_app(size=(120, 40)) as pilot:
        screen = await open_editor(pilot, "hexapawn")
        await pilot.press(*"BB2W2W", "tab")
        await pilot.wait_until(lambda: "✓ White wins in 2 plies" in pilot.screen_text())
        view = screen.board
        area = screen.query_one("#pane0")
        size = view.drawing_size(*area.size)
        cells = {
            view.board.square_at(x, y, *size): (x, y)
            for x in range(size[0])
            for y in range(size[1])
        }
        left = area.content_region.x + (area.size.width - size[0]) // 2
        top = area.content_region.y + (area.size.height - size[1]) // 2
        at = {square: (left + x, top + y) for square, (x, y) in cells.items() if square is not None}
        await pilot.click(*at[5])
        assert screen.editor.pawn_at(5) == WHITE
        await pilot.drag(at[5], at[0])
        assert screen.editor.pawn_at(0) == WHITE
        await pilot.press("shift+left", "shift+right")  # at the edge, and to a free square
        assert [screen.editor.pawn_at(square) for square in (0, 1)] == [EMPTY, WHITE]
        await pilot.press("B", "left", "shift+left")
        assert [screen.editor.pawn_at(square) for square in (0, 1)] == [BLACK, EMPTY]
        await pilot.press("delete", "+")
        assert screen.editor.game == HexapawnGame(4, 4)


@first_of(("name", "is_moved"), [("ms-1-free", True), ("hexapawn-4x4", False), ("orush-01", True)])
async def test_the_position_on_the_board_is_edited(open_app, name: str, is_moved: bool) -> None:
    async with open_app(name) as pilot:
        game = pilot.screen.model.game
        if is_moved:
            session = pilot.screen.model.session
            session.play(game.moves(session.position)[0])
        position = pilot.screen.model.position
        await pilot.press("e")
        editor = pilot.screen.editor
        assert editor.game.start == game.parse(game.text(position))
        await pilot.press("escape")
        assert isinstance(pilot.screen, PlayScreen), "nothing to save"


async def test_pastes_are_taken_over_by_the_editor(open_app) -> None:
    async with open_app() as pilot:
        screen = await open_editor(pilot, "rush")
        screen.post_message(events.Paste("A2H12\nB3V30\n"))
        await pilot.wait_until(lambda: len(screen.editor.state.boats) == 2)
        screen.post_message(events.Paste("A9H00"))
        await pilot.wait_until(lambda: "has length 9" in pilot.notifications())
        screen.post_message(events.Paste("C2V55 C2V44"))
        await pilot.wait_until(lambda: len(screen.editor.state.boats) == 3)
        await pilot.press("u")
        assert not pilot.notifications(), "a message goes with the change that follows it"
        for hostile in ("\x1b[2J\x1b]52;c;x\x07", "A" * 30_000, "[red]x[/]\n" * 9):
            screen.post_message(events.Paste(hostile))
            await pilot.wait_until(lambda: "found" in pilot.notifications().lower())
            assert "\x1b" not in pilot.notifications()
            assert len(screen.editor.state.boats) == 2
            await pilot.press("left")


def test_names_belong_to_one_problem_of_one_family(tmp_path: Path) -> None:
    hexapawn, rush = HexapawnGame(4, 4), catalogue.find("orush-01").game
    problems.save(tmp_path, "one", hexapawn)
    problems.save(tmp_path, "two", hexapawn)
    path = problems.save(tmp_path, "one", rush)
    assert path.name == "one.rush.txt"
    assert [entry.title for entry in problems.library_entries(tmp_path, "hexapawn")] == ["two"]
    assert problems.find(tmp_path, "one").game == rush
    assert catalogue.find(str(path)).game == rush
    with pytest.raises(ValueError, match="a problem called two already"):
        problems.rename(tmp_path, "one", "two")
    problems.rename(tmp_path, "one", "three")
    assert problems.adjacent_name(tmp_path, "problems/three", 1) is None
    problems.delete(tmp_path, "three")
    assert not problems.library_entries(tmp_path, "rush")
    assert isinstance(catalogue.collection("rush"), Collection)


async def test_the_finder_of_all_puzzles_opens_the_editor_of_the_family_found(open_app) -> None:
    async with open_app() as pilot:
        await pilot.press("/", *"orush 19", "enter")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        await pilot.press("escape")
        assert isinstance(pilot.screen, LibraryScreen)
        await pilot.press("e")
        assert isinstance(pilot.screen, EditorScreen)
        assert pilot.screen.family == "rush"
