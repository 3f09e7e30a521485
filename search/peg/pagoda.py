"""Pagoda functions of peg solitaire: weights of the holes whose sum no jump can increase.

A jump removes the pegs `from` and `over` and puts one on `to`. If w(to) ≤ w(from) + w(over) for
every jump, a position with a smaller sum than the finish cannot reach it. The difference is the
same for the dual problem, so a pagoda function serves a search from either end.

    weights   an integer for each hole, in the order of `Board.holes`
    excess    the sum of a position minus that of the finish; below 0, the position is refuted
    pack      the excesses by 32 pagodas, one byte each; jumps never increase them
    lane      a byte of a pack

A search updates a pack by four subtractions of words for each jump
(`search/peg/kernels/problem.pxd`): a lane is 128 + excess, and its highest bit is cleared when the
excess goes below 0. Lanes do not affect each other as long as all excesses, and the decrease by a
jump, are within 0..127; `fits` tests weights for that.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import chain
from typing import Any

from ludoscope.games.peg.board import Board, Hole
from ludoscope.search.process.threads import MOST as MOST_THREADS
from ludoscope.search.process.threads import ThreadPool

Pagoda = tuple[int, ...]

MOST = 1000  # greatest weight in a proof
MOST_IN_PACK = 30  # greatest weight in a pack
ROOM = 120  # greatest excess of the start in a pack


def find_pagoda(board: Board, position: int, finish: int) -> Pagoda | None:
    """Weights that prove that no jumps lead from `position` to `finish`, None if none are found.

    One linear program, some 0.1 ms; small weights are preferred. A proof that needs weights above
    MOST is not found. ValueError for boards of more than 64 holes.
    """
    weights: Pagoda | None = _kernel(board).find(position, finish, MOST)
    return weights


@lru_cache(maxsize=MOST_THREADS)
def _kernel(board: Board, number: int = 0) -> Any:
    """The linear programs of a board, for thread `number` of a pool."""
    from ludoscope.search.peg.kernels.pagoda import Pagodas

    return Pagodas(list(board.jumps), len(board.holes))


def excess(position: int, finish: int, weights: Pagoda) -> int:
    """The sum of the weights over `position` minus that over `finish`."""
    return sum(
        weight * ((position >> hole & 1) - (finish >> hole & 1))
        for hole, weight in enumerate(weights)
    )


def refutes(board: Board, position: int, finish: int, weights: Pagoda) -> bool:
    """Whether the weights are a pagoda function that refutes the position."""
    return excess(position, finish, weights) < 0 and all(
        weights[to] <= weights[source] + weights[over] for source, over, to in board.jumps
    )


def fits(start: int, finish: int, weights: Pagoda) -> bool:
    """Whether the weights fit into a pack, for positions that can be reached from `start`.

    The excess of the start is in 0..ROOM, no jump increases it, and a position with an excess
    below 0 is pruned. So excesses are in 0..ROOM before each jump, and a jump decreases them by at
    most 3 · MOST_IN_PACK = 90 < 128.
    """
    return 0 <= excess(start, finish, weights) <= ROOM and max(map(abs, weights)) <= MOST_IN_PACK


def harvest(
    board: Board,
    start: int,
    finish: int,
    playouts: int,
    *,
    first: int = 0,
    pool: ThreadPool | None = None,
) -> list[Pagoda]:
    """Pagodas that fit into packs and refute random playouts, from either end, early.

    `playouts` playouts from each end, with the seeds `first`, `first` + 1, …; O(playouts) linear
    programs, shared by the threads of `pool`, whose number does not change the result. Each pagoda
    is followed by its images under the symmetries that keep both start and finish. Without
    duplicates, in the order of discovery.
    """
    found = harvests(board, start, finish, playouts, first=first, pool=pool)
    return list(dict.fromkeys(chain.from_iterable(found)))


def harvests(
    board: Board,
    start: int,
    finish: int,
    playouts: int,
    *,
    first: int = 0,
    pool: ThreadPool | None = None,
) -> list[list[Pagoda]]:
    """The same, as one list of pagodas for each playout."""
    pool = pool or ThreadPool(1)
    full = board.full
    ends = ((start, finish), (full & ~finish, full & ~start))
    symmetries = keeping(board, start, finish)
    asked = [(*end, seed) for seed in range(first, first + playouts) for end in ends]

    def answers(number: int) -> list[Pagoda | None]:
        kernel = _kernel(board, number)
        return [kernel.harvest(*ask, MOST_IN_PACK) for ask in asked[number :: pool.count]]

    shares = pool.each(answers, range(pool.count))
    turned: dict[Pagoda, list[Pagoda]] = {}
    found: list[dict[Pagoda, None]] = [{} for _ in range(playouts)]
    for index in range(len(asked)):
        weights = shares[index % pool.count][index // pool.count]
        if weights and fits(start, finish, weights):
            if weights not in turned:
                turned[weights] = images(weights, symmetries)
            found[index // 2].update(dict.fromkeys(turned[weights]))
    return [list(pagodas) for pagodas in found]


def keeping(board: Board, start: int, finish: int) -> list[tuple[Hole, ...]]:
    """The symmetries of the board that keep both positions, the identity first."""
    return [
        permutation
        for permutation in board.symmetries
        if board.image(finish, permutation) == finish and board.image(start, permutation) == start
    ]


def images(weights: Pagoda, symmetries: Iterable[tuple[Hole, ...]]) -> list[Pagoda]:
    """The weights moved by each symmetry."""
    return [tuple(weights[hole] for hole in permutation) for permutation in symmetries]


def text(board: Board, weights: Pagoda) -> str:
    """The weights as one line, in the form of `search.peg.certificate`: [0 0 1/0 1 1/1 1 1]."""
    if not weights:
        return "[]"
    grid = [["_"] * board.width for _ in range(board.height)]
    for weight, (x, y) in zip(weights, board.holes, strict=True):
        grid[board.height - y][x - 1] = str(weight)
    return "[" + "/".join(" ".join(row).rstrip(" _") for row in grid) + "]"
