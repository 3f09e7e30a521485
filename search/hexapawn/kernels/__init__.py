"""Compiled inner loops of the solvers of hexapawn."""
