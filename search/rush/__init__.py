"""Solvers and heuristics of ORush; `solvers` lists them."""
