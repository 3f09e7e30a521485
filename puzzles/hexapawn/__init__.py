"""Hexapawn: the catalogue, file formats and known values of positions."""
