"""The puzzles: catalogue, readers and writers of files, bundled puzzles, generators, batches."""
