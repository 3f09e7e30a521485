"""The limits of the hexapawn kernels: games that are too long, and memory beyond the table's."""

import pytest

from ludoscope.games.hexapawn.rules import parse_game
from ludoscope.search.budget import Limits
from ludoscope.search.generic.null_window import MAX_PLIES
from ludoscope.search.hexapawn.compiled import KERNEL_MODULES, KernelSearch
from ludoscope.search.kernels import is_compiled

pytestmark = pytest.mark.skipif(
    not all(map(is_compiled, KERNEL_MODULES)), reason="the kernel is not compiled"
)


def new_kernel(rows, columns, memory_limit=1 << 20):
    from ludoscope.search.hexapawn.kernels.null_window import NullWindowKernel

    return NullWindowKernel(rows, columns, memory_limit)


@pytest.mark.parametrize("side", ["W", "B"])
def test_a_game_that_could_be_too_long_is_refused(side) -> None:
    white, black = ("P" * 8, "p" * 8)
    rows = [black, *["." * 8] * 4, white, white, white]  # 18 · 8 steps of white, 7 · 8 of black
    game = parse_game("/".join(rows) + f" {side}")
    search = KernelSearch(game, Limits())
    with pytest.raises(ValueError, match="up to 200 plies to play, expected at most 120"):
        next(search.null_window_search(game.start, 1))


def test_the_longest_game_is_not_refused() -> None:
    rows = ["p" * 8, *["." * 8] * 5, "." * 7 + "P", "P" * 8]  # 56 + 56 + 6 plies
    game = parse_game("/".join(rows) + " W")
    search = KernelSearch(game, Limits(explored=1_000))
    next(search.null_window_search(game.start, 1))
    assert search.budget.stop_reason


def test_a_board_that_is_too_large_is_refused() -> None:
    for rows, columns in ((9, 3), (3, 9), (1, 3)):
        with pytest.raises(ValueError, match="expected 2 to 8 rows and 1 to 8 columns"):
            new_kernel(rows, columns)


def test_memory_beyond_what_the_hash_can_tell_apart_is_not_used() -> None:
    game = parse_game("pppp/..../..../PPPP W")
    search = KernelSearch(game, Limits(memory=1 << 70))
    *_, score = drain(search.exact_score(game.start))
    assert score == MAX_PLIES - 11


def drain(events):
    """Yield the events of a generator and the value it returns."""
    value = yield from events
    yield value
