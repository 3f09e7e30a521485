"""fewest: every solution is replayed, its moves counted by following the pegs."""

import random
import re
from itertools import groupby

import pytest
import sweeps
from many import first_of, many

from ludoscope.games.peg.board import BOARDS, Board
from ludoscope.games.peg.notation import count_moves
from ludoscope.games.peg.rules import PegGame
from ludoscope.puzzles.peg.lucas import lucas_problem
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp, Progress, Solved, Unsolvable, Verdict
from ludoscope.search.kernels import is_compiled
from ludoscope.search.peg.fewest import fewest
from ludoscope.search.peg.solvers import SWEEP_KERNELS
from ludoscope.search.registry import find_solver
from ludoscope.search.verify import replay

pytestmark = pytest.mark.skipif(
    not all(map(is_compiled, SWEEP_KERNELS)), reason="kernels not compiled here"
)

ENGLISH, TRIANGLE = BOARDS["english"], BOARDS["triangle"]
SMALL = {
    "square": Board.from_rows(["....", "....", "....", "...."]),
    "wide": Board.from_rows([".....", ".....", "....."]),
    "gaps": Board.from_rows(["....", ". ..", ".....", " ..."]),
    "cross": Board.from_rows([" .. ", "....", "....", " .. "]),
    "triangle": TRIANGLE,
}


def decided(game: PegGame, limits: Limits | None = None) -> Verdict:
    """Run `fewest` and return its verdict; a solution is checked."""
    *reports, verdict = fewest(game, game.start, limits or Limits(seconds=60))
    assert all(isinstance(report, Progress) for report in reports)
    if isinstance(verdict, Solved):
        assert verdict.optimal_in == "moves"
        result = replay(game, game.start, verdict.moves)
        assert result.is_valid, result.reason
        assert count_moves(verdict.moves) == counted(game, verdict.moves)
    return verdict


def counted(game: PegGame, jumps: tuple) -> int:
    """Return how often the jumping peg changes."""
    pegs = {hole: hole for hole in range(len(game.board.holes)) if game.start >> hole & 1}
    jumpers = []
    for source, to in jumps:
        del pegs[game.board.jumped_holes[source, to]]
        pegs[to] = pegs.pop(source)
        jumpers.append(pegs[to])
    return len(list(groupby(jumpers)))


def least(game: PegGame) -> int | None:
    """Return the fewest moves by breadth-first search of (board, last peg); None if unsolvable."""
    layer = {(game.start, -1)}
    seen = set(layer)
    moves = 0
    while layer:
        queue, layer = list(layer), set()
        while queue:
            board, last = queue.pop()
            if board == game.finish:
                return moves
            for source, to in game.moves(board):
                state = (game.play(board, (source, to)), to)
                if source != last:
                    layer.add(state)
                elif state not in seen:
                    seen.add(state)
                    queue.append(state)
        layer -= seen
        seen |= layer
        moves += 1
    return None


def fewest_moves(game: PegGame) -> int | None:
    """Return the fewest moves according to the solver; None if unsolvable."""
    verdict = decided(game)
    if isinstance(verdict, Unsolvable):
        return None
    assert isinstance(verdict, Solved)
    return count_moves(verdict.moves)


def drawn(board: Board, seed: int) -> PegGame:
    """Return a random problem of at least half a dozen jumps, usually solvable."""
    chance = random.Random(seed)
    holes = range(len(board.holes))
    start = board.all_holes & ~sum(1 << hole for hole in chance.sample(holes, chance.randint(1, 4)))
    game = PegGame(board, start)
    position = start
    for _ in range(chance.randint(4, 12)):
        if moves := game.moves(position):
            position = game.play(position, chance.choice(moves))
    if not chance.randrange(8):
        position ^= 1 << chance.choice(holes)
    return PegGame(board, start, position)


@pytest.mark.parametrize("name", SMALL)
def test_as_few_as_a_plain_search_finds(name: str) -> None:
    said = [
        (least(game), fewest_moves(game))
        for game in (drawn(SMALL[name], n) for n in range(many(120)))
    ]
    assert [ours for _, ours in said] == [plain for plain, _ in said]
    assert len({plain for plain, _ in said}) > 3


@first_of("seed", range(6), 3)
def test_all_sixty_four_holes(seed: int) -> None:
    board = Board.from_rows(["." * 8] * 8)
    chance = random.Random(seed)
    corner = [hole for hole, (x, y) in enumerate(board.holes) if x > 4 and y < 5]
    start = position = sum(1 << hole for hole in chance.sample(corner, 9))
    game = PegGame(board, start)
    while moves := game.moves(position):
        position = game.play(position, chance.choice(moves))
    game = PegGame(board, start, position)
    assert fewest_moves(game) == least(game)


@pytest.mark.parametrize(
    ("vacancy", "last", "moves"), [(0, 0, 10), (1, 1, 11), (3, 3, 9), (4, 12, 11)]
)
def test_the_triangle(vacancy: int, last: int, moves: int) -> None:
    assert fewest_moves(PegGame(TRIANGLE, TRIANGLE.all_holes & ~(1 << vacancy), 1 << last)) == moves


@pytest.mark.parametrize(
    ("number", "moves"),
    [
        *((1, 5), (2, 6), (3, 5)),
        *(
            pytest.param(*one, marks=pytest.mark.long)
            for one in ((4, 6), (5, 9), (6, 8), (9, 8), (10, 8))
        ),
    ],
)
def test_lucas(number: int, moves: int) -> None:
    assert fewest_moves(lucas_problem(number)) == moves


@first_of("number", (1, 2, 3, 4, 5, 6), 2)
def test_every_division_into_two_sweeps_agrees(number: int) -> None:
    game = lucas_problem(number)
    moves = fewest_moves(game)
    for total in (moves - 1, moves):
        for forward_moves in range(total + 1):
            meeting = sweeps.meet(game, forward_moves, total - forward_moves, Limits())
            assert (meeting.board is not None) == (total == moves), (forward_moves, total)


def test_from_a_position_in_play() -> None:
    game = lucas_problem(3)
    position = game.play(game.start, decided(game).moves[0])
    later = PegGame(game.board, position, game.finish)
    *_, verdict = fewest(game, position, Limits(seconds=20))
    assert replay(game, position, verdict.moves).is_valid
    assert count_moves(verdict.moves) == least(later)


def test_won_already() -> None:
    verdict = decided(PegGame(TRIANGLE, 5, 5))
    assert isinstance(verdict, Solved)
    assert verdict.moves == ()


def test_what_cannot_be_solved_is_proved() -> None:
    board = BOARDS["european"]
    centre = 1 << board.hole_at(4, 4)
    assert "colouring" in decided(PegGame(board, board.all_holes & ~centre, centre)).proof
    alone = PegGame(TRIANGLE, TRIANGLE.all_holes & ~1, 1 << 4)
    assert isinstance(decided(alone), Unsolvable) == (least(alone) is None)


def test_limits_are_kept_and_what_is_known_is_told() -> None:
    game = PegGame(ENGLISH, ENGLISH.all_holes & ~(1 << 16), 1 << 16)
    for limits, word in (
        (Limits(explored=30_000), "30,000 positions"),
        (Limits(seconds=0.3), "time limit"),
        (Limits(memory=1 << 20), "1 MB, the memory limit"),
    ):
        verdict = decided(game, limits)
        assert isinstance(verdict, GaveUp)
        assert word in verdict.reason
        assert "moves are needed" in verdict.reason
        assert "suffice" in verdict.reason


def test_progress_tells_how_many_moves_are_needed_and_how_many_suffice() -> None:
    game = PegGame(ENGLISH, ENGLISH.all_holes & ~(1 << 16), 1 << 16)
    *reports, _ = fewest(game, game.start, Limits(explored=300_000))
    proved = [re.fullmatch(r"no solution in fewer than (\d+) moves", r.proved) for r in reports]
    bounds = [int(found[1]) for found in proved if found]
    assert bounds == sorted(bounds)
    assert 12 <= bounds[-1] <= 18
    for report in reports:
        assert report.best is None or report.best >= 18
        assert sum(report.levels) <= report.explored
        assert len(report.levels) <= 32
        assert report.entries * 8 <= report.bytes or not report.bytes
        assert game.parse(game.text(report.sample)) == report.sample


@pytest.mark.usefixtures("reporting_always")
def test_bound_of_one_move_is_not_worth_a_word() -> None:
    game = lucas_problem(1)
    *reports, _ = fewest(game, game.start, Limits())
    assert list(dict.fromkeys(report.proved for report in reports)) == [
        "",
        *(f"no solution in fewer than {total} moves" for total in (2, 3, 4)),
    ]


def test_a_board_too_large_is_refused_in_words() -> None:
    board = Board.from_rows(["." * 13] * 5)
    verdict = decided(PegGame(board, board.all_holes & ~1, 2))
    assert isinstance(verdict, GaveUp)
    assert "64 holes" in verdict.reason


def test_the_row_of_the_registry() -> None:
    row = find_solver(lucas_problem(1), "fewest")
    assert row.is_available
    assert row.guarantee == "fewest moves, or proof that there is no solution"
    *_, verdict = row.run(lucas_problem(1), lucas_problem(1).start, Limits())
    assert count_moves(verdict.moves) == 5
