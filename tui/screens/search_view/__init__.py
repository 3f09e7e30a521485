"""A running search, full screen."""
