"""The help of each screen: what the screen is for, its keys, its marks; and the tour."""

import re

import pytest
from many import first_of

from ludoscope.puzzles import catalogue
from ludoscope.search.budget import Limits
from ludoscope.search.events import Unsolvable
from ludoscope.search.move_values import LOSS, WIN, MoveValue
from ludoscope.search.registry import default_solver
from ludoscope.tui import actions
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.screens.documents.screen import DocumentScreen
from ludoscope.tui.screens.help.screen import HelpScreen
from ludoscope.tui.screens.lab.preset_screen import PresetScreen
from ludoscope.tui.screens.play.screen import PlayScreen
from ludoscope.tui.screens.tour.pages import CROSS, LOSING_MOVE, PAGES, VALUED_GAME, VALUES

WITHOUT_PURPOSE = (DocumentScreen, HelpScreen, PresetScreen)  # they are texts and forms themselves


def test_help_of_every_screen_begins_with_two_sentences() -> None:
    for screen in actions.all_screens():
        if (
            issubclass(screen, BaseScreen)
            and screen is not BaseScreen
            and not issubclass(screen, WITHOUT_PURPOSE)
        ):
            purpose = screen.PURPOSE
            if screen is not PlayScreen:  # its first sentence is the goal of the game
                assert purpose.count(". ") + purpose.count("; ") >= 1, screen
            assert len(purpose) < 240, screen


@pytest.mark.long
async def test_help_in_a_replay_lists_the_keys_of_the_replay(open_app) -> None:
    async with open_app("orush-01") as pilot:
        await pilot.press("?")
        assert "back to winnable" in pilot.screen_text()
        await pilot.press("escape", "s")
        await pilot.wait_until(lambda: pilot.screen.model.replay is not None)
        await pilot.press("?")
        text = pilot.screen_text()
        assert "play from here" in text
        assert "back to winnable" not in text


@pytest.mark.long
async def test_help_explains_a_deal_in_which_cards_are_forced_home(open_app) -> None:
    for name, is_forced in (("FreeCell.3-forced", True), ("FreeCell.3-free", False)):
        async with open_app(name, size=(80, 30)) as pilot:
            await pilot.press("?")
            assert ("each card goes home" in pilot.screen_text()) == is_forced


@first_of("keys", [["e", "?"], ["t", "?"], ["?"]])
async def test_help_can_be_read_to_its_end_at_80_columns(open_app, keys: list[str]) -> None:
    async with open_app("lucas-05") as pilot:
        await pilot.press("tab", "enter", *keys)
        *_, (_, meaning) = pilot.screen._content.symbols
        last_word = meaning.split()[-1]
        await pilot.press("end")
        await pilot.wait_until(lambda: last_word in pilot.screen_text())


@first_of("size", [(40, 12), (80, 24), (200, 55)])
async def test_tour_has_five_pages_that_fit(open_app, size: tuple[int, int]) -> None:
    async with open_app(size=size) as pilot:
        await pilot.press("?", "t")
        for page in PAGES:
            assert page.title in pilot.screen_text()
            last_word = page.text(pilot.app.options).split()[-1]
            await pilot.press("end")
            await pilot.wait_until(lambda word=last_word: word in pilot.screen_text())
            await pilot.press("right")


async def test_each_arrow_of_the_tour_is_a_link_of_its_own(open_app) -> None:
    async with open_app() as pilot:
        await pilot.press("?", "t", "right")
        box = pilot.app.screen.box
        for link, title in (("→ more", PAGES[2].title), ("← back", PAGES[1].title)):
            lines = pilot.screen_text().splitlines()
            y = next(y for y, line in enumerate(lines) if link in line)
            await pilot.click(box.region.x + lines[y].index(link), box.region.y + y)
            await pilot.wait_until(lambda title=title: title in pilot.screen_text())


async def test_the_tour_says_what_the_keys_of_a_solution_do(open_app) -> None:
    assert "space plays it" in PAGES[-1].text(UserOptions())
    async with open_app("lucas-01", reduced_motion=False) as pilot:
        await pilot.press("s")
        await pilot.wait_until(lambda: pilot.screen.model.replay is not None)
        replay = pilot.screen.model.replay
        assert not replay.is_playing
        await pilot.press("space")
        assert replay.is_playing


def test_values_and_states_in_the_tour_are_true() -> None:
    game = catalogue.find(VALUED_GAME).game
    for move in game.moves(game.start):
        position = game.play(game.start, move)
        *_, verdict = default_solver(game).run(game, position, Limits(seconds=20))
        outcome = LOSS if verdict.value > 0 else WIN
        text = game.move_text(game.start, move)
        assert VALUES[text] == MoveValue(outcome, abs(verdict.value) + 1)
    game = catalogue.find(CROSS).game
    moves = {game.move_text(game.start, move): move for move in game.moves(game.start)}
    position = game.play(game.start, moves[LOSING_MOVE])
    *_, verdict = default_solver(game).run(game, position, Limits(seconds=20))
    assert isinstance(verdict, Unsolvable)


async def test_a_long_key_leaves_room_for_three_columns(open_app) -> None:
    async with open_app("orush-20", analysis=False) as pilot:
        await pilot.press("?")
        assert re.search(r"A-Z/tab +boat +\S+ +[\w ]+ +\S+ +\w", pilot.screen_text())
        assert "the picked boat" in pilot.screen_text(), "without scrolling"
