"""The interface: command line, app, boards, sessions. Importing this package loads no textual."""
