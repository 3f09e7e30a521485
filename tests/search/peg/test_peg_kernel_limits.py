"""Limits of the kernels of peg solitaire: each is an error or a verdict, never a wrong answer."""

import pytest

from ludoscope.games.peg.board import BOARDS
from ludoscope.games.peg.notation import count_moves
from ludoscope.games.peg.rules import PegGame
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Solved
from ludoscope.search.kernels import Status, is_compiled
from ludoscope.search.peg.fewest import fewest
from ludoscope.search.peg.levels import count_reachable
from ludoscope.search.peg.solvers import SWEEP_KERNELS

pytestmark = pytest.mark.skipif(
    not all(map(is_compiled, SWEEP_KERNELS)), reason="kernels are not compiled"
)

TRIANGLE = BOARDS["triangle"]
GAME = PegGame(TRIANGLE, TRIANGLE.all_holes & ~1, 1)
ZERO = (0,) * len(TRIANGLE.holes)


def kernel_problem(game: PegGame = GAME):
    from ludoscope.search.peg.kernels.problem import Problem

    symmetries = list(game.symmetries[1:])
    return Problem(
        list(game.board.jumps), symmetries, len(game.board.holes), game.start, game.finish
    )


def test_more_pagodas_than_fit_are_an_error() -> None:
    problem = kernel_problem()
    problem.set_pagodas([ZERO] * 256)
    with pytest.raises(ValueError, match="257 pagodas"):
        problem.set_pagodas([ZERO] * 257)


@pytest.mark.parametrize(
    "weights",
    [
        (60,) * len(TRIANGLE.holes),  # the excess of the start is 13 · 60
        (0,) + (-1,) * (len(TRIANGLE.holes) - 1),  # the start is refuted
        (0,) * 14 + (1,),  # a jump increases the sum
    ],
)
def test_weights_that_do_not_fit_into_a_pack_are_an_error(weights: tuple[int, ...]) -> None:
    from ludoscope.search.peg.kernels.depth_first import DepthFirst

    problem = kernel_problem()
    with pytest.raises(ValueError, match="do not fit"):
        problem.set_pagodas([weights])
    search = DepthFirst(problem, 1 << 24)  # without pagodas
    while search.run(10_000) is Status.SEARCHING:
        pass
    assert search.status is Status.SOLVED


def test_a_board_without_holes_is_an_error() -> None:
    from ludoscope.search.peg.kernels.problem import Problem

    with pytest.raises(ValueError, match="64 holes"):
        Problem([], [], 0, 0, 0)


@pytest.mark.parametrize("max_goals", [-1, 0, 1 << 31])
def test_a_number_of_goals_that_cannot_be_stored_is_an_error(max_goals: int) -> None:
    from ludoscope.search.peg.kernels.goals import Goals

    with pytest.raises(ValueError, match="goals"):
        Goals(kernel_problem(), max_goals)


def test_one_goal_is_the_finish() -> None:
    from ludoscope.search.peg.kernels.goals import Goals

    goals = Goals(kernel_problem(), 1)
    assert goals.path_to_finish(GAME.finish) == [GAME.finish]


def test_a_path_from_a_position_that_is_no_goal_is_an_error() -> None:
    from ludoscope.search.peg.kernels.goals import Goals

    with pytest.raises(ValueError, match="not a goal"):
        Goals(kernel_problem(), 10).path_to_finish(GAME.start)


def test_limits_of_a_beam() -> None:
    from ludoscope.search.peg.kernels.beam import Beam
    from ludoscope.search.peg.kernels.goals import Goals

    problem = kernel_problem()
    goals = Goals(problem, 10)
    for width in (0, 1 << 30):
        with pytest.raises(ValueError, match="width"):
            Beam(problem, goals, width, 1 << 40)
    beam = Beam(problem, goals, 100, 1_000)
    assert beam.status is Status.OUT_OF_MEMORY
    assert beam.sample == GAME.start
    with pytest.raises(ValueError, match="no solution"):
        _ = beam.positions
    reverse = kernel_problem(PegGame(TRIANGLE, GAME.finish, GAME.start))
    with pytest.raises(ValueError, match="more pegs"):
        Beam(reverse, Goals(reverse, 10), 100, 1 << 20)


def test_pagodas_other_than_those_of_the_problem_are_an_error() -> None:
    from ludoscope.search.peg.kernels.bounds import Bounds
    from ludoscope.search.peg.kernels.child_buckets import ChildBuckets

    problem = kernel_problem()
    problem.set_pagodas([ZERO] * 33)
    with pytest.raises(ValueError, match="those of the problem"):
        Bounds(problem, [], [ZERO], False)
    with pytest.raises(ValueError, match="those of the problem"):
        ChildBuckets(problem, [ZERO], [0], [], [])
    problem.set_pagodas([])
    with pytest.raises(ValueError, match="36 jumps and 2 symmetries"):
        ChildBuckets(problem, [], [], [0], [[0]])


def test_ranks_of_too_many_bits_are_an_error() -> None:
    from ludoscope.search.peg.kernels.bucket_tables import BucketTables

    with pytest.raises(ValueError, match="8 bits"):
        BucketTables(8)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        (b"\x80" * 9 + b"\x02", 1),  # 2⁶⁴
        (b"\xff" * 9 + b"\x01" + b"\x00", 2),  # 2⁶⁴ − 1, 2⁶⁴
        (b"\x05" + b"\xff" * 9 + b"\x01", 2),  # 5, 5 + 2⁶⁴
    ],
)
def test_packed_numbers_beyond_64_bits_are_an_error(text: bytes, count: int) -> None:
    from ludoscope.search.peg.kernels.packing import unpack

    with pytest.raises(ValueError, match="packed numbers"):
        unpack(text, count)


def test_the_greatest_number_is_packed() -> None:
    from ludoscope.search.peg.kernels.packing import pack, unpack

    numbers = bytearray(b"\xff" * 8 + b"\x00" * 8)
    packed = pack(bytearray(numbers))
    assert unpack(packed, 2) == b"\x00" * 8 + b"\xff" * 8


def test_a_start_without_pegs_is_one_position() -> None:
    with pytest.raises(StopIteration) as end:
        next(count_reachable(PegGame(TRIANGLE, 0, 1), Budget(Limits())))
    assert end.value.value == [1]


def test_more_threads_than_the_kernel_has_room_for_are_not_used() -> None:
    *_, verdict = fewest(GAME, GAME.start, Limits(jobs=200))
    assert isinstance(verdict, Solved)
    assert count_moves(verdict.moves) == 10
