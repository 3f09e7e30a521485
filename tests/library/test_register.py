"""Games that are registered by a script or a notebook rather than installed."""

import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from ludoscope_examples import load_fifteen

import ludoscope
from ludoscope.games import FAMILIES
from ludoscope.search.process import client
from ludoscope.search.process.worker_thread import WorkerThread

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "fifteen.py"
SCRAMBLED = (5, 1, 2, 3, 9, 6, 7, 4, 0, 10, 11, 8, 13, 14, 15, 12)
FAR = (15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0)  # some 80 slides


def example(start: tuple[int, ...] = SCRAMBLED) -> ludoscope.Puzzle:
    return ludoscope.Puzzle("example", load_fifteen().Fifteen(start), "An example")


def test_the_example_is_short_and_runs_as_a_script(tmp_path: Path) -> None:
    lines = [line for line in EXAMPLE.read_text(encoding="utf-8").splitlines() if line.strip()]
    assert len(lines) <= 60
    command = [sys.executable, EXAMPLE]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout == "8 slides: 9 5 1 2 3 4 8 12\nverified: True\n"
    assert done.stderr == ""


@pytest.mark.parametrize("importable", [True, False])
def test_it_is_solved_and_verified_in_a_process_or_a_thread(
    importable: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    fifteen = load_fifteen()
    if importable:
        monkeypatch.syspath_prepend(EXAMPLE.parent)
    started: list[str] = []
    for kind in (client.ChildProcess, WorkerThread):
        original = kind.start

        def start(*arguments: object, kind=kind, original=original, **more: object) -> object:
            started.append(kind.__name__)
            return original(*arguments, **more)

        monkeypatch.setattr(kind, "start", start)
    with ludoscope.register(fifteen.FifteenFamily, solvers=fifteen.SOLVERS):
        verdict = ludoscope.solve(example())
        assert isinstance(verdict, ludoscope.Solved)
        assert verdict.optimal_in == "slides"
        assert len(verdict.moves) == 8
        assert ludoscope.verify(example(), verdict.moves).is_valid
        text = ludoscope.notation(example(), verdict.moves)
        assert ludoscope.verify(example(), text).is_valid
        assert not ludoscope.verify(example(), verdict.moves[:-1]).is_valid
    assert started == ["ChildProcess" if importable else "WorkerThread"]


def test_a_search_in_a_thread_respects_limits_and_ends_when_it_is_cancelled() -> None:
    fifteen = load_fifteen()
    before = threading.active_count()
    with ludoscope.register(fifteen.FifteenFamily, solvers=fifteen.SOLVERS):
        verdict = ludoscope.solve(example(FAR), time=0.2)
        assert isinstance(verdict, ludoscope.GaveUp)
        assert "time limit" in verdict.reason

        def stop(progress: ludoscope.Progress) -> None:
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            ludoscope.solve(example(FAR), progress=stop)
    assert threading.active_count() == before


def test_without_solvers_it_has_the_generic_ones() -> None:
    with ludoscope.register(load_fifteen().FifteenFamily):
        verdict = ludoscope.solve(example(), "breadth-first")
        assert isinstance(verdict, ludoscope.Solved)
        assert len(verdict.moves) == 8


def test_its_collection_is_found_by_name() -> None:
    class Examples(ludoscope.Collection):
        puzzles = (example(),)

    with ludoscope.register(load_fifteen().FifteenFamily, collection=Examples):
        assert ludoscope.puzzle("example").game.start == SCRAMBLED
    with pytest.raises(ludoscope.Error, match="no puzzle"):
        ludoscope.puzzle("example", files=False)


def test_it_is_removed_on_exit_or_on_demand() -> None:
    family = load_fifteen().FifteenFamily
    registration = ludoscope.register(family)
    assert "fifteen" in FAMILIES
    with pytest.raises(ludoscope.Error, match="the name fifteen is taken"):
        ludoscope.register(family)
    registration.unregister()
    registration.unregister()
    assert "fifteen" not in FAMILIES
    with pytest.raises(RuntimeError), ludoscope.register(family):
        raise RuntimeError
    assert "fifteen" not in FAMILIES


def test_an_incomplete_declaration_is_refused() -> None:
    class Nameless(load_fifteen().FifteenFamily):  # type: ignore[misc]
        title = None

    with pytest.raises(ludoscope.Error, match="Nameless declares no title"):
        ludoscope.register(Nameless)
    with pytest.raises(ludoscope.Error, match="the name peg is taken"):
        ludoscope.register(type("Peg", (load_fifteen().FifteenFamily,), {"name": "peg"}))
    with pytest.raises(ludoscope.Error, match="players is 3, expected 1 or 2"):
        ludoscope.register(type("Trio", (load_fifteen().FifteenFamily,), {"players": 3}))
    with pytest.raises(ludoscope.Error, match="name_prefixes is 'x-', expected a tuple of texts"):
        ludoscope.register(type("Text", (load_fifteen().FifteenFamily,), {"name_prefixes": "x-"}))


def test_a_set_of_no_solvers_or_of_two_of_one_name_cannot_be_made() -> None:
    [solver] = load_fifteen().SOLVERS.solvers
    with pytest.raises(ValueError, match="found no solvers, expected at least one"):
        ludoscope.SolverSet(())
    with pytest.raises(ValueError, match="found the solvers a-star, a-star, expected different"):
        ludoscope.SolverSet((solver, solver))


def test_a_class_of_a_module_that_was_not_imported_is_registered() -> None:
    family = type("Executed", (load_fifteen().FifteenFamily,), {"__module__": "no_such_module"})
    with ludoscope.register(family):
        assert isinstance(ludoscope.solve(example(), "breadth-first"), ludoscope.Solved)


def test_without_compiled_kernels_there_may_be_no_solver() -> None:
    fifteen = load_fifteen()
    [solver] = fifteen.SOLVERS.solvers
    compiled = ludoscope.SolverSet((replace(solver, kernels=("no_such_kernel",)),))
    with ludoscope.register(fifteen.FifteenFamily, solvers=compiled):
        with pytest.raises(ludoscope.Error, match="all solvers of fifteen need kernels, and"):
            ludoscope.solve(example())
        assert ludoscope.solvers("fifteen") == ()
