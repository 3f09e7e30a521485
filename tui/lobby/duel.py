"""A game of two as both sides tell it, from the view of one of them.

Each move stands in the file of whoever made it and, once answered, in that of the other. So what
was played can be told from one's own file, whatever becomes of the other; where the two differ,
one's own holds, and the person is told.

invited      by us, and not answered yet
invitation   to us
declined, withdrawn, playing, over
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ludoscope.games.hexapawn.rules import HexapawnGame, Move
from ludoscope.tui.lobby.journal import (
    ACCEPTS,
    DECLINES,
    INVITES,
    RESIGNS,
    WITHDRAWS,
    Head,
    Journal,
)
from ludoscope.tui.lobby.users import Person

State = Literal["invited", "invitation", "declined", "withdrawn", "playing", "over"]


@dataclass(frozen=True)
class Duel:
    """`side` is ours, 0 for white; `winner` a side once it is over; `when` the last move was made.

    `fault` is a sentence that names the other as OTHER, "" while the two files agree.
    """

    id: str
    other: Person
    state: State
    game: HexapawnGame
    side: int
    moves: Sequence[Move] = ()
    winner: int | None = None
    resigned: bool = False
    fault: str = ""
    when: float = 0.0

    @property
    def title(self) -> str:
        return f"{self.game.rows}×{self.game.columns}"

    @property
    def ours_to_move(self) -> bool:
        return self.state == "playing" and len(self.moves) % 2 == self.side

    def texts(self) -> list[str]:
        """The moves in the notation of the game."""
        position, texts = self.game.start, []
        for move in self.moves:
            texts.append(self.game.move_text(position, move))
            position = self.game.play(position, move)
        return texts


OTHER = "OTHER"
GONE = f"{OTHER}'s side of the game is gone; the game stays as it was"
DIFFERS = f"{OTHER} has changed earlier moves; the game stays as it was"
ILLEGAL = f"{OTHER} has sent a move that is not legal; the game stays as it was"
OTHER_BOARD = f"{OTHER} has another board; the game stays as it was"


def told(fault: str, name: str) -> str:
    """A fault, with the name of the other."""
    return fault.replace(OTHER, name)


def invitation(name: str, theirs: Journal, other: Person, us: Person, when: float) -> Duel | None:
    """What the other's file is to us, who have answered nothing yet; None when that is nothing."""
    head = theirs.head
    if head.does != INVITES or head.other != us or theirs.ends or other == us:
        return None
    return Duel(name, other, "invitation", head.game(), 1 - head.side, when=when)


def duel(name: str, ours: Journal, theirs: Journal | None, when: float) -> Duel:
    """A game that we have invited to, or been invited to and answered."""
    head, fault = ours.head, ""
    if theirs and not _fits(head, theirs.head):
        theirs, fault = None, OTHER_BOARD
    if not theirs and not fault and (head.does == ACCEPTS or ours.moves):
        fault = GONE
    state = _state(ours, theirs)
    game = head.game()
    if state not in ("playing", "over"):
        return Duel(name, head.other, state, game, head.side, fault=fault, when=when)
    moves, wrong = _merged(game, ours.moves, theirs.moves if theirs else {})
    position = game.start
    for move in moves:
        position = game.play(position, move)
    resigned = _resigned(ours, theirs)
    winner = None if resigned is None else 1 - resigned
    if winner is None and game.is_won(position):
        winner = 1 - len(moves) % 2
    return Duel(
        name,
        head.other,
        "playing" if winner is None else "over",
        game,
        head.side,
        moves,
        winner,
        resigned is not None,
        fault or wrong,
        when,
    )


def _fits(ours: Head, theirs: Head) -> bool:
    """Whether the two are of one game."""
    board = (ours.rows, ours.columns, ours.side) == (theirs.rows, theirs.columns, 1 - theirs.side)
    return board and (ours.does == INVITES) != (theirs.does == INVITES)


def _state(ours: Journal, theirs: Journal | None) -> State:
    if DECLINES in (ours.head.does, theirs and theirs.head.does):
        return "declined"
    if WITHDRAWS in (ours.ends, theirs and theirs.ends):
        return "withdrawn"
    if ours.head.does == INVITES and not theirs and not ours.moves:
        return "invited"
    return "playing"


def _resigned(ours: Journal, theirs: Journal | None) -> int | None:
    """The side that has; of both, who did first, which is white at the same ply."""
    sides = [(one.at, one.head.side) for one in (ours, theirs) if one and one.ends == RESIGNS]
    return min(sides)[1] if sides else None


def _merged(
    game: HexapawnGame, ours: Mapping[int, str], theirs: Mapping[int, str]
) -> tuple[list[Move], str]:
    """The moves, as far as they are known and legal; what is wrong with the rest."""
    position, fault = game.start, ""
    moves: list[Move] = []
    while not game.is_won(position):
        ply = len(moves)
        read = [_move(game, position, side[ply]) for side in (ours, theirs) if ply in side]
        if not read:
            break
        if read[0] is None:
            return moves, ILLEGAL
        if read[1:] and read[1] != read[0]:
            fault, theirs = DIFFERS, {}
        moves.append(read[0])
        position = game.play(position, read[0])
    return moves, fault


def _move(game: HexapawnGame, position: object, text: str) -> Move | None:
    try:
        [move] = game.parse_moves(position, text)  # type: ignore[arg-type]
    except ValueError:
        return None
    return move
