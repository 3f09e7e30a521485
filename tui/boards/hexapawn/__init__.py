"""How hexapawn looks and is played by keys."""
