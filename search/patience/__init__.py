"""The solvers of patience, and what they know of the game."""
