"""The box beside the list of a library: which puzzle it tells of, and what has been read of it."""

from collections.abc import Callable
from functools import partial
from typing import Any

from textual.timer import Timer

from ludoscope.tui.saves.overview import NUMBERING
from ludoscope.tui.saves.shelf import Book
from ludoscope.tui.screens.library_frame import ANY_DEAL
from ludoscope.tui.screens.page import Page
from ludoscope.tui.services.library import Preview

DELAY = 0.1  # seconds that the cursor rests before its puzzle is told of: many bytes


class PreviewBox:
    """Follows the chosen book of a page, as fast as the terminal draws.

    `book` is the one that the box tells of, `previews` what has been read, by name of the puzzle.
    """

    def __init__(self, page: Page[Any], chosen: Callable[[], Book | None]) -> None:
        self.book: Book | None = None
        self.previews: dict[str, Preview] = {}
        self._page = page
        self._chosen = chosen
        self._rest: Timer | None = None

    @property
    def settled(self) -> bool:
        """Whether all there is to tell of the chosen one has been read."""
        book = self._chosen()
        return book is self.book and (not book or book.entry.name in self.previews)

    def look_soon(self) -> None:
        """Tell of the chosen one when the cursor has rested."""
        if self._rest:
            self._rest.stop()
        self._rest = self._page.set_timer(DELAY, self.look)

    def look(self) -> None:
        """Tell of the chosen one, once what was told before has been drawn."""
        if not self._page.app.pace.free:
            self.look_soon()
            return
        book = self._chosen()
        if book and book.entry.name not in self.previews:
            self._page.run_worker(partial(self._read, book), exclusive=True, group="preview")
        else:
            self.book = book
        self._page.paint_unasked()

    async def _read(self, book: Book) -> None:
        name = book.entry.name
        preview = await self._page.app.library.preview(NUMBERING.sub("1", name))
        numbered = NUMBERING.search(name)
        self.previews[name] = Preview(preview.picture, ANY_DEAL) if numbered else preview
        self.look()
