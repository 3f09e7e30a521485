"""The entry point. Ctrl+c ends the program without a traceback, whatever is being loaded."""

from ludoscope.tui import startup
from ludoscope.tui.commands.interrupt import exit_on_interrupt


def main() -> int:
    """Run the command line; the exit code."""
    startup.begin()
    exit_on_interrupt()
    from ludoscope.tui.commands.cli import main

    code = main()
    exit_on_interrupt()  # nothing is left to do but to end
    return code
