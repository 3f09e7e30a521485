"""The declarations of the four families to the app, see `tui.boards.family`."""
