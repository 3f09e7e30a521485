"""How peg solitaire looks and is played by keys."""
