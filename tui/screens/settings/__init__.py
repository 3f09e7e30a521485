"""The settings and the keys of all actions."""
