"""The board families of the four games, see `tui.boards.family`."""
