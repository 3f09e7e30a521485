"""The verifier: what it accepts is right, and what it refuses is told."""

import pytest

from ludoscope.puzzles.catalogue import find
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved
from ludoscope.search.generic.adversarial import memo_negamax
from ludoscope.search.verify import verify_value


@pytest.mark.parametrize(
    ("name", "value"), [("hexapawn-3x4", 5), ("hexapawn-3x3", -6), ("hexapawn-3x2", -2)]
)
def test_a_line_proves_a_value_of_its_sign_and_length_alone(name: str, value: int) -> None:
    game = find(name).game
    *_, verdict = memo_negamax(game, game.start, Limits())
    assert isinstance(verdict, Solved)
    assert verdict.value == value
    after = game.play(game.start, verdict.moves[0])
    for position, moves, true in (
        (game.start, verdict.moves, value),
        (after, verdict.moves[1:], 1 - value if value > 0 else -value - 1),
    ):
        assert verify_value(game, position, moves, true).is_valid
        for false in (-true, true + 1, true - 1, true + 2, true - 2):
            refused = verify_value(game, position, moves, false)
            assert refused.failed_move == len(moves) + 1
            assert refused.reason == f"a value of {false} needs {abs(false)} plies"
            assert refused.final_position == position


def test_a_line_that_breaks_off_or_is_illegal_proves_nothing() -> None:
    game = find("hexapawn-3x3").game
    *_, verdict = memo_negamax(game, game.start, Limits())
    assert isinstance(verdict, Solved)
    cut = verify_value(game, game.start, verdict.moves[:-2], -4)
    assert (cut.failed_move, cut.reason) == (5, "the game is not won at the end")
    twice = verify_value(game, game.start, verdict.moves[:1] * 2, -2)
    assert twice.failed_move == 2
