"""What users of the library do with any puzzle: lines, texts of several moves, solvers, limits."""

import threading
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from counting_game import Countdown, CountdownFamily
from many import each_of

import ludoscope
from ludoscope import Solved

PUZZLES = ["lucas-07", "FreeCell.4", "ms-1941-free", "orush-20", "hexapawn-3x3"]


@each_of("name", PUZZLES)
def test_a_shared_line_has_all_of_a_puzzle(name: str) -> None:
    puzzle = ludoscope.puzzle(name)
    for moves in ([], [puzzle.position.moves[0]]):
        played = puzzle.after(moves)
        assert ludoscope.parse(ludoscope.shared_line(played)) == played


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("FreeCell.4", "43 T\n"),
        ("orush-02", "C>B>"),
        ("hexapawn-3x3", "b1b2 a3xb2"),
        ("lucas-07", None),
    ],
)
def test_one_text_plays_several_moves(name: str, text: str | None) -> None:
    puzzle = ludoscope.puzzle(name)
    if text is None or name == "FreeCell.4":
        verdict = ludoscope.solve(puzzle)
        assert isinstance(verdict, ludoscope.Solved)
        text = ludoscope.notation(puzzle, verdict.moves[:3])
    assert puzzle.position.play(text) == puzzle.after(text).position
    with pytest.raises(ludoscope.Error, match="found '', expected a move"):
        puzzle.position.play("")


def test_a_solver_is_given_by_itself_or_by_its_name() -> None:
    puzzle = ludoscope.puzzle("orush-02")
    solver = ludoscope.solvers(puzzle)[1]
    by_itself = ludoscope.solve(puzzle, solver)
    by_name = ludoscope.solve(puzzle, solver.name)
    assert by_itself.explored == by_name.explored
    assert [v.explored for _, v in ludoscope.solve_many([puzzle], solver)] == [by_name.explored]


def test_a_solver_that_was_changed_is_refused() -> None:
    puzzle = ludoscope.puzzle("orush-02")
    solver = ludoscope.solvers(puzzle)[1]
    changed = replace(solver, options={**solver.options, "jobs": 1})
    said = f"the solver {solver.name} differs from the one that rush has registered"
    with pytest.raises(ludoscope.Error, match=said):
        ludoscope.solve(puzzle, changed)
    with pytest.raises(ludoscope.Error, match=said):
        list(ludoscope.solve_many([puzzle], changed))
    assert isinstance(ludoscope.solve(puzzle, replace(changed, options=solver.options)), Solved)


def test_solvers_hash_by_value() -> None:
    solvers = ludoscope.solvers("patience")
    assert len({*solvers, *map(replace, solvers)}) == len(solvers)


def test_a_game_that_is_not_registered_is_an_error() -> None:
    puzzle = ludoscope.Puzzle("countdown-3", Countdown(3), "3")
    for call in (ludoscope.solve, ludoscope.solvers, ludoscope.explore, ludoscope.adjudicate):
        with pytest.raises(ludoscope.Error, match="no game 'countdown'; `register` adds one"):
            call(puzzle)


def test_what_is_left_of_a_game_that_was_removed_raises_error() -> None:
    with ludoscope.register(CountdownFamily):
        puzzle = ludoscope.Puzzle("countdown-3", Countdown(3), "3")
        verdict = ludoscope.solve(puzzle)
        assert str(verdict) == "1\n1\n1"
    for what in (puzzle, verdict):
        for call in (str, ludoscope.svg):
            with pytest.raises(ludoscope.Error, match="no game 'countdown'"):
                call(what)


def test_a_game_and_its_family_have_the_same_number_of_players() -> None:
    class Duel(Countdown):
        players = 2

    with ludoscope.register(CountdownFamily):
        puzzle = ludoscope.Puzzle("countdown-3", Duel(3), "3")
        said = "found players 2 in the game, expected 1 as in the family countdown"
        for call in (ludoscope.solve, ludoscope.solvers, ludoscope.explore):
            with pytest.raises(ludoscope.Error, match=said):
                call(puzzle)


def test_more_memory_than_there_can_be_is_no_limit() -> None:
    assert isinstance(
        ludoscope.solve(ludoscope.puzzle("orush-02"), memory=10**13), ludoscope.Solved
    )


def test_verdicts_are_short() -> None:
    lost = ludoscope.solve(ludoscope.puzzle("Seahaven.12"))
    assert str(lost).startswith("exhaustion: ")
    assert repr(lost) == f"<Unsolvable: {lost}>"
    stopped = ludoscope.GaveUp(reason="2 s, the time limit")
    assert (str(stopped), repr(stopped)) == (stopped.reason, "<GaveUp: 2 s, the time limit>")


def test_a_series_is_no_puzzle() -> None:
    with pytest.raises(ludoscope.Error, match=r"FreeCell\.N stands for many puzzles"):
        ludoscope.puzzle("FreeCell.N", files=False)


def test_rules_that_never_return_do_not_hold_up_the_caller(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ludoscope.search.process.client.SILENCE_SECONDS", 0.05)
    monkeypatch.setattr("ludoscope.search.process.worker_thread.EXIT_TIMEOUT_SECONDS", 0.05)
    end = threading.Event()

    class Endless(Countdown):
        def moves(self, position: int) -> Any:
            end.wait()
            return super().moves(position)

    class Family(CountdownFamily):
        def from_spec(self, spec: dict[str, Any]) -> Countdown:
            return Endless(spec["start"])

    try:
        with ludoscope.register(Family):
            puzzle = ludoscope.Puzzle("countdown-3", Endless(3), "3")
            verdict = ludoscope.solve(puzzle, time=0.05)
        assert isinstance(verdict, ludoscope.GaveUp)
        assert "no answer" in verdict.reason
    finally:
        end.set()


def test_a_module_that_searches_while_it_is_imported_is_told_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "searching_game.py").write_text(
        "import ludoscope\n"
        "from counting_game import Countdown, CountdownFamily\n"
        "class Family(CountdownFamily):\n"
        "    pass\n"
        "with ludoscope.register(Family):\n"
        "    ludoscope.solve(ludoscope.Puzzle('countdown-3', Countdown(3), '3'))\n"
    )
    for folder in (tmp_path, Path(__file__).parent):
        monkeypatch.syspath_prepend(folder)
    with pytest.raises(ludoscope.Error, match="put it below if __name__ =="):
        import_module("searching_game")
