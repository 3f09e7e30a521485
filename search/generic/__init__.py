"""Textbook searches that work on any game."""
