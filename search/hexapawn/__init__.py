"""Solvers and heuristics of hexapawn, and Gardner's learning machine of matchboxes."""
