"""The panel beside the board: the goal or the end of the game, the moves, a solver."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual import events
from textual.containers import Vertical
from textual.widget import Widget

from ludoscope.games import FAMILIES
from ludoscope.tui.boards.board import Line
from ludoscope.tui.model.badge import BLUNDER, comment
from ludoscope.tui.model.game_model import Table
from ludoscope.tui.model.history import Node
from ludoscope.tui.model.players import words
from ludoscope.tui.screens.board_bindings import respelt_for
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.widgets.long_list import LongList
from ludoscope.tui.widgets.result_box import result_lines, result_title
from ludoscope.tui.widgets.styled_lines import Lines
from ludoscope.tui.widgets.timeline import Sought

if TYPE_CHECKING:
    from ludoscope.tui.screens.play.solver_panel import SolverPanel

LOW = 9  # lines of a panel that stands below the board
LEAST = 6  # lines of the box of moves
LISTED = 3  # moves at least that are listed before anything is said below them
USUAL = 3  # lines for what is said, kept free while nothing is: the list stays where it is
NUMBERED = 6  # columns of the number of a move in the list
SAID, PLY = 20, 8  # columns of a move after it, with the mark of a blunder; of one of two
SIGNS = 2  # columns after a move: a bookmark, another way tried
Spans = list[tuple[int, int]]
EDGES = 2  # lines and columns of a border


class MoveList(LongList):
    """The history, which the wheel scrolls; a new move is scrolled to, a click goes to one."""

    MARKS_CHOSEN = False  # the last move is bold, which two in a line need

    def __init__(self) -> None:
        super().__init__(0, lambda at, _, width: drawing.fit(self._line(at), width))
        self._spans: Spans = []
        self._table: Table
        self._ply = 0
        self.tips: Sequence[Line] = ()  # shown until there is a move

    def show(self, table: Table) -> bool:
        """Show the moves, or how to make one; whether anything is new."""
        self._table = table
        self._spans = spans(table)
        if not self._spans and not table.answering:
            return self.lay(1 + len(self.tips), 0) or self.renew()
        total, ply = len(self._spans), made(table, self._spans)
        players = table.game.players
        lines = max(1, -(-total // players))
        if ply != self._ply:
            self._ply = ply
            self.reveal()
        return self.lay(lines, max(0, ply - 1) // players) or self.renew()

    def _line(self, row: int) -> Line:
        if row and not self._spans:
            return self.tips[row - 1]
        return move_line(self._table, self._spans, row)

    def on_click(self, event: events.Click) -> None:
        event.prevent_default()  # where one stands is the chosen line, whatever is clicked
        offset = event.get_content_offset(self)
        if offset is not None and self._spans:  # none before they are shown for the first time
            players = self._table.game.players
            second = players > 1 and offset.x >= NUMBERED + PLY + SIGNS
            at = (self.seen.start + offset.y) * players + second
            if at < len(self._spans):
                self.post_message(Sought(self._spans[at][1]))


class PlayPanel(Vertical):
    """Boxes, one below the other, or side by side where it stands below the board.

    A solver at work has all of it. Its widgets, two thirds of all, are there once a solver is.
    """

    _solver: "SolverPanel | None" = None

    def __init__(self) -> None:
        self._result, self._goal, self._said = (
            Lines(id=name) for name in ("result", "goal", "said")
        )
        self._list = MoveList()
        self._moves = Vertical(self._list, self._said, id="moves")
        super().__init__(self._result, self._goal, self._moves)

    def show(self, table: Table, width: int, height: int, held: bool = False) -> bool:
        """Show what lies on the table in so many cells; whether anything of it is new.

        What is said of the last move is `held` until there is more to say.
        """
        below, solving = self.has_class("-below"), table.solving
        working = solving is not None and not solving.verdict
        self.set_class(working, "-working")
        result, goal = ([], []) if working or below else self._above(table, width, height)
        rest = height - sum(len(lines) + EDGES for lines in (result, goal) if lines)
        new = False
        if solving:
            solver = self._of_solver()
            solver.set_class(below, "-below")
            inner = width // (1 if working or not below else 2) - EDGES - 2
            new = solver.show(table, solving, inner, height - EDGES)
            shown = working or below or solver.lines + EDGES + LEAST <= rest
            new = _display(solver, shown) or new
            rest -= solver.lines + EDGES if shown else 0
        elif self._solver:
            new = _display(self._solver, False)
        new = _display(self._moves, not working) or new
        self._name_moves(table)
        new = _box(self._result, result, result_title(table) if result else "") or new
        new = _box(self._goal, goal, "Goal") or new
        if working:
            return new
        if not held:
            said: Block = [] if below else remarks_in(table, width - EDGES, rest - EDGES)
            new = _box(self._said, said, "") or new
            self._list.tips = tips(table, rest - EDGES - len(said) - 1)
        return self._list.show(table) or new

    def _of_solver(self) -> "SolverPanel":
        """The box of a solver."""
        from ludoscope.tui.screens.play.solver_panel import SolverPanel

        if not self._solver:
            self._solver = SolverPanel()
            self.mount(self._solver)
        return self._solver

    def _name_moves(self, table: Table) -> None:
        """Where two play, with who they are."""
        two = table.game.players == 2
        title = words(table.session.players).capitalize() if two else "Moves"
        if self._moves.border_title != title:
            self._moves.border_title = title

    def _above(self, table: Table, width: int, height: int) -> tuple[Block, Block]:
        """The end of the game, or what is its goal: where there is room, and no line is shown."""
        if table.replay and table.solving:
            return [], []
        goal = table.goal(width - EDGES - 2, height * 2 // 5)
        stands = len(goal) if goal and len(goal) + EDGES + LEAST <= height else 0
        if table.session.over or table.stuck:
            room = height - LEAST - EDGES
            return result_lines(table, width - EDGES - 1, room, stands), []
        return [], drawing.centre(goal, width - EDGES - 2, stands) if stands else []


def _box(box: Lines, lines: Block, title: str) -> bool:
    """Show these lines, or no box at all; whether that is new."""
    new = _display(box, bool(lines))
    if lines:
        new = box.name_it(title) | box.show(lines) | new
    return new


def _display(widget: Widget, shown: bool) -> bool:
    if widget.display == shown:
        return False
    widget.display = shown
    return True


def remarks_in(table: Table, width: int, height: int) -> Block:
    """What is said below the moves, after a blank line."""
    kept = min(LISTED, max(1, table.session.ply + table.session.undone))
    room, width = max(0, height - kept), width - 2
    lines = [line for sentence in remarks(table) for line in drawing.wrap(sentence, width)]
    blank: Block = [[]] if lines else []
    said = _cut([*blank, *([(" ", ""), *line] for line in lines)], room, width)
    free = min(USUAL, room) if table.options.preferences.analysis and not table.replay else 0
    return [*said, *([] for _ in range(free - len(said)))]


def _cut(lines: Block, height: int, width: int) -> Block:
    """At most so many lines, with a sign where others are left out."""
    if not height or len(lines) <= height:
        return lines[:height]
    last = "".join(text for text, _ in lines[height - 1])[1:width].rstrip(" ,;:")
    return [*lines[: height - 1], [(f" {last}…", "")]]


def remarks(table: Table) -> Sequence[str]:
    """What is to be said of what the person has picked, else of their last move."""
    if table.replay or table.stuck:
        return []
    if picked := table.board.remarks(table.position):
        return picked
    if not table.options.preferences.analysis:
        return []
    usual = {"undo": "u", "solve": "s", "sides": "o", "winnable": "z"}
    keys = (table.key(f"play.{name}", sign) for name, sign in usual.items())
    return comment(table.analysis, table.session, *keys)


def tips(table: Table, height: int) -> Sequence[Line]:
    """How a first move is made, in so many lines at most; nothing where there is no room for it."""
    ended = table.replay or table.session.over
    shown = [] if ended else respelt_for(table.options, table.board.BEGIN)
    shown += [(table.key("play.hint", "i"), "shows a move")] if shown else []
    if not 0 < len(shown) < height:  # a blank line comes first
        return ()
    width = max(5, *(len(key) + 1 for key, _ in shown))
    return [], *([(f" {key:<{width}}", "key"), (does, "dim")] for key, does in shown)


def spans(table: Table) -> Spans:
    """Of each move as it is listed, undone ones too, its first move and the one after its last."""
    if table.replay:
        return table.replay.spans
    if FAMILIES[table.game.family].groups_moves:
        return table.session.spans
    return [(at, at + 1) for at in range(table.extent[0])]


def made(table: Table, found: Spans) -> int:
    """How many of them are made."""
    ply = table.extent[1]
    return sum(last <= ply for _, last in found)


def move_line(table: Table, found: Spans, row: int) -> Line:
    """A line of the history, two plies where two play.

    Moves are dim that are undone, or were made in a game that was lost already.
    """
    session, replay, players = table.session, table.replay, table.game.players
    total, done = len(found), made(table, found)
    if not total:
        return [(" the program begins" if table.answering else " no move yet", "dim")]
    line: Line = [(f"{row + 1:>4}  ", "dim")]
    for at in range(row * players, min((row + 1) * players, total)):
        first, last = found[at]
        known = None if replay or not table.options.preferences.analysis else table.course
        grey = at >= done or (known and last in known.faded)
        role = "title" if at == done - 1 else "dim" if grey else ""
        plies = [(replay or session).made(ply) for ply in range(first, last)]
        said = table.board.say_step(plies[0][0], [move for _, move in plies])
        lost = known and not known.blunders.isdisjoint(range(first + 1, last + 1))
        mark = BLUNDER if lost else ""
        rest = (SAID if players == 1 else PLY) - drawing.cells([(said + mark, "")])
        line += [(said, role), (mark, "bad"), (" " * rest, "")]
        line.append(("  ", "") if replay else _signs(session.history.line[first + 1 : last + 1]))
    return line


def _signs(nodes: Sequence[Node]) -> tuple[str, str]:
    """Whether a bookmark is there, and whether other moves were tried instead."""
    other = any(node.parent and len(node.parent.children) > 1 for node in nodes)
    return f"{'◆' if nodes[-1].bookmark else ' '}{'┣' if other else ' '}", "notice"
