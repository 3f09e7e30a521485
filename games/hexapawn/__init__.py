"""Hexapawn: a game of pawns for two players on n rows by m columns.

Start with `rules`, which has the game and the one-line notation; `formats` has the file formats.
"""
