"""The forgiveness of a deal: how many random moves it allows before it is lost.

A walk is a game of random moves in which no position occurs twice. The first lost position of each
of `WALKS` walks is found by bisection, since a position after a lost one is lost too: some four to
six searches a walk. The forgiveness is the geometric mean of the numbers of moves up to there.

Cards go to the foundation as soon as they can, whatever the rules of the game are, so that a deal
has one figure. The walks are determined by the deal alone and the searches are limited by numbers
of positions, so the figure is the same on every machine. A position that is not decided within the
limit counts as not lost.

Start with `measure_forgiveness`. It needs the compiled kernels.
"""

import math
from hashlib import sha256
from typing import Protocol

from ludoscope.games.patience.position import Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.variants import KINGS
from ludoscope.search.kernels import Status, is_compiled
from ludoscope.search.patience import freecell, proof, same_suit
from ludoscope.search.patience.freecell_best_first import SCHEDULE
from ludoscope.search.seeded_random import SeededRandom

WALKS = 48
MAX_WALK_MOVES = 60
QUICK_POSITIONS = 1_000  # of the best-first search of FreeCell before the exhaustive one
MAX_START_POSITIONS = 1_000_000  # of the exhaustive search of the deal itself
MAX_POSITIONS = 20_000  # of the exhaustive search; ten times as many change no grade in a hundred
MEMORY_BYTES = 1 << 28  # never reached with so few positions


class Judge(Protocol):
    """A decision procedure for positions of a game.

    Attributes:
        judged: The number of positions judged.
        undecided: The number of those that were not decided.
    """

    judged: int
    undecided: int

    def is_lost(self, position: Position, max_positions: int = MAX_POSITIONS) -> bool:
        """Return True if a position is proved lost by searching at most so many positions."""
        ...


def measure_forgiveness(game: PatienceGame, salt: str = "") -> float | None:
    """Return the geometric mean of the number of random moves that lose the deal.

    A walk that does not lose it within `MAX_WALK_MOVES` moves counts as one move more.

    Args:
        game: The deal; its rules about the foundation do not matter.
        salt: Another text gives other walks, to measure how much the figure depends on them.

    Returns:
        The mean, from 1 to 61; None if the deal is proved lost, or if no compiled kernel plays it.
    """
    if not game.variant.is_standard or (judge := new_judge(game)) is None:
        return None
    game = PatienceGame(game.variant, game.start)
    if judge.is_lost(game.start, MAX_START_POSITIONS):
        return None
    digest = sha256((game.text(game.start) + salt).encode()).digest()
    rng = SeededRandom(int.from_bytes(digest[:8], "big"))
    lost_after = [find_first_lost(judge, random_walk(game, rng)) for _ in range(WALKS)]
    return math.exp(sum(map(math.log, lost_after)) / WALKS)


def random_walk(game: PatienceGame, rng: SeededRandom) -> list[Position]:
    """Return the positions of a random game, the start first, none of them twice.

    It ends with a win, after `MAX_WALK_MOVES` moves, or where all moves lead back.
    """
    path = [game.start]
    seen = {game.key(game.start)}
    while len(path) <= MAX_WALK_MOVES and not game.is_won(path[-1]):
        moves = game.moves(path[-1])
        while moves:
            child = game.play(path[-1], moves.pop(rng.randrange(len(moves))))
            if (key := game.key(child)) not in seen:
                seen.add(key)
                path.append(child)
                break
        else:
            break
    return path


def find_first_lost(judge: Judge, path: list[Position]) -> int:
    """Return the index of the first lost position; `MAX_WALK_MOVES` + 1 if none is lost.

    The first position of the path is not lost.
    """
    first, end = 1, len(path)
    while first < end:
        middle = (first + end) // 2
        if judge.is_lost(path[middle]):
            end = middle
        else:
            first = middle + 1
    return first if first < len(path) else MAX_WALK_MOVES + 1


def new_judge(game: PatienceGame) -> Judge | None:
    """Return a judge of the positions of a variant; None if no compiled kernel is fast enough."""
    if same_suit.supports(game.variant) and all(map(is_compiled, same_suit.KERNELS)):
        return _SameSuitJudge(game)
    if freecell.supports(game.variant) and all(
        map(is_compiled, (*freecell.KERNELS, *proof.KERNELS))
    ):
        return _FreeCellJudge(game)
    return None


class _FreeCellJudge:
    """A judge that runs a best-first search, which finds most wins, then an exhaustive one."""

    def __init__(self, game: PatienceGame) -> None:
        from ludoscope.search.patience.kernels.freecell_best_first import FreeCellSearch

        self.judged = self.undecided = 0
        self._quick_search = FreeCellSearch(SCHEDULE, game.variant.cells)  # pyright: ignore[reportCallIssue]
        self._rules = proof.rule_tables(PatienceGame(game.variant, game.start))

    def is_lost(self, position: Position, max_positions: int = MAX_POSITIONS) -> bool:
        from ludoscope.search.patience.kernels.proof import Proof

        self.judged += 1
        columns, cells, foundation, _ = position
        self._quick_search.start_search(columns, cells, foundation, True, MEMORY_BYTES)
        if self._quick_search.run(QUICK_POSITIONS) is Status.SOLVED:
            return False
        search = Proof(*proof.to_kernel(position), self._rules, False, MEMORY_BYTES)  # pyright: ignore[reportCallIssue]
        status = search.run(max_positions)
        self.undecided += status is not Status.SOLVED and status is not Status.EXHAUSTED
        return status is Status.EXHAUSTED


class _SameSuitJudge:
    """A judge that searches all states of Seahaven or Midnight Oil."""

    def __init__(self, game: PatienceGame) -> None:
        self.judged = self.undecided = 0
        self._game = game

    def is_lost(self, position: Position, max_positions: int = MAX_POSITIONS) -> bool:
        from ludoscope.search.patience.kernels.same_suit_search import SameSuitSearch

        self.judged += 1
        if self._game.is_won(position):
            return False
        variant = self._game.variant
        search = SameSuitSearch(
            position.columns,  # pyright: ignore[reportCallIssue]
            variant.cells,
            variant.fill_rule == KINGS,
            MEMORY_BYTES,
        )
        status = search.run(max_positions)
        self.undecided += status is not Status.SOLVED and status is not Status.EXHAUSTED
        return status is Status.EXHAUSTED
