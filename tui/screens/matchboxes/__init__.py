"""The matchboxes of the learning hexapawn opponent."""
