"""The collection: the catalogue, readers and writers of files, bundled puzzles, the generator."""
