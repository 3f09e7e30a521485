"""Hints for the current move: what a known line plays, or since when the game is lost."""

from collections.abc import Hashable, Sequence
from typing import Any

from ludoscope.tui.model.badge import MOVE
from ludoscope.tui.model.game_model import Table


def show_hint(table: Table, move: Hashable) -> None:
    """Point at what a move moves; asked again say the move, one key from being made."""
    position, board, key = table.session.position, table.board, table.key("play.hint", "i")
    first = table.hint is None
    if first:
        table.hint = move
        table.session.hints += 1
    if first and not board.WHOLE_HINTS:
        board.point(position, move)
        where = board.where(position, move)
        plays = f"{_sign(table, board.POINTED)} plays, " if board.POINTED else ""
        table.tell(f"hint: look at {where}; {plays}{key} again shows the move")
        return
    table.told = True
    step = _step(table, position, move)
    said = board.say_step(position, step)
    does = _sign(table, board.offer_all(position, step))
    typed = table.game.move_text(position, table.hint)
    table.tell(f"hint: {said}; {f'{does} plays it' if does else f'typed: {typed}'}")


def _sign(table: Table, key: str) -> str:
    """How a key of the board is shown."""
    return table.options.key_display("board.enter", "⏎") if key == "enter" else key


def show_loss(table: Table, proof: str) -> None:
    """Say since when the game is lost; asked again, what takes it back, and why it is lost."""
    session, move = table.session, MOVE.get(table.game.measure, "move")
    since, certain = table.analysis.lost_since(session)
    number = session.number(since)
    if not since:
        table.tell(f"no {move} helps: {proof}")
    elif table.told:
        first, last = next(span for span in session.spans if span[1] >= since)
        made = [session.made(ply)[1] for ply in range(first, last)]
        text = table.board.say_step(session.positions[first], made)
        back = table.key("play.winnable", "z")
        table.tell(f"{back} goes back before move {number}, {text}; lost: {proof}")
    else:
        when = f"since move {number}" if certain else f"by move {number} at the latest"
        again = f"{table.key('play.hint', 'i')} again shows the way back"
        table.tell(f"no {move} helps: lost {when}; {again}")
    table.told = True


def _step(table: Table, position: Hashable, move: Hashable) -> Sequence[Any]:
    """The move, and those of a known line that a person makes at once with it."""
    for line in (table.solution, table.advice):
        if line and (rest := line.rest(position)) and rest[0] == move:
            return table.board.step(position, rest)
    return [move]


def known_move(table: Table) -> Any | None:
    """What the solution found, or that of the last hint, plays here; None beside them."""
    lines = (line for line in (table.solution, table.advice) if line)
    moves = (line.next_move(table.session.position) for line in lines)
    return next((move for move in moves if move is not None), None)
