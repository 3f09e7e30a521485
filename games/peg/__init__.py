"""Peg solitaire on any board of a square or triangular lattice."""
