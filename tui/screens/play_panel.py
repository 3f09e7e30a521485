"""The panel beside the board: the goal or the end of the game, the moves, what is said of them."""

from collections.abc import Sequence

from ludoscope.tui.boards.board import Line
from ludoscope.tui.play.badge import comment, mark
from ludoscope.tui.play.history import Node
from ludoscope.tui.play.solving import Solving
from ludoscope.tui.play.table import Table
from ludoscope.tui.screens.solver_panel import LOW, ended, solver_box
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.widgets.ending_box import ending_box

LEAST = 6  # lines of the box of moves
LISTED = 3  # moves at least that are listed before anything is said below them
USUAL = 3  # lines for what is said, kept free while nothing is: the list stays where it is
SAID = 18  # columns of a move in the list; then the sign whether the game could still be won


def panel(table: Table, width: int, height: int) -> Block:
    solving = table.solving
    if solving and not solving.verdict:
        return solver_box(table, solving, width, height)
    if solving and table.replay:
        return _found(table, solving, width, height)
    boxes: Block = []
    goal = table.goal(width - 4, height * 2 // 5)
    stands = len(goal) + 2 if goal and len(goal) + 2 <= height - LEAST else 0
    if table.session.over:
        boxes += ending_box(table, width, height - LEAST, stands)
    elif stands:
        picture = drawing.centre(goal, width - 2, len(goal))
        boxes += drawing.box("Goal", picture, width, stands)
    below: Block = []
    if solving:
        summary = [[(" ", ""), *line] for line in ended(solving, width - 4)]
        below = drawing.box(f"Solver: {solving.solver.name}", summary, width, len(summary) + 2)
    if len(boxes) + len(below) + LEAST > height:
        below = []
    rest = height - len(boxes) - len(below)
    kept = min(LISTED, max(1, table.session.ply + table.session.undone))
    room = max(0, rest - 2 - kept)
    said = _cut(_said(table, width - 4), room, width - 4)
    free = min(USUAL, room) if table.look.analysis and not table.replay else 0
    listed = rest - 2 - max(len(said), free)
    lines = drawing.block(moves(table, width - 2, listed), width - 2, listed)
    return boxes + drawing.box("Moves", [*lines, *said], width, rest) + below


def _found(table: Table, solving: Solving, width: int, height: int) -> Block:
    """What a solver came to, above its line of moves."""
    inner = width - 4
    lines: Block = [[]] if height > LOW else []
    lines += ended(solving, inner)
    lines += [[], *moves(table, inner, height - len(lines) - 4)]
    title = f"Solver: {solving.solver.name}"
    return drawing.box(title, [[(" ", ""), *line] for line in lines], width, height)


def _said(table: Table, width: int) -> Block:
    """Below the moves, after a blank line: of what is picked, else of the last move."""
    lines: Block = []
    for sentence in remarks(table):
        lines += [[(" ", ""), *line] for line in drawing.wrap(sentence, width)]
    return [[], *lines] if lines else []


def _cut(lines: Block, height: int, width: int) -> Block:
    """At most so many lines, with a sign where others are left out."""
    if not height or len(lines) <= height:
        return lines[:height]
    last = "".join(text for text, _ in lines[height - 1])[1:width].rstrip(" ,;:")
    return [*lines[: height - 1], [(f" {last}…", "")]]


def remarks(table: Table) -> Sequence[str]:
    """What is to be said of what the person has picked, else of their last move."""
    if table.replay:
        return []
    if picked := table.board.remarks(table.position):
        return picked
    if not table.look.analysis:
        return []
    key = table.look.key
    keys = key("play.undo", "u"), key("play.solve", "s"), key("play.sides", "o")
    return comment(table.analysis, table.session, *keys)


def moves(table: Table, width: int, height: int) -> Block:
    """The history, two plies a line where two play; undone moves are dim."""
    session, replay, players = table.session, table.replay, table.game.players
    if replay:
        total, ply, made = len(replay.moves), replay.at, replay.made
    else:
        total, ply, made = session.ply + session.undone, session.ply, session.made
    if not total:
        return [[(" the program begins" if table.answering else " none yet", "dim")]]
    block: Block = []
    rows = -(-total // players)
    for row in drawing.window(rows, max(0, ply - 1) // players, height):
        line: Line = [(f"{row + 1:>4}  ", "dim")]
        for at in range(row * players, min((row + 1) * players, total)):
            role = "title" if at == ply - 1 else "" if at < ply else "dim"
            said = table.board.say(*made(at))
            line.append((f"{said:<{SAID if players == 1 else 6}}", role))
            line.append(("  ", "") if replay else _signs(session.history.line[at + 1]))
            if table.look.analysis and not replay:
                line.append(mark(table.analysis, session, at + 1))
        block.append(drawing.fit(line, width))
    return block


def _signs(node: Node) -> tuple[str, str]:
    """Whether a bookmark is there, and whether other moves were tried instead."""
    other = node.parent and len(node.parent.children) > 1
    return f"{'◆' if node.bookmark else ' '}{'┣' if other else ' '}", "notice"
