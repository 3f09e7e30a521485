"""Peg solitaire: the catalogue, file formats, known results and daily puzzles."""
