"""The compiled questions against the readable ones: the same answers, position for position."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.hexapawn import HexapawnGame, parse_line
from search.compiled_mtd import compiled_mtd, narrowed, widened
from search.events import GaveUp
from search.kernels import compiled
from search.mtd import FAR, mtd
from search.verify import replay_value
from search.watch import Limits

pytestmark = pytest.mark.skipif(not compiled("hexapawn_mtd"), reason="the kernel is not compiled")


def solve(solver, game, **limits):
    *_, verdict = solver(game, game.start, Limits(**limits))
    return verdict


@st.composite
def positions(draw):
    rows, columns = draw(st.sampled_from([(2, 8), (3, 5), (4, 4), (5, 4), (5, 1), (8, 3)]))
    cells = st.text("Pp..", min_size=columns, max_size=columns)
    drawn = draw(st.lists(cells, min_size=rows, max_size=rows))
    return parse_line("/".join(drawn) + " " + draw(st.sampled_from("WB")))


@settings(max_examples=150, deadline=None)
@given(positions())
def test_the_same_search(game):
    readable = solve(mtd, game, explored=20_000)
    kernel = solve(compiled_mtd, game, explored=20_000)
    assert kernel.explored == readable.explored
    if not isinstance(readable, GaveUp):
        assert (kernel.value, kernel.moves) == (readable.value, readable.moves)


@pytest.mark.parametrize(
    ("rows", "columns", "value"),
    [(4, 6, -16), (5, 5, 19), (5, 6, -22), (6, 5, 29), (7, 4, -24), (3, 8, 11)],
)
def test_values_of_full_starts(rows, columns, value):
    game = HexapawnGame(rows, columns)
    verdict = solve(compiled_mtd, game)
    assert verdict.value == value
    assert replay_value(game, game.start, verdict.moves, value).right


@pytest.mark.parametrize(
    "line",
    [
        "/".join(["p........", ".........", "........P"]) + " W",  # more than eight columns
        "/".join(["p", *".........", "P"]) + " B",  # more than eight rows
        "/".join(["........"] * 2 + ["PPPPPPPP"] * 3 + ["pppppppp"] * 2 + ["........"]) + " W",
    ],
)
def test_boards_without_room_in_the_kernel_are_searched_all_the_same(line):
    game = parse_line(line)
    readable, kernel = (solve(s, game, explored=3_000) for s in (mtd, compiled_mtd))
    assert type(kernel) is type(readable)
    assert kernel.explored == readable.explored


def test_limits_are_kept():
    game = HexapawnGame(8, 8)
    assert "3,000" in solve(compiled_mtd, game, explored=3_000).reason
    assert "time limit" in solve(compiled_mtd, game, seconds=0.05).reason
    assert "1 MB, the memory limit" in solve(compiled_mtd, game, memory=1 << 20).reason


def test_progress_tells_where_the_search_stands():
    game = HexapawnGame(8, 8)
    *reports, _ = compiled_mtd(game, game.start, Limits(seconds=0.4))
    assert reports
    for report in reports:
        assert 0 < report.depth <= 112
        assert 0 < report.entries <= report.bytes / 24
        assert game.parse(game.text(report.sample)) == report.sample


@pytest.mark.parametrize("score", [FAR - 1, FAR - 40, 1 - FAR, -FAR, 20 - FAR])
def test_scales(score):
    assert widened(narrowed(score)) == score
    assert abs(narrowed(score)) <= 127


def test_the_question_of_winning_is_the_same_on_both_scales():
    assert (narrowed(1), narrowed(0)) == (1, 0)
