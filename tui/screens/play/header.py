"""How the play screen is divided, and what is said above and below the board."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rich.style import Style
from rich.text import Text
from textual.content import Content

from ludoscope.games import FAMILIES
from ludoscope.tui.boards.board import Line
from ludoscope.tui.model.badge import badge
from ludoscope.tui.model.game_model import Table
from ludoscope.tui.model.players import words as pairing
from ludoscope.tui.model.session import Session
from ludoscope.tui.screens.play.side_panel import LOW, remarks
from ludoscope.tui.text import drawing, formatting
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.widgets.result_box import brief, outcome
from ludoscope.tui.widgets.styled_lines import Lines

BOTTOM = 3  # lines below the board: what is said, and the keys
NARROW, WIDE = 30, 40  # columns of the panel at the right
YIELDING = 28  # the same where the board makes use of the rest
LEAST = (46, 12)  # columns and lines for what is said above and below the board
SMALL = (80 - NARROW - 2, 24 - BOTTOM - 3)  # columns and lines for a board that is not to grow
TIMED = 28  # cells left to the timeline by what the panel tells too
SHORTEST = 20  # cells for what the top line says at its right


class Shape(NamedTuple):
    """How a screen of some size is divided."""

    width: int
    height: int
    panel: int  # columns of the panel at the right, 0 where the board needs them
    below: int  # lines of the panel below a board that needs the whole width

    @classmethod
    def of(cls, table: Table, width: int, height: int) -> "Shape":
        if panel := _beside(table, width, height):
            return cls(width, height, panel, 0)
        solver = table.replay or (table.solving and not table.solving.verdict)
        below = solver and height >= least(table)[1] + LOW
        return cls(width, height, 0, LOW if below else 0)

    @property
    def body(self) -> int:
        """Lines of the board's box."""
        return max(2, self.height - 1 - BOTTOM - self.below)

    @property
    def small(self) -> tuple[int, int]:
        """The room of a board that is not to grow: what it has at 80×24."""
        return SMALL[0] + (0 if self.panel else NARROW), SMALL[1]

    def lone(self, table: Table) -> bool:
        """Whether an end is to be told without a panel at the board's side."""
        ended = table.session.over or table.stuck
        return ended and not table.replay and not self.panel


def _beside(table: Table, width: int, height: int) -> int:
    """Columns of the panel, which yields to a board that grows by it; 0 where that needs them."""
    board, rows = table.board, height - BOTTOM - 3
    panel = NARROW
    if width >= 110:
        used, _ = board.size(width - YIELDING - 2, rows)
        small_boards = table.options.appearance.small_boards
        panel = WIDE if small_boards else max(YIELDING, min(WIDE, width - 2 - used))
    elif board.cramped(width - panel - 2, rows) and not board.cramped(width - YIELDING - 2, rows):
        panel = YIELDING
    room = width - panel - 2
    if not NARROW <= room >= board.size(room, rows)[0]:
        return 0
    return 0 if board.cramped(room, rows) and not board.cramped(width - 2, rows) else panel


def least(table: Table) -> tuple[int, int]:
    """Columns and lines that the board, its box, the top line and the bottom ones take."""
    columns, rows = table.board.least()
    return max(columns + 2, LEAST[0]), max(rows + 3 + BOTTOM, LEAST[1])


class Heading(Lines):
    """The top line; what was known stays there while it is `held`."""

    _known: Sequence[tuple[str, str]] = ()  # the badge
    _summary = ""

    def tell(self, table: Table, clock: float, thinking: bool, beside: bool, held: bool) -> bool:
        """Show the game, its clock in seconds, and that the program thinks; whether that is new.

        `beside` a panel, which tells who plays.
        """
        if not held:
            judged = table.options.preferences.analysis and not table.replay
            self._known = badge(table.analysis, table.session) if judged else []
        if not (held and table.answering):
            self._summary = table.board.summary(table.position)
        width, session = self.screen.size.width, table.session
        where: Line = [
            (f" {FAMILIES[table.game.family].title} › ", "dim"),
            (table.puzzle.title, "title"),
        ]
        state: Line = [*self._known, ("   ", "")] if self._known else []
        if table.replay:
            state.append(("solution  ", "notice"))
        elif session.over:
            state += [(f" {outcome(table)} ", "won" if session.won else "bad"), ("  ", "")]
        elif thinking:
            state.append(("thinking…  ", "notice"))
        if table.game.players == 2 and not table.replay and not beside:
            who: Line = [(f" › {pairing(session.players)}", "dim")]
            where += who if drawing.cells([*where, *who, *state]) + SHORTEST < width else []
        count: Line = [] if table.replay else [(f"{moved(session)} ", "dim")]
        if table.options.preferences.show_clock:
            count.append((f"{' ' * len(count)}{formatting.clock(clock)} ", ""))
        if drawing.cells([*where, *state, *count]) + len(self._summary) + 2 < width:
            state.append((f"{self._summary}  ", ""))
        return self.show([drawing.ends(where, [*state, *count], width)])


def moved(session: Session) -> str:
    """ "move 18"; "18 moves, 28 squares" where a person is told the parts of moves too."""
    return (
        formatting.made(session)
        if FAMILIES[session.game.family].part_unit
        else f"move {session.number(session.ply)}"
    )


def spoken(table: Table, shape: Shape, notice: str, wanted: str) -> Block:
    """A notice, else what may be typed: `wanted` at a prompt, or by the board."""
    wanted = wanted or ("" if table.replay else table.board.awaited(table.position))
    return drawing.wrap(notice or wanted, shape.width - 2, "notice" if notice else "dim")


def painted(lines: Block, styles: Mapping[str, Style]) -> Content:
    shown = (Text.assemble(*((part, styles[role]) for part, role in line)) for line in lines)
    return Content.from_rich_text(Text("\n").join(shown))


def account(table: Table, shape: Shape, told: bool) -> Line:
    """What stands above the keys when nothing else is to be said.

    Nothing while a line is shown, or where the end of the game is `told` upon the board.
    """
    if table.replay:
        return []
    if not table.solving:
        if shape.lone(table):
            return [] if told else brief(table)
        said = [] if shape.panel else remarks(table)
        return [("; ".join(said), "")] if said else []
    room = shape.width - 2 - (TIMED if shape.panel else 0)
    said, *account = table.solving.words().split(" · ")
    if len(said) > room:  # the panel tells why
        said = said.partition(": ")[0]
    while account and len(" · ".join([said, *account])) > room:
        account.pop()
    return [(" · ".join([said, *account]), table.solving.role)]
