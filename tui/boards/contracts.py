"""Contracts of the classes of the boards, with the replacements of methods that fail.

See `games.plugin_guard`. A board that fails shows the fault in place of its drawing, and keys and
clicks on it do nothing.
"""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from ludoscope.games import AnyGame
from ludoscope.games.plugin_guard import Contract, add_contract
from ludoscope.games.registry import PluginFault
from ludoscope.games.type_checks import WrongType
from ludoscope.tui.boards.board import NOT_HANDLED, Board, CellOffset, InputResult
from ludoscope.tui.boards.editor_board import EditorBoard
from ludoscope.tui.boards.family import BoardFamily
from ludoscope.tui.boards.spoken_board import SpokenBoard
from ludoscope.tui.boards.styles import STYLES
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model.editor import Editor
from ludoscope.tui.model.reference import Reference
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import StyledLine

FAULT_ROLE = "bad"
MAX_DRAWING_SIZE = 1000  # columns or lines
MIN_FAULT_SIZE = (30, 6)  # columns and lines of a message


class FailedBoard(Board):
    """The board shown for a game whose own board cannot be created."""

    def __init__(self, game: AnyGame, options: UserOptions, message: str) -> None:
        super().__init__(game, options)
        self._message = message

    def drawing_size(self, width: int, height: int) -> tuple[int, int]:
        return max(width, MIN_FAULT_SIZE[0]), max(height, MIN_FAULT_SIZE[1])

    def min_size(self) -> tuple[int, int]:
        return MIN_FAULT_SIZE

    def draw(
        self, position: Any, width: int, height: int, marked_move: Any = None
    ) -> list[StyledLine]:
        return _draw_fault(self._message, width, height)

    def handle_key(self, position: Any, key: str) -> InputResult:
        return NOT_HANDLED

    def handle_click(self, position: Any, x: int, y: int, width: int, height: int) -> InputResult:
        return NOT_HANDLED

    def propose_move(self, position: Any, move: Any) -> str:
        return ""

    def describe_piece(self, position: Any, move: Any) -> str:
        return ""


def _draw_fault(message: str, width: int, height: int) -> drawing.MessageDrawing:
    return drawing.MessageDrawing(message, FAULT_ROLE, width, height)


def _fault_drawing(
    fault: PluginFault, board: Board, position: Any, width: int, height: int, *_: Any
) -> list[StyledLine]:
    return _draw_fault(str(fault), width, height)


def _fault_size(fault: PluginFault, board: Board, width: int, height: int) -> tuple[int, int]:
    return max(width, MIN_FAULT_SIZE[0]), max(height, MIN_FAULT_SIZE[1])


def _message(fault: PluginFault, board: Board, *_: Any) -> InputResult:
    return InputResult(message=str(fault))


def _unmarked_move(fault: PluginFault, board: Board, move: Any) -> Any:
    return move


def _first_move(
    fault: PluginFault, board: Board, position: Any, line: Sequence[Any]
) -> Sequence[Any]:
    return line[:1]


def _failed_board(
    fault: PluginFault, family: BoardFamily, game: AnyGame, options: UserOptions
) -> Board:
    return FailedBoard(game, options, str(fault))


def _default_spoken_board(fault: PluginFault, family: BoardFamily, game: AnyGame) -> SpokenBoard:
    return SpokenBoard(game)


def _with_guarded_game(board: SpokenBoard, game: AnyGame) -> SpokenBoard:
    """Return a board of Ludoscope's own, which is not guarded itself, with the guarded game."""
    return SpokenBoard(game) if type(board) is SpokenBoard else board


def _fault_sentence(fault: PluginFault, *_: Any) -> Sequence[str]:
    return (str(fault),)


def _fault_paragraph(
    fault: PluginFault, family: BoardFamily, document: Any, options: UserOptions, keys: Any
) -> None:
    document.add_paragraph(str(fault), FAULT_ROLE)


def _bounded_size(size: tuple[int, int], *_: Any) -> tuple[int, int]:
    if not all(0 <= count <= MAX_DRAWING_SIZE for count in size):
        raise WrongType(f"two numbers from 0 to {MAX_DRAWING_SIZE}")
    return size


def _known_roles(lines: list[StyledLine], *_: Any) -> list[StyledLine]:
    for line in lines:
        for _text, role in line:
            if role not in STYLES:
                raise WrongType("roles of ludoscope.tui.boards.styles.STYLES")
    return lines[:MAX_DRAWING_SIZE]


def _nothing(*_: Any) -> None:
    return None


def _no_text(*_: Any) -> str:
    return ""


def _no_items(*_: Any) -> Sequence[Hashable]:
    return ()


def _false(*_: Any) -> bool:
    return False


def _no_mapping(*_: Any) -> Mapping[str, Any]:
    return {}


def _is_same_cell(
    fault: PluginFault, board: Any, start: CellOffset, end: CellOffset, *_: Any
) -> bool:
    return start == end


add_contract(
    Contract(
        Board,
        value_errors=("parse_moves",),
        functions=("animation_frames",),
        checks={
            "drawing_size": _bounded_size,
            "min_size": _bounded_size,
            "draw": _known_roles,
            "animation_frames()": _known_roles,
            "goal_lines": _known_roles,
        },
        replacements={
            "drawing_size": _fault_size,
            "min_size": lambda *_: MIN_FAULT_SIZE,
            "fits": lambda *_: True,
            "draw": _fault_drawing,
            "animation_frames": _no_items,
            "animation_frames()": lambda fault, board, width, height: _draw_fault(
                str(fault), width, height
            ),
            "piece_of_move": _unmarked_move,
            "goal_lines": _no_items,
            "handle_key": _message,
            "handles_key": _false,
            "key_labels": _no_items,
            "has_selection": _false,
            "expected_keys_text": _no_text,
            "handle_click": _message,
            "handle_double_click": _message,
            "is_same_place": _is_same_cell,
            "preview_drag": _false,
            "peek": _false,
            "handle_drop": _message,
            "clear_selection": _false,
            "find_pieces": _no_text,
            "on_position_changed": _nothing,
            "automatic_move": _nothing,
            "first_step": _first_move,
            "point_at": _nothing,
            "propose_move": _no_text,
            "propose_step": _no_text,
            "set_move_values": _nothing,
            "has_move_values": _false,
            "shows_values": _false,
            "value_of": _nothing,
            "step_values": _no_mapping,
            "value_text": _no_text,
            "best_first_texts": _no_items,
            "move_text": lambda *_: "?",
            "step_text": lambda *_: "?",
            "describe_move": lambda *_: "?",
            "describe_piece": lambda *_: "?",
            "describe_step": lambda *_: "?",
            "explain_move": _no_text,
            "proof_overlay": _no_text,
            "status_text": _no_text,
            "goal_position": _nothing,
            "dead_end_text": _no_text,
            "selection_notes": _no_items,
        },
    )
)
add_contract(
    Contract(
        BoardFamily,
        names={"Reference": Reference, "EditorBoard": EditorBoard},
        functions=("library_actions",),
        checks={"create_spoken_board": _with_guarded_game},
        replacements={
            "create_board": _failed_board,
            "create_spoken_board": _default_spoken_board,
            "write_rules": _fault_paragraph,
            "create_reference": _nothing,
            "start_value": _nothing,
            "puzzle_fact": lambda fault, *_: str(fault),
            "create_editor": _nothing,
            "user_entries": _no_items,
            "library_actions": _no_mapping,
            "library_actions()": _nothing,
        },
    )
)
add_contract(
    Contract(
        SpokenBoard,
        value_errors=("describe_place",),
        replacements={
            "describe_rules": _fault_sentence,
            "summarise": _fault_sentence,
            "describe_board": _fault_sentence,
            "describe_place": lambda fault, *_: str(fault),
            "legal_steps": _no_items,
            "describe_moves": lambda *_: "?",
            "format_notation": _no_text,
            "to_notation": lambda fault, board, position, text: text,
        },
    )
)
add_contract(
    Contract(
        EditorBoard,
        value_errors=("handle_key", "handle_click", "handle_drop", "remove", "enter"),
        checks={"drawing_size": _bounded_size, "min_size": _bounded_size, "draw": _known_roles},
        replacements={
            "pane_titles": lambda *_: ("",),
            "drawing_size": _fault_size,
            "min_size": lambda *_: MIN_FAULT_SIZE,
            "draw": lambda fault, board, pane, width, height: _draw_fault(
                str(fault), width, height
            ),
            "key_labels": _no_items,
            "note": _no_text,
            "entry_hint": _no_text,
            "handles_key": _false,
            "handle_key": _false,
            "handle_click": _false,
            "is_same_place": _is_same_cell,
            "handle_drop": _false,
            "remove": _nothing,
            "clear_selection": _false,
            "enter": _nothing,
        },
    )
)
add_contract(
    Contract(
        Editor,
        value_errors=("choose_board", "enter", "paste"),
        replacements={
            "game": _nothing,
            "problems": lambda fault, *_: (str(fault),),
            "summary": _no_text,
            "refutation": _no_text,
            "list_boards": _no_items,
            **dict.fromkeys(
                ("undo", "redo", "clear", "fill", "load", "enter", "choose_board", "paste"),
                _nothing,
            ),
        },
    )
)
add_contract(
    Contract(
        Reference,
        replacements={"find_verdict": _nothing},
    )
)
