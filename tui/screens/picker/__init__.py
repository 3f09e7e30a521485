"""A dialog with a list to choose from."""
