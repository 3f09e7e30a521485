"""Questions of the lobby: game and side of an invitation, and whether to publish results."""

import asyncio
import re
from functools import partial
from typing import NamedTuple

from ludoscope.games import FAMILIES, count_text
from ludoscope.games.errors import short_repr
from ludoscope.games.hexapawn.rules import check_size
from ludoscope.puzzles import catalogue, daily
from ludoscope.tui.boards.registry import board_family
from ludoscope.tui.lobby.journal import check_puzzle
from ludoscope.tui.lobby.published_games import is_solved_daily
from ludoscope.tui.lobby.users import UserProfile
from ludoscope.tui.model.players import SIDES, parse_players
from ludoscope.tui.model.session import Session
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.screens.picker.dialog import Choice, PickerDialog
from ludoscope.tui.services.app_protocol import AppBase
from ludoscope.tui.services.lobby import get_lobby_service
from ludoscope.tui.text.formatting import capitalize_first, player_unit
from ludoscope.tui.widgets.prompt import PromptLine

BOARD_SIZE = re.compile(r"\s*(\d{1,2})\s*[x×*]\s*(\d{1,2})\s*")
DEFAULT_SIZE = "4x4"


class DuelGame(NamedTuple):
    """The game of a duel.

    Attributes:
        title: "hexapawn 4×4", or the title of a puzzle.
        rows: Height of the board of hexapawn.
        columns: Its width.
        puzzle: The name of a puzzle for the last winnable move, or "".
    """

    title: str
    rows: int = 0
    columns: int = 0
    puzzle: str = ""


def ask_invitation(screen: BaseScreen[None], opponent: UserProfile, opponent_name: str) -> None:
    """Ask for the game and the side of a duel, then invite the opponent."""

    def on_entered(text: str) -> bool:
        try:
            game = _parse_game(text)
        except ValueError as error:
            screen.notify_here(capitalize_first(str(error)))
            return False
        _ask_side(screen, opponent, opponent_name, game)
        return True

    label = f"Invite {opponent_name} to hexapawn (such as 4x4) or a puzzle (such as Lucas 5):"
    screen.show_prompt(PromptLine(label, on_entered, DEFAULT_SIZE))


def _parse_game(text: str) -> DuelGame:
    """Return the game for a size of a board or the name of a puzzle.

    Raises:
        ValueError: It is neither, the puzzle is of a family without the last winnable move, or it
            has no name by which the opponent's program finds it.
    """
    if match := BOARD_SIZE.fullmatch(text):
        rows, columns = int(match[1]), int(match[2])
        check_size(rows, columns)
        return DuelGame(f"hexapawn {rows}×{columns}", rows, columns)
    try:
        puzzle = catalogue.find(text.strip(), files=False)
    except LookupError:
        raise ValueError(
            f"{short_repr(text)} found, expected rows x columns, such as {DEFAULT_SIZE}, or a "
            "puzzle of peg solitaire or patience"
        ) from None
    if not board_family(puzzle.game.family).has_last_winnable_move:
        raise ValueError(f"{puzzle.title} cannot be played by two: no move loses there")
    try:
        check_puzzle(puzzle.name)
    except ValueError:
        raise ValueError(
            f"{short_repr(text)} has no name of the catalogue: expected a puzzle such as Lucas 5"
        ) from None
    return DuelGame(puzzle.title, puzzle=puzzle.name)


def _ask_side(
    screen: BaseScreen[None], opponent: UserProfile, opponent_name: str, game: DuelGame
) -> None:
    def on_side_chosen(side: int | None) -> None:
        if side is not None:
            invitation = partial(_invite, screen, opponent, opponent_name, game, side)
            screen.run_worker(invitation, group="duel")

    names = ("first", "second") if game.puzzle else SIDES
    choices = [
        Choice(names[0].capitalize(), "you move first", 0),
        Choice(names[1].capitalize(), f"{opponent_name} moves first", 1),
    ]
    screen.app.push_screen(PickerDialog("Which side do you play?", choices), on_side_chosen)


async def _invite(
    screen: BaseScreen[None],
    opponent: UserProfile,
    opponent_name: str,
    game: DuelGame,
    side: int,
) -> None:
    lobby = get_lobby_service(screen.app)
    if game.puzzle:
        invite = partial(lobby.duels.invite_to_puzzle, opponent, game.puzzle, side)
    else:
        invite = partial(lobby.duels.invite, opponent, game.rows, game.columns, side)
    if await lobby.run_write(invite):
        begins = "you move" if side == 0 else f"{opponent_name} moves"
        screen.notify_here(f"Invited {opponent_name} to {game.title}; {begins} first")


def ask_to_share_results(app: AppBase) -> None:
    """Ask whether daily and training results are put on the leaderboard; "no" is preselected."""
    choices = [
        Choice("No", "other players do not see them", "no"),
        Choice("Yes", "your name, moves, time and hints are shown", "yes"),
    ]

    async def save_answer(answer: str | None) -> None:
        if answer:
            message = f"Results on the leaderboard: {answer}. You can change this in the settings."
            await app.settings.change("board", answer, message)

    title = "Put your daily and training results on the leaderboard?"
    app.push_screen(PickerDialog(title, choices), save_answer)


async def offer_results(app: AppBase) -> None:
    """Offer to publish today's puzzles that were solved before results were published."""
    lobby = get_lobby_service(app)
    try:
        puzzle_names = await lobby.unpublished_dailies(daily.today())
    except OSError:
        return  # the service reports that the folder cannot be read
    sessions = [await _solved_session(app, name) for name in puzzle_names]
    solved = [session for session in sessions if session]
    if not solved:
        return
    results = ", ".join(_result_text(session) for session in solved)
    choices = [
        Choice("No", "only puzzles that you solve from now on", "no"),
        Choice("Yes", results, "yes"),
    ]

    def publish_if_yes(answer: str | None) -> None:
        if answer == "yes":
            for session in solved:
                lobby.publish_result(session, session.elapsed_seconds(0.0))

    app.push_screen(PickerDialog("Publish today's results too?", choices), publish_if_yes)


def _result_text(session: Session) -> str:
    family = FAMILIES[session.game.family]
    return f"{family.short_title} in {count_text(session.move_count, player_unit(session.game))}"


async def _solved_session(app: AppBase, puzzle_name: str) -> Session | None:
    """Return the saved session of a daily puzzle at its end, or None if it is not solved."""
    save, _ = await app.saves.load_session(puzzle_name)
    if not (save and save.over):
        return None

    def restore() -> Session:
        session = Session(catalogue.find(puzzle_name, files=False))
        save.restore(session)
        return session

    try:
        session = await asyncio.to_thread(restore)
    except ValueError:  # the puzzle has changed since
        return None
    players = parse_players(await app.saves.load_note("seats", puzzle_name))
    if players:
        session.set_players(players)
    return session if is_solved_daily(session) else None
