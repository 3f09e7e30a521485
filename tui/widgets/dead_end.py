"""A dead end in a box: nothing can move and the goal is missed; since when, and the way back."""

from ludoscope.tui.boards.board import Line
from ludoscope.tui.play.table import Table
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block

TITLE = "✗ No moves left"
SEARCHED = "looking for the move that lost it…"


def dead_end_lines(table: Table, width: int, height: int, least: int = 0) -> Block:
    """At most `height` lines, the keys below; if it can be, `least` of them."""
    told: Block = []
    for at, sentence in enumerate(_sentences(table)):
        told += drawing.wrap(sentence, width - 1, "bad" if at else "")
    keys = _keys(table, width)
    spare = least - len(told) - len(keys)
    above, between = (0, spare) if spare in (0, 1) else (1, max(1, spare - 1))
    lines: Block = [*([] for _ in range(above)), *told, *([] for _ in range(between)), *keys]
    return lines if len(lines) <= height else [*told[: max(1, height - len(keys))], *keys][:height]


def dead_end_brief(table: Table) -> Line:
    """In a line, where there is no room for a box."""
    said = [TITLE.lower(), *_sentences(table)]
    return [(", ".join(said), "bad"), *_joined(_ways(table))]


def _sentences(table: Table) -> list[str]:
    """How far from the goal it is, and which move lost the game."""
    said = [table.board.dead_end(table.session.position)]
    if lost := _lost_at(table):
        move = table.board.say(*table.session.made(lost - 1))
        return [*said, f"lost at move {table.session.number(lost)}: {move}"]
    if table.look.analysis:
        certain = table.course.question(table.session.ply) is None
        said.append("lost from the start" if certain else SEARCHED)
    return said


def _lost_at(table: Table) -> int:
    """How many moves led to the one that lost the game, with it, 0 where it is not known."""
    session = table.session
    ply = table.course.winnable_before(session.ply)
    known = ply is not None and table.course.lost_from(session.ply) == ply + 1
    return ply + 1 if known and ply is not None else 0


def _ways(table: Table) -> list[tuple[str, str]]:
    key, lost = table.key, _lost_at(table)
    back = f"back before move {table.session.number(lost)}" if lost else "back to winnable"
    ways = [(key("play.winnable", "z"), back)] if table.fallen else []
    return [*ways, (key("play.undo", "u"), "undo"), (key("go.restart", "r"), "again")]


def _joined(ways: list[tuple[str, str]]) -> Line:
    return [part for k, does in ways for part in (("  ", ""), (k, "key"), (f" {does}", ""))]


def _keys(table: Table, width: int) -> Block:
    """The way back in a line of its own, then the keys that there always are."""
    *first, undo, again = _ways(table)
    lines = [_joined(first)[1:]] if first else []
    return [drawing.fit(line, width) for line in (*lines, _joined([undo, again])[1:])]
