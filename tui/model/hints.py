"""Hints for the current move: the move of a known line, or the move that lost the game.

Each hint has two stages: the first says where to look, the second says the move itself.
"""

from collections.abc import Hashable, Sequence

from ludoscope.tui.boards.board import BOARD_COMMANDS
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.text.formatting import step_unit


def show_hint(model: GameModel, move: Hashable) -> None:
    """Point at the piece to move; if called again for the position, show the move."""
    position, board = model.session.position, model.board
    hint_key = model.key_display("play.hint", "i")
    is_first = model.hint is None
    if is_first:
        model.hint = move
        model.session.hint_count += 1
    if is_first and not board.HINTS_SHOW_MOVE:
        board.point_at(position, move)
        where = board.describe_piece(position, move)
        keys = f"{hint_key} again shows the move"
        if board.PLAY_HINT_KEY:
            keys = f"{_display_board_key(model, board.PLAY_HINT_KEY)} plays, {keys}"
        model.show_message(f"Hint: look at {where}; {keys}")
        return
    model.hint_revealed = True
    step = _find_step(model, position, move)
    play_key = _display_board_key(model, board.propose_step(position, step))
    notation = model.game.move_text(position, model.hint)
    how_to_play = f"{play_key} plays it" if play_key else f"typed: {notation}"
    model.show_message(f"Hint: {board.step_text(position, step)}; {how_to_play}")


def _display_board_key(model: GameModel, key: str) -> str:
    """Return a key of the board, or of one of its commands, as it is shown."""
    if key in BOARD_COMMANDS:
        return model.key_display(f"play.{key}", BOARD_COMMANDS[key])
    return model.key_display("board.enter", "⏎") if key == "enter" else key


def explain_loss(model: GameModel, proof: str) -> None:
    """Show which move lost the game; if called again, the key that goes back and the proof."""
    session, noun = model.session, step_unit(model.game).singular
    loss = model.analysis.find_loss(session)
    number = session.move_number(loss.ply)
    if not loss.ply:
        model.show_message(f"No {noun} helps: {proof}")
    elif model.hint_revealed:
        step = next(each for each in session.step_ranges if each.end >= loss.ply)
        moves = [session.move_at(index).move for index in range(step.start, step.end)]
        step_text = model.board.step_text(session.positions[step.start], moves)
        winnable_key = model.key_display("play.winnable", "z")
        model.show_message(
            f"{winnable_key} goes back before move {number}, {step_text}; lost: {proof}"
        )
    else:
        when = f"since move {number}" if loss.is_certain else f"by move {number} or earlier"
        hint_key = model.key_display("play.hint", "i")
        model.show_message(f"No {noun} helps: lost {when}; {hint_key} again shows the way back")
    model.hint_revealed = True


def _find_step(model: GameModel, position: Hashable, move: Hashable) -> Sequence[Hashable]:
    """Return `move` with the moves that a known line makes in the same step."""
    for line in (model.solution, model.hint_line):
        if line:
            moves = line.moves_from(position)
            if moves and moves[0] == move:
                return model.board.first_step(position, moves)
    return [move]


def find_known_move(model: GameModel) -> Hashable | None:
    """Return the move that the solution or the line of the last hint plays here, if any does."""
    lines = [line for line in (model.solution, model.hint_line) if line]
    moves = (line.next_move(model.session.position) for line in lines)
    return next((move for move in moves if move is not None), None)
