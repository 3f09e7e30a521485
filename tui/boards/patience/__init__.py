"""How patience looks and is played by keys."""
