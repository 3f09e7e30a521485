"""The tree of moves: every branch of the history, its bookmarks, a preview of the chosen position.

Textual's Tree would set each move further in than the one before it, and has no right edge for
what is known of a move.
"""

from collections.abc import Callable, Iterable
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widget import Widget

from ludoscope.games import FAMILIES
from ludoscope.tui.boards.board import Line
from ludoscope.tui.model.analysis import LOST, WINNABLE
from ludoscope.tui.model.badge import BLUNDER, ROLES, SIGNS
from ludoscope.tui.model.game_model import Table
from ludoscope.tui.model.history import Node
from ludoscope.tui.model.players import PERSON, SIDES, wins
from ludoscope.tui.model.review import state_of
from ludoscope.tui.model.tree_rows import Row, bars, rows
from ludoscope.tui.screens.base import BaseScreen, Topics
from ludoscope.tui.screens.play.solver_jobs import SolverJobs
from ludoscope.tui.text import drawing, formatting
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.widgets.drawing import Sketch
from ludoscope.tui.widgets.long_list import LongList

TICK = 0.25  # seconds between looks at what is being found out
SAID = 30  # cells for a move and what is known of it; bars have the rest
LISTED = 48  # cells of the list besides its bars; the picture has the rest
SIDE = 60  # columns from which on there is room for a picture


class Preview(Sketch):
    """The board as it stands at the place chosen."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table
        self.go(table.session.history.here)

    def go(self, node: Node) -> None:
        """Show that place."""
        self._node = node
        number = self._table.session.number_of(node)
        self.name_it(f"move {number}" if number else "start")
        self.draw(self._drawn)

    def _drawn(self, width: int, height: int) -> Block:
        if height < 3:
            return []
        board, node = self._table.sample_board, self._node
        drawn = board.draw(node.position, *board.size(width, height - 2), node.move)
        picture = drawing.centre(drawing.without(drawn, "cursor"), width, height - 2)
        summary, judged = (board.summary(node.position), "dim"), self._judged(node)
        said = [summary, ("   ", ""), *judged]
        return [*picture, [], judged if judged and drawing.cells(said) > width else said]

    def _judged(self, node: Node) -> Line:
        """What is known of that position, as the heading of the play screen has it."""
        table = self._table
        judgement = table.analysis.of(node.position) if table.options.preferences.analysis else None
        if judgement and judgement.value is not None:
            return [(wins(judgement.value, node.ply % 2), "notice")]
        state = state_of(table.analysis, table.session, node) if judgement else ""
        return [(f"{SIGNS[state]} {state}", ROLES[state])] if state else []


class TreePage(BaseScreen[None], inherit_bindings=False):
    """Over a play screen, whose session goes where one chooses."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "choose", key_display="↑↓", id="tree.up"),
        Binding("down,j", "move(1)", "down", id="tree.down", show=False),
        Binding("pageup", "page(-1)", "page up", id="tree.page_up", show=False),
        Binding("pagedown", "page(1)", "page down", id="tree.page_down", show=False),
        Binding("home,g", "move(-1000000)", "start", id="tree.first", show=False),
        Binding("end,G", "move(1000000)", "end", id="tree.last", show=False),
        Binding("enter,space", "go", "go to move", id="tree.go"),
        Binding("b", "bookmark", "bookmark", id="tree.bookmark"),
        Binding("tab", "marked(1)", "next bookmark", id="tree.marked"),
        Binding("shift+tab", "marked(-1)", "previous bookmark", id="tree.unmarked", show=False),
        Binding("left,h", "part(-1)", "branch", key_display="←→", id="tree.branch_up"),
        Binding("right,l", "part(1)", "next branch", id="tree.branch_down", show=False),
        Binding("escape,q,t", "dismiss(None)", "back", key_display="esc", id="go.back"),
    ]
    CSS_PATH = "tree.tcss"
    AUTO_FOCUS = ""
    LEAST = (46, 12)

    def __init__(self, table: Table, solver_jobs: SolverJobs, keep: Callable[[], None]) -> None:
        super().__init__()
        self._table = table
        self._solver_jobs = solver_jobs
        self._keep = keep
        history = table.session.history
        self._here = history.here
        self._branches = sum(not node.children for node in history.nodes)
        self._busy = solver_jobs.busy
        self._rows = rows(history, table.stands)
        chosen = next(at for at, row in enumerate(self._rows) if row.node is self._here)
        self._list = LongList(len(self._rows), self._line, chosen)
        self._preview = Preview(table)

    def body(self) -> Iterable[Widget]:
        yield Horizontal(self._list, self._preview)

    def on_mount(self) -> None:
        self.title = f"Moves › {self._table.puzzle.title}"
        self.set_interval(TICK, self._tick)

    def on_resize(self, event: events.Resize) -> None:
        width = event.size.width
        self.set_class(width < SIDE, "-narrow")
        listed = LISTED + 2 * max(row.level for row in self._rows)
        self._list.styles.width = width if width < SIDE else min(listed, width * 3 // 5)
        self._count()

    def _count(self) -> None:
        history = self._table.session.history
        game = self._table.game
        steps = FAMILIES[game.family].groups_moves
        begun = [node for node in history.nodes if not (steps and node.joined)]
        made = self._rows if game.players == 2 else begun
        counts = [formatting.counted(len(made) - 1, "move", "moves")]
        if self._branches > 1:
            counts.append(formatting.counted(self._branches, "branch", "branches"))
        if history.marked:
            counts.append(formatting.counted(len(history.marked), "bookmark", "bookmarks"))
        self.sub_title = "" if self.has_class("-narrow") else "   ".join(counts)

    def _tick(self) -> None:
        """Show what a solver that is at it finds out."""
        busy, self._busy = self._busy, self._solver_jobs.busy
        if (busy or self._busy) and self.app.pace.free and self._list.renew():
            self.call_after_refresh(self.app.pace.drawn)

    def look_changed(self) -> None:
        self._list.refresh()
        self._preview.redraw()

    # A line

    def _line(self, at: int, seen: range, width: int) -> Line:
        """The bars before a row, the place, and what is known of it."""
        row, chosen = self._rows[at], at == self._list.chosen
        deepest = max(self._rows[other].level for other in seen)
        left: Line = [
            (" › " if chosen else "   ", "cursor"),
            (bars(row, max(2, width - SAID), deepest), "dim"),
            *self._said(row, chosen),
        ]
        return drawing.ends(left, self._known(row), width)

    def _said(self, row: Row, chosen: bool) -> Line:
        """The place, and the moves that lead to it."""
        here = row.node is self._here
        hopeless = row.moves and self._hopeless and self._fates(row) == (LOST, LOST)
        role = "title" if here or chosen else "dim" if hopeless else ""
        dot = ("●" if here else "○", "cursor" if here else "dim")
        if not row.moves:
            return [dot, (" start", role)]
        two, board = self._table.game.players == 2, self._table.board
        path = row.path
        said = [board.say(node.parent.position, node.move) for node in path if node.parent]
        remark = " ".join(said) if two else said[0] + (f" +{len(said) - 1}" if said[1:] else "")
        if FAMILIES[self._table.game.family].groups_moves and path[0].parent:
            remark = board.say_step(path[0].parent.position, [node.move for node in path])
        number = self._table.session.number_of(path[0] if two else row.node)
        second = "…" if two and not path[0].ply % 2 else " "  # as chess writes a move of black's
        return [dot, (f" {number:>3}{second} ", "dim"), (remark, role)]

    @property
    def _hopeless(self) -> bool:
        """Whether moves in a lost position are dim: not where no other can be reached."""
        table, session = self._table, self._table.session
        one = table.game.players == 1 or session.players.count(PERSON) == 1
        return one and state_of(table.analysis, session, session.history.root) != LOST

    def _known(self, row: Row) -> Line:
        """What is known of the place, at the right edge."""
        node, table = row.node, self._table
        line: Line = [("here ", "notice")] if node is self._here else []
        if node.bookmark:
            line.append((f"◆ {node.bookmark} ", "notice"))
        if table.game.is_won(node.position):
            two = table.game.players == 2
            won = f"{SIDES[1 - node.ply % 2]} won " if two else "solved ✓ "
            return [*line, (won, "good")]
        lost = row.moves and self._fates(row) == (WINNABLE, LOST)
        return [*line, (f"{BLUNDER} " if lost else "   ", "bad")]

    def _fates(self, row: Row) -> tuple[str, str]:
        """The states of the stop before a row, and of its own."""
        table = self._table
        if not table.options.preferences.analysis:
            return "", ""
        before = row.path[0].parent
        assert before
        nodes = (before, row.node)
        states = [state_of(table.analysis, table.session, node) for node in nodes]
        return states[0], states[1]

    # Keys

    def help_topics(self) -> Topics:
        signs = [("●", "the current position"), ("├─", "another line that you tried")]
        signs += [("1…", "a move of black's")] if self._table.game.players == 2 else []
        signs += [("◆", "a bookmark"), (BLUNDER, "a move that lost the game; later moves are dim")]
        return Topics("Moves and bookmarks", signs)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Footer and palette show what there is to go to."""
        if action == "part":
            return any(row.parts for row in self._rows) or None
        if action == "marked":
            return bool(self._table.session.history.marked) or None
        return True

    def action_move(self, by: int) -> None:
        self._list.chosen += by

    def action_page(self, by: int) -> None:
        self.action_move(by * max(1, self._list.size.height))

    def action_part(self, by: int) -> None:
        """To the next row, up or down, before which ways part."""
        self._seek(by, [at for at, row in enumerate(self._rows) if row.parts])

    def action_marked(self, by: int) -> None:
        """To the next bookmark; after the last one to the first."""
        marked = [at for at, row in enumerate(self._rows) if row.node.bookmark]
        count = len(self._rows)
        self._seek(by, [at + turn for turn in (-count, 0, count) for at in marked])

    def _seek(self, by: int, places: list[int]) -> None:
        chosen = self._list.chosen
        ahead = [at for at in places if (at > chosen if by > 0 else at < chosen)]
        if ahead:
            self._list.chosen = (min(ahead) if by > 0 else max(ahead)) % len(self._rows)

    def action_go(self) -> None:
        self._table.jump(self._rows[self._list.chosen].node)
        self.dismiss()

    def action_bookmark(self) -> None:
        self.tell(self._table.bookmark(self._rows[self._list.chosen].node))
        self._keep()
        self._count()
        self._list.renew()
        self.refresh_bindings()

    def on_long_list_highlighted(self) -> None:
        self._preview.go(self._rows[self._list.chosen].node)

    def on_long_list_selected(self) -> None:
        self.action_go()
