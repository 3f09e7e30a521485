"""The settings screen, which also sets the keys of all actions."""
