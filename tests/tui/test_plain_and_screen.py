"""A game goes on in the plain mode where the screen has left it, and the other way round."""

import asyncio
import io
import sys

from ludoscope.tui.commands.cli import main


def plain(monkeypatch, lines: str, *words: str) -> str:
    """Run the plain mode on some lines of input and return its output."""
    output = io.StringIO()
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    monkeypatch.setattr(sys, "stdout", output)
    assert main(["play", "--plain", *words]) == 0
    return output.getvalue()


async def test_a_game_goes_on_in_the_other(open_app, monkeypatch) -> None:
    begun = await asyncio.to_thread(
        plain, monkeypatch, "boat C up 1\nboat C up 1\nboat B up 1\nundo\nhint\n", "orush-02"
    )
    assert "Boat B up 1." in begun
    async with open_app("orush-02") as pilot:
        model = pilot.screen.model
        session = model.session
        assert session.move_texts[: session.ply] == ["C<C<"]  # slides of a boat are one move
        assert session.undone_count == 1
        assert session.hint_count == 1
        assert model.play_text("A<")
        model.toggle_bookmark()
        pilot.screen.action_bookmark()
        await pilot.app.autosave.wait_until_saved()
    goes_on = await asyncio.to_thread(plain, monkeypatch, "line\nundo\nredo 9\n", "orush-02")
    assert "Continued after 2 moves." in goes_on
    assert "1. Boat C up 2.\n2. Boat A left 1.\n" in goes_on
    assert "Undone: Boat A left 1." in goes_on
    async with open_app("orush-02") as pilot:
        session = pilot.screen.model.session
        assert session.move_texts == ["C<C<", "A<"]
        texts = [node.text for node in session.history.nodes[1:]]
        assert texts == ["C<C<", "B<", "A<"]  # the branch that was undone is there


async def test_the_share_dialog_offers_the_game_in_words(open_app) -> None:
    async with open_app("hexapawn-3x7") as pilot:
        await pilot.press("c", "tab")
        assert "Paste this text into Ludoscope" in pilot.app.clipboard
        assert "Row 3: black a3, b3" in pilot.app.clipboard
