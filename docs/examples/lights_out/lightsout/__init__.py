"""Lights Out for Ludoscope."""
