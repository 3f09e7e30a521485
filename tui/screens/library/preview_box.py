"""The box beside the list of a library, with the board of the highlighted puzzle and its facts."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static
from textual.worker import Worker

from ludoscope.tui.saves.library_model import LibraryEntry, LibraryModel
from ludoscope.tui.screens.library.descriptions import describe_result
from ludoscope.tui.services.app_protocol import AppBase
from ludoscope.tui.services.library import Preview
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.widgets.debounce import Debouncer
from ludoscope.tui.widgets.styled_lines import StyledLines

DELAY_SECONDS = 0.1  # that the cursor rests on a puzzle before its preview, which is many bytes
PREVIEW_NUMBER = "1"  # of the deal that stands for a numbered series
SERIES_FACTS = (
    "Press Enter and type a deal number, or press Enter again for a random deal.",
    f"Preview: deal {PREVIEW_NUMBER}",
)
MIN_BOARD_HEIGHT = 3


class PreviewBox(Vertical):
    """A preview of the highlighted puzzle, as soon as the terminal can follow."""

    app: AppBase
    if TYPE_CHECKING:  # as in `BaseScreen`
        run_worker: Callable[..., Worker[Any]]
    DEFAULT_CSS = """
    PreviewBox {
        /* with a fixed height boards of the same size stay in place: only pieces are sent */
        #facts { height: auto; min-height: 6; margin-bottom: 1; }
        #picture { height: 1fr; }
    }
    """

    def __init__(self, model: LibraryModel) -> None:
        """Create the box for the highlighted puzzle of a library."""
        super().__init__()
        self._model = model
        self._shown_entry: LibraryEntry | None = None
        self._previews: dict[str, Preview] = {}
        self._debouncer = Debouncer(self, DELAY_SECONDS)
        self._facts, self._board = Static(id="facts"), StyledLines(id="picture")

    def compose(self) -> ComposeResult:
        yield self._facts
        yield self._board

    @property
    def is_up_to_date(self) -> bool:
        """True if the preview of the highlighted puzzle is shown."""
        item = self._model.current
        return item is self._shown_entry and (item is None or item.entry.name in self._previews)

    def clear_cache(self) -> None:
        """Forget all previews, since a puzzle may have been changed, renamed or deleted."""
        self._previews.clear()

    def update_soon(self) -> None:
        """Update the preview when the cursor has rested."""
        self._debouncer.schedule(self.update)

    def update(self) -> None:
        """Show the highlighted puzzle, once the terminal has got the earlier preview."""
        if not self.app.frame_pacer.is_free:
            self.update_soon()
            return
        item = self._model.current
        if item and item.entry.name not in self._previews:
            self.run_worker(partial(self._load, item), exclusive=True, group="preview")
        else:
            self._shown_entry = item
            self._show_preview()

    async def _load(self, item: LibraryEntry) -> None:
        entry = item.entry
        preview = await self.app.library.preview(entry.name_with_number(PREVIEW_NUMBER))
        if entry.is_numbered_series:
            preview = Preview(preview.picture, SERIES_FACTS)
        self._previews[entry.name] = preview
        self.update()

    def _show_preview(self) -> None:
        item = self._shown_entry
        preview = self._previews.get(item.entry.name) if item else None
        picture = preview.picture if preview else None

        def draw_board(width: int, height: int) -> Block:
            return picture.draw(width, height) if picture and height >= MIN_BOARD_HEIGHT else []

        self._facts.update(Content("\n").join(self._fact_lines(item, preview)))
        self._board.set_drawing(draw_board if picture else None)
        self.call_after_refresh(self.app.frame_pacer.query_after_frame)

    def _fact_lines(self, item: LibraryEntry | None, preview: Preview | None) -> Iterator[Content]:
        if item is None:
            return
        entry = item.entry
        yield Content.styled(entry.title, "bold")
        yield Content.styled(entry.name, "dim")
        if rating := self._model.figures.ratings.get(entry.name):
            yield Content(f"Difficulty: {rating.text}")
        facts = preview.facts if preview else ()
        yield from map(Content, dict.fromkeys([entry.detail, *facts]))  # without duplicates
        mark = self._model.figures.statuses.get(entry.name, "")
        if mark == "won":
            result = describe_result(item, self._model.figures.bests.get(entry.name))
            yield Content.styled(f"✓ {result}", "$success")
        elif mark:
            yield Content.styled("… started", "$warning")
