"""Boards: drawing and input of each family, without Textual. Start with `board`."""
