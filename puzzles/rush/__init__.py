"""ORush (Rush Hour with boats): the catalogue, file formats and the puzzle generator."""
