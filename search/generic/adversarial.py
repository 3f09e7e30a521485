"""Two players who never err: the exact value of a position, in plies.

Value of a position, from the side to move: 0 when it has lost already; +k when it wins in k
plies; -k when it can hold the loss off for k plies. Every game here lets the side that has no
move lose, and lists no move once a side has lost.

    recursion       every line of play, to its end; remembers nothing
    memo            remembers the value of every position
    memo_symmetric  remembers them up to the symmetries of the game

No line is cut short, so the calls counted (hits of the table included) do not depend on the
order of moves.

Legend
    outcome  (value, line): line is (key of the next position, its line), or () at the end
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


class _Forgetful(dict[Hashable, Outcome]):
    """A table that keeps nothing."""

    def __setitem__(self, key: Hashable, outcome: Outcome) -> None:
        pass


def recursion(game: AnyGame, position: Hashable, limits: Limits) -> Iterator[Event]:
    """Negamax without a table.

    The definition, run as it stands. A side that cannot move has lost, value 0. Otherwise make each
    move, find out what the opponent's position is worth by the same rule, and take the best for
    oneself: if some move leaves the opponent lost, win by the quickest of these, one ply later than
    the opponent loses; if every move leaves him winning, hold out as long as can be. Every line of
    play is followed to its end and nothing is remembered, so a position that can be come to in a
    thousand orders of moves is worked out a thousand times. It proves the others right on small
    boards, and shows what forgetting costs: of one 5×5 position 14,811,506,999 calls are known. The
    recursion lies on a stack of its own, so that it can report and be stopped.

    Time     O(lines of play), exponential in the plies
    Memory   one state for each ply of the line at hand, nothing else
    Verdict  the exact value: +k wins in k plies, −k loses in k, both sides playing their best
    Source   every such game is decided: E. Zermelo, 1913; hexapawn: M. Gardner, 1962
    """
    return _search(game, position, limits, _itself, _Forgetful())


def memo(game: AnyGame, position: Hashable, limits: Limits) -> Iterator[Event]:
    """Negamax with a table of positions.

    `recursion` with one idea more: what has been worked out is written down. Before a position is
    searched it is looked up by what stands where and who is to move; with the value comes the line
    of best play from there, as a chain that shares its tail with all other lines through that
    position. Moves in another order lead to the same positions again and again, and the time
    becomes that of the positions, no longer that of the lines of play: for one 5×5 position 813,830
    calls instead of 14,811,506,999. No line is cut short: every position that can arise is valued
    exactly, and the count of calls does not depend on the order of moves, which makes it a fair
    yardstick.

    Time     O(states · moves)
    Memory   O(states), some 170 bytes a state: key, value and a link
    Verdict  the exact value: +k wins in k plies, −k loses in k, both sides playing their best
    Source   memo functions: D. Michie, "Memo functions and machine learning", 1968
    """
    return _search(game, position, limits, _itself, {})


def memo_symmetric(game: AnyGame, position: Hashable, limits: Limits) -> Iterator[Event]:
    """Negamax with a table of positions up to symmetry.

    `memo`, with an eye for mirrors. A board seen in a mirror is worth what it is worth without; a
    board turned round with the colours exchanged and the other side to move is the same game, seen
    by the other player. So a position is looked up not as it stands but by its canonical key, the
    least of its up to four guises, and what was worked out for one serves for all. About a third of
    the positions is left to be worked out and kept. The line of best play is a chain of keys; the
    moves are found again by looking which legal move leads to a position of the next key. The two
    ideas together, a table and a good key, are half of what `mtd` does.

    Time     O(states · moves), about a third of those of `memo`
    Memory   O(states), some 170 bytes a state: key, value and a link
    Verdict  the exact value: +k wins in k plies, −k loses in k, both sides playing their best
    Source   memo functions: D. Michie, 1968; canonical forms, the common stock of the field
    """
    return _search(game, position, limits, game.key, {})


def _itself(position: Hashable) -> Hashable:
    return position


def backed_up(value: int) -> int:
    """What a position is worth if the move to a successor worth `value` is played."""
    return 1 - value if value <= 0 else -1 - value


def _better(best: Outcome, successor: Outcome, key: Hashable) -> Outcome:
    """The better of `best` and moving to the successor of that outcome and key.

    A quick win is best, then a slow one, a slow loss, a quick loss: the order of 1 / value.
    LOST stands for "no move tried yet".
    """
    value = backed_up(successor[0])
    if best is LOST or 1 / value > 1 / best[0]:
        return value, (key, successor[1])
    return best


def _search(
    game: AnyGame, position: Hashable, limits: Limits, key_of: Key, table: dict[Hashable, Outcome]
) -> Iterator[Event]:
    """The recursion on a stack of its own: it can report, and no game is too long for it.

    A frame is a position, its key and its moves still to be tried; `bests` are the best outcomes
    so far, one for each frame.
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
    """The moves from `position` through positions of the keys in `line`."""
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
