"""Data on disk: games, statistics, settings, exports. Begin with `store` and `save`."""
