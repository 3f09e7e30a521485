"""The library of a family, or of all: what there is, what was won, a look at the chosen puzzle."""

from collections.abc import Coroutine, Mapping
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType

from ludoscope.games import FAMILIES, load
from ludoscope.tui.saves import problems
from ludoscope.tui.saves.overview import NUMBERING
from ludoscope.tui.saves.results import Best
from ludoscope.tui.saves.shelf import Book, Shelf
from ludoscope.tui.screens import library_frame
from ludoscope.tui.screens.page import Page
from ludoscope.tui.screens.preview_box import PreviewBox
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.widgets.prompt import Prompt

FIND = "/"


class LibraryPage(Page[None]):
    """Headings of groups stand between the entries; the cursor skips them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "choose", key_display="↑↓", id="library.up"),
        Binding("down,j", "move(1)", "down", id="library.down", show=False),
        Binding("pageup,left,h", "group(-1)", "group", key_display="←→", id="library.group_up"),
        Binding("pagedown,right,l", "group(1)", "next group", id="library.group_down", show=False),
        Binding("home,g", "move(-1000000)", "first", id="library.first", show=False),
        Binding("end,G", "move(1000000)", "last", id="library.last", show=False),
        Binding("enter,space", "open", "open", id="library.open"),
        Binding("slash", "find", "find", id="library.find"),
        Binding("tab", "sift(1)", "won or not", id="library.sift"),
        Binding("shift+tab", "sift(-1)", "won or not, backwards", id="library.unsift", show=False),
        Binding("o", "order", "order", id="library.order"),
        Binding("colon", "ask", "name or number", id="library.name"),
        Binding("e", "offer('edit')", "new problem", id="library.edit"),
        Binding("w", "rename", "rename", id="library.rename"),
        Binding("x", "delete", "delete", id="library.delete"),
        Binding("n", "offer('new')", "new puzzle", id="library.new"),
        Binding("t", "offer('table')", "values by size", id="library.table"),
        Binding("r", "rules", "rules", id="go.rules"),
        Binding("escape,q", "back", "back", id="go.back"),
    ]

    def __init__(self, ascii_only: bool, family: str = "") -> None:
        super().__init__(ascii_only)
        self.family = family
        self._shelf = Shelf(mixed=not family)
        self._loaded = False
        self._bests: Mapping[str, Best] = {}
        self._preview = PreviewBox(self, lambda: self._shelf.book)
        if not family:
            self._finding()

    def on_screen_resume(self) -> None:
        self.run_worker(self._load, exclusive=True, group="load")

    async def _load(self) -> None:
        """The person may have set up a problem, or won one, meanwhile."""
        families = [self.family] if self.family else FAMILIES
        books = [book for family in families for book in await self.app.library.books(family)]
        self._bests = await self.app.library.bests()
        self._shelf.fill(books, await self.app.library.marks(families))
        self._shelf.choose(self.app.opener.left)
        self.app.opener.left = ""
        self._loaded = True
        self._preview.look()

    @property
    def settled(self) -> bool:
        """Whether all there is to tell of the chosen one has been read."""
        return self._loaded and self._preview.settled

    @property
    def _book(self) -> Book | None:
        return self._shelf.book

    def frame(self, width: int, height: int) -> Block:
        shelf = self._shelf if self._loaded else None
        about = (self._preview.book, self._preview.previews, self._bests)
        lines = library_frame.frame(width, height, shelf, self.family, *about)
        return drawing.block([*lines, *self.bottom(width)], width, height)

    def at_hand(self) -> str:
        name = self._book.entry.name if self._book else ""
        return "" if NUMBERING.search(name) else name

    # Keys

    def pressed(self, key: str, character: str | None) -> None:
        """A digit begins a number."""
        if character and character.isdigit() and self.family:
            self.begin_typing(character)

    def action_move(self, by: int) -> None:
        self._shelf.move(by)
        self._preview.look_soon()
        self.paint()

    def action_group(self, by: int) -> None:
        self._shelf.to_group(by)
        self.action_move(0)

    def action_sift(self, by: int) -> None:
        self._shelf.sift_next(by)
        self.action_move(0)

    def action_order(self) -> None:
        self._shelf.order_next()
        self.action_move(0)

    def action_open(self) -> None:
        if not (book := self._book):
            return
        if NUMBERING.search(book.entry.name):
            self.begin_typing()
        else:
            self.app.opener.open(book.entry.name, book.family)

    def action_rules(self) -> None:
        if family := self.family or (self._book.family if self._book else ""):
            self.app.navigator.open_rules(family)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "offer":
            return bool(self.family) and parameters[0] in FAMILIES[self.family].opens
        if action in ("rename", "delete"):
            return bool(self._book and problems.own_name(self._book.entry.name))
        if action == "order":
            return self._shelf.sortable
        return True

    def action_offer(self, name: str) -> None:
        """What the family alone has."""
        load(FAMILIES[self.family].opens[name])(self.app)

    # Problems of one's own

    def action_delete(self) -> None:
        """Ask, and take a problem away at `y`."""
        if not (book := self._book):
            return
        title = book.entry.title

        def answered(text: str) -> None:
            if text:
                self.prompt = None
            if text.casefold() == "y":
                self._change(
                    self.app.library.delete_problem(book.entry.name), f"“{title}” is deleted"
                )

        self.ask(f"delete “{title}” for good? y or n:", bool, "", answered, ("no", "y deletes it"))

    def action_rename(self) -> None:
        if not (book := self._book):
            return
        title = book.entry.title

        def entered(text: str) -> bool:
            renamed = self.app.library.rename_problem(book.entry.name, text)
            self._change(renamed, f"“{title}” is now called “{problems.safe(text)}”")
            return True

        self.ask("its new name:", entered, title)

    def _change(self, change: Coroutine[None, None, str], said: str) -> None:
        async def changed() -> None:
            wrong = await change
            self._preview.previews.clear()
            await self._load()
            self.tell(wrong or said)

        self.run_worker(changed(), group="change")

    # Finding and naming

    def action_find(self) -> None:
        self._finding(self._shelf.wanted)

    def _finding(self, text: str = "") -> None:
        self.ask(FIND, self._found, text, self._search, ("open", "↑↓ choose, tab goes to the list"))

    def _search(self, text: str) -> None:
        self._shelf.search(text)
        self._preview.look_soon()

    def _found(self, text: str) -> bool:
        if not self._loaded:
            return False
        if self._book:
            self.prompt = None
            self.action_open()
            return self.prompt is None
        return self._named(text)

    def _prompt_key(self, prompt: Prompt, event: events.Key) -> None:
        """While one types what to find, the cursor goes up and down the list."""
        finding = prompt.label == FIND
        if finding and event.key in ("up", "down"):
            self.action_move(1 if event.key == "down" else -1)
        elif finding and event.key == "tab":
            self.prompt = None
        elif finding and event.key == "escape" and not (self.family or prompt.text):
            self.dismiss(None)  # all there is was opened to find something
        else:
            super()._prompt_key(prompt, event)

    def action_ask(self) -> None:
        self.begin_typing()

    def begin_typing(self, text: str = "") -> None:
        numbering = self._numbering()
        ways = [NUMBERING.sub("number", numbering)] if numbering else []
        ways += ["a name", *(["a file"] if self.app.files else [])]
        label = f"{', '.join(ways[:-1])} or {ways[-1]}:" if ways[1:] else f"{ways[0]}:"
        about = "nothing: a deal at random" if numbering else ""
        self.ask(label, self._named, text, keys=("open", about), blank=bool(numbering))

    def _numbering(self) -> str:
        """The numbering that a bare number means: the chosen one, or the first of the family."""
        return self._shelf.numbering(NUMBERING)

    def _named(self, text: str) -> bool:
        numbering = self._numbering()
        if numbering and (not text or (text.isascii() and text.isdigit())):
            text = NUMBERING.sub(text or "random", numbering)
        self.app.opener.open(text, self.family or None)
        return False  # the prompt stays until the puzzle is there

    def action_back(self) -> None:
        if self._shelf.narrowed:
            self._shelf.widen()
            self.paint()
        else:
            self.dismiss(None)

    def on_click(self, event: events.Click) -> None:
        self.woken()
        shown = self._shelf.window(self.size.height - 6)
        at = shown.start + event.screen_y - 2
        row = self._shelf.rows[at] if at in shown and event.screen_y > 1 else None
        if isinstance(row, Book):
            again = row is self._book
            self._shelf.chosen = list(self._shelf.books).index(row)
            self.action_open() if again else self.action_move(0)

    def on_mouse_scroll_down(self) -> None:
        self.action_move(3)

    def on_mouse_scroll_up(self) -> None:
        self.action_move(-3)
