"""A machine of matchboxes that learns to play hexapawn by reinforcement.

HER, the hexapawn educable robot of Martin Gardner, "Mathematical games", Scientific American
206:3 (March 1962), after the MENACE of Donald Michie. There is a matchbox for each position in
which the machine is to move, with a bead for each of its moves. The machine draws a bead and plays
that move. When it loses, the bead of its last move is removed. When it finds an empty box, it
resigns, and the bead of its previous move is removed. As in MENACE, a won game adds a bead for each
move of the machine: on boards larger than Gardner's a move that sometimes loses may be the best.

Mirror images of a position share a box. In a symmetrical position, mirror images of a move share
their beads. A box is made when its position first occurs. Start reading at `Learner`.

    label   the position that a box is labelled with: of two mirror images the one whose text sorts
            first
    player  0 for white, which moves first, 1 for black
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from ludoscope.games import NotationError
from ludoscope.games.errors import short_repr
from ludoscope.games.hexapawn.rules import HexapawnGame, Move, Position
from ludoscope.search.seeded_random import SeededRandom

VERSION = 1  # of the JSON format
GAMES_PER_POINT = 50  # games for each point of the learning curve
MAX_BEADS = 1_000  # of one move; further wins add none
MAX_SIDE = 16  # rows or columns
MAX_NUMBER = (1 << 64) - 1  # of counts and seeds in JSON
Turn = tuple[Position, Move]
"""A position with the machine to move, and the move it played."""

Box = dict[str, int]
"""The number of beads of each move, by the text of the move."""


class Learner:
    """The matchboxes of one side on one board, and the results of its games.

    Attributes:
        game: The game on that board.
        player: The side of the machine.
        boxes: The boxes by the text of their labels.
        games: The number of games it has learned from.
        wins_per_point: The wins in each 50 games, the points of the learning curve; the last 50 may
            be incomplete.
        last_game_id: The id of the last game, "" if it has none.
        random: The random numbers that it draws beads with.
    """

    def __init__(self, rows: int, columns: int, player: int, seed: int) -> None:
        """Make a machine without boxes; ValueError if the size is out of range."""
        self.game = HexapawnGame(rows, columns)
        self.player = player
        self.boxes: dict[str, Box] = {}
        self.games = 0
        self.wins_per_point: list[int] = []
        self.last_game_id = ""
        self.random = SeededRandom(seed)

    def choose_move(self, position: Position) -> Move | None:
        """Return the move of a bead drawn from the box of `position`; None (resign) if empty."""
        beads = self.beads(position)
        bead = self.random.randrange(sum(beads.values()) or 1)
        for move, count in beads.items():
            bead -= count
            if bead < 0:
                return move
        return None

    def beads(self, position: Position) -> dict[Move, int]:
        """Return the number of beads of each move, for a position with the machine to move.

        Of two moves that are mirror images of each other, only the first is listed. Makes the box
        if there is none yet.
        """
        label, is_mirrored = self._label(position)
        text = self.game.text(label)
        if text not in self.boxes:
            self.boxes[text] = {self._text(label, move): 1 for move in self._distinct_moves(label)}
        box = self.boxes[text]
        return {
            self._mirror_move(move) if is_mirrored else move: box[self._text(label, move)]
            for move in self._distinct_moves(label)
        }

    def learn(self, turns: Iterable[Turn], won: bool, game_id: str = "") -> None:
        """Learn from a finished game.

        Args:
            turns: The turns of the machine, in order.
            won: True if the machine won.
            game_id: The id of the game, if it has one.
        """
        all_turns = list(turns)
        if won:
            for position, move in all_turns:
                self._add_beads(position, move, 1)
        elif all_turns:
            self._add_beads(*all_turns[-1], -1)
        if self.games % GAMES_PER_POINT == 0:
            self.wins_per_point.append(0)
        self.games += 1
        self.wins_per_point[-1] += won
        self.last_game_id = game_id

    def _add_beads(self, position: Position, move: Move, count: int) -> None:
        """Add beads of a move to the box of a position; a negative count removes beads."""
        self.beads(position)  # makes the box
        label, is_mirrored = self._label(position)
        label_move = self._mirror_move(move) if is_mirrored else move
        if label == self._mirror(label):
            label_move = min(label_move, self._mirror_move(label_move))
        box, text = self.boxes[self.game.text(label)], self._text(label, label_move)
        box[text] = min(max(0, box[text] + count), MAX_BEADS)

    # Mirror images

    def _label(self, position: Position) -> tuple[Position, bool]:
        """Return the label of a position's box; True if the position is its mirror image."""
        mirror_image = self._mirror(position)
        if self.game.text(mirror_image) < self.game.text(position):
            return mirror_image, True
        return position, False

    def _mirror(self, position: Position) -> Position:
        rows, side = self.game.text(position).split(" ")
        return self.game.parse("/".join(row[::-1] for row in rows.split("/")) + f" {side}")

    def _mirror_move(self, move: Move) -> Move:
        start, end = (
            cell + self.game.columns - 1 - 2 * (cell % self.game.columns) for cell in move
        )
        return start, end

    def _distinct_moves(self, label: Position) -> list[Move]:
        """Return the moves that a box has beads for: one of two mirror images of each other."""
        moves = self.game.moves(label)
        if label != self._mirror(label):
            return moves
        return [move for move in moves if move <= self._mirror_move(move)]

    def _text(self, label: Position, move: Move) -> str:
        return self.game.move_text(label, move)

    # Text form

    def to_json(self) -> str:
        """Return the complete state as JSON; `learner_from_json` reads it back."""
        return json.dumps(
            {
                "version": VERSION,
                "rows": self.game.rows,
                "columns": self.game.columns,
                "player": self.player,
                "seed": self.random.seed,
                "thrown": self.random.draw_count,
                "games": self.games,
                "curve": self.wins_per_point,
                "lesson": self.last_game_id,
                "boxes": self.boxes,
            }
        )


def learner_from_json(text: str) -> Learner:
    """Return the learner that `Learner.to_json` wrote.

    Raises:
        NotationError: The text is malformed.
    """
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        raise NotationError(f"found {short_repr(text)}, expected a learner in JSON") from None
    if not isinstance(fields, dict) or fields.get("version") != VERSION:
        raise NotationError(f"found {short_repr(text)}, expected a learner of version {VERSION}")
    rows = _read_number(fields, "rows", MAX_SIDE + 1)
    columns = _read_number(fields, "columns", MAX_SIDE + 1)
    player = _read_number(fields, "player", 2)
    try:
        learner = Learner(rows, columns, player, _read_number(fields, "seed", MAX_NUMBER + 1))
    except ValueError as error:
        raise NotationError(str(error)) from None
    learner.random.draw_count = _read_number(fields, "thrown", MAX_NUMBER + 1)
    learner.games = _read_number(fields, "games", MAX_NUMBER + 1)
    learner.wins_per_point = _read_curve(fields.get("curve"), learner.games)
    learner.last_game_id = fields["lesson"] if isinstance(fields.get("lesson"), str) else ""
    boxes = fields.get("boxes")
    if not isinstance(boxes, dict):
        raise NotationError(f"found boxes {short_repr(boxes)}, expected an object")
    for label_text, box in boxes.items():
        learner.boxes[label_text] = _read_box(learner, label_text, box)
    return learner


def _read_number(fields: dict[str, Any], name: str, end: int) -> int:
    """Return the number from 0 to `end` - 1 of a field; NotationError if it is none."""
    number = fields.get(name)
    if type(number) is not int or not 0 <= number < end:
        raise NotationError(f"found {name} {short_repr(number)}, expected a number below {end:,}")
    return number


def _read_curve(curve: Any, games: int) -> list[int]:
    """Return a learning curve, checked; NotationError if it is malformed."""
    is_complete = isinstance(curve, list) and len(curve) == -(-games // GAMES_PER_POINT)
    if not is_complete or any(
        type(wins) is not int or not 0 <= wins <= GAMES_PER_POINT for wins in curve
    ):
        raise NotationError(f"found curve {short_repr(curve)}, expected the wins of {games} games")
    return list(curve)


def _read_box(learner: Learner, label_text: str, box: Any) -> Box:
    """Return the box with that label, checked; NotationError if it is malformed."""
    position = learner.game.parse(label_text)
    if position.white_to_move == bool(learner.player):
        raise NotationError(
            f"found {short_repr(label_text)}, expected a position with the learner to move"
        )
    if learner._label(position) != (position, False):
        raise NotationError(f"found {short_repr(label_text)}, expected its mirror image")
    moves = [learner._text(position, move) for move in learner._distinct_moves(position)]
    if not isinstance(box, dict) or list(box) != moves:
        raise NotationError(
            f"found {short_repr(box)} in {short_repr(label_text)}, expected beads of every move"
        )
    for count in box.values():
        if type(count) is not int or not 0 <= count <= MAX_BEADS:
            raise NotationError(
                f"found {short_repr(count)} in {short_repr(label_text)}, expected a few beads"
            )
    return dict(box)


def train(learner: Learner, games: int) -> Iterator[bool]:
    """Play games against an opponent that moves at random, and learn from each.

    Yields:
        For each game, True if the learner won.
    """
    for _ in range(games):
        yield play_training_game(learner)


def play_training_game(learner: Learner) -> bool:
    """Play one game against random moves and learn from it; return True if it was won."""
    game, position = learner.game, learner.game.start
    turns: list[Turn] = []
    while moves := game.moves(position):
        if position.white_to_move == bool(learner.player):
            move = learner.random.choice(moves)
        else:
            learner_move = learner.choose_move(position)
            if learner_move is None:
                break
            turns.append((position, learner_move))
            move = learner_move
        position = game.play(position, move)
    won = position.white_to_move == bool(learner.player)
    learner.learn(turns, won)
    return won
