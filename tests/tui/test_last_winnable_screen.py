"""The last winnable move on screen: two players, the computer, and the referee."""

import asyncio
import os
import signal

from ludoscope.search.last_winnable import Outcome, choose_turn
from ludoscope.search.process.call_process import CallProcess
from ludoscope.search.process.host_limits import HostLimits, set_host_limits, worker_slots
from ludoscope.tui.screens.last_winnable.screen import LastWinnableScreen
from ludoscope.tui.screens.picker.dialog import PickerDialog
from ludoscope.tui.screens.play.screen import PlayScreen

WIDE = (120, 40)
WINNING = ["4,5:E", "4,3:N", "3,5:E", "6,5:W", "4,6:S"]


async def begin(pilot, downs: int) -> LastWinnableScreen:
    """Begin a game against the opponent in that row of the list."""
    await pilot.press("&")
    await pilot.wait_until(lambda: isinstance(pilot.app.screen, PickerDialog))
    await pilot.press(*["down"] * downs, "enter")
    await pilot.wait_until(lambda: isinstance(pilot.app.screen, LastWinnableScreen))
    await pilot.wait_until(lambda: pilot.app.screen._game.is_players_turn)
    return pilot.app.screen


async def test_two_players_until_one_completes_the_puzzle(open_app) -> None:
    async with open_app("lucas-01", size=WIDE) as pilot:
        screen = await begin(pilot, 0)
        assert "The first player is to move" in pilot.screen_text()
        for count, jump in enumerate(WINNING, 1):
            await pilot.press(":", *jump, "enter")
            await pilot.wait_until(lambda: not screen._game.is_judging)
            assert screen._game.turn_count == count
        assert "The first player wins! The puzzle is solved." in pilot.screen_text()
        await pilot.press("n")
        await pilot.wait_until(lambda: screen._game.is_players_turn)
        assert not screen.model.session.moves


async def test_a_losing_jump_ends_the_game(open_app) -> None:
    async with open_app("lucas-01", size=WIDE) as pilot:
        screen = await begin(pilot, 2)
        await pilot.press(":", *"4,4:S", "enter")
        await pilot.wait_until(lambda: "The computer wins!" in pilot.screen_text())
        assert "can no longer be won" in pilot.screen_text()
        moves = list(screen.model.session.moves)
        await pilot.press("enter", "right", "enter")
        assert screen.model.session.moves == moves
        await pilot.press("escape")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        assert not pilot.screen.model.session.moves


async def test_the_computer_answers_and_begins_the_next_game(open_app) -> None:
    async with open_app("lucas-01", size=WIDE) as pilot:
        screen = await begin(pilot, 2)
        await pilot.press(":", *"4,5:E", "enter")
        await pilot.wait_until(
            lambda: screen._game.turn_count == 2 and screen._game.is_players_turn
        )
        assert screen._game.outcomes == [Outcome.WINNABLE] * 3
        assert "2 turns" in pilot.screen_text()
        await pilot.press("n")
        assert "this one, of 2 turns, is not saved" in pilot.screen_text()
        await pilot.press("enter")  # the first choice plays on
        assert screen._game.turn_count == 2
        await pilot.press("n", "down", "enter")
        await pilot.wait_until(
            lambda: screen._game.turn_count == 1 and screen._game.is_players_turn
        )
        assert screen._game.own_number == 1
        await pilot.press("escape", "enter")
        assert pilot.app.screen is screen
        await pilot.press("escape", "down", "enter")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))


async def test_quitting_during_a_game_needs_confirmation(open_app) -> None:
    async with open_app("lucas-01", size=WIDE) as pilot:
        screen = await begin(pilot, 0)
        await pilot.press(":", *WINNING[0], "enter")
        await pilot.wait_until(lambda: not screen._game.is_judging)
        await pilot.press("ctrl+q")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PickerDialog))
        assert "This game (1 turn) will not be saved. Quit anyway?" in pilot.screen_text()
        await pilot.press("escape")
        assert pilot.app.screen is screen
        pilot.app.puzzle_opener.open("lucas-01")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PickerDialog))
        assert "This game (1 turn) will not be saved. Leave anyway?" in pilot.screen_text()
        await pilot.press("down", "enter")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))


async def test_a_move_that_repeats_a_position_is_taken_back(open_app) -> None:
    async with open_app("FreeCell.2-free", size=WIDE) as pilot:
        screen = await begin(pilot, 0)
        for count, move in enumerate(("26 T", "26 29"), 1):  # into a cell and back
            await pilot.press(":", *move, "enter")
            await pilot.wait_until(lambda: not screen._game.is_judging)
            assert screen._game.turn_count == count  # an ace has gone home with the first
        await pilot.press(":", *"26 T", "enter")
        await pilot.wait_until(lambda: "was on the board before" in pilot.screen_text())
        assert screen._game.turn_count == 2
        assert screen.model.position == screen._game.positions[-1]


async def test_several_moves_are_no_turn(open_app) -> None:
    async with open_app("FreeCell.2-free", size=WIDE) as pilot:
        screen = await begin(pilot, 0)
        await pilot.press(":", *"1a 2b", "enter")
        await pilot.wait_until(lambda: "A turn is a single move" in pilot.screen_text())
        assert not screen.model.session.moves
        await pilot.press(":", *"1a", "enter")
        await pilot.wait_until(lambda: screen._game.turn_count == 1)


async def test_orush_has_no_such_game(open_app) -> None:
    async with open_app("orush-01", size=WIDE) as pilot:
        await pilot.press("&")
        assert isinstance(pilot.app.screen, PlayScreen)


async def test_where_the_referee_fails_the_position_is_undecided(open_app) -> None:
    async with open_app("lucas-01", size=WIDE) as pilot:
        screen = await begin(pilot, 0)
        os.kill(screen._process._child.pid, signal.SIGKILL)
        await pilot.press(":", *WINNING[0], "enter")
        await pilot.wait_until(lambda: "The referee has failed" in pilot.screen_text())
        assert screen._game.outcomes == [Outcome.WINNABLE, Outcome.UNDECIDED]
        await pilot.press(":", *WINNING[1], "enter")
        await pilot.wait_until(lambda: len(screen._game.outcomes) == 3)
        assert screen._game.outcomes[-1] is Outcome.WINNABLE


async def test_the_referee_waits_for_a_slot_of_the_host(open_app) -> None:
    async with open_app("lucas-01", size=WIDE) as pilot:
        await pilot.wait_until(lambda: pilot.screen.model.analysis.get(pilot.screen.model.position))
        set_host_limits(HostLimits(workers=1))
        try:
            slots = worker_slots()
            await slots.acquire()
            await pilot.press("&", "enter")
            await pilot.wait_until(lambda: "The referee is queued" in pilot.screen_text())
            slots.release()
            await pilot.wait_until(lambda: "The first player is to move" in pilot.screen_text())
            await pilot.wait_until(lambda: not slots.is_full())
        finally:
            set_host_limits(HostLimits())


async def test_the_computer_thinks_and_is_not_queued_in_its_own_slot(open_app, monkeypatch) -> None:
    answering, call = asyncio.Event(), CallProcess.call

    async def call_slowly(self, function, *arguments):
        answer = await call(self, function, *arguments)
        if function is choose_turn:
            await answering.wait()
        return answer

    host_limits = HostLimits(workers=1)
    async with open_app("lucas-01", size=WIDE, host_limits=host_limits, analysis=False) as pilot:
        monkeypatch.setattr(CallProcess, "call", call_slowly)
        screen = await begin(pilot, 2)
        await pilot.press(":", *WINNING[0], "enter")
        await pilot.wait_until(lambda: "The computer is thinking" in pilot.screen_text())
        answering.set()
        await pilot.wait_until(lambda: screen._game.turn_count == 2)


async def test_a_typed_move_is_seen_at_80_columns(open_app) -> None:
    async with open_app("FreeCell.1", size=(80, 24)) as pilot:
        screen = await begin(pilot, 0)
        await pilot.press(":", *"75", "enter")  # illegal, so that it stays to be changed
        await pilot.wait_until(lambda: ": 75" in pilot.screen_text())
        await pilot.press("escape")
        await pilot.wait_until(lambda: "is to move" in pilot.screen_text())
        assert not screen._game.turns
