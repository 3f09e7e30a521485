"""A machine of matchboxes that learns hexapawn by losing.

HER, the hexapawn educable robot of Martin Gardner, "Mathematical games", Scientific American
206:3 (March 1962), after the MENACE of Donald Michie. There is a matchbox for each position in
which the machine is to move, with a bead for each of its moves. The machine draws a bead and plays
that move. When it loses, the bead of its last move is removed. When it finds an empty box, it
resigns, and the bead of its previous move is removed. As in MENACE, a won game adds a bead for each
move of the machine: on boards larger than Gardner's a move that sometimes loses may be the best.

Mirror images of a position share a box. In a symmetrical position, mirror images of a move share
their beads. A box is made when its position first occurs.

    box      move in the notation of the game → its number of beads
    label    the position that a box is labelled with: of two mirror images the one of lesser text
    mirrored whether a position is the mirror image of the label of its box
    player   0 for white, which moves first, 1 for black
    turn     (position with the machine to move, the move that it played)
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from ludoscope.games import NotationError
from ludoscope.games.hexapawn.rules import HexapawnGame, Move, Position
from ludoscope.search.random import SeededRandom

VERSION = 1
SPAN = 50  # games for each point of the curve
MOST_BEADS = 1_000
MOST = 1 << 64
Turn = tuple[Position, Move]
Box = dict[str, int]


class Learner:
    """The boxes of one side on one board, and the results of its games.

    `games` is the number of games it has learned from. `curve` has the number of wins in each 50
    games; the last 50 may be incomplete. `lesson` is the id of the last game, "" if it has none.
    """

    def __init__(self, rows: int, columns: int, player: int, seed: int) -> None:
        """ValueError when the size is out of range."""
        self.game = HexapawnGame(rows, columns)
        self.player = player
        self.boxes: dict[str, Box] = {}
        self.games = 0
        self.curve: list[int] = []
        self.lesson = ""
        self.random = SeededRandom(seed)

    def play(self, position: Position) -> Move | None:
        """The move of a random bead from the box of `position`; None (resign) when it is empty."""
        beads = self.beads(position)
        drawn = self.random.below(sum(beads.values()) or 1)
        for move, count in beads.items():
            drawn -= count
            if drawn < 0:
                return move
        return None

    def beads(self, position: Position) -> dict[Move, int]:
        """Move → its number of beads, in order, for a position with the machine to move.

        Where two moves are mirror images of each other, only the first is listed.
        """
        label, mirrored = self._label(position)
        text = self.game.text(label)
        if text not in self.boxes:
            self.boxes[text] = {self._text(label, move): 1 for move in self._kinds(label)}
        box = self.boxes[text]
        return {
            self._mirror_move(move) if mirrored else move: box[self._text(label, move)]
            for move in self._kinds(label)
        }

    def learn(self, turns: Iterable[Turn], won: bool, lesson: str = "") -> None:
        """Learn from a finished game; `turns` are those of the machine."""
        made = list(turns)
        for position, move in made if won else made[-1:]:
            self._add(position, move, 1 if won else -1)
        if self.games % SPAN == 0:
            self.curve.append(0)
        self.games += 1
        self.curve[-1] += won
        self.lesson = lesson

    def _add(self, position: Position, move: Move, beads: int) -> None:
        """Add beads of a move to the box of a position; a negative number removes beads."""
        self.beads(position)  # makes the box
        label, mirrored = self._label(position)
        kind = self._mirror_move(move) if mirrored else move
        if label == self._mirror(label):
            kind = min(kind, self._mirror_move(kind))
        box, text = self.boxes[self.game.text(label)], self._text(label, kind)
        box[text] = min(max(0, box[text] + beads), MOST_BEADS)

    # Mirrors

    def _label(self, position: Position) -> tuple[Position, bool]:
        """The label of the box of a position, and whether it is the mirror image of that."""
        other = self._mirror(position)
        mirrored = self.game.text(other) < self.game.text(position)
        return (other if mirrored else position), mirrored

    def _mirror(self, position: Position) -> Position:
        rows, side = self.game.text(position).split(" ")
        return self.game.parse("/".join(row[::-1] for row in rows.split("/")) + f" {side}")

    def _mirror_move(self, move: Move) -> Move:
        start, end = (
            cell + self.game.columns - 1 - 2 * (cell % self.game.columns) for cell in move
        )
        return start, end

    def _kinds(self, label: Position) -> list[Move]:
        """The moves that the box with this label has beads for."""
        moves = self.game.moves(label)
        if label != self._mirror(label):
            return moves
        return [move for move in moves if move <= self._mirror_move(move)]

    def _text(self, label: Position, move: Move) -> str:
        return self.game.move_text(label, move)

    # Text

    def text(self) -> str:
        """The complete state as JSON; `read_learner` reads it back."""
        return json.dumps(
            {
                "version": VERSION,
                "rows": self.game.rows,
                "columns": self.game.columns,
                "player": self.player,
                "seed": self.random.seed,
                "thrown": self.random.drawn,
                "games": self.games,
                "curve": self.curve,
                "lesson": self.lesson,
                "boxes": self.boxes,
            }
        )


def read_learner(text: str) -> Learner:
    """The learner that `Learner.text` wrote; NotationError when the text is malformed."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise NotationError(f"found {text[:40]!r}, expected a learner in JSON") from None
    if not isinstance(found, dict) or found.get("version") != VERSION:
        raise NotationError(f"found {text[:40]!r}, expected a learner of version {VERSION}")
    rows, columns = _number(found, "rows", 17), _number(found, "columns", 17)
    try:
        learner = Learner(rows, columns, _number(found, "player", 2), _number(found, "seed", MOST))
    except ValueError as error:
        raise NotationError(str(error)) from None
    learner.random.drawn = _number(found, "thrown", MOST)
    learner.games = _number(found, "games", MOST)
    learner.curve = _curve(found.get("curve"), learner.games)
    learner.lesson = found["lesson"] if isinstance(found.get("lesson"), str) else ""
    boxes = found.get("boxes")
    if not isinstance(boxes, dict):
        raise NotationError(f"found boxes {str(boxes)[:40]!r}, expected an object")
    for written, box in boxes.items():
        learner.boxes[written] = _box(learner, written, box)
    return learner


def _number(found: dict[str, Any], name: str, end: int) -> int:
    number = found.get(name)
    if type(number) is not int or not 0 <= number < end:
        raise NotationError(f"found {name} {str(number)[:40]!r}, expected a number below {end:,}")
    return number


def _curve(found: Any, games: int) -> list[int]:
    fits = isinstance(found, list) and len(found) == -(-games // SPAN)
    if not fits or any(type(won) is not int or not 0 <= won <= SPAN for won in found):
        raise NotationError(f"found curve {str(found)[:40]!r}, expected the wins of {games} games")
    return list(found)


def _box(learner: Learner, written: str, box: Any) -> Box:
    """The box labelled `written`, checked; NotationError when it is malformed."""
    position = learner.game.parse(written)
    if position.white_to_move == bool(learner.player):
        raise NotationError(f"found {written!r}, expected a position with the learner to move")
    if learner._label(position) != (position, False):
        raise NotationError(f"found {written!r}, expected its mirror image")
    kinds = [learner._text(position, move) for move in learner._kinds(position)]
    if not isinstance(box, dict) or list(box) != kinds:
        raise NotationError(f"found {str(box)[:40]!r} in {written}, expected beads of every move")
    for beads in box.values():
        if type(beads) is not int or not 0 <= beads <= MOST_BEADS:
            raise NotationError(f"found {str(beads)[:40]!r} in {written}, expected a few beads")
    return dict(box)


def train(learner: Learner, games: int) -> Iterator[bool]:
    """Play `games` games against random moves, and learn from each; yields whether each was won."""
    for _ in range(games):
        yield play_out(learner)


def play_out(learner: Learner) -> bool:
    """Play one game against random moves and learn from it; whether it was won."""
    game, position = learner.game, learner.game.start
    turns: list[Turn] = []
    while moves := game.moves(position):
        if position.white_to_move == bool(learner.player):
            move = learner.random.pick(moves)
        else:
            drawn = learner.play(position)
            if drawn is None:
                break
            turns.append((position, drawn))
            move = drawn
        position = game.play(position, move)
    won = position.white_to_move == bool(learner.player)
    learner.learn(turns, won)
    return won
