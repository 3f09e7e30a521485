"""The explanation of a lost position on the play screen: pages, marks, and the ways out."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from ludoscope.games.rush.rules import read_game
from ludoscope.puzzles import catalogue
from ludoscope.search.events import Unsolvable
from ludoscope.search.explanation import Explanation, ExplanationProgress
from ludoscope.search.process.explanation_client import ExplanationRequest
from ludoscope.tui.boards.appearance import Appearance
from ludoscope.tui.boards.registry import create_board
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model.explanation_pages import ExplanationPages
from ludoscope.tui.screens.play import solver_jobs

LOST_GRID = "......\n...B..\nAA.B..\n...B.C\n...D.C\n...D..\n"
MARKED = {  # the elements of a start that are marked, and what the drawing then has
    "peg": ("english-central", ("4,4",), "{"),
    "hexapawn": ("hexapawn-3x3", ("b1",), "{"),
    "rush": ("orush-02", ("B",), "{B}"),
    "patience": ("Seahaven.12", ("KH",), "{"),
}


async def test_pages_are_lit_on_the_board_one_after_the_other(open_app) -> None:
    async with open_app("lucas-01") as pilot:
        model = pilot.screen.model
        await pilot.press("!")
        assert model.explanation is None, "the position is not lost"
        assert model.play_text("4,5:N")
        await pilot.wait_until(lambda: "! explain the loss" in pilot.screen_text())
        hints = model.session.hint_count
        await pilot.press("!")
        await pilot.wait_until(lambda: model.explanation and model.explanation.progress is None)
        pages = model.explanation.pages
        assert pages[0].text == "Take back 1 move, and it can be won."
        await pilot.wait_until(lambda: "Take back 1 move" in pilot.screen_text())
        for page in pages[1:]:
            await pilot.press("!")
            assert model.explanation.page is page
            assert tuple(model.board.highlighted) == page.elements
            assert model.board.overlay == page.overlay
        await pilot.press("!")
        assert model.explanation.page is None
        assert not model.board.highlighted
        await pilot.press("!")
        assert model.explanation.page is pages[0]
        assert model.session.hint_count == hints + 1
        await pilot.press("escape")
        assert model.explanation is None
        await pilot.press("!")
        await pilot.press("u")
        assert model.explanation is None, "the position is another one"


async def test_asking_again_does_not_hide_an_explanation_that_is_being_made(open_app) -> None:
    async with open_app("lucas-01") as pilot:
        model = pilot.screen.model
        assert model.play_text("4,5:N")
        pages = model.begin_explanation()
        pilot.screen.solver_jobs.explain()
        assert pages.is_shown
        assert not pages.pages


async def test_what_a_page_names_is_marked_on_the_board(open_app) -> None:
    async with open_app("MidnightOil.2") as pilot:
        model = pilot.screen.model
        await pilot.wait_until(lambda: model.can_be_explained)
        await pilot.press("!")
        await pilot.wait_until(lambda: model.explanation and model.explanation.progress is None)
        assert "{" not in pilot.screen_text()
        await pilot.press("!", "!", "!")
        assert model.board.highlighted == ("KH", "7H")
        assert pilot.screen_text().count("{") == 2
        assert "2 of 48 cards make it" in pilot.screen_text()


async def test_the_explanation_can_be_stopped(open_app) -> None:
    async with open_app("ms-11982") as pilot:
        model = pilot.screen.model
        await pilot.wait_until(lambda: model.can_be_explained)
        await pilot.press("!")
        await pilot.wait_until(lambda: "Explaining" in pilot.screen_text())
        await pilot.press("x")
        assert model.explanation is None
        assert "Explaining" not in pilot.screen_text()


async def test_a_move_ends_the_explanation(open_app, monkeypatch: pytest.MonkeyPatch) -> None:
    requests: list[ExplanationRequest] = []
    ended = asyncio.Event()

    async def explain_forever(request: ExplanationRequest) -> AsyncIterator[ExplanationProgress]:
        requests.append(request)
        try:
            yield ExplanationProgress("changes", 0, 0, 0, 0.0)
            await asyncio.Event().wait()
        finally:
            ended.set()

    monkeypatch.setattr(solver_jobs, "explanation_events", explain_forever)
    async with open_app("lucas-01") as pilot:
        model = pilot.screen.model
        assert model.play_text("4,5:N")
        await pilot.wait_until(lambda: model.can_be_explained)
        await pilot.press("!")
        await pilot.wait_until(lambda: bool(requests))
        assert not ended.is_set()
        await pilot.press("u")
        await pilot.wait_until(ended.is_set)
        assert model.explanation is None


@pytest.mark.parametrize("family", list(MARKED))
@pytest.mark.parametrize("ascii_only", [False, True])
def test_elements_are_marked(family: str, ascii_only: bool) -> None:
    name, elements, expected = MARKED[family]
    options = UserOptions(appearance=Appearance(ascii_only=ascii_only))
    game = catalogue.find(name).game
    board = create_board(game, options)

    def text(width: int, height: int) -> str:
        lines = board.draw(game.start, width, height)
        return "\n".join("".join(piece for piece, _ in line) for line in lines)

    sizes = ((40, 20), (100, 40))
    before = [text(*size) for size in sizes]
    board.highlighted = elements
    after = [text(*size) for size in sizes]
    assert all(expected in drawing for drawing in after)
    assert not any("{" in drawing for drawing in before)


def test_a_wall_is_marked() -> None:
    game = read_game(LOST_GRID.replace("D", "x"))
    board = create_board(game, UserOptions())
    board.highlighted = ("3,4",)
    lines = board.draw(game.start, 60, 30)
    assert any("{▒}" in "".join(text for text, _ in line) for line in lines)


def test_the_proof_of_a_peg_problem_is_an_overlay() -> None:
    game = catalogue.find("european-central").game
    board = create_board(game, UserOptions())
    pages = ExplanationPages(game.start)
    proof = "colouring along the rising diagonals: the parity of A can never match the finish"
    pages.add(Explanation(verdict=Unsolvable(proof=proof), is_lost=True), board)
    assert pages.page
    assert pages.page.overlay in board.OVERLAYS
    assert "rising" in pages.page.overlay
    assert board.proof_overlay("a pagoda function: no jump") == "Pagoda function"
    assert board.proof_overlay("exhaustion: all") == ""
