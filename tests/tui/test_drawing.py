"""Frames as data: fitting, boxes, what changed, typing."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from many import many
from rich.cells import cell_len

from ludoscope.games import FAMILIES
from ludoscope.games.peg.board import BOARDS
from ludoscope.games.peg.rules import PegGame
from ludoscope.tui.model.replay import Replay
from ludoscope.tui.text import drawing, formatting
from ludoscope.tui.text.ascii_text import to_ascii
from ludoscope.tui.widgets.game_footer import split_at_width
from ludoscope.tui.widgets.styled_lines import StyledLines

TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["C", "M"]), max_size=12)
LINE = st.lists(st.tuples(TEXT, st.sampled_from(["", "dim"])), max_size=5)


@settings(max_examples=many(100), deadline=None)
@given(LINE, st.integers(0, 30))
def test_a_fitted_line_has_exactly_its_width(line, width: int) -> None:
    assert drawing.line_width(drawing.fit_line(line, width)) == width


@pytest.mark.parametrize("width", [2, 3, 8, 30])
def test_box_keeps_its_size(width: int) -> None:
    box = drawing.draw_box("A long title", [[("content that is long", "")]], width, 4)
    assert [drawing.line_width(line) for line in box] == [width] * 4


def test_canvas_clips_what_does_not_fit() -> None:
    canvas = drawing.Canvas(5, 2)
    for x, y in ((-2, 0), (3, 1), (9, 1), (0, -1), (0, 2)):
        canvas.write(x, y, "1234", "dim")
    canvas.write_words(0, 0, "a  d", "piece")
    assert canvas.to_lines(5, 2) == [
        [("a", "piece"), ("4", "dim"), (" ", ""), ("d", "piece"), (" ", "")],
        [("   ", ""), ("12", "dim")],
    ]
    assert canvas.to_lines(2, 1) == [[("a", "piece"), ("4", "dim")]]
    assert drawing.split_characters([("ab", "dim")]) == [("a", "dim"), ("b", "dim")]


def test_words_wrap_and_long_ones_break() -> None:
    wrapped = drawing.wrap_text("one two threefourfive", 7)
    assert [line[0][0] for line in wrapped] == ["one two", "threefo", "urfive"]
    wrapped = drawing.wrap_text("日本語日本語 ok", 7)
    assert [line[0][0] for line in wrapped] == ["日本語", "日本語", "ok"]
    assert [line[0][0] for line in drawing.wrap_text("日本", 1)] == ["日", "本"]


@settings(max_examples=many(100), deadline=None)
@given(st.text(max_size=20))
def test_plain_text_is_ascii_of_the_same_length(text: str) -> None:
    assert to_ascii(text).isascii()
    assert len(to_ascii(text)) == len(text)


def test_a_replay_stops_at_its_ends_and_knows_its_moves() -> None:
    board = BOARDS["triangle"]
    game = PegGame(board, board.all_holes & ~1)
    first = game.moves(game.start)[0]
    after = game.play(game.start, first)
    second = game.moves(after)[0]
    replay = Replay(game, game.start, [first, second])
    assert not replay.step(-1)
    assert replay.step(1)
    assert (replay.position, replay.last_move) == (after, first)
    assert replay.step(5)
    assert not replay.step(1)
    assert replay.moves_from(after) == [second]
    assert not replay.moves_from(replay.position)


def test_numbers_are_written_as_words() -> None:
    assert [formatting.format_clock(s) for s in (0, 161.9, 3762)] == ["00:00", "02:41", "1:02:42"]
    assert [formatting.format_age(s) for s in (3, 60, 7300, 90000)] == [
        "just now",
        "1 min ago",
        "2 hours ago",
        "1 day ago",
    ]
    assert [formatting.format_metric(n) for n in (7, 1234, 3.14e6)] == ["7", "1.2k", "3.1M"]
    numbers = (999, 999.6, 1000, 999_949, 999_960, 999_960_000, 2e12)
    assert [formatting.format_metric(n) for n in numbers] == [
        *("999", "1.0k", "1.0k", "999.9k", "1.0M", "1.0G", "2000.0G")
    ]
    assert formatting.format_count(1, "box", "boxes") == "1 box"


def test_items_that_do_not_fit_are_left_out_whole():
    items = ["1 breadth-first", "2 beam"]
    assert formatting.join_fitting("Searches: ", items, 33) == "Searches: 1 breadth-first  2 beam"
    assert formatting.join_fitting("Searches: ", items, 32) == "Searches: 1 breadth-first  …"
    assert formatting.join_fitting("Searches: ", items, 20) == "Searches: 1 breadth…"
    assert formatting.format_count(1024, "peg") == "1,024 pegs"
    assert all(cell_len(family.title) <= 14 for family in FAMILIES.values())


async def test_unchanged_frame_is_not_painted(open_app, monkeypatch) -> None:
    async with open_app() as pilot:
        await pilot.wait_until(lambda: pilot.screen.is_loaded)
        pilot.screen.animation_timer.pause()
        board = pilot.screen.query_one("FamilyCard", StyledLines)
        width, height = board.size
        painted = []
        monkeypatch.setattr(board, "refresh", lambda *regions, **_: painted.append(regions))
        assert board.show_lines([[("a" * width, "")]] * height)
        assert len(painted) == 1
        assert not board.show_lines([[("a" * width, "")]] * height)
        assert board.show_lines(
            [[("b", ""), ("a" * (width - 1), "")], *[[("a" * width, "")]] * (height - 1)]
        )
        assert [len(regions) for regions in painted[1:]] == [1]


def test_keys_that_do_not_fit_are_returned() -> None:
    keys = [("a", "first"), ("b", "second"), ("c", "third")]
    assert split_at_width(keys, 20) == (keys[:2], keys[2:])


def test_drawing_drops_gaps_then_marks_where_it_is_cut() -> None:
    picture = [[("a ", "one"), (" b", "")], [("c ", ""), (" d", "")], [("e", "")]]
    assert [
        "".join(text for text, _ in line) for line in drawing.remove_blank_columns(picture)
    ] == [
        "ab",
        "cd",
        "e ",
    ]
    assert drawing.remove_blank_columns([]) == drawing.remove_blank_columns([[("  ", "")]]) == []
    assert drawing.crop_with_ellipsis(picture, 4, 3) == picture
    assert [
        "".join(text for text, _ in line) for line in drawing.crop_with_ellipsis(picture, 3, 2)
    ] == [
        "a …",
        " … ",
    ]
    for width in range(5):
        for height in range(4):
            part = drawing.crop_with_ellipsis(picture, width, height)
            assert len(part) == min(height, 3)
            assert all(drawing.line_width(line) <= max(width, 1) for line in part)
