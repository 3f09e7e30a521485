"""A duel between two players of the lobby, from the view of one of them.

It is a game of hexapawn, or of the last winnable move (`search.last_winnable`) on a puzzle. What
makes a position of a puzzle lost is found by the players' referees, not here: who has lost then
resigns. If one of the referees has found that nobody wins, the game is drawn.

Each move is written to the journal of the player who made it and, with the answer to it, to the
opponent's, and so is the ending. So a player's own journal holds the game whatever becomes of the
other. Where the two differ, the player's own is used and the conflict is reported.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from ludoscope.games import FAMILIES, AnyGame
from ludoscope.tui.lobby.journal import (
    DECLINES,
    DRAWS,
    INVITES,
    LOSES,
    RESIGNS,
    WINS,
    WITHDRAWS,
    Journal,
    JournalHeader,
)
from ludoscope.tui.lobby.users import UserProfile

DuelState = Literal[
    "invitation_sent", "invitation_received", "declined", "withdrawn", "playing", "over"
]
"""State of a duel. An invitation, sent or received, has no answer yet."""

Turn = tuple[Hashable, ...]
"""The moves that a player makes at once; see `GameFamily.is_one_step`."""

MOVE_SEPARATOR = "; "

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
        header: The invitation: what is played.
        own_side: Our side, 0 for the one that moves first (white), 1 for the other.
        turns: The turns so far, each of one or, on a puzzle, of several moves made at once.
        winner: The side that won, once the duel is over; None if nobody did.
        has_resigned: The loser resigned.
        conflict: Sentence about a conflict between the journals, "" without one; `conflict_text`
            puts the opponent's name in it.
        updated_at: Time of the last change of a journal, in seconds since 1970.
        is_recorded_by_us: Our journal alone shows how the duel has ended.
        is_recorded_by_opponent: The opponent's journal alone shows it, or there is none.
    """

    id: str
    opponent: UserProfile
    state: DuelState
    header: JournalHeader
    own_side: int
    turns: "Sequence[Turn]" = ()
    winner: int | None = None
    has_resigned: bool = False
    conflict: str = ""
    updated_at: float = 0.0
    is_recorded_by_us: bool = True
    is_recorded_by_opponent: bool = True

    @property
    def game(self) -> AnyGame:
        """The rules, with the size of the board."""
        return self.header.game()

    @property
    def title(self) -> str:
        """The title of the game: "hexapawn 4×4", or that of a puzzle."""
        return self.header.title if self.header.puzzle else f"hexapawn {self.header.title}"

    @property
    def moves(self) -> list[Hashable]:
        """The moves of all turns."""
        return [move for turn in self.turns for move in turn]

    def move_texts(self) -> list[str]:
        """Return the moves of all turns in the game's notation."""
        game, position, texts = self.game, self.game.start, []
        for move in self.moves:
            texts.append(game.move_text(position, move))
            position = game.play(position, move)
        return texts

    def last_turn_text(self) -> str:
        """Return the text of the last turn for a journal, "" if there is none."""
        return MOVE_SEPARATOR.join(self.move_texts()[-len(self.turns[-1]) :]) if self.turns else ""

    @property
    def is_our_turn(self) -> bool:
        return self.state == "playing" and len(self.turns) % 2 == self.own_side


class MergedTurns(NamedTuple):
    """The turns of two journals.

    Attributes:
        turns: Legal turns from the start, as far as they are known.
        final_position: Position after them.
        conflict: Sentence on what is wrong in the opponent's journal, or "".
    """

    turns: "list[Turn]"
    final_position: Any
    conflict: str


class DuelResult(NamedTuple):
    """The result of a duel: the side that won, None if nobody did, and if the loser resigned."""

    winner: int | None
    has_resigned: bool = False


def conflict_text(conflict: str, opponent_name: str) -> str:
    """Return the sentence about a conflict with the opponent's name in it."""
    return conflict.format(opponent=opponent_name)


def read_invitation(
    duel_id: str, journal: Journal, author: UserProfile, own_profile: UserProfile, updated_at: float
) -> Duel | None:
    """Return the open invitation in another player's journal.

    Args:
        duel_id: Name of the duel.
        journal: The author's journal; we have none for this duel, or no longer.
        author: The player who owns the journal.
        own_profile: The current player.
        updated_at: Time of the journal's last change, in seconds since 1970.

    Returns:
        The duel, or None if the journal holds no open invitation to us.
    """
    header = journal.header
    invites_us = header.opening == INVITES and header.opponent == own_profile
    if not invites_us or journal.moves or journal.ending or author == own_profile:
        return None
    own_side = 1 - header.side
    return Duel(duel_id, author, "invitation_received", header, own_side, updated_at=updated_at)


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
    has_begun = own_journal.moves or own_journal.ending in (DRAWS, WINS, LOSES)
    if opponent_journal and has_begun and _is_called_off(opponent_journal):
        opponent_journal, conflict = None, CALLED_OFF
    elif opponent_journal and not header.fits(opponent_journal.header):
        opponent_journal, conflict = None, BOARDS_DIFFER
    state = _state(own_journal, opponent_journal)
    if state != "playing":
        return Duel(
            duel_id,
            header.opponent,
            state,
            header,
            header.side,
            conflict=conflict,
            updated_at=updated_at,
            is_recorded_by_opponent=not opponent_journal or _shows_ending(opponent_journal),
        )
    opponent_moves = opponent_journal.moves if opponent_journal else {}
    merged = _merge_turns(header, own_journal.moves, opponent_moves)
    winning_ply = len(merged.turns) - 1 if header.game().is_won(merged.final_position) else None
    result = _find_result(own_journal, opponent_journal, winning_ply)
    if not (result or opponent_journal or conflict):
        conflict = OPPONENT_FILE_MISSING
    return Duel(
        duel_id,
        header.opponent,
        "over" if result else "playing",
        header,
        header.side,
        merged.turns,
        result.winner if result else None,
        result is not None and result.has_resigned,
        conflict or merged.conflict,
        updated_at,
        _shows_ending(own_journal, winning_ply),
        not opponent_journal or _shows_ending(opponent_journal, winning_ply),
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
    has_begun = own_journal.moves or own_journal.ending
    if own_journal.header.opening == INVITES and not opponent_journal and not has_begun:
        return "invitation_sent"
    return "playing"


def _find_result(
    own_journal: Journal, opponent_journal: Journal | None, winning_ply: int | None
) -> DuelResult | None:
    """Return how a duel has ended, None if it goes on.

    If both sides have resigned, the first one counts, white at the same ply. A move that has won
    comes before a draw, which the opponent could claim afterwards.

    Args:
        own_journal: The current player's journal.
        opponent_journal: The opponent's journal, or None.
        winning_ply: Ply of the move that has won the game, if one has.
    """
    journals = [journal for journal in (own_journal, opponent_journal) if journal]
    if own_journal.ending == WINS:
        return DuelResult(own_journal.header.side, has_resigned=True)
    resignations = [
        (journal.end_ply, journal.header.side) for journal in journals if journal.ending == RESIGNS
    ]
    if resignations:
        return DuelResult(1 - min(resignations)[1], has_resigned=True)
    if winning_ply is not None:
        return DuelResult(winning_ply % 2)
    return DuelResult(None) if any(journal.ending == DRAWS for journal in journals) else None


def _shows_ending(journal: Journal, winning_ply: int | None = None) -> bool:
    """Return True if a journal alone shows how a duel has ended; see `_find_result`."""
    is_ended = journal.header.opening == DECLINES or journal.ending != ""
    return is_ended or winning_ply in journal.moves


def _merge_turns(
    header: JournalHeader, own_moves: Mapping[int, str], opponent_moves: Mapping[int, str]
) -> MergedTurns:
    """Return the turns of both journals, ours where they differ.

    A turn of our side counts only if it is in our journal, where it is written first.

    Args:
        header: The header of our journal.
        own_moves: The texts of the turns in our journal, by ply.
        opponent_moves: The same in the opponent's.
    """
    game, conflict = header.game(), ""
    positions = [game.start]
    turns: list[Turn] = []
    while not game.is_won(positions[-1]):
        ply = len(turns)
        own_text, opponent_text = own_moves.get(ply), opponent_moves.get(ply)
        if own_text is None and opponent_text is None:
            break
        if own_text is None and ply % 2 == header.side:
            return MergedTurns(turns, positions[-1], conflict or MOVE_FOR_US)
        own_turn = _parse_turn(header, positions, own_text)
        opponent_turn = _parse_turn(header, positions, opponent_text)
        turn = opponent_turn if own_text is None else own_turn
        if turn is None:
            return MergedTurns(turns, positions[-1], ILLEGAL_MOVE)
        both_wrote = own_text is not None and opponent_text is not None
        if both_wrote and opponent_turn != own_turn:
            conflict, opponent_moves = MOVES_DIFFER, {}
        turns.append(turn)
        positions.append(_play(game, positions[-1], turn))
    return MergedTurns(turns, positions[-1], conflict)


def _parse_turn(header: JournalHeader, positions: Sequence[Any], text: str | None) -> "Turn | None":
    """Return the turn that a text stands for, or None if it is not a legal one.

    Args:
        header: What is played.
        positions: The positions that were on the board, the current one last.
        text: The moves, separated by `MOVE_SEPARATOR`.
    """
    if text is None:
        return None
    game, position = header.game(), positions[-1]
    turn: list[Hashable] = []
    try:
        for part in text.split(MOVE_SEPARATOR):
            for move in game.parse_moves(position, part):
                position = game.play(position, move)
                turn.append(move)
        if header.puzzle:
            is_one_step = FAMILIES[game.family].is_one_step(game, positions[-1], turn)
            is_legal = is_one_step and position not in positions
        else:
            is_legal = len(turn) == 1
    except ValueError:
        return None
    return tuple(turn) if is_legal else None


def turn_text(game: AnyGame, position: Any, turn: Iterable[Hashable]) -> str:
    """Return the text of a turn from a position, for a journal."""
    texts = []
    for move in turn:
        texts.append(game.move_text(position, move))
        position = game.play(position, move)
    return MOVE_SEPARATOR.join(texts)


def _play(game: AnyGame, position: Any, turn: Iterable[Hashable]) -> Any:
    for move in turn:
        position = game.play(position, move)
    return position
