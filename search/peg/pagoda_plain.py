"""Pagoda functions found in plain Python, and searches that prune by them.

The readable version of `search/peg/kernels/pagoda.py`, which states the linear program for the
strongest refutation of a position. Here the simplex method uses lists of floating-point numbers.
Its solution is rounded to small integers, which are used only if they are a pagoda function that
refutes the position (`search.peg.pagoda.refutes`), so every proof is exact.

    tableau  a row for each jump, one for Σ|w| ≤ 1, and last the objective; each row has the
             coefficients of the columns, then the right-hand side
    labels   the variable of each column, then the variable of each row
    lane     32 bits of an integer, one for each pagoda: 2³¹ + excess
"""

import random
from collections.abc import Iterator
from dataclasses import replace

from ludoscope.games.peg.board import Board
from ludoscope.games.peg.rules import PegGame
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event
from ludoscope.search.generic.path import Dead, settled
from ludoscope.search.generic.uninformed import depth_first
from ludoscope.search.peg.ends import fits
from ludoscope.search.peg.pagoda import MOST, MOST_IN_PACK, Pagoda, excess, images, keeping, refutes
from ludoscope.search.peg.swift import refuted

TINY = 1e-9
MOVED = 1e-6  # perturbation of right-hand sides of 0, all different, to avoid cycling
MOST_PIVOTS = 2000
PLAYOUTS = 8  # from each end
LANE = 32
BIAS = 1 << LANE - 1

Tableau = list[list[float]]


def depth_first_pagodas(game: PegGame, position: int, limits: Limits) -> Iterator[Event]:
    """Depth-first search that prunes positions which a pagoda function proves lost.

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
    Verdict  some solution; unsolvable when every position that can be reached has been entered or
             pruned by a pagoda function
    Source   pagoda functions: J. H. Conway and J. M. Boardman, in "Winning Ways" (1982) by
             Berlekamp, Conway and Guy; the simplex method: G. B. Dantzig, 1947
    """
    budget = Budget(limits)
    verdict: Event | None = settled(game, position, budget)
    if fits(game.board):
        verdict = verdict or refuted(game, position, budget, find)
    if verdict:
        yield verdict
        return
    pagodas: list[Pagoda] = []
    for found in harvested(game.between(position, game.finish), PLAYOUTS):
        pagodas = found
        if budget.rest() and budget.spent:
            yield budget.gave_up()
            return
    used = budget.seconds
    if limits.seconds is not None:
        limits = replace(limits, seconds=max(0.0, limits.seconds - used))
    for event in depth_first(game, position, limits, dead=pruned_by(game, pagodas)):
        yield replace(event, seconds=event.seconds + used)


def pruned_by(game: PegGame, pagodas: list[Pagoda]) -> Dead:
    """The proof that one of the pagodas refutes a position."""
    finish, holes = game.finish, range(len(game.board.holes))
    worth = [sum(w[hole] << LANE * lane for lane, w in enumerate(pagodas)) for hole in holes]
    tables = [
        [sum(w for i, w in enumerate(worth[low : low + 8]) if byte >> i & 1) for byte in range(256)]
        for low in range(0, len(worth), 8)
    ]
    signs = sum(BIAS << LANE * lane for lane in range(len(pagodas)))
    base = signs - sum(worth[hole] for hole in holes if finish >> hole & 1)

    def proof(position: int) -> str:
        lanes = base
        for table in tables:
            lanes += table[position & 255]
            position >>= 8
        return "" if lanes & signs == signs else "pagoda functions"

    return proof


def harvested(problem: PegGame, playouts: int) -> Iterator[list[Pagoda]]:
    """The pagodas found so far, after each of `playouts` random games from either end."""
    board, rng = problem.board, random.Random(1)
    if not fits(board):
        return
    symmetries = keeping(board, problem.start, problem.finish)
    found: dict[Pagoda, None] = {}
    for _ in range(playouts):
        for end in (problem, problem.reversed()):
            if weights := earliest_refutation(end, rng):
                found.update(dict.fromkeys(images(weights, symmetries)))
            yield list(found)


def earliest_refutation(end: PegGame, rng: random.Random) -> Pagoda | None:
    """The pagoda that refutes the earliest refutable position of a random game."""
    line = [end.start]
    while (moves := end.moves(line[-1])) and line[-1].bit_count() > end.finish.bit_count():
        line.append(end.play(line[-1], rng.choice(moves)))
    weights = None
    for position in reversed(line):  # a refutation holds for all later positions
        if weights and excess(position, end.finish, weights) < 0:
            continue
        earlier = find(end.board, position, end.finish, MOST_IN_PACK)
        if earlier is None:
            break
        weights = earlier
    return weights


def find(board: Board, position: int, finish: int, most: int = MOST) -> Pagoda | None:
    """Weights of at most `most` that prove that no jumps lead from `position` to `finish`."""
    over = {over for _, over, _ in board.jumps}
    columns = [(hole, 1) for hole in range(len(board.holes))]
    columns += [(hole, -1) for hole in range(len(board.holes)) if hole not in over]
    rng = random.Random(1)
    tableau = []
    for source, passed, to in board.jumps:
        row = {source: -1.0, passed: -1.0, to: 1.0}
        side = MOVED * (1 + rng.random())
        tableau.append([sign * row.get(hole, 0.0) for hole, sign in columns] + [side])
    tableau.append([1.0] * (len(columns) + 1))
    gain = [(finish >> hole & 1) - (position >> hole & 1) for hole in range(len(board.holes))]
    tableau.append([float(-sign * gain[hole]) for hole, sign in columns] + [0.0])
    exact = [0.0] * len(board.holes)
    for variable, value in maximised(tableau).items():
        hole, sign = columns[variable]
        exact[hole] += sign * value
    return rounded(board, position, finish, exact, most)


def rounded(
    board: Board, position: int, finish: int, exact: list[float], most: int
) -> Pagoda | None:
    """The least integers, in about these proportions, that refute the position."""
    greatest = max(map(abs, exact))
    if greatest < TINY:
        return None
    for scale in range(1, most + 1):
        weights = tuple(round(weight * scale / greatest) for weight in exact)
        if refutes(board, position, finish, weights):
            return weights
    return None


def maximised(tableau: Tableau) -> dict[int, float]:
    """Solve the program by the simplex method; the variables that are not 0 at the optimum.

    The variable that increases the objective most enters; the one that bounds it first leaves.
    """
    width, height = len(tableau[0]) - 1, len(tableau) - 1
    labels = list(range(width + height))
    for _ in range(MOST_PIVOTS):
        goal = tableau[-1]
        column = min(range(width), key=goal.__getitem__)
        if goal[column] > -TINY:
            break
        bounds = [
            (tableau[row][-1] / tableau[row][column], row)
            for row in range(height)
            if tableau[row][column] > TINY
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
    for at, values in enumerate(tableau):
        factor = values[column]
        if at == row or not factor:
            continue
        values[column] = 0.0
        tableau[at] = [value - factor * other for value, other in zip(values, pivots, strict=True)]
    tableau[row] = pivots
