"""Patience on the play screen: autoplay, steps, cards looked for, deals by number and by paste."""

from pathlib import Path

import pytest
from many import case, each_of
from textual.events import Paste

from ludoscope.games.patience.cards import card_name
from ludoscope.games.patience.deals import deal_xpat2
from ludoscope.games.patience.position import FOUNDATION
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.variants import VARIANTS
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.catalogue import find
from ludoscope.puzzles.patience.collection import POSITION_FORMATS
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.tui.boards.patience.board import PatienceBoard
from ludoscope.tui.boards.patience.descriptions import (
    describe_location,
    describe_matches,
    describe_rules,
    matching_cards,
)
from ludoscope.tui.boards.preferences import Preferences
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.model.hints import find_shortest_line, show_hint
from ludoscope.tui.model.replay import Replay
from ludoscope.tui.model.session import Session
from ludoscope.tui.saves.settings import Settings
from ludoscope.tui.screens.play.availability import is_action_enabled
from ludoscope.tui.screens.play.screen import PlayScreen
from ludoscope.tui.text import formatting
from ludoscope.tui.widgets.move_list import move_line, move_spans, played_count

LATE = (
    "9C 9S 9H 9D | - - - - | KH QS JD TC / KS QD / KD QH JC TH / KC QC JH TS / JS TD" + " / -" * 3
)
ACES_SOON = (
    "- - - - | - - - - | 5S AC / KC QD 2C 3C / AS 2S 3S 4S 6S / AD 2D 3D 4D 5D 6D / "
    "AH 2H 3H 4H 5H 6H / 4C 5C 6C 7C 8C 9C TC JC QC / 7S 8S 9S TS JS QS KS / "
    "7D 8D 9D TD JD KD 7H 8H 9H TH JH QH KH"
)


def model_of(line, autoplay, said=None):
    game = PatienceGame.from_deal(VARIANTS["FreeCell"], deal_xpat2(1), normalise=False)
    game = PatienceGame(game.variant, game.parse(line), normalise=False)
    model = GameModel(
        Session(Puzzle("own", game, "own")),
        UserOptions(preferences=Preferences(autoplay=autoplay)),
    )
    if said is not None:
        model.add_listener(lambda change: said.append(model.message) if model.message else None)
    return model


def shown_text(line):
    return "".join(text for text, _ in line)


def play_to(model, *texts):
    for text in texts:
        assert model.play_text(text)
    return list(model.session.position.foundation)


def test_autoplay_moves_cards_to_the_foundation():
    assert play_to(model_of(ACES_SOON, "off"), "3C T", "AC T") == [0, 0, 0, 0]
    assert play_to(model_of(ACES_SOON, "safe"), "3C T") == [2, 0, 0, 0]
    assert play_to(model_of(ACES_SOON, "full"), "3C T") == [3, 0, 0, 0]


def test_undo_takes_back_a_move_with_its_autoplay():
    model = model_of(ACES_SOON, "full")
    play_to(model, "3C T")
    session = model.session
    assert session.move_texts == ["8 T", "0 F", "4 F", "8 F"]
    model.undo()
    assert session.ply == 0
    model.redo()
    assert session.ply == 4
    assert session.position.foundation[0] == 3
    model.undo()
    play_to(model, "QC T")
    assert session.move_texts == ["44 T", "0 F"]


@pytest.mark.long
async def test_autoplay_runs_before_the_first_move(open_app):
    """Check that automatic moves of the deal can neither be undone nor count as a start."""
    async with open_app("FreeCell.12-free") as pilot:
        screen, model, session = pilot.screen, pilot.screen.model, pilot.screen.model.session
        assert session.move_texts == ["0 F", "3 F"]
        assert (session.move_count, session.is_started, session.at_start) == (0, False, True)
        assert "2 cards home  move 0" in pilot.screen_text()
        assert not any(
            is_action_enabled(screen.model, action)
            for action in ("undo", "restart", "tree", "bookmark")
        )
        assert "No move yet" in pilot.screen_text()
        assert "◄" not in pilot.screen_text()
        for key, said in (("u", "Nothing to undo"), ("y", "Nothing to redo")):
            await pilot.press(key)
            assert said in pilot.screen_text()
        assert model.play_text("1a")
        await pilot.press("left")
        assert "move 1" in pilot.screen_text()
        assert move_spans(model) == [(2, 3)]
        for key, ply in (("u", 2), ("u", 2), ("y", 3), ("r", 2), ("y", 3), ("home", 2), ("end", 3)):
            await pilot.press(key)
            assert (session.ply, session.move_count) == (ply, ply - 2)
        await pilot.wait_until(lambda: not pilot.app.autosave.has_pending)
        assert session.hint_count == 0
    async with open_app("FreeCell.12-free", autoplay="off") as pilot:
        again = pilot.screen.model.session
        assert (again.move_texts, again.ply, again.move_count) == (session.move_texts, 3, 1)
    async with open_app("FreeCell.13-free", autoplay="off") as pilot:
        assert not pilot.screen.model.session.move_texts


@pytest.mark.parametrize("line", ["0-F 3-F 27-T", "27-T 0-F 3-F", "27-T"])
def test_lines_with_and_without_initial_autoplay_count_alike(line):
    puzzle = catalogue.parse(f"ludoscope FreeCell.12-free {len(line.split())}: {line}")
    for home in ((), ("0 F", "3 F")):
        session = Session(puzzle)
        for text in home:
            session.play(*puzzle.game.parse_moves(session.position, text), continues_step=True)
        session.replay_from_start(puzzle.moves)
        assert (session.moves, session.move_count) == (list(puzzle.moves), 1)


def test_a_run_is_one_step():
    model = model_of(LATE, "off")
    assert model.play_text("52")
    session = model.session
    assert (session.ply, session.move_number(3), session.move_count) == (3, 1, 1)
    assert session.step_ranges == [(0, 3)]
    assert model.board.step_text(session.positions[0], session.moves) == "J♠–10♦ → Q♦"
    assert formatting.format_session_length(session) == "1 move"
    assert model.play_text("2b")
    assert session.move_count == 2
    model.undo()
    assert session.step_ranges == [(0, 3), (3, 4)]
    model.undo()
    assert session.ply == 0


def test_hint_may_be_a_move_to_the_foundation():
    model = model_of(LATE, "off")
    line = model.game.parse_moves(model.session.position, "1h")
    for _ in range(2):  # the card, then the move
        show_hint(model, line)
    assert model.handle_key("enter")
    assert model.session.moves == line
    model.undo()
    model.handle_key("send_home")
    session = model.session
    assert session.move_count == 1
    assert model.board.step_text(session.positions[0], session.moves).startswith("10♣ → home +")


def test_a_hint_is_a_whole_run():
    model = model_of(LATE, "off")
    line = model.game.parse_moves(model.session.position, "52")
    for _ in range(2):  # the card, then the move
        show_hint(model, line)
    assert model.handle_key("enter")
    assert (model.session.ply, model.session.move_count) == (3, 1)
    model.undo()
    assert model.session.ply == 0


def test_replay_steps_are_whole_user_moves():
    model = model_of(LATE, "off")
    own = model_of(LATE, "off")
    own.play_text("52")
    own.play_text("2b")
    model.solution = Replay(model.game, model.session.position, own.session.moves)
    model.show_solution()
    found = move_spans(model)
    assert found == own.session.step_ranges == [(0, 3), (3, 4)]
    assert "J♠–10♦ → Q♦" in shown_text(move_line(model, found, 0))
    assert model.step_replay(1)
    assert (model.replay.ply, played_count(model, found)) == (3, 1)
    model.seek(1)  # within the run
    assert model.replay.ply == 3
    model.seek_relative(-10)
    assert model.replay.ply == 0
    model.seek_relative(10)
    assert model.replay.ply == 4
    assert model.step_replay(-1)
    assert model.replay.ply == 3
    model.continue_from_replay()
    assert (model.session.step_ranges, model.session.move_count) == ([(0, 3)], 1)


def test_autoplay_belongs_to_the_previous_step():
    full = model_of(ACES_SOON, "full")
    play_to(full, "3C T")
    moves = full.session.moves
    line = Replay(full.game, full.game.start, moves)
    assert [move[1] == FOUNDATION for move in moves] == [False, True, True, True]
    assert line.step_ranges == [(0, 3), (3, 4)]  # the last was not safe: a person has to send it
    home = Replay(full.game, line.positions[3], moves[3:])
    assert home.step_ranges == [(0, 1)]


@pytest.mark.long
async def test_badge_counts_whole_user_moves(open_app) -> None:
    async with open_app("FreeCell.1-free", size=(120, 40)) as pilot:
        model = pilot.screen.model
        await pilot.wait_until(lambda: not pilot.screen.solver_jobs.is_busy)
        best = find_shortest_line(model)  # two solvers have found a line each
        line = Replay(model.game, model.session.position, best.moves)
        assert line.step_count < len(line.moves)
        assert line.step_count == model.analysis.get(model.session.position).steps
        assert f"winnable within {line.step_count} " in pilot.screen_text()
        model.play_moves(line.moves[: line.step_ends[1]])
        await pilot.wait_until(
            lambda: f"winnable within {line.step_count - 1} " in pilot.screen_text()
        )


def test_the_stored_game_replays_whatever_autoplay_did():
    model = model_of(ACES_SOON, "full")
    play_to(model, "3C T", "QC T")
    again = Session(model.puzzle)
    again.restore(model.session.move_texts, model.session.ply, 0.0)
    assert again.position == model.session.position
    assert all(model.game.move_text(again.position, move) for move in again.moves)


@pytest.mark.parametrize("name", ["FreeCell", "Seahaven", "MidnightOil", "BakersDozen"])
def test_full_autoplay_on_a_free_deal_is_the_normalising_game(name):
    """Check that the same moves from a normalised position lead to the same positions."""
    free = PatienceGame.from_deal(VARIANTS[name], deal_xpat2(4), normalise=False)
    ruled = PatienceGame.from_deal(VARIANTS[name], deal_xpat2(4))
    board = PatienceBoard(free, UserOptions(preferences=Preferences(autoplay="full")))

    def settled(position):
        while move := board.automatic_move(position):
            assert move[1] == FOUNDATION
            position = free.play(position, move)
        return position

    position, expected = settled(free.start), ruled.start
    for _ in range(40):
        assert position == expected
        moves = ruled.moves(expected)
        if not moves:
            break
        expected = ruled.play(expected, moves[-1])
        position = settled(free.play(position, moves[-1]))


def test_no_autoplay_if_cards_may_leave_the_foundation():
    board = PatienceBoard(
        find("fc.1-back").game, UserOptions(preferences=Preferences(autoplay="full"))
    )
    assert board.automatic_move(board.game.start) is None
    assert "come back" in describe_rules(board.game, "full")


@pytest.mark.long
async def test_f_cycles_through_autoplay_modes_and_is_saved(open_app, tmp_path: Path) -> None:
    async with open_app("FreeCell.1-free", size=(120, 40)) as pilot:
        assert "f autoplay safe" in pilot.screen_text()
        for way in ("full", "off", "safe", "full"):
            await pilot.press("f")
            assert f"Autoplay {way} from now on: " in pilot.screen_text()
            await pilot.press("right")
            assert f"f autoplay {way}" in pilot.screen_text()
            assert f"Autoplay {way}:" in pilot.screen_text()
        await pilot.wait_until(lambda: Settings.load(tmp_path / "saves").autoplay == "full")


@pytest.mark.long
async def test_f_on_a_normalised_deal_offers_the_free_one(open_app) -> None:
    async with open_app("FreeCell.1") as pilot:
        await pilot.press("f")
        assert (
            "Autoplay is a rule of this deal. Open without it: FreeCell.1-free"
            in pilot.screen_text()
        )
        assert "⏎ open" in pilot.screen_text()
        await pilot.press("enter")
        await pilot.wait_until(lambda: pilot.screen.model.puzzle.name == "FreeCell.1-free")
        await pilot.press("escape")
        assert type(pilot.screen).__name__ == "HomeScreen"


@pytest.mark.long
async def test_f_is_not_bound_in_other_games(open_app) -> None:
    async with open_app("lucas-07") as pilot:
        await pilot.press("?")
        assert "autoplay" not in pilot.screen_text()
        assert "find a card" not in pilot.screen_text()


@each_of(
    ("text", "names"),
    [
        ("7h", ["7H"]),
        ("10♥", ["TH"]),
        ("T", ["TC", "TS", "TH", "TD"]),
        (" 10 ", ["TC", "TS", "TH", "TD"]),
        ("a♠", ["AS"]),
        ("", []),
        ("1", []),
        ("77", []),
        ("²", []),
    ],
)
def test_search_text_matches_cards(text, names):
    assert [card_name(card) for card in matching_cards(text)] == names


def test_matching_cards_are_described_by_place():
    game = PatienceGame.from_deal(VARIANTS["FreeCell"], deal_xpat2(1), normalise=False)
    position = game.parse(ACES_SOON.replace("| - - - - |", "| - 3C - - |").replace("2C 3C", "2C"))
    assert describe_matches(position, "ac") == "A♣: column 1, none on it"
    assert describe_matches(position, "3C") == "3♣: cell B"
    assert describe_matches(position, "kc") == "K♣: column 2, 2 cards on it"
    assert describe_matches(position, "5").count(";") == 3
    assert describe_matches(position, "h") == "13 cards, none of them home"
    assert describe_matches(position, "x").startswith("no such card")
    home = game.parse(LATE)
    assert describe_location(home, matching_cards("3c")[0]) == "3♣: home"
    assert describe_matches(home, "h") == "13 cards, 9 of them home"


@pytest.mark.long
async def test_a_card_is_found_and_marked_until_the_next_key(open_app) -> None:
    async with open_app("FreeCell.1") as pilot:
        await pilot.press("/", *"7h")
        assert "{7♥─}" in pilot.screen_text()
        assert "7♥: column 3, 5 cards on it" in pilot.screen_text()
        await pilot.press("backspace")
        assert pilot.screen_text().count("{") == 4
        await pilot.press("enter")
        assert pilot.screen_text().count("{") == 4
        assert "7♥: column 3, 5 cards on it" in " ".join(pilot.screen_text().split())
        await pilot.press("right")
        assert "{" not in pilot.screen_text()
        await pilot.press("/", *"7h", "escape")
        assert "{" not in pilot.screen_text()


def text_of(name):
    game = find(name).game
    return POSITION_FORMATS["pysol"](game, game.start)


OFTEN = [("FreeCell.1", "\r")]


@pytest.mark.parametrize(
    ("name", "line_end"),
    [
        pytest.param(name, end, marks=[] if (name, end) in OFTEN else [pytest.mark.long])
        for name in ("", "FreeCell.1", "lucas-07")
        for end in ("\n", "\r", "\r\n")
    ],
)
async def test_a_pasted_deal_is_opened(open_app, name: str, line_end: str) -> None:
    deal = text_of("ms-617").replace("\n", line_end)
    async with open_app(name, files=False) as pilot:
        if not name:
            await pilot.press("right", "enter", ":")
        pilot.app.post_message(Paste(deal))
        await pilot.wait_until(lambda: plays_pasted(pilot))
        model = pilot.screen.model
        assert model.game.start == find("ms-617").game.start
        await pilot.press("tab", "enter", "tab", "enter")
        assert model.session.ply >= 1
        position = model.session.position
        await pilot.press("escape")
        await pilot.wait_until(lambda: not plays_pasted(pilot))
        pilot.app.post_message(Paste(deal))
        await pilot.wait_until(lambda: plays_pasted(pilot))
        assert pilot.screen.model.session.position == position


def plays_pasted(pilot) -> bool:
    screen = pilot.screen
    return isinstance(screen, PlayScreen) and screen.model.puzzle.name.startswith("pasted-")


async def test_malformed_pasted_deal_is_reported(open_app) -> None:
    async with open_app("FreeCell.1") as pilot:
        pilot.app.post_message(Paste(text_of("ms-617").replace("7D", "7X", 1)))
        await pilot.wait_until(
            lambda: "Pasted text:3: found '7X', expected a card" in pilot.screen_text()
        )
        assert pilot.screen.model.puzzle.name == "FreeCell.1"


async def test_pasted_moves_are_played(open_app) -> None:
    async with open_app("FreeCell.1") as pilot:
        pilot.app.post_message(Paste("1a\n2b"))
        await pilot.press("enter")
        assert pilot.screen.model.session.ply == 2


async def test_escape_drops_the_first_digit_of_a_column(open_app) -> None:
    async with open_app("mo.3") as pilot:
        screen = pilot.screen
        await pilot.press("1")
        assert "esc drop" in pilot.screen_text()
        await pilot.press("escape")
        assert pilot.app.screen is screen
        assert not screen.model.board.has_selection()
        await pilot.press("2")
        assert screen.model.board._controller.selection.location == ("column", 1)


BY_NUMBER = [  # what is typed in the library, and what it opens
    ([":", *"FreeCell.5"], "FreeCell.5-free"),
    ([":", *"fc.000123456"], "FreeCell.123456-free"),
    ([":", *"ms-5-forced"], "ms-5"),
    ([*"77"], "ms-77-free"),
    (["/", *"ms-4711"], "ms-4711-free"),
    (["/", *"st.500"], "Seahaven.500-free"),
    (["/", *"fmo.5"], "FullMidnightOil.5"),
]


@pytest.mark.long
async def test_deals_by_number_in_the_library(open_app) -> None:
    """Check that numbers open deals by the usual rules, and that played deals are listed."""
    async with open_app(size=(100, 200)) as pilot:
        await pilot.press("right", "enter")
        for keys, name in BY_NUMBER:
            with case(name):
                await pilot.wait_until(lambda: "FreeCell 1 " in pilot.screen_text())
                await pilot.press(*keys, "enter")
                await pilot.wait_until(lambda: type(pilot.screen).__name__ == "PlayScreen")
                assert pilot.screen.model.puzzle.name == name
                if name in ("ms-5", "ms-77-free"):
                    await pilot.press("1", "a")
                    assert pilot.screen.model.session.ply
                await pilot.press("escape", "/", "escape")
        await pilot.wait_until(
            lambda: "─ Played" in pilot.screen_text() or "Played" in pilot.screen_text()
        )
        listed = pilot.screen_text().partition("Played")[2]
        assert "… FreeCell 77" in listed
        assert "… FreeCell 5, full autoplay" in listed
        assert "Seahaven 500" not in listed
        await pilot.press("end", "enter")
        await pilot.wait_until(lambda: type(pilot.screen).__name__ == "PlayScreen")
        assert pilot.screen.model.puzzle.name == "ms-5"
        assert pilot.screen.model.session.ply


@pytest.mark.long
async def test_empty_deal_number_opens_a_random_deal(open_app) -> None:
    async with open_app() as pilot:
        await pilot.press("right", "enter")
        await pilot.wait_until(lambda: "Random deal" in pilot.screen_text())
        await pilot.press("enter")
        assert "empty: random deal" in pilot.screen_text()
        await pilot.press("enter")
        await pilot.wait_until(lambda: type(pilot.screen).__name__ == "PlayScreen")
        assert pilot.screen.model.puzzle.name.startswith("ms-")


async def test_panel_shrinks_for_many_columns_on_a_wide_screen(open_app) -> None:
    async with open_app("mo.12", size=(120, 40)) as pilot:
        assert pilot.screen_text().count("╭") > 18 * 3
        assert "─ Goal ─" in pilot.screen_text()
