"""Animation between two positions: its duration in every family, and what ends it."""

import pytest
from many import each_of, first_of

from ludoscope.puzzles import catalogue
from ludoscope.tui.boards import animation
from ludoscope.tui.boards.animation import (
    MAX_FRAME_SECONDS,
    MAX_FRAMES,
    MAX_STEP_SECONDS,
    BoardAnimation,
)
from ludoscope.tui.boards.appearance import Appearance
from ludoscope.tui.boards.registry import create_board
from ludoscope.tui.boards.styles import BOARD_STYLES
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model.players import HUMAN
from ludoscope.tui.screens.play.header import format_move_count
from ludoscope.tui.screens.play.screen import PlayScreen
from ludoscope.tui.text import drawing

ROOMS = [(158, 54), (118, 44), (78, 34), (48, 18), (30, 12)]


def drawn(lines):
    return "\n".join("".join(text for text, _ in line) for line in lines)


def moving(name):
    """Return a board that animates a move from the start, with that move."""
    game = catalogue.find(name).game
    squares = game.family == "hexapawn"  # where there are many colours, and nothing moves on them
    board = create_board(game, UserOptions(Appearance(color_depth="few" if squares else "many")))
    before = game.start
    for move in game.moves(before):
        after = game.play(before, move)
        if board.animation_frames(before, [move], after):
            return board, before, move, after
    raise AssertionError("nothing ever moves")


def test_animations_are_short() -> None:
    assert MAX_STEP_SECONDS <= 0.2
    assert MAX_FRAMES * MAX_FRAME_SECONDS <= 0.2


MOVERS = [
    "english-central",
    "triangle-15-23",
    "orush-24",
    "hexapawn-5x5",
    "FreeCell.1",
    "Seahaven.2",
]


@each_of("name", MOVERS)
def test_frames_have_equal_size_and_the_first_is_neither_end(name: str) -> None:
    board, before, move, after = moving(name)
    for room in ROOMS:
        ends = [board.draw(before, *room, None), board.draw(after, *room, move)]
        size = [sum(len(text) for text, _ in line) for line in ends[1]]
        pictures = [picture(*room) for picture in board.animation_frames(before, [move], after)]
        assert pictures[0] not in ends
        for lines in pictures:
            assert [sum(len(text) for text, _ in line) for line in lines] == size
            assert {role for line in lines for _, role in line} <= set(BOARD_STYLES)


@each_of("name", MOVERS)
def test_animation_ends_within_the_time_allowed(name: str) -> None:
    board, before, move, after = moving(name)
    motion = BoardAnimation(board, UserOptions())
    for back in (False, True):
        motion.add_move(before, move, after, back)
        shown, seconds = [], 0.0
        while motion.frame:
            shown.append(drawn(motion.frame(78, 34)))
            seconds += motion.seconds_to_next_frame
            motion.advance()
        assert 0 < len(shown) <= MAX_FRAMES
        assert seconds <= 0.2
        assert len(set(shown)) == len(shown)
        motion.add_move(before, move, after)
        motion.end()
        assert motion.frame is None


def test_pawns_are_not_animated() -> None:
    game = catalogue.find("hexapawn-5x5").game
    board, before = create_board(game, UserOptions()), game.start
    for _ in range(3):
        for move in game.moves(before):
            after = game.play(before, move)
            motion = BoardAnimation(board, UserOptions())
            motion.add_move(before, move, after)
            assert not board.animation_frames(before, [move], after)
            assert motion.frame is None
        before = after


@each_of("name", MOVERS)
def test_reduced_motion_disables_animation(name: str) -> None:
    board, before, move, after = moving(name)
    motion = BoardAnimation(board, UserOptions(Appearance(reduced_motion=True)))
    motion.add_move(before, move, after)
    assert motion.frame is None


def held(monkeypatch) -> None:
    """Stop animations from advancing by the clock."""
    monkeypatch.setattr(animation, "MAX_STEP_SECONDS", 60.0)
    monkeypatch.setattr(animation, "MAX_FRAME_SECONDS", 60.0)


async def under_way(pilot, move):
    """Play `move` and show the first frame after it."""
    screen = pilot.app.screen
    assert isinstance(screen, PlayScreen)
    screen.model.session.set_players((HUMAN,) * 2)
    screen.model.play_player_move(move)
    await pilot.wait_until(lambda: not screen.app.autosave.must_delay_frame)
    screen.update_widgets()
    return screen


def board_of(screen):
    """Return the board as it is shown, and as it is without animation."""
    model = screen.model
    width, height = screen.board_area.size
    shown = [screen.board_area.render_line(y).text for y in range(height)]
    room = model.board.drawing_size(width, height)
    still = model.board.draw(model.position, *room, model.marked_move)
    return shown, drawn(drawing.center(still, width, height)).splitlines()


@first_of("name", MOVERS)
async def test_last_frame_is_the_resting_board(open_app, monkeypatch, name: str) -> None:
    held(monkeypatch)
    _, _, move, _ = moving(name)
    async with open_app(name, reduced_motion=False, analysis=False) as pilot:
        screen = await under_way(pilot, move)
        shown, still = board_of(screen)
        assert shown != still
        assert format_move_count(screen.model.session) in pilot.screen_text()
        for _ in range(MAX_FRAMES):
            screen.model.advance_animation()  # what the timer does
            await pilot.wait_until(lambda: not screen.app.autosave.must_delay_frame)
        assert not screen.model.animation.frame
        shown, still = board_of(screen)
        assert shown == still
        screen.model.undo()
        assert screen.model.animation.frame


async def test_key_ends_the_animation_and_is_handled(open_app, monkeypatch) -> None:
    held(monkeypatch)
    async with open_app("english-central", reduced_motion=False, analysis=False) as pilot:
        screen = await under_way(pilot, moving("english-central")[2])
        assert screen.model.animation.frame
        cursor = screen.model.board.cursor
        await pilot.press("down")
        assert screen.model.board.cursor != cursor
        assert not screen.model.animation.frame
        shown, still = board_of(screen)
        assert shown == still


async def test_slow_connection_gets_only_the_last_frame(open_app) -> None:
    async with open_app("english-central", reduced_motion=False, analysis=False) as pilot:
        pilot.app.frame_pacer._send_query = lambda: None
        pilot.app.frame_pacer.query_after_frame()
        screen = await under_way(pilot, moving("english-central")[2])
        shown, still = board_of(screen)
        assert shown == still
        assert "move 1" in pilot.screen_text()


@pytest.mark.long
async def test_only_the_opponent_s_reply_is_animated(open_app, monkeypatch) -> None:
    held(monkeypatch)
    async with open_app("hexapawn-5x5", reduced_motion=False, analysis=False) as pilot:
        model = pilot.screen.model
        model.play_player_move(moving("hexapawn-5x5")[2])
        assert model.is_opponents_turn
        assert not model.animation.frame
        await pilot.wait_until(lambda: not model.is_opponents_turn)
        assert model.animation.frame


async def test_winning_move_and_undo_are_not_animated(open_app) -> None:
    async with open_app("lucas-01", reduced_motion=False, analysis=False) as pilot:
        model = pilot.screen.model
        for jump in ("4,5:E", "4,3:N", "3,5:E", "6,5:W"):
            assert model.play_player_move(model.game.parse_moves(model.position, jump)[0])
            assert model.animation.frame
        assert model.play_player_move(model.game.parse_moves(model.position, "4,6:S")[0])
        assert model.session.is_won
        assert not model.animation.frame
        model.undo()
        assert not model.animation.frame
