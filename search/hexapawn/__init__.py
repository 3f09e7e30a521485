"""Solvers and heuristics of hexapawn, and Gardner's learning machine of matchboxes.

`solvers` lists the solvers; `compiled` has those with kernels.
"""
