"""Terminals of any character set and size, and the preferences of their users."""

import ast
import json
import locale
import unicodedata
from pathlib import Path

import pytest
from many import case, each_of
from rich._emoji_codes import EMOJI
from rich.cells import cell_len

from ludoscope.games.patience.cards import card_label, card_name
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.puzzles import catalogue
from ludoscope.tui.boards.appearance import Appearance
from ludoscope.tui.boards.registry import create_board
from ludoscope.tui.boards.styles import STYLES
from ludoscope.tui.boards.terminal_support import detect_appearance
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.saves.settings import Settings
from ludoscope.tui.screens.players.dialog import PlayersDialog
from ludoscope.tui.text.ascii_text import to_ascii

ROOT = Path(__file__).parents[2]
SUITS = "♠♥♦♣"  # emoji too, but every terminal draws them as text unless asked otherwise
EMOJIS = {code.removesuffix("\ufe0f") for code in EMOJI.values()} - set(SUITS)


def drawn() -> set[str]:
    """Return every character above 126 in the program's strings, except docstrings, or its data.

    Those of SVG pictures, which no terminal shows, and of results for a chat, which are emoji on
    purpose, are left out.
    """
    found = set()
    for path in (
        path
        for floor in ("games", "search", "puzzles", "tui")
        for path in (ROOT / floor).rglob("*.py")
        if path.name not in ("svg.py", "timeline.py")
    ):
        tree = ast.parse(path.read_text())
        for node in ast.walk(tree):
            body = getattr(node, "body", None)
            if isinstance(body, list) and body and isinstance(body[0], ast.Expr):
                body[0].value = ast.Constant(value=None)
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found |= {char for char in node.value if ord(char) > 126 and char.isprintable()}
    for path in (ROOT / "puzzles" / "data").iterdir():
        found |= {char for char in path.read_text() if ord(char) > 126}
    return found


@pytest.mark.long
def test_boards_use_characters_of_unambiguous_width() -> None:
    for char in sorted(drawn()):
        with case(char):
            assert cell_len(char) == 1
            assert unicodedata.east_asian_width(char) in ("N", "Na", "A")
            assert not unicodedata.combining(char)
            assert char not in EMOJIS
            assert to_ascii(char).isascii()
            assert len(to_ascii(char)) == 1
            assert to_ascii(char) != "?"


@pytest.mark.parametrize(
    ("variables", "ascii_only"),
    [
        ({"TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}, False),
        ({"TERM": "linux", "LC_ALL": "C.UTF-8"}, True),
        ({"TERM": "dumb", "LC_ALL": "C.UTF-8"}, True),
        ({"TERM": "xterm", "LC_ALL": "C"}, True),
        ({"TERM": "xterm", "LC_ALL": "xx_XX.UTF-8"}, False),  # none of them is installed
        ({"TERM": "xterm", "LC_ALL": "xx_XX.utf8@euro"}, False),
        ({"TERM": "xterm", "LC_ALL": "", "LC_CTYPE": "UTF-8x"}, True),
        ({"TERM": "xterm", "LC_ALL": "xx_XX.ISO-8859-1"}, True),
        ({"TERM": "xterm", "LC_ALL": "xx_XX"}, True),
    ],
)
def test_ascii_is_used_if_the_terminal_needs_it(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], ascii_only: bool
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    before = locale.setlocale(locale.LC_CTYPE)
    try:
        assert detect_appearance().ascii_only == ascii_only
    finally:
        locale.setlocale(locale.LC_CTYPE, before)  # it is the whole process's


async def test_the_message_of_a_small_terminal_names_the_keys_of_the_user(open_app) -> None:
    async with open_app("hexapawn-3x3") as pilot:
        pilot.app.key_bindings.apply({"app.interrupt": "f7", "go.back": "f8", "list.back": "f9"})
        await pilot.resize(36, 8)
        assert "Keys that work here: f8 leave, f7 quit" in " ".join(pilot.screen_text().split())
        await pilot.resize(80, 24)
        await pilot.press("o")
        assert isinstance(pilot.app.screen, PlayersDialog)
        await pilot.resize(36, 8)
        assert "Keys that work here: f9 close, f7 quit" in " ".join(pilot.screen_text().split())
        await pilot.press("f9")
        assert not isinstance(pilot.app.screen, PlayersDialog)


async def test_too_small_terminal_shows_a_message_until_resized(open_app) -> None:
    async with open_app("lucas-07") as pilot:
        usual = pilot.screen_text()
        await pilot.resize(60, 10)
        text = " ".join(pilot.screen_text().split())
        assert text == (
            "This needs 38×12 cells; the window has 60×10. "
            "Make it larger. Keys that work here: esc leave, ctrl+c quit."
        )
        await pilot.press("tab", "enter", "s")  # would play and search on a board nobody sees
        assert not pilot.screen.model.session.is_started
        assert not pilot.screen.model.is_solving
        await pilot.resize(24, 4)
        text = " ".join(pilot.screen_text().split())
        assert text == "38×12 cells needed. Keys: esc leave, ctrl+c quit"
        await pilot.resize(35, 2)
        assert pilot.screen_text().strip() == "38×12 cells needed. Key: esc leave"
        await pilot.resize(10, 3)
        assert pilot.screen_text().strip() == "38×12!"
        await pilot.resize(80, 24)
        assert pilot.screen_text().splitlines()[1:4] == usual.splitlines()[1:4]
        await pilot.resize(60, 10)
        await pilot.press("escape")
        await pilot.wait_until(lambda: "Keys that work here: q quit." in pilot.screen_text())


@pytest.mark.long
async def test_small_window_keeps_board_and_lists_without_their_surroundings(open_app) -> None:
    async with open_app("orush-01", size=(40, 12)) as pilot:
        assert "‹A" in pilot.screen_text() or "A►" in pilot.screen_text()
        await pilot.press("escape")
        await pilot.press("down", "right")
        assert pilot.screen.focused.id == "dailies"
        await pilot.wait_until(lambda: "Today" in pilot.screen_text())
        await pilot.press("enter")
        await pilot.wait_until(lambda: type(pilot.app.screen).__name__ == "PlayScreen")


@pytest.mark.parametrize("family", ["peg", "patience", "rush", "hexapawn"])
def test_the_catalogue_fits_80_by_24(family: str) -> None:
    for entry in catalogue.entries(family):
        if not entry.name.endswith("N"):
            board = create_board(catalogue.find(entry.name).game, UserOptions())
            assert board.min_size()[0] <= 78
            assert board.min_size()[1] <= 18


@each_of("name", ["FreeCell.1", "Seahaven.1", "mo.3", "BakersDozen.1"])
@each_of("room", [(46, 18), (78, 18), (78, 34), (118, 34)])
def test_every_card_of_a_long_column_can_be_seen(name: str, room: tuple[int, int]) -> None:
    game = catalogue.find(name).game
    assert isinstance(game, PatienceGame)
    cards = [card for column in game.start.columns for card in column]
    columns = (tuple(cards[:19]), tuple(cards[19:]), *[()] * (len(game.start.columns) - 2))
    position = game.start._replace(columns=columns)
    board = create_board(game, UserOptions(Appearance(ascii_only=True)))
    width, height = board.drawing_size(*room)
    lines = ["".join(part for part, _ in line) for line in board.draw(position, width, height)]
    assert all(len(line) <= width for line in lines)
    assert len(lines) <= height <= room[1]
    for card in columns[0]:  # where the cursor is
        names = card_name(card), to_ascii(card_label(card))
        assert any(name in line for line in lines for name in names), lines


async def test_reduced_motion(open_app) -> None:
    async with open_app("orush-01", reduced_motion=True) as pilot:
        await pilot.press("s")
        await pilot.wait_until(lambda: pilot.screen.model.replay is not None)
        await pilot.press("space")
        assert pilot.screen.model.replay.ply == 1
        assert not pilot.screen.model.replay.is_playing


def test_last_move_is_marked_without_colour() -> None:
    bare = {role: style.without_color for role, style in STYLES.items()}
    others = ("", "piece", "rival", "hole", "mover", "picked", "hero", "red", "black")
    assert bare["last"] not in [bare[role] for role in others]


@pytest.mark.long
async def test_reduced_motion_stops_animation_at_home(open_app) -> None:
    async with open_app(reduced_motion=True) as pilot:
        await pilot.wait_until(lambda: bool(pilot.screen._boards))
        before = pilot.screen_text()
        for _ in range(5):
            pilot.screen._step_animation()
        assert pilot.screen_text() == before


@pytest.mark.long
async def test_four_colours_are_remembered(open_app, tmp_path: Path) -> None:
    folder = tmp_path / "saves"
    assert Settings.load(folder) == Settings(2)
    async with open_app("FreeCell.1") as pilot:
        await pilot.press("ctrl+p", *"four", "enter")
        assert "Suits: four colours" in pilot.screen_text()
        await pilot.wait_until(lambda: Settings.load(folder) == Settings(4))
    (folder / "settings.json").write_text("[" * 100_000)
    assert Settings.load(folder) == Settings()
    (folder / "settings.json").write_text(json.dumps({"suits": "4"}))
    assert Settings.load(folder) == Settings()
