"""What is shared of a game: its moves as a line that opens it, or the result without moves."""

from ludoscope.games import FAMILIES
from ludoscope.puzzles import daily
from ludoscope.tui.model.badge import rating
from ludoscope.tui.model.game_model import Table
from ludoscope.tui.model.players import SIDES
from ludoscope.tui.model.session import Session
from ludoscope.tui.text import formatting

STARS = 3


def forms(table: Table) -> list[tuple[str, str]]:
    """What can be copied, each with what it is: a line that holds the puzzle and the moves shown.

    Of a game that is won also how it went; of a daily puzzle that first.
    """
    found = [("the moves", line(table))]
    if told := summary(table):
        found.insert(not is_daily(table), ("the result", told))
    return found


def line(table: Table) -> str:
    """The puzzle, and the moves to the position shown; what came of them, once that is known."""
    from ludoscope.puzzles import share

    session = table.session
    show_clock = table.options.preferences.show_clock
    said = result_words(session, show_clock) if session.over and not table.replay else ""
    return share.encode(table.puzzle, table.way, said)


def result_words(session: Session, timed: bool = True) -> str:
    """How it ended: "solved in 18 moves, 2:41"."""
    length = formatting.made(session)
    if session.game.players == 2:
        return f"{SIDES[1 - session.to_move]} won in {length}"
    time = formatting.clock(session.elapsed(0)).removeprefix("0")
    return f"solved in {length}" + (f", {time}" if timed else "")


def summary(table: Table) -> str:
    """How it went, in three lines that give nothing away: for a chat.

    Ludoscope · ORush · Daily 2026-11-20
    ★★☆ solved in 27 steps, 2:41, no hint
    ludoscope orush-daily-2026-11-20

    "" of a game that is not won. The last line opens the puzzle, in a shell or pasted.
    """
    from ludoscope.puzzles import share

    session, result = table.session, table.result
    if not session.won or table.replay:
        return ""
    rated = rating(table.analysis, session, result.fewest if result else None)
    stars = "★" * rated.stars + "☆" * (STARS - rated.stars) + " " if rated else ""
    said = result_words(session, table.options.preferences.show_clock)
    helped = formatting.number(session.hints, "hint") if session.hints else "no hint"
    opens = share.encode(table.puzzle, ())
    if is_daily(table):
        opens = opens.removesuffix(" 0:")
    family, title = FAMILIES[session.game.family].title, table.puzzle.title
    title = "".join(char if char.isprintable() else "?" for char in title)  # a file's may be any
    return f"{share.SUMMARY_PREFIX}{family} · {title}\n{stars}{said}, {helped}\n{opens}"


def is_daily(table: Table) -> bool:
    """Whether it is the puzzle of a day."""
    try:
        return daily.parse_day(table.puzzle.name, table.game.family) is not None
    except ValueError:
        return False
