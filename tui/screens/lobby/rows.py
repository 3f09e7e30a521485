"""Rows of the lobby's tables: boards of the day, players and duels."""

from collections.abc import Hashable, Sequence
from datetime import date
from typing import NamedTuple

from rich.style import Style
from rich.text import Text

from ludoscope.games import FAMILIES
from ludoscope.puzzles import daily
from ludoscope.puzzles.training.series import parse_series
from ludoscope.tui.lobby.duel import Duel, conflict_text
from ludoscope.tui.lobby.lobby import LobbyPlayer
from ludoscope.tui.lobby.published_games import LeaderboardEntry
from ludoscope.tui.lobby.users import UserProfile
from ludoscope.tui.model.players import SIDES
from ludoscope.tui.services.lobby import LobbySnapshot
from ludoscope.tui.text.formatting import (
    capitalize_first,
    format_clock,
    format_count,
    format_local_time,
)
from ludoscope.tui.widgets.text_table import Column

LEADERBOARD_HEADINGS = (
    Column("place", 6, align_right=True),
    Column("  name"),
    Column("moves", 7, align_right=True),
    Column("time", 9, align_right=True),
    Column("hints", 7, align_right=True),
)
TRAINING_HEADINGS = (
    Column("place", 6, align_right=True),
    Column("  name"),
    Column("right", 7, align_right=True),
    Column("time", 9, align_right=True),
)
PLAYER_HEADINGS = (Column("name"), Column("last seen", 24), Column("their game", 20))
DUEL_HEADINGS = (
    Column("opponent", 18),
    Column("game", 15),
    Column("you", 7),
    Column("state"),
    Column("last seen", 13, align_right=True),
)
MAX_RESULTS_SHOWN = 100  # of a family, besides our own
MAX_PLAYERS_SHOWN = 500
NOT_SOLVED = "no results yet"
EMPTY_CELL = "–"
TableRow = Sequence[Text | str]


class LeaderboardRow(NamedTuple):
    """A row of the leaderboard.

    Attributes:
        target: What the row opens: a result to replay, or the name of the daily puzzle in a row
            with a family's title.
        cells: Contents of the columns.
    """

    target: LeaderboardEntry | str
    cells: TableRow

    @property
    def key(self) -> Hashable:
        """The subject of the row: a daily puzzle, or a player's result of one."""
        if isinstance(self.target, str):
            return self.target
        return self.target.result.puzzle.name, self.target.profile


def leaderboard_rows(
    snapshot: LobbySnapshot, day: date, own_profile: UserProfile, dim: Style
) -> list[LeaderboardRow]:
    """Return for each family a row with its title, followed by its best results and our own.

    Args:
        snapshot: The lobby, with the leaderboard of that day.
        day: Day of the leaderboard.
        own_profile: The current player, who is marked.
        dim: Style of the remark on puzzles that nobody has solved.
    """
    rows: list[LeaderboardRow] = []
    for family, entries in snapshot.leaderboard.items():
        remark = "" if entries else f"  {NOT_SOLVED}"
        title = Text.assemble((f"{FAMILIES[family].title}, daily puzzle", "bold"), (remark, dim))
        rows.append(LeaderboardRow(daily.name_for(family, day), ("", title, "", "", "")))
        for place, entry in enumerate(entries, start=1):
            if place > MAX_RESULTS_SHOWN and entry.profile != own_profile:
                continue
            cells = _result_cells(place, entry, snapshot, own_profile)
            rows.append(LeaderboardRow(entry, cells))
    return rows


class TrainingRow(NamedTuple):
    """A row of the boards of training: the series that it opens, its cells, and whose result."""

    series: str
    cells: TableRow
    profile: UserProfile | None = None

    @property
    def key(self) -> Hashable:
        """The subject of the row: a series, or a player's result of it."""
        return self.series, self.profile


def training_rows(
    snapshot: LobbySnapshot, own_profile: UserProfile, dim: Style
) -> list[TrainingRow]:
    """Return for each series a row with its title, followed by its best results and our own.

    Args:
        snapshot: The lobby, with the results of a day.
        own_profile: The current player, who is marked.
        dim: Style of the name of a series.
    """
    rows: list[TrainingRow] = []
    for code, entries in snapshot.training.items():
        series = parse_series(code)
        heading = f"{series.mode.capitalize()} of {FAMILIES[series.family].title}"
        title = Text.assemble((heading, "bold"), (f"  {code}", dim))
        rows.append(TrainingRow(code, ("", title, "", "")))
        for place, entry in enumerate(entries, start=1):
            if place > MAX_RESULTS_SHOWN and entry.profile != own_profile:
                continue
            mark = " (you)" if entry.profile == own_profile else ""
            cells = (
                str(place),
                f"  {snapshot.display_name(entry.profile)}{mark}",
                str(entry.result.score),
                format_clock(entry.result.seconds),
            )
            rows.append(TrainingRow(code, cells, entry.profile))
    return rows


def _result_cells(
    place: int, entry: LeaderboardEntry, snapshot: LobbySnapshot, own_profile: UserProfile
) -> TableRow:
    result = entry.result
    mark = " (you)" if entry.profile == own_profile else ""
    return (
        str(place),
        f"  {snapshot.display_name(entry.profile)}{mark}",
        str(result.length),
        format_clock(result.seconds),
        str(result.hints) if result.hints else EMPTY_CELL,
    )


def sort_other_players(snapshot: LobbySnapshot, own_profile: UserProfile) -> list[LobbyPlayer]:
    """Return the other players: those online by name, then those offline, the latest first."""
    players = [player for player in snapshot.players if player.profile != own_profile]
    players.sort(key=lambda player: snapshot.display_name(player.profile))
    online = [player for player in players if snapshot.is_online(player.profile)]
    offline = [player for player in players if not snapshot.is_online(player.profile)]
    return online + sorted(offline, key=lambda player: -player.last_seen)


def player_row(player: LobbyPlayer, snapshot: LobbySnapshot) -> TableRow:
    if snapshot.is_online(player.profile):
        status = "online"
    elif player.presence.has_left:
        status = f"left {format_local_time(player.last_seen)}"
    else:
        status = format_local_time(player.last_seen)
    game = "can be watched" if player.presence.is_watchable else EMPTY_CELL
    return snapshot.display_name(player.profile), status, game


def duel_row(duel: Duel, snapshot: LobbySnapshot) -> TableRow:
    opponent_name = snapshot.display_name(duel.opponent)
    return (
        opponent_name,
        capitalize_first(duel.title),
        _side_text(duel),
        duel_state_text(duel, opponent_name),
        _last_seen(duel.opponent, snapshot),
    )


def _side_text(duel: Duel) -> str:
    """Return our side: its colour in hexapawn, else its place in the order of moving."""
    return ("first", "second")[duel.own_side] if duel.header.puzzle else SIDES[duel.own_side]


def _last_seen(profile: UserProfile, snapshot: LobbySnapshot) -> str:
    player = snapshot.find_player(profile)
    if not player:
        return "offline"
    return "online" if snapshot.is_online(profile) else format_local_time(player.last_seen)


def first_move_text(duel: Duel, opponent_name: str) -> str:
    """Return who plays White and begins."""
    if duel.header.puzzle:
        return "you move first" if duel.own_side == 0 else f"{opponent_name} moves first"
    if duel.own_side == 0:
        return "You are White and move first"
    return f"{opponent_name} is White and moves first"


def duel_state_text(duel: Duel, opponent_name: str) -> str:
    """Return the state of a duel in a few words, or the conflict between its journals."""
    if duel.conflict:
        return conflict_text(duel.conflict, opponent_name)
    match duel.state:
        case "invitation_received":
            return f"invites you; {'you begin' if duel.own_side == 0 else 'begins'}"
        case "invitation_sent":
            return "invited, no answer yet"
        case "declined":
            return "declined"
        case "withdrawn":
            return "invitation withdrawn"
        case "over":
            if duel.winner is None:
                return "nobody won"
            return "you won" if duel.winner == duel.own_side else "you lost"
    turn = "your move" if duel.is_our_turn else "their move"
    return f"{turn} ({format_count(len(duel.turns), 'move')})"
