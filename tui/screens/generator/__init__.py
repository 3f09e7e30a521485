"""The generator of ORush puzzles."""
