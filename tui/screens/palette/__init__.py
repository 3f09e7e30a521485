"""The command palette and the providers of its commands."""
