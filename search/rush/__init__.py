"""The solvers of ORush and its heuristics."""
