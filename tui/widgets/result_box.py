"""Text about the end of a game: the result, how it compares, and the keys that go on.

It is shown in the side panel; without a panel it is laid over the board as a box, or given in one
line if the board has no room for a box. A position without moves that misses the goal (a dead end),
and in the panel one that is proved lost, are treated the same way.
"""

from collections.abc import Iterator
from typing import NamedTuple

from rich.cells import cell_len

from ludoscope.games import FAMILIES, count_text
from ludoscope.tui.model.badge import MAX_STARS, SolutionRating, format_stars, rate_solution
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.model.players import HUMAN, SIDES, describe_players, describe_value
from ludoscope.tui.model.result import GameResult
from ludoscope.tui.model.session import Session
from ludoscope.tui.text import drawing, formatting
from ludoscope.tui.text.drawing import Block, StyledLine
from ludoscope.tui.widgets.footer import KeyHint

MARGIN = 1  # cells before a line of the box
KEY_GAP = 2  # cells between two keys
DEAD_END = "✗ No moves left"
LOST = "✗ Lost"
LOST_TEXT = "it can no longer be won"
SEARCHING_BLUNDER = "searching for the move that lost it…"


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
    return "✓ you won" if model.session.is_won else "✗ you lost"


def is_good(model: GameModel) -> bool:
    """Return True if the player has won, or no side or each side is a player's."""
    return model.session.is_won or model.session.players.count(HUMAN) != 1


def format_result_line(model: GameModel) -> StyledLine:
    """Return the result in one line."""
    if model.is_stuck:
        remarks = [remark.text for remark in _dead_end_remarks(model)]
        text = ", ".join([DEAD_END.lower(), *remarks])
        return [(text, "bad"), *_key_line(_ways_back(model))]
    rated = _rating(model)
    stars = [_unrated_reason(model)] if model.session.hint_count and model.session.is_won else []
    if rated:
        stars.append(f"{format_stars(rated.stars)} {rated.comparison}".lstrip("☆ "))
    moves = f"{format_outcome(model)} {_length_text(model.session)}"
    text = " · ".join([moves, *stars, *(remark.text for remark in _comparisons(model))])
    if model.result and model.result.next_puzzle:
        key = model.options.key_display("board.enter", "⏎")
        text += f" · {key} next: {model.result.next_puzzle.text}"
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
    is_lost = model.is_stuck or model.is_lost
    summarize = _summarize_dead_end if is_lost else _summarize_result
    text, keys = summarize(model, width)
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
    if model.is_lost:
        return LOST
    text = format_outcome(model)
    mark = text[:2] if text[:2] in ("✓ ", "✗ ") else ""
    return mark + text.removeprefix(mark).capitalize()


def _summarize_result(model: GameModel, width: int) -> Summary:
    """Return the result of a game that is over."""
    has_clock = model.game.players == 1 and model.options.preferences.show_clock
    clock = f"{formatting.format_clock(model.session.final_seconds)} " if has_clock else ""
    moves: StyledLine = [(formatting.capitalize_first(_length_text(model.session)), "title")]
    lines: Block = [drawing.align_to_edges(moves, [(clock, "title")], width)]
    if clock and drawing.line_width(moves) + len(clock) >= width:
        lines = [moves, [(clock, "title")]]
    lines += _star_lines(model, width)
    has_stars = bool(_rating(model)) and not model.session.hint_count
    for remark in [*_comparisons(model, has_stars=has_stars), *_help_used(model)]:
        text = formatting.capitalize_first(remark.text)
        lines += drawing.wrap_text(text, width - 1, remark.role)
    return Summary(lines, [] if model.replay else _next_keys(model, width))


def _length_text(session: Session) -> str:
    """Return how long the game was: "in 18 moves", "resigned after 6 plies"."""
    if session.game.players == 1:
        return f"in {formatting.format_session_length(session)}"
    # in plies, as values and the length of best play are given
    plies = count_text(session.ply, FAMILIES[session.game.family].move_unit)
    return f"{'resigned after' if session.resigned else 'in'} {plies}"


def _rating(model: GameModel) -> SolutionRating | None:
    fewest = model.result.fewest_moves if model.result else None
    return rate_solution(model.analysis, model.session, fewest)


def _star_lines(model: GameModel, width: int) -> Block:
    """Return the stars with the fewest moves known, and what earns two of them.

    A win with hints gets none: the reason is given instead.
    """
    result, rated, session = model.result, _rating(model), model.session
    if session.hint_count and session.is_won:
        texts = [(rated.comparison, "")] if rated else []
        texts.append((_unrated_reason(model), "notice"))
        return [
            line
            for text, role in texts
            for line in drawing.wrap_text(formatting.capitalize_first(text), width - 1, role)
        ]
    if not rated:
        is_expected = result and result.is_proving and model.game.players == 1
        return [[(format_stars(0), "dim")]] if is_expected else []
    lit = rated.stars if not result or result.stars_lit else 0
    text, text_width = rated.comparison, width - MAX_STARS - 1
    if rated.stars < MAX_STARS:
        best = count_text(rated.best, formatting.player_unit(session.game))
        text = f"{rated.best_name}: {best}"
        if cell_len(text) > text_width:  # the unit stands in the line above
            text = f"{rated.best_name}: {rated.best}"
    lines = drawing.wrap_text(text, text_width)
    stars: StyledLine = [("★" * lit, "key"), ("☆" * (MAX_STARS - lit), "dim"), (" ", "")]
    lines[0] = [*stars, *lines[0]]
    indented = [lines[0], *([(" " * (MAX_STARS + 1), ""), *line] for line in lines[1:])]
    return [*indented, *(drawing.wrap_text(rated.rule, width - 1, "dim") if rated.rule else [])]


def _unrated_reason(model: GameModel) -> str:
    """Return why a win has no stars: "with 2 hints: no stars"."""
    stars = "no stars" if model.game.players == 1 else "not part of a streak"
    return f"with {formatting.format_help(model.session)}: {stars}"


def _comparisons(model: GameModel, *, has_stars: bool = False) -> Iterator[Remark]:
    """Yield how the game compares with perfect play, and with the player's own results.

    Args:
        model: The game.
        has_stars: True if the fewest moves are named above them, beside the stars.
    """
    session, result = model.session, model.result
    if session.game.players == 2:
        yield Remark(describe_players(session.players))
        if text := _perfect_play_text(model):
            yield Remark(text)
    rated = _rating(model)
    if rated and session.move_count > rated.best and not has_stars:
        best = count_text(rated.best, formatting.player_unit(session.game))
        yield Remark(f"{rated.best_name}: {best}")
    if result and session.is_won and result.previous_best and session.game.players == 1:
        yield from _records(session, result, model.options.preferences.show_clock)


def _records(session: Session, result: GameResult, has_clock: bool) -> Iterator[Remark]:
    """Yield the player's record, new or old."""
    old_best, length = result.previous_best, session.move_count
    assert old_best
    seconds = session.final_seconds
    can_set_record = result.has_just_ended and not session.hint_count
    is_shorter = can_set_record and old_best.length is not None and length < old_best.length
    is_faster = has_clock and old_best.seconds is not None and seconds < old_best.seconds
    is_faster = is_faster and can_set_record
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
    """Yield whether hints or undo have helped the player, and the streak."""
    session, result = model.session, model.result
    if not session.is_won:
        return
    undo = "moves undone" if session.has_undone else "no move undone"
    yield Remark(undo if session.hint_count else f"no hints, {undo}", "dim")
    if result and result.win_streak > 1 and not session.hint_count:
        yield Remark(f"{result.win_streak} won in a row without hints", "good")


def _next_keys(model: GameModel, width: int) -> Block:
    """Return the keys that go on after the game, as many to a line as fit.

    The key back is in the footer, as always. The first line is for the next puzzle alone: no key
    moves when it has been found.
    """
    key = model.key_display
    back = [(key("play.winnable", "z"), "back to winnable")] if model.lost_after_winning else []
    label, text = _next_puzzle_key(model, width)
    lines: Block = [[(label, "key"), (f" {text}", "")]]
    pairs: list[KeyHint] = [
        *back,
        (key("go.restart", "r"), "play again"),
        (key("play.review", "="), "review"),
        (key("play.solve", "s"), "show a solution"),
        (key("play.copy", "c"), "share"),
    ]
    for label, text in pairs:
        parts: StyledLine = [(label, "key"), (f" {text}", "")]
        used = drawing.line_width(lines[-1]) + KEY_GAP if len(lines) > 1 else width
        if used + drawing.line_width(parts) < width:
            lines[-1] = [*lines[-1], (" " * KEY_GAP, ""), *parts]
        else:
            lines.append(parts)
    return lines


def _next_puzzle_key(model: GameModel, width: int) -> KeyHint:
    """Return the key that goes on, with the puzzle that it opens if that is known."""
    key = model.options.key_display("board.enter", "⏎")
    if not (model.result and model.result.next_puzzle):
        return key, "next"
    following = model.result.next_puzzle
    room = width - cell_len(key) - 2
    title = following.puzzle.title
    short_title = title.partition(", ")[0]  # without the variant
    texts = (f"next: {following.text}", f"next: {title}", f"next: {short_title}", short_title)
    fitting = (text for text in texts if cell_len(text) <= room)
    return key, next(fitting, formatting.shorten(title, room))


# Dead ends


def _summarize_dead_end(model: GameModel, width: int) -> Summary:
    """Return the text about a lost game; the key back to a winnable position has its own line."""
    text: Block = []
    for remark in _dead_end_remarks(model):
        text += drawing.wrap_text(formatting.capitalize_first(remark.text), width - 1, remark.role)
    *back, undo, restart = _ways_back(model)
    keys = [_key_line(back)[1:]] if back else []
    review = [(model.key_display("play.review", "="), "review")] if model.can_be_reviewed else []
    undo_if_stuck = [undo] if model.is_stuck else []  # the footer has it all the time
    keys.append(_key_line([*undo_if_stuck, restart, *review])[1:])
    if model.can_be_explained and not model.explanation:
        keys.append(_key_line([(model.key_display("play.explain", "!"), "explain the loss")])[1:])
    return Summary(text, [drawing.fit_line(line, width) for line in keys])


def _dead_end_remarks(model: GameModel) -> Iterator[Remark]:
    """Yield how far the goal is missed, and which move lost the game."""
    missed, losing_ply = model.board.dead_end_text(model.session.position), _losing_ply(model)
    if missed or not losing_ply:
        yield Remark(missed or LOST_TEXT)
    if losing_ply:
        move = model.board.move_text(*model.session.move_at(losing_ply - 1))
        number = formatting.format_numbered_move(model.session, losing_ply)
        yield Remark(f"lost at {number}: {move}", "bad")
    elif model.options.preferences.analysis:
        if model.review.next_ply_to_analyse(model.session.ply) is not None:
            text = SEARCHING_BLUNDER
        elif ply := model.analysis.find_loss(model.session).ply:
            text = f"lost by {formatting.format_numbered_move(model.session, ply)} or earlier"
        else:
            text = "lost from the start"
        yield Remark(text, "bad")


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
        text = f"back before {formatting.format_numbered_move(model.session, losing_ply)}"
    back = [(key("play.winnable", "z"), text)] if model.lost_after_winning else []
    return [*back, (key("play.undo", "u"), "undo"), (key("go.restart", "r"), "again")]


def _key_line(pairs: list[KeyHint]) -> StyledLine:
    """Return keys and what they do, with a gap before each."""
    line: StyledLine = []
    for label, text in pairs:
        line += [("  ", ""), (label, "key"), (f" {text}", "")]
    return line
