"""The solvers of peg solitaire and its heuristics."""
