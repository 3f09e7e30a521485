"""Texts and drawings as plain data, for the screens and the command line. No Textual."""
