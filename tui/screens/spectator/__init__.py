"""Another player's game, live or as a solution to step through."""
