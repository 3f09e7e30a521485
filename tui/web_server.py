"""The server of `ludoscope serve`: that of textual-serve, with bounds on what a browser asks for.

Browsers let any page open a websocket to any server. Without the check of its origin, another page
open in the browser could play, and open files. The page and its script are those of textual-serve;
what it asks for besides (downloads, addresses to open) the app does not use.
"""

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

from aiohttp import WSMsgType, web
from textual_serve.server import Server, to_int

from ludoscope.games.errors import NotationError
from ludoscope.games.json_objects import parse_json
from ludoscope.search.storage import private_files
from ludoscope.tui.text.sanitize import escape_controls
from ludoscope.tui.web_origin import origin_of
from ludoscope.tui.web_tab import TabApp

MAX_LOG_BYTES = 1 << 20  # of each of two files
MAX_MESSAGE_BYTES = 1 << 20  # the longest paste that the app takes is shorter
MAX_PING_CHARACTERS = 64
HEARTBEAT_SECONDS = 10.0  # a browser that does not answer for half of it has gone
CLOSE_SECONDS = 1.0  # for the answer of a browser to the end of its websocket
FREE_TAB_SECONDS = 2.5  # for the app of a tab to end, when its page is reloaded

log = logging.getLogger(__name__)


class LogFile(RotatingFileHandler):
    """A log file of limited size in the data folder, created with the first error.

    It contains no control characters: what it quotes may come from a browser.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        super().__init__(path, maxBytes=MAX_LOG_BYTES, backupCount=1, delay=True)

    def _open(self) -> TextIOWrapper:
        private_files.make_folder(self._path.parent)
        return open(self._path, "a", encoding="utf-8", opener=private_files.opener)

    def format(self, record: logging.LogRecord) -> str:
        return escape_controls(super().format(record))

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Lose a record that cannot be written; the default is a traceback in the terminal."""


class BrowserServer(Server):
    """A web server that runs `ludoscope play` for each browser tab.

    Args:
        arguments: Arguments of `ludoscope play`.
        host: The address to listen at.
        port: The port to listen at.
        url: The public address, if it is not `http://host:port`.
        max_tabs: The most tabs at once.
        log_path: The file for errors.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        host: str,
        port: int,
        url: str | None,
        max_tabs: int,
        log_path: Path,
    ) -> None:
        self._app_command = [sys.executable, "-m", "ludoscope", "play", *arguments]
        self._max_tabs = max_tabs
        self._log_path = log_path
        self._free_tabs = asyncio.Semaphore(max_tabs)
        self._is_stopping = asyncio.Event()
        if url is None and ":" in host:
            url = f"http://[{host}]:{port}"  # IPv6
        super().__init__("", host=host, port=port, title="Ludoscope", public_url=url)
        self._origin = origin_of(self.public_url)

    def initialize_logging(self) -> None:
        """Send errors to the log file; the only regular output is the address."""
        logging.basicConfig(
            level=logging.WARNING,
            format="%(asctime)s %(name)s: %(message)s",
            handlers=[LogFile(self._log_path)],
        )

    async def _make_app(self) -> web.Application:
        app = await super()._make_app()
        app.middlewares.append(web.middleware(_hide_errors))
        return app

    async def on_startup(self, app: web.Application) -> None:
        print(f"Ludoscope is at {self.public_url} (ctrl+c ends it)", flush=True)

    async def on_shutdown(self, app: web.Application) -> None:
        """End the apps of all tabs."""
        self._is_stopping.set()

    async def handle_download(self, request: web.Request) -> web.StreamResponse:
        """Refuse: the app offers no downloads."""
        raise web.HTTPNotFound

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Run the app for a tab, if its page comes from this server."""
        if request.headers.get("Origin") != self._origin:
            raise web.HTTPForbidden(text="The request comes from another page")
        websocket = web.WebSocketResponse(
            heartbeat=HEARTBEAT_SECONDS,
            timeout=CLOSE_SECONDS,
            max_msg_size=MAX_MESSAGE_BYTES,
            autoclose=False,  # the app ends first
        )
        columns = to_int(request.query.get("width", ""), 80)
        rows = to_int(request.query.get("height", ""), 24)
        await websocket.prepare(request)
        try:
            await asyncio.wait_for(self._free_tabs.acquire(), FREE_TAB_SECONDS)
        except TimeoutError:
            await self._refuse_tab(websocket)
        else:
            try:
                app = await TabApp.start(self._app_command, columns, rows)
                await self._run_tab(app, websocket)
            except OSError:  # for instance too many processes
                log.exception("The app of a tab did not start")
            finally:
                self._free_tabs.release()
        await websocket.close()
        return websocket

    async def _refuse_tab(self, websocket: web.WebSocketResponse) -> None:
        """Show a sentence in place of an app, until the page is closed or the server stops."""
        count = self._max_tabs
        with suppress(ConnectionError):
            await websocket.send_bytes(
                f"Too many tabs: {count} of {count} are open. Close one, then reload this page.\r\n"
                "(ludoscope serve --max-tabs N allows more.)".encode()
            )
        reading = asyncio.create_task(_skip_messages(websocket))
        await self._wait_for_end(reading)
        reading.cancel()

    async def _run_tab(self, app: TabApp, websocket: web.WebSocketResponse) -> None:
        """Connect an app with its page until either ends or the server stops; stop the app."""
        input_task = asyncio.create_task(_send_input(websocket, app))
        output_task = asyncio.create_task(_show_output(app, websocket))
        try:
            await self._wait_for_end(input_task, output_task)
        finally:
            has_failed = await app.stop()  # whose last output is still read
            input_task.cancel()
            output_task.cancel()
        if has_failed:
            print(
                f"ludoscope: the app of a tab ended with an error, see {self._log_path}",
                file=sys.stderr,
                flush=True,
            )

    async def _wait_for_end(self, *tasks: asyncio.Task[None]) -> None:
        """Wait until one of the tasks ends or the server stops."""
        stopping = asyncio.create_task(self._is_stopping.wait())
        await asyncio.wait([*tasks, stopping], return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()


async def _skip_messages(websocket: web.WebSocketResponse) -> None:
    """Read messages until the page is gone."""
    async for _ in websocket:
        pass


async def _send_input(websocket: web.WebSocketResponse, app: TabApp) -> None:
    """Send the messages of a page to its app until the page is gone; ignore all unknown ones."""
    async for message in websocket:
        if message.type != WSMsgType.TEXT:
            continue
        try:
            content = parse_json(message.data)
        except NotationError:
            continue
        match content:
            case ["stdin", str(text)]:
                app.send_input(text)
            case ["resize", {"width": int(columns), "height": int(rows)}]:
                app.send_size(columns, rows)
            case ["focus" | "blur" as event]:
                app.send_focus(event == "focus")
            case ["ping", str(text)]:
                with suppress(ConnectionError):
                    await websocket.send_json(["pong", text[:MAX_PING_CHARACTERS]])


async def _show_output(app: TabApp, websocket: web.WebSocketResponse) -> None:
    """Send the output of an app to its page until the app ends; without a page, discard it."""
    async for data in app.output():
        with suppress(ConnectionError):
            await websocket.send_bytes(data)


async def _hide_errors(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Log an error, so that neither the browser nor the terminal shows its traceback."""
    try:
        return await handler(request)
    except web.HTTPException:
        raise
    except Exception:
        log.exception("A request failed")
        raise web.HTTPInternalServerError(text="The server failed, see its log") from None
