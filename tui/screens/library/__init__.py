"""The library of puzzles."""
