"""The duels of a player: invited to, answered and played in journals of both sides."""

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import NamedTuple

from ludoscope.tui.lobby import journal, shared_files
from ludoscope.tui.lobby.duel import Duel, read_duel, read_invitation
from ludoscope.tui.lobby.journal import (
    ACCEPTS,
    DECLINES,
    DRAWS,
    INVITES,
    LOSES,
    RESIGNS,
    WINS,
    WITHDRAWS,
    Journal,
    JournalHeader,
    parse_journal,
)
from ludoscope.tui.lobby.lobby import Lobby, oldest_kept_time
from ludoscope.tui.lobby.presence import MAX_DUELS, PRESENCE_FILE, Presence
from ludoscope.tui.lobby.users import UserProfile

LIST_ORDER = ("invitation_received", "playing", "invitation_sent", "over", "declined", "withdrawn")
ENDED_STATES = ("over", "declined", "withdrawn")


class DuelError(Exception):
    """Raised when an action is not possible in a duel; the message says why."""


@dataclass(frozen=True, slots=True)
class JournalFile:
    """A journal and when its file last changed, in seconds since 1970."""

    journal: Journal
    modified_at: float


class Journals(NamedTuple):
    """Journals that concern the current player.

    Attributes:
        by_us: The player's own journals, by id of the duel.
        by_opponents: Journals of others with the player as opponent, by id of the duel and author.
    """

    by_us: Mapping[str, JournalFile]
    by_opponents: Mapping[tuple[str, UserProfile], JournalFile]


class DuelStore:
    """The duels of the current player in a lobby.

    Like those of Lobby, the methods block on the disk and raise OSError if files cannot be written.
    """

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby

    def list_duels(self) -> list[Duel]:
        """Return all duels: open invitations first, then by LIST_ORDER, the newest first.

        Those that we have declined are left out. Our answer is kept, without which the invitation
        would be open again.
        """
        journals = self._read_journals()
        duels = [
            _combine(duel_id, own_file, journals.by_opponents)
            for duel_id, own_file in journals.by_us.items()
            if own_file.journal.header.opening != DECLINES
        ]
        for (duel_id, author), file in journals.by_opponents.items():
            if duel_id not in journals.by_us:
                invitation = read_invitation(
                    duel_id, file.journal, author, self._lobby.own_profile, file.modified_at
                )
                if invitation:
                    duels.append(invitation)
        return sorted(
            duels, key=lambda duel: (LIST_ORDER.index(duel.state), -duel.updated_at, duel.id)
        )

    def find(self, duel_id: str, opponent: UserProfile) -> Duel | None:
        """Return the current state of a duel, or None if there is none with that opponent."""
        for duel in self.list_duels():
            if duel.id == duel_id and duel.opponent == opponent:
                return duel
        return None

    def _read_journals(self) -> Journals:
        own_profile = self._lobby.own_profile
        by_us: dict[str, JournalFile] = {}
        by_opponents: dict[tuple[str, UserProfile], JournalFile] = {}
        for player, folder in self._lobby.players():
            for duel_id, opponent in player.presence.duels:
                if own_profile not in (opponent, player.profile):
                    continue
                name = _file_name(duel_id)
                cached = self._lobby.read_cached(
                    folder, name, journal.MAX_JOURNAL_BYTES, parse_journal
                )
                if not cached or not cached.contents:
                    continue
                parsed = cached.contents
                file = JournalFile(parsed, cached.modified_at)
                if player.profile == own_profile:
                    by_us[duel_id] = file
                elif parsed.header.opponent == own_profile:
                    by_opponents[duel_id, player.profile] = file
        return Journals(by_us, by_opponents)

    # Actions of the player

    def invite(self, opponent: UserProfile, rows: int, columns: int, side: int) -> str:
        """Invite a player to a duel.

        Args:
            opponent: The player to invite.
            rows: Height of the board.
            columns: Width of the board.
            side: The side we want to play, 0 for white.

        Returns:
            The id of the duel.

        Raises:
            DuelError: White cannot move on that board, or too many duels are in progress.
            ValueError: The size is not supported.
        """
        header = JournalHeader(opponent, INVITES, rows, columns, side)
        game = header.game()
        if game.is_won(game.start):
            raise DuelError(f"White cannot move on {rows}×{columns}. Choose another board.")
        return self._invite(header)

    def invite_to_puzzle(self, opponent: UserProfile, puzzle: str, side: int) -> str:
        """Invite a player to a game of the last winnable move.

        Args:
            opponent: The player to invite.
            puzzle: The name of the puzzle in the catalogue.
            side: 0 if we move first, 1 if the opponent does.

        Returns:
            The id of the duel.

        Raises:
            DuelError: Too many duels are in progress.
        """
        return self._invite(JournalHeader(opponent, INVITES, 0, 0, side, puzzle))

    def _invite(self, header: JournalHeader) -> str:
        duel_id = os.urandom(8).hex()
        self._start_journal(duel_id, header)
        return duel_id

    def accept(self, invitation: Duel) -> None:
        """Accept an invitation.

        Raises:
            DuelError: The invitation is no longer open.
        """
        self._answer(invitation, ACCEPTS)

    def decline(self, invitation: Duel) -> None:
        """Decline an invitation.

        Raises:
            DuelError: The invitation is no longer open.
        """
        self._answer(invitation, DECLINES)

    def _answer(self, invitation: Duel, opening: str) -> None:
        duel = self.find(invitation.id, invitation.opponent)
        if not duel or duel.state != "invitation_received":
            raise DuelError("That invitation is no longer open")
        header = replace(duel.header, opponent=duel.opponent, opening=opening, side=duel.own_side)
        self._start_journal(duel.id, header)

    def _start_journal(self, duel_id: str, header: JournalHeader) -> None:
        """Write a new journal, then list it in our presence file, where others look for it."""
        name = _file_name(duel_id)
        with self._lobby.own_folder() as folder, shared_files.lock_folder(folder.fd):
            presence = self._lobby.own_presence(folder)
            self._lobby.check_not_newer(PRESENCE_FILE, folder)
            if shared_files.file_stamp(name, folder.fd):
                if duel_id in dict(presence.duels):
                    raise DuelError("You answered that invitation in another session")
                shared_files.delete(name, folder.fd)  # of an answer that could not be listed
            removed_id = self._find_removable(presence)
            if removed_id:
                self._lobby.check_not_newer(_file_name(removed_id), folder)
            shared_files.append(name, folder.fd, header.encode())
            kept_duels = _without_duel(presence, removed_id).duels
            presence = replace(
                presence, has_left=False, duels=(*kept_duels, (duel_id, header.opponent))
            )
            shared_files.write(PRESENCE_FILE, folder.fd, presence.encode())
            if removed_id:
                shared_files.delete(_file_name(removed_id), folder.fd)

    def _find_removable(self, presence: Presence) -> str:
        """Return the duel that makes room for a new one if our list is full, else "".

        It is the oldest one that has ended; else one whose journal cannot be read; else an
        invitation that we have declined, which may then be open again.

        Raises:
            DuelError: There is none of these.
        """
        if len(presence.duels) < MAX_DUELS:
            return ""
        journals = self._read_journals()
        listed_ids = [duel_id for duel_id, _ in presence.duels]
        duels = {
            duel_id: _combine(duel_id, journals.by_us[duel_id], journals.by_opponents)
            for duel_id in listed_ids
            if duel_id in journals.by_us
        }
        candidates = [
            *(duel_id for duel_id, duel in duels.items() if _is_removable(duel)),
            *(duel_id for duel_id in listed_ids if duel_id not in duels),
            *(duel_id for duel_id, duel in duels.items() if duel.state == "declined"),
        ]
        if not candidates:
            raise DuelError(f"Your list of {MAX_DUELS} games is full. Finish one first.")
        return candidates[0]

    def add_move(self, duel_id: str, ply: int, move: str, answered_move: str) -> None:
        """Append our move to the journal.

        Args:
            duel_id: Name of the duel.
            ply: Ply of the move, counted from 0.
            move: The move in the game's notation.
            answered_move: The opponent's move before it, "" at ply 0.

        Raises:
            DuelError: Another session of ours has moved or ended the duel.
        """
        self._append(duel_id, journal.encode_move(ply, move, answered_move), ply)

    def resign(self, duel_id: str, ply: int) -> None:
        """Resign a duel.

        Args:
            duel_id: Name of the duel.
            ply: Number of moves played so far.

        Raises:
            DuelError: Another session of ours has ended the duel.
        """
        self._append(duel_id, journal.encode_ending(RESIGNS, ply))

    def declare_draw(self, duel_id: str, ply: int) -> None:
        """Write that nobody wins a puzzle, unless our journal shows another ending.

        Args:
            duel_id: Name of the duel.
            ply: Number of moves played.
        """
        with suppress(DuelError):
            self._append(duel_id, journal.encode_ending(DRAWS, ply))

    def record_endings(self, duels: Iterable[Duel]) -> None:
        """Write to our journals the endings that only those of the opponents show.

        Without this a duel would go on once the opponent has removed it.
        """
        for duel in duels:
            if duel.state != "over" or duel.is_recorded_by_us:
                continue
            ply = len(duel.turns)
            if duel.winner is None:
                line = journal.encode_ending(DRAWS, ply)
            elif duel.winner == duel.own_side:
                line = journal.encode_ending(WINS, ply)
            else:
                line = journal.encode_ending(LOSES, ply, duel.last_turn_text())
            with suppress(DuelError):  # another session of ours has written it
                self._append(duel.id, line)

    def withdraw(self, invitation: Duel) -> None:
        """Take back an invitation of ours.

        Raises:
            DuelError: The opponent has answered it.
        """
        duel = self.find(invitation.id, invitation.opponent)
        if not duel or duel.state != "invitation_sent":
            raise DuelError("That invitation has already been answered")
        self._append(duel.id, journal.encode_ending(WITHDRAWS, 0))

    def _append(self, duel_id: str, line: bytes, ply: int | None = None) -> None:
        """Append a line to our journal; `ply` is that of the line's move, if it is a move."""
        name = _file_name(duel_id)
        with self._lobby.own_folder() as folder, shared_files.lock_folder(folder.fd):
            self._lobby.check_not_newer(name, folder)
            with suppress(ValueError):
                data = shared_files.read(name, folder.fd, os.geteuid(), journal.MAX_JOURNAL_BYTES)
                own_journal = parse_journal(data)
                if own_journal.ending or ply in own_journal.moves:
                    raise DuelError("You have continued this game in another session")
            shared_files.append(name, folder.fd, line)

    def remove(self, duel: Duel) -> None:
        """Delete our journal of a duel that has ended.

        Raises:
            DuelError: The opponent's program has not recorded the end, and would let it go on.
        """
        current = self.find(duel.id, duel.opponent)
        if current and not _is_removable(current):
            raise DuelError("Your opponent has not seen the end of this game. Remove it later.")
        with self._lobby.own_folder() as folder, shared_files.lock_folder(folder.fd):
            shared_files.delete(_file_name(duel.id), folder.fd)
        self._lobby.update_presence(lambda presence: _without_duel(presence, duel.id))


def _combine(
    duel_id: str, own_file: JournalFile, by_opponents: Mapping[tuple[str, UserProfile], JournalFile]
) -> Duel:
    """Return a duel from our journal and the opponent's, if there is one."""
    opponent_file = by_opponents.get((duel_id, own_file.journal.header.opponent))
    if opponent_file is None:
        return read_duel(duel_id, own_file.journal, None, own_file.modified_at)
    updated_at = max(own_file.modified_at, opponent_file.modified_at)
    return read_duel(duel_id, own_file.journal, opponent_file.journal, updated_at)


def _is_removable(duel: Duel) -> bool:
    """Return True if a duel has ended and stays so for the opponent without our journal.

    An opponent who does not come back is waited for only so long.
    """
    is_old = duel.updated_at < oldest_kept_time()
    return duel.state in ENDED_STATES and (duel.is_recorded_by_opponent or is_old)


def _without_duel(presence: Presence, duel_id: str) -> Presence:
    remaining = tuple(entry for entry in presence.duels if entry[0] != duel_id)
    return replace(presence, duels=remaining)


def _file_name(duel_id: str) -> str:
    return f"duel-{duel_id}.jsonl"
