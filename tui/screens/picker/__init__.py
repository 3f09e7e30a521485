"""A dialog with a list of choices."""
