"""A game of another player, or a solution to step through."""
