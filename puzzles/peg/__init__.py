"""Peg solitaire: its catalogue, files, and puzzles of the day."""
