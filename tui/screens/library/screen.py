"""The library: the puzzles of a family or of all, with marks for wins and a preview."""

import asyncio
from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget

from ludoscope.games import FAMILIES
from ludoscope.puzzles.registry import listed_entries
from ludoscope.puzzles.word_search import RankedEntry
from ludoscope.tui import screens
from ludoscope.tui.boards.registry import board_family
from ludoscope.tui.model.rating import PuzzleDifficulty
from ludoscope.tui.saves import problems
from ludoscope.tui.saves.library_model import PLAYED_GROUP, LibraryModel
from ludoscope.tui.screens.base import BaseScreen, HelpContent
from ludoscope.tui.screens.editor.problem_dialogs import ProblemChange, ask_delete, ask_rename
from ludoscope.tui.screens.library.descriptions import (
    LEGEND,
    active_filters,
    empty_message,
    make_table,
    name_prompt,
)
from ludoscope.tui.screens.library.preview_box import PreviewBox
from ludoscope.tui.widgets.puzzle_list import ColumnHeadings, PuzzleList
from ludoscope.tui.widgets.puzzle_prompt import PuzzlePrompt
from ludoscope.tui.widgets.search_line import SearchLine

IMMEDIATE_BINDING_IDS = (  # bindings that need not wait until the puzzles are loaded
    *("go.back", "go.rules", "app.help", "line.cancel"),
    *("library.find", "library.edit", "library.new", "library.table"),
)


class LibraryScreen(BaseScreen[None], inherit_bindings=False):
    """The puzzles in groups with headings, which the cursor skips.

    Inherited bindings are left out: here tab filters, and it would stand first in the footer.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "choose", key_display="↑↓", id="library.up"),
        Binding("down,j", "move(1)", "down", id="library.down", show=False),
        Binding("enter,space", "open", "open", id="library.open"),
        Binding("slash", "find", "find", id="library.find"),
        Binding("tab", "filter(1)", "filter", id="library.sift"),
        Binding("shift+tab", "filter(-1)", "previous filter", id="library.unsift", show=False),
        Binding("e", "new_problem", "new problem", id="library.edit"),
        Binding("n", "family_action('new')", "new puzzle", id="library.new"),
        Binding("v", "family_action('table')", "values by size", id="library.table"),
        Binding("equals_sign", "grade", "grade", id="library.grade"),
        Binding("o", "order", "order", id="library.order"),
        Binding("d", "random", "random", id="go.random"),
        Binding("plus", "similar", "another like this", id="library.similar"),
        Binding("r", "rules", "rules", id="go.rules"),
        Binding("colon", "ask", "name or number", id="library.name"),
        Binding("pageup,left,h", "group(-1)", "group", key_display="←→", id="library.group_up"),
        Binding("pagedown,right,l", "group(1)", "next group", id="library.group_down", show=False),
        Binding("home,g", "move(-1000000)", "first", id="library.first", show=False),
        Binding("end,G", "move(1000000)", "last", id="library.last", show=False),
        Binding("w", "rename", "rename", id="library.rename"),
        Binding("delete,backspace", "delete", "delete", key_display="del", id="library.delete"),
        Binding("escape,q", "back", "back", key_display="esc", id="go.back"),
    ]
    PURPOSE = (
        "All puzzles of a game, with their difficulty and your results. Enter plays the "
        "highlighted puzzle; the keys below search, sort and filter the list."
    )
    CSS_PATH = "library.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (60, "-usual"), (160, "-wide")]  # noqa: RUF012

    def __init__(self, family: str = "", query: str = "") -> None:
        """Create a library.

        Args:
            family: The family to list; "" lists all and starts a search.
            query: A text to search for.
        """
        super().__init__()
        self.family = family
        self._model = LibraryModel(mixed=not family, query=query)
        self._loaded = asyncio.Event()
        self._headings, self._puzzle_list = ColumnHeadings(), PuzzleList()
        self._preview = PreviewBox(self._model)
        self._search_history: list[str] = []
        self._name_history: list[str] = []

    def compose_body(self) -> Iterable[Widget]:
        with Horizontal():
            yield Vertical(self._headings, self._puzzle_list, id="list")
            yield self._preview

    def on_mount(self) -> None:
        self.title = FAMILIES[self.family].title if self.family else "All puzzles"
        self._puzzle_list.show_message("loading…")
        if not self.family or self._model.query:
            self.action_find()

    def on_screen_resume(self) -> None:
        """Load the puzzles again: the user may have created or won one meanwhile."""
        self._reload()

    def _reload(self) -> None:
        self._preview.clear_cache()  # of a problem that was changed
        self.run_worker(self._load, exclusive=True, group="load")

    async def _load(self) -> None:
        library = self.app.library
        families = [self.family] if self.family else list(FAMILIES)
        library_entries = [
            item for family in families for item in await library.library_entries(family)
        ]
        marks = {family: await library.puzzle_statuses([family]) for family in families}
        ratings: dict[str, PuzzleDifficulty] = {}
        for family in families:
            names = [item.entry.name for item in library_entries if item.family == family]
            ratings.update(await self.app.difficulties.of_names(family, names))
        bests = await library.best_results()
        self._model.set_entries(library_entries, marks, ratings, bests)
        self._model.move_to_puzzle(self.app.puzzle_opener.last_opened)
        self.app.puzzle_opener.last_opened = ""
        self._loaded.set()
        self._update_list()
        self._preview.update()

    @property
    def is_loaded(self) -> bool:
        """True if the puzzles and the preview of the highlighted one are shown."""
        return self._loaded.is_set() and self._preview.is_up_to_date

    # Display

    def _update_list(self) -> None:
        model = self._model
        if model.rows:
            table, rows = make_table(model)
            self._headings.show_table(table, model.order.column)
            self._puzzle_list.set_rows(rows, model.cursor_row)
        else:
            fault = self.app.library.faults.get(self.family, "") if model.is_empty else ""
            self._puzzle_list.show_message(fault or empty_message(model))
        self.sub_title = f"{model.shown_count_text} · {model.won_count} won"
        self.show_status(Content.styled("   ".join(active_filters(model)), "$warning"))
        self.refresh_bindings()

    def _on_model_changed(self) -> None:
        if self._loaded.is_set():
            self._update_list()
            self._preview.update_soon()

    def on_option_list_option_highlighted(self) -> None:
        """Follow the cursor, which may be ahead of the message."""
        row = self._puzzle_list.highlighted
        if row is not None:
            self._model.move_to_row(row)
            self._preview.update_soon()
            self.refresh_bindings()

    def on_option_list_option_selected(self) -> None:
        self.action_open()

    def on_appearance_changed(self) -> None:
        super().on_appearance_changed()
        self._preview.update()

    def selected_puzzle_name(self) -> str:
        """Return the name of the highlighted puzzle, "" if there is none or it is a series."""
        entry = self._model.current.entry if self._model.current else None
        return entry.name if entry and not entry.is_numbered_series else ""

    # Keys

    async def on_key(self, event: events.Key) -> None:
        """Delay keys for the list until it is loaded; `BaseScreen` handles them afterwards."""
        if self._loaded.is_set() or not self.app.screen_stack:
            return
        active = self.active_bindings.get(event.key)
        if not (active and active.binding.id in IMMEDIATE_BINDING_IDS):
            await self._loaded.wait()

    def handle_unbound_key(self, event: events.Key) -> None:
        """Open the prompt with a digit that is typed: it begins a number."""
        character = event.character or ""
        if self.family and not self.active_prompt and character.isdigit():
            self.open_prompt(character)
        else:
            super().handle_unbound_key(event)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        item = self._model.current
        if self.active_prompt:
            return action in ("move", "group") and isinstance(self.active_prompt, SearchLine)
        if action == "family_action":
            return bool(self.family) and parameters[0] in board_family(self.family).library_actions
        if action == "new_problem":
            family = self._current_family
            return bool(family) and board_family(family).has_editor
        if action in ("rename", "delete"):
            return item is not None and bool(problems.problem_name(item.entry.name))
        if action == "order":
            return len(self._model.orders) > 1
        if action == "grade":
            return bool(self._model.grades)
        if action == "similar":
            return bool(self.selected_puzzle_name())
        if action == "random":
            return item is not None
        return True

    def action_move(self, rows: int) -> None:
        self._model.move_cursor(rows)
        self._highlight_current()

    def action_group(self, step: int) -> None:
        self._model.move_to_group(step)
        self._highlight_current()

    def _highlight_current(self) -> None:
        self._puzzle_list.highlight_row(self._model.cursor_row)
        if prompt := self.active_prompt:
            prompt.input.cursor_list = self._puzzle_list

    def action_filter(self, step: int) -> None:
        self._model.cycle_status_filter(step)
        self._on_model_changed()

    def action_order(self) -> None:
        self._model.cycle_order()
        self._on_model_changed()

    def action_grade(self) -> None:
        self._model.cycle_grade_filter()
        self._on_model_changed()

    def on_column_headings_clicked(self, event: ColumnHeadings.Clicked) -> None:
        """Sort by the column, then the other way round, then as listed."""
        self._model.cycle_order(event.column)
        self._on_model_changed()

    def action_random(self) -> None:
        """Open a random puzzle of the series or the group at the cursor."""
        if item := self._model.current:
            self.app.puzzle_opener.open_random(item.entry.name, item.family)

    def action_similar(self) -> None:
        self.app.puzzle_opener.open_similar(self.selected_puzzle_name())

    def help_content(self) -> HelpContent:
        return super().help_content()._replace(symbols=LEGEND)

    def action_open(self) -> None:
        item = self._model.current
        if not item:
            return
        if item.entry.is_numbered_series:
            self.open_prompt()
        elif item.entry.group == PLAYED_GROUP:
            self.app.puzzle_opener.reopen(item.entry.name)
        else:
            self.app.puzzle_opener.open(item.entry.name, item.family)

    def action_rules(self) -> None:
        if family := self._current_family:
            self.app.navigator.open_rules(family)

    @property
    def _current_family(self) -> str:
        """The family of the library, or else of the puzzle at the cursor; "" for none."""
        item = self._model.current
        return self.family or (item.family if item else "")

    def action_family_action(self, name: str) -> None:
        """Run an action that only this family has, such as its generator."""
        board_family(self.family).library_actions[name](self.app)

    # The user's own problems

    def action_new_problem(self) -> None:
        """Open the editor of the family with a new puzzle."""
        screens.open_new_problem(self.app, self._current_family)

    def action_delete(self) -> None:
        if self._model.current:
            ask_delete(self, self._model.current.entry, self._run_change)

    def action_rename(self) -> None:
        if self._model.current:
            ask_rename(self, self._model.current.entry, self._run_change)

    def _run_change(self, change: ProblemChange, success_message: str) -> None:
        """Rename or delete a problem, reload the list and show the result."""

        async def run() -> None:
            error = await change
            self._reload()
            self.notify_here(error or success_message)

        # not a worker, which would be cancelled halfway if the screen is left at once
        self.call_later(run)

    # Search and the prompt for a name

    def action_find(self) -> None:
        self.show_prompt(
            SearchLine(
                self._open_found,
                self._model.query,
                self._search,
                self._search_history,
                self._on_search_cancelled,
            )
        )

    def search_for(self, text: str) -> None:
        """Search for a text instead of the current one."""
        self.close_prompt()
        self._search(text)
        self.action_find()

    def _search(self, text: str) -> None:
        if text != self._model.query:
            self._model.search(text)
            self._on_model_changed()

    def _open_found(self, text: str) -> bool:
        """Open the highlighted puzzle, or what the text names; return True to close the prompt."""
        if not self._model.current:
            return self._open_named(text)
        self.close_prompt()
        self.action_open()
        return True

    def _on_search_cancelled(self) -> None:
        """Close the library of all puzzles, which was opened for the search."""
        if not self.family:
            self.dismiss(None)

    def open_prompt(self, text: str = "") -> None:
        numbered_series = self._model.numbered_series
        if numbered_series and self.family:
            search = self.app.winnable_deals.search_ahead(numbered_series.name)
            self.run_worker(search, group="ahead", exclusive=True)
        self.show_prompt(
            PuzzlePrompt(
                name_prompt(numbered_series, self.app.files_allowed),
                self._open_named,
                self._suggest,
                text,
                hint="empty: random deal" if numbered_series else "",
                allow_blank=numbered_series is not None,
                history=self._name_history,
            )
        )

    def _suggest(self, text: str) -> Sequence[RankedEntry]:
        """Return the puzzles of this library that a text may mean."""
        if self._number_means_a_deal(text):
            return ()
        entries = listed_entries([self.family] if self.family else None)
        return self.app.puzzle_finder.suggest(text, entries)

    def _number_means_a_deal(self, text: str) -> bool:
        """Return True if a text is a number, and that of the series at the cursor."""
        has_series = self.family and self._model.numbered_series
        return bool(has_series) and text.isascii() and text.isdigit()

    def _open_named(self, text: str) -> bool:
        """Open the puzzle with this name or number, or a random deal for an empty text."""
        numbered_series = self._model.numbered_series if self.family else None
        if numbered_series and (self._number_means_a_deal(text) or not text):
            text = numbered_series.name_with_number(text or "random")
        self.app.puzzle_opener.open_typed_name(text, self.family or None)
        return False  # the prompt stays until the puzzle is open

    def action_back(self) -> None:
        if self._model.is_filtered:
            self._model.clear_filters()
            self._on_model_changed()
        else:
            self.dismiss(None)
