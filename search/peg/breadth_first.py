"""Breadth-first search of peg solitaire for the fewest moves.

All solutions have the same number of jumps, since each jump removes one peg. They differ in the
number of moves: successive jumps by one peg are one move.

    level    key → board, for the boards after some number of jumps, in the order of discovery
    last     the hole that the peg moved last has jumped to, NONE before the first jump
    hands    (board, last) → path, for boards of one key that `moves` moves lead to
"""

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field

from ludoscope.games.peg.board import Hole
from ludoscope.games.peg.rules import PegGame
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event
from ludoscope.search.generic.path import Path, exhaustion, line, settled

NONE = -1
ANY = -2  # key of the jumps by any peg

Jump = tuple[Hole, Hole, int, int]
"""(from, to, mask of the three holes, mask of the two pegs)"""

Jumps = dict[Hole, list[Jump]]
"""Hole → the jumps that start from it."""


@dataclass(slots=True)
class Board:
    """Boards of one key: the fewest moves that lead to them, and the pegs that moved last."""

    moves: int
    hands: dict[tuple[int, Hole], Path] = field(default_factory=dict)


Level = dict[Hashable, Board]


def breadth_first(game: PegGame, position: int, limits: Limits) -> Iterator[Event]:
    """Breadth-first search: level by level, every board once, with the fewest moves to it.

    The search finds all boards after one jump, then all after two, and so on; symmetrical boards
    count as one. A move is a chain of jumps by one peg. So each board is stored with the fewest
    moves that lead to it and the pegs that can have moved last in that number: another jump by one
    of them costs nothing, a jump by any other peg costs a move. A path of one move more is dropped:
    it could only help with another peg as the last one, and to move that peg costs one move from
    here as well. All predecessors of a board are on the level before, so its number of moves is
    final when it is expanded. The search ends when the finish is expanded, not when it is first
    generated; its number is then proved. `explored` counts the expanded boards, the start and the
    finish included. Jumps are tried in the order of Lucas's notation, column by column.

    Time     O(states · jumps), each board expanded once; some 20,000 a second
    Memory   O(states of two levels), some 600 bytes a state, and the paths to them
    Verdict  the fewest moves, where consecutive jumps by one peg are one move; unsolvable when a
             level is empty, or has no more pegs than the finish
    Source   breadth-first search: E. F. Moore, 1959; moves, and what is known of the fewest:
             J. D. Beasley, "The Ins and Outs of Peg Solitaire"
    """
    budget = Budget(limits)
    if verdict := settled(game, position, budget, optimal_in="moves"):
        yield verdict
        return
    jumps = in_lucas_order(game)
    level: Level = {game.key(position): Board(0, {(position, NONE): None})}
    for depth in range(position.bit_count() - game.finish.bit_count() + 1):
        budget.needs(min((board.moves for board in level.values()), default=0), "moves")
        following: Level = {}
        for board in level.values():
            sample, path = next((state, path) for (state, _), path in board.hands.items())
            if budget.tick(1, depth):
                frontier = len(level) + len(following)
                yield budget.progress(
                    frontier=frontier, depth=depth, entries=frontier, sample=sample
                )
                if budget.spent:
                    yield budget.gave_up()
                    return
            if game.is_won(sample):
                yield budget.solved(line(path), "moves")
                return
            expand(game, board, jumps, following)
        level = following
    searched = exhaustion(budget.explored, Counter())
    yield budget.unsolvable(f"{searched}, none with fewer pegs than the finish", exhausted=True)


def in_lucas_order(game: PegGame) -> Jumps:
    """All jumps, sorted by the column, then the row, of their holes, as in Lucas's notation."""
    holes = game.board.holes
    found = [(a, c, mask, pegs) for (a, c), mask, pegs in game.board.moves]
    found.sort(key=lambda jump: (holes[jump[0]], holes[jump[1]]))
    jumps: Jumps = {ANY: found, NONE: []}
    for hole in range(len(holes)):
        jumps[hole] = [jump for jump in found if jump[0] == hole]
    return jumps


def expand(game: PegGame, board: Board, jumps: Jumps, following: Level) -> None:
    """Generate the boards after one more jump.

    Each of several symmetrical boards is expanded by jumps of the peg moved last; jumps by other
    pegs are generated from the first board only.
    """
    for number, ((state, last), path) in enumerate(board.hands.items()):
        for source, to, mask, pegs in jumps[last if number else ANY]:
            if state & mask == pegs:
                moves = board.moves + (source != last)
                record(game, following, moves, (state ^ mask, to), (path, (source, to)))


def record(game: PegGame, level: Level, moves: int, hand: tuple[int, Hole], path: Path) -> None:
    """Store a path to a board unless one of fewer moves is known; drop those of more moves."""
    key = game.key(hand[0])
    board = level.get(key)
    if board is None:
        level[key] = Board(moves, {hand: path})
    elif moves == board.moves:
        board.hands.setdefault(hand, path)
    elif moves < board.moves:
        board.moves, board.hands = moves, {hand: path}
