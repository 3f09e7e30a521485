"""Many puzzles by number: given to workers in chunks, their rows kept.

numbering  which puzzles they are
worker     what a worker does with a chunk of puzzles
chunks     which puzzles are left, and how many make a chunk
runner     chunks to an engine, rows to a file, until nothing is left
engine     who works: processes of this machine
cluster    who works: the workers of a Dask scheduler
rows       what is kept of a puzzle
file       rows as CSV or JSON lines
database   rows in SQLite
"""
