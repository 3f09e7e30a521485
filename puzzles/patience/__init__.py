"""Patience: its catalogue, files, and deals of the day."""
