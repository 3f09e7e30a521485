"""The box beside the list of a library: what is known of the chosen puzzle, and its board."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static
from textual.worker import Worker

from ludoscope.tui.saves.library_model import Book, LibraryModel
from ludoscope.tui.saves.results import Best
from ludoscope.tui.screens.library.descriptions import achieved
from ludoscope.tui.services.app_protocol import Services
from ludoscope.tui.services.library import Preview
from ludoscope.tui.widgets.debounce import Rest
from ludoscope.tui.widgets.styled_lines import Lines

DELAY = 0.1  # seconds that the cursor rests before its puzzle is told of: many bytes
ANY_DEAL = ("Enter, then a number; without one, any deal.", "This is number 1.")
LEAST = 3  # lines of a board


class PreviewBox(Vertical):
    """Follows the chosen puzzle of a library, as fast as the terminal draws."""

    app: Services
    if TYPE_CHECKING:  # as in `Typed`
        run_worker: Callable[..., Worker[Any]]
    DEFAULT_CSS = """
    PreviewBox {
        /* boards of one size stay where they are, and send but their pieces */
        #facts { height: auto; min-height: 6; margin-bottom: 1; }
        #picture { height: 1fr; }
    }
    """

    def __init__(self, model: LibraryModel, bests: Callable[[], Mapping[str, Best]]) -> None:
        super().__init__()
        self._model, self._bests = model, bests
        self._told: Book | None = None
        self._previews: dict[str, Preview] = {}
        self._rest = Rest(self, DELAY)
        self._facts, self._board = Static(id="facts"), Lines(id="picture")

    def compose(self) -> ComposeResult:
        yield self._facts
        yield self._board

    def forget(self) -> None:
        """A puzzle has another name, or is gone."""
        self._previews.clear()

    def look_soon(self) -> None:
        """Tell of the chosen one when the cursor has rested."""
        self._rest.then(self.look)

    def look(self) -> None:
        """Tell of the chosen one, once what was told before has been drawn."""
        if not self.app.pace.free:
            self.look_soon()
            return
        book = self._model.book
        if book and book.entry.name not in self._previews:
            self.run_worker(partial(self._read, book), exclusive=True, group="preview")
        else:
            self._told = book
            self._show()

    async def _read(self, book: Book) -> None:
        entry = book.entry
        preview = await self.app.library.preview(entry.name_with_number("1"))
        if entry.is_numbered_series:
            preview = Preview(preview.picture, ANY_DEAL)
        self._previews[entry.name] = preview
        self.look()

    def _show(self) -> None:
        book = self._told
        preview = self._previews.get(book.entry.name) if book else None
        picture = preview.picture if preview else None
        told = Content("\n").join(self._told_of(book, preview)) if book else Content()
        self._facts.update(told)
        self._board.set_drawing(
            (lambda width, height: picture.draw(width, height) if height >= LEAST else [])
            if picture
            else None
        )
        self.call_after_refresh(self.app.pace.drawn)

    def _told_of(self, book: Book, preview: Preview | None) -> Iterator[Content]:
        entry = book.entry
        yield Content.styled(entry.title, "bold")
        yield Content.styled(entry.name, "dim")
        yield from map(Content, dict.fromkeys([entry.detail, *(preview.facts if preview else ())]))
        mark = self._model.marks.get(entry.name, "")
        if mark == "won":
            yield Content.styled(f"✓ {achieved(book, self._bests().get(entry.name))}", "$success")
        elif mark:
            yield Content.styled("… started", "$warning")
