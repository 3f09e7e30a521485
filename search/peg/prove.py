"""The solver `prove` of peg solitaire: a solution, or a short proof that there is none.

Proofs are tried in order of length: colouring; a pagoda function for the start; a tree of
pagodas, one after each first jump or before each last jump, or deeper where that is not enough.
These are certificates, which the verifier checks without a search. Then some beams look for a
solution, and finally an exhaustive search is pruned by pagodas.
"""

from collections import deque
from collections.abc import Iterator

from ludoscope.games.peg.rules import Move, PegGame
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event, Unsolvable
from ludoscope.search.generic.path import trivial_verdict
from ludoscope.search.peg.both_ends import both_ends
from ludoscope.search.peg.heuristics import dead
from ludoscope.search.peg.kernel_problem import fits_kernels
from ludoscope.search.peg.pagoda import Pagoda, excess, find_pagoda, weights_text
from ludoscope.search.peg.swift import TwoEndedSearch, pagoda_verdict
from ludoscope.search.process.threads import ThreadPool

MAX_PROGRAMS = 100  # linear programs for a tree from one end, some 10 ms
MAX_WIDTH = 8_000  # of a beam, some 0.3 s

Line = tuple[Move, ...]


def prove(game: PegGame, position: int, limits: Limits) -> Iterator[Event]:
    """Find a solution, or prove that there is none, with a certificate if possible.

    The shortest proofs are tried first. Colouring along the diagonals: each jump changes three
    parities, and those of the finish must be reached. A pagoda function, found by linear
    programming: weights of the holes such that no jump increases the sum over the pegs, though the
    finish has a greater sum than the start. Where the start cannot be refuted like this, perhaps
    every position after a first jump can, or every one before a last jump, or some a jump deeper: a
    tree of pagodas, at most 100 linear programs from either end. Such a tree is a certificate. It
    is printed, one line for each case, and checked by a verifier that does not search and shares no
    code with this. Then a few beams look for a solution. Last comes an exhaustive search from both
    ends, pruned by up to 128 pagodas; several cores (`--jobs N`) share it as in `swift`.

    Time     some 0.1 ms a linear program; the exhaustive search is exponential in the jumps
    Memory   some 10 bytes a state of the exhaustive search
    Verdict  unsolvable, with a certificate where one was found; else some solution
    Source   pagoda functions: Conway and Boardman, in "Winning Ways"; colouring (the rule of
             three): J. D. Beasley, "The Ins and Outs of Peg Solitaire"; the trees: our own
    """
    if not fits_kernels(game.board):
        yield from both_ends(game, position, limits)
        return
    budget = Budget(limits)
    verdict = (
        trivial_verdict(game, position, budget, dead(game))
        or pagoda_verdict(game, position, budget)
        or pagoda_tree_verdict(game, position, budget)
    )
    if verdict:
        yield verdict
        return
    problem = game.with_endpoints(position, game.finish)
    with ThreadPool(limits.jobs or 1) as pool:
        yield from TwoEndedSearch(problem, limits, pool).events(budget, MAX_WIDTH)


def pagoda_tree_verdict(game: PegGame, position: int, budget: Budget) -> Unsolvable | None:
    """Return the verdict if pagodas refute all first jumps or all last jumps, else None."""
    problem = game.with_endpoints(position, game.finish)
    if tree := find_pagoda_tree(problem):
        return budget.unsolvable(
            f"pagoda functions, {_case_count(tree)} after the first jumps",
            tuple(_certificate_line(problem, "after", line, tree[line]) for line in tree),
        )
    if tree := find_pagoda_tree(problem.dual()):
        return budget.unsolvable(
            f"pagoda functions, {_case_count(tree)} before the last jumps",
            tuple(_certificate_line(problem, "before", line[::-1], tree[line]) for line in tree),
        )
    return None


def _case_count(tree: dict[Line, Pagoda]) -> str:
    return f"{len(tree)} cases" if len(tree) > 1 else "one case"


def _certificate_line(game: PegGame, kind: str, line: Line, weights: Pagoda) -> str:
    jumps = [game.move_text(game.start, jump) for jump in line]
    return " ".join([kind, *jumps, weights_text(game.board, weights)])


def find_pagoda_tree(game: PegGame) -> dict[Line, Pagoda] | None:
    """Return pagodas that refute the positions after some first lines of jumps.

    Every game begins with one of the lines. At most MAX_PROGRAMS linear programs are solved.

    Returns:
        For each line of jumps the weights that refute the position after it, or () if no jump is
        possible there; None if no such tree is found.
    """
    tree: dict[Line, Pagoda] = {}
    pagodas: list[Pagoda] = []
    programs_left = MAX_PROGRAMS
    queue: deque[tuple[Line, int]] = deque([((), game.start)])
    while queue:
        line, position = queue.popleft()
        if game.is_won(position):
            return None
        moves = game.moves(position)
        if not moves:
            tree[line] = ()
        for move in moves:
            child = game.play(position, move)
            weights = next((w for w in pagodas if excess(child, game.finish, w) < 0), None)
            if weights is None:
                programs_left -= 1
                if programs_left < 0:
                    return None
                weights = find_pagoda(game.board, child, game.finish)
                if weights:
                    pagodas.append(weights)
            if weights is None:
                queue.append(((*line, move), child))
            else:
                tree[*line, move] = weights
    return tree
