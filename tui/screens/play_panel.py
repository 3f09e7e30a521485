"""The panel beside the board: the goal or the end of the game, the moves, a solver."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from textual.app import ComposeResult
from textual.containers import Vertical

from ludoscope.tui.boards.board import Line
from ludoscope.tui.play.badge import comment, mark
from ludoscope.tui.play.history import Node
from ludoscope.tui.play.table import Table
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.screens.solver_panel import ended, solver_lines
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.widgets.ending_box import ending_lines, ending_title
from ludoscope.tui.widgets.lines import Lines

LOW = 9  # lines of a panel that stands below the board
LEAST = 6  # lines of the box of moves
LISTED = 3  # moves at least that are listed before anything is said below them
USUAL = 3  # lines for what is said, kept free while nothing is: the list stays where it is
SAID = 18  # columns of a move in the list; then the sign whether the game could still be won
EDGES = 2  # lines and columns of a border


@dataclass(slots=True)
class Rolled:
    """How many lines the wheel has rolled the list of moves, until another move is the last."""

    by: int = 0
    ply: int = 0

    def first(self, ply: int, usual: int, most: int) -> int:
        """The first row to show, where the `usual` one has the last move seen."""
        if ply != self.ply:
            self.by, self.ply = 0, ply
        self.by = min(max(self.by, -usual), most - usual)
        return usual + self.by


class PlayPanel(Vertical):
    """Boxes, one below the other, or side by side where it stands below the board.

    A solver at work has all of it.
    """

    screen: BaseScreen[Any]

    def __init__(self) -> None:
        super().__init__()
        self._rolled = Rolled()
        self._boxes = [Lines(id=name) for name in ("ending", "goal", "moves", "found", "solver")]

    def compose(self) -> ComposeResult:
        yield from self._boxes

    def show(self, table: Table, width: int, height: int) -> bool:
        """Show what lies on the table in so many cells; whether anything of it is new."""
        solving = table.solving
        inner, room = width - EDGES - 2, height - EDGES
        if solving and not solving.verdict:
            return self._put(table, solver=solver_lines(table, solving, inner, room))
        found = ended(solving, inner) if solving else []
        if self.has_class("-below"):
            return self._put(
                table, moves=moves(table, width // 2 - EDGES, room, self._rolled), found=found
            )
        ending, goal = self._above(table, width, height)
        rest = height - sum(len(lines) + EDGES for lines in (ending, goal) if lines)
        if found and len(found) + EDGES + LEAST > rest:
            found = []
        rest -= len(found) + EDGES if found else 0
        listed = listing(table, width - EDGES, rest - EDGES, self._rolled)
        return self._put(table, ending=ending, goal=goal, moves=listed, found=found)

    def on_mouse_scroll_down(self) -> None:
        self._roll(1)

    def on_mouse_scroll_up(self) -> None:
        self._roll(-1)

    def _roll(self, by: int) -> None:
        self._rolled.by += by * int(self.app.scroll_sensitivity_y)
        self.screen.paint()

    def _above(self, table: Table, width: int, height: int) -> tuple[Block, Block]:
        """The end of the game, or what is its goal: where there is room, and no line is shown."""
        if table.replay and table.solving:
            return [], []
        goal = table.goal(width - EDGES - 2, height * 2 // 5)
        stands = len(goal) if goal and len(goal) + EDGES + LEAST <= height else 0
        if table.session.over:
            room = height - LEAST - EDGES
            return ending_lines(table, width - EDGES - 1, room, stands), []
        return [], drawing.centre(goal, width - EDGES - 2, stands) if stands else []

    def _put(self, table: Table, **shown: Block) -> bool:
        """Show these boxes, those that hold nothing excepted; whether anything is new."""
        new = False
        for box in self._boxes:
            lines = shown.get(box.id or "", [])
            if lines:
                new = box.name_it(_title(box, table)) or new
                new = box.show(lines) or new
            if box.display != bool(lines):
                box.display = bool(lines)
                new = True
        return new


def _title(box: Lines, table: Table) -> str:
    match box.id:
        case "ending":
            return ending_title(table)
        case "found" | "solver" if table.solving:
            return f"Solver: {table.solving.solver.name}"
    return {"goal": "Goal", "moves": "Moves"}.get(box.id or "", "")


def listing(table: Table, width: int, height: int, rolled: Rolled) -> Block:
    """The moves, and below them what is said of them."""
    kept = min(LISTED, max(1, table.session.ply + table.session.undone))
    room = max(0, height - kept)
    said = _cut(_said(table, width - 2), room, width - 2)
    free = min(USUAL, room) if table.look.analysis and not table.replay else 0
    listed = height - max(len(said), free)
    return [*drawing.block(moves(table, width, listed, rolled), width, listed), *said]


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


def moves(table: Table, width: int, height: int, rolled: Rolled) -> Block:
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
    usual = drawing.window(rows, max(0, ply - 1) // players, height)
    first = rolled.first(ply, usual.start, max(0, rows - height))
    for row in range(first, first + len(usual)):
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
