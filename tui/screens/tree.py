"""The tree of moves: every branch of the history, its bookmarks, a look at the place chosen.

Rows are laid out once, when the screen opens; a frame is made of those that it shows.
"""

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType

from ludoscope.tui.boards.board import Line
from ludoscope.tui.play.analysis import UNKNOWN
from ludoscope.tui.play.badge import ROLES, SIGNS
from ludoscope.tui.play.branches import Row, bars, rows
from ludoscope.tui.play.seats import SIDES
from ludoscope.tui.play.table import Table
from ludoscope.tui.screens.labour import Labour
from ludoscope.tui.screens.page import BOTTOM, Page
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.widgets.footer import Pair

TICK = 0.25  # seconds between looks at what is being found out
SAID = 30  # cells for a move and what is known of it; bars have the rest
SIDE = 60  # columns from which on there is room for a picture


class TreePage(Page[None]):
    """Over a play screen, whose session goes where one chooses."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "choose", key_display="↑↓", id="tree.up"),
        Binding("down,j", "move(1)", "down", id="tree.down", show=False),
        Binding("left,h", "part(-1)", "branch", key_display="←→", id="tree.branch_up"),
        Binding("right,l", "part(1)", "next branch", id="tree.branch_down", show=False),
        Binding("pageup", "page(-1)", "page up", id="tree.page_up", show=False),
        Binding("pagedown", "page(1)", "page down", id="tree.page_down", show=False),
        Binding("home,g", "move(-1000000)", "start", id="tree.first", show=False),
        Binding("end,G", "move(1000000)", "end", id="tree.last", show=False),
        Binding("enter,space", "go", "go there", id="tree.go"),
        Binding("b", "bookmark", "bookmark", id="tree.bookmark"),
        Binding("tab", "marked(1)", "next bookmark", id="tree.marked"),
        Binding("shift+tab", "marked(-1)", "bookmark before", id="tree.unmarked", show=False),
        Binding("escape,q,t", "back", "back", key_display="esc", id="go.back"),
    ]

    def __init__(self, table: Table, labour: Labour, keep: Callable[[], None]) -> None:
        super().__init__(table.look.ascii_only)
        self._table = table
        self._labour = labour
        self._keep = keep
        history = table.session.history
        self._here = history.here
        self._branches = sum(not node.children for node in history.nodes)
        self._busy = labour.busy
        self._first = 0
        self._rows = rows(history, table.stands)
        self._chosen = next(at for at, row in enumerate(self._rows) if row.node is self._here)

    def on_mount(self) -> None:
        self.set_interval(TICK, self._tick)

    def _tick(self) -> None:
        """Show what a solver that is at it finds out."""
        busy, self._busy = self._busy, self._labour.busy
        if (busy or self._busy) and self.app.pace.free:
            self.paint_unasked()

    # The frame

    def least(self) -> tuple[int, int]:
        return 46, 12

    def frame(self, width: int, height: int) -> Block:
        room = height - 1 - BOTTOM
        side = width * 2 // 5 if width >= SIDE else 0
        body = drawing.box("", self._list(width - side - 2, room - 2), width - side, room)
        if side:
            body = drawing.beside(body, self._preview(side, room))
        history = self._table.session.history
        title: Line = [(" Moves › ", "dim"), (self._table.puzzle.title, "title")]
        counts = [_counted(len(history.nodes) - 1, "move", "moves")]
        if self._branches > 1:
            counts.append(_counted(self._branches, "branch", "branches"))
        if history.marked:
            counts.append(_counted(len(history.marked), "bookmark", "bookmarks"))
        said: Line = [(f"{'   '.join(counts)} ", "dim")] if side else []
        return [drawing.ends(title, said, width), *body, *self.bottom(width)]

    def keys_now(self) -> tuple[list[Pair], list[Pair]]:
        own, elsewhere = super().keys_now()
        return sorted(own, key=lambda pair: pair[0] == "tab"), elsewhere

    def _list(self, width: int, height: int) -> Block:
        shown = self._window(height)
        deepest = max(self._rows[at].level for at in shown)
        return [
            drawing.ends(
                [
                    (" › " if at == self._chosen else "   ", "cursor"),
                    (bars(self._rows[at], max(2, width - SAID), deepest), "dim"),
                    *self._said(self._rows[at], at == self._chosen),
                ],
                self._known(self._rows[at]),
                width,
            )
            for at in shown
        ]

    def _window(self, height: int) -> range:
        """The rows shown: others only when the chosen one is not among them."""
        count = len(self._rows)
        if not 0 <= self._chosen - self._first < height or self._first > max(0, count - height):
            self._first = drawing.window(count, self._chosen, height).start
        return range(self._first, min(count, self._first + height))

    def _said(self, row: Row, chosen: bool) -> Line:
        """The place, and the moves that lead to it."""
        here = row.node is self._here
        role = "title" if here or chosen else ""
        dot = ("●" if here else "○", "cursor" if here else "dim")
        if not row.moves:
            return [dot, (" start", role)]
        two, board = self._table.game.players == 2, self._table.board
        path = row.path
        said = [board.say(node.parent.position, node.move) for node in path if node.parent]
        words = " ".join(said) if two else said[0] + (f" +{len(said) - 1}" if said[1:] else "")
        number = (path[0].ply + 1) // 2 if two else row.node.ply
        return [dot, (f" {number:>3}  ", "dim"), (words, role)]

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
        known = table.analysis.of(node.position) if table.look.analysis else None
        if known is None or known.state == UNKNOWN or table.game.players == 2:
            return [*line, ("  ", "")]
        return [*line, (f"{SIGNS[known.state]} ", ROLES[known.state])]

    def _preview(self, width: int, height: int) -> Block:
        """The board as it stands there."""
        table, node = self._table, self._rows[self._chosen].node
        board = table.sample_board
        inner, room = width - 4, height - 4
        columns, lines = board.size(inner, room)
        drawn = board.draw(node.position, columns, lines, node.move)
        picture = drawing.centre(drawing.without(drawn, "cursor"), inner, room)
        place = f"move {node.ply}" if node.ply else "start"
        said = drawing.fit([(table.board.summary(node.position), "dim")], inner)
        padded = [[(" ", ""), *line] for line in [*picture, [], said]]
        return drawing.box(place, padded, width, height)

    # Keys

    def help_topics(self) -> tuple[str, list[Pair], str]:
        signs = [("●", "where you stand"), ("├─", "another way that you tried")]
        signs += [("◆", "a bookmark"), ("✓ ✗", "it can, or cannot, be won from there")]
        return "Moves and bookmarks", signs, ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Footer and palette show what there is to go to."""
        if action == "part":
            return any(row.parts for row in self._rows) or None
        if action == "marked":
            return bool(self._table.session.history.marked) or None
        return True

    def action_move(self, by: int) -> None:
        self._chosen = max(0, min(self._chosen + by, len(self._rows) - 1))
        self.paint()

    def action_page(self, by: int) -> None:
        self.action_move(by * max(1, self.size.height - 3 - BOTTOM))

    def action_part(self, by: int) -> None:
        """To the next row, up or down, before which ways part."""
        self._seek(by, [at for at, row in enumerate(self._rows) if row.parts])

    def action_marked(self, by: int) -> None:
        """To the next bookmark; after the last one to the first."""
        marked = [at for at, row in enumerate(self._rows) if row.node.bookmark]
        count = len(self._rows)
        self._seek(by, [at + turn for turn in (-count, 0, count) for at in marked])

    def _seek(self, by: int, places: list[int]) -> None:
        ahead = [at for at in places if (at > self._chosen if by > 0 else at < self._chosen)]
        if ahead:
            self._chosen = (min(ahead) if by > 0 else max(ahead)) % len(self._rows)
        self.paint()

    def action_go(self) -> None:
        self._table.jump(self._rows[self._chosen].node)
        self.dismiss()

    def action_bookmark(self) -> None:
        self.tell(self._table.bookmark(self._rows[self._chosen].node))
        self._keep()

    def action_back(self) -> None:
        self.dismiss()

    def on_click(self, event: events.Click) -> None:
        """The row clicked on; once more, go there."""
        self.woken()
        width, height = self.size
        shown = self._window(height - 3 - BOTTOM)
        at = shown.start + event.screen_y - 2
        if at in shown and event.screen_y >= 2 and event.screen_x < width - width * 2 // 5:
            if at == self._chosen:
                self.action_go()
            else:
                self.action_move(at - self._chosen)

    def on_mouse_scroll_down(self) -> None:
        self.action_move(3)

    def on_mouse_scroll_up(self) -> None:
        self.action_move(-3)


def _counted(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"
