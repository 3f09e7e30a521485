"""Pagoda functions found in plain Python, and searches that prune by them.

The readable version of `search/peg/kernels/pagoda.py`, which states the linear program for the
strongest refutation of a position. Here the simplex method uses lists of floating-point numbers.
Its solution is rounded to small integers, which are used only if they are a pagoda function that
refutes the position (`search.peg.pagoda.is_refutation`), so every proof is exact.

    tableau  a row for each jump, one for Σ|w| ≤ 1, and last the objective; each row has the
             coefficients of the columns, then the right-hand side
    labels   the variable of each column, then the variable of each row
    lane     32 bits of an integer, one for each pagoda: 2³¹ + excess

Start with `depth_first_pagodas`, the solver.
"""

import random
from collections.abc import Iterator

from ludoscope.games.peg.board import Board
from ludoscope.games.peg.rules import PegGame
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event
from ludoscope.search.generic.path import LossProof, trivial_verdict
from ludoscope.search.generic.uninformed import depth_first
from ludoscope.search.peg.kernel_problem import fits_kernels
from ludoscope.search.peg.pagoda import (
    MAX_PACK_WEIGHT,
    MAX_WEIGHT,
    Pagoda,
    common_symmetries,
    excess,
    is_refutation,
    symmetric_images,
)
from ludoscope.search.peg.swift import pagoda_verdict

TOLERANCE = 1e-9
PERTURBATION = 1e-6  # added to right-hand sides of 0, times 1 to 2 at random, to avoid cycling
MAX_PIVOTS = 2000
PLAYOUTS = 8  # from each end
LANE_BITS = 32
LANE_BIAS = 1 << LANE_BITS - 1

Tableau = list[list[float]]


def depth_first_pagodas(game: PegGame, position: int, limits: Limits) -> Iterator[Event]:
    """Search depth-first, skipping positions that a pagoda function proves lost.

    A pagoda function gives each hole a weight such that no jump increases the sum of the weights
    of the pegs. A position whose sum is less than that of the finish is lost, and so are all
    positions after it. Such functions are found by a few random games from either end: the last
    position of a game is lost, and a linear program finds weights that prove it. Going back from
    the end of a game, the function that refutes the earliest position is kept, with its images
    under symmetry. Then follows plain depth-first search. The values of a position by all functions
    are computed together, as one sum of long integers with a lane of 32 bits for each function,
    looked up byte by byte. A subtree with a hundred thousand dead ends is cut at its root.

    Time     some 20 ms for each of about 50 linear programs; then O(states · moves)
    Memory   one key for each state, about 100 bytes, and the untried moves of one line
    Verdict  some solution; unsolvable when every position that can be reached has been entered, or
             is pruned by a pagoda function or behind a pruned one
    Source   pagoda functions: J. H. Conway and J. M. Boardman, in "Winning Ways" (1982) by
             Berlekamp, Conway and Guy; the simplex method: G. B. Dantzig, 1947
    """
    budget = Budget(limits)
    verdict: Event | None = trivial_verdict(game, position, budget)
    if fits_kernels(game.board):
        verdict = verdict or pagoda_verdict(game, position, budget, find_pagoda_plain)
    if verdict:
        yield verdict
        return
    pagodas: list[Pagoda] = []
    for pagodas_so_far in collect_pagodas_plain(
        game.with_endpoints(position, game.finish), PLAYOUTS
    ):
        pagodas = pagodas_so_far
        if budget.check_limits() and budget.stop_reason:
            yield budget.gave_up()
            return
    dead = pagoda_pruning(game, pagodas)
    yield from depth_first(game, position, limits.after(budget), dead=dead)


def pagoda_pruning(game: PegGame, pagodas: list[Pagoda]) -> LossProof:
    """Return a pruning rule, which returns the reason if a pagoda refutes a position, else ""."""
    finish, holes = game.finish, range(len(game.board.holes))
    hole_lanes = [
        sum(weights[hole] << LANE_BITS * lane for lane, weights in enumerate(pagodas))
        for hole in holes
    ]
    byte_tables = [
        [
            sum(lanes for bit, lanes in enumerate(hole_lanes[low : low + 8]) if byte >> bit & 1)
            for byte in range(256)
        ]
        for low in range(0, len(hole_lanes), 8)
    ]
    signs = sum(LANE_BIAS << LANE_BITS * lane for lane in range(len(pagodas)))
    empty_board = signs - sum(hole_lanes[hole] for hole in holes if finish >> hole & 1)

    def proof(position: int) -> str:
        lanes = empty_board
        for table in byte_tables:
            lanes += table[position & 255]
            position >>= 8
        return "" if lanes & signs == signs else "pagoda functions"

    return proof


def collect_pagodas_plain(problem: PegGame, playouts: int) -> Iterator[list[Pagoda]]:
    """Yield the pagodas found so far after each of `playouts` random games from either end."""
    board, rng = problem.board, random.Random(1)
    if not fits_kernels(board):
        return
    symmetries = common_symmetries(board, problem.start, problem.finish)
    pagodas: dict[Pagoda, None] = {}
    for _ in range(playouts):
        for end in (problem, problem.dual()):
            if weights := refute_random_game(end, rng):
                pagodas.update(dict.fromkeys(symmetric_images(weights, symmetries)))
            yield list(pagodas)


def refute_random_game(end: PegGame, rng: random.Random) -> Pagoda | None:
    """Return a pagoda that refutes the earliest refutable position of a random game, or None."""
    positions = [end.start]
    while positions[-1].bit_count() > end.finish.bit_count():
        moves = end.moves(positions[-1])
        if not moves:
            break
        positions.append(end.play(positions[-1], rng.choice(moves)))
    weights = None
    for position in reversed(positions):  # a refutation holds for all later positions
        if weights and excess(position, end.finish, weights) < 0:
            continue
        earlier = find_pagoda_plain(end.board, position, end.finish, MAX_PACK_WEIGHT)
        if earlier is None:
            break
        weights = earlier
    return weights


def find_pagoda_plain(
    board: Board, position: int, finish: int, max_weight: int = MAX_WEIGHT
) -> Pagoda | None:
    """Return weights that prove that no jumps lead from `position` to `finish`.

    Args:
        board: The board.
        position: The position to be refuted.
        finish: The position to be reached.
        max_weight: The greatest weight.

    Returns:
        The weights, None if none are found.
    """
    jumped_holes = {jumped for _, jumped, _ in board.jumps}
    columns = [(hole, 1) for hole in range(len(board.holes))]
    columns += [(hole, -1) for hole in range(len(board.holes)) if hole not in jumped_holes]
    rng = random.Random(1)
    tableau = []
    for source, jumped, target in board.jumps:
        row = {source: -1.0, jumped: -1.0, target: 1.0}
        right_side = PERTURBATION * (1 + rng.random())
        tableau.append([sign * row.get(hole, 0.0) for hole, sign in columns] + [right_side])
    tableau.append([1.0] * (len(columns) + 1))
    gains = [(finish >> hole & 1) - (position >> hole & 1) for hole in range(len(board.holes))]
    tableau.append([float(-sign * gains[hole]) for hole, sign in columns] + [0.0])
    exact = [0.0] * len(board.holes)
    for variable, value in maximise(tableau).items():
        hole, sign = columns[variable]
        exact[hole] += sign * value
    return round_weights(board, position, finish, exact, max_weight)


def round_weights(
    board: Board, position: int, finish: int, exact: list[float], max_weight: int
) -> Pagoda | None:
    """Return the smallest integers in about these proportions that refute the position, or None."""
    greatest = max(map(abs, exact))
    if greatest < TOLERANCE:
        return None
    for scale in range(1, max_weight + 1):
        weights = tuple(round(weight * scale / greatest) for weight in exact)
        if is_refutation(board, position, finish, weights):
            return weights
    return None


def maximise(tableau: Tableau) -> dict[int, float]:
    """Solve the program by the simplex method; return the variables that are not 0 at the optimum.

    The variable that increases the objective most enters; the one that bounds it first leaves.
    """
    width, height = len(tableau[0]) - 1, len(tableau) - 1
    labels = list(range(width + height))
    for _ in range(MAX_PIVOTS):
        objective = tableau[-1]
        column = min(range(width), key=objective.__getitem__)
        if objective[column] > -TOLERANCE:
            break
        bounds = [
            (tableau[row][-1] / tableau[row][column], row)
            for row in range(height)
            if tableau[row][column] > TOLERANCE
        ]
        if not bounds:
            break
        _, row = min(bounds)
        pivot(tableau, row, column)
        labels[column], labels[width + row] = labels[width + row], labels[column]
    return {
        labels[width + row]: tableau[row][-1]
        for row in range(height)
        if labels[width + row] < width
    }


def pivot(tableau: Tableau, row: int, column: int) -> None:
    """Exchange the variable of a row for that of a column."""
    inverse = 1 / tableau[row][column]
    pivots = [value * inverse for value in tableau[row]]
    pivots[column] = inverse
    for other_row, values in enumerate(tableau):
        factor = values[column]
        if other_row == row or not factor:
            continue
        values[column] = 0.0
        tableau[other_row] = [
            value - factor * pivot_value for value, pivot_value in zip(values, pivots, strict=True)
        ]
    tableau[row] = pivots
