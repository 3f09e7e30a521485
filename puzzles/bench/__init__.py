"""The standard measurements: sets of puzzles, each for one solver, and what they took.

works     the rows, family by family, and the programs of others that do the same
measure   a row, measured
batch     what a deal of a batch takes beside its search
"""
