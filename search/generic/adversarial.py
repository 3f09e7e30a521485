"""Negamax for games of two players: the exact value of a position, in plies.

The value of a position, for the side to move: 0 if it has already lost; +k if it wins in k plies
with best play; -k if it loses in k plies with best play. In all games here the side that has no
legal move has lost, and there is no legal move once a side has lost.

    negamax            without a transposition table
    memo_negamax       with a transposition table
    symmetric_negamax  with a transposition table in which symmetrical positions share an entry

No line is cut off, so the number of calls (table hits included) does not depend on the order of
moves. `search.generic.null_window` has a search with cut-offs.
"""

from collections.abc import Callable, Hashable, Iterator
from typing import Any

from ludoscope.games import AnyGame
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event
from ludoscope.search.trace import STACK

BestLine = tuple[Any, ...]
"""A line of best play: (key of the next position, the line from there), () at its end."""

Outcome = tuple[int, BestLine]
"""The value of a position and a line of best play from it."""

KeyFunction = Callable[[Hashable], Hashable]
"""A function that returns the key of a position in the transposition table."""

LOST: Outcome = (0, ())
"""The outcome of a position in which the side to move has lost."""


class _EmptyTable(dict[Hashable, Outcome]):
    """A table that stores nothing."""

    def __setitem__(self, key: Hashable, outcome: Outcome) -> None:
        pass


def negamax(game: AnyGame, position: Hashable, limits: Limits) -> Iterator[Event]:
    """Negamax: search every line of play to its end.

    This is the definition of the value, computed literally. A side that cannot move has lost: value
    0. Otherwise the value of each successor is computed by the same rule, for the opponent. If some
    successors are lost for the opponent, the quickest of these wins counts, one ply later than the
    opponent loses; if the opponent wins in all of them, the one that takes longest counts. Every
    line of play is searched to its end and nothing is stored, so a position that a thousand orders
    of moves lead to is searched a thousand times. One 5×5 position takes 14,811,506,999 calls. On
    small boards this confirms the results of the other solvers. The recursion uses its own stack
    instead of that of Python, so that it can report and be stopped.

    Time     O(lines of play), exponential in the plies
    Memory   one state for each ply of the current line, nothing else
    Verdict  the exact value: +k wins in k plies, −k loses in k, with best play
    Source   every such game is decided: E. Zermelo, 1913; hexapawn: M. Gardner, 1962
    """
    return _negamax(game, position, limits, _identity, _EmptyTable())


def memo_negamax(game: AnyGame, position: Hashable, limits: Limits) -> Iterator[Event]:
    """Negamax with a transposition table.

    This is `recursion` (plain negamax) with a table of the values found so far. Before a position
    is searched, it is looked up by its pawns and the side to move. The table has the value and the
    line of best play, as a chain that shares its end with all other lines through that position.
    Different orders of moves often lead to the same position, so the time depends on the number of
    positions instead of the number of lines of play: one 5×5 position takes 813,830 calls instead
    of 14,811,506,999. No line is cut off: every position that can be reached gets its exact value,
    and the number of calls does not depend on the order of moves, so it can be compared with other
    programs.

    Time     O(states · moves)
    Memory   O(states), some 170 bytes a state: key, value and a link
    Verdict  the exact value: +k wins in k plies, −k loses in k, with best play
    Source   memo functions: D. Michie, "Memo functions and machine learning", 1968
    """
    return _negamax(game, position, limits, _identity, {})


def symmetric_negamax(game: AnyGame, position: Hashable, limits: Limits) -> Iterator[Event]:
    """Negamax with a transposition table of positions up to symmetry.

    This is `memo` with one table entry for all positions that are symmetrical to each other. The
    mirror image of a position has the same value; so has the position turned by 180 degrees with
    the colours and the side to move exchanged. So a position is looked up by its canonical key, the
    smallest of up to four images, and one value serves for all of them. About a third of the
    positions of `memo` remain to be searched and stored. The line of best play is a chain of keys;
    its moves are found at the end, by testing which legal move leads to a position of the next key.
    `mtd` identifies the same positions, and adds cut-offs.

    Time     O(states · moves), about a third of those of `memo`
    Memory   O(states), some 170 bytes a state: key, value and a link
    Verdict  the exact value: +k wins in k plies, −k loses in k, with best play
    Source   memo functions: D. Michie, 1968; canonical forms: common practice
    """
    return _negamax(game, position, limits, game.key, {})


def _identity(position: Hashable) -> Hashable:
    return position


def backed_up_value(value: int) -> int:
    """Return the value of a position from that of the successor by its best move."""
    return 1 - value if value <= 0 else -1 - value


def describe_value(value: int) -> str:
    """Describe the value of a position, for the side to move, in words."""
    if value == 0:
        return "lost: no legal move"
    unit = "ply" if abs(value) == 1 else "plies"
    return f"{'wins' if value > 0 else 'loses'} in {abs(value)} {unit}"


def _better_outcome(best: Outcome, successor: Outcome, successor_key: Hashable) -> Outcome:
    """Return the better one of `best` and the move to a successor, for the side to move.

    From best to worst, values are: a quick win, a slow win, a slow loss, a quick loss. This is the
    order of 1 / value. `best` is the constant LOST before the first move.
    """
    value = backed_up_value(successor[0])
    if best is LOST or 1 / value > 1 / best[0]:
        return value, (successor_key, successor[1])
    return best


def _negamax(
    game: AnyGame,
    position: Hashable,
    limits: Limits,
    key_of: KeyFunction,
    table: dict[Hashable, Outcome],
) -> Iterator[Event]:
    """Search a position with an explicit stack, so that the search can report and be stopped.

    Args:
        game: The game.
        position: The position to evaluate.
        limits: Limits of the search.
        key_of: Function that returns the key of a position in the table.
        table: The transposition table: outcomes by key.
    """
    budget = Budget(limits)
    trace = budget.trace
    if trace:
        trace.start(position, STACK)
    if budget.count(1, 0):
        yield budget.progress(sample=position)
        if budget.stop_reason:
            yield budget.gave_up()
            return
    # a frame is (position, key, moves still to try); best_outcomes[i] belongs to stack[i]
    stack = [(position, key_of(position), iter(game.moves(position)))]
    if trace:
        trace.expand(position)
    best_outcomes = [LOST]
    outcome = LOST
    while stack:
        current, key, untried_moves = stack[-1]
        for move in untried_moves:
            successor = game.play(current, move)
            if budget.count(1, len(stack)):
                yield budget.progress(depth=len(stack), entries=len(table), sample=successor)
                if budget.stop_reason:
                    yield budget.gave_up()
                    return
            successor_key = key_of(successor)
            stored = table.get(successor_key)
            if stored is None:
                stack.append((successor, successor_key, iter(game.moves(successor))))
                best_outcomes.append(LOST)
                if trace:
                    trace.generate(successor, move)
                    trace.expand(successor)
                break
            best_outcomes[-1] = _better_outcome(best_outcomes[-1], stored, successor_key)
            if trace:
                trace.duplicate(successor, move, f"in the table: {describe_value(stored[0])}")
        else:  # all moves have been tried
            stack.pop()
            table[key] = outcome = best_outcomes.pop()
            if trace:
                trace.backtrack(describe_value(outcome[0]))
            if best_outcomes:
                best_outcomes[-1] = _better_outcome(best_outcomes[-1], outcome, key)
    value, best_line = outcome
    budget.set_stored(len(table))
    yield budget.solved(_moves_of(game, position, best_line, key_of), "plies", value)


def _moves_of(
    game: AnyGame, position: Any, best_line: BestLine, key_of: KeyFunction
) -> tuple[Hashable, ...]:
    """Return the moves of a line of best play from `position`."""
    moves = []
    while best_line:
        key, best_line = best_line
        for move in game.moves(position):
            successor = game.play(position, move)
            if key_of(successor) == key:
                break
        else:
            raise AssertionError("no move leads to the position of this key")
        moves.append(move)
        position = successor
    return tuple(moves)
