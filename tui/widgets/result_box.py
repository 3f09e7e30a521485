"""The end of a game in a box: what was reached, how it compares, what can be done next.

It stands above the moves at the board's side; where the board has the whole width, upon it, if
there is a place with nothing on it, and else what matters is said in the line below.

A dead end is told there as well: nothing can move and the goal is missed; since when, and the way
back.
"""

from collections.abc import Iterator

from ludoscope.tui.boards.board import Line
from ludoscope.tui.model.badge import Rating, rating
from ludoscope.tui.model.game_model import Table
from ludoscope.tui.model.players import PERSON, SIDES, wins
from ludoscope.tui.model.players import words as pairing
from ludoscope.tui.model.result import Result
from ludoscope.tui.model.session import Session
from ludoscope.tui.text import drawing, formatting
from ludoscope.tui.text.drawing import Block

STARS = 3
MARGIN = 1  # cells before a line
ROW = 9  # cells for a key and what it does
DEAD_END = "✗ No moves left"
SEARCHED = "looking for the move that lost it…"


def outcome(table: Table) -> str:
    if table.game.players == 1:
        return "✓ solved"
    if table.session.players.count(PERSON) != 1:
        return f"{SIDES[1 - table.session.to_move].capitalize()} won"
    return "✓ you won" if table.session.won else "the program won"


def good(table: Table) -> bool:
    """Whether somebody at the keyboard has won."""
    return table.session.won or table.session.players.count(PERSON) != 1


def brief(table: Table) -> Line:
    """In a line, where there is no room for a box."""
    if table.stuck:
        said = ", ".join([DEAD_END.lower(), *_sentences(table)])
        return [(said, "bad"), *_joined(_ways(table))]
    stars = [f"{'*' * rated.stars} {rated.said}"] if (rated := _rating(table)) else []
    made = f"{outcome(table)} in {formatting.made(table.session)}"
    said = " · ".join([made, *stars, *(text for text, _ in _compared(table))])
    return [(said, "good" if good(table) else "bad")]


def result_box(table: Table, width: int, height: int) -> Block:
    """The same in a box of at most `height` lines, to be laid upon a board."""
    lines = result_lines(table, width - 2 - MARGIN, height - 2)
    shown: Block = [[(" " * MARGIN, ""), *line] for line in lines]
    return drawing.box(result_title(table), shown, width, len(shown) + 2) if shown else []


def result_lines(table: Table, width: int, height: int, least: int = 0) -> Block:
    """At most `height` lines, with fewer blank ones where they are few; if it can be, `least`.

    That is what the goal had, which stood there before: the box need not be another one.
    """
    if height < 1:
        return []
    told, keys = _dead_end(table, width) if table.stuck else _end(table, width)
    spare = least - len(told) - len(keys)
    above, between = (0, spare) if spare in (0, 1) else (1, max(1, spare - 1))
    lines: Block = [*([] for _ in range(above)), *told, *([] for _ in range(between)), *keys]
    return lines if len(lines) <= height else [*told[: max(1, height - len(keys))], *keys][:height]


def _end(table: Table, width: int) -> tuple[Block, Block]:
    """What is told of a game that is over, and the keys below that."""
    timed = table.game.players == 1 and table.options.preferences.show_clock
    clock = f"{formatting.clock(table.session.elapsed(0))} " if timed else ""
    made: Line = [("in ", ""), (formatting.made(table.session), "title")]
    told: Block = [drawing.ends(made, [(clock, "title")], width)]
    if clock and drawing.cells(made) + len(clock) >= width:
        told = [made, [(clock, "title")]]
    told += _rated(table, width)
    rated = _rating(table)
    rule = [(rated.rule, "dim")] if rated else []
    for sentence, role in (*_compared(table), *_alone(table), *rule):
        told += drawing.wrap(sentence, width - 1, role)
    return told, _keys(table)


def result_title(table: Table) -> str:
    if table.stuck:
        return DEAD_END
    said = outcome(table).removeprefix("✓ ").capitalize()
    return f"✓ {said}" if good(table) else said


def _rating(table: Table) -> Rating | None:
    result = table.result
    return rating(table.analysis, table.session, result.fewest if result else None)


def _rated(table: Table, width: int) -> Block:
    """The stars, and beside them how the length compares with the fewest moves."""
    result, session = table.result, table.session
    rated = _rating(table)
    if not rated:
        proving = result and result.proving and session.game.players == 1
        return [[("·" * STARS, "dim")]] if proving else []  # what will come has its place
    stars, said, _ = rated
    shown = stars if not result or result.lit else 0
    lines = drawing.wrap(said, width - STARS - 1)
    lines[0] = [("*" * shown, "key"), ("·" * (STARS - shown), "dim"), (" ", ""), *lines[0]]
    return [lines[0], *([(" " * (STARS + 1), ""), *line] for line in lines[1:])]


def _compared(table: Table) -> Iterator[tuple[str, str]]:
    """With perfect play, and with what the person has reached before."""
    session, result = table.session, table.result
    if session.game.players == 2:
        yield pairing(session.players), ""
        if said := _duel(table):
            yield said, ""
    if not result:
        return
    if session.won and result.before and not session.hints and session.game.players == 1:
        yield from _records(session, result, table.options.preferences.show_clock)


def _records(session: Session, result: Result, timed: bool) -> Iterator[tuple[str, str]]:
    """Whether the person has done better than ever, and what that was."""
    before, length = result.before, session.count
    assert before
    seconds = session.elapsed(0)
    shorter = before.length is not None and length < before.length
    faster = timed and before.seconds is not None and seconds < before.seconds
    if not result.fresh:
        shorter = faster = False
    if shorter or faster:
        both = "fewest moves, fastest" if shorter and faster else None
        yield f"your record: {both or ('fewest moves' if shorter else 'fastest')}", "good"
    bests = [formatting.number(before.length, "move")] if before.length is not None else []
    if timed and before.seconds is not None:
        bests.append(formatting.clock(before.seconds))
    if bests:
        yield f"{'before' if shorter or faster else 'your best'}: {', '.join(bests)}", "dim"


def _duel(table: Table) -> str:
    """How the game compares with perfect play, if the value of its start is known."""
    analysis, session = table.analysis, table.session
    start = analysis.of(session.positions[0])
    if not start or start.value is None:
        return ""
    value, perfect = start.value, abs(start.value) == session.ply
    for position in session.positions[: session.ply + 1]:
        known = analysis.of(position)
        perfect = perfect and (not known or known.value in (None, value))
        value = 1 - value if value > 0 else -1 - value
    if perfect:
        return "with best play"
    return f"with best play {wins(start.value)}"


def _alone(table: Table) -> Iterator[tuple[str, str]]:
    """What helped, and how many such games there were before it."""
    session = table.session
    if not session.won:
        return
    helped = formatting.number(session.hints, "hint") if session.hints else "no hint"
    yield f"{helped}, {'undo used' if session.undid else 'no undo'}", "dim"
    if table.result and table.result.streak > 1:
        yield f"{table.result.streak} won in a row", "dim"


def _keys(table: Table) -> Block:
    """What can be done next, three to a line."""
    key = table.key
    rows = (
        (
            (key("go.next", "n"), "next"),
            (key("go.restart", "r"), "again"),
            (key("play.watch", "w"), "watch"),
        ),
        (
            (key("play.copy", "c"), "share"),
            (key("play.tree", "t"), "tree"),
            *([(key("play.winnable", "z"), "back")] if table.fallen else []),
        ),
    )
    return [
        [part for k, does in row for part in ((k, "key"), (f" {does}".ljust(ROW - len(k)), ""))]
        for row in rows
    ]


# A dead end


def _dead_end(table: Table, width: int) -> tuple[Block, Block]:
    """What is told of it; the way back in a line of its own, then the keys that always are."""
    told: Block = []
    for at, sentence in enumerate(_sentences(table)):
        told += drawing.wrap(sentence, width - 1, "bad" if at else "")
    *first, undo, again = _ways(table)
    lines = [_joined(first)[1:]] if first else []
    return told, [drawing.fit(line, width) for line in (*lines, _joined([undo, again])[1:])]


def _sentences(table: Table) -> list[str]:
    """How far from the goal it is, and which move lost the game."""
    said = [table.board.dead_end(table.session.position)]
    if lost := _lost_at(table):
        move = table.board.say(*table.session.made(lost - 1))
        return [*said, f"lost at move {table.session.number(lost)}: {move}"]
    if table.options.preferences.analysis:
        certain = table.course.question(table.session.ply) is None
        said.append("lost from the start" if certain else SEARCHED)
    return said


def _lost_at(table: Table) -> int:
    """How many moves led to the one that lost the game, with it, 0 where it is not known."""
    ply, course = table.session.ply, table.course
    won = course.winnable_before(ply)
    return 0 if won is None or course.lost_from(ply) != won + 1 else won + 1


def _ways(table: Table) -> list[tuple[str, str]]:
    key, lost = table.key, _lost_at(table)
    back = f"back before move {table.session.number(lost)}" if lost else "back to winnable"
    ways = [(key("play.winnable", "z"), back)] if table.fallen else []
    return [*ways, (key("play.undo", "u"), "undo"), (key("go.restart", "r"), "again")]


def _joined(ways: list[tuple[str, str]]) -> Line:
    return [part for k, does in ways for part in (("  ", ""), (k, "key"), (f" {does}", ""))]
