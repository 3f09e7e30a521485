"""The meanings of the counts that solvers report, in the words of the field.

Solvers count alike where they can, but a recursion has no queue and a beam no set of visited
positions. Each solver declares what it counts (`Solver.counters`), so that a count can be shown
with its unit, and one that is not kept is left out instead of shown as 0.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Counter:
    """The meaning of a count.

    Attributes:
        unit: The words after the number: "expanded", "in the queue"; "" if it is not kept.
        meaning: What is counted, as the end of a sentence; if it is not kept, why not.
    """

    unit: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Counters:
    """The meaning of the counts of a solver.

    Attributes:
        explored: The meaning of `Progress.explored`, which every solver keeps.
        frontier: The meaning of `Progress.frontier`.
        stored: The meaning of `Progress.entries`.
    """

    explored: Counter
    frontier: Counter
    stored: Counter

    def meanings(self) -> dict[str, str]:
        """Return what each count means, or why it is not kept, as a sentence."""
        counters = {"Explored": self.explored, "Frontier": self.frontier, "Stored": self.stored}
        return {
            name: f"{counter.meaning[0].upper()}{counter.meaning[1:]}."
            for name, counter in counters.items()
        }


EXPANDED = Counter("expanded", "positions taken from the frontier to generate their successors")
ENTERED = Counter("entered", "positions entered, each once; positions pruned at once are not")
CALLS = Counter("calls", "calls, one for each position of each line, answered by the table or not")
SEARCHED = Counter(
    "searched",
    "positions whose moves were searched, again for each new question; where no kernel can search, "
    "as on boards beyond 8×8, calls as of mtd-readable",
)
PROBED = Counter(
    "calls",
    "calls, one for each successor that a question leads to, answered by the table or not; the "
    "position that the question is about is not counted",
)

QUEUE = Counter("in the queue", "positions generated and not yet expanded")
PRIORITY_QUEUE = Counter("in the queue", "positions in the priority queue, generated, not expanded")
OPEN_NODES = Counter(
    "in the queue",
    "nodes in the priority queue; a position reached again by a shorter path is in it twice",
)
STACK = Counter(
    "on the stack", "positions of the current line, from the start to the one entered last"
)
LEVEL = Counter("in the level", "positions kept of the current level, expanded or not")
REST_OF_LEVEL = Counter("in the level", "positions of the current level still to expand")
TWO_LEVELS = Counter("in two levels", "boards of the level that is expanded and of the next")
STACK_OR_QUEUE = Counter(
    "open",
    "positions of the current line where the search is depth-first, else those in its queue",
)
NO_QUEUE = Counter("", "none: only the positions of the current line are open")

VISITED = Counter("visited", "positions met in this pass; none is expanded twice in it")
VISITED_WITH_DEPTH = Counter(
    "visited", "positions met; one that is reached again by a shorter path is expanded again"
)
IN_TABLE = Counter("in the table", "positions whose value or bounds the transposition table holds")
STORED_BOARDS = Counter(
    "in the tables", "boards of the levels that it holds, and those where the two ends meet"
)
BOARDS_OF_TWO_LEVELS = Counter("in two levels", "boards of two levels; earlier ones are forgotten")
ONE_LEVEL = Counter("in the level", "positions of the level that is being filled")
NOTHING_STORED = Counter("", "none: it remembers no positions")
NOT_COUNTED = Counter("", "not counted: a position kept takes 12 bytes, those of all levels stay")

BREADTH_FIRST = Counters(EXPANDED, QUEUE, VISITED)
BEST_FIRST = Counters(EXPANDED, PRIORITY_QUEUE, VISITED)
A_STAR = Counters(EXPANDED, OPEN_NODES, VISITED_WITH_DEPTH)
DEPTH_FIRST = Counters(ENTERED, STACK, VISITED)
NEGAMAX = Counters(CALLS, NO_QUEUE, IN_TABLE)
PLAIN_NEGAMAX = Counters(CALLS, NO_QUEUE, NOTHING_STORED)
NULL_WINDOW = Counters(PROBED, NO_QUEUE, IN_TABLE)
COMPILED_NULL_WINDOW = Counters(SEARCHED, NO_QUEUE, IN_TABLE)
COMPILED_BEAM = Counters(EXPANDED, REST_OF_LEVEL, VISITED)
PATIENCE_PROOF = Counters(
    Counter("searched", "positions entered or expanded"), STACK_OR_QUEUE, VISITED
)
PEG_BREADTH_FIRST = Counters(EXPANDED, QUEUE, BOARDS_OF_TWO_LEVELS)
PEG_BEAM = Counters(
    Counter(
        "expanded",
        "positions that the beams expanded, without the positions before the finish, up to 2,000, "
        "that are listed first; 0 if the start is one of these or is refuted without a search",
    ),
    LEVEL,
    NOT_COUNTED,
)
PEG_SWEEP = Counters(EXPANDED, TWO_LEVELS, STORED_BOARDS)
PEG_ATLAS = Counters(
    Counter("expanded", "positions expanded to make the atlas; 0 if a file has it already"),
    LEVEL,
    ONE_LEVEL,
)
