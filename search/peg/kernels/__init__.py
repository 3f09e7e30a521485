"""Compiled inner loops of the solvers of peg solitaire."""
