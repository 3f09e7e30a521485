"""The calendar of the daily puzzles."""
