"""Textbook searches that work on any game.

`uninformed` has breadth-first and depth-first search, `informed` the searches guided by a
heuristic (beam search, best-first search, A*), `adversarial` and `null_window` the searches for two
players. They share `path` and `visited`.
"""
