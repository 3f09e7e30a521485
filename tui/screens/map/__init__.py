"""The map of all positions of a small game."""
