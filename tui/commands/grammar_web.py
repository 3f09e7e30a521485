"""The grammar of the commands for browsers and shells, and what others have in common with them."""

import argparse
from collections.abc import Callable
from typing import Any

from ludoscope.games import FAMILIES
from ludoscope.tui.commands.arguments import port, profile

READ_AS: dict[str, Any] = {"choices": FAMILIES, "help": "the game, if the file does not show it"}
PROFILE: dict[str, Any] = {"metavar": "NAME", "type": profile, "help": "whose saves to use"}
SHELLS = ("bash", "zsh", "fish")


def add_web(command: Callable[..., argparse.ArgumentParser]) -> None:
    """The app in a browser, and what shells are told."""
    serve = command("serve", "the app in a browser, until ctrl+c (extra: web)", puzzle=False)
    serve.add_argument("puzzle", metavar="PUZZLE", nargs="?")
    serve.add_argument("--game", **READ_AS)
    serve.add_argument("--host", default="127.0.0.1", help="address to serve at (127.0.0.1)")
    serve.add_argument("--port", metavar="N", type=port, default=8000, help="(8000)")
    serve.add_argument("--url", help="what browsers call it, where that is something else")
    serve.add_argument(
        "--profile",
        metavar="NAME",
        type=profile,
        help="of the saves: tabs use NAME-1, NAME-2, … (tab)",
    )
    serve.add_argument("--data", metavar="FOLDER", help="where saves are kept")

    shell = command("completions", "what a shell completes words by (extra: shell)", puzzle=False)
    shell.add_argument("shell", metavar="SHELL", choices=SHELLS, help=", ".join(SHELLS))
