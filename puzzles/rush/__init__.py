"""ORush: its catalogue, files, and the making of new puzzles."""
