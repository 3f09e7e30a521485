"""Data on disk: games, statistics, settings, exports. Begin with `store` and `save`.

`library_model` and `overview` prepare stored data for the library and the home screen.
"""

# files in the folder of saves that the user may also edit
SETTINGS_FILE = "settings.json"
KEYS_FILE = "keys.json"
