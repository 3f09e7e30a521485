"""A duel, a game of hexapawn between two players of the lobby, from the view of one of them.

Each move is written to the journal of the player who made it and, with the answer to it, to the
opponent's. So a player's own journal holds the game whatever becomes of the other. Where the two
differ, the player's own is used and the conflict is reported.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from ludoscope.games.hexapawn.rules import HexapawnGame, Move, Position
from ludoscope.tui.lobby.journal import (
    ACCEPTS,
    DECLINES,
    INVITES,
    RESIGNS,
    WITHDRAWS,
    Journal,
)
from ludoscope.tui.lobby.users import UserProfile

DuelState = Literal[
    "invitation_sent", "invitation_received", "declined", "withdrawn", "playing", "over"
]
"""State of a duel. An invitation, sent or received, has no answer yet."""

OPPONENT_FILE_MISSING = (
    "{opponent}'s record of the game is missing; your record of the game is used"
)
MOVES_DIFFER = "{opponent} has changed earlier moves; your record of the game is used"
ILLEGAL_MOVE = "{opponent} has sent an illegal move; your record of the game is used"
BOARDS_DIFFER = "{opponent} has another board; your record of the game is used"
MOVE_FOR_US = "{opponent} has sent a move for you; your record of the game is used"
CALLED_OFF = "{opponent} has called off a game in progress; your record of the game is used"


@dataclass(frozen=True)
class Duel:
    """A duel, merged from its two journals.

    Attributes:
        id: Name of the duel, the same for both players.
        opponent: The other player.
        state: See `DuelState`.
        game: The rules, with the size of the board.
        own_side: Our side, 0 for white and 1 for black.
        moves: The moves so far.
        winner: The side that won, once the duel is over.
        has_resigned: The loser resigned.
        conflict: Sentence about a conflict between the journals, "" without one; `conflict_text`
            puts the opponent's name in it.
        updated_at: Time of the last change of a journal, in seconds since 1970.
    """

    id: str
    opponent: UserProfile
    state: DuelState
    game: HexapawnGame
    own_side: int
    moves: Sequence[Move] = ()
    winner: int | None = None
    has_resigned: bool = False
    conflict: str = ""
    updated_at: float = 0.0

    @property
    def board_size(self) -> str:
        """Size of the board, such as 4×4."""
        return f"{self.game.rows}×{self.game.columns}"

    @property
    def is_our_turn(self) -> bool:
        return self.state == "playing" and len(self.moves) % 2 == self.own_side

    def move_texts(self) -> list[str]:
        """Return the moves in the game's notation."""
        position, texts = self.game.start, []
        for move in self.moves:
            texts.append(self.game.move_text(position, move))
            position = self.game.play(position, move)
        return texts


class MergedMoves(NamedTuple):
    """The moves of two journals.

    Attributes:
        moves: Legal moves from the start, as far as they are known.
        final_position: Position after them.
        conflict: Sentence on what is wrong in the opponent's journal, or "".
    """

    moves: list[Move]
    final_position: Position
    conflict: str


def conflict_text(conflict: str, opponent_name: str) -> str:
    """Return the sentence about a conflict with the opponent's name in it."""
    return conflict.format(opponent=opponent_name)


def read_invitation(
    duel_id: str, journal: Journal, author: UserProfile, own_profile: UserProfile, updated_at: float
) -> Duel | None:
    """Return the open invitation in another player's journal.

    Args:
        duel_id: Name of the duel.
        journal: The author's journal; we have none for this duel.
        author: The player who owns the journal.
        own_profile: The current player.
        updated_at: Time of the journal's last change, in seconds since 1970.

    Returns:
        The duel, or None if the journal holds no open invitation to us.
    """
    header = journal.header
    invites_us = header.opening == INVITES and header.opponent == own_profile
    if not invites_us or journal.ending or author == own_profile:
        return None
    own_side = 1 - header.side
    return Duel(
        duel_id, author, "invitation_received", header.game(), own_side, updated_at=updated_at
    )


def read_duel(
    duel_id: str, own_journal: Journal, opponent_journal: Journal | None, updated_at: float
) -> Duel:
    """Return a duel that we started or answered.

    Args:
        duel_id: Name of the duel.
        own_journal: The current player's journal.
        opponent_journal: The opponent's journal, or None if there is none to read.
        updated_at: Time of the journals' last change, in seconds since 1970.
    """
    header, conflict = own_journal.header, ""
    if opponent_journal and own_journal.moves and _is_called_off(opponent_journal):
        opponent_journal, conflict = None, CALLED_OFF
    elif opponent_journal and not header.fits(opponent_journal.header):
        opponent_journal, conflict = None, BOARDS_DIFFER
    elif not opponent_journal and (header.opening == ACCEPTS or own_journal.moves):
        conflict = OPPONENT_FILE_MISSING
    state = _state(own_journal, opponent_journal)
    game = header.game()
    if state != "playing":
        return Duel(
            duel_id,
            header.opponent,
            state,
            game,
            header.side,
            conflict=conflict,
            updated_at=updated_at,
        )
    opponent_moves = opponent_journal.moves if opponent_journal else {}
    merged = _merge_moves(game, header.side, own_journal.moves, opponent_moves)
    resigned_side = _resigned_side(own_journal, opponent_journal)
    winner = None
    if resigned_side is not None:
        winner = 1 - resigned_side
    elif game.is_won(merged.final_position):
        last_ply = len(merged.moves) - 1
        winner = last_ply % 2
    return Duel(
        duel_id,
        header.opponent,
        "playing" if winner is None else "over",
        game,
        header.side,
        merged.moves,
        winner,
        resigned_side is not None,
        conflict or merged.conflict,
        updated_at,
    )


def _is_called_off(journal: Journal) -> bool:
    return journal.header.opening == DECLINES or journal.ending == WITHDRAWS


def _state(own_journal: Journal, opponent_journal: Journal | None) -> DuelState:
    """Return the state of a duel, except that one that is over counts as being played."""
    journals = [journal for journal in (own_journal, opponent_journal) if journal]
    if any(journal.header.opening == DECLINES for journal in journals):
        return "declined"
    if any(journal.ending == WITHDRAWS for journal in journals):
        return "withdrawn"
    if own_journal.header.opening == INVITES and not opponent_journal and not own_journal.moves:
        return "invitation_sent"
    return "playing"


def _resigned_side(own_journal: Journal, opponent_journal: Journal | None) -> int | None:
    """Return the side that resigned first, white if both did at the same ply; None if neither."""
    resignations = [
        (journal.end_ply, journal.header.side)
        for journal in (own_journal, opponent_journal)
        if journal and journal.ending == RESIGNS
    ]
    return min(resignations)[1] if resignations else None


def _merge_moves(
    game: HexapawnGame,
    own_side: int,
    own_moves: Mapping[int, str],
    opponent_moves: Mapping[int, str],
) -> MergedMoves:
    """Return the moves of both journals, ours where they differ.

    A move of our side counts only if it is in our journal, where it is written first.
    """
    position, conflict = game.start, ""
    moves: list[Move] = []
    while not game.is_won(position):
        ply = len(moves)
        own_text, opponent_text = own_moves.get(ply), opponent_moves.get(ply)
        if own_text is None and opponent_text is None:
            break
        if own_text is None and ply % 2 == own_side:
            return MergedMoves(moves, position, conflict or MOVE_FOR_US)
        own_move = _parse_move(game, position, own_text)
        opponent_move = _parse_move(game, position, opponent_text)
        move = opponent_move if own_text is None else own_move
        if move is None:
            return MergedMoves(moves, position, ILLEGAL_MOVE)
        both_wrote = own_text is not None and opponent_text is not None
        if both_wrote and opponent_move != own_move:
            conflict, opponent_moves = MOVES_DIFFER, {}
        moves.append(move)
        position = game.play(position, move)
    return MergedMoves(moves, position, conflict)


def _parse_move(game: HexapawnGame, position: Position, text: str | None) -> Move | None:
    """Return the move that a text stands for, or None if it is not one legal move."""
    if text is None:
        return None
    try:
        [move] = game.parse_moves(position, text)
    except ValueError:
        return None
    return move
