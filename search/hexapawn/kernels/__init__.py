"""Compiled inner loops of the hexapawn solvers: `board`, `table`, then `null_window`."""
