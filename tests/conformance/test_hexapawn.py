"""Hexapawn against published data: values and counts of calls."""

import os
import random

import pytest

from ludoscope.games.hexapawn.formats import read_board
from ludoscope.games.hexapawn.rules import HexapawnGame, Position, parse_game
from ludoscope.search.budget import Limits
from ludoscope.search.generic.adversarial import memo_negamax, negamax, symmetric_negamax
from ludoscope.search.generic.null_window import mtd_f
from ludoscope.search.hexapawn.compiled import KERNEL_MODULES, compiled_mtd
from ludoscope.search.kernels import is_compiled
from ludoscope.search.verify import verify_value

# By rows, from two columns on.
VALUES = {
    3: (-2, -6, 5, 7, -8, 9, 11),
    4: (-6, -8, 11, -14, -16, 19, -24),
    5: (-6, 11, -16, 19, -22, 29, 29),
    6: (-10, -14, 21, 29, -30, -34),
    7: (-10, 19, -24, 29, 39),
}
FULL = bool(os.environ.get("LUDOSCOPE_FULL"))
EXACT = compiled_mtd if all(map(is_compiled, KERNEL_MODULES)) else mtd_f
SLOW = {(4, 8), (5, 7), (5, 8), (6, 6), (6, 7), (7, 6)}  # up to minutes
if EXACT is mtd_f:
    SLOW |= {(4, 7), (4, 8), (5, 6), (5, 7), (6, 5), (6, 6), (7, 5)}


def solve(solver, game, position):
    *_, verdict = solver(game, position, Limits(memory=4 << 30))
    return verdict


def test_positions(records):
    """Every one: its value, its calls plain and memoised, its line replayed."""
    for record in records("hexapawn"):
        board, value, calls, with_memory = record.split()
        rows = board.replace(".", " ").split("/")
        game = read_board("\n".join([str(len(rows)), str(len(rows[0])), *rows]))
        assert game.spec() == parse_game(f"{board} W").spec()
        if int(calls) < 1_000_000:
            plain = solve(negamax, game, game.start)
            assert (plain.value, plain.explored) == (int(value), int(calls))
        elif not FULL:
            continue  # seconds, with a memory of results too
        memoised = solve(memo_negamax, game, game.start)
        assert memoised.value == int(value)
        assert with_memory in ("-", str(memoised.explored))
        assert verify_value(game, game.start, memoised.moves, memoised.value).is_valid


@pytest.mark.parametrize(
    ("rows", "columns", "value"),
    [
        pytest.param(
            rows,
            columns,
            value,
            id=f"{rows}x{columns}",
            marks=pytest.mark.long if (rows, columns) in SLOW else (),
        )
        for rows, values in VALUES.items()
        for columns, value in enumerate(values, 2)
    ],
)
def test_values_of_full_starts(rows, columns, value):
    game = HexapawnGame(rows, columns)
    assert solve(EXACT, game, game.start).value == value


@pytest.mark.long
def test_solvers_agree_on_random_positions():
    chance = random.Random(1)
    for _ in range(150):
        game = HexapawnGame(chance.randint(3, 5), chance.randint(3, 4))
        white = black = 0
        for cell in range(game.rows * game.columns):
            pawn = chance.choice("Pp....")
            white |= (pawn == "P") << cell
            black |= (pawn == "p") << cell
        position = Position(white, black, chance.random() < 0.5)
        values = {
            solve(s, game, position).value
            for s in (negamax, memo_negamax, symmetric_negamax, EXACT)
        }
        assert len(values) == 1, game.text(position)
