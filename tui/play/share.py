"""The line to send of what a play screen shows."""

from ludoscope.tui.play.seats import SIDES
from ludoscope.tui.play.session import Session
from ludoscope.tui.play.table import Table
from ludoscope.tui.text import words


def line(table: Table) -> str:
    """The puzzle, and the moves to the position shown; what came of them, once that is known."""
    from ludoscope.puzzles import share

    session = table.session
    said = result(session, table.look.clock) if session.over and not table.replay else ""
    return share.write(table.puzzle, table.way, said)


def result(session: Session, timed: bool = True) -> str:
    """How it ended: "solved in 18 moves, 2:41"."""
    length = words.made(session)
    if session.game.players == 2:
        return f"{SIDES[1 - session.to_move]} won in {length}"
    time = words.clock(session.elapsed(0)).removeprefix("0")
    return f"solved in {length}" + (f", {time}" if timed else "")
