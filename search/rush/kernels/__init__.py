"""Compiled inner loops of the ORush solvers: `line`, `layout`, then `breadth_first` and others."""
