"""Solvers and heuristics of ORush.

`solvers` lists the solvers, `compiled` has the compiled one and `states` two readable ones.
`explore` finds the distances of all positions connected to a start.
"""
