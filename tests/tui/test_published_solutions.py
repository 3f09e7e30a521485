"""A published solution is watched like a solver's, from the start of the puzzle."""

import pytest

from ludoscope.search.verify import replay


async def last_choice(pilot) -> None:
    await pilot.press("s", "s", "end", "up")
    assert pilot.highlighted_option.startswith("Lucas's own solution ")
    assert "16 moves, fewest 11" in pilot.screen_text()
    await pilot.press("enter")


@pytest.mark.long
async def test_published_solution_can_be_stepped_through_and_continued(open_app) -> None:
    async with open_app("lucas-07") as pilot:
        model = pilot.screen.model
        await pilot.press("tab", "enter", "tab", "enter")
        own, his = model.session.position, model.puzzle.published_solution.moves
        assert own != model.game.start
        await last_choice(pilot)
        assert model.replay.position == model.game.start
        assert model.replay.moves == list(his)
        assert "Lucas's own solution: 16 moves, fewest 11" in pilot.screen_text()
        await pilot.press("right", "right", "left")
        assert f"jump 1 of {len(his)}" in pilot.screen_text()
        await pilot.press("escape")
        assert model.position == own
        await pilot.press("w", *["right"] * len(his), "enter")
        assert "The game ends here" in pilot.screen_text()
        await pilot.press("left", "enter")
        assert model.replay is None
        assert model.session.moves == list(his)[:-1]
        assert not model.session.is_won
        assert model.session.hint_count
        assert replay(model.game, model.game.start, list(his)).is_valid


@pytest.mark.long
async def test_puzzle_without_a_published_solution_offers_solvers_only(open_app) -> None:
    async with open_app("english-cross") as pilot:
        await pilot.press("s", "s", "end", "up")
        assert "own solution" not in pilot.screen_text()
