"""The values of hexapawn by board size."""
