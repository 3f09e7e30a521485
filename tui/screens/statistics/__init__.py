"""The player's statistics."""
