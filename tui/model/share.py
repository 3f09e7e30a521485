"""Texts that a player can copy: the moves as a line that opens them, or the result alone."""

from datetime import date
from typing import NamedTuple

from ludoscope.games import FAMILIES, count_text
from ludoscope.games.errors import replace_unprintable
from ludoscope.games.units import MOVES
from ludoscope.puzzles import daily, share
from ludoscope.puzzles.registry import collection
from ludoscope.puzzles.shared_tree import fit_tree
from ludoscope.tui.boards.registry import board_family
from ludoscope.tui.model import timeline
from ludoscope.tui.model.badge import format_stars, rate_solution
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.model.moves_in_words import steps_in_words
from ludoscope.tui.model.players import SIDES
from ludoscope.tui.model.session import Session
from ludoscope.tui.text import formatting
from ludoscope.tui.text.spoken import to_words, wrap_words


class ShareText(NamedTuple):
    """A text to copy.

    Attributes:
        title: What it holds: "the moves".
        text: The text.
        note: A sentence on what it leaves out, "" if nothing.
    """

    title: str
    text: str
    note: str = ""


def list_share_texts(model: GameModel) -> list[ShareText]:
    """Return the texts that can be copied, the most likely one first."""
    moves = ShareText("the moves", format_game_line(model))
    words = ShareText("the game in words", format_game_in_words(model))
    texts = [moves]
    if tree := _tree_text(model):
        has_comments = any(node.annotation for node in model.session.history.nodes)
        texts.insert(0 if has_comments else 1, tree)
    summary = format_summary(model)
    if not summary:
        return [*texts, words]
    result = [
        ShareText("the result", summary),
        ShareText("the result in words", format_summary_in_words(model)),
    ]
    return [*result, *texts, words] if is_daily_puzzle(model) else [*texts, *result, words]


def format_game_line(model: GameModel) -> str:
    """Return the puzzle and the moves to the position shown as a shared line.

    The result follows as a comment when the game is over. See `puzzles.share`.
    """
    return share.encode(model.puzzle, model.moves_from_start, _result_comment(model))


def _result_comment(model: GameModel) -> str:
    session = model.session
    if not session.is_over or model.replay:
        return ""
    return describe_result(session, model.options.preferences.show_clock)


def _tree_text(model: GameModel) -> ShareText | None:
    """Return the line with branches and comments, None if there are neither, or in a replay.

    What has no room in the line is left out, and named.
    """
    history = model.session.history
    path = history.current.path()
    is_plain = len(path) == len(history.nodes) and not any(node.annotation for node in path)
    if model.replay or is_plain:
        return None
    tree = model.session.shared_tree(path)
    game = model.puzzle.game
    fitting, moves_left_out, comments_left_out = fit_tree(
        collection(game.family).sharing, game, tree
    )
    left_out = [
        count_text(moves_left_out, MOVES) if moves_left_out else "",
        formatting.format_count(comments_left_out, "comment") if comments_left_out else "",
    ]
    note = ""
    if any(left_out):
        names = " and ".join(filter(None, left_out))
        note = f"No room in the line for {names}; ludoscope export keeps everything."
    has_comments = any(node.annotation for node in fitting.nodes)
    title = "branches and comments" if has_comments else "all branches"
    return ShareText(title, share.encode_tree(model.puzzle, fitting, _result_comment(model)), note)


def format_game_in_words(model: GameModel) -> str:
    """Return the board, the moves and the result in words and plain letters.

    The last line is the shared line, so that the text opens the game where it is pasted.

    Ludoscope, hexapawn: 3 by 3. 1 ply.
    Start:
    White a1, b1, c1.
    Black a3, b3, c3.
    Moves:
    1. White: b1 to b2.
    Paste this text into Ludoscope, or run the next line in a shell:
    ludoscope hexapawn-3x3 1: b1b2
    """
    family = FAMILIES[model.game.family]
    spoken = board_family(family.name).create_spoken_board(model.game)
    moves, start = model.moves_from_start, model.game.start
    steps = [*steps_in_words(model.game, spoken, start, moves)]
    unit = family.move_unit if family.players > 1 else family.player_unit(model.game.measure)
    length = count_text(len(steps), unit)
    lines = [f"{share.WORDS_PREFIX}{family.title.lower()}: {model.puzzle.title}. {length}."]
    lines += ["Start:", *spoken.describe_board(start)]
    lines += ["Moves:", *steps] if steps else []
    if model.session.is_over and not model.replay:
        lines.append(f"Result: {_rate_result(model, in_words=True)}.")
        if model.session.is_won and (story := _describe_story(model)):
            lines.append(f"How it went: {story}.")
    lines.append("Paste this text into Ludoscope, or run the next line in a shell:")
    words = "\n".join("\n".join(wrap_words(line)) for line in lines)
    return f"{words}\n{share.encode(model.puzzle, moves)}"


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
    🟩🟩🟩🟨🟩🟩🟩🟩🟩
    ludoscope orush-daily-2026-11-20

    The heading of a daily deal names the deal, too. The third line tells how the game went, see
    `tui.model.timeline`. The last line opens the puzzle, in a shell or pasted into the program.
    """
    events = timeline.list_events(model.session, model.analysis)
    ascii_only = model.options.appearance.ascii_only
    return _format_result(model, timeline.draw_timeline(events, ascii_only))


def format_summary_in_words(model: GameModel) -> str:
    """Return the result of a won game without its moves and without signs; "" for other games."""
    lines = _format_result(model, f"how it went: {_describe_story(model)}", in_words=True)
    return "\n".join(map(to_words, lines.splitlines()))


def _describe_story(model: GameModel) -> str:
    """Return how the game went: "on, a hint, on to the end"."""
    return timeline.describe_timeline(timeline.list_events(model.session, model.analysis))


def _format_result(model: GameModel, story: str, in_words: bool = False) -> str:
    """Return the lines of a result with a line that tells how the game went."""
    session = model.session
    if not session.is_won or model.replay:
        return ""
    opening_line = share.encode(model.puzzle, ())
    if is_daily_puzzle(model):
        opening_line = opening_line.removesuffix(" 0:")
    family = FAMILIES[session.game.family].title
    # the title of a puzzle from a file may hold any characters
    title = replace_unprintable(model.puzzle.title, "?")
    heading = f"{share.SUMMARY_PREFIX}{family} · {title}"
    if deal := _daily_deal_title(model):
        heading += f" · {deal}"
    return f"{heading}\n{_rate_result(model, in_words)}\n{story}\n{opening_line}"


def _rate_result(model: GameModel, in_words: bool) -> str:
    """Return stars, moves, time and hints: "★★☆ solved in 27 moves, 2:41, 1 hint"."""
    session, result = model.session, model.result
    rating = rate_solution(model.analysis, session, result.fewest_moves if result else None)
    stars = ""
    if rating and rating.stars:
        in_text = f"{formatting.format_count(rating.stars, 'star')},"
        stars = f"{in_text if in_words else format_stars(rating.stars)} "
    result_text = describe_result(session, model.options.preferences.show_clock)
    return f"{stars}{result_text}, {formatting.format_help(session)}"


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
        if deal := puzzles.daily_deal_name(day):
            return puzzles.title_for_name(puzzles.name_opened_in_app(deal))
    return ""
