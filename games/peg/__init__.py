"""Peg solitaire on any board of a square or triangular lattice.

Start with `rules`, which has the game; `board` defines the boards, and `notation` the text of moves
and problems.
"""
