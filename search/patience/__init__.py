"""The solvers of patience and its heuristics."""
