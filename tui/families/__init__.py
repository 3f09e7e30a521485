"""The boards of the four families, as they are declared to the app."""
