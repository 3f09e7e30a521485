"""Restoring the session of a puzzle, for the screen and for the plain mode."""

import asyncio
import time
from typing import NamedTuple

from ludoscope.games import FAMILIES
from ludoscope.games.registry import PluginFault
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.tui.boards.board import MAX_AUTOMATIC_MOVES
from ludoscope.tui.boards.registry import board_family, create_board
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model.players import parse_players
from ludoscope.tui.model.session import Session
from ludoscope.tui.saves.autosave import Autosave
from ludoscope.tui.services.saves_service import SavesService


class OpenedSession(NamedTuple):
    """A session as it was left, and a message for the user or ""."""

    session: Session
    message: str


async def load_session(
    puzzle: Puzzle, options: UserOptions, saves: SavesService, autosave: Autosave
) -> OpenedSession:
    """Restore the session of a puzzle, or begin a new one; then show the moves that come with it.

    Raises:
        PluginFault: The game of a plug-in failed.
    """
    has_two_players = puzzle.game.players == 2
    player_side = await asyncio.to_thread(_winning_side, puzzle) if has_two_players else 0
    session = Session(puzzle, now=time.monotonic(), player_side=player_side)
    opened, message = await saves.open_session(puzzle)
    if opened.has_set_aside:
        message = f"You played another puzzle called {puzzle.title} before; its game is kept"
    if opened.save:
        try:
            await asyncio.to_thread(opened.save.resume, session)
        except PluginFault:
            raise  # a restart would replace the saved game, which can be read once it works
        except ValueError as error:
            message = f"{error}: the game was restarted"
    if not session.move_texts:
        # automatic moves before the first one belong to the start
        board = create_board(session.game, options)
        for _ in range(MAX_AUTOMATIC_MOVES):
            if (move := board.automatic_move(session.position)) is None:
                break
            session.play(move, continues_step=True)
    if has_two_players:
        players = parse_players(await saves.load_note("seats", puzzle.name))
        if players:
            session.set_players(players)
    if puzzle.moves or puzzle.tree:
        line_message = message_on_line(session, puzzle, options)
        # first the tree, which tells which moves were made together
        has_more = bool(puzzle.tree and session.add_shared_tree(puzzle.tree))
        if line_message:
            session.show_shared_line(puzzle.moves)
        if line_message or has_more:
            autosave.save_session(session)
        message = message or message_on_tree(line_message, has_more, options)
    return OpenedSession(session, message)


def message_on_line(session: Session, puzzle: Puzzle, options: UserOptions) -> str:
    """Return a message if the moves that come with a puzzle are not those played, else ""."""
    moves = FAMILIES[puzzle.game.family].merge_line(puzzle.moves)
    if not moves or moves == session.moves:
        return ""
    message = "The game is shown as it was sent"
    if session.at_start:
        return message
    tree_key = options.key_display("play.tree", "t")
    return f"{message}. Your own game is kept in the tree: press {tree_key}"


def message_on_tree(line_message: str, has_more: bool, options: UserOptions) -> str:
    """Return the message on a shared line, also on branches and comments that came with it."""
    if not has_more:
        return line_message
    tree_key = options.key_display("play.tree", "t")
    message = f"Its branches and comments are in the tree: press {tree_key}"
    return f"{line_message.partition('.')[0]}. {message}" if line_message else message


def _winning_side(puzzle: Puzzle) -> int:
    """Return the side that wins with best play, for the user; 0 if that is not known."""
    value = board_family(puzzle.game.family).start_value(puzzle.name)
    return 1 if value is not None and value <= 0 else 0
