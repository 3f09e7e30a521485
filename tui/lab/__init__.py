"""The laboratory without its screens: races, presets and their tables."""
