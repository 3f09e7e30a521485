"""The frame of the play screen, made from what lies on the table.

area    where the board may draw: cells inside its box, and where the box stands
panel   the box or boxes at the right: finish and moves, or the solver
"""

from dataclasses import dataclass

from ludoscope.games import FAMILIES
from ludoscope.tui.boards.board import Line
from ludoscope.tui.play.badge import badge
from ludoscope.tui.play.seats import words as seating
from ludoscope.tui.play.table import Table
from ludoscope.tui.screens.page import BOTTOM
from ludoscope.tui.screens.play_panel import panel, remarks
from ludoscope.tui.screens.solver_panel import LOW
from ludoscope.tui.text import drawing, words
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.widgets.ending_box import brief, ending_box, outcome

NARROW, WIDE = 30, 40  # columns of the panel at the right
YIELDING = 28  # the same where the board makes use of the rest
LEAST = (46, 12)  # columns and lines for what is said above and below the board
SMALL = (80 - NARROW - 2, 24 - BOTTOM - 3)  # columns and lines for a board that is not to grow
SHORTEST = 20  # cells for what the top line says at its right


@dataclass(frozen=True, slots=True)
class Area:
    """Where the board is drawn, in cells of the screen; `x`, `y` is its upper left corner."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Shape:
    """How a screen of some size is divided."""

    width: int
    height: int
    panel: int  # columns of the panel at the right, 0 where the board needs them
    below: int  # lines of the panel below a board that needs the whole width

    @classmethod
    def of(cls, table: Table, width: int, height: int) -> "Shape":
        panel = _beside(table, width, height) if width >= 110 else NARROW
        room = width - panel - 2
        if room >= NARROW and table.board.size(room, height - BOTTOM - 3)[0] <= room:
            return cls(width, height, panel, 0)
        solver = table.replay or (table.solving and not table.solving.verdict)
        below = solver and height >= least(table)[1] + LOW
        return cls(width, height, 0, LOW if below else 0)

    @property
    def body(self) -> int:
        """Lines of the board's box."""
        return max(2, self.height - 1 - BOTTOM - self.below)

    def area(self, table: Table) -> Area:
        room = (self.width - self.panel - 2, self.body - 2)
        width, height = table.board.size(*(self._small(table, room) if table.look.small else room))
        return Area(
            1 + max(0, (room[0] - width) // 2), 2 + max(0, (room[1] - height) // 2), width, height
        )

    def _small(self, table: Table, room: tuple[int, int]) -> tuple[int, int]:
        """What a board has at 80×24, or needs."""
        usual = (SMALL[0] + (0 if self.panel else NARROW), SMALL[1])
        allowed = zip(room, usual, table.board.least(), strict=True)
        columns, lines = (max(min(has, small), needs) for has, small, needs in allowed)
        return columns, lines


def _beside(table: Table, width: int, height: int) -> int:
    """Columns of the panel on a wide screen: it yields to a board that grows by it."""
    if table.look.small:
        return WIDE
    used, _ = table.board.size(width - YIELDING - 2, height - BOTTOM - 3)
    return max(YIELDING, min(WIDE, width - 2 - used))


def least(table: Table) -> tuple[int, int]:
    """Columns and lines that the board, its box, the top line and the bottom ones take."""
    columns, rows = table.board.least()
    return max(columns + 2, LEAST[0]), max(rows + 3 + BOTTOM, LEAST[1])


def compose(table: Table, shape: Shape, clock: float, bottom: Block) -> Block:
    """The whole frame; `clock` in seconds."""
    width = shape.width
    body = _board(table, shape)
    if shape.panel:
        body = drawing.beside(body, panel(table, shape.panel, shape.body))
    if shape.below:
        body = [*body, *panel(table, width, shape.below)]
    frame = [
        drawing.fit(_header(table, width, clock), width),
        *body,
        *bottom,
    ]
    return frame[: shape.height]


def _header(table: Table, width: int, clock: float) -> Line:
    session = table.session
    where: Line = [
        (f" {FAMILIES[table.game.family].title} › ", "dim"),
        (table.puzzle.title, "title"),
    ]
    state: Line = []
    if table.look.analysis and not table.replay and (known := badge(table.analysis, session)):
        state += [*known, ("   ", "")]
    if session.over and not table.replay:
        state.append((f" {outcome(table)} ", "won" if session.won else "bad"))
        state.append(("  ", ""))
    if table.replay:
        state.append(("solution  ", "notice"))
    elif table.answering:
        state.append(("thinking…  ", "notice"))
    if table.game.players == 2 and not table.replay:
        who: Line = [(f" › {seating(session.seats)}", "dim")]
        if drawing.cells([*where, *who, *state]) + SHORTEST < width:
            where += who
    count: Line = [] if table.replay else [(f"move {session.ply} ", "dim")]
    if table.look.clock:
        count.append((f"{' ' * len(count)}{words.clock(clock)} ", ""))
    summary: Line = [(f"{table.board.summary(table.position)}  ", "")]
    if drawing.cells([*where, *state, *summary, *count]) < width:
        state += summary
    return drawing.ends(where, [*state, *count], width)


def _board(table: Table, shape: Shape) -> Block:
    width, height = shape.width - shape.panel, shape.body
    area = shape.area(table)
    lines = drawing.centre(table.picture(area.width, area.height), width - 2, height - 2)
    return drawing.box("", _ended(table, shape, lines) or lines, width, height)


def _ended(table: Table, shape: Shape, picture: Block) -> Block | None:
    """The board that has the whole width with the end told upon it, where there is a place."""
    if not _lone(table, shape):
        return None
    box = ending_box(table, NARROW, len(picture))
    return drawing.upon(picture, box) if box else None


def _lone(table: Table, shape: Shape) -> bool:
    """Whether an end is to be told without a panel at the board's side."""
    return table.session.over and not table.replay and not shape.panel


def status(table: Table, shape: Shape) -> Line:
    """The message line when nothing else is to be said."""
    width = shape.width
    if table.replay:
        return _slider(table)
    if not table.solving:
        if _lone(table, shape):
            area = shape.area(table)
            lines = table.board.draw(table.position, area.width, area.height)
            picture = drawing.centre(lines, width - 2, shape.body - 2)
            return [] if _ended(table, shape, picture) else brief(table)
        said = [] if shape.panel else remarks(table)
        return [(f" {'; '.join(said)}", "")] if said else []
    said, *account = table.solving.words().split(" · ")
    if len(said) > width - 2:  # the panel tells why
        said = said.partition(": ")[0]
    while account and len(" · ".join([said, *account])) > width - 2:
        account.pop()
    return [(f" {' · '.join([said, *account])}", table.solving.role)]


def _slider(table: Table) -> Line:
    replay = table.replay
    assert replay
    steps = len(replay.moves)
    length = min(steps, 24)
    done = round(length * replay.at / steps) if steps else 0
    move = table.board.say(*replay.made(replay.at - 1)) if replay.at else ""
    return [
        (" ◄ ", "key"),
        ("■" * done, "piece"),
        ("□" * (length - done), "dim"),
        (" ► ", "key"),
        (f" {replay.at}/{steps}  ", ""),
        (move, "title"),
    ]
