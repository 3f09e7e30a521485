"""MTD(f) for games of two players: the exact value of a position by null-window searches.

A null-window search asks a question with the answer yes or no: "is the score of this position at
least t?" The first question is "is it won?", and the threshold t then changes until the score is
known. A transposition table stores, for each position up to symmetry, the lower and the upper bound
that all questions so far have shown. The values and the games they are for are those of
`search.generic.adversarial`.

Source: A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin, "Best-first fixed-depth minimax algorithms",
Artificial Intelligence 87, 1996.

Terms:
    score      a value on a scale on which more is better for the side to move: MAX_PLIES - k for a
               win in k plies, k - MAX_PLIES for a loss in k plies; never 0
    threshold  the number t in a question
    bound      the answer to a question: a lower bound of the score if the score is at least t, else
               an upper bound
"""

from collections.abc import Generator, Hashable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from ludoscope.games import AnyGame, Unit, count_text
from ludoscope.games.units import MOVES
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event
from ludoscope.search.trace import STACK

MAX_PLIES = 1 << 20  # plies, more than any game has
PLIES = Unit("ply", "plies")


def mtd_f(game: AnyGame, position: Hashable, limits: Limits) -> Iterator[Event]:
    """MTD(f): find the exact value by null-window alpha-beta searches with a table of bounds.

    This is the search of `mtd` in plain Python. Instead of the score of a position it asks whether
    the score is at least t. One good move can answer this, and then the other moves are cut off;
    moves that leave few replies are tried first. The answer is a bound (fail-soft: it may be better
    than t). For each position, up to symmetry, the table has the lower and the upper bound that all
    questions so far have shown. Then the threshold changes until both bounds are equal: is it won?
    If so, is it won in fewer plies? If not, does the loss take that many plies? Then the value is
    known. The line of best play is found by further questions, most of which the table answers.

    Time     exponential in the plies; some hundred thousand states a second
    Memory   some 200 bytes a state: a key and two bounds
    Verdict  the exact value: +k wins in k plies, −k loses in k, with best play
    Source   MTD(f): A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin, "Best-first fixed-depth minimax
             algorithms", Artificial Intelligence 87, 1996
    """
    return find_value(NullWindowSearch(game, limits), position)


def find_value(search: "NullWindowSearch", position: Hashable) -> Iterator[Event]:
    """Find the value of a position and a line of best play, and yield the events."""
    try:
        score = yield from search.exact_score(position, side="the side to move")
        moves = yield from search.best_line(position, score)
    except LimitReached as limit:
        yield search.budget.gave_up(str(limit))
    else:
        yield search.budget.solved(moves, "plies", value_of_score(score))


def find_winner(search: "NullWindowSearch", position: Hashable) -> Iterator[Event]:
    """Find only which side wins, and a line in which it does, and yield the events."""
    try:
        moves = yield from search.any_winning_line(position)
    except LimitReached as limit:
        yield search.budget.gave_up(str(limit))
    else:
        yield search.budget.solved(moves)


def find_move_values(search: "NullWindowSearch", position: Any) -> Iterator[Event]:
    """Find the value of every legal move, with one table for all, and yield the events."""
    game, scores = search.game, {}
    try:
        for move in game.moves(position):
            score = yield from search.exact_score(game.play(position, move), depth=1)
            scores[move] = parent_score(score)
            search.budget.proved = f"the values of {count_text(len(scores), MOVES)}"
        best = max(scores.values(), default=-MAX_PLIES)
        moves = yield from search.best_line(position, best)
    except LimitReached as limit:
        yield search.budget.gave_up(str(limit))
    else:
        values = tuple((move, value_of_score(score)) for move, score in scores.items())
        yield replace(search.budget.solved(moves, "plies", value_of_score(best)), values=values)


def value_of_score(score: int) -> int:
    """Return the value in plies that a score stands for."""
    return MAX_PLIES - score if score > 0 else -MAX_PLIES - score


def describe_bounds(lower: int, upper: int) -> str:
    """Describe a score between two bounds, at least one of which is known, in words."""
    if lower > 0:
        min_plies = f" and at least {MAX_PLIES - upper}" if upper < MAX_PLIES else ""
        return f"wins, in at most {count_text(MAX_PLIES - lower, PLIES)}{min_plies}"
    min_plies = f" and at least {MAX_PLIES + lower}" if lower > -MAX_PLIES else ""
    return f"loses, in at most {count_text(MAX_PLIES + upper, PLIES)}{min_plies}"


def parent_score(score: int) -> int:
    """Return the score that a position has by a move to a successor of this score."""
    return -score - 1 if score < 0 else 1 - score


def child_threshold(threshold: int) -> int:
    """Return the threshold of a question about a successor.

    The parent's score is at least `threshold` if, and only if, a successor's score is below this.
    """
    return -threshold if threshold > 0 else 2 - threshold


def describe_question(threshold: int) -> str:
    """Describe the question whether the score of a position is at least `threshold`."""
    if abs(threshold) < MAX_PLIES // 2:  # no game is as long as the other thresholds ask
        return "does the side to move win?"
    if threshold > 0:
        return f"does it win in at most {count_text(MAX_PLIES - threshold, PLIES)}?"
    return f"does it win, or last at least {count_text(MAX_PLIES + threshold, PLIES)}?"


def describe_bound(bound: int, threshold: int) -> str:
    """Describe the answer to the question whether a score is at least `threshold`."""
    if bound == -MAX_PLIES:
        return "lost"
    lower, upper = (bound, MAX_PLIES) if bound >= threshold else (-MAX_PLIES, bound)
    answer = "yes" if bound >= threshold else "no"
    is_decided = lower > 0 or upper < 0
    return f"{answer}: {describe_bounds(lower, upper)}" if is_decided else answer


class LimitReached(Exception):
    """Raised when the search reaches a limit; the message is the reason."""


class _Frame:
    """A position of the current line and the state of its search.

    Attributes:
        key: The key of the position.
        threshold: The threshold of the question about it.
        best: The best score found so far.
        successors: Pairs of a successor and its moves, still to search, the best last.
    """

    def __init__(
        self, game: AnyGame, position: Any, moves: Sequence[Any], key: Hashable, threshold: int
    ) -> None:
        self.key = key
        self.threshold = threshold
        self.best = -MAX_PLIES
        children = [game.play(position, move) for move in moves]
        self.successors = [(child, game.moves(child)) for child in children]
        # taken from the end: a move that leaves fewer replies is more likely to win
        self.successors.sort(key=lambda successor: -len(successor[1]))


class NullWindowSearch:
    """Null-window searches that share a budget and a transposition table.

    Attributes:
        game: The game.
        budget: The budget of all searches together.
    """

    def __init__(self, game: AnyGame, limits: Limits) -> None:
        self.budget = Budget(limits)
        self.game = game
        self._bounds: dict[Hashable, tuple[int, int]] = {}  # key: (lower, upper)

    def exact_score(
        self, position: Hashable, side: str = "", depth: int = 0
    ) -> Generator[Event, None, int]:
        """Return the score of a position, by questions until both bounds are equal.

        Args:
            position: The position.
            side: The side that the score is for, such as "the side to move", to report the bounds
                as proved; "" to report nothing.
            depth: The number of moves from the start of the search to the position.

        Raises:
            LimitReached: A limit was reached.
        """
        lower, upper, threshold = -MAX_PLIES, MAX_PLIES, 1
        while lower < upper:
            bound = yield from self.null_window_search(position, threshold, depth)
            if bound >= threshold:
                lower, threshold = bound, bound + 1
            else:
                upper = threshold = bound
            if side:
                self.budget.proved = f"{side} {describe_bounds(lower, upper)}"
        return lower

    def best_line(self, position: Any, score: int) -> Generator[Event, None, tuple[Hashable, ...]]:
        """Return the moves of best play from a position of this score to the end of the game.

        Raises:
            LimitReached: A limit was reached.
        """
        game = self.game
        best_moves: list[Hashable] = []
        while moves := game.moves(position):
            move, successor = moves[0], position
            depth = len(best_moves) + 1
            for move in moves:
                successor = game.play(position, move)
                threshold = child_threshold(score)
                bound = yield from self.null_window_search(successor, threshold, depth)
                if bound < threshold:
                    break
            best_moves.append(move)
            position, score = successor, -score + (-1 if score > 0 else 1)
        return tuple(best_moves)

    def any_winning_line(self, position: Any) -> Generator[Event, None, tuple[Hashable, ...]]:
        """Return the moves of a line that the winning side wins; the other side plays any move.

        Raises:
            LimitReached: A limit was reached.
        """
        game = self.game
        played: list[Hashable] = []
        wins = (yield from self.null_window_search(position, 1)) > 0
        while moves := game.moves(position):
            move, successor = moves[0], position
            depth = len(played) + 1
            for move in moves:
                successor = game.play(position, move)
                if not wins or (yield from self.null_window_search(successor, 1, depth)) < 0:
                    break
            played.append(move)
            position, wins = successor, not wins
        return tuple(played)

    def null_window_search(
        self, position: Any, threshold: int, depth: int = 0
    ) -> Generator[Event, None, int]:
        """Return a bound that shows whether the score of a position is at least `threshold`.

        This is the null-window search: alpha-beta with an explicit stack, fail-soft.

        Args:
            position: The position.
            threshold: The threshold of the question.
            depth: The number of moves from the start of the search to the position.

        Raises:
            LimitReached: A limit was reached.
        """
        game, budget = self.game, self.budget
        trace = budget.trace
        key = game.key(position)
        stored = self._stored_answer(key, threshold)
        if stored is not None:
            return stored
        stack = [_Frame(game, position, game.moves(position), key, threshold)]
        if trace:
            trace.start(position, STACK, describe_question(threshold))
            trace.expand(position)
        while True:
            frame = stack[-1]
            if frame.best >= frame.threshold or not frame.successors:
                if trace:
                    for successor, _ in frame.successors:
                        trace.prune(successor, note="cut off: the question is answered")
                    trace.backtrack(describe_bound(frame.best, frame.threshold))
                stack.pop()
                self._store_bound(frame)
                if not stack:
                    budget.set_stored(len(self._bounds))
                    return frame.best
                stack[-1].best = max(stack[-1].best, parent_score(frame.best))
                continue
            successor, moves = frame.successors.pop()
            successor_depth = depth + len(stack)
            if budget.count(1, successor_depth):
                yield budget.progress(
                    depth=successor_depth, entries=len(self._bounds), sample=successor
                )
                if budget.stop_reason:
                    raise LimitReached(budget.stop_reason)
            if not moves:
                frame.best = parent_score(-MAX_PLIES)
                if trace:
                    trace.generate(successor)
                    trace.expand(successor)
                    trace.backtrack("lost: no legal move")
                continue
            key, successor_threshold = game.key(successor), child_threshold(frame.threshold)
            stored = self._stored_answer(key, successor_threshold)
            if stored is None:
                stack.append(_Frame(game, successor, moves, key, successor_threshold))
                if trace:
                    trace.generate(successor)
                    trace.expand(successor, describe_question(successor_threshold))
            else:
                frame.best = max(frame.best, parent_score(stored))
                if trace:
                    answer = describe_bound(stored, successor_threshold)
                    trace.duplicate(successor, note=f"in the table: {answer}")

    def _stored_answer(self, key: Hashable, threshold: int) -> int | None:
        """Return a bound from the table if it answers the question, else None."""
        lower, upper = self._bounds.get(key, (-MAX_PLIES, MAX_PLIES))
        if lower >= threshold:
            return lower
        return upper if upper < threshold else None

    def _store_bound(self, frame: _Frame) -> None:
        """Store the answer to the question about a position in the table."""
        lower, upper = self._bounds.get(frame.key, (-MAX_PLIES, MAX_PLIES))
        if frame.best >= frame.threshold:
            self._bounds[frame.key] = (frame.best, upper)
        else:
            self._bounds[frame.key] = (lower, frame.best)
