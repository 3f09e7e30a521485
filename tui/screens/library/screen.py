"""The library of a family, or of all: what there is, what was won, a look at the chosen puzzle."""

import asyncio
from collections.abc import Iterable, Mapping
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList

from ludoscope.games import FAMILIES
from ludoscope.tui.boards.registry import board_family
from ludoscope.tui.saves import problems
from ludoscope.tui.saves.library_model import PLAYED, LibraryModel
from ludoscope.tui.saves.results import Best
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.screens.editor.problem_dialogs import Change, ask_delete, ask_rename
from ludoscope.tui.screens.library.descriptions import AT_ONCE, asked, laid, narrowing, nothing
from ludoscope.tui.screens.library.preview_box import PreviewBox
from ludoscope.tui.widgets.prompt import Ask
from ludoscope.tui.widgets.puzzle_list import Listing
from ludoscope.tui.widgets.search_line import Find


class LibraryScreen(BaseScreen[None], inherit_bindings=False):
    """Headings of groups stand between the entries; the cursor skips them.

    Of the keys of all screens tab is another here, which would keep its first place in the footer.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "choose", key_display="↑↓", id="library.up"),
        Binding("down,j", "move(1)", "down", id="library.down", show=False),
        Binding("enter,space", "open", "open", id="library.open"),
        Binding("slash", "find", "find", id="library.find"),
        Binding("tab", "sift(1)", "filter", id="library.sift"),
        Binding("shift+tab", "sift(-1)", "previous filter", id="library.unsift", show=False),
        Binding("e", "offer('edit')", "new problem", id="library.edit"),
        Binding("n", "offer('new')", "new puzzle", id="library.new"),
        Binding("t", "offer('table')", "values by size", id="library.table"),
        Binding("o", "order", "order", id="library.order"),
        Binding("r", "rules", "rules", id="go.rules"),
        Binding("colon", "ask", "name or number", id="library.name"),
        Binding("pageup,left,h", "group(-1)", "group", key_display="←→", id="library.group_up"),
        Binding("pagedown,right,l", "group(1)", "next group", id="library.group_down", show=False),
        Binding("home,g", "move(-1000000)", "first", id="library.first", show=False),
        Binding("end,G", "move(1000000)", "last", id="library.last", show=False),
        Binding("w", "rename", "rename", id="library.rename"),
        Binding("x", "delete", "delete", id="library.delete"),
        Binding("escape,q", "back", "back", key_display="esc", id="go.back"),
    ]
    CSS_PATH = "library.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (60, "-usual"), (160, "-wide")]  # noqa: RUF012

    def __init__(self, family: str = "", wanted: str = "") -> None:
        super().__init__()
        self.family = family
        self._model = LibraryModel(mixed=not family, wanted=wanted)
        self._loaded = asyncio.Event()
        self._bests: Mapping[str, Best] = {}
        self._listing = Listing()
        self._preview = PreviewBox(self._model, lambda: self._bests)
        self._searches: list[str] = []
        self._names: list[str] = []  # typed before

    def body(self) -> Iterable[Widget]:
        with Horizontal():
            yield self._listing
            yield self._preview

    def on_mount(self) -> None:
        self.title = FAMILIES[self.family].title if self.family else "All puzzles"
        self._listing.say("loading…")
        if not self.family or self._model.wanted:
            self.action_find()

    def on_screen_resume(self) -> None:
        self.run_worker(self._load, exclusive=True, group="load")

    async def _load(self) -> None:
        """The person may have set up a problem, or won one, meanwhile."""
        families = [self.family] if self.family else FAMILIES
        books = [book for family in families for book in await self.app.library.books(family)]
        self._bests = await self.app.library.bests()
        marks = {family: await self.app.library.marks([family]) for family in families}
        self._model.fill(books, marks)
        self._model.choose(self.app.opener.left)
        self.app.opener.left = ""
        self._loaded.set()
        self._lay()
        self._preview.look()

    # What is shown

    def _lay(self) -> None:
        """Show the books that there are now."""
        model = self._model
        if model.rows:
            self._listing.lay(laid(model, self._bests), model.chosen_row)
        else:
            self._listing.say(nothing(model))
        self.sub_title = f"{model.counted} · {model.won} won"
        self.status(Content.styled("   ".join(narrowing(model)), "$warning"))
        self.refresh_bindings()

    def _changed(self) -> None:
        """Other books are to be shown, or in another order."""
        if self._loaded.is_set():
            self._lay()
            self._preview.look_soon()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """The cursor may have gone on since."""
        row = self._listing.highlighted
        if row is not None:
            self._model.choose_row(row)
            self._preview.look_soon()
            self.refresh_bindings()

    def on_option_list_option_selected(self) -> None:
        self.action_open()

    def look_changed(self) -> None:
        super().look_changed()
        self._preview.look()

    def at_hand(self) -> str:
        """The name of the chosen puzzle, "" where none is, or where it stands for many."""
        entry = self._model.book.entry if self._model.book else None
        return entry.name if entry and not entry.is_numbered_series else ""

    # Keys

    async def on_key(self, event: events.Key) -> None:
        """Have what is for the list wait until that is there; `Typed` hears the key after this."""
        if self._loaded.is_set() or not self.app.screen_stack:
            return
        active = self.active_bindings.get(event.key)
        if not (active and active.binding.id in AT_ONCE):
            await self._loaded.wait()

    def unbound(self, event: events.Key) -> None:
        """A digit begins a number."""
        if self.family and not self.asking and (event.character or "").isdigit():
            self.begin_typing(event.character or "")
        else:
            super().unbound(event)

    def action_move(self, by: int) -> None:
        self._model.move(by)
        self._listing.choose(self._model.chosen_row)

    def action_group(self, by: int) -> None:
        self._model.to_group(by)
        self.action_move(0)

    def action_sift(self, by: int) -> None:
        self._model.sift_next(by)
        self._changed()

    def action_order(self) -> None:
        self._model.order_next()
        self._changed()

    def action_open(self) -> None:
        if not (book := self._model.book):
            return
        if book.entry.is_numbered_series:
            self.begin_typing()
        elif book.entry.group == PLAYED:
            self.app.opener.reopen(book.entry.name)
        else:
            self.app.opener.open(book.entry.name, book.family)

    def action_rules(self) -> None:
        if family := self.family or (self._model.book.family if self._model.book else ""):
            self.app.navigator.open_rules(family)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if self.asking:
            return action in ("move", "group") and isinstance(self.asking, Find)
        if action == "offer":
            return bool(self.family) and parameters[0] in board_family(self.family).library_actions
        if action in ("rename", "delete"):
            return bool(self._model.book and problems.own_name(self._model.book.entry.name))
        if action == "order":
            return self._model.sortable
        return True

    def action_offer(self, name: str) -> None:
        """What the family alone has."""
        board_family(self.family).library_actions[name](self.app)

    # Problems of one's own

    def action_delete(self) -> None:
        if self._model.book:
            ask_delete(self, self._model.book.entry, self._change)

    def action_rename(self) -> None:
        if self._model.book:
            ask_rename(self, self._model.book.entry, self._change)

    def _change(self, change: Change, said: str) -> None:
        async def changed() -> None:
            wrong = await change
            self._preview.forget()
            await self._load()
            self.tell(wrong or said)

        self.run_worker(changed(), group="change")

    # Finding and naming

    def action_find(self) -> None:
        wanted = self._model.wanted
        self.ask(Find(self._found, wanted, self._search, self._searches, self._left))

    def look_for(self, text: str) -> None:
        """Find this, in place of what was searched for."""
        self.stop_asking()
        self._search(text)
        self.action_find()

    def _search(self, text: str) -> None:
        if text != self._model.wanted:
            self._model.search(text)
            self._changed()

    def _found(self, text: str) -> bool:
        if not self._model.book:
            return self._named(text)
        self.stop_asking()
        self.action_open()
        return True

    def _left(self) -> None:
        """All there is was opened to find something."""
        if not self.family:
            self.dismiss(None)

    def begin_typing(self, text: str = "") -> None:
        numbering = self._model.numbering
        about = "nothing: a deal at random" if numbering else ""
        label = asked(numbering, self.app.files)
        blank, names = bool(numbering), self._names
        self.ask(Ask(label, self._named, text, wanted=about, blank=blank, history=names))

    def _named(self, text: str) -> bool:
        numbering = self._model.numbering if self.family else None
        if numbering and (not text or (text.isascii() and text.isdigit())):
            text = numbering.name_with_number(text or "random")
        self.app.opener.open_named(text, self.family or None)
        return False  # the prompt stays until the puzzle is there

    def action_back(self) -> None:
        if self._model.narrowed:
            self._model.widen()
            self._changed()
        else:
            self.dismiss(None)
