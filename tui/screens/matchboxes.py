"""The matchboxes of a learner: the box at hand, its beads, and how the games went.

sparkline  a block a span of games, as high as there were wins
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from games.hexapawn import Move, Position
from search.learner import SPAN, Learner
from tui import drawing
from tui.boards import board_for
from tui.boards.board import Line
from tui.drawing import Block
from tui.screens.page import Page
from tui.seats import LEARNER, SIDES

if TYPE_CHECKING:
    from tui.screens.play import PlayPage

BLOCKS = "▁▂▃▄▅▆▇█"
ASCII_BLOCKS = "_.:-=+*#"
HAND = 26  # columns of the box at hand
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

    def __init__(self, play: "PlayPage") -> None:
        super().__init__(play.app.look.ascii_only)
        self._play = play
        self._board = board_for(play.table.game, play.app.look)
        session = play.table.session
        taught = [at for at, name in enumerate(session.seats) if name == LEARNER]
        self._player = taught[0] if taught else 1 - session.person
        self._position: Position | None = None
        self._beads: Mapping[Move, int] = {}
        self._curve: Sequence[int] = ()
        self._games = self._boxes = 0

    def on_mount(self) -> None:
        self.run_worker(self._load)

    async def _load(self) -> None:
        self._look(await self._play.opponents.learner(self._player))

    def _look(self, learner: Learner) -> None:
        """Take down what is shown, while nobody is at the boxes."""
        session = self._play.table.session
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
        game = self._play.table.game
        title: Line = [(" Matchboxes › ", "dim")]
        title.append((f"{game.rows}×{game.columns} {SIDES[self._player]}", "title"))
        counts = f"{self._boxes:,} boxes   {self._games:,} games "
        body = height - 4
        left = drawing.box("The box at hand", self._hand(HAND - 2, body - 2), HAND, body)
        right = width - HAND
        curve = drawing.box(f"Games won, of each {SPAN}", self._graph(right - 4), right, body)
        top = drawing.ends(title, [(counts, "")], width)
        lines = [top, *drawing.beside(left, curve), *self.bottom(width)]
        return drawing.block(lines, width, height)

    def _hand(self, width: int, height: int) -> Block:
        """The position on the box, and its beads."""
        if not self._position:
            return [[], [(" it has not moved yet", "dim")]]
        beads = [self._bead(move, count) for move, count in self._beads.items()]
        room = max(2, height - len(beads) - 3)
        columns, rows = self._board.size(width, room)
        picture = drawing.without(self._board.draw(self._position, columns, rows), "cursor")
        return [[], *drawing.centre(picture, width, min(rows, room)), [], *beads]

    def _bead(self, move: Move, count: int) -> Line:
        assert self._position
        said = self._play.table.game.move_text(self._position, move)
        bead = "o" if self._play.app.look.ascii_only else "•"
        drawn = bead * count if count <= MOST_BEADS else f"{bead} × {count}"
        return [(f" {said:<6} ", ""), (drawn or "none left", "piece" if count else "bad")]

    def _graph(self, width: int) -> Block:
        """The curve, the first span at the left, as many spans as there is room for."""
        blocks = ASCII_BLOCKS if self._play.app.look.ascii_only else BLOCKS
        lines: Block = [[]]
        full = self._curve[: self._games // SPAN]
        if not self._games:
            return [[], *_paragraph("no game yet: t plays a thousand against chance", width)]
        shown = full[-width * 3 :]
        for at in range(0, len(shown), width):
            row = "".join(blocks[won * (len(blocks) - 1) // SPAN] for won in shown[at : at + width])
            lines += [[("  ", ""), (row, "good")], []]
        said = [f"the first {SPAN}: {full[0]} won"] if full else []
        said += [f"the last full {SPAN}: {full[-1]} won"] if len(full) > 1 else []
        for sentence in [*said, "", RULE]:
            lines += _paragraph(sentence, width)
        return lines

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        training = self._play.opponents.training
        if action == "stop":
            return training or None
        return not (training and action in ("train", "side", "forget")) or None

    def action_train(self) -> None:
        self._play.opponents.train(self._player, self._look)
        self.paint()

    def action_stop(self) -> None:
        self._play.opponents.stop_training()

    def action_side(self) -> None:
        self._player = 1 - self._player
        self.run_worker(self._load, exclusive=True)

    def action_forget(self) -> None:
        async def forget() -> None:
            self._look(await self._play.opponents.forget(self._player))

        self.run_worker(forget, exclusive=True)

    def action_leave(self) -> None:
        self.action_stop()
        self.dismiss()


RULE = (
    "A bead is drawn from the box of the position, and says the move. A loss takes the bead of the"
    " last move away; a win adds a bead for each move. An empty box resigns."
)


def _paragraph(sentence: str, width: int) -> Block:
    return [[("  ", ""), *line] for line in drawing.wrap(sentence, width)] or [[]]
