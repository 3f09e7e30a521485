"""The terminal's own cursor stands at what has the focus: on every screen, and after keys."""

import re
from pathlib import Path

import pytest
from lobbies import make_lobby_with_duel
from many import first_of
from test_every_screen import ONE_OF_EACH
from test_random_input import IN_LOBBY, SCREENS, go_to_screen, quick_solvers  # noqa: F401

from ludoscope.tui.terminal.private import render_screen_lines

AT_CURSOR = {  # what stands from the cursor on; "" where it is checked nowhere else
    "HomeScreen": "Peg solitaire",
    "LibraryScreen": "Cross",
    "PlayScreen": "▀",  # the disc between the brackets
    "TreeScreen": "› ●   1",
    "EditorScreen": "○]",
    "HelpScreen": "Jump pegs until",
    "PaletteScreen": "a command, a setting",
    "PickerDialog": "[A-Z][a-z-]+( search)?  ",
    "PlayersDialog": "✓ Perfect play",
    "SettingsScreen": "Theme",
    "TourDialog": "Keys or mouse",
    "DocumentScreen": "The basics",
    "SearchViewScreen": "explored",
    "ShareDialog": "ludoscope lucas-07 1: 4,5:E",
    "LabScreen": "● swift",
    "PresetScreen": "Explored",
    "StatisticsScreen": "All games",
    "DailiesScreen": r"[0-9]{1,2}\]\*",
    "TrainingScreen": "Peg solitaire",
    "ExerciseScreen": r" 7♥\]",
    "MistakesScreen": "game +found",
    "MapScreen": "●",
    "LastWinnableScreen": "▀",  # the disc between the brackets
    "MatchboxScreen": "┌──",
    "GeneratorScreen": " +2 to 60 moves",  # behind the length that is proposed
    "HexapawnValuesScreen": "rows +2",
    "LobbyScreen": "Peg solitaire",
    "SpectatorScreen": "7  ",  # the coordinate at the beginning of the board
    "DuelScreen": "▀▙",
    "StepViewScreen": "0 ○ start",
    "RaceReplayScreen": "► [●◇■○] ",
    "ReviewScreen": "No mistake",  # the sentence that changes with each step
}


def text_at_cursor(pilot) -> str:
    """Return the line of the cursor from the cursor on."""
    x, y = pilot.app.cursor_position
    return render_screen_lines(pilot.app)[y].crop(x).text


async def see_at_cursor(pilot, wanted: str) -> None:
    await pilot.wait_until(lambda: bool(re.match(wanted, text_at_cursor(pilot))))


@pytest.mark.long
@pytest.mark.parametrize("kind", ONE_OF_EACH)
async def test_cursor_on_every_screen(open_app, kind: str, tmp_path: Path) -> None:
    way = ONE_OF_EACH[kind]
    lobby = make_lobby_with_duel(tmp_path / "shared") if way in IN_LOBBY else None
    async with open_app(SCREENS[way][0], lobby=lobby) as pilot:
        await go_to_screen(pilot, way)
        await pilot.wait_until(lambda: type(pilot.app.screen).__name__ == kind)
        await see_at_cursor(pilot, AT_CURSOR[kind])


async def test_cursor_follows_lists_and_typed_text(open_app) -> None:
    async with open_app() as pilot:
        await pilot.press("right")
        await see_at_cursor(pilot, "Patience")
        await pilot.press("down")
        await see_at_cursor(pilot, "Patience|Peg|ORush|Hexapawn")
        await pilot.press("ctrl+p", *"lucas")
        assert pilot.app.cursor_position == (11 + len("lucas"), 1)
        await pilot.press("down")
        await see_at_cursor(pilot, "[A-Z].*Lucas|Lucas")
        await pilot.press("x")
        assert pilot.app.cursor_position == (11 + len("lucasx"), 1), "typing goes on in the line"
        await pilot.press("escape", "/")
        await see_at_cursor(pilot, " ")
        await pilot.press("down")
        _, y = pilot.app.cursor_position
        assert y < 20, "in the list, while the line has the focus"
        assert text_at_cursor(pilot)[0].isalnum()


@first_of(
    ("puzzle", "before", "keys", "after"),
    [
        ("FreeCell.7-free", "J♠", ["right"], "7♣|[2-9JQKA]|10"),
        ("orush-20", "A═", ["C"], "C"),
        ("hexapawn-5x5", "▀▙", ["up"], "·"),
        ("lucas-07", "▀", ["right", "enter"], "[▀█]"),
    ],
    2,
)
async def test_cursor_on_the_boards(open_app, puzzle: str, before, keys, after) -> None:
    async with open_app(puzzle) as pilot:
        start = pilot.app.cursor_position
        await see_at_cursor(pilot, before)
        await pilot.press(*keys)
        await see_at_cursor(pilot, after)
        assert pilot.app.cursor_position != start
