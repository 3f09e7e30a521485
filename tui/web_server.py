"""The server of `ludoscope serve`: the one of textual-serve, with a check of the origin.

Browsers let any page open a websocket to any server. Without the check, another page open in the
browser could play, and open files.
"""

import shlex
import subprocess
import sys
from collections.abc import Sequence

from aiohttp import web
from textual_serve.server import Server


class BrowserServer(Server):
    """A web server that runs `ludoscope play` for each browser tab.

    Args:
        arguments: Arguments of `ludoscope play`.
        host: The address to listen at.
        port: The port to listen at.
        url: The public address, if it is not `http://host:port`.
    """

    def __init__(self, arguments: Sequence[str], host: str, port: int, url: str | None) -> None:
        command = [sys.executable, "-m", "ludoscope", "play", *arguments]
        line = subprocess.list2cmdline(command) if sys.platform == "win32" else shlex.join(command)
        super().__init__(line, host=host, port=port, title="Ludoscope", public_url=url)

    def initialize_logging(self) -> None:
        """Leave logging as it is: the only output is the address."""

    async def on_startup(self, app: web.Application) -> None:
        print(f"Ludoscope is at {self.public_url} (ctrl+c ends it)", flush=True)

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Start the app for a tab, if its page comes from this server."""
        if request.headers.get("Origin") != self.public_url:
            raise web.HTTPForbidden(text="The request comes from another page")
        return await super().handle_websocket(request)
