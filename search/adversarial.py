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

from games import AnyGame
from search.events import Event
from search.watch import Limits, Watch

Line = tuple[Any, ...]
Outcome = tuple[int, Line]
Key = Callable[[Hashable], Hashable]

LOST: Outcome = (0, ())


class _Forgetful(dict[Hashable, Outcome]):
    """A table that keeps nothing."""

    def __setitem__(self, key: Hashable, outcome: Outcome) -> None:
        pass


def recursion(game: AnyGame, position: Hashable, limits: Limits) -> Iterator[Event]:
    """Negamax without a table."""
    return _search(game, position, limits, _itself, _Forgetful())


def memo(game: AnyGame, position: Hashable, limits: Limits) -> Iterator[Event]:
    """Negamax with a table of positions."""
    return _search(game, position, limits, _itself, {})


def memo_symmetric(game: AnyGame, position: Hashable, limits: Limits) -> Iterator[Event]:
    """Negamax with a table of positions up to symmetry."""
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
    watch = Watch(limits)
    watch.tick()
    stack = [(position, key_of(position), iter(game.moves(position)))]
    bests = [LOST]
    while stack:
        current, key, moves = stack[-1]
        for move in moves:
            successor = game.play(current, move)
            if watch.tick():
                yield watch.progress(depth=len(stack), entries=len(table), sample=successor)
                if watch.spent:
                    yield watch.gave_up()
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
    yield watch.solved(_moves_along(game, position, line, key_of), "plies", value)


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
