"""Negamax for two players: the exact value of a position, in plies.

The value of a position, for the side to move: 0 if it has already lost; +k if it wins in k plies
with best play; -k if it loses in k plies with best play. In all games here the side that has no
legal move has lost, and there is no legal move once a side has lost.

    recursion       every line of play to its end, without a table
    memo            with a table of the values of positions
    memo_symmetric  with a table of the values of positions up to symmetry

No line is cut off, so the number of calls (table hits included) does not depend on the order of
moves.

Legend
    outcome  (value, line), where line is (key of the next position, its line), or () at the end
"""

from collections.abc import Callable, Hashable, Iterator
from typing import Any

from ludoscope.games import AnyGame
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event

Line = tuple[Any, ...]
Outcome = tuple[int, Line]
Key = Callable[[Hashable], Hashable]

LOST: Outcome = (0, ())


class _NoTable(dict[Hashable, Outcome]):
    """A table that stores nothing."""

    def __setitem__(self, key: Hashable, outcome: Outcome) -> None:
        pass


def recursion(game: AnyGame, position: Hashable, limits: Limits) -> Iterator[Event]:
    """Negamax without a table.

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
    return _search(game, position, limits, _itself, _NoTable())


def memo(game: AnyGame, position: Hashable, limits: Limits) -> Iterator[Event]:
    """Negamax with a table of positions.

    This is `recursion` with a table of the values found so far. Before a position is searched, it
    is looked up by its pawns and the side to move. The table has the value and the line of best
    play, as a chain that shares its end with all other lines through that position. Different
    orders of moves often lead to the same position, so the time depends on the number of positions
    instead of the number of lines of play: one 5×5 position takes 813,830 calls instead of
    14,811,506,999. No line is cut off: every position that can be reached gets its exact value, and
    the number of calls does not depend on the order of moves, so it can be compared with other
    programs.

    Time     O(states · moves)
    Memory   O(states), some 170 bytes a state: key, value and a link
    Verdict  the exact value: +k wins in k plies, −k loses in k, with best play
    Source   memo functions: D. Michie, "Memo functions and machine learning", 1968
    """
    return _search(game, position, limits, _itself, {})


def memo_symmetric(game: AnyGame, position: Hashable, limits: Limits) -> Iterator[Event]:
    """Negamax with a table of positions up to symmetry.

    This is `memo` with one table entry for positions that are symmetrical. The mirror image of a
    position has the same value; so has the position turned by 180 degrees with the colours and the
    side to move exchanged. So a position is looked up by its canonical key, the least of up to four
    images, and one value serves for all of them. About a third of the positions of `memo` remain to
    be searched and stored. The line of best play is a chain of keys; its moves are found at the
    end, by testing which legal move leads to a position of the next key. `mtd` uses the same table
    and key, and adds cut-offs.

    Time     O(states · moves), about a third of those of `memo`
    Memory   O(states), some 170 bytes a state: key, value and a link
    Verdict  the exact value: +k wins in k plies, −k loses in k, with best play
    Source   memo functions: D. Michie, 1968; canonical forms: common practice
    """
    return _search(game, position, limits, game.key, {})


def _itself(position: Hashable) -> Hashable:
    return position


def backed_up(value: int) -> int:
    """The value of a position if the best move leads to a successor of that value."""
    return 1 - value if value <= 0 else -1 - value


def _better(best: Outcome, successor: Outcome, key: Hashable) -> Outcome:
    """The better of `best` and the move to a successor, for the side to move.

    From best to worst: a quick win, a slow win, a slow loss, a quick loss, which is the order of
    1 / value. `best` is LOST before the first move.
    """
    value = backed_up(successor[0])
    if best is LOST or 1 / value > 1 / best[0]:
        return value, (key, successor[1])
    return best


def _search(
    game: AnyGame, position: Hashable, limits: Limits, key_of: Key, table: dict[Hashable, Outcome]
) -> Iterator[Event]:
    """The recursion with an explicit stack, so that it can report and has no limit of depth.

    A frame of `stack` is (position, key, moves still to be tried); `bests` has the best outcome so
    far of each frame.
    """
    budget = Budget(limits)
    if budget.tick(1, 0):
        yield budget.progress(sample=position)
        if budget.spent:
            yield budget.gave_up()
            return
    stack = [(position, key_of(position), iter(game.moves(position)))]
    bests = [LOST]
    while stack:
        current, key, moves = stack[-1]
        for move in moves:
            successor = game.play(current, move)
            if budget.tick(1, len(stack)):
                yield budget.progress(depth=len(stack), entries=len(table), sample=successor)
                if budget.spent:
                    yield budget.gave_up()
                    return
            successor_key = key_of(successor)
            known = table.get(successor_key)
            if known is None:
                stack.append((successor, successor_key, iter(game.moves(successor))))
                bests.append(LOST)
                break
            bests[-1] = _better(bests[-1], known, successor_key)
        else:
            stack.pop()
            table[key] = outcome = bests.pop()
            if bests:
                bests[-1] = _better(bests[-1], outcome, key)
    value, line = outcome
    budget.holds(len(table))
    yield budget.solved(_moves_along(game, position, line, key_of), "plies", value)


def _moves_along(game: AnyGame, position: Any, line: Line, key_of: Key) -> tuple[Hashable, ...]:
    """The moves that lead from `position` through positions with the keys of `line`."""
    found = []
    while line:
        key, line = line
        for move in game.moves(position):
            successor = game.play(position, move)
            if key_of(successor) == key:
                break
        found.append(move)
        position = successor
    return tuple(found)
