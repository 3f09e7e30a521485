"""The values of moves on the play screen, in all families."""

from many import first_of

from ludoscope.tui.boards.board import MOVE_VALUES


@first_of(
    ("name", "keys", "marks"),
    [
        ("Seahaven.3", [], ["╰─✗─╯", "╰─✓─╯"]),
        ("orush-01", [], ["fewest moves left", "A══2═══A", "1: B"]),
        ("lucas-12", ["tab"], ["✓ winnable", "✓: 4,6:W"]),
        ("english-central", [], ["████✓", "✓ winnable"]),
        ("MidnightOil.2", [], ["✗: ", "✗ "]),
        ("hexapawn-4x4", [], ["+11", "−12"]),
    ],
)
async def test_overlay_names_and_explains_its_marks(open_app, name, keys, marks) -> None:
    async with open_app(name) as pilot:
        model = pilot.screen.model
        await pilot.press("v", *keys)
        await pilot.wait_until(lambda: model.board.has_move_values(model.position))
        await pilot.wait_until(lambda: "Move values" in pilot.screen_text())
        for mark in marks:
            assert mark in pilot.screen_text(), mark
        assert model.session.hint_count == 1


async def test_values_never_stay_on_another_position(open_app) -> None:
    async with open_app("orush-05") as pilot:
        model = pilot.screen.model
        await pilot.press("v")
        await pilot.wait_until(lambda: model.board.has_move_values(model.position))
        move = model.game.moves(model.position)[0]
        model.make_move(move)
        assert model.board.overlay == MOVE_VALUES
        assert not model.board.step_values(model.position)
        await pilot.wait_until(lambda: model.board.has_move_values(model.position))
        assert model.session.hint_count == 2
        await pilot.press("v")
        assert not model.board.step_values(model.position)
        assert "Move values" not in pilot.screen_text()


async def test_legend_fits_a_small_window(open_app) -> None:
    async with open_app("Seahaven.3", size=(46, 20)) as pilot:
        model = pilot.screen.model
        await pilot.press("v")
        await pilot.wait_until(lambda: model.board.has_move_values(model.position))
        assert "Move values; ✓ winnable, ✗ lost" in pilot.screen_text()


async def test_values_of_targets_are_those_of_the_cards_in_hand(open_app) -> None:
    async with open_app("Seahaven.3") as pilot:
        model = pilot.screen.model
        await pilot.press("v")
        await pilot.wait_until(lambda: model.board.has_move_values(model.position))
        sources = pilot.screen_text()
        model.handle_key("8")  # column 8, half of a typed move
        await pilot.wait_until(lambda: pilot.screen_text() != sources)
        assert model.board.clear_selection()
