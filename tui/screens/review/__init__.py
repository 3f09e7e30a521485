"""The review of a game that has ended."""
