"""The solvers of ORush, and what they know of the game."""
