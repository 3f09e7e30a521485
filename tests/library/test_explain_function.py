"""`ludoscope.explain`: results, reports, errors, and a game that no worker can import."""

from typing import Any

import pytest
from counting_game import Countdown

import ludoscope

LOST_GRID = "......\n...B..\nAA.B..\n...B.C\n...D.C\n...D.."


def test_an_explanation_and_its_reports() -> None:
    reports: list[ludoscope.ExplanationProgress] = []
    puzzle = ludoscope.puzzle("MidnightOil.2")
    after_a_move = puzzle.after(puzzle.start.moves[:1])  # taking moves back is always reported
    explanation = ludoscope.explain(after_a_move, progress=reports.append)
    assert isinstance(explanation, ludoscope.Explanation)
    assert explanation.is_lost
    assert explanation.is_complete
    assert (reports[0].stage, reports[0].done, reports[0].total) == ("moves", 1, 1)
    assert all(report.done <= report.total for report in reports)


def test_changes_have_positions_and_moves() -> None:
    puzzle = ludoscope.parse(LOST_GRID, "rush")
    explanation = ludoscope.explain(puzzle)
    (kind,) = explanation.kinds
    assert [win.change.text for win in kind.wins] == ["take away boat B", "take away boat D"]
    assert explanation.smallest_size == 1


def test_errors() -> None:
    puzzle = ludoscope.puzzle("orush-02")
    with pytest.raises(ludoscope.Error, match="above 0"):
        ludoscope.explain(puzzle, time=0)
    with pytest.raises(TypeError, match="progress"):
        ludoscope.explain(puzzle, progress=3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="puzzle"):
        ludoscope.explain("orush-02")  # type: ignore[arg-type]


class Trap(Countdown):
    """A countdown from 5 to 0 that ends at 2 if it gets there, or is at 3."""

    family = "trap"

    def moves(self, position: int) -> list[int]:
        return {5: [1, 2], 4: [4], 3: [1]}.get(position, [])


def test_a_game_of_a_script_is_explained_in_this_process() -> None:
    class TrapFamily(ludoscope.GameFamily):  # in a function: no worker can import it
        name, title, goal = "trap", "Trap", "Count down to 0."

        def from_spec(self, spec: dict[str, Any]) -> Trap:
            return Trap(spec["start"])

    with ludoscope.register(TrapFamily):
        puzzle = ludoscope.Puzzle("trap", Trap(5), "").after([2, 1])
        explanation = ludoscope.explain(puzzle)
        assert "Take back 2 moves, and it can be won; fewer do not help." in str(explanation)
        (win,) = explanation.kinds[0].wins
        assert (win.change.position, win.moves) == (5, (1, 4))
