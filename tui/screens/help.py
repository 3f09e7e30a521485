"""Help, made from the bindings that are live on the screen it was called from."""

from collections.abc import Sequence
from typing import Any, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.screen import Screen

from ludoscope.tui.boards.board import Line, Look
from ludoscope.tui.screens.page import Page
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.widgets.footer import Pair, told

COLUMNS = 76  # and more have room for two columns of keys


def help_lines(
    screen: Screen[Any],
    look: Look,
    title: str,
    board: list[Pair],
    notation: str,
    marks: Sequence[Pair] = (),
) -> tuple[Block, Block]:
    """The board's keys and the others (dim: nothing to do at the moment).

    Below them what marks mean, and how a move is typed.
    """

    def rows(pairs: list[Pair]) -> Block:
        enter = "enter" if look.ascii_only else "⏎"
        return [[(f"   {keys.replace('⏎', enter):<16}", "key"), (does, "")] for keys, does in pairs]

    lines: Block = [[(f" {title}", "title")], []]
    if board:
        lines += [*rows(board), []]
    for key, active in told(screen):
        line = rows([(key, active.binding.description)])[0]
        lines.append(line if active.enabled else [("".join(text for text, _ in line), "dim")])
    below = _legend(marks, screen.size.width - 4)
    if notation:
        typed = look.key("play.type", ":")
        said = drawing.wrap(f"types a move: {notation}", screen.size.width - 8)
        heads: list[Line] = [[(f"   {typed} ", "key")], *[[("     ", "")]] * (len(said) - 1)]
        below += [[*head, *line] for head, line in zip(heads, said, strict=True)]
    return lines, below


def _legend(marks: Sequence[Pair], width: int) -> Block:
    """Signs and what they mean: on one line, or on a line each where there is no room."""
    signs: Block = [[(sign, "cursor"), (f" {means}   ", "")] for sign, means in marks]
    if not signs:
        return []
    if 3 + sum(len(text) for line in signs for text, _ in line) > width:
        longest = max(len(sign) for sign, _ in marks)
        return [
            [],
            *(
                [("   ", ""), (f"{sign:<{longest}}", "cursor"), (f"  {means}", "")]
                for sign, means in marks
            ),
        ]
    return [[], [("   ", ""), *(part for line in signs for part in line)]]


def _two_columns(lines: Block, width: int) -> Block:
    """The first half beside the second."""
    half = -(-len(lines) // 2)
    left = drawing.block(lines[:half], width // 2, half)
    return drawing.beside(left, drawing.block(lines[half:], width - width // 2, half))


class HelpPage(Page[None]):
    """Scrolls when it is longer than the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "scroll_by(-1)", "scroll", key_display="↑↓", id="help.up"),
        Binding("down,j,space", "scroll_by(1)", "further down", id="help.down", show=False),
        Binding("r", "rules", "the rules of this game", id="help.rules"),
        Binding("escape,q,enter", "dismiss(None)", "back", key_display="esc", id="go.back"),
    ]

    def __init__(self, ascii_only: bool, lines: Block, below: Block, family: str = "") -> None:
        super().__init__(ascii_only)
        self.family = family
        self._lines, self._below = lines, below
        self._top = 0

    def frame(self, width: int, height: int) -> Block:
        room = height - 4
        lines = [*self._lines, *self._below]
        if len(lines) > room - 2 and width >= COLUMNS:
            lines = [*_two_columns(self._lines, width - 2), *self._below]
        self._top = max(0, min(self._top, len(lines) - room + 2))
        shown = lines[self._top : self._top + room - 2]
        return [
            drawing.fit([(" Help", "title")], width),
            *drawing.box("", shown, width, room),
            *self.bottom(width),
        ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "rules" or bool(self.family)

    def action_rules(self) -> None:
        self.app.navigator.open_rules(self.family)

    def action_scroll_by(self, by: int) -> None:
        self._top += by
        self.paint()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self.action_scroll_by(3)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self.action_scroll_by(-3)
