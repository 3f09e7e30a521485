"""The entry point. Ctrl+c ends the program without a traceback, whatever is being loaded."""

from ludoscope.tui import startup
from ludoscope.tui.commands.interrupt import end_at_once


def main() -> int:
    """Run the command line; the exit code."""
    startup.begin()
    end_at_once()
    from ludoscope.tui.commands.cli import main

    code = main()
    end_at_once()  # nothing is left to do but to end
    return code
