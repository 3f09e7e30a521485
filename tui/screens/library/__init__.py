"""The library: the puzzles of a family, or of all of them."""
