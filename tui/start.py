"""The entry point of the program: `main` is the console script `ludoscope`."""

import sys

from ludoscope.tui import startup
from ludoscope.tui.commands.interrupt import exit_on_interrupt


def main() -> int:
    """Run the command line and return the exit code."""
    startup.pause_garbage_collection()
    exit_on_interrupt()  # ctrl+c ends the program without a traceback, whatever is being loaded
    from ludoscope.tui.commands.cli import main  # after what speeds up imports

    code = main()
    exit_on_interrupt()  # also while Python shuts down
    if plugin_loading := sys.modules.get("ludoscope.tui.commands.plugin_loading"):
        plugin_loading.exit_despite_plugin_threads(code)
    return code
