"""The server of `ludoscope serve`: textual-serve's, which only the page that it sent can talk to.

Left to itself it would let any page that is open in the browser play, and open files, by way of
a websocket: browsers allow those to any server, and tell it who asks.
"""

import shlex
import subprocess
import sys
from collections.abc import Sequence

from aiohttp import web
from textual_serve.server import Server


class Site(Server):
    """Runs `ludoscope play` with these words for each tab, at `http://host:port` or `url`."""

    def __init__(self, words: Sequence[str], host: str, port: int, url: str | None) -> None:
        command = [sys.executable, "-m", "ludoscope", "play", *words]
        line = subprocess.list2cmdline(command) if sys.platform == "win32" else shlex.join(command)
        super().__init__(line, host=host, port=port, title="Ludoscope", public_url=url)

    def initialize_logging(self) -> None:
        """Leave logging as it is: nothing is to be said but where it is."""

    async def on_startup(self, app: web.Application) -> None:
        print(f"Ludoscope is at {self.public_url} (ctrl+c ends it)", flush=True)

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Start the app for a tab, if its page is of ours."""
        if request.headers.get("Origin") != self.public_url:
            raise web.HTTPForbidden(text="another page asks, expected that of Ludoscope")
        return await super().handle_websocket(request)
