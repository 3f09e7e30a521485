"""Pagoda functions of peg solitaire: weights of the holes whose sum no jump can increase.

A jump removes the pegs at `source` and `jumped` and puts one on `target`. If w(target) ≤ w(source)
+ w(jumped) for every jump, a position with a smaller sum than the finish cannot reach it. The
difference is the same for the dual problem, so a pagoda function serves a search from either end.

    weights   an integer for each hole, in the order of `Board.holes`
    excess    the sum of a position minus that of the finish; below 0, the position is refuted
    pack      the excesses by 32 pagodas, one byte each; jumps never increase them
    lane      a byte of a pack

A search updates a pack by four subtractions of words for each jump
(`search/peg/kernels/problem.pxd`): a lane is 128 + excess, and its highest bit is cleared when the
excess goes below 0. Lanes do not affect each other as long as all excesses, and the decrease by a
jump, are within 0..127; `fits_pack` tests weights for that.

Start with `find_pagoda`, which refutes one position, and `collect_pagodas`, which finds pagodas to
prune a search by.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import chain
from typing import Any

from ludoscope.games.peg.board import Board, Hole
from ludoscope.search.process.threads import MAX_THREADS as MAX_THREADS
from ludoscope.search.process.threads import ThreadPool

Pagoda = tuple[int, ...]

MAX_WEIGHT = 1000  # of a proof
MAX_PACK_WEIGHT = 30
MAX_PACK_EXCESS = 120  # of the start


def find_pagoda(board: Board, position: int, finish: int) -> Pagoda | None:
    """Return weights that prove that no jumps lead from `position` to `finish`.

    It solves one linear program, which takes some 0.1 ms; small weights are preferred. A proof that
    needs weights above MAX_WEIGHT is not found.

    Returns:
        The weights, None if none are found.

    Raises:
        ValueError: The board has more than 64 holes.
    """
    weights: Pagoda | None = _kernel(board).find(position, finish, MAX_WEIGHT)
    return weights


@lru_cache(maxsize=MAX_THREADS)
def _kernel(board: Board, thread: int = 0) -> Any:
    """Return the kernel for the linear programs of a board, one for each thread of a pool."""
    from ludoscope.search.peg.kernels.pagoda import PagodaProgram

    return PagodaProgram(list(board.jumps), len(board.holes))  # pyright: ignore[reportCallIssue]


def excess(position: int, finish: int, weights: Pagoda) -> int:
    """Return the sum of the weights over `position` minus that over `finish`."""
    return sum(
        weight * ((position >> hole & 1) - (finish >> hole & 1))
        for hole, weight in enumerate(weights)
    )


def is_refutation(board: Board, position: int, finish: int, weights: Pagoda) -> bool:
    """Return True if the weights are a pagoda function that refutes the position."""
    return excess(position, finish, weights) < 0 and all(
        weights[target] <= weights[source] + weights[jumped]
        for source, jumped, target in board.jumps
    )


def fits_pack(start: int, finish: int, weights: Pagoda) -> bool:
    """Return True if the weights fit into a pack, for positions that can be reached from `start`.

    The excess of the start is in 0..MAX_PACK_EXCESS, no jump increases it, and a position with an
    excess below 0 is pruned. So excesses are in 0..120 before each jump, and a jump decreases them
    by at most 3 · MAX_PACK_WEIGHT = 90 < 128.
    """
    return (
        0 <= excess(start, finish, weights) <= MAX_PACK_EXCESS
        and max(map(abs, weights)) <= MAX_PACK_WEIGHT
    )


def collect_pagodas(
    board: Board,
    start: int,
    finish: int,
    playouts: int,
    *,
    first_seed: int = 0,
    pool: ThreadPool | None = None,
) -> list[Pagoda]:
    """Return pagodas that fit into packs and refute random playouts from either end early.

    O(playouts) linear programs, shared by the threads of the pool. Each pagoda is followed by its
    images under the symmetries that keep both start and finish.

    Args:
        board: The board.
        start: The position at the start.
        finish: The position to be reached.
        playouts: The number of playouts from each end.
        first_seed: The seed of the first playout; the others have the seeds that follow it.
        pool: The threads to use; their number does not change the result.

    Returns:
        The pagodas without duplicates, in the order of discovery.
    """
    by_playout = collect_pagodas_by_playout(
        board, start, finish, playouts, first_seed=first_seed, pool=pool
    )
    return list(dict.fromkeys(chain.from_iterable(by_playout)))


def collect_pagodas_by_playout(
    board: Board,
    start: int,
    finish: int,
    playouts: int,
    *,
    first_seed: int = 0,
    pool: ThreadPool | None = None,
) -> list[list[Pagoda]]:
    """Return the pagodas of `collect_pagodas`, a list for each seed, duplicates included."""
    pool = pool or ThreadPool(1)
    full = board.all_holes
    ends = ((start, finish), (full & ~finish, full & ~start))
    symmetries = common_symmetries(board, start, finish)
    programs = [(*end, seed) for seed in range(first_seed, first_seed + playouts) for end in ends]

    def solve_share(thread: int) -> list[Pagoda | None]:
        kernel = _kernel(board, thread)
        share = programs[thread :: pool.count]
        return [kernel.refute_playout(*program, MAX_PACK_WEIGHT) for program in share]

    results = pool.map(solve_share, range(pool.count))
    images_of: dict[Pagoda, list[Pagoda]] = {}
    by_playout: list[dict[Pagoda, None]] = [{} for _ in range(playouts)]
    for index in range(len(programs)):
        weights = results[index % pool.count][index // pool.count]
        if weights and fits_pack(start, finish, weights):
            if weights not in images_of:
                images_of[weights] = symmetric_images(weights, symmetries)
            by_playout[index // len(ends)].update(dict.fromkeys(images_of[weights]))
    return [list(pagodas) for pagodas in by_playout]


def common_symmetries(board: Board, start: int, finish: int) -> list[tuple[Hole, ...]]:
    """Return the symmetries of the board that keep both positions, the identity first."""
    return [
        permutation
        for permutation in board.symmetries
        if board.transform(finish, permutation) == finish
        and board.transform(start, permutation) == start
    ]


def symmetric_images(weights: Pagoda, symmetries: Iterable[tuple[Hole, ...]]) -> list[Pagoda]:
    """Return the weights permuted by each symmetry."""
    return [tuple(weights[hole] for hole in permutation) for permutation in symmetries]


def weights_text(board: Board, weights: Pagoda) -> str:
    """Return the weights as one line, in the form of a certificate: [0 0 1/0 1 1/1 1 1].

    See `search.certificate` for the form.
    """
    if not weights:
        return "[]"
    grid = [["_"] * board.width for _ in range(board.height)]
    for weight, (x, y) in zip(weights, board.holes, strict=True):
        grid[board.height - y][x - 1] = str(weight)
    return "[" + "/".join(" ".join(row).rstrip(" _") for row in grid) + "]"
