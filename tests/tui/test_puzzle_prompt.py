"""The prompt for a puzzle: what it suggests, and how a suggestion is opened."""

import asyncio
import threading
from collections.abc import Sequence

import pytest
from textual.events import Paste

from ludoscope.puzzles import daily
from ludoscope.puzzles.word_search import RankedEntry
from ludoscope.tui.screens.play.screen import PlayScreen
from ludoscope.tui.widgets.prompt import MAX_CHARACTERS
from ludoscope.tui.widgets.puzzle_prompt import PuzzlePrompt


async def type_words(pilot, words: str) -> Sequence[str]:
    """Open the prompt, type, and return the names that are suggested."""
    await pilot.press("colon", *words)
    prompt = pilot.screen.active_prompt
    assert isinstance(prompt, PuzzlePrompt)
    await pilot.wait_until(lambda: prompt.highlighted_entry is not None)
    return [match.entry.name for match in prompt.suggestions]


async def test_a_puzzle_is_opened_from_a_game_where_moves_are_typed(open_app) -> None:
    async with open_app("lucas-07") as pilot:
        await pilot.press("colon", *"5,4:S", "enter")
        assert pilot.screen.model.session.ply == 1
        await pilot.press("colon", *"no such move", "enter")
        message = "'no such move' is not a valid move"
        await pilot.wait_until(lambda: message in pilot.screen_text())
        await pilot.press("escape")
        assert await type_words(pilot, "mo 3") == ["MidnightOil.3"]
        await pilot.press("enter")
        await pilot.wait_until(lambda: pilot.screen.model.puzzle.name == "MidnightOil.3-free")


async def test_paste_replaces_the_selection_and_is_cut_to_the_room(open_app) -> None:
    async with open_app("lucas-07") as pilot:
        await pilot.press("colon", *"my cross!")
        field = pilot.screen.active_prompt.input
        await pilot.press("left", *["shift+left"] * 5)
        assert field.selected_text == "cross"
        pilot.app.post_message(Paste("diamond\n"))
        await pilot.wait_until(lambda: field.value == "my diamond!")
        await pilot.press("z")
        assert field.value == "my diamondz!"
        pilot.app.post_message(Paste("y" * MAX_CHARACTERS))
        await pilot.wait_until(lambda: len(field.value) == MAX_CHARACTERS)
        assert field.value.startswith("my diamondzyy")
        assert field.value.endswith("yy!")


async def test_enter_waits_for_the_suggestions(open_app, monkeypatch) -> None:
    async with open_app("ms-1-free") as pilot:
        gate, finder = threading.Event(), pilot.app.puzzle_finder
        suggest = finder.suggest

        def suggest_later(text: str) -> Sequence[RankedEntry]:
            gate.wait()
            return suggest(text)

        monkeypatch.setattr(finder, "suggest", suggest_later)
        await pilot.press("colon", *"mo 3", "enter")
        assert "not a valid move" not in pilot.screen_text()
        gate.set()
        await pilot.wait_until(lambda: pilot.screen.model.puzzle.name == "MidnightOil.3-free")


@pytest.mark.parametrize("request_name", ["reopen", "open_typed_name"])
async def test_a_new_request_cancels_one_that_is_still_looked_up(
    open_app, monkeypatch, request_name: str
) -> None:
    async with open_app() as pilot:
        gate, saves, opener = asyncio.Event(), pilot.app.saves, pilot.app.puzzle_opener
        load, waiting = saves.load_session, []

        async def load_later(name: str) -> object:
            if name == "lucas-01":
                waiting.append(name)
                await gate.wait()
            return await load(name)

        monkeypatch.setattr(saves, "load_session", load_later)
        getattr(opener, request_name)("lucas-01")
        await pilot.wait_until(lambda: waiting)
        opener.open("lucas-02")
        gate.set()
        await pilot.wait_until(lambda: isinstance(pilot.screen, PlayScreen))
        await pilot.wait_until(lambda: not list(pilot.app.workers))
        assert pilot.screen.model.puzzle.name == "lucas-02"
        assert opener.last_opened == "lucas-02"


async def test_a_puzzle_is_opened_from_a_replay_and_after_the_end(open_app) -> None:
    async with open_app("lucas-01") as pilot:
        model = pilot.screen.model
        await pilot.press("s")
        await pilot.wait_until(lambda: model.replay is not None)
        await pilot.press("colon", *"nosuch", "enter")
        await pilot.wait_until(lambda: "No puzzle is called 'nosuch'" in pilot.screen_text())
        await pilot.press("escape")
        model.leave_replay()
        for jump in model.stored_lines[0].moves:
            model.play_player_move(jump)
        assert model.session.is_won
        assert (await type_words(pilot, "lucas 2"))[0] == "lucas-02"
        await pilot.press("enter")
        await pilot.wait_until(lambda: pilot.screen.model.puzzle.name == "lucas-02")


@pytest.mark.long
async def test_a_click_opens_a_suggestion_over_the_board(open_app) -> None:
    async with open_app("ms-1-free") as pilot:
        board = pilot.screen_text().splitlines()[1:15]
        names = await type_words(pilot, "daily")
        assert pilot.screen_text().splitlines()[1:15] == board
        lines = pilot.screen_text().splitlines()
        prompt_row = next(row for row, line in enumerate(lines) if line.startswith(" : daily"))
        row = prompt_row - len(names)
        chosen = names.index(f"orush-daily-{daily.today()}")
        await pilot.click(5, row + chosen)
        await pilot.wait_until(lambda: pilot.screen.model.puzzle.name == names[chosen])


@pytest.mark.long
async def test_escape_closes_the_suggestions_with_the_prompt(open_app) -> None:
    async with open_app() as pilot:
        before = pilot.screen_text()
        await type_words(pilot, "seahaven 5")
        assert "Seahaven.5" in pilot.screen_text()
        await pilot.press("escape")
        assert pilot.screen.active_prompt is None
        assert pilot.screen_text() == before
