"""The command palette and its providers."""
