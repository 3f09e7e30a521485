"""The entry point of the program: `main` is the console script `ludoscope`."""

import sys

from ludoscope.tui import isolation, startup
from ludoscope.tui.commands.interrupt import exit_on_interrupt


def main() -> int:
    """Run the command line and return the exit code; start over if it is a guest's."""
    arguments = sys.argv[1:]
    if sys.platform != "win32" and isolation.has_guest_option(arguments):
        isolation.restart_isolated(arguments)
    return _run()


def run_isolated() -> int:
    """Run the command line of a guest in an isolated interpreter and return the exit code."""
    exit_on_interrupt()
    isolation.unblock_interrupts()
    return _run()


def _run() -> int:
    startup.pause_garbage_collection()
    exit_on_interrupt()  # ctrl+c ends the program without a traceback, whatever is being loaded
    from ludoscope.tui.commands.cli import main  # after what speeds up imports

    code = main()
    exit_on_interrupt()  # also while Python shuts down
    if plugin_loading := sys.modules.get("ludoscope.tui.commands.plugin_loading"):
        plugin_loading.exit_despite_plugin_threads(code)
    return code
