"""Breadth-first search of peg solitaire for the fewest moves.

All solutions have the same number of jumps, since each jump removes one peg. They differ in the
number of moves: successive jumps by one peg are one move.

Start with `breadth_first`, the solver. `last_hole` is the hole that the peg moved last is in,
NO_HOLE before the first jump.
"""

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field

from ludoscope.games.peg.board import Hole
from ludoscope.games.peg.rules import PegGame
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event
from ludoscope.search.generic.path import MovePath, exhaustion_proof, moves_of_path, trivial_verdict
from ludoscope.search.trace import QUEUE, Tracer

NO_HOLE = -1
ANY_HOLE = -2  # key of the jumps by any peg

Jump = tuple[Hole, Hole, int, int]
"""(source, target, mask of the three holes, mask of the two pegs)"""

Jumps = dict[Hole, list[Jump]]
"""The jumps by the hole that they start from."""


@dataclass(slots=True)
class BoardClass:
    """Boards with the same key, which are images of each other under symmetry.

    Attributes:
        moves: The fewest moves that lead to them.
        paths: For each (board, last_hole) that can be reached in that number of moves, a path of
            jumps to it.
    """

    moves: int
    paths: dict[tuple[int, Hole], MovePath] = field(default_factory=dict)


Level = dict[Hashable, BoardClass]
"""The boards after some number of jumps, by key, in the order of discovery."""


def breadth_first(game: PegGame, position: int, limits: Limits) -> Iterator[Event]:
    """Search level by level, every board once, with the fewest moves to it.

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
    if verdict := trivial_verdict(game, position, budget, optimal_in="moves"):
        yield verdict
        return
    jumps = jumps_by_source(game)
    level: Level = {game.key(position): BoardClass(0, {(position, NO_HOLE): None})}
    trace = budget.trace
    if trace:
        trace.decode = lambda state: state[0]
        trace.start((position, NO_HOLE), QUEUE)
    for depth in range(position.bit_count() - game.finish.bit_count() + 1):
        budget.set_lower_bound(
            min((board_class.moves for board_class in level.values()), default=0), "moves"
        )
        next_level: Level = {}
        for index, board_class in enumerate(level.values()):
            state, path = next(iter(board_class.paths.items()))
            sample, _ = state
            if trace:
                trace.expand(state)
            if budget.count(1, depth):
                frontier = len(level) - index - 1 + len(next_level)
                yield budget.progress(
                    frontier=frontier,
                    depth=depth,
                    entries=len(level) + len(next_level),
                    sample=sample,
                )
                if budget.stop_reason:
                    yield budget.gave_up()
                    return
            if game.is_won(sample):
                if trace:
                    trace.goal(state)
                yield budget.solved(moves_of_path(path), "moves")
                return
            expand(game, board_class, jumps, next_level, trace)
        level = next_level
    proof = exhaustion_proof(budget.explored, Counter())
    yield budget.unsolvable(f"{proof}, none with fewer pegs than the finish", exhausted=True)


def jumps_by_source(game: PegGame) -> Jumps:
    """Return the jumps by the hole they start from, and all of them under ANY_HOLE.

    They are sorted by the column, then the row, of their holes, as in Lucas's notation.
    """
    holes = game.board.holes
    ordered = [
        (source, target, mask, pegs) for (source, target), mask, pegs in game.board.masked_jumps
    ]
    ordered.sort(key=lambda jump: (holes[jump[0]], holes[jump[1]]))
    jumps: Jumps = {ANY_HOLE: ordered, NO_HOLE: []}
    for hole in range(len(holes)):
        jumps[hole] = [jump for jump in ordered if jump[0] == hole]
    return jumps


def expand(
    game: PegGame,
    board_class: BoardClass,
    jumps: Jumps,
    next_level: Level,
    trace: Tracer | None = None,
) -> None:
    """Add the boards after one more jump to `next_level`.

    Each of several symmetrical boards is expanded by jumps of the peg moved last; jumps by other
    pegs are generated from the first board only.
    """
    for number, (state, path) in enumerate(board_class.paths.items()):
        board, last_hole = state
        if trace:
            trace.continue_from(state)
        for source, target, mask, pegs in jumps[last_hole if number else ANY_HOLE]:
            if board & mask == pegs:
                moves = board_class.moves if source == last_hole else board_class.moves + 1
                new_path = (path, (source, target))
                store_path(game, next_level, moves, (board ^ mask, target), new_path, trace)


def store_path(
    game: PegGame,
    level: Level,
    moves: int,
    state: tuple[int, Hole],
    path: tuple[MovePath, tuple[Hole, Hole]],
    trace: Tracer | None = None,
) -> None:
    """Store a path of `moves` moves to a state (board, last_hole), unless a shorter one is known.

    Paths of more moves to boards of the same key are dropped.
    """
    key = game.key(state[0])
    board_class = level.get(key)
    if board_class is None:
        level[key] = BoardClass(moves, {state: path})
        if trace:
            trace.generate(state, path[1])
    elif moves == board_class.moves:
        is_kept = board_class.paths.setdefault(state, path) is path
        if trace:
            note = "reached in as few moves before"
            trace.duplicate(state, path[1], note, is_kept=is_kept)
    elif moves < board_class.moves:
        if trace:
            trace.discard(next(iter(board_class.paths)), "a path of fewer moves was found")
            trace.generate(state, path[1])
        board_class.moves, board_class.paths = moves, {state: path}
    elif trace:
        trace.duplicate(state, path[1], "reached in fewer moves before")
