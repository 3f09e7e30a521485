"""Texts for the tables of solvers: guarantees and one-line summaries.

The first group are guarantees, for `Solver.guarantee`; {} stands for the measure of the game. The
second group are summaries, for `Solver.summary`. A summary that ends with a space is a
prefix: the solver adds what its heuristic prefers.
"""

ANY_SOLUTION = "any solution, or proof that there is none"
SHORT_SOLUTION = "a short solution, not proved shortest"
FEWEST_MOVES = "fewest {}, or proof that there is no solution"
EXACT_VALUE = "who wins, and in how many plies"
MOVE_VALUES = "who wins after each move, and in how many plies"
WINNER = "who wins"

BREADTH_FIRST = "breadth-first: all positions one move away, then two, and so on"
BREADTH_FIRST_BOARDS = "breadth-first: all boards one move away, then two, and so on"
BREADTH_LIMITED = (
    "breadth-first with only the 2 best moves of each position, then 3, 4, …; prefers "
)
DEPTH_FIRST = "depth-first: follows a line to its end, then takes back a move and tries the next"
BEAM = "beam search: keeps the best positions of each depth, then twice as many; prefers "
WIDENING_BEAM = "beam search: keeps the best positions of each depth, then up to 16 times as many; "
ALTERNATING_BEAM = "beam search from the start and the finish in turn; prefers "
BEST_FIRST = "best-first: goes on from the best position met so far; "
BIDIRECTIONAL_BEAM = (
    "beam search from the start and the finish: keeps the best positions of each depth"
)
PAGODAS_THEN_BEAM = "proofs by weights of the holes, then beam search, then every position"
BIDIRECTIONAL_BREADTH_FIRST = "breadth-first from the start and from the finish until they meet"
ALPHA_BETA = "alpha-beta: leaves out moves that cannot change who wins"
MTD_F = "MTD(f): alpha-beta that asks whether the value is higher or lower, until it is known"
BREADTH_FIRST_ONE_WORD = f"{BREADTH_FIRST}; a position is one machine word"
A_STAR = "A*: goes on where the moves made, and those needed at the least, are fewest"


def is_fewest_moves(guarantee: str) -> bool:
    """Return True if a guarantee is `FEWEST_MOVES`, for any measure."""
    before, after = FEWEST_MOVES.split("{}")
    return guarantee.startswith(before) and guarantee.endswith(after)
