"""The dialog that shows a line to share."""
