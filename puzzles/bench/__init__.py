"""Benchmarks: standard sets of puzzles, each for one solver, and the time they take.

suites           the sets of puzzles of each family, and external programs to compare with
measure          the measurement of a set
batch_overhead   the time per deal of a batch that is not spent in the search
library_speed    the time of many searches on all cores, and of an easy one
"""
