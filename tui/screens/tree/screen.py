"""The tree of moves: every branch of the game, its bookmarks and comments, and a preview.

Textual's Tree would indent each move deeper than the one before it, and has no right edge for the
analysis of a move.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar, NamedTuple

from textual import events
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget

from ludoscope.games import FAMILIES, count_text
from ludoscope.puzzles.annotations import VERDICTS, split_annotation, with_next_verdict
from ludoscope.tui.model.analysis import LOST
from ludoscope.tui.model.badge import BLUNDER_MARK, COST_MARK
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.model.history import Node
from ludoscope.tui.model.players import HUMAN, SIDES
from ludoscope.tui.model.review import get_state, has_blunder, is_reviewed_move
from ludoscope.tui.model.tree_rows import Row, build_rows, format_bars
from ludoscope.tui.screens.base import BaseScreen, HelpContent
from ludoscope.tui.screens.play.solver_jobs import SolverJobs
from ludoscope.tui.screens.tree.preview import PositionPreview
from ludoscope.tui.text import drawing, formatting
from ludoscope.tui.text.drawing import StyledLine
from ludoscope.tui.widgets.long_list import LongList
from ludoscope.tui.widgets.prompt import PromptLine

REFRESH_INTERVAL_SECONDS = 0.25
MOVE_WIDTH = 30  # cells for a move and its analysis; the bars of the branches have the rest
LIST_WIDTH = 48  # cells of the list without the bars of branches
MIN_WIDTH_FOR_PREVIEW = 60
LEGEND = (
    f"● current  ├─ another line  ◆ bookmark  {BLUNDER_MARK} lost the game  {COST_MARK} cost moves"
)
COMMENT_HINT = "may begin with ! ? !? ?!"


class MoveStates(NamedTuple):
    """The states of the positions around a move: winnable, lost, or "" if not known."""

    state_before: str
    state_after: str


class TreeScreen(BaseScreen[None], inherit_bindings=False):
    """A list of all moves beside a preview; the user can go back to any position of the game.

    Args:
        model: The game on the play screen.
        solver_jobs: The solvers that analyse the game in the background.
        save: A function that saves the game; called after a change of a bookmark, a comment or a
            branch.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "choose", key_display="↑↓", id="tree.up"),
        Binding("down,j", "move(1)", "down", id="tree.down", show=False),
        Binding("pageup", "page(-1)", "page up", id="tree.page_up", show=False),
        Binding("pagedown", "page(1)", "page down", id="tree.page_down", show=False),
        Binding("home", "first", "start", id="tree.first", show=False),
        Binding("end", "last", "end", id="tree.last", show=False),
        Binding("enter,space", "go", "go to move", id="tree.go"),
        Binding("colon", "ask", "comment", id="tree.comment"),
        Binding("delete,backspace", "delete", "delete", key_display="del", id="tree.delete"),
        Binding("u", "restore", "undo deletion", id="tree.restore"),
        Binding("plus", "promote", "promote", id="tree.promote"),
        Binding("equals_sign", "verdict", "verdict", id="tree.verdict"),
        Binding("b", "bookmark", "bookmark", id="tree.bookmark"),
        Binding("tab", "to_bookmark(1)", "next bookmark", id="tree.bookmark_next"),
        Binding(
            "shift+tab",
            "to_bookmark(-1)",
            "previous bookmark",
            id="tree.bookmark_back",
            show=False,
        ),
        Binding("left,h", "to_branch(-1)", "branch", key_display="←→", id="tree.branch_up"),
        Binding("right,l", "to_branch(1)", "next branch", id="tree.branch_down", show=False),
        Binding("t", "dismiss(None)", "tree of moves", id="play.tree", show=False),
        Binding("escape,q", "dismiss(None)", "back", key_display="esc", id="go.back"),
    ]
    PURPOSE = (
        "All moves of this game, also those that you took back, as a tree. Enter goes to the "
        "highlighted position, and nothing is lost by that. Comments and verdicts are yours: they "
        "are saved with the game, exported, and sent with a shared line."
    )
    CSS_PATH = "tree.tcss"
    AUTO_FOCUS = ""
    MIN_SIZE = (38, 10)

    def __init__(self, model: GameModel, solver_jobs: SolverJobs, save: Callable[[], None]) -> None:
        super().__init__()
        self._model = model
        self._solver_jobs = solver_jobs
        self._save = save
        self._was_busy = solver_jobs.is_busy
        history = model.session.history
        self._current_node = history.current
        self._has_two_players = model.game.players == 2
        self._rows = build_rows(history, model.is_stop)
        self._list = LongList(len(self._rows), self._draw_row, self._row_index(history.current))
        self._preview = PositionPreview(model)

    def compose_body(self) -> Iterable[Widget]:
        yield Horizontal(self._list, self._preview)

    def on_mount(self) -> None:
        self.title = f"Moves › {self._model.puzzle.title}"
        self.set_interval(REFRESH_INTERVAL_SECONDS, self._on_timer)
        self.show_status(Content.styled(LEGEND, "dim"))

    def on_resize(self, event: events.Resize) -> None:
        width = event.size.width
        is_narrow = width < MIN_WIDTH_FOR_PREVIEW
        self.set_class(is_narrow, "-narrow")
        list_width = LIST_WIDTH + 2 * max(row.level for row in self._rows)
        self._list.styles.width = width if is_narrow else min(list_width, width * 3 // 5)
        self._show_counts()

    def _row_index(self, node: Node) -> int:
        """Return the index of the row that a move is in."""
        return next(
            index
            for index, row in enumerate(self._rows)
            if row.node is node or (row.move_count > 1 and node in row.nodes)
        )

    @property
    def _selected_row(self) -> Row:
        return self._rows[self._list.highlighted]

    # Refreshing

    def _on_timer(self) -> None:
        """Show the moves made, and the results of solvers, since the last time."""
        if not self.app.frame_pacer.is_free:
            return
        was_busy, self._was_busy = self._was_busy, self._solver_jobs.is_busy
        current_node = self._model.session.history.current
        if current_node is not self._current_node:
            is_followed = self._selected_row.node is self._current_node
            self._show_tree(current_node if is_followed else self._selected_row.node)
        elif was_busy or self._was_busy:
            has_changed = self._list.refresh_rows()
            if not (self._preview.refresh_caption() or has_changed):
                return
        else:
            return
        self.call_after_refresh(self.app.frame_pacer.query_after_frame)

    def on_appearance_changed(self) -> None:
        self._list.refresh()
        self._preview.show_node(self._selected_row.node)

    def _show_counts(self) -> None:
        history = self._model.session.history
        moves: Sequence[object] = self._rows
        if not self._has_two_players:
            groups_moves = FAMILIES[self._model.game.family].groups_moves
            moves = [node for node in history.nodes if not (groups_moves and node.continues_step)]
        branch_count = sum(not node.children for node in history.nodes)
        counts = [
            count_text(len(moves) - 1, formatting.step_unit(self._model.game))
        ]  # less the start
        if branch_count > 1:
            counts.append(formatting.format_count(branch_count, "branch", "branches"))
        if history.bookmarks:
            counts.append(formatting.format_count(len(history.bookmarks), "bookmark", "bookmarks"))
        self.sub_title = "" if self.has_class("-narrow") else "   ".join(counts)

    # Drawing a row

    def _draw_row(self, index: int, visible: range, width: int) -> StyledLine:
        """Return the bars of the branches, a move, and at the right edge its analysis."""
        row, is_selected = self._rows[index], index == self._list.highlighted
        deepest = max(row.level for row in self._rows[visible.start : visible.stop])
        line: StyledLine = [
            (" › " if is_selected else "   ", "cursor"),
            (format_bars(row, max(2, width - MOVE_WIDTH), deepest), "dim"),
            *self._describe_move(row, is_selected),
        ]
        analysis = self._describe_analysis(row)
        room = width - drawing.line_width(line) - drawing.line_width(analysis) - 1
        line += drawing.fit_line(_describe_annotation(row.node), max(0, room))
        return drawing.align_to_edges(line, analysis, width)

    def _describe_move(self, row: Row, is_selected: bool) -> StyledLine:
        """Return a dot, the number of the move, and the move."""
        is_current = row.node is self._current_node
        unselected_role = "dim" if self._is_lost_anyway(row) else ""
        role = "title" if is_current or is_selected else unselected_role
        dot = ("●", "cursor") if is_current else ("○", "dim")
        if not row.move_count:
            return [dot, (" start", role)]
        first = row.nodes[0]
        number = self._model.session.node_number(first if self._has_two_players else row.node)
        # chess notation has "1…" before a move of Black
        is_black = self._model.session.side_at(first.ply) == 0  # it has moved
        sign = "…" if self._has_two_players and is_black else " "
        return [dot, (f" {number:>3}{sign} ", "dim"), (self._move_text(row), role)]

    def _move_text(self, row: Row) -> str:
        """Return the moves of a row: those of both players, or the first and how many more."""
        board, path = self._model.board, row.nodes
        if FAMILIES[self._model.game.family].groups_moves and path[0].parent:
            return board.step_text(path[0].parent.position, [node.move for node in path])
        texts = [board.move_text(node.parent.position, node.move) for node in path if node.parent]
        if self._has_two_players:
            return " ".join(texts)
        return f"{texts[0]} +{len(texts) - 1}" if len(texts) > 1 else texts[0]

    def _is_lost_anyway(self, row: Row) -> bool:
        """Return True for a move in a lost game that was winnable before, which is drawn dim."""
        model, session = self._model, self._model.session
        has_one_side = model.game.players == 1 or session.players.count(HUMAN) == 1
        if not row.move_count or not has_one_side:
            return False
        was_winnable = get_state(model.analysis, session, session.history.root) != LOST
        return was_winnable and self._states(row) == (LOST, LOST)

    def _describe_analysis(self, row: Row) -> StyledLine:
        """Return the bookmark of a row and what is known of its position."""
        node = row.node
        line: StyledLine = [("here ", "notice")] if node is self._current_node else []
        if node.bookmark_number:
            line.append((f"◆ {node.bookmark_number} ", "notice"))
        if self._model.game.is_won(node.position):
            winner = SIDES[1 - self._model.session.side_at(node.ply)]
            return [*line, (f"{winner} won " if self._has_two_players else "solved ✓ ", "good")]
        return [*line, self._mark(row)]

    def _mark(self, row: Row) -> tuple[str, str]:
        """Return the mark of a row in which the user lost the game or moves, and its role."""
        model = self._model
        if row.move_count and model.options.preferences.analysis:
            if has_blunder(model.analysis, model.session, row.nodes):
                return f"{BLUNDER_MARK} ", "bad"
            costs = self._costs
            if any(node in costs and is_reviewed_move(model.session, node) for node in row.nodes):
                return f"{COST_MARK} ", "notice"
        return "   ", "notice"

    @property
    def _costs(self) -> Mapping[Node, int]:
        """The moves of the line that cost moves."""
        line = self._model.session.history.line
        return {line[ply]: cost for ply, cost in self._model.review.costs.items()}

    def _states(self, row: Row) -> MoveStates:
        model = self._model
        if not model.options.preferences.analysis:
            return MoveStates("", "")
        previous_node = row.nodes[0].parent
        assert previous_node
        return MoveStates(
            get_state(model.analysis, model.session, previous_node),
            get_state(model.analysis, model.session, row.node),
        )

    # Actions

    def help_content(self) -> HelpContent:
        marks = [
            ("●", "the current position"),
            ("○", "another position"),
            ("├─", "another line that you tried"),
            ("+3", "and three more moves"),
        ]
        if self._has_two_players:
            marks.append(("1…", "a move of Black"))
        marks.append(("◆", "a bookmark"))
        marks.append((BLUNDER_MARK, "a move that lost the game; later moves are dim"))
        marks.append((COST_MARK, "a move after which more moves are needed than before"))
        marks.append((" ".join(VERDICTS), "beside a move: your own verdict"))
        return HelpContent("Moves and bookmarks", self.PURPOSE, symbols=marks)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "to_branch":
                return any(row.has_siblings for row in self._rows) or None
            case "to_bookmark":
                return bool(self._model.session.history.bookmarks) or None
            case "restore":
                return self._model.session.history.can_restore_branch or None
            case "promote" | "delete":
                return self._selected_row.move_count > 0 or None
        return True

    def action_move(self, offset: int) -> None:
        self._list.highlighted += offset

    def action_page(self, direction: int) -> None:
        self._list.highlighted += direction * max(1, self._list.size.height)

    def action_first(self) -> None:
        self._list.highlighted = 0

    def action_last(self) -> None:
        self._list.highlighted = len(self._rows) - 1

    def action_to_branch(self, direction: int) -> None:
        """Select the next row, down or up, that begins a branch."""
        branches = [index for index, row in enumerate(self._rows) if row.has_siblings]
        target = find_next(branches, self._list.highlighted, direction)
        if target is not None:
            self._list.highlighted = target

    def action_to_bookmark(self, direction: int) -> None:
        """Select the next bookmark, down or up; after the last one comes the first."""
        bookmarks = [index for index, row in enumerate(self._rows) if row.node.bookmark_number]
        target = find_next(bookmarks, self._list.highlighted, direction)
        if target is not None:
            self._list.highlighted = target
        elif bookmarks:
            self._list.highlighted = bookmarks[0] if direction > 0 else bookmarks[-1]

    def action_go(self) -> None:
        self._model.go_to_node(self._selected_row.node)
        self.dismiss()

    def action_bookmark(self) -> None:
        """Set a bookmark at the selected row, or remove it."""
        self.notify_here(self._model.toggle_bookmark(self._selected_row.node))
        self._save()
        self._show_counts()
        self._list.refresh_rows()
        self.refresh_bindings()

    def open_prompt(self, text: str = "") -> None:
        """Ask for a comment on the selected move."""
        node = self._selected_row.node

        def annotate(text: str) -> bool:
            self._model.annotate(node, text)
            self._on_edited(node)
            return True

        prompt = PromptLine(
            "Comment:", annotate, text or node.annotation, hint=COMMENT_HINT, allow_blank=True
        )
        self.show_prompt(prompt)

    def action_verdict(self) -> None:
        """Give the selected move the next of the verdicts, or none."""
        node = self._selected_row.node
        self._model.annotate(node, with_next_verdict(node.annotation))
        self._on_edited(node)

    def action_promote(self) -> None:
        node = self._selected_row.node
        self.notify_here(self._model.promote_branch(node))
        self._on_edited(node)

    def action_delete(self) -> None:
        """Delete the selected row and what follows it; one key brings it back."""
        row = self._selected_row
        if not row.move_count:
            return
        first, key = _branch_start(row), self.app.options.key_display("tree.restore", "u")
        assert first.parent
        self.notify_here(self._model.delete_branch(first, key))
        self._on_edited(
            first.parent if first not in self._model.session.history.nodes else row.node
        )

    def action_restore(self) -> None:
        if node := self._model.restore_branch():
            self._on_edited(node)

    def _on_edited(self, node: Node) -> None:
        """Save the game, and show the tree with the row of a node selected."""
        self._save()
        self._show_tree(node)

    def _show_tree(self, node: Node) -> None:
        """Show the present tree with the row of a node selected."""
        history = self._model.session.history
        self._current_node = history.current
        self._rows = build_rows(history, self._model.is_stop)
        index = self._row_index(node)
        if not self._list.set_rows(len(self._rows), index):
            self._list.refresh()
        self._preview.show_node(self._selected_row.node)
        self._show_counts()
        self.refresh_bindings()

    def on_long_list_highlighted(self) -> None:
        self._preview.show_node(self._selected_row.node)
        self.refresh_bindings()

    def on_long_list_selected(self) -> None:
        self.action_go()


def _branch_start(row: Row) -> Node:
    """Return the first node that no other row shares; the first of all if there are no branches."""
    nodes = row.nodes
    branches = (node for node in reversed(nodes) if node.parent and len(node.parent.children) > 1)
    return next(branches, nodes[0])


def _describe_annotation(node: Node) -> StyledLine:
    """Return the user's verdict and comment on a move."""
    verdict, comment = split_annotation(node.annotation)
    return [(verdict, "notice"), (f" {comment}" if comment else "", "dim")]


def find_next(indexes: Sequence[int], current: int, direction: int) -> int | None:
    """Return the nearest of the sorted `indexes` after `current`, or before it if direction < 0."""
    if direction > 0:
        return next((index for index in indexes if index > current), None)
    return next((index for index in reversed(indexes) if index < current), None)
