"""ORush compiled against the readable searches, which only know the rules.

LUDOSCOPE_FULL=1 compares 5,000 positions instead of some hundred.
"""

import os
from itertools import pairwise
from random import Random

import pytest
from many import first_of, many

from ludoscope.games.rush.boats import Boat
from ludoscope.games.rush.rules import RushGame, read_game
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp, Progress, Solved, Unsolvable
from ludoscope.search.generic.uninformed import breadth_first
from ludoscope.search.kernels import Status, is_compiled
from ludoscope.search.process.threads import ThreadPool
from ludoscope.search.registry import default_solver, find_judge, find_solver
from ludoscope.search.rush import explore as rush_explore
from ludoscope.search.rush.compiled import PositionEncoder, swift
from ludoscope.search.rush.explore import explore
from ludoscope.search.verify import check_verdict

pytestmark = pytest.mark.skipif(
    not is_compiled("ludoscope.search.rush.kernels.explore"), reason="kernels not compiled"
)

if is_compiled("ludoscope.search.rush.kernels.explore"):
    from ludoscope.search.rush.kernels.explore import ComponentTables

COUNT = 5_000 if os.environ.get("LUDOSCOPE_FULL") else 60
READABLE = Limits(explored=1_500)
CROWDED = (  # 8×8, its lines have too many arrangements for a table of bits
    "BBCCDD~E",
    "F~~~~~~E",
    "F~GG~HH~",
    "AA~~I~~J",
    "~~~~I~~J",
    "KKK~~~LL",
    "~~~MMM~~",
    "NN~~~OOO",
)


def last(events):
    return list(events)[-1]


def random_game(random):
    """Return a random grid with or without walls, in half of the cases 6×6."""
    width, height = random.choice([(6, 6), (random.randint(3, 8), random.randint(3, 8))])
    course = width == height == 6
    row = 2 if course else random.randrange(height)
    hero = Boat("A", 2 if course else random.choice((2, 2, 3)), True, 0, row)
    boats, taken = [hero], set(hero.cells)
    for name in "BCDEFGHIJKLMNO"[: random.randint(3, 14)]:
        for _ in range(8):
            across, length = (
                random.random() < 0.45,
                random.choice((2, 2, 3) if course else (2, 3, 4)),
            )
            across = across and length <= width
            if length > (width if across else height):
                continue
            x = random.randrange(width - (length - 1) * across)
            y = random.randrange(height - (length - 1) * (not across))
            boat = Boat(name, length, across, x, y)
            if taken.isdisjoint(boat.cells):
                boats.append(boat)
                taken.update(boat.cells)
                break
    free = [(x, y) for x in range(width) for y in range(height) if (x, y) not in taken]
    walls = random.sample(free, min(len(free), random.choice((0, 0, 1, 3))))
    return RushGame(width, height, boats, walls, random.choice(("cells", "slides")))


def test_random_positions_as_the_readable_search_solves_them(solved):
    kinds = {Solved: 0, Unsolvable: 0, GaveUp: 0}
    for number in range(COUNT):
        game = random_game(Random(number))
        readable = last(breadth_first(game, game.start, READABLE))
        kinds[type(readable)] += 1
        if isinstance(readable, GaveUp):
            continue
        fast = last(swift(game, game.start, Limits()))
        assert type(fast) is type(readable), game.text(game.start)
        if isinstance(fast, Solved):
            assert len(fast.moves) == len(readable.moves), game.text(game.start)
            assert check_verdict(game, game.start, fast).is_valid
            assert fast.optimal_in == game.measure
        elif isinstance(fast, Unsolvable):
            assert fast.proof == readable.proof
    assert kinds[Solved] > COUNT / 5
    assert kinds[Unsolvable] > COUNT / 10


@pytest.fixture
def shared_levels(monkeypatch):
    """Share even the smallest level between threads."""
    monkeypatch.setattr(rush_explore, "MIN_SHARED_POSITIONS", 0)


@pytest.mark.usefixtures("shared_levels")
@first_of("jobs", [3, 1, 2, 4])
def test_components_as_the_rules_alone_make_them(jobs):
    explored = 0
    for number in range(many(60)):
        game = random_game(Random(f"component {number}"))
        readable = rush_explore._explore_readable(game, game.start, 1_500)
        if readable is None:
            continue
        explored += 1
        fast = explore(game, game.start, jobs=jobs)
        assert fast.size == readable.size
        for measure in ("cells", "slides"):
            longest = readable.max_distance(measure)
            assert fast.max_distance(measure) == longest
            assert fast.hardest_position(measure) == readable.hardest_position(measure)
            for distance in range((longest or 0) + 1):
                positions = readable.positions_at_distance(distance, measure)
                assert fast.positions_at_distance(distance, measure) == positions
                assert {fast.distance(p, measure) for p in positions} <= {distance}
        if longest is None:
            assert fast.distance(game.start, "cells") is None
            assert fast.next_move(game.start, "cells") is None
    assert explored > many(20)


@pytest.mark.usefixtures("shared_levels")
def test_threads_that_meet_find_each_position_once():
    """Levels of thousands of positions, where several threads find the same ones."""
    game = read_game("B~~CC~\nB~~~~~\nAA~~~D\n~EE~~D\n~~~~FF\nGG~~HH\n")
    alone, *others = (explore(game, game.start, jobs=jobs) for jobs in (1, 2, 3, 4))
    for shared in others:
        assert alone.size == shared.size == 38_895
        for measure in ("cells", "slides"):
            longest = alone.max_distance(measure)
            assert shared.max_distance(measure) == longest
            positions = alone.positions_at_distance(longest, measure)
            assert shared.positions_at_distance(longest, measure) == positions


@pytest.mark.parametrize("reached", [940, 960, 980, 1_000])
def test_a_level_ends_when_all_its_states_are_expanded(reached):
    """Also if the queue, of 2,048 states, has to grow while a worker holds the last ones."""
    game = read_game("~xCCMN/DDDKMN/AAJK~~/~~JLEE/IFFL~~/IGGHH~")
    encoder = PositionEncoder(game, game.start)
    alone, shared = (encoder.new_breadth_first_search("cells", 1 << 28) for _ in range(2))
    component = ComponentTables(alone, shared, 1 << 20)  # the searches do not end at a win
    for search in (alone, shared):
        search.start(encoder.encode(game.start))
    while shared.entries < reached:
        shared.run(1)
    assert rush_explore._exhaust_by_workers(shared, ThreadPool(1))
    while alone.run(1_000) is Status.SEARCHING:
        pass
    assert shared.entries == alone.entries == component.entries == 5_717
    assert shared.expanded_by_depth == alone.expanded_by_depth


@pytest.mark.long
@pytest.mark.usefixtures("shared_levels")
@pytest.mark.parametrize("jobs", [2, 3, 4])
def test_workers_that_often_want_the_same_states(jobs):
    """Small levels: now and then a worker is forestalled just when the last states are taken."""
    game = read_game("IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM")
    for _ in range(1_000):
        component = explore(game, game.start, jobs=jobs)
        assert component.size == 2_332
        assert component.distance(game.start, "slides") == 60
        assert component.distance(game.start, "cells") == 103


@pytest.mark.usefixtures("shared_levels")
@first_of("memory", [3 << 18, 3 << 20])
@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_a_component_in_little_memory_is_the_same(memory, jobs):
    game = read_game("BBBCoDoEECFDGAACFHGIIJJHooKLLLMMKooo")
    chart = PositionEncoder(game, game.start)
    search = chart.new_breadth_first_search("cells", memory // 3)
    search.start(chart.encode(game.start))
    assert search.last_expanded >> 63  # positions are hashed
    roomy, tight = explore(game, game.start), explore(game, game.start, memory, jobs)
    assert roomy.size == tight.size
    for measure in ("cells", "slides"):
        assert roomy.max_distance(measure) == tight.max_distance(measure)
        for distance in range(roomy.max_distance(measure) + 1):
            positions = roomy.positions_at_distance(distance, measure)
            assert tight.positions_at_distance(distance, measure) == positions
            assert {tight.distance(position, measure) for position in positions} == {distance}


@pytest.mark.parametrize("measure", ["cells", "slides"])
def test_the_next_moves_of_a_component_are_a_shortest_way(measure):
    game = read_game("oBCCCooBDoEoAADoEooooFGGooHFooooHFoo", measure)
    component = explore(game, game.start)
    distances = [component.distance(game.start, measure)]
    position = game.start
    while (move := component.next_move(position, measure)) is not None:
        position = game.play(position, move)
        distances.append(component.distance(position, measure))
    assert game.is_won(position)
    assert distances[-1] == 0
    assert all(a - b == 1 for a, b in pairwise(distances))
    fewest = last(swift(game, game.start, Limits()))
    assert len(fewest.moves) == distances[0]


def test_a_position_of_elsewhere_is_not_connected():
    game = read_game("xoxo/AAxB/xoxB/oooo")
    component = explore(game, game.start)
    elsewhere = game.parse("xoxo/xAAB/xoxB/oooo".replace("xAAB", "AAxB"))
    assert component.distance(elsewhere, "cells") is None
    two = read_game("~~~~~~/AA~B~C/~~~B~C/~~~~~~/~~~~~~")
    swapped = read_game("~~~~~~/AABB~~/~~~~~~/~~~~~~/~~~~~~")
    ahead = swapped.parse("~~~~~~/BBAA~~/~~~~~~/~~~~~~/~~~~~~")
    assert explore(two, two.start).distance(two.start, "cells") is not None
    with pytest.raises(ValueError, match="not connected"):
        explore(swapped, swapped.start).distance(ahead, "cells")


def test_a_sea_too_wide_for_a_table_of_bits():
    game = read_game("\n".join(CROWDED), "slides")
    chart = PositionEncoder(game, game.start)
    search = chart.new_breadth_first_search("slides", 1 << 28)
    search.start(chart.encode(game.start))
    assert search.last_expanded >> 63  # the mark of a hashed position
    verdict = last(swift(game, game.start, Limits(memory=1 << 28)))
    assert isinstance(verdict, Solved)
    assert check_verdict(game, game.start, verdict).is_valid
    led = last(find_solver(game, "a-star-slides").run(game, game.start, Limits(seconds=20)))
    assert isinstance(led, Solved)
    assert len(led.moves) == len(verdict.moves)


def test_hashed_and_bits_meet_the_same():
    """Check that giving up the bit table for lack of memory changes no result."""
    game = read_game("BCCDooBooDEEAAFDoGooFHHGooFIIJKKLLoJ")
    chart = PositionEncoder(game, game.start)
    found, hashed = [], []
    for memory in (1 << 28, 1 << 20):
        search = chart.new_breadth_first_search("cells", memory)
        search.start(chart.encode(game.start))
        while search.run(500) is Status.SEARCHING:
            pass
        hashed.append(search.last_expanded >> 63)
        entries = search.entries
        found.append(
            (entries, [chart.decode(search.numbers(word)) for word in search.solution_states()])
        )
    assert hashed == [0, 1]
    assert found[0] == found[1]


def test_limits_are_kept_to():
    game = read_game("\n".join(CROWDED))
    *reports, verdict = swift(game, game.start, Limits(explored=30_000))
    assert isinstance(verdict, GaveUp)
    assert verdict.explored == 30_000
    assert all(isinstance(report, Progress) for report in reports)
    assert explore(game, game.start, 1 << 20) is explore(game, game.start, 1 << 20, 3) is None
    assert rush_explore._explore_readable(game, game.start, 100) is None
    *_, verdict = swift(game, game.start, Limits(memory=1 << 20))
    assert isinstance(verdict, GaveUp)
    assert verdict.reason == "1 MB, the memory limit"


def test_a_game_that_is_won_takes_no_move():
    game = read_game("~~AA")
    verdict = last(swift(game, game.start, Limits()))
    assert verdict.moves == ()
    assert verdict.optimal_in == "cells"
    assert explore(game, game.start).distance(game.start, "slides") == 0


def test_the_registry_offers_it_in_both_measures(solved):
    game = read_game("oBCCCooBDoEoAADoEooooFGGooHFooooHFoo")
    assert default_solver(game).name == find_judge(game).name == "swift"
    assert find_judge(game.with_measure("slides")).name == "swift-slides"
    for name in ("swift", "swift-slides"):
        solver = find_solver(game, name)
        verdict = solved(solver.run, solver.game_in_measure(game))
        assert verdict.optimal_in == solver.measure
    blocked = read_game("~~~~/AABB/~~~~")
    verdict = last(find_judge(blocked).run(blocked, blocked.start, Limits()))
    assert isinstance(verdict, Unsolvable)
    assert verdict.proof.startswith("boat B can never leave")
