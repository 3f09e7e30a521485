"""The race on the board: the solvers race, then their solutions are replayed together."""
