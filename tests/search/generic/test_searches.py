"""The textbook searches on random graphs, beside answers computed from the graph."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from math import inf
from typing import Any

import pytest
from graphs import GraphGame, Place, chain_of, ladder
from many import case, each_of, many

from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import GaveUp, Progress, Solved, Unsolvable, Verdict
from ludoscope.search.generic.informed import (
    a_star,
    beam,
    best_first,
    breadth_limited,
    lowest_scoring,
)
from ludoscope.search.generic.path import exhaustion_proof, moves_of_path
from ludoscope.search.generic.uninformed import (
    breadth_first,
    depth_first,
    level_search,
    map_reports,
)

Solver = Callable[..., Iterator[Any]]
SEARCHED = "positions that matter were searched"


def by_number(position: Place) -> float:
    """Return a score without any meaning."""
    return position.node * 7 % 5


def nothing(_position: Place) -> float:
    """Return the estimate that is always admissible."""
    return 0


SOLVERS: dict[str, Solver] = {
    "breadth-first": breadth_first,
    "depth-first": depth_first,
    "beam": partial(beam, score=by_number),
    "breadth-limited": partial(breadth_limited, score=by_number, successors=1),
    "best-first": partial(best_first, score=by_number),
    "best-first with a price": partial(best_first, score=by_number, step=0.5),
    "A*": partial(a_star, estimate=nothing),
}
OPTIMAL = ("breadth-first", "A*")
PRUNING = ("breadth-first", "depth-first", "best-first", "best-first with a price", "A*")


def random_games(count: int) -> Iterator[GraphGame]:
    for seed in range(many(count)):
        yield GraphGame.random(random.Random(seed))


def run(solver: Solver, game: GraphGame, limits: Limits | None = None, **keywords: Any) -> Verdict:
    *reports, verdict = solver(game, game.start, limits or Limits(), **keywords)
    assert all(isinstance(report, Progress) for report in reports)
    return verdict


def test_a_proof_names_only_rules_that_pruned_something() -> None:
    proof = exhaustion_proof(5_000, Counter({"a": 0, "c": 1_000, "b": 2}))
    expected = f"all 5,000 {SEARCHED}, 2 of them pruned by b, 1,000 of them pruned by c"
    assert proof == f"exhaustion: {expected}"


@each_of("name", SOLVERS)
def test_every_verdict_is_right(name: str) -> None:
    solved = unsolvable = 0
    for game in random_games(1500):
        with case(game.successors, game.wins):
            fewest = game.edges_to_win(0)
            verdict = run(SOLVERS[name], game)
            if fewest is None:
                unsolvable += 1
                reached = len(game.distances())
                assert isinstance(verdict, Unsolvable)
                assert verdict.exhausted
                assert verdict.entries == reached
                assert verdict.proof == f"exhaustion: all {reached} {SEARCHED}"
            else:
                solved += 1
                assert isinstance(verdict, Solved)
                assert game.arrives(verdict.moves)
                assert verdict.optimal_in == ("edges" if name in OPTIMAL else None)
                if name in OPTIMAL:
                    assert len(verdict.moves) == fewest
    assert solved > 20
    assert unsolvable > 20


@each_of("name", [name for name in SOLVERS if name in PRUNING])
def test_each_position_is_stored_once_and_expanded_at_most_once(name: str) -> None:
    for game in random_games(500):
        keys: set[int] = set()

        class Spy(GraphGame):
            def key(self, position: Place, keys=keys) -> int:
                keys.add(position.node)
                return super().key(position)

        with case(game.successors, game.wins):
            verdict = run(SOLVERS[name], Spy(game.successors, game.wins))
            assert verdict.entries == len(keys)
            assert verdict.explored <= len(game.reached_before_a_win())
            assert sum(verdict.levels) == verdict.explored
            if isinstance(verdict, Unsolvable):
                assert verdict.explored == len(game.distances())


@each_of("name", SOLVERS)
def test_a_start_that_is_won_needs_no_search(name: str) -> None:
    verdict = run(SOLVERS[name], GraphGame([(0,)], {0}))
    assert isinstance(verdict, Solved)
    assert (verdict.moves, verdict.explored) == ((), 0)
    assert verdict.optimal_in == ("edges" if name in OPTIMAL else None)


@each_of("name", PRUNING)
def test_positions_proved_lost_are_not_searched_and_counted_by_their_proofs(name: str) -> None:
    pruned_some = 0
    for game in random_games(500):
        proofs = {
            node: ("a stuck peg", "a lost card")[node % 2]
            for node in range(1, len(game.successors))
            if game.edges_to_win(node) is None and node % 3
        }
        met: set[int] = set()

        def dead(position: Place, proofs=proofs, met=met) -> str:
            met.add(position.node)
            return proofs.get(position.node, "")

        with case(game.successors, game.wins):
            verdict = run(SOLVERS[name], game, dead=dead)
            if game.edges_to_win(0) is not None:
                assert isinstance(verdict, Solved)
                assert game.arrives(verdict.moves)
                continue
            assert isinstance(verdict, Unsolvable)
            expected = f"exhaustion: all {len(met)} {SEARCHED}"
            for proof in ("a lost card", "a stuck peg"):
                if count := sum(proofs.get(node) == proof for node in met):
                    expected += f", {count} of them pruned by {proof}"
            assert verdict.proof == expected
            assert verdict.explored == sum(node not in proofs for node in met)
            pruned_some += "pruned" in expected
    assert pruned_some > 10


@each_of("name", PRUNING)
def test_a_start_proved_lost_needs_no_search(name: str) -> None:
    game = GraphGame([(1,), ()], set())
    verdict = run(SOLVERS[name], game, dead=lambda position: "a stuck peg")
    assert isinstance(verdict, Unsolvable)
    assert (verdict.proof, verdict.explored, verdict.exhausted) == ("a stuck peg", 0, False)


@each_of("name", SOLVERS)
def test_the_limit_of_positions_is_reached_exactly(name: str) -> None:
    game = chain_of(40)
    for limit in (1, 2, 7, 30):
        *reports, verdict = SOLVERS[name](game, game.start, Limits(explored=limit))
        with case(limit):
            assert isinstance(verdict, GaveUp)
            assert verdict.explored == limit
            assert verdict.reason.startswith(f"explored {limit} positions, the limit")
            last = reports[-1]
            assert (last.explored, sum(last.levels)) == (limit, limit)
            if name not in ("beam", "breadth-limited"):
                assert last.depth == limit - 1
                assert last.sample.node == limit - 1
                assert last.frontier >= 0
                assert last.entries == limit


@pytest.mark.usefixtures("reporting_always")
@pytest.mark.parametrize("name", SOLVERS)
def test_a_report_says_where_the_search_stands_and_it_goes_on(name: str) -> None:
    for game in random_games(500):
        *reports, verdict = SOLVERS[name](game, game.start, Limits())
        with case(game.successors, game.wins):
            assert isinstance(verdict, (Solved, Unsolvable))
            assert isinstance(verdict, Solved) is (game.edges_to_win(0) is not None)
            assert [report.explored for report in reports] == [
                number + 1 for number in range(verdict.explored)
            ]
            distances = game.distances()
            for report in reports:
                assert game.key(report.sample) in distances
                assert report.depth >= distances[report.sample.node]
                bound = int(report.proved.split()[-2]) if report.proved else 1
                if name in OPTIMAL:
                    assert report.depth == distances[report.sample.node]
                    assert bound == max(1, report.depth + (name == "breadth-first"))
                assert bound <= (game.edges_to_win(0) or 99)
            check_counts(name, game, reports)


def check_counts(name: str, game: GraphGame, reports: list[Progress]) -> None:
    """Check the numbers of positions: those stored were met, those on the frontier wait."""
    if name in ("beam", "breadth-limited"):
        assert all(0 <= report.frontier <= report.entries for report in reports)
        return
    entries = [report.entries for report in reports]
    assert entries == sorted(entries)
    for report in reports:
        assert report.entries <= len(game.distances())
        if name == "depth-first":  # the positions of the line, with the one that is entered
            assert report.frontier == report.depth + 1
        else:  # all that were met and not yet taken from the queue
            assert report.frontier == report.entries - report.explored


@pytest.mark.usefixtures("reporting_always")
def test_reports_of_a_level_search_can_be_changed_on_the_way() -> None:
    game = chain_of(5)
    budget = Budget(Limits())
    search = level_search(game, game.start, budget)
    changed = map_reports(search, lambda report: replace(report, best=report.depth))
    reports = []
    while True:
        try:
            reports.append(next(changed))
        except StopIteration as end:
            result = end.value
            break
    assert [(report.best, report.depth) for report in reports] == [(n, n) for n in range(5)]
    assert moves_of_path(result.winning_path) == (1,) * 5


def test_what_is_proved_of_a_length_is_true() -> None:
    """No solution is shorter than the levels, or the lowest totals, that were finished."""
    bound_count = 0
    for game in random_games(500):
        fewest = game.edges_to_win(0)
        for limit in range(1, 12):
            for name in OPTIMAL:
                *reports, verdict = SOLVERS[name](game, game.start, Limits(explored=limit))
                if isinstance(verdict, GaveUp):
                    with case(game.successors, game.wins, limit, name):
                        assert reports[-1].proved == verdict.proved
                        if verdict.proved:
                            bound_count += 1
                            bound = int(verdict.proved.split()[-2])
                            assert bound > 1
                            assert fewest is None or bound <= fewest
    assert bound_count > 100


def test_a_bound_is_as_good_as_the_level() -> None:
    game = chain_of(40)
    for name in OPTIMAL:
        for limit, bound in ((2, 2), (10, 10)):
            verdict = run(SOLVERS[name], game, Limits(explored=limit))
            assert isinstance(verdict, GaveUp)
            expected = bound if name == "breadth-first" else bound - 1
            assert verdict.proved == (
                f"no solution in fewer than {expected} edges" if expected > 1 else ""
            )


# A* and its estimate


def admissible(game: GraphGame, chance: random.Random) -> Callable[[Place], float]:
    """Return a random estimate that is never too high, and not consistent either."""
    estimates = {}
    for node in range(len(game.successors)):
        needed = game.edges_to_win(node)
        estimates[node] = chance.randint(0, 99 if needed is None else needed)
    return lambda position: estimates[position.node]


def exact(game: GraphGame) -> Callable[[Place], float]:
    needed = {node: game.edges_to_win(node) for node in range(len(game.successors))}
    return lambda position: 99 if needed[position.node] is None else needed[position.node]


def test_a_star_is_right_with_any_admissible_estimate() -> None:
    improved = 0
    for seed, game in enumerate(random_games(3000)):
        fewest = game.edges_to_win(0)
        verdict = run(a_star, game, estimate=admissible(game, random.Random(seed)))
        with case(seed, game.successors, game.wins):
            if fewest is None:
                assert isinstance(verdict, Unsolvable)
            else:
                assert isinstance(verdict, Solved)
                assert game.arrives(verdict.moves)
                assert len(verdict.moves) == fewest
                blind = run(a_star, game, estimate=nothing)
                improved += verdict.explored < blind.explored
    assert improved > 20


@pytest.mark.usefixtures("reporting_always")
def test_a_star_expands_a_position_again_only_after_a_shorter_path() -> None:
    again = 0
    for seed, game in enumerate(random_games(1500)):
        estimate = admissible(game, random.Random(seed))
        *reports, _ = a_star(game, game.start, Limits(), estimate=estimate)
        depths: dict[int, int] = {}
        for report in reports:
            with case(seed, game.successors, report):
                node = report.sample.node
                again += node in depths
                assert report.depth < depths.get(node, 99)
                depths[node] = report.depth
    assert again


@pytest.mark.usefixtures("reporting_always")
@pytest.mark.parametrize("knows_start", [True, False])
def test_a_star_never_enters_positions_of_infinite_estimate(knows_start: bool) -> None:
    solved = unsolvable = 0
    for game in random_games(1500):
        lost = {n for n in range(len(game.successors)) if game.edges_to_win(n) is None}
        infinite = lost if knows_start else lost - {0}

        def estimate(position: Place, infinite: set[int] = infinite) -> float:
            return inf if position.node in infinite else 0

        with case(game.successors, game.wins):
            *reports, verdict = a_star(game, game.start, Limits(), estimate=estimate)
            assert not infinite & {report.sample.node for report in reports}
            if 0 not in lost:
                solved += 1
                assert isinstance(verdict, Solved)
                assert len(verdict.moves) == game.edges_to_win(0)
                continue
            unsolvable += 1
            pruned = {0} if knows_start else {*game.successors[0]} - {0}
            proof = f"exhaustion: all {len(pruned | {0})} {SEARCHED}"
            if pruned:
                proof += f", {len(pruned)} of them pruned by an infinite estimate"
            assert isinstance(verdict, Unsolvable)
            assert (verdict.proof, verdict.explored) == (proof, 0 if knows_start else 1)
            assert verdict.exhausted is not knows_start
    assert solved > 10
    assert unsolvable > 10


def test_an_exact_estimate_leads_straight_to_the_win() -> None:
    for game in random_games(500):
        fewest = game.edges_to_win(0)
        if fewest is not None:
            with case(game.successors, game.wins):
                assert run(a_star, game, estimate=exact(game)).explored == fewest
                best = run(best_first, game, score=exact(game))
                assert (best.explored, len(best.moves)) == (fewest, fewest)
                narrow = run(beam, game, score=exact(game))
                assert (narrow.explored, narrow.width) == (fewest, 1)


def test_a_position_reached_again_by_a_shorter_path_is_expanded_again() -> None:
    """The estimate of node 1 sends A* first by the detour 0, 2, 3; the way by 1 is shorter."""
    game = GraphGame([(1, 2), (3,), (4,), (5,), (3,), (6,), ()], {6})
    estimates = (0, 3, 0, 0, 0, 0, 0)
    verdict = run(a_star, game, estimate=lambda position: estimates[position.node])
    assert isinstance(verdict, Solved)
    assert len(verdict.moves) == game.edges_to_win(0) == 4


def test_a_low_total_counts_as_a_bound_in_whole_moves() -> None:
    game = chain_of(20)
    estimates = [0.5 * (20 - node) + 0.25 for node in range(21)]
    for limit in (2, 5):
        *_, report, verdict = a_star(
            game,
            game.start,
            Limits(explored=limit),
            estimate=lambda position: estimates[position.node] if position.node < 20 else 0,
        )
        total = limit - 1 + estimates[limit - 1]
        assert verdict.proved == f"no solution in fewer than {-int(-total // 1)} edges"
        assert report.best == min(estimates[:limit])


# Orders that the docstrings promise


def test_depth_first_makes_the_first_move_and_goes_back_to_the_last_untried_one() -> None:
    game = GraphGame([(1, 2), (3, 4), (5,), (), (), (6,), ()], {6})
    verdict = run(depth_first, game)
    assert isinstance(verdict, Solved)
    assert verdict.moves == (1, 0, 0)
    assert verdict.explored == 6  # the start, 1, 3, 4, 2, 5
    assert verdict.levels == (1, 2, 3)


def test_of_equal_scores_the_newest_is_expanded_first() -> None:
    game = ladder(3, 4)
    for solver, expected in (
        (partial(best_first, score=nothing), [0, 4, 8]),
        (partial(a_star, estimate=nothing), [0, 4, 3, 2, 1, 8]),
    ):
        expanded: list[int] = []

        class Spy(GraphGame):
            def moves(self, position: Place, expanded=expanded) -> Sequence[int]:
                expanded.append(position.node)
                return super().moves(position)

        run(solver, Spy(game.successors, game.wins))
        assert list(dict.fromkeys(expanded))[: len(expected)] == expected


def test_a_price_of_moves_lets_best_first_come_back_to_early_positions() -> None:
    """A line of 30 nodes with ever lower scores, and a win behind a node with a high one."""
    line = [(2, 1), (32,), *((node + 1,) for node in range(2, 31)), (31,), ()]
    game = GraphGame(line, {32})
    scores = [0, 20, *range(19, -10, -1), -10, 0]
    greedy, priced = (
        run(best_first, game, score=lambda position: scores[position.node], **price)
        for price in ({}, {"step": 3})
    )
    assert greedy.explored == 32
    assert priced.explored < 5


def test_without_a_price_only_the_score_counts() -> None:
    game = GraphGame([(1, 2), (3,), (4,), (), ()], {4})
    scores = (0, 5, 6, 6.5, 0)
    greedy = run(best_first, game, score=lambda position: scores[position.node])
    assert greedy.explored == 3  # the start, 1, and 2 before 3, which is deeper


# Searches that drop positions


def test_a_selection_is_by_score_and_keeps_a_level_that_fits() -> None:
    level = [(Place(node, 0), None) for node in (5, 3, 8, 1)]
    assert lowest_scoring(level, 4, lambda position: position.node) is level
    selected = lowest_scoring(level, 2, lambda position: position.node)
    assert [place.node for place, _ in selected] == [1, 3]


@pytest.mark.parametrize("length", [2, 3, 6])
def test_a_beam_doubles_until_it_holds_the_win(length: int) -> None:
    """The win is behind the node of the worst score of a level of five."""
    game = ladder(length, 5)
    score = lambda position: position.node  # noqa: E731
    last_only = GraphGame(
        [
            () if 0 < node < 1 + 5 * (length - 1) and node % 5 else successors
            for node, successors in enumerate(game.successors)
        ],
        game.wins,
    )
    verdict = run(beam, last_only, score=score)
    assert isinstance(verdict, Solved)
    assert len(verdict.moves) == length
    assert verdict.width == 8
    assert run(beam, last_only, score=score, width=5).width == 5


def test_breadth_limited_keeps_one_successor_more_in_each_pass() -> None:
    """The successor of the highest score, of four, leads to the win."""
    game = GraphGame([(1, 2, 3, 4), (), (), (), (5,), ()], {5})
    score = lambda position: position.node  # noqa: E731
    verdict = run(breadth_limited, game, score=score)
    assert isinstance(verdict, Solved)
    assert verdict.width == 4
    assert verdict.explored == (1 + 2) + (1 + 3) + (1 + 4)
    assert run(breadth_limited, game, score=score, successors=1).explored == 2 + 3 + 4 + 5


def test_a_search_that_dropped_positions_proves_nothing() -> None:
    game = ladder(3, 4)
    unsolvable = GraphGame(game.successors, set())
    for name, solver in (
        ("at width", partial(beam, score=nothing)),
        ("successors of each", partial(breadth_limited, score=nothing, successors=1)),
    ):
        verdict = run(solver, unsolvable, Limits(explored=9))
        assert isinstance(verdict, GaveUp)
        assert name in verdict.reason
        assert verdict.proved == ""
        verdict = run(solver, unsolvable)
        assert isinstance(verdict, Unsolvable)
        assert (verdict.width, verdict.exhausted) == (4, True)
