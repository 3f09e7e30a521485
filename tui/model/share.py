"""Texts that a player can copy: the moves as a line that opens them, or the result alone."""

from datetime import date
from typing import NamedTuple

from ludoscope.games import FAMILIES
from ludoscope.puzzles import daily, share
from ludoscope.puzzles.registry import collection
from ludoscope.tui.model import timeline
from ludoscope.tui.model.badge import format_stars, rate_solution
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.model.players import SIDES
from ludoscope.tui.model.session import Session
from ludoscope.tui.text import formatting


class ShareText(NamedTuple):
    """A text to copy and its title."""

    title: str
    text: str


def list_share_texts(model: GameModel) -> list[ShareText]:
    """Return the texts that can be copied, the most likely one first."""
    moves = ShareText("the moves", format_game_line(model))
    summary = format_summary(model)
    if not summary:
        return [moves]
    result = [
        ShareText("the result", summary),
        ShareText("the result in words", format_summary_in_words(model)),
    ]
    return [*result, moves] if is_daily_puzzle(model) else [moves, *result]


def format_game_line(model: GameModel) -> str:
    """Return the puzzle and the moves to the position shown as a shared line.

    The result follows as a comment when the game is over. See `puzzles.share`.
    """
    session = model.session
    comment = ""
    if session.is_over and not model.replay:
        comment = describe_result(session, model.options.preferences.show_clock)
    return share.encode(model.puzzle, model.moves_from_start, comment)


def describe_result(session: Session, show_clock: bool = True) -> str:
    """Return how a game ended: "solved in 18 moves, 2:41" or "white won in 4 moves"."""
    length = formatting.format_session_length(session)
    if session.game.players == 2:
        return f"{SIDES[1 - session.side_to_move]} won in {length}"
    time = formatting.format_clock(session.final_seconds).removeprefix("0")
    return f"solved in {length}, {time}" if show_clock else f"solved in {length}"


def format_summary(model: GameModel) -> str:
    """Return the result of a won game without its moves, for a chat; "" for other games.

    Ludoscope · ORush · Daily 2026-11-20
    ★★☆ solved in 27 moves, 2:41, no hints
    🟩🟩🟩🟨🟩🟩🟥🟩🟩🟩
    ludoscope orush-daily-2026-11-20

    The heading of a daily deal names the deal, too. The third line tells how the game went, see
    `tui.model.timeline`. The last line opens the puzzle, in a shell or pasted into the program.
    """
    events = timeline.list_events(model.session, model.analysis)
    ascii_only = model.options.appearance.ascii_only
    return _format_result(model, timeline.draw_timeline(events, ascii_only))


def format_summary_in_words(model: GameModel) -> str:
    """Return the result of a won game without its moves and without signs; "" for other games."""
    events = timeline.list_events(model.session, model.analysis)
    story = f"how it went: {timeline.describe_timeline(events)}"
    return _format_result(model, story, in_words=True)


def _format_result(model: GameModel, story: str, in_words: bool = False) -> str:
    """Return the lines of a result with a line that tells how the game went."""
    session, result = model.session, model.result
    if not session.is_won or model.replay:
        return ""
    solution_rating = rate_solution(
        model.analysis, session, result.fewest_moves if result else None
    )
    stars = ""
    if solution_rating and solution_rating.stars:
        count = solution_rating.stars
        in_text = f"{formatting.format_count(count, 'star')},"
        stars = f"{in_text if in_words else format_stars(count)} "
    result_text = describe_result(session, model.options.preferences.show_clock)
    hints = formatting.format_help(session)
    opening_line = share.encode(model.puzzle, ())
    if is_daily_puzzle(model):
        opening_line = opening_line.removesuffix(" 0:")
    family = FAMILIES[session.game.family].title
    # the title of a puzzle from a file may hold any characters
    title = "".join(char if char.isprintable() else "?" for char in model.puzzle.title)
    heading = f"{share.SUMMARY_PREFIX}{family} · {title}"
    if deal := _daily_deal_title(model):
        heading += f" · {deal}"
    return f"{heading}\n{stars}{result_text}, {hints}\n{story}\n{opening_line}"


def is_daily_puzzle(model: GameModel) -> bool:
    return _day(model) is not None


def _day(model: GameModel) -> date | None:
    """Return the day whose daily puzzle is played; None for other puzzles."""
    try:
        return daily.parse_day(model.puzzle.name, model.game.family)
    except ValueError:
        return None


def _daily_deal_title(model: GameModel) -> str:
    """Return the title of the numbered deal that a daily puzzle is; "" for other puzzles."""
    family = model.game.family
    if day := _day(model):
        puzzles = collection(family)
        return puzzles.title_for_name(puzzles.name_opened_in_app(daily.line_for(family, day)))
    return ""
