"""Checks of the board: it draws at every size, and takes any key and any click."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Any, get_args

from ludoscope.search.seeded_random import SeededRandom
from ludoscope.tui.boards.appearance import Appearance, ColorDepth
from ludoscope.tui.boards.board import Board, InputResult
from ludoscope.tui.boards.family import BoardFamily
from ludoscope.tui.boards.registry import BOARD_FAMILIES
from ludoscope.tui.boards.rules_page import RulesDocument
from ludoscope.tui.boards.styles import STYLES
from ludoscope.tui.boards.themes import THEME_COLORS
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.game_check.faults import Examiner, show
from ludoscope.tui.game_check.subject import Sample, Subject
from ludoscope.tui.text.documents import render_lines
from ludoscope.tui.text.drawing import line_width

USUAL_SIZE = (80, 20)
SIZES = (  # columns and rows
    *((0, 0), (1, 1), (3, 9), (9, 3), (20, 8), (38, 12)),
    *((60, 19), (80, 24), (120, 40), (200, 55), (1, 55), (200, 1)),
)
KEYS = (
    *("left", "right", "up", "down", "enter", "tab", "shift+tab", "space", "escape"),
    *("shift+left", "shift+right", "shift+up", "shift+down", "backspace", "delete"),
    *("home", "end", "pageup", "pagedown", "f1", "ctrl+a", "é", "unknown"),
    *"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
    *("plus", "minus", "question_mark", "full_stop", "comma", "slash", "colon"),
)
KEYS_PRESSED = 100  # at random
CLICKS = 60
HINTED_MOVES = 8  # of a position
POSITIONS_PER_PUZZLE = 3
TYPED_TEXTS = ("", "?", "x" * 300, "é", "1 2 3", "-1")


def appearances() -> Iterator[Appearance]:
    """Yield every combination of the options for drawing, then every theme."""
    for ascii_only, depth, small in product((False, True), get_args(ColorDepth), (False, True)):
        yield Appearance(ascii_only=ascii_only, color_depth=depth, small_boards=small)
    for theme in THEME_COLORS:
        yield Appearance(theme=theme, four_colours=True)


def check_drawing(examiner: Examiner, subject: Subject) -> None:
    """Check that the board is drawn at every size and in every appearance."""
    boards = _board_family(examiner, subject)
    for sample in subject.samples if boards else ():
        for appearance in appearances():
            for is_thumbnail in (False, True):
                board = _create_board(examiner, boards, sample, appearance)
                if board:
                    board.is_thumbnail = is_thumbnail
                    board.shows_cursor = not is_thumbnail
                    _check_sizes(examiner, sample, board, sample.game.start, (USUAL_SIZE,))
        for appearance in (Appearance(), Appearance(ascii_only=True, color_depth="none")):
            board = _create_board(examiner, boards, sample, appearance)
            if board:
                for position in _positions(sample):
                    _check_sizes(examiner, sample, board, position, SIZES)


def _board_family(examiner: Examiner, subject: Subject) -> BoardFamily | None:
    """Return the declaration, None if there is none, as for a game in a script."""
    name = subject.family.name
    boards = None
    if name in BOARD_FAMILIES:
        with examiner.at("the BoardFamily"):
            boards = examiner.call("the declaration", BOARD_FAMILIES.__getitem__, name)
    return boards


def _create_board(
    examiner: Examiner, boards: BoardFamily | None, sample: Sample, appearance: Appearance
) -> Board | None:
    """Return a new board, None if it cannot be created."""
    board = None
    if boards:
        with examiner.at(sample.puzzle.name):
            options = UserOptions(appearance)
            board = examiner.call(
                "create_board(game, options)", boards.create_board, sample.game, options
            )
            examiner.require_type(board, Board, "create_board(game, options)")
    return board if isinstance(board, Board) else None


def _positions(sample: Sample) -> Sequence[Any]:
    ends = [walk.positions[-1] for walk in sample.walks]
    return list(dict.fromkeys([sample.game.start, *ends]))[:POSITIONS_PER_PUZZLE]


def _check_sizes(
    examiner: Examiner,
    sample: Sample,
    board: Board,
    position: Any,
    sizes: Sequence[tuple[int, int]],
) -> None:
    for size in sizes:
        with examiner.at(sample.place(position)):
            drawing_size = examiner.call("drawing_size", board.drawing_size, *size)
            _require_size(examiner, drawing_size, f"drawing_size({size[0]}, {size[1]})")
            examiner.require_type(examiner.call("fits", board.fits, *size), bool, "fits")
            for move in (None, *sample.game.moves(position)[:2]):
                columns, rows = drawing_size
                lines = _draw(examiner, board, position, columns, rows, move)
                width = max(map(line_width, lines), default=0)
                found = f"{width} columns and {len(lines)} lines"
                is_within = width <= columns and len(lines) <= rows
                call = _draw_call(board, columns, rows)
                if not is_within:
                    examiner.record(call, found, f"at most {columns} columns and {rows} lines")
            _draw(examiner, board, position, *size, None)
    with examiner.at(sample.place(position)):
        _require_size(examiner, examiner.call("min_size", board.min_size), "min_size()")
        for width in (0, 20, 60):
            examiner.call("goal_lines", board.goal_lines, width, width // 3)


def _require_size(examiner: Examiner, size: Any, call: str) -> None:
    is_size = isinstance(size, tuple) and len(size) == 2
    is_size = is_size and all(isinstance(length, int) and length >= 0 for length in size)
    examiner.require(is_size, call, size, "a pair of numbers, columns and rows")


def _draw_call(board: Board, width: int, height: int) -> str:
    appearance = board.options.appearance
    settings = (
        [f"color_depth={show(appearance.color_depth)}"] if appearance.color_depth != "many" else []
    )
    settings += ["ascii_only=True"] if appearance.ascii_only else []
    settings += [f"theme={show(appearance.theme)}"] if appearance.theme != "terminal" else []
    settings += ["is_thumbnail=True"] if board.is_thumbnail else []
    return f"draw(position, {width}, {height})" + (
        f" with {', '.join(settings)}" if settings else ""
    )


def _draw(
    examiner: Examiner, board: Board, position: Any, width: int, height: int, move: Any
) -> list[list[tuple[str, str]]]:
    """Return a drawing after checking the types, the roles and the characters of its parts."""
    call = _draw_call(board, width, height)
    lines: list[list[tuple[str, str]]] = examiner.call(
        call, board.draw, position, width, height, move
    )
    examiner.require_type(lines, (list, tuple), call)
    for line in lines:
        examiner.require_type(line, (list, tuple), f"a line of {call}")
        for part in line:
            is_pair = isinstance(part, list | tuple) and len(part) == 2
            is_pair = is_pair and all(isinstance(text, str) for text in part)
            examiner.require(is_pair, f"a part of {call}", part, "a pair of text and role")
            text, role = part
            examiner.require(role in STYLES, f"a role of {call}", role, "a key of styles.STYLES")
            is_shown = text.isprintable()
            examiner.require(is_shown, f"a text of {call}", text, "printable characters")
            is_allowed = text.isascii() or not board.options.appearance.ascii_only
            examiner.require(is_allowed, f"a text of {call}", text, "ASCII characters")
    return lines


def check_input(examiner: Examiner, subject: Subject) -> None:
    """Check that keys, clicks and typed texts return legal moves or nothing, and never raise."""
    boards = _board_family(examiner, subject)
    for sample in subject.samples if boards else ():
        board = _create_board(examiner, boards, sample, Appearance())
        if not board:
            continue
        random = SeededRandom(subject.seed, 2)
        for key in KEYS:
            for position in _positions(sample):
                _try_key(examiner, sample, board, position, key)
        position = sample.game.start
        for _ in range(KEYS_PRESSED):
            position = _try_key(examiner, sample, board, position, random.choice(KEYS))
        for position in _positions(sample):
            _try_mouse(examiner, sample, board, position, random)
        for text in TYPED_TEXTS:
            with examiner.at(sample.place(sample.game.start)):
                examiner.attempt("parse_moves", board.parse_moves, sample.game.start, text)
                examiner.attempt("find_pieces", board.find_pieces, sample.game.start, text)


def _try_key(examiner: Examiner, sample: Sample, board: Board, position: Any, key: str) -> Any:
    """Press a key and return the position after it."""
    after = position
    with examiner.at(sample.place(position)):
        call = f"handle_key(position, {show(key)})"
        result = examiner.call(call, board.handle_key, position, key)
        after = _play_result(examiner, sample, board, position, call, result)
        examiner.require_type(
            examiner.call("handles_key", board.handles_key, key), bool, f"handles_key({show(key)})"
        )
        text = examiner.call("expected_keys_text", board.expected_keys_text, after)
        examiner.require_type(text, str, "expected_keys_text(position)")
        labels = examiner.call("key_labels", board.key_labels, after)
        examiner.require_type(labels, (tuple, list), "key_labels(position)")
        has_selection = examiner.call("has_selection", board.has_selection)
        examiner.require_type(has_selection, bool, "has_selection()")
        _draw(examiner, board, after, *board.drawing_size(*USUAL_SIZE), None)
    return after


def _play_result(
    examiner: Examiner, sample: Sample, board: Board, position: Any, call: str, result: Any
) -> Any:
    """Return the position after the moves of an input, which must be legal."""
    examiner.require_type(result, InputResult, call)
    examiner.require_type(result.moves, (tuple, list), f"{call}.moves")
    examiner.require_type(result.message, str, f"{call}.message")
    examiner.require_type(result.handled, bool, f"{call}.handled")
    examiner.require(
        result.handled or not result.moves, call, result, "no moves unless it is handled"
    )
    for move in result.moves:
        is_legal = move in list(sample.game.moves(position))
        after = position
        if not is_legal:  # such as several moves at once, of which the rules know
            after = examiner.attempt(
                f"play(position, {show(move)})", sample.game.play, position, move
            )
            examiner.require(
                not isinstance(after, ValueError), call, result.moves, "legal moves only"
            )
        else:
            after = sample.game.play(position, move)
        examiner.call("on_position_changed", board.on_position_changed, position, move, after)
        position = after
    return position


def _try_mouse(
    examiner: Examiner, sample: Sample, board: Board, position: Any, random: SeededRandom
) -> None:
    width, height = USUAL_SIZE
    with examiner.at(sample.place(position)):
        width, height = board.drawing_size(*USUAL_SIZE)
    for _ in range(CLICKS):
        start, end = (
            (random.randrange(width + 3) - 1, random.randrange(height + 3) - 1) for _ in range(2)
        )
        with examiner.at(sample.place(position)):
            for name, handle in (
                ("handle_click", board.handle_click),
                ("handle_double_click", board.handle_double_click),
            ):
                call = f"{name}(position, {start[0]}, {start[1]}, {width}, {height})"
                result = examiner.call(call, handle, position, *start, width, height)
                _play_result(examiner, sample, board, position, call, result)
            arguments = (position, start, end, width, height)
            call = f"is_same_place({start}, {end}, {width}, {height})"
            is_same = examiner.call(call, board.is_same_place, *arguments[1:])
            examiner.require_type(is_same, bool, call)
            examiner.call("preview_drag", board.preview_drag, *arguments)
            for cell in (start, None):
                examiner.call("peek", board.peek, position, cell, width, height)
            call = f"handle_drop(position, {start}, {end}, {width}, {height})"
            result = examiner.call(call, board.handle_drop, *arguments)
            _play_result(examiner, sample, board, position, call, result)
            examiner.call("clear_selection", board.clear_selection)


def check_board_texts(examiner: Examiner, subject: Subject) -> None:
    """Check hints, animations and the texts that the screen asks of the board."""
    boards = _board_family(examiner, subject)
    for sample in subject.samples if boards else ():
        board = _create_board(examiner, boards, sample, Appearance())
        if not board:
            continue
        for position in _positions(sample):
            for name in ("status_text", "dead_end_text"):
                with examiner.at(sample.place(position)):
                    text = examiner.call(f"{name}(position)", getattr(board, name), position)
                    examiner.require_type(text, str, f"{name}(position)")
            with examiner.at(sample.place(position)):
                notes = examiner.call("selection_notes", board.selection_notes, position)
                is_notes = not isinstance(notes, str) and all(isinstance(n, str) for n in notes)
                examiner.require(is_notes, "selection_notes(position)", notes, "a list of texts")
            for move in list(sample.game.moves(position))[:HINTED_MOVES]:
                _check_hint(examiner, sample, board, position, move)
                _check_step(examiner, sample, board, position, move)


def _check_hint(examiner: Examiner, sample: Sample, board: Board, position: Any, move: Any) -> None:
    with examiner.at(sample.place(position)):
        call = f"describe_piece(position, {show(move)})"
        text = examiner.call(call, board.describe_piece, position, move)
        is_text = isinstance(text, str) and bool(text.strip())
        examiner.require(is_text, call, text, "a text such as 'the peg at 4,2'")
        call = f"point_at(position, {show(move)})"
        examiner.call(call, board.point_at, position, move)
        mark = examiner.call("piece_of_move", board.piece_of_move, move)
        _draw(examiner, board, position, *board.drawing_size(*USUAL_SIZE), mark)
        if board.PLAY_HINT_KEY:
            _require_played(examiner, board, position, move, call, board.PLAY_HINT_KEY)
    with examiner.at(sample.place(position)):
        call = f"propose_move(position, {show(move)})"
        key = examiner.call(call, board.propose_move, position, move)
        examiner.require_type(key, str, call)
        _draw(examiner, board, position, *board.drawing_size(*USUAL_SIZE), move)
        if key:
            _require_played(examiner, board, position, move, call, key)
        examiner.call("clear_selection", board.clear_selection)


def _require_played(
    examiner: Examiner, board: Board, position: Any, move: Any, call: str, key: str
) -> None:
    """Require that a key plays a move after the board was told of it."""
    result = examiner.call(f"handle_key(position, {show(key)})", board.handle_key, position, key)
    is_played = isinstance(result, InputResult) and list(result.moves[:1]) == [move]
    expected = f"the move {show(move)}, as {call} names this key"
    if not is_played:
        examiner.record(f"handle_key(position, {show(key)}) after {call}", show(result), expected)


def _check_step(examiner: Examiner, sample: Sample, board: Board, position: Any, move: Any) -> None:
    with examiner.at(sample.place(position)):
        after = examiner.call("play", sample.game.play, position, move)
        for name, moves in (("move_text", move), ("step_text", [move])):
            text = examiner.call(name, getattr(board, name), position, moves)
            is_line = isinstance(text, str) and text.isprintable() and text
            examiner.require(is_line, f"{name}(position, {show(moves)})", text, "a line of text")
        step = examiner.call("first_step", board.first_step, position, [move])
        examiner.require(list(step)[:1] == [move], "first_step", step, f"[{show(move)}]")
        frames = examiner.call("animation_frames", board.animation_frames, position, [move], after)
        for frame in list(frames):
            examiner.call("a frame of animation_frames", frame, *board.drawing_size(*USUAL_SIZE))
        automatic = examiner.call("automatic_move", board.automatic_move, after)
        examiner.require(
            automatic is None or automatic in list(sample.game.moves(after)),
            "automatic_move(position)",
            automatic,
            "None or a legal move",
        )


def check_rules_page(examiner: Examiner, subject: Subject) -> None:
    """Check that the rules page can be written and shown, also with ASCII characters only."""
    boards = _board_family(examiner, subject)
    if not boards:
        return
    for appearance in (Appearance(), Appearance(ascii_only=True)):
        with examiner.at("the rules page"):
            options = UserOptions(replace(appearance, reduced_motion=True))
            document = RulesDocument(STYLES, appearance.ascii_only)
            arguments = (document, options, str)
            examiner.call("write_rules(document, options, keys)", boards.write_rules, *arguments)
            for width in (30, 78, 120):
                examiner.call(f"the page, {width} columns wide", _render, document, width)


def _render(document: RulesDocument, width: int) -> list[str]:
    return list(render_lines(document.document, width))
