"""Hints for the current move: the move of a known line, or the move that lost the game.

Each hint has two stages: the first says where to look, the second says the move itself.
"""

from collections.abc import Hashable, Sequence

from ludoscope.tui.model.badge import MOVE_NOUNS
from ludoscope.tui.model.game_model import Table


def show_hint(table: Table, move: Hashable) -> None:
    """Point at the piece to move; if called again for the position, show the move."""
    position, board, hint_key = table.session.position, table.board, table.key("play.hint", "i")
    is_first = table.hint is None
    if is_first:
        table.hint = move
        table.session.hints += 1
    if is_first and not board.WHOLE_HINTS:
        board.point(position, move)
        where = board.where(position, move)
        play_key = f"{_display_board_key(table, board.POINTED)} plays, " if board.POINTED else ""
        table.tell(f"Hint: look at {where}; {play_key}{hint_key} again shows the move")
        return
    table.told = True
    step = _find_step(table, position, move)
    play_key = _display_board_key(table, board.offer_all(position, step))
    notation = table.game.move_text(position, table.hint)
    how_to_play = f"{play_key} plays it" if play_key else f"typed: {notation}"
    table.tell(f"Hint: {board.say_step(position, step)}; {how_to_play}")


def _display_board_key(table: Table, key: str) -> str:
    """Return a key of the board as it is shown."""
    return table.options.key_display("board.enter", "⏎") if key == "enter" else key


def show_loss(table: Table, proof: str) -> None:
    """Show which move lost the game; if called again, the key that goes back and the proof."""
    session, noun = table.session, MOVE_NOUNS.get(table.game.measure, "move")
    loss = table.analysis.find_loss(session)
    number = session.number(loss.ply)
    if not loss.ply:
        table.tell(f"No {noun} helps: {proof}")
    elif table.told:
        first, end = next(step for step in session.spans if step[1] >= loss.ply)
        moves = [session.made(index).move for index in range(first, end)]
        step_text = table.board.say_step(session.positions[first], moves)
        winnable_key = table.key("play.winnable", "z")
        table.tell(f"{winnable_key} goes back before move {number}, {step_text}; lost: {proof}")
    else:
        when = f"since move {number}" if loss.is_certain else f"by move {number} or earlier"
        hint_key = table.key("play.hint", "i")
        table.tell(f"No {noun} helps: lost {when}; {hint_key} again shows the way back")
    table.told = True


def _find_step(table: Table, position: Hashable, move: Hashable) -> Sequence[Hashable]:
    """Return `move` with the moves that a known line makes in the same step."""
    for line in (table.solution, table.advice):
        if line:
            moves = line.moves_from(position)
            if moves and moves[0] == move:
                return table.board.step(position, moves)
    return [move]


def known_move(table: Table) -> Hashable | None:
    """Return the move that the solution or the line of the last hint plays here, if any does."""
    lines = [line for line in (table.solution, table.advice) if line]
    moves = (line.next_move(table.session.position) for line in lines)
    return next((move for move in moves if move is not None), None)
