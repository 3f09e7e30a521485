"""Compiled inner loops of the ORush solvers.

Read in this order: `line` (moves of one row or column), `layout` (states and moves of a grid),
`breadth_first` (the search), `shared_search` and `level_worker` (the search by several threads),
`explore` (distances of all connected positions), `annealing` (generation of hard puzzles).
"""
