"""The solvers of hexapawn, and what they know of the game."""
