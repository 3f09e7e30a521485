"""Text in lines, for screens and for the command line."""
