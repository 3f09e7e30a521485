"""What the solvers count: as the textbook does, and nothing that they do not keep."""

import heapq
from collections import deque
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from ludoscope.games import AnyGame
from ludoscope.puzzles import catalogue
from ludoscope.search.budget import Limits
from ludoscope.search.events import Event, Progress, Verdict
from ludoscope.search.generic.informed import a_star, best_first
from ludoscope.search.generic.uninformed import breadth_first, depth_first
from ludoscope.search.registry import GENERIC_SOLVERS, find_solver, solvers
from ludoscope.search.rush.heuristics import distance

SMALL = {"peg": "lucas-02", "hexapawn": "hexapawn-3x3", "patience": "mo.4", "rush": "orush-09"}
MAX_EXPLORED = 300

Counts = tuple[int, int, int]
"""Positions explored, on the frontier, and stored, when a position is expanded."""

ALL_SOLVERS = [(family, solver.name) for family in SMALL for solver in solvers(family)]


@cache
def small_game(family: str) -> AnyGame:
    return catalogue.find(SMALL[family]).game


def run(family: str, name: str, limits: Limits) -> list[Event]:
    game = small_game(family)
    solver = find_solver(game, name)
    return list(solver.run(game, game.start, limits))


@pytest.mark.usefixtures("reporting_always")
@pytest.mark.parametrize(("family", "name"), ALL_SOLVERS)
def test_each_solver_keeps_exactly_the_counts_that_it_declares(
    family: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDOSCOPE_HOME", str(tmp_path))  # without an atlas from before
    counters = find_solver(small_game(family), name).counters
    assert counters.explored.unit
    assert all(counter.endswith(".") for counter in counters.meanings().values())
    *reports, verdict = run(family, name, Limits(explored=MAX_EXPLORED, memory=1 << 28))
    assert isinstance(verdict, Verdict)
    assert verdict.explored > 0
    assert bool(verdict.entries) == bool(counters.stored.unit)
    running = [report for report in reports if isinstance(report, Progress)]
    assert any(report.frontier for report in running) <= bool(counters.frontier.unit)
    if len(running) > 2:  # compiled solvers may end within one call of the kernel
        assert any(report.frontier for report in running) == bool(counters.frontier.unit)


def test_solvers_of_any_game_declare_the_counts_of_their_algorithms() -> None:
    declared = {
        solver.implementation: solver.counters for family in SMALL for solver in solvers(family)
    }
    for solver_set in GENERIC_SOLVERS.values():
        for solver in solver_set.solvers:
            assert solver.counters == declared[solver.implementation], solver


def textbook_breadth_first(game: AnyGame) -> Iterator[Counts]:
    queue, visited = deque([game.start]), {game.key(game.start)}
    for explored in count(1):
        position: Any = queue.popleft()
        yield explored, len(queue), len(visited)
        for move in game.moves(position):
            child = game.play(position, move)
            if game.is_won(child):
                return
            if game.key(child) not in visited:
                visited.add(game.key(child))
                queue.append(child)


def textbook_depth_first(game: AnyGame) -> Iterator[Counts]:
    visited, stack = {game.key(game.start)}, [game.start]
    explored = 1
    yield explored, len(stack), len(visited)
    untried = [iter(game.moves(game.start))]
    while stack:
        for move in untried[-1]:
            child = game.play(stack[-1], move)
            if game.is_won(child):
                return
            if game.key(child) not in visited:
                visited.add(game.key(child))
                stack.append(child)
                untried.append(iter(game.moves(child)))
                explored += 1
                yield explored, len(stack), len(visited)
                break
        else:
            stack.pop()
            untried.pop()


def textbook_greedy(game: AnyGame) -> Iterator[Counts]:
    estimate, serials = distance(game), count(0, -1)
    heap, visited = [(estimate(game.start), next(serials), game.start)], {game.key(game.start)}
    for explored in count(1):
        _, _, position = heapq.heappop(heap)
        yield explored, len(heap), len(visited)
        for move in game.moves(position):
            child = game.play(position, move)
            if game.is_won(child):
                return
            if game.key(child) not in visited:
                visited.add(game.key(child))
                heapq.heappush(heap, (estimate(child), next(serials), child))


def textbook_a_star(game: AnyGame) -> Iterator[Counts]:
    estimate, serials = distance(game), count(0, -1)
    heap, costs = [(estimate(game.start), next(serials), 0, game.start)], {game.key(game.start): 0}
    explored = 0
    while heap:
        _, _, cost, position = heapq.heappop(heap)
        if cost > costs[game.key(position)]:
            continue
        if game.is_won(position):
            return
        explored += 1
        yield explored, len(heap), len(costs)
        for move in game.moves(position):
            child = game.play(position, move)
            if costs.get(game.key(child), cost + 2) > cost + 1:
                costs[game.key(child)] = cost + 1
                heapq.heappush(heap, (cost + 1 + estimate(child), next(serials), cost + 1, child))


@pytest.mark.usefixtures("reporting_always")
@pytest.mark.parametrize("puzzle", ["orush-04", "orush-09"])
def test_counts_are_those_of_the_textbook(puzzle: str) -> None:
    game = catalogue.find(puzzle).game
    guide = distance(game)
    searches = (
        (breadth_first(game, game.start, Limits()), textbook_breadth_first),
        (depth_first(game, game.start, Limits()), textbook_depth_first),
        (best_first(game, game.start, Limits(), score=guide), textbook_greedy),
        (a_star(game, game.start, Limits(), estimate=guide), textbook_a_star),
    )
    for search, textbook in searches:
        reports = [event for event in search if isinstance(event, Progress)]
        counts = [(report.explored, report.frontier, report.entries) for report in reports]
        assert counts == list(textbook(game)), textbook.__name__
