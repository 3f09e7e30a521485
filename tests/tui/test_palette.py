"""The commands by name: what is found, what is offered to whom, what a burst of keys does."""

import asyncio

import pytest
from many import case
from rich.color import ColorSystem
from textual import events
from textual.app import App
from textual.command import CommandInput, CommandList
from textual.widgets import OptionList

from ludoscope.puzzles import catalogue
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.tui.actions import load_actions
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model.session import Session
from ludoscope.tui.saves.save import SavedSession
from ludoscope.tui.saves.settings import setting_option_pairs
from ludoscope.tui.screens.lab.screen import LabScreen
from ludoscope.tui.screens.library.screen import LibraryScreen
from ludoscope.tui.screens.palette.providers import (
    ACTION_KEYWORDS,
    SETTING_KEYWORDS,
)
from ludoscope.tui.screens.palette.screen import PaletteScreen
from ludoscope.tui.screens.play.screen import PlayScreen
from ludoscope.tui.widgets.row_list import RowList

BOARD = "10\n" + "\n".join("~~~~~~" for _ in range(6))


def listed(pilot) -> list[str]:
    """Return the names in the list, best match first."""
    options = pilot.app.screen.query_one(CommandList).options
    return [option.hit.text for option in options if hasattr(option, "hit")]


async def look_up(pilot, words: str) -> list[str]:
    """Open the palette, type, and return the names it lists."""
    await pilot.press("ctrl+p")
    assert isinstance(pilot.app.screen, PaletteScreen)
    if words:
        pilot.app.post_message(events.Paste(words))
        await pilot.press("right")  # until it has been searched for
        assert pilot.app.screen.query_one(CommandInput).value == words
    return listed(pilot)


async def test_enter_does_not_wait_for_the_workers_of_other_screens(open_app) -> None:
    async with open_app() as pilot:
        worker = pilot.app.run_worker(asyncio.Event().wait())  # as a solver that goes on
        assert (await look_up(pilot, "english-central"))[0] == "English, central"
        await pilot.press("enter")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        assert worker.is_running


async def test_no_description_stays_where_nothing_is_found(open_app) -> None:
    async with open_app("lucas-01") as pilot:
        await look_up(pilot, "animation: on")
        assert "Animate" in pilot.screen_text()
        for _ in "animation: on":
            await pilot.press("backspace")
        await pilot.press(*"zzzq", "right")
        await pilot.wait_until(lambda: "Animate" not in pilot.screen_text())
        assert not listed(pilot)


FOUND = {  # words, and the command that is listed first
    "theme light": "Theme: light",
    "rules": "rules: Peg solitaire",
    "lab": "lab",
    "quit": "quit",
    "exit": "quit",
    "leave": "quit",
    "preferences": "settings",
    "options": "settings",
    "about": "about Ludoscope",
    "manual": "help",
    "dark": "Theme: dark",
    "scores": "statistics",
    "share": "share",
    "send": "share",
    "start over": "restart",
    "24": "Lucas 24",
    "987654": "FreeCell 987654",
    "statistics": "statistics",
    "how solvers": "solver guide: Peg solitaire",
    "how peg": "rules: Peg solitaire",
    "breadth-first-boats": "how breadth-first-boats works",
    "clock hidden": "Clock: hidden",
    "hidden": "Cursor: hidden",
    "screenshot": "picture of this screen",
    "Lucas 7": "Lucas 7",
    "FreeCell 24": "FreeCell 24",
    "ms 24": "FreeCell 24",
    "mo.123456": "Midnight Oil 123456",
    "orush 20": "ORush 20",
    "hexapawn 3×4": "Hexapawn 3×4",
    "today": "today: Peg solitaire",
    "daily freecell": "today: Patience",
    "fc 5": "FreeCell 5",
    "continue": "continue: Lucas 1",
}


@pytest.mark.long
async def test_palette_finds_commands(open_app) -> None:
    found = {}
    async with open_app("lucas-01") as pilot:
        await pilot.press("tab", "enter", "tab", "enter", "ctrl+p")
        for words in FOUND:
            query = pilot.app.screen.query_one(CommandInput)
            query.value = ""
            pilot.app.post_message(events.Paste(words))
            await pilot.press("right")  # until it has been searched for
            assert query.value == words
            found[words] = listed(pilot)[0]
    assert found == FOUND


@pytest.mark.long
async def test_a_number_finds_the_puzzles_and_deals_of_that_number(open_app) -> None:
    async with open_app() as pilot:
        found = await look_up(pilot, "24")
        assert {"Lucas 24", "ORush 24", "FreeCell 24", "xpat2 FreeCell 24"} <= {*found[:9]}


async def test_empty_palette_lists_screen_commands_first_and_every_option(
    open_app,
) -> None:
    async with open_app("lucas-01") as pilot:
        found = await look_up(pilot, "")
        assert found[0] == "hint"
        assert {
            f"{setting.title}: {option.label}"
            for setting, option in setting_option_pairs(UserOptions(), lobby_available=False)
        } <= {*found}
        assert {"statistics", "tour", "settings", "Patience", "rules: ORush"} <= {*found}
        assert len(found) == len({*found}), "each is named once"


async def test_synonyms_belong_to_existing_actions(open_app) -> None:
    async with open_app() as pilot:
        assert {*ACTION_KEYWORDS} <= {*load_actions(type(pilot.app))}
        assert {*SETTING_KEYWORDS} <= {
            setting.name
            for setting, _ in setting_option_pairs(UserOptions(), lobby_available=False)
        }
        await look_up(pilot, "about")
        await pilot.press("enter")
        assert "MIT licence; saves in " in pilot.notifications()


@pytest.mark.long
async def test_no_match_shows_a_message_and_enter_does_nothing(open_app) -> None:
    async with open_app() as pilot:
        assert not await look_up(pilot, "clock hiddenx")
        await pilot.wait_until(lambda: "No match" in pilot.screen_text())
        await pilot.press("enter", "backspace")
        await pilot.wait_until(lambda: "Clock: hidden" in listed(pilot))
        assert "No match" not in pilot.screen_text()
        await pilot.press("enter")
        await pilot.wait_until(lambda: pilot.app.options.preferences.show_clock is False)


@pytest.mark.long
async def test_type_ahead_runs_the_typed_command(open_app) -> None:
    async with open_app() as pilot:
        await pilot.press_together("ctrl+p", *"patience", "enter")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, LibraryScreen))
        assert pilot.screen.family == "patience"


@pytest.mark.long
async def test_number_opens_its_puzzle(open_app) -> None:
    async with open_app() as pilot:
        await look_up(pilot, "ms 24")
        await pilot.press("enter")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        assert pilot.screen.model.puzzle.name == "ms-24-free"


async def test_a_puzzle_that_exists_only_in_the_saves_is_opened(open_app) -> None:
    deal = Puzzle("pasted-12345678", catalogue.find("ms-24-free").game, "pasted 1234")
    session = Session(deal)
    session.play(session.game.moves(session.position)[0])
    async with open_app() as pilot:
        pilot.app._store.save(SavedSession.from_session(session, 61.0, 1.0)).result()
        assert (await look_up(pilot, "pasted 1234"))[0] == "pasted 1234"
        await pilot.press("enter")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        assert pilot.screen.model.puzzle.name == deal.name


@pytest.mark.long
async def test_highlighted_theme_is_previewed(open_app, monkeypatch) -> None:
    async with open_app() as pilot:
        monkeypatch.setattr(pilot.app.console, "_color_system", ColorSystem.TRUECOLOR)
        worn = pilot.app.theme
        await look_up(pilot, "nord")
        assert listed(pilot)[0] == "Theme: nord"
        await pilot.wait_until(lambda: pilot.app.theme == "nord")
        await pilot.press("escape")
        await pilot.wait_until(lambda: pilot.app.theme == worn)
        assert pilot.app.options.appearance.theme == "terminal"
        await look_up(pilot, "Theme: nord")
        await pilot.press("enter")
        await pilot.wait_until(lambda: pilot.app.options.appearance.theme == "nord")
        await pilot.wait_until(lambda: pilot.app.theme == "nord")


@pytest.mark.long
async def test_palette_key_closes_it_and_other_dialogs(open_app) -> None:
    async with open_app("lucas-01") as pilot:
        screen = pilot.screen
        await pilot.press("s", "s", "ctrl+p")
        assert isinstance(pilot.app.screen, PaletteScreen)
        assert pilot.app.screen_stack[-2] is screen
        await pilot.press("ctrl+p")
        assert pilot.app.screen is screen
        await pilot.press("ctrl+p", "ctrl+l")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, LabScreen))


async def test_closing_the_app_while_the_palette_opens(open_app) -> None:
    """At each of the first steps of the event loop, when its list is not made yet."""
    for steps in range(1, 6):
        async with open_app() as pilot:
            pilot.post_key("ctrl+p")
            for _ in range(steps):
                await asyncio.sleep(0)
            pilot.app.exit()
            await pilot.wait_until(lambda app=pilot.app: not app.is_running)


@pytest.mark.long
async def test_paste_opens_a_puzzle_or_is_a_query(open_app) -> None:
    async with open_app() as pilot:
        await pilot.press("ctrl+p")
        pilot.app.post_message(events.Paste("tour\nof the house"))
        await pilot.wait_until(lambda: listed(pilot)[:1] == ["tour"])
        pilot.app.post_message(events.Paste("ludoscope lucas-07 1: 4,5:E"))
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))


@pytest.mark.long
async def test_click_runs_a_command_and_click_outside_closes(open_app) -> None:
    async with open_app() as pilot:
        home = pilot.screen
        await look_up(pilot, "")
        await pilot.click(1, 20)
        await pilot.wait_until(lambda: pilot.app.screen is home)
        await look_up(pilot, "ORush")
        region = pilot.app.screen.query_one(CommandList).region
        await pilot.click(region.x + 2, region.y)
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, LibraryScreen))


@pytest.mark.long
async def test_visitors_are_offered_only_what_the_host_allows(open_app) -> None:
    async with open_app("lucas-01", files=False, own_settings=False) as pilot:
        for words in ("picture", "screenshot", "sleep", "suspend"):
            found = await look_up(pilot, words)
            assert not {"picture of this screen", "suspend"} & {*found}
            await pilot.press("escape")
        await look_up(pilot, "clock hidden")
        await pilot.press("enter")
        await pilot.wait_until(
            lambda: "Clock: hidden (for this session only)" in pilot.screen_text()
        )


@pytest.mark.long
async def test_cursor_keys_work_at_any_size(open_app) -> None:
    async with open_app("lucas-01") as pilot:
        for size in [(1, 1), (2, 40), (39, 12), (40, 12), (500, 3)]:
            for keys in (["ctrl+p"], ["s", "s"]):
                with case(size, keys):
                    await pilot.press(*keys)
                    await pilot.resize(*size)
                    await pilot.press("down", "pagedown", "pageup", "end", "up")
                    told = [one.content.plain for one in pilot.app.screen.query("#too-small")]
                    assert any("40×12" in said for said in told) == (size != (40, 12))
                    await pilot.press("escape")
                    await pilot.resize(80, 24)


async def test_empty_list_has_no_pages() -> None:
    class Listed(App):
        def compose(self):
            yield RowList("one", "two")

    app = Listed()
    async with app.run_test() as pilot:
        choices = app.query_one(RowList)
        choices.styles.height = 0
        await pilot.pause()
        choices.set_options(["one", "two"])
        choices.highlighted = 1
        choices.action_page_up()
        choices.action_page_down()
        assert choices.highlighted == 1


@pytest.mark.long
async def test_picker_by_mouse_and_keys(open_app) -> None:
    async with open_app("hexapawn-3x3") as pilot:
        await pilot.press("s", "s", "end", "home", "j")
        choices = pilot.app.screen.query_one(OptionList)
        assert choices.highlighted == 1
        await pilot.click(choices.region.x + 3, choices.region.y + 2)
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        assert pilot.app.screen.model.solver_run.solver.name == "values"


@pytest.mark.long
async def test_players_are_chosen_by_keys_and_mouse(open_app) -> None:
    async with open_app("hexapawn-3x3") as pilot:
        session = pilot.screen.model.session
        assert session.players == ("perfect", "human")
        await pilot.press("o", "down")
        white, black = pilot.app.screen.query(OptionList)
        assert (white.highlighted, black.highlighted) == (2, None)
        assert "✓ Random moves" in pilot.screen_text()
        assert "✓ Player" in pilot.screen_text()
        await pilot.press("tab", "down")
        assert (white.highlighted, black.highlighted) == (None, 1)
        await pilot.click(white.region.x + 3, white.region.y + 1)
        assert (white.highlighted, black.highlighted) == (0, None)
        await pilot.press("escape")
        assert session.players == ("perfect", "human")
        await pilot.press("o", "percent_sign", "enter")
        await pilot.wait_until(lambda: session.players == ("human", "perfect"))
        await pilot.press("o")
        await pilot.click(0, 0)
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
