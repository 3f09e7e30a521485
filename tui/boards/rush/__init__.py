"""How ORush looks and is played by keys."""
