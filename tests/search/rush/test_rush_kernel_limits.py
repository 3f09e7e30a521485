"""The limits of the ORush kernels: what exceeds them is refused, and what meets them is exact."""

from random import Random

import pytest
from many import each_of

from ludoscope.search.kernels import Status, is_compiled
from ludoscope.search.rush.compiled import line_tables

pytestmark = pytest.mark.skipif(
    not is_compiled("ludoscope.search.rush.kernels.annealing"), reason="kernels not compiled"
)

TWO_BOATS = (8, 0, (2, 2))  # 15 arrangements, more than any other line has
ONE_BOAT = (8, 0, (2,))
EXIT = 1 << 4  # the last arrangement of a boat of length 2 on 6 cells


def new_search(lines, memory_limit=1 << 24):
    from ludoscope.search.rush.kernels.breadth_first import BreadthFirst

    return BreadthFirst(lines, 0, 0, 0, memory_limit)


def new_annealer(options, hero=2):
    from ludoscope.search.rush.kernels.annealing import Annealer

    return Annealer(options, hero, EXIT, 0, 3, 5_000, 500, 192, 1)


def annealer_options():
    """Return options for A on row 2 of a 6×6 grid and at most one boat on other lines."""
    choices = [None, line_tables(6, 0, (2,))]
    options = [list(choices) if place % 8 < 6 else [None] for place in range(16)]
    options[2] = [line_tables(6, 0, (2,))]
    return options


def test_lines_that_exceed_a_state_of_64_bits_are_refused() -> None:
    with pytest.raises(ValueError, match="64 bits of a state, expected at most 63"):
        new_search([line_tables(*TWO_BOATS)] * 16)


def test_states_of_26_boats_are_exact() -> None:
    """The letters name 26 boats; ten lines with two and six lines with one take 58 bits."""
    lines = [line_tables(*TWO_BOATS)] * 10 + [line_tables(*ONE_BOAT)] * 6
    search = new_search(lines)
    random = Random(26)
    states = {}
    for _ in range(500):
        numbers = [random.randrange(len(one.arrangements)) for one in lines]
        search.start(numbers)
        assert search.last_expanded >> 63  # hashed
        assert search.numbers(search.last_expanded) == numbers
        assert states.setdefault(search.last_expanded, numbers) == numbers


def test_too_many_arrangements_of_a_line_are_refused() -> None:
    with pytest.raises(ValueError, match="21 arrangements, expected 1 to 16"):
        line_tables(9, 0, (2, 2))
    with pytest.raises(ValueError, match="0 arrangements"):
        line_tables(2, 0, (3,))


def test_annealing_runs_on_options_within_its_limits() -> None:
    annealer = new_annealer(annealer_options())
    while annealer.run(1_000) is Status.SEARCHING:
        pass
    assert annealer.hardest()[0] >= 3


@each_of(
    ("place", "choices", "message"),
    [
        (0, [None] * 9, "9 options for a line, expected 1 to 8"),
        (0, [], "0 options for a line"),
        (9, [None, line_tables(*TWO_BOATS)], "15 arrangements of a line, expected at most 8"),
        (2, [None], "one option for the row of boat A"),
        (2, [line_tables(6, 0, (2,))] * 2, "one option for the row of boat A"),
    ],
)
def test_options_beyond_the_limits_of_annealing_are_refused(place, choices, message) -> None:
    options = annealer_options()
    options[place] = choices
    with pytest.raises(ValueError, match=message):
        new_annealer(options)


def test_annealing_without_a_choice_is_refused_instead_of_running_for_ever() -> None:
    options = [[choices[-1]] for choices in annealer_options()]
    with pytest.raises(ValueError, match="no draft can be changed"):
        new_annealer(options)
    with pytest.raises(ValueError, match="15 lines, expected 16"):
        new_annealer(options[1:])
