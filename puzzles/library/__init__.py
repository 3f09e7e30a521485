"""Ludoscope: puzzles to play in a terminal, and solvers to watch."""
