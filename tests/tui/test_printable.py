"""Files whose names have escape sequences or bytes that are not valid text."""

import os
from pathlib import Path

import pytest
from rich.segment import Segment
from textual.color import Color
from textual.strip import Strip

from ludoscope.puzzles import catalogue
from ludoscope.puzzles.files import file_title
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.tui.model.session import Session
from ludoscope.tui.saves.save import SavedSession
from ludoscope.tui.saves.store import Store
from ludoscope.tui.screens.play.screen import PlayScreen
from ludoscope.tui.terminal.printable import PrintableFilter

CLIPBOARD = "\x1b]52;c;cm0K\x1b\\"
NAMES = [f"a{CLIPBOARD}b.txt", os.fsdecode(b"caf\xe9.txt"), "a\tb\x9bc.txt"]


TEXTS = (
    *("a\x1b[2Jb", "日\u00a0本\x07", "e\u0301\u200d", "plain ●○"),
    *("👩\u200d👧 and a girl", "🏳\ufe0f\u200d🌈\x07 ❤\ufe0f", "a\u200d\x9bb", "\u200d\u00a0x"),
)


@pytest.mark.parametrize("text", TEXTS)
def test_filtered_segments_print_and_keep_their_width(text: str) -> None:
    segments = [Segment("x"), Segment(text)]
    filtered = PrintableFilter().apply(segments, Color(0, 0, 0))
    assert all(segment.text.replace("\u200d", "").isprintable() for segment in filtered)
    assert Strip(filtered).cell_length == Strip(segments).cell_length
    if text.replace("\u200d", "").isprintable():
        assert filtered[1].text == text


@pytest.mark.parametrize("name", NAMES)
def test_a_title_of_a_file_is_text(name: str) -> None:
    title = file_title(Path("folder") / name)
    assert title.isprintable()
    assert title.endswith(".txt")
    title.encode()


@pytest.mark.parametrize("name", NAMES)
async def test_a_puzzle_of_a_file_with_such_a_name_is_played_and_stored(
    open_app, tmp_path: Path, name: str
) -> None:
    path = tmp_path / name
    path.write_text("~~~~~~/~~~~~~/~~AABC/~~~~BC/~~~~~~/~~~~~~".replace("/", "\n"))
    async with open_app(str(path)) as pilot:
        assert isinstance(pilot.screen, PlayScreen)
        assert pilot.screen_text().replace("\n", "").isprintable()
        await pilot.press("C", "down")
        await pilot.press("escape")
        await pilot.wait_until(lambda: f"ORush {file_title(path)[:5]}" in pilot.screen_text())


async def test_no_title_of_a_save_reaches_the_terminal_as_a_command(
    open_app, tmp_path: Path
) -> None:
    puzzle = catalogue.find("lucas-01")
    session = Session(Puzzle("evil", puzzle.game, f"A{CLIPBOARD}B"))
    session.play(puzzle.game.moves(puzzle.game.start)[0])
    store = Store(tmp_path / "saves")
    store.save(SavedSession.from_session(session, 1.0, 1.0)).result()
    store.close()
    async with open_app() as pilot:
        await pilot.wait_until(lambda: "52;c;cm0K" in pilot.screen_text())
        assert pilot.screen_text().replace("\n", "").isprintable()
