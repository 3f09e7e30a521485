"""The terminal: the driver, the painter, the pace. All that touches what is private to Textual."""
