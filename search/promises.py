"""What solvers guarantee, and how they work, in the words that the tables of solvers use.

ANY     some solution, or the proof that there is none
SHORT   the shortest solution that there was time to find
FEWEST  a solution that no other beats in the measure named, or the proof that there is none
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
ONE_QUESTION = "is it won? in how many plies is not asked"
QUESTIONS = "is it won? in how many plies? one question after the other, answers remembered"
ONE_WORD = "compiled; breadth-first, every position once, a position in one word"
A_STAR = "A*: moves made plus a lower bound of the moves still needed"
