"""Benchmarks: standard sets of puzzles, each for one solver, and the time they take.

suites           the sets of puzzles of each family, and external programs to compare with
measure          the measurement of a set
batch_overhead   the time that a deal of a batch takes apart from its search
"""
