"""The tree of moves of a game."""
