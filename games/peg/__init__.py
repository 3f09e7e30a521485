"""Peg solitaire on any board of a square or triangular lattice."""

from ludoscope.games.peg.board import BOARDS, Board
from ludoscope.games.peg.colouring import refuted_by_colouring
from ludoscope.games.peg.notation import moves_of
from ludoscope.games.peg.rules import PegGame, from_spec

__all__ = ["BOARDS", "Board", "PegGame", "from_spec", "moves_of", "refuted_by_colouring"]
