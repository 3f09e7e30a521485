"""Textbook searches that work on any game.

`uninformed` has breadth-first and depth-first search, `informed` the searches guided by a heuristic
(beam search, best-first search, A*), `adversarial` and `null_window` the searches of games for two
players. They share `path` (paths of moves, types of heuristics, verdicts without a search) and
`visited` (the set of visited positions). Start reading with `uninformed`.
"""
