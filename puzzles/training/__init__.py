"""Training: positions in which one move, or few, keeps the win and every other move is proved lost.

A family declares a `Trainer` in `Collection.trainer`. `generate` makes positions from its puzzles,
`judging` says which steps of a position are right, and `check` does so again with another solver.
Start reading at `training_position`.
"""
