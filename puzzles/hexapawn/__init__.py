"""Hexapawn: its catalogue, files, and values of boards."""
