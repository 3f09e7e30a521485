"""The board of hexapawn: drawing, keys and mouse, rules page. Start with `board`."""
