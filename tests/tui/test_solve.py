"""The command "solve": the default solver at once, then the choice of another."""

from ludoscope.tui.screens.picker.dialog import PickerDialog


async def solved(pilot) -> None:
    """Run the default solver and wait for its verdict."""
    pilot.screen.action_solve()
    jobs = pilot.screen.solver_jobs
    await pilot.wait_until(lambda: not jobs.is_running("solve"))


async def test_solution_is_shown_at_once_and_another_solver_offered(open_app) -> None:
    async with open_app("lucas-01") as pilot:
        model = pilot.screen.model
        await solved(pilot)
        assert model.replay.ply == 0
        assert not model.replay.is_playing
        assert "solved in 5 moves" in pilot.screen_text()
        assert "another solver" in pilot.screen_text()
        await pilot.press("s")
        assert isinstance(pilot.app.screen, PickerDialog)
        assert pilot.highlighted_option.startswith("Breadth-first search ")


async def test_result_is_shown_for_its_own_position_only(open_app) -> None:
    async with open_app("lucas-01") as pilot:
        model = pilot.screen.model
        await solved(pilot)
        first = model.replay.moves[0]
        await pilot.press("escape")
        assert "Solver: swift" in pilot.screen_text()
        assert model.play_player_move(first)
        await pilot.press("w")
        assert "Solver: " not in pilot.screen_text()
        assert model.replay is None
        await pilot.press("u")
        assert "Solver: swift" in pilot.screen_text()


async def test_lost_position_is_proved_and_the_way_back_told(open_app) -> None:
    async with open_app("lucas-01") as pilot:
        model = pilot.screen.model
        for text in ("4,5:N", "4,3:N"):
            await pilot.wait_until(lambda: not model.needs_analysis)
            assert model.play_text(text)
        await pilot.wait_until(lambda: not model.needs_analysis)
        await solved(pilot)
        assert model.replay is None
        text = " ".join(pilot.screen_text().split())
        assert "Unsolvable: " in text
        assert "z goes back to the last winnable position" in text


async def test_won_game_is_solved_from_its_start(open_app) -> None:
    async with open_app("lucas-01") as pilot:
        model = pilot.screen.model
        for move in model.stored_lines[0].moves:
            assert model.play_player_move(move)
        assert model.session.is_won
        await solved(pilot)
        assert model.replay.position == model.game.start
