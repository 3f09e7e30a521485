"""The screens: each composes its widgets, hears its keys, and has a style sheet of its name."""
