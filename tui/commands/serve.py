"""The command `serve`: the app in a browser."""

import argparse
import os
import sys

from ludoscope.tui.commands.errors import MISSING, UsageError, fail

LOOPBACK = ("127.0.0.1", "::1", "localhost")


def serve_pages(options: argparse.Namespace) -> int:
    """Serve the app until it is interrupted; each tab has a profile of its own."""
    try:
        from ludoscope.tui.web_server import Site
    except ImportError as error:
        raise UsageError(
            f"serve needs textual-serve ({error.name} is missing): pip install 'ludoscope[web]'"
        ) from None
    words = [options.puzzle] if options.puzzle else []
    for name in ("game", "profile"):
        if value := getattr(options, name):
            words += [f"--{name}", value]
    if options.data:
        words += ["--data", os.path.abspath(options.data)]
    if options.host not in LOOPBACK:
        said = "whoever reaches it plays with your rights, and opens your files"
        print(f"ludoscope: {options.host} is not this machine alone: {said}", file=sys.stderr)
    try:
        Site(words, options.host, options.port, options.url).serve()
    except OSError as error:
        return fail(MISSING, f"{options.host}:{options.port}: {error.strerror or error}")
    return 0
