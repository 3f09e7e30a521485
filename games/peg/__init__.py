"""Peg solitaire on any board of a square or triangular lattice."""

from games.peg.board import BOARDS, Board
from games.peg.colouring import refuted_by_colouring
from games.peg.notation import moves_of
from games.peg.rules import PegGame, from_spec

__all__ = ["BOARDS", "Board", "PegGame", "from_spec", "moves_of", "refuted_by_colouring"]
