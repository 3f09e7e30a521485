"""What solvers guarantee and how they work, in the words that the tables of solvers show.

ANY     some solution, or the proof that there is none
SHORT   the shortest solution that was found within the limits
FEWEST  a shortest solution in the measure named, or the proof that there is none

The constants from LEVELS on are summaries; those that end in "score: " are followed by the score.
"""

ANY = "any solution, or proof that there is none"
SHORT = "a short solution, not proved shortest"
FEWEST = "fewest {}, or proof that there is no solution"
VALUE = "the exact value, in plies"
VALUES = "the exact value of every move, in plies"
WINNER = "which side wins"

LEVELS = "breadth-first, every position once"
BOARDS = "breadth-first, every board once, with the fewest moves that lead to it"
LIMITED = "breadth-first, the 2 best successors of each position, then 3, 4, …; score: "
DOWN = "depth-first, first move first, no position twice"
BEAM = "beam search, repeated with twice the width; score: "
WIDER = "beam search, repeated with up to sixteen times the width; "
ENDS = "beam search from both ends in turn, repeated with greater width; score: "
BEST = "best-first; score: "
BEAMS = "compiled; beam search from both ends, repeated with greater width"
PROOFS = "compiled; proofs by weights of the holes, then beams, then every position"
SWEEPS = "compiled; breadth-first from the start and from the finish until they meet"
WIN_SEARCH = "alpha-beta with one null window: is the position won?"
MTD = "MTD(f): alpha-beta with null windows and a table of bounds"
ONE_WORD = "compiled; breadth-first, every position once, a position in one word"
A_STAR = "A*: moves made plus a lower bound of the moves still needed"
