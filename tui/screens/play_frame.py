"""The frame of the play screen, made from what lies on the table.

area    where the board may draw: cells inside its box, and where the box stands
panel   the box or boxes at the right: finish and moves, or the solver
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from search.events import Progress
from tui import drawing, words
from tui.badge import badge, comment, mark, rating
from tui.boards import TITLES
from tui.boards.board import Line
from tui.drawing import Block
from tui.screens.page import BOTTOM
from tui.seats import PERSON, SIDES
from tui.seats import words as seating
from tui.solving import Solving
from tui.table import Table

NARROW, WIDE = 30, 40  # columns of the panel at the right
BELOW = 9  # lines of a panel below
LISTED = 3  # moves at least that are listed before anything is said below them
SAID = 18  # columns of a move in the list; then the sign whether the game could still be won
LEAST = (46, 12)  # columns and lines for what is said above and below the board


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
        panel = WIDE if width >= 110 else NARROW
        room = width - panel - 2
        if room >= NARROW and table.board.size(room, height - BOTTOM - 3)[0] <= room:
            return cls(width, height, panel, 0)
        solver = table.replay or (table.solving and not table.solving.verdict)
        below = solver and height >= least(table)[1] + BELOW
        return cls(width, height, 0, BELOW if below else 0)

    @property
    def body(self) -> int:
        """Lines of the board's box."""
        return max(2, self.height - 1 - BOTTOM - self.below)

    def area(self, table: Table) -> Area:
        room = (self.width - self.panel - 2, self.body - 2)
        width, height = table.board.size(*room)
        return Area(
            1 + max(0, (room[0] - width) // 2), 2 + max(0, (room[1] - height) // 2), width, height
        )


def least(table: Table) -> tuple[int, int]:
    """Columns and lines that the board, its box, the top line and the bottom ones take."""
    columns, rows = table.board.least()
    return max(columns + 2, LEAST[0]), max(rows + 3 + BOTTOM, LEAST[1])


def compose(table: Table, shape: Shape, clock: float, bottom: Block) -> Block:
    """The whole frame; `clock` in seconds."""
    width = shape.width
    body = _board(table, shape)
    if shape.panel:
        body = drawing.beside(body, _panel(table, shape.panel, shape.body))
    if shape.below:
        body = [*body, *_panel(table, width, shape.below)]
    frame = [
        drawing.fit(_header(table, width, clock), width),
        *body,
        *bottom,
    ]
    return frame[: shape.height]


def _header(table: Table, width: int, clock: float) -> Line:
    session = table.session
    where: Line = [
        (f" {TITLES[table.game.family]} › ", "dim"),
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
    count: Line = [] if table.replay else [(f"move {session.ply}  ", "dim")]
    count.append((f"{words.clock(clock)} ", ""))
    summary: Line = [(f"{table.board.summary(table.position)}  ", "")]
    if drawing.cells([*where, *state, *summary, *count]) < width:
        state += summary
    return drawing.ends(where, [*state, *count], width)


def outcome(table: Table) -> str:
    if table.game.players == 1:
        return "✓ solved"
    if table.session.seats.count(PERSON) != 1:
        return f"{SIDES[1 - table.session.to_move]} won"
    return "✓ you won" if table.session.won else "the program won"


def _board(table: Table, shape: Shape) -> Block:
    width, height = shape.width - shape.panel, shape.body
    area = shape.area(table)
    lines = table.board.draw(table.position, area.width, area.height, table.last)
    return drawing.box("", drawing.centre(lines, width - 2, height - 2), width, height)


def status(table: Table, shape: Shape) -> Line:
    """The message line when nothing else is to be said."""
    width = shape.width
    if table.replay:
        return _slider(table)
    if not table.solving:
        said = [] if shape.panel else remarks(table)
        return [(f" {'; '.join(said)}", "")] if said else []
    parts = table.solving.words().split(" · ")
    while len(parts) > 1 and len(" · ".join(parts)) > width - 2:
        parts.pop()
    return [(f" {' · '.join(parts)}", "good")]


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


# The panel


def _panel(table: Table, width: int, height: int) -> Block:
    if table.solving and (not table.solving.verdict or table.replay):
        return _solver(table, table.solving, width, height)
    boxes: Block = []
    goal = table.goal(width - 4)
    if table.session.over:
        boxes += _over(table, width)
    elif goal and len(goal) + 2 <= height - 6:
        picture = drawing.centre(goal, width - 2, len(goal))
        boxes += drawing.box("Goal", picture, width, len(goal) + 2)
    rest = height - len(boxes)
    said = _said(table, width - 4)[: max(0, rest - 2 - LISTED)]
    listed = rest - 2 - len(said)
    lines = drawing.block(_moves(table, width - 2, listed), width - 2, listed)
    return boxes + drawing.box("Moves", [*lines, *said], width, rest)


def _said(table: Table, width: int) -> Block:
    """Below the moves, after a blank line: of what is picked, else of the last move."""
    lines: Block = []
    for sentence in remarks(table):
        lines += [[(" ", ""), *line] for line in drawing.wrap(sentence, width)]
    return [[], *lines] if lines else []


def remarks(table: Table) -> Sequence[str]:
    """What is to be said of what the person has picked, else of their last move."""
    if table.replay:
        return []
    if picked := table.board.remarks(table.position):
        return picked
    return comment(table.analysis, table.session) if table.look.analysis else []


def _over(table: Table, width: int) -> Block:
    session = table.session
    rated = rating(table.analysis, session) if session.won else None
    stars: Line = [("  " + "*" * rated[0], "key"), (f" {rated[1]}", "")] if rated else []
    lines: Block = [
        [],
        [("  in ", ""), (words.count(session.ply, table.game.measure), "title")],
        stars,
        [
            ("  n", "key"),
            (" next  ", ""),
            ("r", "key"),
            (" again  ", ""),
            ("u", "key"),
            (" undo", ""),
        ],
    ]
    return drawing.box(
        outcome(table).capitalize(), lines, width, 7, "good" if session.won else "bad"
    )


def _moves(table: Table, width: int, height: int) -> Block:
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
            line.append((f"{said:<{SAID if players == 1 else 6}}  ", role))
            if table.look.analysis and not replay:
                line.append(mark(table.analysis, session, at + 1))
        block.append(drawing.fit(line, width))
    return block


def _solver(table: Table, solving: Solving, width: int, height: int) -> Block:
    inner = width - 4
    lines: Block = [[]] if height > BELOW else []
    if solving.verdict:
        for words in solving.words().split(" · "):
            lines += drawing.wrap(words, inner, "good")
        lines += [[], *_moves(table, inner, height - len(lines) - 4)]
    else:
        promised = drawing.wrap(f"promise: {solving.promise}", inner, "dim")
        lines += [*_figures(solving.progress), []]
        lines += _sample(table, solving.sample, inner, height - 3 - len(lines) - len(promised))
        lines += [[], *promised]
    title = f"Solver: {solving.solver.name}"
    return drawing.box(title, [[(" ", ""), *line] for line in lines], width, height)


def _figures(progress: Progress) -> Block:
    rate = progress.explored / progress.seconds if progress.seconds else 0
    rows = [
        ("explored", f"{progress.explored:,}", f"{words.metric(rate)}/s"),
        ("frontier", f"{progress.frontier:,}", ""),
        ("depth", f"{progress.depth:,}", ""),
        ("table", f"{progress.entries:,}", f"{words.metric(progress.bytes)}B"),
        ("time", words.duration(progress.seconds), ""),
    ]
    if progress.best is not None:
        rows.insert(3, ("best", f"{progress.best:g}", ""))
    return [
        [(f"{name:<8}", "dim"), (f"{value:>10}", ""), (f" {more:>7}", "dim")]
        for name, value, more in rows
    ]


def _sample(table: Table, sample: Hashable, width: int, height: int) -> Block:
    """The position under examination, drawn small where it fits, else as text."""
    if sample is None or height < 2:
        return []
    board = table.sample_board
    columns, rows = board.size(width, height)
    if columns <= width and rows <= height:
        lines = board.draw(sample, columns, rows)
        picture = drawing.centre(drawing.without(lines, "cursor"), width, rows)
        return [[("looking at", "dim")], *picture] if rows < height else picture
    text = table.game.text(sample)
    cut = [text[i : i + width] for i in range(0, len(text), width)]
    return [[("looking at", "dim")], *([(piece, "")] for piece in cut[: height - 1])]
