"""Text about the end of a game: the result, how it compares, and the keys that go on.

It is shown in the side panel; without a panel it is laid over the board as a box, or given in one
line if the board has no room for a box. A position without moves that misses the goal (a dead end)
is treated the same way.
"""

from collections.abc import Iterator
from typing import NamedTuple

from ludoscope.games import count_text
from ludoscope.tui.boards.board import StyledLine
from ludoscope.tui.model.badge import Rating, rate_solution
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.model.players import HUMAN, SIDES, describe_players, describe_value
from ludoscope.tui.model.result import GameResult
from ludoscope.tui.model.session import Session
from ludoscope.tui.text import drawing, formatting
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.widgets.footer import KeyHint

MAX_STARS = 3
MARGIN = 1  # cells before a line of the box
KEY_COLUMN_WIDTH = 9  # cells of a key and what it does
DEAD_END = "✗ No moves left"
SEARCHING_BLUNDER = "looking for the move that lost it…"


class Remark(NamedTuple):
    """A sentence and the role that gives it its style."""

    text: str
    role: str = ""


class Summary(NamedTuple):
    """The lines of a result, and the lines of the keys below them."""

    lines: Block
    keys: Block


def format_outcome(model: GameModel) -> str:
    """Return who has won, in a few words."""
    if model.game.players == 1:
        return "✓ solved"
    if model.session.players.count(HUMAN) != 1:
        return f"{SIDES[1 - model.session.side_to_move].capitalize()} won"
    return "✓ you won" if model.session.is_won else "the opponent won"


def is_good(model: GameModel) -> bool:
    """Return True if the player has won, or no side or each side is a player's."""
    return model.session.is_won or model.session.players.count(HUMAN) != 1


def format_result_line(model: GameModel) -> StyledLine:
    """Return the result in one line."""
    if model.is_stuck:
        text = ", ".join([DEAD_END.lower(), *_dead_end_sentences(model)])
        return [(text, "bad"), *_key_line(_ways_back(model))]
    rated = _rating(model)
    stars = [f"{'*' * rated.stars} {rated.comparison}"] if rated else []
    moves = f"{format_outcome(model)} in {formatting.format_session_length(model.session)}"
    text = " · ".join([moves, *stars, *(remark.text for remark in _comparisons(model))])
    return [(text, "good" if is_good(model) else "bad")]


def result_box(model: GameModel, width: int, height: int) -> Block:
    """Return the result in a box of `width` cells and at most `height` lines."""
    lines = result_lines(model, width - 2 - MARGIN, height - 2)
    if not lines:
        return []
    indented: Block = [[(" " * MARGIN, ""), *line] for line in lines]
    return drawing.draw_box(result_title(model), indented, width, len(indented) + 2)


def result_lines(model: GameModel, width: int, height: int, preferred_height: int = 0) -> Block:
    """Return the lines of the result.

    Args:
        model: The game.
        width: The cells of a line.
        height: The largest number of lines; blank lines are left out first.
        preferred_height: The number of lines if possible: that of the goal, which had the same
            place before, so that the box keeps its size.
    """
    if height < 1:
        return []
    text, keys = (
        _summarize_dead_end(model, width) if model.is_stuck else _summarize_result(model, width)
    )
    blank_lines = preferred_height - len(text) - len(keys)
    if blank_lines in (0, 1):
        blank_above, blank_between = 0, blank_lines
    else:  # too many or too few: one above and at least one before the keys
        blank_above, blank_between = 1, max(1, blank_lines - 1)
    lines: Block = [
        *([] for _ in range(blank_above)),
        *text,
        *([] for _ in range(blank_between)),
        *keys,
    ]
    if len(lines) <= height:
        return lines
    return [*text[: max(1, height - len(keys))], *keys][:height]


def result_title(model: GameModel) -> str:
    """Return the title of the box."""
    if model.is_stuck:
        return DEAD_END
    text = format_outcome(model).removeprefix("✓ ").capitalize()
    return f"✓ {text}" if is_good(model) else text


def _summarize_result(model: GameModel, width: int) -> Summary:
    """Return the result of a game that is over."""
    has_clock = model.game.players == 1 and model.options.preferences.show_clock
    clock = f"{formatting.format_clock(model.session.final_seconds)} " if has_clock else ""
    moves: StyledLine = [("in ", ""), (formatting.format_session_length(model.session), "title")]
    lines: Block = [drawing.align_to_edges(moves, [(clock, "title")], width)]
    if clock and drawing.line_width(moves) + len(clock) >= width:
        lines = [moves, [(clock, "title")]]
    lines += _star_lines(model, width)
    rated = _rating(model)
    remarks = [*_comparisons(model), *_help_used(model)]
    if rated:
        remarks.append(Remark(rated.rule, "dim"))
    for remark in remarks:
        lines += drawing.wrap_text(remark.text, width - 1, remark.role)
    return Summary(lines, _next_keys(model))


def _rating(model: GameModel) -> Rating | None:
    fewest = model.result.fewest_moves if model.result else None
    return rate_solution(model.analysis, model.session, fewest)


def _star_lines(model: GameModel, width: int) -> Block:
    """Return the stars, and beside them how the length compares with the fewest moves."""
    result, rated = model.result, _rating(model)
    if not rated:
        is_expected = result and result.is_proving and model.game.players == 1
        return [[("·" * MAX_STARS, "dim")]] if is_expected else []
    lit = rated.stars if not result or result.stars_lit else 0
    lines = drawing.wrap_text(rated.comparison, width - MAX_STARS - 1)
    lines[0] = [("*" * lit, "key"), ("·" * (MAX_STARS - lit), "dim"), (" ", ""), *lines[0]]
    return [lines[0], *([(" " * (MAX_STARS + 1), ""), *line] for line in lines[1:])]


def _comparisons(model: GameModel) -> Iterator[Remark]:
    """Yield how the game compares with perfect play, and with the player's own results."""
    session, result = model.session, model.result
    if session.game.players == 2:
        yield Remark(describe_players(session.players))
        if text := _perfect_play_text(model):
            yield Remark(text)
    if not result:
        return
    if (
        session.is_won
        and result.previous_best
        and not session.hint_count
        and session.game.players == 1
    ):
        yield from _records(session, result, model.options.preferences.show_clock)


def _records(session: Session, result: GameResult, has_clock: bool) -> Iterator[Remark]:
    """Yield the player's record, new or old."""
    old_best, length = result.previous_best, session.move_count
    assert old_best
    seconds = session.final_seconds
    is_shorter = result.has_just_ended and old_best.length is not None and length < old_best.length
    is_faster = has_clock and old_best.seconds is not None and seconds < old_best.seconds
    is_faster = is_faster and result.has_just_ended
    is_record = is_shorter or is_faster
    if is_record:
        achievements = ["fewest moves"] if is_shorter else []
        achievements += ["fastest"] if is_faster else []
        yield Remark(f"your record: {', '.join(achievements)}", "good")
    old_bests = []
    if old_best.length is not None:
        old_bests.append(count_text(old_best.length, formatting.player_unit(session.game)))
    if has_clock and old_best.seconds is not None:
        old_bests.append(formatting.format_clock(old_best.seconds))
    if old_bests:
        yield Remark(f"{'before' if is_record else 'your best'}: {', '.join(old_bests)}", "dim")


def _perfect_play_text(model: GameModel) -> str:
    """Return how a game for two compares with perfect play; "" if its start has no known value."""
    analysis, session = model.analysis, model.session
    start = analysis.get(session.positions[0])
    if not start or start.value is None:
        return ""
    value, is_perfect = start.value, abs(start.value) == session.ply
    for position in session.positions[: session.ply + 1]:
        judgement = analysis.get(position)
        is_perfect = is_perfect and (not judgement or judgement.value in (None, value))
        value = 1 - value if value > 0 else -1 - value
    return "with best play" if is_perfect else f"with best play {describe_value(start.value)}"


def _help_used(model: GameModel) -> Iterator[Remark]:
    """Yield what has helped the player, and the streak."""
    session = model.session
    if not session.is_won:
        return
    hints = formatting.format_count(session.hint_count, "hint") if session.hint_count else "no hint"
    yield Remark(f"{hints}, {'undo used' if session.has_undone else 'no undo'}", "dim")
    if model.result and model.result.win_streak > 1:
        yield Remark(f"{model.result.win_streak} won in a row", "dim")


def _next_keys(model: GameModel) -> Block:
    """Return the keys that go on after the game, three to a line."""
    key = model.key_display
    back = [(key("play.winnable", "z"), "back")] if model.lost_after_winning else []
    rows: tuple[list[KeyHint], ...] = (
        [
            (key("go.next", "n"), "next"),
            (key("go.restart", "r"), "again"),
            (key("play.watch", "w"), "watch"),
        ],
        [(key("play.copy", "c"), "share"), (key("play.tree", "t"), "tree"), *back],
    )
    lines: Block = []
    for row in rows:
        line: StyledLine = []
        for label, text in row:
            line += [(label, "key"), (f" {text}".ljust(KEY_COLUMN_WIDTH - len(label)), "")]
        lines.append(line)
    return lines


# Dead ends


def _summarize_dead_end(model: GameModel, width: int) -> Summary:
    """Return the text about a dead end; the key back to a winnable position has its own line."""
    text: Block = []
    for index, sentence in enumerate(_dead_end_sentences(model)):
        text += drawing.wrap_text(sentence, width - 1, "bad" if index else "")
    *back, undo, restart = _ways_back(model)
    keys = [_key_line(back)[1:]] if back else []
    keys.append(_key_line([undo, restart])[1:])
    return Summary(text, [drawing.fit_line(line, width) for line in keys])


def _dead_end_sentences(model: GameModel) -> list[str]:
    """Return how far the goal is missed, and which move lost the game."""
    sentences = [model.board.dead_end_text(model.session.position)]
    if losing_ply := _losing_ply(model):
        move = model.board.move_text(*model.session.move_at(losing_ply - 1))
        number = model.session.move_number(losing_ply)
        sentences.append(f"lost at move {number}: {move}")
    elif model.options.preferences.analysis:
        is_certain = model.review.next_ply_to_analyse(model.session.ply) is None
        sentences.append("lost from the start" if is_certain else SEARCHING_BLUNDER)
    return sentences


def _losing_ply(model: GameModel) -> int:
    """Return the ply after the move that lost the game, 0 if that is not known."""
    ply, review = model.session.ply, model.review
    winnable_ply = review.last_winnable_ply(ply)
    if winnable_ply is None or review.first_lost_ply(ply) != winnable_ply + 1:
        return 0
    return winnable_ply + 1


def _ways_back(model: GameModel) -> list[KeyHint]:
    """Return the keys that leave a dead end: back to winnable if possible, undo, restart."""
    key, losing_ply = model.key_display, _losing_ply(model)
    text = "back to winnable"
    if losing_ply:
        text = f"back before move {model.session.move_number(losing_ply)}"
    back = [(key("play.winnable", "z"), text)] if model.lost_after_winning else []
    return [*back, (key("play.undo", "u"), "undo"), (key("go.restart", "r"), "again")]


def _key_line(pairs: list[KeyHint]) -> StyledLine:
    """Return keys and what they do, with a gap before each."""
    line: StyledLine = []
    for label, text in pairs:
        line += [("  ", ""), (label, "key"), (f" {text}", "")]
    return line
