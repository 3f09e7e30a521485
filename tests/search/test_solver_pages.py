"""Every solver has a page: how it works, what it costs, where it comes from, and its code."""

import ast
import textwrap
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from many import case

from ludoscope.games import FAMILIES
from ludoscope.search import solver_docs
from ludoscope.search.events import Event
from ludoscope.search.generic.informed import beam
from ludoscope.search.registry import solvers
from ludoscope.search.solver import Reference, Solver
from ludoscope.search.solver_docs import START_CHECK

WIDTH = 96  # columns that a page is at most wide
EVERY = [(family, row) for family in FAMILIES for row in solvers(family)]


def test_a_page_says_how_it_works_in_some_ten_lines() -> None:
    for family, solver in EVERY:
        with case(family, solver.name):
            account = solver_docs.read_doc(solver)
            lines = [line for part in account.paragraphs for line in textwrap.wrap(part, WIDTH)]
            assert 5 <= len(lines) <= 12
            assert account.title.endswith(".")
            assert "\n" not in account.title


def test_a_page_says_what_it_costs_what_it_proves_and_whence_it_is() -> None:
    for family, solver in EVERY:
        with case(family, solver.name):
            facts = solver_docs.read_doc(solver).fields
            assert list(facts) == list(solver_docs.DOC_FIELDS)
            assert all(facts.values())
            assert any(
                word in facts["Time"] for word in ("O(", "exponential", "depth-first", "linear")
            )
            assert any(word in facts["Memory"] for word in ("byte", "one state for each ply"))


def test_the_code_shown_is_that_of_the_solver() -> None:
    for family, solver in EVERY:
        with case(family, solver.name):
            files = solver_docs.source_files(solver)
            assert len({one.file for one in files}) == len(files)
            for one in files:
                lines = one.file_text.splitlines()
                shown = textwrap.dedent("\n".join(lines[one.lines.start - 1 : one.lines.stop - 1]))
                [definition] = ast.parse(shown).body
                assert definition.name == one.name.rpartition(".")[2]
            assert files[0].name == solver.implementation.partition(":")[2]


def test_a_compiled_solver_shows_kernels_of_its_own() -> None:
    for family, solver in EVERY:
        with case(family, solver.name):
            shown = {one.file for one in solver_docs.source_files(solver)}
            kernels = {
                name.removeprefix("ludoscope.").replace(".", "/") + ".py" for name in solver.kernels
            }
            assert bool(solver.kernel_sources) >= bool(kernels)
            assert not kernels or kernels & shown


def test_all_definitions_that_a_solver_names_are_found() -> None:
    for family, solver in EVERY:
        with case(family, solver.name):
            keywords = [*solver.heuristics, *([START_CHECK] if solver.start_check else [])]
            assert [keyword for keyword, _ in solver_docs.heuristic_code(solver)] == keywords
            for reference in (*solver.sources, *solver.kernel_sources):
                assert solver_docs.find_code(reference).lines


def search_without_a_docstring(*_: object) -> Iterator[Event]:
    yield from ()


class Search:
    def __call__(self, *_: object) -> Iterator[Event]:
        """Search by an object."""
        yield from ()


def nested_search() -> Callable[..., Iterator[Event]]:
    def search(*_: object) -> Iterator[Event]:
        """Search by a function within another one."""
        yield from ()

    return search


@pytest.mark.parametrize(
    "implementation",
    [
        lambda *_: iter(()),
        nested_search(),
        partial(lambda *_: iter(())),
        Search(),
        search_without_a_docstring,
        "no_such_module:search",
        "ludoscope.search.generic.uninformed:wide_first",
    ],
)
def test_a_solver_without_a_docstring_has_its_name_and_its_summary(
    implementation: Reference,
) -> None:
    solver = Solver("own", "", "a summary", implementation, sources=("no_such_module:f",))
    account = solver_docs.read_doc(solver)
    assert (account.title, account.paragraphs, account.fields) == ("own", ("a summary",), {})


def test_a_partial_function_has_the_page_of_the_function() -> None:
    solver = Solver("narrow", "", "", partial(partial(beam, width=3)), {"score": partial(by_zero)})
    assert solver_docs.read_doc(solver).title.startswith("Beam search:")
    assert [code.name for _, code in solver_docs.heuristic_code(solver)] == ["by_zero"]
    assert [code.name for code in solver_docs.source_files(solver)] == ["beam", "by_zero"]


def by_zero(_game: object) -> Callable[[object], float]:
    """Return the heuristic that says 0."""
    return lambda _position: 0


def test_a_place_that_is_not_there_is_a_lookup_error() -> None:
    with pytest.raises(LookupError, match="has no wide_first"):
        solver_docs.find_code("ludoscope.search.generic.uninformed:wide_first")
    with pytest.raises(LookupError, match=r"has no NullWindowSearch\.sink"):
        solver_docs.find_code("ludoscope.search.generic.null_window:NullWindowSearch.sink")
