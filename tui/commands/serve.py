"""The command `serve`: the app in a browser."""

import argparse
import os
import sys

from ludoscope.search.storage.folders import data_folder
from ludoscope.tui import lazy
from ludoscope.tui.commands.arguments import (
    FILE_FAMILY,
    expects,
    port_number,
    profile_name,
    tab_count,
)
from ludoscope.tui.commands.errors import EXIT_MISSING, UsageError, fail
from ludoscope.tui.web_origin import origin_of

LOG_NAME = "serve.log"
LOOPBACK_HOSTS = ("127.0.0.1", "::1", "localhost")


@expects("a URL such as https://example.org/ludoscope")
def public_url(text: str) -> str:
    """Check the URL of a server, to which paths are appended."""
    origin_of(text)
    if "?" in text or "#" in text:
        raise ValueError
    return text.rstrip("/")


@expects("a host name or an IP address")
def host_name(text: str) -> str:
    """Check the address to listen at, of which the URL is made."""
    origin_of(f"http://[{text}]" if ":" in text else f"http://{text}")
    return text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("puzzle", metavar="PUZZLE", nargs="?")
    parser.add_argument("--game", **FILE_FAMILY)
    parser.add_argument(
        "--host", type=host_name, default="127.0.0.1", help="address to serve at (127.0.0.1)"
    )
    parser.add_argument("--port", metavar="N", type=port_number, default=8000, help="(8000)")
    parser.add_argument(
        "--url", type=public_url, help="what browsers call it, where that is something else"
    )
    parser.add_argument(
        "--max-tabs",
        metavar="N",
        type=tab_count,
        default=8,
        help="tabs at once, with an app each (8)",
    )
    parser.add_argument(
        "--profile",
        metavar="NAME",
        type=profile_name,
        help="of the saves: tabs use NAME-1, NAME-2, … (tab)",
    )
    parser.add_argument("--data", metavar="FOLDER", help="where saves are kept")


def run(options: argparse.Namespace) -> int:
    """Serve the app, with a profile for each tab, until interrupted; return the exit code."""
    try:
        from ludoscope.tui.web_server import BrowserServer  # of the extra "web"
    except ImportError as error:
        raise UsageError(
            f"serve needs textual-serve ({error.name} is missing): pip install 'ludoscope[web]'"
        ) from None
    if options.data:
        os.environ["LUDOSCOPE_HOME"] = os.path.abspath(options.data)
    if options.puzzle:  # each tab opens it; one that does not exist is refused before
        lazy.catalogue.find(lazy.catalogue.name_opened_in_app(options.puzzle), options.game)
    arguments = [options.puzzle] if options.puzzle else []
    if options.game:
        arguments += ["--game", options.game]
    if options.profile:
        arguments += ["--profile", options.profile]
    log_path = data_folder().absolute() / LOG_NAME
    if options.host not in LOOPBACK_HOSTS:
        print(
            f"ludoscope: {options.host} is not this machine alone: whoever reaches it plays with "
            "your rights, and opens your files",
            file=sys.stderr,
        )
    try:
        BrowserServer(
            arguments, options.host, options.port, options.url, options.max_tabs, log_path
        ).serve()
    except BrokenPipeError:  # of standard output
        raise
    except OSError as error:
        return fail(EXIT_MISSING, f"{options.host}:{options.port}: {error.strerror or error}")
    return 0
