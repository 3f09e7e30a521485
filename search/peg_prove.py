"""The solver `prove` of peg solitaire: a solution, or a proof, as short as it can be, of none.

Proofs are looked for in the order of their size: colouring; a pagoda function at the root; a tree
of pagodas, after each first jump, or before each last one, or deeper where that is not enough.
These are certificates, which the verifier checks without a search. Then come a few beams, in case
there is a solution, and at last exhaustion, pruned by pagodas.
"""

from collections import deque
from collections.abc import Iterator

from games.peg import PegGame
from games.peg.rules import Move
from search.dual import both_ends
from search.events import Event, Unsolvable
from search.heuristics.peg import dead
from search.pagoda import Pagoda, excess, find_pagoda, text
from search.path import settled
from search.peg_ends import fits
from search.peg_swift import Ends, refuted
from search.watch import Limits, Watch

PROGRAMS = 100  # linear programs for a tree from one end, some 10 ms
WIDEST = 8_000  # beam, some 0.3 s

Line = tuple[Move, ...]


def prove(game: PegGame, position: int, limits: Limits) -> Iterator[Event]:
    """A solution, or the proof that there is none, with a certificate where one is found.

    Memory of the exhaustion some 10 bytes a position. Boards that do not fit the kernels are left
    to `both_ends`.
    """
    if not fits(game.board):
        yield from both_ends(game, position, limits)
        return
    watch = Watch(limits)
    verdict = (
        settled(game, position, watch, dead(game))
        or refuted(game, position, watch)
        or refuted_by_tree(game, position, watch)
    )
    if verdict:
        yield verdict
        return
    ends = Ends(PegGame(game.board, position, game.finish), limits)
    yield from ends.beams(watch, WIDEST)
    if not ends.decided:
        yield from ends.exhaust(watch)


def refuted_by_tree(game: PegGame, position: int, watch: Watch) -> Unsolvable | None:
    """The verdict where pagodas refute whatever follows the first jumps, or precedes the last."""
    board = game.board
    problem = PegGame(board, position, game.finish)
    for kind, searched in (("after", problem), ("before", problem.reversed())):
        tree = pagoda_tree(searched)
        if tree is None:
            continue
        lines = []
        for line, weights in tree.items():
            jumps = line if kind == "after" else line[::-1]
            words = " ".join(board_text(problem, jump) for jump in jumps)
            lines.append(f"{kind} {words} {text(board, weights)}")
        jumps_of_tree = sorted({len(line) for line in tree})
        which = {"after": "after the first", "before": "before the last"}[kind]
        proof = f"pagoda functions: {which} {jumps_of_tree[-1]} jumps, {len(lines)} cases"
        return watch.unsolvable(proof, tuple(lines))
    return None


def board_text(game: PegGame, jump: Move) -> str:
    """The jump in the notation of the game, wherever it is made."""
    return game.move_text(0, jump)


def pagoda_tree(game: PegGame) -> dict[Line, Pagoda] | None:
    """Weights that refute at the end of each line of a tree of jumps; None when none is found.

    At most PROGRAMS linear programs.
    """
    tree: dict[Line, Pagoda] = {}
    known: list[Pagoda] = []
    left = PROGRAMS
    queue: deque[tuple[Line, int]] = deque([((), game.start)])
    while queue:
        line, position = queue.popleft()
        if game.is_won(position):
            return None
        for move in game.moves(position):
            child = game.play(position, move)
            weights = next((w for w in known if excess(child, game.finish, w) < 0), None)
            if weights is None:
                left -= 1
                if left < 0:
                    return None
                weights = find_pagoda(game.board, child, game.finish)
                known += [weights] if weights else []
            if weights is None:
                queue.append(((*line, move), child))
            else:
                tree[*line, move] = weights
    return tree
