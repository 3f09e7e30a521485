"""Traces of readable solvers, compared with traces made by hand as a textbook makes them.

The puzzle of the first two hand-made traces is orush-01, written (a, b): boat A lies in row 3, its
left end a squares from the left edge; boat B lies in column 5, its upper end b squares from the
upper edge.

    A wins at a = 4. The start is (2, 1).
    A may go to a ± 1; to 3 or 4 only while B is out of row 3, that is unless b is 1 or 2.
    B may go to b ± 1 between 0 and 4; to 1 or 2 only while A is left of column 5: a is below 3.
    Moves are tried in the order A left, A right, B up, B down.

Each row of a trace is a step and the state after it:

    step  (a, b)  expanded  generated  duplicates  frontier  maximum    the frontier, next one first
"""

import json

import pytest
from many import case, each_of, first_of

from ludoscope.games import AnyGame
from ludoscope.puzzles.catalogue import find
from ludoscope.search import trace
from ludoscope.search.budget import Limits
from ludoscope.search.pause import Pause
from ludoscope.search.registry import find_readable, find_solver, solvers
from ludoscope.search.solver import Solver
from ludoscope.search.trace import TraceLog, TraceStep
from ludoscope.tui.model.search_trace import NodeState, SearchTrace

BREADTH_FIRST = """
start     21   0  1  0   1 1   21
expand    21   1  1  0   0 1
generate  11   1  2  0   1 1   11
generate  20   1  3  0   2 2   11 20
generate  22   1  4  0   3 3   11 20 22
expand    11   2  4  0   2 3   20 22
generate  01   2  5  0   3 3   20 22 01
duplicate 21   2  6  1   3 3   20 22 01
generate  10   2  7  1   4 4   20 22 01 10
generate  12   2  8  1   5 5   20 22 01 10 12
expand    20   3  8  1   4 5   22 01 10 12
duplicate 10   3  9  2   4 5   22 01 10 12
generate  30   3 10  2   5 5   22 01 10 12 30
duplicate 21   3 11  3   5 5   22 01 10 12 30
expand    22   4 11  3   4 5   01 10 12 30
duplicate 12   4 12  4   4 5   01 10 12 30
duplicate 21   4 13  5   4 5   01 10 12 30
generate  23   4 14  5   5 5   01 10 12 30 23
"""
"""First in, first out. A cannot go right from (2, 1) and (2, 2): B is in row 3."""

A_STAR = """
start     21   0  1  0   1 1   21
expand    21   1  1  0   0 1
generate  11   1  2  0   1 1   11
generate  20   1  3  0   2 2   20 11
generate  22   1  4  0   3 3   20 22 11
expand    20   2  4  0   2 3   22 11
generate  10   2  5  0   3 3   22 10 11
generate  30   2  6  0   4 4   30 22 10 11
duplicate 21   2  7  1   4 4   30 22 10 11
expand    30   3  7  1   3 4   22 10 11
duplicate 20   3  8  2   3 4   22 10 11
generate  40   3  9  2   4 4   40 22 10 11
goal      40   3  9  2   3 4   22 10 11
"""
"""h is what A has to go, 4 - a, and 1 more if B is in its way. So f = g + h of the positions is

    (2, 1) 0 + 3 = 3   (1, 1) 1 + 4 = 5   (2, 0) 1 + 2 = 3   (2, 2) 1 + 3 = 4
    (1, 0) 2 + 3 = 5   (3, 0) 2 + 1 = 3   (4, 0) 3 + 0 = 3

Of equal f the newest comes first: (1, 0) before (1, 1). The win counts when it is taken out.
"""

CROSS = """
S 46 35 45 55 44 43
A 47 35 55 44 43
B 47 35 55 42
C 47 35 55 45
D 47 25 55
E 46 25 55 44 43
F 46 25 55 42
G 46 25 55 45
H 25 55 44
I 46 25 65
J 46 25 35
K 46 45
W 44
"""
"""The positions of english-cross that depth-first search meets, with column and row of each peg.
A position and its mirror image, such as that of D with the peg 25 in 65, are one. W is won.
"""

DEPTH_FIRST = """
start     S   0  1  0   0 0
expand    S   1  1  0   1 1   S
generate  A   1  2  0   1 1   S
expand    A   2  2  0   2 2   A S
generate  B   2  3  0   2 2   A S
expand    B   3  3  0   3 3   B A S
backtrack B   3  3  0   2 3   A S
generate  C   3  4  0   2 3   A S
expand    C   4  4  0   3 3   C A S
generate  D   4  5  0   3 3   C A S
expand    D   5  5  0   4 4   D C A S
backtrack D   5  5  0   3 4   C A S
duplicate D   5  6  1   3 4   C A S
backtrack C   5  6  1   2 4   A S
backtrack A   5  6  1   1 4   S
generate  E   5  7  1   1 4   S
expand    E   6  7  1   2 4   E S
generate  F   6  8  1   2 4   E S
expand    F   7  8  1   3 4   F E S
backtrack F   7  8  1   2 4   E S
generate  G   7  9  1   2 4   E S
expand    G   8  9  1   3 4   G E S
generate  H   8 10  1   3 4   G E S
expand    H   9 10  1   4 4   H G E S
backtrack H   9 10  1   3 4   G E S
duplicate D   9 11  2   3 4   G E S
generate  I   9 12  2   3 4   G E S
expand    I  10 12  2   4 4   I G E S
backtrack I  10 12  2   3 4   G E S
generate  J  10 13  2   3 4   G E S
expand    J  11 13  2   4 4   J G E S
generate  K  11 14  2   4 4   J G E S
expand    K  12 14  2   5 5   K J G E S
goal      W  12 15  2   5 5   K J G E S
"""
"""Last in, first out: the stack is the current line. Pegs jump in the order of their rows from the
top and, in a row, from the left; each first up, then left, right and down:

    S: 45 up A, 45 left E, 45 right (mirror of E), 44 down      E: 44 down F, 43 up G
    A: 44 down B, 43 up C                                       J: 25 right K
    C: 45 left D, 45 right (mirror of D)                        K: 46 down W
    G: 46 down H, 45 up D, 45 right I, 55 left J                B, D, F, H, I: no jump
"""

HAND_MADE = {
    "breadth-first": ("orush-01", BREADTH_FIRST),
    "a-star": ("orush-01", A_STAR),
    "depth-first": ("english-cross", DEPTH_FIRST),
}


def recorded(name: str, solver: str, explored: int | None = None) -> SearchTrace:
    """Return the trace of a search, sent as the worker sends it."""
    game = find(name).game
    row = find_solver(game, solver)
    game = row.game_in_measure(game)
    log = TraceLog(game, game.start)
    list(row.run(game, game.start, Limits(explored=explored, trace=log)))
    steps = json.loads(json.dumps(log.take()))
    result = SearchTrace(game, game.start)
    result.add(map(TraceStep.decode, steps))
    return result


def position_text(search: SearchTrace, number: int) -> str:
    a, b = search.position_of(number)
    return f"{a}{b}"


def cross_letter(search: SearchTrace, number: int) -> str:
    """Return the letter of a position in `CROSS`."""
    game = find("english-cross").game
    letters = {}
    for letter, *pegs in map(str.split, CROSS.strip().splitlines()):
        holes = [game.board.hole_at(*map(int, peg)) for peg in pegs]
        letters[game.key(sum(1 << hole for hole in holes))] = letter
    return letters[game.key(search.position_of(number))]


@pytest.mark.parametrize("solver", HAND_MADE)
def test_trace_is_that_of_a_textbook(solver: str) -> None:
    name, table = HAND_MADE[solver]
    search = recorded(name, solver)
    named = position_text if name == "orush-01" else cross_letter
    rows = []
    for count, step in enumerate(search.steps, start=1):
        counters = search.counters[count]
        numbers = (
            *(counters.expanded, counters.generated, counters.duplicates),
            *(counters.frontier, counters.max_frontier),
        )
        frontier = [named(search, node.number) for node in search.frontier_at(count)]
        rows.append([step.kind, named(search, step.node), *map(str, numbers), *frontier])
    expected = [line.split() for line in table.strip().splitlines()]
    assert rows[: len(expected)] == expected
    if expected[-1][0] == trace.GOAL:
        assert len(rows) == len(expected), "the search ends with the win"


def test_tree_tells_what_became_of_each_position() -> None:
    search = recorded("orush-01", "a-star")
    states = {
        position_text(search, node.number) + "=" * (node.kind == trace.DUPLICATE): search.state_of(
            node, len(search)
        )
        for node in search.nodes
    }
    on_solution = ("21", "20", "30", "40")
    assert all(states[one] is NodeState.SOLUTION for one in on_solution)
    assert all(states[one] is NodeState.OPEN for one in ("11", "22", "10"))
    assert states["21="] is states["20="] is NodeState.DUPLICATE
    before = [search.state_of(node, 10) for node in search.nodes[:7]]
    assert NodeState.SOLUTION not in before
    assert before[5] is NodeState.CURRENT
    assert search.tree_at(5) == [0, 1, 2, 3], "children after their parent"
    assert search.tree_at(8) == [0, 1, 2, 4, 5, 3]


def readable_solvers(game: AnyGame) -> list[Solver]:
    """Return the readable solvers but one, which takes seconds to find its pagoda functions."""
    rows = (row for row in solvers(game.family) if row.is_readable)
    return [row for row in rows if row.name != "depth-first-pagodas"]


@first_of("name", ["lucas-03", "orush-05", "hexapawn-4x4", "FreeCell.1"], 3)
def test_every_readable_solver_is_traced(name: str) -> None:
    for row in readable_solvers(find(name).game):
        with case(row.name):
            search = recorded(name, row.name, explored=50)
            last = search.counters[-1]
            assert last.expanded > 2
            assert last.generated == len(search.nodes)
            for count in range(0, len(search) + 1, 7):
                frontier, counted = search.frontier_at(count), search.counters[count]
                assert len(frontier) == counted.frontier
                root, step = search.root_at(count), search.step_at(count)
                if root and root.frontier != trace.STACK and step.kind != trace.GOAL:
                    others = counted.frontier + counted.duplicates + counted.pruned
                    assert counted.generated == counted.expanded + others
                assert len(search.tree_at(count)) == search.counters[count].generated
            assert all(search.position_of(node.number) is not None for node in search.nodes[::9])


@first_of("name", ["lucas-03", "orush-05", "hexapawn-4x4", "FreeCell.1"], 4)
def test_every_readable_solver_begins_with_a_step(name: str) -> None:
    game = find(name).game
    for row in readable_solvers(game):
        with case(row.name):
            measured, pause = row.game_in_measure(game), Pause()
            log = TraceLog(measured, measured.start)
            pause.pause()
            next(row.run(measured, measured.start, Limits(pause=pause, trace=log)))
            assert log.take(), "paused before its first step: no further ones are asked for"


@pytest.mark.parametrize("name", ["lucas-02", "lucas-03"])
def test_no_move_is_twice_below_a_position(name: str) -> None:
    search = recorded(name, "breadth-first")
    moves = [(node.parent, node.move) for node in search.nodes]
    assert len(set(moves)) == len(moves)


@pytest.mark.parametrize(
    ("name", "solver"),
    [("orush-05", "breadth-first"), ("orush-05", "a-star"), ("lucas-03", "breadth-first"),
     ("lucas-03", "best-first")],
)  # fmt: skip
def test_frontier_of_the_figures_is_that_of_the_trace(name: str, solver: str) -> None:
    game = find(name).game
    row = find_solver(game, solver)
    game, pause = row.game_in_measure(game), Pause()
    log, search = TraceLog(game, game.start), SearchTrace(game, game.start)
    pause.pause()
    for event in row.run(game, game.start, Limits(explored=60, pause=pause, trace=log)):
        search.add(map(TraceStep.decode, log.take()))
        if hasattr(event, "frontier") and search.steps[-1].kind != trace.GOAL:
            assert event.frontier == search.counters[-1].frontier
        pause.step(1)
        pause.wait()


def test_cut_offs_are_pruned_with_their_reason() -> None:
    search = recorded("hexapawn-3x3", "mtd-readable")
    cut_off = [node for node in search.nodes if node.kind == trace.PRUNE]
    assert cut_off
    assert {node.reason for node in cut_off} == {"cut off: the question is answered"}
    asked = {step.note for step in search.steps if step.kind == trace.START}
    assert "does the side to move win?" in asked
    assert any(note.startswith("does it win, or last at least ") for note in asked)


def test_beam_drops_all_but_its_width() -> None:
    search = recorded("lucas-03", "beam", explored=100)
    widths = [node.move for node in search.nodes if node.parent < 0]
    assert widths == [f"width {1 << index}" for index in range(len(widths))]
    first_pass = [node for node in search.nodes if node.root == 0 and node.expanded < 9999]
    assert [node.depth for node in first_pass] == list(range(len(first_pass)))
    dropped = [node for node in search.nodes if node.reason == "beyond width 1"]
    assert dropped
    assert {search.state_of(node, len(search)) for node in dropped} == {NodeState.DROPPED}


def test_trace_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("FreeCell.1").game
    log = TraceLog(game, game.start, max_steps=300)
    tracers = []
    new_tracer = TraceLog.new_tracer
    monkeypatch.setattr(
        TraceLog, "new_tracer", lambda self: tracers.append(new_tracer(self)) or tracers[-1]
    )
    row = find_solver(game, "breadth-first")
    *_, verdict = row.run(game, game.start, Limits(explored=400, trace=log))
    assert verdict.explored == 400
    (tracer,) = tracers
    assert len(tracer._entries) <= 300, "nothing is stored that is not shown"
    steps = log.take()
    assert len(steps) == 300
    assert len(json.dumps(steps)) < 300 * 300
    assert log.take() == []
    search = SearchTrace(game, game.start)
    monkeypatch.setattr("ludoscope.tui.model.search_trace.MAX_STEPS", 200)
    search.add(map(TraceStep.decode, steps))
    assert len(search.steps) == 200
    assert search.is_full


GOOD = {"kind": "start", "node": 0, "frontier": "queue", "search": 1}


@each_of(
    "change",
    [
        {"kind": "jump"},
        {"kind": None},
        {"node": -1},
        {"node": True},
        {"node": 1 << 40},
        {"frontier": "heap"},
        {"note": "\x1b[2J"},
        {"note": "x" * 3000},
        {"estimate": float("nan")},
        {"estimate": "3"},
        {"kept": [0, "1"]},
        {"kept": 3},
        {"colour": "red"},
    ],
)
def test_malformed_step_is_rejected(change: dict) -> None:
    assert TraceStep.decode(GOOD).encode() == GOOD
    with pytest.raises(ValueError, match="step"):
        TraceStep.decode(GOOD | change)


@each_of(
    "step",
    [
        {"kind": "expand", "node": 1},
        {"kind": "generate", "node": 2, "parent": 0, "move": "A"},
        {"kind": "generate", "node": 1, "parent": 1, "move": "A"},
        {"kind": "start", "node": 0, "frontier": "stack"},
        {"kind": "select", "node": 0, "kept": [0, 7]},
        {"kind": "goal", "node": 3},
    ],
)
def test_step_that_contradicts_the_tree_is_rejected(step: dict) -> None:
    game = find("orush-01").game
    search = SearchTrace(game, game.start)
    search.add([TraceStep.decode(GOOD)])
    with pytest.raises(ValueError, match="node"):
        search.add([TraceStep.decode(step)])


def test_compiled_solvers_name_a_readable_one() -> None:
    shown = {
        (family, row.name): readable.name if readable else None
        for family, name in (("peg", "lucas-01"), ("rush", "orush-01"),
                             ("hexapawn", "hexapawn-3x3"), ("patience", "FreeCell.1"))
        for row in solvers(family)
        for readable in [find_readable(find(name).game, row)]
    }  # fmt: skip
    assert {name for name, readable in shown.items() if readable is None} == {("peg", "atlas")}
    assert shown["rush", "swift"] == shown["rush", "breadth-first"] == "breadth-first"
    assert shown["hexapawn", "winner"] == "mtd-readable"
