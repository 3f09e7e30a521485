"""Pagoda functions of peg solitaire: weights of the holes that no jump can make worth more.

A jump takes the pegs `from` and `over` away and puts one on `to`. Where w(to) ≤ w(from) + w(over)
for every jump, a position worth less than the finish cannot reach it; its dual, pegs and holes
exchanged, lacks exactly as much, so a pagoda function serves a search from either end.

    weights   an integer for each hole, in the order of `Board.holes`
    excess    what a position is worth more than the finish; a refutation is an excess below 0
    pack      32 pagodas at once: in one byte each the excess, which jumps can only lower

A search that keeps the excesses of its position needs four subtractions of words per pack and
jump (`search/peg/kernels/problem.pxd): a lane is 128 + excess, and 128 disappears when it goes
below 0. No lane can disturb the next as long as all excesses that can be met, and what a jump
takes away, are within 0..127: `fits` says for which weights that is certain.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import chain
from typing import Any

from ludoscope.games.peg import Board
from ludoscope.games.peg.board import Hole
from ludoscope.search.process.threads import MOST as MOST_THREADS
from ludoscope.search.process.threads import Crew

Pagoda = tuple[int, ...]

MOST = 1000  # a weight in a proof
MOST_IN_PACK = 30  # a weight in a pack
ROOM = 120  # the excess at the start that a lane has room for


def find_pagoda(board: Board, position: int, finish: int) -> Pagoda | None:
    """Weights that prove that no jumps lead from `position` to `finish`, None if none are found.

    One linear program, some 0.1 ms; small weights are preferred. Weights up to MOST only, so
    that a proof that needs greater ones is missed. ValueError for boards of more than 64 holes.
    """
    weights: Pagoda | None = _kernel(board).find(position, finish, MOST)
    return weights


@lru_cache(maxsize=MOST_THREADS)
def _kernel(board: Board, number: int = 0) -> Any:
    """The linear programs of a board, for thread `number` of a crew."""
    from ludoscope.search.peg.kernels.pagoda import Pagodas

    return Pagodas(list(board.jumps), len(board.holes))


def excess(position: int, finish: int, weights: Pagoda) -> int:
    """By how much `position` is worth more than `finish`."""
    return sum(
        weight * ((position >> hole & 1) - (finish >> hole & 1))
        for hole, weight in enumerate(weights)
    )


def refutes(board: Board, position: int, finish: int, weights: Pagoda) -> bool:
    """Whether the weights are a pagoda function by which the position is worth too little."""
    return excess(position, finish, weights) < 0 and all(
        weights[to] <= weights[source] + weights[over] for source, over, to in board.jumps
    )


def fits(start: int, finish: int, weights: Pagoda) -> bool:
    """Whether the weights have room in a pack, and may refute some position on the way.

    The excess starts in 0..ROOM, no jump raises it, and a position with one below 0 is not
    searched on: so all that is ever subtracted from is in 0..ROOM, and no jump takes more than
    3 · MOST_IN_PACK = 90 < 128. An excess that is 0 from the start is of use, too.
    """
    return 0 <= excess(start, finish, weights) <= ROOM and max(map(abs, weights)) <= MOST_IN_PACK


def harvest(
    board: Board,
    start: int,
    finish: int,
    playouts: int,
    *,
    first: int = 0,
    crew: Crew | None = None,
) -> list[Pagoda]:
    """Pagodas that fit into packs and refute random playouts, from either end, early.

    `playouts` from each end, the random numbers those of `first` and after; O(playouts) linear
    programs, shared by the threads of a `crew`; the result does not depend on their number. With
    each pagoda come its images under the symmetries that keep both start and finish. Without
    repetition, in order of discovery.
    """
    found = harvests(board, start, finish, playouts, first=first, crew=crew)
    return list(dict.fromkeys(chain.from_iterable(found)))


def harvests(
    board: Board,
    start: int,
    finish: int,
    playouts: int,
    *,
    first: int = 0,
    crew: Crew | None = None,
) -> list[list[Pagoda]]:
    """The same, as one list of pagodas for each playout."""
    crew = crew or Crew(1)
    full = board.full
    ends = ((start, finish), (full & ~finish, full & ~start))
    symmetries = keeping(board, start, finish)
    asked = [(*end, seed) for seed in range(first, first + playouts) for end in ends]

    def answers(number: int) -> list[Pagoda | None]:
        kernel = _kernel(board, number)
        return [kernel.harvest(*ask, MOST_IN_PACK) for ask in asked[number :: crew.count]]

    shares = crew.each(answers, range(crew.count))
    turned: dict[Pagoda, list[Pagoda]] = {}
    found: list[dict[Pagoda, None]] = [{} for _ in range(playouts)]
    for index in range(len(asked)):
        weights = shares[index % crew.count][index // crew.count]
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
