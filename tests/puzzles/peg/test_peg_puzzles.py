"""The problems of peg solitaire in the catalogue: one of each class, figures, Lucas's solutions."""

import re

import pytest
from many import FULL, case, each_of

from ludoscope.games.peg.board import BOARDS, Board
from ludoscope.games.peg.colouring import refute_by_counting_or_colouring
from ludoscope.games.peg.notation import count_moves, to_compass
from ludoscope.games.peg.rules import PegGame
from ludoscope.puzzles.catalogue import find
from ludoscope.puzzles.peg.fewest_moves import FEWEST_MOVES, shortest_solution
from ludoscope.puzzles.peg.figures import load_figures
from ludoscope.puzzles.peg.lucas import (
    LUCAS_PROBLEMS,
    LUCAS_TITLES,
    load_lucas_solutions,
    lucas_problem,
    lucas_solution,
)
from ludoscope.puzzles.peg.solvability import EXHAUSTION, OPEN_PROBLEMS, UNSOLVABLE_PROBLEMS
from ludoscope.puzzles.registry import collection
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved, Unsolvable
from ludoscope.search.kernels import is_compiled
from ludoscope.search.peg.kernel_problem import fits_kernels
from ludoscope.search.peg.solvers import BEAM_KERNELS
from ludoscope.search.verify import check_verdict, replay

ENTRIES = {entry.name: entry for entry in collection("peg").entries()}
VACANCIES = [name for name in ENTRIES if re.fullmatch(r"[a-z]+-(central|\d\d+-\d\d+)", name)]
CLASSES = {
    "english": 21, "european": 10, "wiegleb": 36, "asymmetric": 88, "diamond": 17, "triangle": 17,
}  # fmt: skip
compiled_only = pytest.mark.skipif(
    not all(map(is_compiled, BEAM_KERNELS)), reason="kernels not compiled here"
)


def of(board: str) -> list[PegGame]:
    return [find(name).game for name in VACANCIES if name.startswith(board)]


def images(board: Board, game: PegGame) -> set[tuple[int, int]]:
    return {
        (board.transform(game.start, p), board.transform(game.finish, p)) for p in board.symmetries
    }


@each_of("name", BOARDS)
def test_every_problem_that_the_colouring_allows_is_there_once(name: str) -> None:
    board, listed = BOARDS[name], of(name)
    assert len(listed) == CLASSES[name]
    allowed = {
        (start, 1 << last)
        for vacancy in range(len(board.holes))
        for last in range(len(board.holes))
        if not refute_by_counting_or_colouring(
            board, start := board.all_holes & ~(1 << vacancy), 1 << last
        )
    }
    classes = [images(board, game) for game in listed]
    assert set().union(*classes) == allowed
    assert sum(map(len, classes)) == len(allowed)


def test_what_is_known_is_told_of_puzzles_that_are_there() -> None:
    for name, reason in UNSOLVABLE_PROBLEMS.items():
        assert ENTRIES[name].detail.endswith(f" pegs to 1, {reason}")
    for name in OPEN_PROBLEMS:
        assert ENTRIES[name].detail.endswith(" pegs to 1, open problem")
    assert not OPEN_PROBLEMS & UNSOLVABLE_PROBLEMS.keys()


def test_a_dual_is_as_solvable() -> None:
    """Vacancy and last hole exchanged: what is known of the one holds for the other."""
    for board in (BOARDS["wiegleb"], BOARDS["diamond"]):
        listed = [name for name in VACANCIES if name.startswith(board.name)]
        seen = {name: images(board, find(name).game) for name in listed}
        for name in listed:
            dual = find(name).game.dual()
            (other,) = (n for n in listed if (dual.start, dual.finish) in seen[n])
            assert (name in OPEN_PROBLEMS, name in UNSOLVABLE_PROBLEMS) == (
                other in OPEN_PROBLEMS,
                other in UNSOLVABLE_PROBLEMS,
            )


@compiled_only
def test_which_problems_of_the_triangle_can_be_solved() -> None:
    from ludoscope.search.peg.swift import swift

    for name in VACANCIES:
        if name.startswith("triangle"):
            game = find(name).game
            *_, verdict = swift(game, game.start, Limits(seconds=30))
            assert isinstance(verdict, Unsolvable if name in UNSOLVABLE_PROBLEMS else Solved), name


@compiled_only
@pytest.mark.parametrize("name", [n for n, why in UNSOLVABLE_PROBLEMS.items() if why != EXHAUSTION])
def test_pagodas_refute_it(name: str) -> None:
    from ludoscope.search.peg.prove import prove

    game = find(name).game
    *_, verdict = prove(game, game.start, Limits(seconds=30))
    assert isinstance(verdict, Unsolvable)
    assert "pagoda" in verdict.proof
    assert verdict.certificate
    assert check_verdict(game, game.start, verdict).is_valid


@compiled_only
def test_swift_solves_the_others() -> None:
    """A sample of every board, or all."""
    from ludoscope.search.peg.swift import swift

    for name in VACANCIES if FULL else VACANCIES[::9]:
        game = find(name).game
        if (
            name not in OPEN_PROBLEMS
            and name not in UNSOLVABLE_PROBLEMS
            and fits_kernels(game.board)
        ):
            *_, verdict = swift(game, game.start, Limits(seconds=30))
            assert isinstance(verdict, Solved), name
            assert replay(game, game.start, verdict.moves).is_valid


@compiled_only
def test_a_figure_can_be_played() -> None:
    for name in load_figures():
        with case(name):
            from ludoscope.search.peg.swift import swift

            puzzle = find(name)
            game = puzzle.game
            assert game.board is BOARDS[name.partition("-")[0]]
            assert (
                f"{game.start.bit_count()} pegs to {game.finish.bit_count()}"
                in ENTRIES[name].detail
            )
            centre = 1 << game.board.hole_at(4, 4)
            assert centre in (game.finish, game.board.all_holes & ~game.start)
            *_, verdict = swift(game, game.start, Limits(seconds=30))
            assert isinstance(verdict, Solved)
            assert replay(game, game.start, verdict.moves).is_valid


def test_no_figure_is_another_nor_a_problem_of_lucas() -> None:
    games = [figure.game for figure in load_figures().values()]
    games += [lucas_problem(number) for number in range(1, len(LUCAS_PROBLEMS) + 1)]
    shapes = [(g.board.name, min(images(g.board, g))) for g in games]
    assert len(set(shapes)) == len(shapes)
    assert len(load_figures()) > 30


def test_the_solution_of_lucas_replays() -> None:
    for number in range(1, len(LUCAS_PROBLEMS) + 1):
        with case(number):
            puzzle = find(f"lucas-{number:02}")
            game, jumps = puzzle.game, lucas_solution(number)
            assert puzzle.published_solution
            assert puzzle.published_solution.moves == jumps
            assert replay(game, game.start, jumps).is_valid
            texts = to_compass(game.board, jumps)
            assert texts == list(load_lucas_solutions()[number - 1])
            assert count_moves(jumps) == len(texts)
            assert f"Lucas {len(texts)}" in ENTRIES[puzzle.name].detail
            assert puzzle.published_solution.detail.startswith(f"{len(texts)} moves")


def test_no_solution_has_fewer_moves_than_is_proved() -> None:
    for number, texts in enumerate(load_lucas_solutions(), 1):
        assert len(texts) >= FEWEST_MOVES.get(f"lucas-{number:02}", 0)


def test_a_title_is_of_the_problem_that_it_describes() -> None:
    """The ring of sixteen soldiers, around three pegs or two; no title without evidence."""
    ring = lucas_problem(20).finish & lucas_problem(19).finish
    assert ring.bit_count() == 16
    assert (lucas_problem(19).finish & ~ring).bit_count() == 3
    assert (lucas_problem(20).finish & ~ring).bit_count() == 2
    assert sorted(LUCAS_TITLES) == [19, 20]


def test_a_solution_in_the_fewest_moves_is_stored_for_each_problem() -> None:
    for name, fewest in FEWEST_MOVES.items():
        with case(name):
            puzzle = find(name)
            solution = list(collection("peg").shortest_solution(puzzle))
            assert replay(puzzle.game, puzzle.game.start, solution).is_valid
            assert count_moves(solution) == len(shortest_solution(name)) == fewest
