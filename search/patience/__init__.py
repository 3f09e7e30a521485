"""Solvers and heuristics for patience.

`solvers` lists the solvers, `heuristics` has the scores and pruning rules of the generic searches,
and `compiled` chooses the kernel for a variant. `short` improves solutions, `tune` the weights.
"""
