"""A search step by step, full screen."""
