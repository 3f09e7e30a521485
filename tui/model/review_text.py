"""The summary of a review in sentences."""

from ludoscope.games import FAMILIES, count_text
from ludoscope.games.units import Unit
from ludoscope.tui.model.analysis import LOST
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.model.review import GameReview
from ludoscope.tui.text.formatting import (
    capitalize_first,
    format_numbered_move,
    player_unit,
)

PLIES = Unit("ply", "plies")


def summarize_review(model: GameModel, *, is_running: bool) -> list[str]:
    """Return how many moves cost the win or moves, where the shortest line was left, and more.

    Args:
        model: The game.
        is_running: True while positions are still being measured.
    """
    review = model.review
    sentences = [_count_mistakes(model, review)]
    if FAMILIES[model.game.family].groups_moves:
        sentences.append(
            "The fewest moves are not known here, so only moves that cost the win are marked."
        )
        return [each for each in sentences if each]
    if left_at := _leaving_move(review):
        move = format_numbered_move(model.session, left_at)
        name = "Best play" if model.game.players > 1 else "The shortest line"
        sentences.append(f"{name} was left at {move}.")
    unknown = _count_unknown(review)
    if is_running:
        total = len(review.stops) - 1
        sentences.append(
            f"Reviewing… {total - unknown} of {count_text(total, player_unit(model.game))}"
        )
    elif unknown:
        verb = "was" if unknown == 1 else "were"
        moves = count_text(unknown, player_unit(model.game))
        sentences.append(f"{moves} {verb} not decided in time, and {verb} left unmarked.")
    return [each for each in sentences if each]


def _count_mistakes(model: GameModel, review: GameReview) -> str:
    """Return how many moves cost the win, how many cost moves, and how many moves that was."""
    unit = player_unit(model.game)
    mistakes = review.mistakes
    blunders = [move for move in mistakes if move in review.blunders]
    costs = [review.costs[move] for move in mistakes if move not in review.blunders]
    parts = []
    if blunders:
        parts.append(f"{count_text(len(blunders), unit)} cost the win")
    if costs:
        count = str(len(costs)) if blunders else count_text(len(costs), unit)
        unit_text = cost_unit(model)
        extra = unit_text.singular if sum(costs) == 1 else unit_text.plural
        parts.append(f"{count} cost {sum(costs)} extra {extra}")
    if parts:
        return capitalize_first(f"{', '.join(parts)}.")
    is_complete = None not in [review.fewest[ply] for ply in review.stops]
    if is_complete:
        return "No mistake: no line is shorter." if model.game.players == 1 else "No mistake."
    return ""


def cost_unit(model: GameModel) -> Unit:
    """Return the unit of the costs of moves."""
    return PLIES if model.game.players > 1 else player_unit(model.game)


def describe_cost(model: GameModel, move_number: int) -> str:
    """Return what a move, counted in plies from 1, has cost; "" if nothing is known of that."""
    review = model.review
    if move_number in review.blunders:
        return "lost the win"
    if cost := review.costs.get(move_number):
        return f"cost {count_text(cost, cost_unit(model))}"
    return ""


def _leaving_move(review: GameReview) -> int | None:
    """Return the number of the first move that cost something, None if it is not known."""
    for ply in review.stops[1:]:
        if ply in review.blunders or ply in review.costs:
            return ply
        if review.fewest[ply] is None:
            return None
    return None


def _count_unknown(review: GameReview) -> int:
    """Return how many moves cannot be compared with the best one.

    Those that were made in a lost game do not count.
    """
    pairs = zip(review.stops, review.stops[1:], strict=False)
    is_for_one = all(review.own_turns)
    return sum(
        (review.fewest[start] is None or review.fewest[end] is None)
        and not (is_for_one and review.states[end] == LOST)
        for start, end in pairs
    )
