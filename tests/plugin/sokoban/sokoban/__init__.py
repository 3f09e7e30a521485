"""Sokoban for Ludoscope."""
