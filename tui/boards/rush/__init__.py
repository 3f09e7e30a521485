"""The board of ORush: drawing, keys and mouse, rules page. Start with `board`."""
