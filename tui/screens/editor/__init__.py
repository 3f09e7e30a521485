"""The editor of peg solitaire problems, and the dialogs about problems of the player."""
