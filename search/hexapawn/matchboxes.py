"""A machine of matchboxes that learns hexapawn by losing.

HER, the hexapawn educable robot of Martin Gardner, "Mathematical games", Scientific American
206:3 (March 1962), after the MENACE of Donald Michie. There is a matchbox for each position in
which the machine is to move, with a bead for each of its moves. It draws a bead and plays that
move. When it loses, the bead of its last move is taken away. A machine that finds an empty box
resigns, and loses the bead of the move before. As in MENACE, a game that it wins adds a bead for
each of its moves: on larger boards than Gardner's a move that loses now and then may be the best.

Positions that mirror each other share a box, and so do moves that mirror each other in a position
that is its own mirror image. A box is made when its position is first met.

    box      by move, in the notation of the game, how many beads of it are left
    home     a position as it is written on its box: of the two mirror images the lesser text
    mirrored whether a position is the mirror image of what its box says
    player   0 for white, who begins, 1 for black
    turn     a position in which the machine was to move, and what it played
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from ludoscope.games import NotationError
from ludoscope.games.hexapawn import HexapawnGame, Move, Position
from ludoscope.search.random import Dice

VERSION = 1
SPAN = 50  # games that make a point of the curve
MOST_BEADS = 1_000
MOST = 1 << 64
Turn = tuple[Position, Move]
Box = dict[str, int]


class Learner:
    """The boxes of one side on one board, and how its games went.

    `games` counts those it has learned from, `curve` how many of each 50 it won, the last ones
    included; `lesson` is the id of the game it learned from last, "" where games have none.
    """

    def __init__(self, rows: int, columns: int, player: int, seed: int) -> None:
        """ValueError when the size is out of range."""
        self.game = HexapawnGame(rows, columns)
        self.player = player
        self.boxes: dict[str, Box] = {}
        self.games = 0
        self.curve: list[int] = []
        self.lesson = ""
        self.dice = Dice(seed)

    def play(self, position: Position) -> Move | None:
        """A bead drawn from the box of `position`; None, to resign, when it is empty."""
        beads = self.beads(position)
        drawn = self.dice.below(sum(beads.values()) or 1)
        for move, count in beads.items():
            drawn -= count
            if drawn < 0:
                return move
        return None

    def beads(self, position: Position) -> dict[Move, int]:
        """By move, in order, the beads in the box of a position where the machine is to move.

        Of two moves that mirror each other one stands for both.
        """
        home, mirrored = self._home(position)
        text = self.game.text(home)
        if text not in self.boxes:
            self.boxes[text] = {self._text(home, move): 1 for move in self._kinds(home)}
        box = self.boxes[text]
        return {
            self._mirror_move(move) if mirrored else move: box[self._text(home, move)]
            for move in self._kinds(home)
        }

    def learn(self, turns: Iterable[Turn], won: bool, lesson: str = "") -> None:
        """Take note of a game that is over; `turns` are the machine's own."""
        made = list(turns)
        for position, move in made if won else made[-1:]:
            self._drop(position, move, 1 if won else -1)
        if self.games % SPAN == 0:
            self.curve.append(0)
        self.games += 1
        self.curve[-1] += won
        self.lesson = lesson

    def _drop(self, position: Position, move: Move, beads: int) -> None:
        """Put beads of that move into the box of a position, or take some away."""
        self.beads(position)  # makes the box
        home, mirrored = self._home(position)
        kind = self._mirror_move(move) if mirrored else move
        if home == self._mirror(home):
            kind = min(kind, self._mirror_move(kind))
        box, text = self.boxes[self.game.text(home)], self._text(home, kind)
        box[text] = min(max(0, box[text] + beads), MOST_BEADS)

    # Mirrors

    def _home(self, position: Position) -> tuple[Position, bool]:
        """What is written on the box, and whether that is the mirror image."""
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

    def _kinds(self, home: Position) -> list[Move]:
        """The moves for which the box of a position has beads."""
        moves = self.game.moves(home)
        if home != self._mirror(home):
            return moves
        return [move for move in moves if move <= self._mirror_move(move)]

    def _text(self, home: Position, move: Move) -> str:
        return self.game.move_text(home, move)

    # Text

    def text(self) -> str:
        """Everything there is to keep, as JSON."""
        return json.dumps(
            {
                "version": VERSION,
                "rows": self.game.rows,
                "columns": self.game.columns,
                "player": self.player,
                "seed": self.dice.seed,
                "thrown": self.dice.thrown,
                "games": self.games,
                "curve": self.curve,
                "lesson": self.lesson,
                "boxes": self.boxes,
            }
        )


def read_learner(text: str) -> Learner:
    """The learner that `Learner.text` wrote; NotationError when it is none."""
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
    learner.dice.thrown = _number(found, "thrown", MOST)
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
    """The box of the position written on it."""
    position = learner.game.parse(written)
    if position.white_to_move == bool(learner.player):
        raise NotationError(f"found {written!r}, expected a position with the learner to move")
    if learner._home(position) != (position, False):
        raise NotationError(f"found {written!r}, expected its mirror image")
    kinds = [learner._text(position, move) for move in learner._kinds(position)]
    if not isinstance(box, dict) or list(box) != kinds:
        raise NotationError(f"found {str(box)[:40]!r} in {written}, expected beads of every move")
    for beads in box.values():
        if type(beads) is not int or not 0 <= beads <= MOST_BEADS:
            raise NotationError(f"found {str(beads)[:40]!r} in {written}, expected a few beads")
    return dict(box)


def train(learner: Learner, games: int) -> Iterator[bool]:
    """Let it play, and learn from, so many games against chance; for each, whether it won."""
    for _ in range(games):
        yield play_out(learner)


def play_out(learner: Learner) -> bool:
    """One game against a player that makes any legal move."""
    game, position = learner.game, learner.game.start
    turns: list[Turn] = []
    while moves := game.moves(position):
        if position.white_to_move == bool(learner.player):
            move = learner.dice.pick(moves)
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
