"""The panes of the step view: counters, tree, frontier and source."""

from dataclasses import dataclass
from math import ceil

from rich.cells import cell_len
from textual import events
from textual.message import Message

from ludoscope.search.trace import STACK
from ludoscope.tui.model.step_player import StepPlayer
from ludoscope.tui.text import drawing, trace_text
from ludoscope.tui.text.drawing import Block, StyledLine
from ludoscope.tui.text.source_view import FoldedLines, find_listing, mark_lines
from ludoscope.tui.text.trace_text import TraceText
from ludoscope.tui.widgets.long_list import LongList
from ludoscope.tui.widgets.styled_lines import StyledLines

INDENT_WIDTH = 2
MIN_NAME_WIDTH = 16  # cells of a row of the tree that indentation leaves
LINES_AROUND_LIT = 3  # of the source, visible above and below the lit line


class CounterPane(StyledLines):
    """The counters of a search in two columns."""

    def show_player(self, player: StepPlayer) -> None:
        counters = player.counters
        root = player.trace.root_at(player.step_count)
        frontier = "stack" if root and root.frontier == STACK else "frontier"
        rows = (
            (("expanded", counters.expanded), ("generated", counters.generated)),
            ((frontier, counters.frontier), ("maximum", counters.max_frontier)),
            (("duplicates", counters.duplicates), ("pruned", counters.pruned)),
        )
        self.show_lines([_counter_line(*row) for row in rows])


def _counter_line(left: tuple[str, int], right: tuple[str, int]) -> StyledLine:
    return [
        (f"{left[0]:<10}", "dim"),
        (f"{left[1]:>7,} ", ""),
        (f"{right[0]:<9}", "dim"),
        (f"{right[1]:>7,}", ""),
    ]


class NodeList(LongList):
    """A list of nodes.

    Attributes:
        nodes: The numbers of the nodes.
    """

    @dataclass
    class Picked(Message):
        """Posted when a row is clicked.

        Attributes:
            node: The number of its node.
        """

        node: int

    def __init__(self, player: StepPlayer, words: TraceText) -> None:
        super().__init__(0, self._draw_row)
        self.player, self.words = player, words
        self.nodes: list[int] = []

    def show_nodes(self, nodes: list[int], selected: int) -> None:
        """Show nodes with the cursor at one of them, or at the first."""
        self.nodes = nodes
        index = nodes.index(selected) if selected in nodes else 0
        if not self.set_rows(len(nodes), index):
            self.refresh_rows()

    def on_click(self, event: events.Click) -> None:
        event.prevent_default()
        offset = event.get_content_offset(self)
        index = len(self.nodes) if offset is None else self.visible_rows.start + offset.y
        if index < len(self.nodes):
            self.post_message(self.Picked(self.nodes[index]))

    def _draw_row(self, index: int, visible: range, width: int) -> StyledLine:
        raise NotImplementedError


class TreePane(NodeList):
    """The nodes generated so far, each before its children."""

    def _draw_row(self, index: int, visible: range, width: int) -> StyledLine:
        player, node = self.player, self.player.trace.nodes[self.nodes[index]]
        # deep trees are shifted to the left, so that moves stay visible
        depths = [
            self.player.trace.nodes[n].depth for n in self.nodes[visible.start : visible.stop]
        ]
        max_indent = max(0, width - MIN_NAME_WIDTH) // 2 // INDENT_WIDTH
        hidden = max(0, max(depths, default=0) - max_indent)
        indent = " " * (INDENT_WIDTH * max(0, node.depth - hidden))
        symbol, role = trace_text.SYMBOLS[player.state_of(node)]
        left: StyledLine = [
            (f"{node.depth:>3} ", "dim"),
            (f"{indent}{symbol} {self.words.name(node)}  ", role),
        ]
        room = width - drawing.line_width(left)
        states = self.words.describe_state(node, player.step_count)
        state = next((f"{text} " for text in states if cell_len(text) < room), "")
        return drawing.align_to_edges(left, [(state, "dim")], width)


class FrontierPane(NodeList):
    """The positions that the search has not expanded yet, the next one first; or its stack."""

    SHOWS_CURSOR = False

    def show_player(self, player: StepPlayer, selected: int) -> None:
        nodes = [node.number for node in player.trace.frontier_at(player.step_count)]
        root = player.trace.root_at(player.step_count)
        if root:
            name, order = trace_text.FRONTIER_TITLES[root.frontier]
            self.border_title = f"{name}: {len(nodes):,}, {order}"
        else:
            self.border_title = "Frontier"
        self.show_nodes(nodes, selected)

    def _draw_row(self, index: int, visible: range, width: int) -> StyledLine:
        player, node = self.player, self.player.trace.nodes[self.nodes[index]]
        selected = player.selected
        root = player.trace.root_at(player.step_count)
        is_selected = selected is not None and selected.number == node.number
        left: StyledLine = [
            (f"{index + 1:>5} ", "dim"),
            (f"{self.words.name(node)}  ", "title" if is_selected else ""),
        ]
        priority = trace_text.describe_priority(node, root.frontier if root else "")
        note = player.trace.reason_of(node, player.step_count)
        text = ", ".join(filter(None, (priority, note))) or f"depth {node.depth}"
        room = width - drawing.line_width(left) - 1
        # without room for the sum, what decides the order is left: "f 12"
        short = (text, priority, priority.partition(" = ")[0] or f"depth {node.depth}")
        text = next((one for one in short if one and cell_len(one) <= room), "")
        return drawing.align_to_edges(left, [(f"{text} ", "dim")], width)


class SourcePane(StyledLines):
    """The function that is running, with the current line lit."""

    DEFAULT_CSS = "SourcePane { height: 1fr; }"

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._folded_for = ("", 0)
        self._folded: FoldedLines = []  # those of the function and width drawn last

    def show_player(self, player: StepPlayer) -> None:
        step = player.step
        code, line = (step.code, step.line) if step else ("", 0)
        listing = find_listing(code) if code else None
        if not listing:
            self.set_title("Source")
            text = "The source of this step is not available." if step else ""
            self.set_drawing(lambda width, height: drawing.wrap_text(text, max(1, width)))
            return
        self.set_title(f"Source: {listing.name}, {listing.file}")

        def draw(width: int, height: int) -> Block:
            if self._folded_for != (code, width):
                self._folded_for, self._folded = (code, width), listing.fold(width)
            lit = listing.lit_lines(line)
            first = next((at for at, (n, _) in enumerate(self._folded) if n >= lit.start), 0)
            top = _first_line(first, len(self._folded), height)
            visible = self._folded[top : top + height]
            return [drawing.fit_line(one, width) for one in mark_lines(visible, lit)]

        self.set_drawing(draw)


def _first_line(lit: int, line_count: int, height: int) -> int:
    """Return the first line of a view in which a line is visible, with lines around it.

    Views begin every half height, so that a step shows the same view whatever came before it.
    """
    margin = min(LINES_AROUND_LIT, max(0, (height - 1) // 2))
    half = max(1, height // 2)
    first = half * ceil((lit + margin + 1 - height) / half)
    return max(0, min(first, line_count - height))
