"""The puzzles: catalogue, file formats, bundled puzzles, generators, batches and benchmarks.

Start with `puzzles.puzzle`, which defines a puzzle, `puzzles.entry`, an entry of the catalogue,
`puzzles.collection`, the declaration of the puzzles of a family, and `puzzles.catalogue`, which
finds puzzles of all families.
"""
