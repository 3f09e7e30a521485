"""Texts about the analysis of the current position: the badge, comments, and the stars at the end.

Start with `format_badge`, shown in the header of the play screen, and `describe_position`, shown in
its side panel.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ludoscope.games import FAMILIES, count_text
from ludoscope.puzzles.registry import collection
from ludoscope.tui.boards.registry import board_family
from ludoscope.tui.model.analysis import LOST, UNKNOWN, WINNABLE, Analysis, Judgement
from ludoscope.tui.model.players import HUMAN, SIDES, describe_value
from ludoscope.tui.model.session import Session
from ludoscope.tui.text.drawing import StyledLine
from ludoscope.tui.text.formatting import (
    capitalize_first,
    format_numbered_move,
    player_unit,
    step_unit,
)

STATE_SYMBOLS = {WINNABLE: "✓", LOST: "✗", UNKNOWN: "?"}
STATE_ROLES = {WINNABLE: "good", LOST: "bad", UNKNOWN: "dim"}
PENDING_SYMBOL = "…"
BLUNDER_MARK = "??"  # after a move that turned a winnable position into a lost one
COST_MARK = "?!"  # after a move from which more moves are needed than from the best one
MAX_STARS = 3
TWO_STAR_FACTOR = 1.2  # two stars for up to this many times the fewest moves


def format_badge(analysis: Analysis, session: Session, *, is_short: bool = False) -> StyledLine:
    """Return the judgement of the current position in a few words.

    It is empty when the game is over or the user is not to move.

    Args:
        analysis: The analysis of the game.
        session: The game.
        is_short: True where there is little room, to leave out the word beside the moves left and
            the move that lost the game.
    """
    if session.is_over or session.player_to_move != HUMAN:
        return []
    judgement = analysis.get(session.position)
    if judgement is None:
        return [(PENDING_SYMBOL, "dim")]
    text = _summarise(analysis, session, judgement, is_short=is_short)
    if judgement.value is not None and session.players.count(HUMAN) != 1:
        return [(text, "notice")]  # neither good nor bad: both players are users
    return [(f"{STATE_SYMBOLS[judgement.state]} {text}", STATE_ROLES[judgement.state])]


def _summarise(
    analysis: Analysis, session: Session, judgement: Judgement, *, is_short: bool
) -> str:
    length = judgement.length
    if judgement.value is not None:
        return describe_value(judgement.value, session.side_to_move)
    if judgement.state == LOST:
        loss = analysis.find_loss(session)
        if not loss.ply or is_short:
            return "lost"
        preposition = "since" if loss.is_certain else "by"  # or even earlier
        return f"lost {preposition} {format_numbered_move(session, loss.ply)}"
    family = FAMILIES[session.game.family]
    winnable = "" if is_short else "winnable "  # which the symbol before it says too
    if judgement.state == UNKNOWN or length is None or family.counted_unit:
        return judgement.state  # solvers count in another unit than players
    if family.groups_moves:
        steps = judgement.steps
        if steps is None:
            return judgement.state
        return f"{winnable}within {_count_moves(steps, session)}"
    goal_phrase = board_family(family.name).goal_phrase
    if judgement.is_fewest and goal_phrase and not is_short:
        return f"{_count_moves(length, session)} {goal_phrase}"
    preposition = "in" if judgement.is_fewest else "within"
    return f"{winnable}{preposition} {_count_moves(length, session)}"


def describe_position(
    analysis: Analysis,
    session: Session,
    undo_key: str = "u",
    solve_key: str = "s",
    players_key: str = "o",
    winnable_key: str = "z",
) -> Sequence[str]:
    """Return sentences about the effect of the last move and the fewest moves left.

    Args:
        analysis: The analysis of the game.
        session: The game.
        undo_key: The key that undoes a move.
        solve_key: The key that starts a solver.
        players_key: The key that changes who plays.
        winnable_key: The key that goes back to the last winnable position.
    """
    if session.is_over or session.player_to_move != HUMAN:
        return []
    judgement = analysis.get(session.position)
    if judgement is None:
        return []
    if judgement.value is not None:
        if judgement.value < 0 and not session.ply and session.players.count(HUMAN) == 1:
            other_side = SIDES[1 - session.side_to_move]
            outcome = describe_value(judgement.value, session.side_to_move)
            return [f"{outcome}: press {players_key} to play {other_side}"]
        return [_describe_value(analysis, session, judgement.value, undo_key)]
    if judgement.state == UNKNOWN and judgement.proof:
        return [f"The solver failed: {judgement.proof}"]
    if judgement.state == UNKNOWN:
        return [f"Not decided within the time limit; press {solve_key} to solve"]
    if judgement.state == WINNABLE:
        last_move = _describe_last_move(analysis, session, judgement)
        return [last_move, *_describe_length(analysis, session, judgement)]
    loss = _describe_loss(analysis, session, undo_key, winnable_key)
    return [loss, capitalize_first(judgement.proof)]


def _describe_last_move(analysis: Analysis, session: Session, judgement: Judgement) -> str:
    """Return the effect of the last move on a position that is still winnable."""
    if session.at_start:
        return "Winnable"
    that_move = f"That {_move_noun(session)}"
    previous = analysis.get(session.positions[session.ply - 1])
    if not (previous and previous.is_fewest and judgement.is_fewest):
        return f"{that_move} kept it winnable"
    progress = (previous.length or 0) - (judgement.length or 0)
    if progress > 0:
        return f"{that_move} was optimal"
    if session.can_extend_move:  # going on costs no move
        return f"{that_move} kept it winnable"
    if not progress:
        return f"{that_move} did not help"
    return f"{that_move} cost {_count_moves(1 - progress, session)}"


def _describe_length(analysis: Analysis, session: Session, judgement: Judgement) -> list[str]:
    """Return sentences about the moves left from a winnable position."""
    if FAMILIES[session.game.family].counted_unit:
        if session.ply:
            return []
        fewest = find_fewest_moves(analysis, session)
        if fewest:
            return [f"Fewest moves left: {fewest}"]
        known = find_stored_length(session)
        return [f"Shortest known: {count_text(known, player_unit(session.game))}"] if known else []
    if judgement.length is None or FAMILIES[session.game.family].groups_moves:
        return []
    if not judgement.is_fewest:
        return [f"Shortest known: {_count_moves(judgement.length, session)}"]
    fewest = find_fewest_moves(analysis, session)
    if fewest is None or not session.ply:
        return [f"Fewest moves left: {judgement.length}"]
    surplus = session.ply + judgement.length - fewest
    if session.can_extend_move:  # which costs no move
        return []
    return [f"{_count_moves(surplus, session)} more than needed so far"] if surplus else []


class SolutionRating(NamedTuple):
    """The stars for a solution.

    Attributes:
        stars: One, two or three; 0 for a solution with help.
        best: The fewest moves known.
        best_name: What is known of them: "fewest", or "shortest known".
        comparison: The number of moves compared with the fewest known.
        rule: The number of moves that earn two stars; "" unless there is one star.
    """

    stars: int
    best: int
    best_name: str
    comparison: str
    rule: str


def rate_solution(
    analysis: Analysis, session: Session, proved_fewest: int | None = None
) -> SolutionRating | None:
    """Rate a solution: three stars for the fewest moves, two for up to a fifth more, else one.

    Where the fewest moves are not known, the shortest line known is used instead. A solution with
    hints gets no stars.

    Args:
        analysis: The analysis of the game.
        session: The solved game.
        proved_fewest: The fewest moves as proved by a solver, if one did.

    Returns:
        The rating, None if the game is not solved or no line is known.
    """
    if session.game.players > 1 or not session.is_won:
        return None
    move_count = session.move_count
    best = proved_fewest if proved_fewest is not None else find_fewest_moves(analysis, session)
    best_name, three_star_text = "fewest", "the fewest possible"
    if best is None:
        known = _shortest_known(analysis, session)
        if known is None:
            return None
        best = min(move_count, known)
        best_name, three_star_text = "shortest known", "no shorter line is known"
    two_star_limit = int(best * TWO_STAR_FACTOR)
    unit, rule = player_unit(session.game), ""
    if move_count <= best:
        stars, comparison = 3, three_star_text
    else:
        stars = 2 if move_count <= two_star_limit else 1
        comparison = f"{count_text(move_count - best, unit)} more than the {best_name}"
        if stars == 1 and two_star_limit > best:
            rule = f"{format_stars(2)} up to {count_text(two_star_limit, unit)}"
    if session.hint_count:
        stars = 0
    return SolutionRating(stars, best, best_name, comparison, rule)


def format_stars(stars: int) -> str:
    """Return a number of stars of three: "★★☆"."""
    return "★" * stars + "☆" * (MAX_STARS - stars)


def _shortest_known(analysis: Analysis, session: Session) -> int | None:
    """Return the moves of the shortest line known from the start, in the unit of players."""
    family = FAMILIES[session.game.family]
    stored = find_stored_length(session)
    start = analysis.get(session.positions[session.step_ends[0]])  # cards may go home before it
    if not start or family.counted_unit:  # solvers count in another unit
        return stored
    found = start.steps if family.groups_moves else start.length
    return min((length for length in (stored, found) if length is not None), default=None)


def find_stored_length(session: Session) -> int | None:
    """Return the moves of the shortest solution that the catalogue has, as players count."""
    return collection(session.game.family).shortest_known(session.puzzle.name)


def find_fewest_moves(analysis: Analysis, session: Session) -> int | None:
    """Return the fewest moves that solve the puzzle, in the unit shown to players, if known."""
    family = FAMILIES[session.game.family]
    fewest = collection(family.name).fewest_moves(session.puzzle.name)
    if fewest is not None or family.counted_unit or family.groups_moves:
        return fewest  # solvers count in another unit
    start = analysis.get(session.positions[0])
    return start.length if start and start.is_fewest else None


def _move_noun(session: Session) -> str:
    return step_unit(session.game).singular


def _count_moves(number: int, session: Session) -> str:
    return count_text(number, step_unit(session.game))


def _describe_loss(analysis: Analysis, session: Session, undo_key: str, winnable_key: str) -> str:
    loss = analysis.find_loss(session)
    if not loss.ply:
        return "The game cannot be won"
    move = format_numbered_move(session, loss.ply)
    if not loss.is_certain:
        return f"Lost by {move} or earlier: {winnable_key} finds the move"
    if loss.ply == session.ply:
        return f"That {_move_noun(session)} lost the game: undo with {undo_key}"
    return f"{capitalize_first(move)} lost the game: {winnable_key} goes back before it"


def _describe_value(analysis: Analysis, session: Session, value: int, undo_key: str) -> str:
    """Return who wins a game for two, and the effect of the user's last move and the reply."""
    outcome = describe_value(value, session.side_to_move)
    if session.players.count(HUMAN) != 1:
        return outcome
    earlier = analysis.get(session.positions[session.ply - 2]) if session.ply > 1 else None
    if earlier and earlier.value is not None and (earlier.value > 0) != (value > 0):
        if value > 0:
            return f"The reply gave you the win: {outcome}"
        return f"That move gave the win away: {outcome}; undo with {undo_key}"
    return f"{outcome} with best play"
