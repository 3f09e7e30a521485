"""The board of patience: drawing, keys and mouse, rules page. Start with `board`."""
