"""Patience: the catalogue, file formats and daily deals."""
