"""Solvers and heuristics for patience.

`solvers` lists the solvers, `heuristics` has what the generic searches need, and `compiled` chooses
the kernel for a variant.
"""
