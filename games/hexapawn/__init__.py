"""Hexapawn: a game of pawns for two players on n rows by m columns."""
