"""Breadth-first search of peg solitaire by moves, each any number of jumps by one peg.

Every solution has the same number of jumps, since each takes one peg away. What differs is how
often another peg is taken up, and that is what players count: a chain of jumps is one move.

    level    the boards that some number of jumps leads to, by key, in the order they were met
    last     the hole that the peg in hand has jumped to, NONE before the first jump
    hands    (board, last) → path, all of one key and all reached in `moves` moves
"""

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field

from games.peg import PegGame
from games.peg.board import Hole
from search.events import Event
from search.path import Path, exhaustion, line, settled
from search.watch import Limits, Watch

NONE = -1
ANY = -2  # hole: all jumps, whichever peg they are of

Jump = tuple[Hole, Hole, int, int]
"""From and to, the three holes as a mask, and those of them that must have pegs."""

Jumps = dict[Hole, list[Jump]]
"""By the hole that they start from."""


@dataclass(slots=True)
class Board:
    """What is known of the boards of one key: the fewest moves to them, and who moved last."""

    moves: int
    hands: dict[tuple[int, Hole], Path] = field(default_factory=dict)


Level = dict[Hashable, Board]


def breadth_first(game: PegGame, position: int, limits: Limits) -> Iterator[Event]:
    """Breadth-first search: level by level, every board once, and its fewest moves with it.

    All boards after one jump are found, then all after two, and so on; boards that symmetry turns
    into one another count as one. A move is a chain of jumps by one peg, so with each board goes
    the least number of moves that leads to it, and the pegs that can have moved last in so many:
    their next jump is free, any other peg costs a move. A way with one move more is forgotten. It
    could only be of use with another peg in hand, and to take up that peg later costs one move,
    too. Whatever leads to a board lies on the level before, so when a board is taken up, its number
    of moves is final. When the finish is taken up, that is the proof; the search ends there and not
    already where the finish is met. `explored` counts the boards taken up, the start and the finish
    included, jumps being tried in the order of Lucas's notation: column by column.

    Time     O(states · jumps), each board taken up once; some 20,000 a second
    Memory   O(states of two levels), some 600 bytes a state, and the ways to them
    Verdict  the fewest moves, jumps of one peg in a row being one; unsolvable when a level comes
             out empty, or has no more pegs than the finish
    Source   breadth-first search: E. F. Moore, 1959; moves, and what is known of the fewest:
             J. D. Beasley, "The Ins and Outs of Peg Solitaire"
    """
    watch = Watch(limits)
    if verdict := settled(game, position, watch, optimal_in="moves"):
        yield verdict
        return
    jumps = in_lucas_order(game)
    level: Level = {game.key(position): Board(0, {(position, NONE): None})}
    for depth in range(position.bit_count() - game.finish.bit_count() + 1):
        watch.needs(min((board.moves for board in level.values()), default=0), "moves")
        following: Level = {}
        for board in level.values():
            sample, path = next((state, path) for (state, _), path in board.hands.items())
            if watch.tick(1, depth):
                frontier = len(level) + len(following)
                yield watch.progress(
                    frontier=frontier, depth=depth, entries=frontier, sample=sample
                )
                if watch.spent:
                    yield watch.gave_up()
                    return
            if game.is_won(sample):
                yield watch.solved(line(path), "moves")
                return
            expand(game, board, jumps, following)
        level = following
    searched = exhaustion(watch.explored, Counter())
    yield watch.unsolvable(f"{searched}, none of fewer pegs than the finish")


def in_lucas_order(game: PegGame) -> Jumps:
    """All jumps by the columns of their holes, then the rows, as Lucas's notation counts them."""
    holes = game.board.holes
    found = [(a, c, mask, pegs) for (a, c), mask, pegs in game.board.moves]
    found.sort(key=lambda jump: (holes[jump[0]], holes[jump[1]]))
    jumps: Jumps = {ANY: found, NONE: []}
    for hole in range(len(holes)):
        jumps[hole] = [jump for jump in found if jump[0] == hole]
    return jumps


def expand(game: PegGame, board: Board, jumps: Jumps, following: Level) -> None:
    """Meet whatever one jump makes of a board.

    Where symmetry makes several boards one, each goes on with its own peg in hand, and another peg
    is taken up on the first of them alone.
    """
    for number, ((state, last), path) in enumerate(board.hands.items()):
        for source, to, mask, pegs in jumps[last if number else ANY]:
            if state & mask == pegs:
                moves = board.moves + (source != last)
                meet(game, following, moves, (state ^ mask, to), (path, (source, to)))


def meet(game: PegGame, level: Level, moves: int, hand: tuple[int, Hole], path: Path) -> None:
    """Keep a way to a board unless one of fewer moves is known; forget those of more."""
    key = game.key(hand[0])
    board = level.get(key)
    if board is None:
        level[key] = Board(moves, {hand: path})
    elif moves == board.moves:
        board.hands.setdefault(hand, path)
    elif moves < board.moves:
        board.moves, board.hands = moves, {hand: path}
