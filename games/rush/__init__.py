"""ORush, Rush Hour with boats: the rules, the grid and the notations.

Start with `rules`.
"""
