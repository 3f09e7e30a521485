"""The editor of puzzles, and the dialogs about problems of the player."""
