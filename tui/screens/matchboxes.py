"""The matchboxes of a learner: the box at hand, its beads, and how the games went.

bars  one a span of games, as high as there were wins
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from textual.binding import Binding, BindingType

from ludoscope.games.hexapawn import Move, Position
from ludoscope.search.hexapawn.matchboxes import SPAN, Learner
from ludoscope.tui.boards import board_for
from ludoscope.tui.boards.board import Line
from ludoscope.tui.play.seats import LEARNER, SIDES
from ludoscope.tui.play.table import Table
from ludoscope.tui.screens.opponents import Opponents
from ludoscope.tui.screens.page import Page
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block

BLOCKS = "▁▂▃▄▅▆▇█"
ASCII_BLOCKS = "_.:-=+*#"
HAND = 26  # columns of the box at hand
BROAD = 100  # columns of a screen from which on that box has two fifths of them
HIGHEST, WIDEST = 10, 3  # lines of the curve, columns of a bar
MOST_BEADS = 12  # drawn one by one


class MatchboxPage(Page[None]):
    """Over a play screen, whose opponents own the learner."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "train", "train 1,000 games", id="matchboxes.train"),
        Binding("x", "stop", "stop", id="matchboxes.stop"),
        Binding("tab", "side", "the other side", id="matchboxes.side"),
        Binding("r", "forget", "empty all boxes", id="matchboxes.forget"),
        Binding("escape,q,m", "leave", "back", key_display="esc", id="go.back"),
    ]

    def __init__(self, table: Table, opponents: Opponents) -> None:
        super().__init__(table.look.ascii_only)
        self._table = table
        self._opponents = opponents
        self._board = board_for(table.game, table.look)
        session = table.session
        taught = [at for at, name in enumerate(session.seats) if name == LEARNER]
        self._player = taught[0] if taught else 1 - session.person
        self._position: Position | None = None
        self._beads: Mapping[Move, int] = {}
        self._curve: Sequence[int] = ()
        self._games = self._boxes = 0

    def on_mount(self) -> None:
        self.run_worker(self._load)

    async def _load(self) -> None:
        self._look(await self._opponents.learner(self._player))

    def _look(self, learner: Learner) -> None:
        """Take down what is shown, while nobody is at the boxes."""
        session = self._table.session
        ply = session.ply - (session.to_move != self._player)
        self._position = session.positions[ply] if ply >= 0 else None
        self._beads = learner.beads(self._position) if self._position else {}
        self._curve, self._games = tuple(learner.curve), learner.games
        self._boxes = len(learner.boxes)
        self.paint()

    # The frame

    def least(self) -> tuple[int, int]:
        return 60, 16

    def frame(self, width: int, height: int) -> Block:
        game: Any = self._table.game
        title: Line = [(" Matchboxes › ", "dim")]
        title.append((f"{game.rows}×{game.columns} {SIDES[self._player]}", "title"))
        boxes, games = _counted(self._boxes, "box", "boxes"), _counted(self._games, "game", "games")
        body, hand = height - 4, max(HAND, width * 2 // 5 if width >= BROAD else 0)
        left = drawing.box("The box at hand", self._hand(hand - 2, body - 2), hand, body)
        right = width - hand
        graph = self._graph(right - 4, body - 2)
        curve = drawing.box(f"Games won, of each {SPAN}", graph, right, body)
        top = drawing.ends(title, [(f"{boxes}   {games} ", "")], width)
        lines = [top, *drawing.beside(left, curve), *self.bottom(width)]
        return drawing.block(lines, width, height)

    def _hand(self, width: int, height: int) -> Block:
        """The position on the box, and its beads."""
        if not self._position:
            return [[], *_paragraph(f"{SIDES[self._player]} has not moved yet", width - 3)]
        beads = [self._bead(move, count) for move, count in self._beads.items()]
        room = max(2, height - len(beads) - 3)
        columns, rows = self._board.size(width, room)
        picture = drawing.without(self._board.draw(self._position, columns, rows), "cursor")
        return [[], *drawing.centre(picture, width, min(rows, room)), [], *beads]

    def _bead(self, move: Move, count: int) -> Line:
        assert self._position
        said = self._table.game.move_text(self._position, move)
        bead = "o" if self.app.look.ascii_only else "•"
        drawn = bead * count if count <= MOST_BEADS else f"{bead} × {count}"
        return [(f"  {said:<6} ", ""), (drawn or "none left", "piece" if count else "bad")]

    def _graph(self, width: int, height: int) -> Block:
        """The curve, as high as there is room for, and how matchboxes learn."""
        full = self._curve[: self._games // SPAN]
        said = [f"the first {SPAN}: {full[0]} won"] if full else []
        said += [f"the last full {SPAN}: {full[-1]} won"] if len(full) > 1 else []
        if not self._games:
            said = ["no game yet: t plays a thousand against chance"]
        below = [line for sentence in [*said, "", RULE] for line in _paragraph(sentence, width)]
        rows = min(HIGHEST, height - len(below) - 3)
        bars = self._bars(full, width - 4, rows) if full and rows > 0 else []
        return [[], *bars, *([[]] if bars else []), *below]

    def _bars(self, spans: Sequence[int], width: int, height: int) -> Block:
        """A bar a span, or a few spans where they are many; the first at the left."""
        blocks = " " + (ASCII_BLOCKS if self.app.look.ascii_only else BLOCKS)
        each = -(-len(spans) // width)
        parts = [spans[at : at + each] for at in range(0, len(spans), each)]
        tall = [round(sum(part) * height * 8 / SPAN / len(part)) for part in parts]
        wide = max(1, min(WIDEST, width // len(parts)))
        lines: Block = []
        for row in reversed(range(height)):
            mark = f"{SPAN:>4} " if row == height - 1 else f"{0:>4} " if row == 0 else " " * 5
            drawn = "".join(blocks[min(max(each - 8 * row, 0), 8)] * wide for each in tall)
            lines.append([(mark, "dim"), (drawn, "good")])
        return lines

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        training = self._opponents.training
        if action == "stop":
            return training or None
        return not (training and action in ("train", "side", "forget")) or None

    def action_train(self) -> None:
        self._opponents.train(self._player, self._look)
        self.paint()

    def action_stop(self) -> None:
        self._opponents.stop_training()

    def action_side(self) -> None:
        self._player = 1 - self._player
        self.run_worker(self._load, exclusive=True)

    def action_forget(self) -> None:
        async def forget() -> None:
            self._look(await self._opponents.forget(self._player))

        self.run_worker(forget, exclusive=True)

    def action_leave(self) -> None:
        self.action_stop()
        self.dismiss()


RULE = (
    "A bead is drawn from the box of the position, and says the move. A loss takes the bead of the"
    " last move away; a win adds a bead for each move. An empty box resigns."
)


def _counted(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


def _paragraph(sentence: str, width: int) -> Block:
    return [[("  ", ""), *line] for line in drawing.wrap(sentence, width)] or [[]]
