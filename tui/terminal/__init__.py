"""The terminal: driver, input parser, screen diff and frame pacing.

Start reading at `driver_choice`. This package alone uses private names of Textual; `private` lists
them.
"""
