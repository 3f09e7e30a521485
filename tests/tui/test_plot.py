"""Plots: what stands where, told apart without colour, in exactly the cells that there are."""

import subprocess
import sys
from itertools import pairwise
from math import ceil, floor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from many import each_of, many

from ludoscope.tui.text import drawing
from ludoscope.tui.text.plot import Axis, Bar, Series, draw_bars, draw_line_plot

RISING = Series("rising", [(0, 0), (5, 50), (10, 100)])
FALLING = Series("falling", [(0, 100), (10, 0)])


def text(block: drawing.Block) -> list[str]:
    return ["".join(text for text, _ in line) for line in block]


def test_both_axes_are_named_and_begin_at_zero() -> None:
    drawn = text(draw_line_plot([RISING], 60, 12, x_label="depth", y_label="positions"))
    assert drawn[0].split() == ["positions", "●", "rising"]
    assert drawn[1].startswith(" 100 ┤")
    assert drawn[9].startswith("   0 ┤●")
    assert drawn[10].endswith(" depth ┬")
    assert drawn[11].split() == ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]


def test_lines_pass_through_their_points_over_the_whole_width() -> None:
    drawn = text(draw_line_plot([RISING, FALLING], 60, 12))
    assert drawn[0].split() == ["●", "rising", "◇", "falling"]
    assert drawn[1].endswith("●")
    assert drawn[9].endswith("◇")


def test_the_numbers_of_an_axis_do_not_touch() -> None:
    for width in range(20, 200, 9):
        numbers = text(draw_line_plot([RISING], width, 12, x_label="depth"))[-1]
        assert 2 <= len(numbers.split()) <= 11, width
        assert numbers.split()[0] == "0"
        assert numbers.split()[-1] == "10", width


def test_the_last_number_does_not_touch_the_one_before_it() -> None:
    curve = Series("", [(0.0, 0), (0.07, 1400)])
    for width in range(22, 130, 4):
        *_, edge, numbers = text(draw_line_plot([curve], width, 8))
        found = numbers.split()
        assert found[0] == "0", width
        assert found[-1] in ("0.05", "0.06", "0.07"), numbers
        assert 2 <= len(found) <= edge.count("┬"), width


def test_time_has_an_axis_of_seconds() -> None:
    curve = Series("", [(0.0, 0), (0.21, 400), (0.42, 1400)])
    drawn = text(draw_line_plot([curve], 60, 12, x_label="seconds", y_label="positions"))
    assert drawn[-2].rstrip("─┬").endswith(" seconds ")
    assert drawn[-1].split() == ["0", "0.05", "0.1", "0.15", "0.2", "0.25", "0.3", "0.35", "0.4"]


def test_steps_hold_their_value() -> None:
    drawn = text(draw_line_plot([RISING], 60, 12, steps=True))
    middle = next(line for line in drawn if line.startswith("  50 ┤"))
    assert middle.count("⠒") + middle.count("⠤") + middle.count("⣀") + middle.count("⠉") > 15


def test_a_logarithmic_axis_has_decades() -> None:
    drawn = text(draw_line_plot([Series("all", [(0, 0), (1, 10), (2, 10_000)])], 60, 14, log=True))
    said = [line.split()[0] for line in drawn if "┤" in line]
    assert said == ["10k", "1k", "100", "10", "1"]


def test_values_of_three_orders_of_magnitude_take_a_logarithmic_axis() -> None:
    def drawn(highest: float) -> str:
        lines = text(draw_line_plot([Series("", [(0, 1), (9, highest)])], 60, 14, y_label="calls"))
        return lines[0].strip()

    assert drawn(999) == "calls"
    assert drawn(1000) == "calls (log scale)"
    bars = [Bar("a", 0.004, ""), Bar("b", 4, "")]
    assert text(draw_bars(bars, 60, 9, "seconds"))[0].strip() == "seconds (log scale)"


def test_a_logarithmic_axis_of_fractions_begins_at_a_power_of_ten() -> None:
    drawn = text(draw_line_plot([Series("", [(1, 0.004), (9, 5.2)])], 60, 14, log=True))
    said = [line.split()[0] for line in drawn if "┤" in line]
    assert said == ["1", "0.1", "0.01", "0.001"]


def test_a_large_logarithmic_axis_has_numbers_between_the_decades() -> None:
    drawn = text(draw_line_plot([Series("", [(1, 1), (9, 1000)])], 60, 45, log=True))
    said = [line.split()[0] for line in drawn if "┤" in line]
    assert said == ["1k", "500", "200", "100", "50", "20", "10", "5", "2", "1"]


def test_ascii_plot_is_ascii() -> None:
    drawn = text(draw_line_plot([RISING, FALLING], 60, 12, ascii_only=True))
    inside = [char for line in drawn for char in line if char not in "┤│└─┬"]
    assert "".join(inside).isascii()
    assert any("o" in line[8:] and "+" in line[8:] for line in drawn)


def test_plot_without_data_says_so() -> None:
    for series in ([], [Series("none", [])]):
        drawn = [line.strip() for line in text(draw_line_plot(series, 40, 8))]
        assert "".join(drawn) == "Nothing to plot yet"


points = st.lists(
    st.tuples(st.integers(0, 200), st.one_of(st.integers(0, 10**9), st.floats(0, 1e6))), max_size=8
)


@settings(max_examples=many(100), deadline=None)
@given(
    st.lists(points, max_size=10), st.integers(1, 90), st.integers(1, 20), st.booleans(), st.data()
)
def test_plot_has_exactly_the_requested_size(data, width, height, log, more) -> None:
    series = [Series(f"number {at}", found) for at, found in enumerate(data)]
    ascii_only = more.draw(st.booleans())
    block = draw_line_plot(series, width, height, x_label="depth", log=log, ascii_only=ascii_only)
    assert [drawing.line_width(line) for line in block] == [width] * height
    assert block == draw_line_plot(
        series, width, height, x_label="depth", log=log, ascii_only=ascii_only
    )


@given(st.floats(0, 1e9), st.floats(1, 1e9), st.integers(1, 30), st.booleans())
@settings(deadline=None)
def test_an_axis_has_two_numbers_at_least(first, span, most, log) -> None:
    axis = Axis(1 if log else first, first + max(span, 10 if log else 1), 100, log)
    ticks = axis.ticks(most)
    there = 2 if log else 1 + floor(axis.last) - ceil(axis.first)
    assert len(ticks) >= min(2, there)
    assert len(ticks) <= max(2, most)
    assert all(axis.first <= tick <= axis.last for tick in ticks)
    assert len({b - a for a, b in pairwise(ticks)}) <= 1 or log


@each_of("top", [3, 13, 49, 99, 170, 999])
def test_the_lowest_plot_has_two_numbers(top: int) -> None:
    drawn = text(draw_line_plot([Series("all", [(0, 1), (9, top)])], 60, 5))
    assert sum("┤" in line for line in drawn) == 2


def test_bars_use_the_height_and_have_a_scale() -> None:
    bars = [Bar("a", 10, "10 s"), Bar("bb", 5, "5 s")]
    drawn = text(draw_bars(bars, 60, 11, "seconds"))
    assert drawn[0].strip() == "seconds"
    assert [line.count("█") > 0 for line in drawn[1:9]] == [True] * 3 + [False] + [True] * 3 + [
        False
    ]
    assert drawn[10].split() == [str(number) for number in range(11)]


def test_bars_are_as_long_as_their_values() -> None:
    drawn = text(draw_bars([Bar("a", 10, "10 s"), Bar("bb", 5, "5 s"), Bar("c", None, "–")], 40, 3))
    assert drawn[0].count("█") == pytest.approx(2 * drawn[1].count("█"), abs=1)
    assert "█" not in drawn[2]
    assert drawn[2].rstrip().endswith("–")


def test_the_library_is_loaded_with_the_first_plot() -> None:
    code = "import ludoscope.tui.text.plot, sys; assert 'plotille' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
