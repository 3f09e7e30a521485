"""The screens: each composes a frame, shows it on a canvas and hears the keys."""
