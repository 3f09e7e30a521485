"""Data on disk: games, statistics, settings, exports. Begin with `store` and `save`.

`library_model` and `overview` prepare stored data for the library and the home screen.
"""
