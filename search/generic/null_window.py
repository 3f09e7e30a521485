"""Exact values for two players by yes-or-no questions: MTD(f) of Plaat, Schaeffer, Pijls and
de Bruin, "Best-first fixed-depth minimax algorithms", Artificial Intelligence 87 (1996).

Each question is "is the score of this position at least t?"; the first is "is it won?". A table has
for each position, up to symmetry, the lower and the upper bound that all questions have shown. What
a value is, and what games it is for, see `search.generic.adversarial`.

Legend
    score      a value on a scale on which more is better: FAR - k for a win in k plies, k - FAR
               for a loss in k; never 0
    threshold  the t of a question
    bound      the answer to a question: a lower bound of the score if it is at least t, else an
               upper bound
"""

from collections.abc import Generator, Hashable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from ludoscope.games import AnyGame
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event

FAR = 1 << 20  # more plies than any game has


def mtd(game: AnyGame, position: Hashable, limits: Limits) -> Iterator[Event]:
    """The value and a line of best play.

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
    return solve(Search(game, limits), position)


def solve(search: "Search", position: Hashable) -> Iterator[Event]:
    """The events of a search for the value and a line of best play."""
    try:
        score = yield from search.exact(position, whose="the side to move")
        moves = yield from search.line(position, score)
    except Spent as limit:
        yield search.budget.gave_up(str(limit))
    else:
        yield search.budget.solved(moves, "plies", value_of(score))


def decide(search: "Search", position: Hashable) -> Iterator[Event]:
    """The events of a search for the winner only."""
    try:
        moves = yield from search.win(position)
    except Spent as limit:
        yield search.budget.gave_up(str(limit))
    else:
        yield search.budget.solved(moves)


def judge_moves(search: "Search", position: Any) -> Iterator[Event]:
    """The events of a search for the value of every move; all moves share one table."""
    game, scores = search.game, {}
    try:
        for move in game.moves(position):
            score = yield from search.exact(game.play(position, move))
            scores[move] = passed_up(score)
            search.budget.proved = f"the values of {len(scores)} moves"
        best = max(scores.values(), default=-FAR)
        moves = yield from search.line(position, best)
    except Spent as limit:
        yield search.budget.gave_up(str(limit))
    else:
        values = tuple((move, value_of(score)) for move, score in scores.items())
        yield replace(search.budget.solved(moves, "plies", value_of(best)), values=values)


def value_of(score: int) -> int:
    """The value in plies of a position of that score."""
    return FAR - score if score > 0 else -FAR - score


def between(lower: int, upper: int) -> str:
    """In words: a score from `lower` to `upper`, of which at least one is known."""
    if lower > 0:
        least = f" and at least {FAR - upper}" if upper < FAR else ""
        return f"wins, in at most {FAR - lower} plies{least}"
    least = f" and at least {FAR + lower}" if lower > -FAR else ""
    return f"loses, in at most {FAR + upper} plies{least}"


def passed_up(score: int) -> int:
    """The score of a position by a move to a successor of that score: one ply more."""
    return -score - 1 if score < 0 else 1 - score


def passed_down(threshold: int) -> int:
    """The position reaches `threshold` by a move to a successor whose score is below this."""
    return -threshold if threshold > 0 else 2 - threshold


class Spent(Exception):
    """A limit was reached; `str` is the reason."""


class _Frame:
    """A position being searched; `successors` are (successor, its moves), those still to search."""

    def __init__(
        self, game: AnyGame, position: Any, moves: Sequence[Any], key: Hashable, threshold: int
    ) -> None:
        self.key = key
        self.threshold = threshold
        self.best = -FAR
        played = [game.play(position, move) for move in moves]
        self.successors = [(successor, game.moves(successor)) for successor in played]
        # Taken from the end: a move that leaves fewer replies is more likely to win.
        self.successors.sort(key=lambda successor: -len(successor[1]))


class Search:
    """One search: its budget and its table of bounds."""

    def __init__(self, game: AnyGame, limits: Limits) -> None:
        self.budget = Budget(limits)
        self.game = game
        self._bounds: dict[Hashable, tuple[int, int]] = {}

    def exact(self, position: Hashable, whose: str = "") -> Generator[Event, None, int]:
        """The score, by questions until both bounds are equal; `whose` is for the reports."""
        lower, upper, threshold = -FAR, FAR, 1
        while lower < upper:
            bound = yield from self.ask(position, threshold)
            if bound >= threshold:
                lower, threshold = bound, bound + 1
            else:
                upper = threshold = bound
            if whose:
                self.budget.proved = f"{whose} {between(lower, upper)}"
        return lower

    def line(self, position: Any, score: int) -> Generator[Event, None, tuple[Hashable, ...]]:
        """A line of best play from a position of that score to the end of the game."""
        game, found = self.game, []
        while moves := game.moves(position):
            for move in moves:
                successor = game.play(position, move)
                below = passed_down(score)
                bound = yield from self.ask(successor, below)
                if bound < below:
                    break
            found.append(move)
            position, score = successor, -score + (-1 if score > 0 else 1)
        return tuple(found)

    def win(self, position: Any) -> Generator[Event, None, tuple[Hashable, ...]]:
        """A line in which the winning side wins; the other side plays any move."""
        game, found = self.game, []
        wins = (yield from self.ask(position, 1)) > 0
        while moves := game.moves(position):
            for move in moves:
                successor = game.play(position, move)
                if not wins or (yield from self.ask(successor, 1)) < 0:
                    break
            found.append(move)
            position, wins = successor, not wins
        return tuple(found)

    def ask(self, position: Any, threshold: int) -> Generator[Event, None, int]:
        """A bound of the score that shows whether it is at least `threshold`."""
        game, budget = self.game, self.budget
        key = game.key(position)
        known = self._known(key, threshold)
        if known is not None:
            return known
        stack = [_Frame(game, position, game.moves(position), key, threshold)]
        while True:
            frame = stack[-1]
            if frame.best >= frame.threshold or not frame.successors:
                stack.pop()
                self._keep(frame)
                if not stack:
                    budget.holds(len(self._bounds))
                    return frame.best
                stack[-1].best = max(stack[-1].best, passed_up(frame.best))
                continue
            successor, moves = frame.successors.pop()
            if budget.tick(1, len(stack)):
                yield budget.progress(depth=len(stack), entries=len(self._bounds), sample=successor)
                if budget.spent:
                    raise Spent(budget.spent)
            if not moves:
                frame.best = passed_up(-FAR)
                continue
            key, below = game.key(successor), passed_down(frame.threshold)
            known = self._known(key, below)
            if known is None:
                stack.append(_Frame(game, successor, moves, key, below))
            else:
                frame.best = max(frame.best, passed_up(known))

    def _known(self, key: Hashable, threshold: int) -> int | None:
        """A bound from the table if it answers the question, else None."""
        lower, upper = self._bounds.get(key, (-FAR, FAR))
        if lower >= threshold:
            return lower
        return upper if upper < threshold else None

    def _keep(self, frame: _Frame) -> None:
        lower, upper = self._bounds.get(frame.key, (-FAR, FAR))
        reached = frame.best >= frame.threshold
        self._bounds[frame.key] = (frame.best, upper) if reached else (lower, frame.best)
