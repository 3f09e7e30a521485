"""Batches: many numbered puzzles, solved in chunks by worker processes, with stored results.

Start with `runner`, which ties the other modules together.

name_patterns    which puzzles a batch consists of
rows             the jobs of a batch and the row of results of each
chunks           the queue of open jobs and the size of a chunk
worker           the functions that a worker calls: solve one chunk
answers          what workers answer to a chunk, and its checks
executors        the worker processes of this machine
dask_executor    the workers of a Dask scheduler
runner           the main loop: submit chunks, store rows, until no job is left
result_file      rows in a CSV or JSON lines file
result_database  rows in an SQLite database
"""
