"""The board of peg solitaire: drawing, keys and mouse, rules page. Start with `board`."""
