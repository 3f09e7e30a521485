"""The solvers of peg solitaire, and what they know of the game."""
