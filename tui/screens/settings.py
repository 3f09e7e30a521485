"""The settings, and the keymap below them: what is chosen works at once and is kept."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType

from ludoscope.tui import keymap
from ludoscope.tui.boards.board import Line
from ludoscope.tui.guest import SHUT
from ludoscope.tui.keymap import Action, Own
from ludoscope.tui.saves.settings import SETTINGS, Setting
from ludoscope.tui.screens.page import Page
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.widgets.footer import Pair, sign

ABOUT = 4  # lines for what is said of the chosen one, and its edges
VALUE = 32  # the column where values begin
KEYS = "Keys: "  # before a group of them, among what a search has found
ENTER = "next option, or another key"
PARTS = ("Settings", "Keys")
KEPT = ("escape", "ctrl+p", "ctrl+q", "ctrl+c", "ctrl+z")  # never given to another action
SAMPLE: tuple[Line, ...] = (
    [("[", "cursor"), ("●", "piece"), ("]", "cursor"), (" ◌ ", "target"), ("· ", "hole")],
    [(" ○ ", "piece"), (" ● ", "rival"), (" ‹A", "hero"), ("A› ", "hero"), ("►", "exit")],
    [(" 7♥ ", "red"), ("8♠ ", "black"), ("9♦ ", "blue"), ("J♣ ", "green"), ("Q♠", "picked")],
    [(" ✓ won ", "good"), ("✗ lost ", "bad"), ("last ", "last"), ("key ", "key"), ("dim", "dim")],
)

Row = Setting | Action


@dataclass(frozen=True, slots=True)
class Heading:
    """A line above a group of settings."""

    text: str


class SettingsPage(Page[None]):
    """The cursor skips the headings of groups."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "choose", key_display="↑↓", id="settings.up"),
        Binding("down,j", "move(1)", "next row", id="settings.down", show=False),
        Binding("left,h", "change(-1)", "change", key_display="←→", id="settings.left"),
        Binding("right,l", "change(1)", "next option", id="settings.right", show=False),
        Binding("enter,space", "enter", ENTER, id="settings.change"),
        Binding("delete,backspace", "reset", "as it was", key_display="del", id="settings.reset"),
        Binding("R", "reset_all", "all keys as they were", id="settings.reset_all"),
        Binding("tab,shift+tab", "part", "settings/keys", id="settings.part"),
        Binding("slash", "find", "find", id="settings.find"),
        Binding("pageup", "move(-10)", "ten up", id="settings.page_up", show=False),
        Binding("pagedown", "move(10)", "ten down", id="settings.page_down", show=False),
        Binding("home,g", "move(-1000)", "first", id="settings.first", show=False),
        Binding("end,G", "move(1000)", "last", id="settings.last", show=False),
        Binding("escape,q", "back", "back", key_display="esc", id="go.back"),
    ]

    def __init__(self, ascii_only: bool) -> None:
        super().__init__(ascii_only)
        self._actions: Mapping[str, Action] = {}
        self._wanted = ""
        self._part = 0  # of PARTS, when nothing is looked for: a search is for both
        self._chosen = 0
        self._waits = False  # for the key that the chosen action is to have

    def on_mount(self) -> None:
        shut = () if self.app.files else SHUT
        every = self.app.own_keys.actions().items()
        self._actions = {name: one for name, one in every if name not in shut}

    @property
    def _own(self) -> Own:
        return self.app.own_keys.by_id

    # The rows

    def _rows(self) -> list[Row]:
        """Of the part that is shown; or settings, then actions, that hold what is looked for."""
        words = self._wanted.casefold().split()
        if not words:
            return list(self._actions.values() if self._part else SETTINGS)

        def holds(row: Row) -> bool:
            if isinstance(row, Setting):
                told = [row.title, *(one.word for one in row.offered(self.app.look))]
            else:
                told = [row.does]
            text = " ".join([row.name, row.group, *told]).casefold()
            return all(word in text for word in words)

        every: list[Row] = [*SETTINGS, *self._actions.values()]
        return [row for row in every if holds(row)]

    @property
    def _row(self) -> Row | None:
        rows = self._rows()
        return rows[min(self._chosen, len(rows) - 1)] if rows else None

    def _listed(self) -> list[Row | Heading]:
        listed: list[Row | Heading] = []
        for group, rows in groupby(self._rows(), _heading):
            listed += [Heading(group if self._wanted else group.removeprefix(KEYS)), *rows]
        return listed

    # The frame

    def frame(self, width: int, height: int) -> Block:
        room = height - 4 - ABOUT
        title: Line = []
        for at, part in enumerate(PARTS):
            here = at == self._part and not self._wanted
            title += [(f" {part} ", "chosen" if here else "dim"), (" ", "")]
        if self._wanted:
            title.append((f"  both, holding “{self._wanted}”", "notice"))
        side = 36 if width >= 100 and not isinstance(self._row, Action) else 0
        listing = drawing.box("", self._list(width - side - 2, room - 2), width - side, room)
        if side:
            sample = drawing.box("", drawing.centre(SAMPLE, side - 2, room - 2), side, room)
            listing = drawing.beside(listing, sample)
        frame = [drawing.fit(title, width), *listing, *self._about(width), *self.bottom(width)]
        return drawing.block(frame, width, height)

    def _list(self, width: int, height: int) -> Block:
        rows = self._listed()
        if not rows:
            return [[], [("  Nothing holds that. esc shows everything again.", "dim")]]
        lines: Block = []
        for at in self._window(height):
            row = rows[at]
            if isinstance(row, Heading):
                lines.append([(f" {row.text}", "title")])
            else:
                lines.append(self._line(row, width))
        return lines

    def _line(self, row: Row, width: int) -> Line:
        here = row is self._row
        role = "title" if here else ""
        line: Line = [(" › " if here else "   ", "cursor")]
        if isinstance(row, Setting):
            value = row.worn(self.app.look).word
            line += [(f"{row.title:<{VALUE - 3}}", role)]
            line += [("◄ ", "key"), (value, role), (" ►", "key")] if here else [(value, "")]
            return line
        own = self._own.get(row.name)
        keys = keymap.signs(own or ",".join(row.keys))
        name = f"{row.does[: VALUE - 6]:<{VALUE - 3}}"
        waits = [("press the key", "notice")]
        line += [(name, role), *(waits if here and self._waits else [(keys, "piece")])]
        line.append(("  yours" if own else "", "notice"))
        return drawing.ends(line, [(f" {row.name} ", "dim")], width)

    def _window(self, height: int) -> range:
        rows = self._listed()
        at = rows.index(self._row) if self._row else 0
        first = 1 if at == 1 else 0  # with its heading
        return drawing.window(len(rows), at - first, height)

    def _about(self, width: int) -> Block:
        row = self._row
        if isinstance(row, Setting):
            said = row.said(self.app.look)
        elif row and self._waits:
            said = f"Press the key for “{row.does}”; esc leaves it as it is."
        elif row:
            said = "enter, then the key that you want for it."
            if row.name in self._own:
                said += f" It came with {keymap.signs(','.join(row.keys))}."
        else:
            said = ""
        lines = [[(" ", ""), *line] for line in drawing.wrap(said, width - 4, "notice")]
        return drawing.box("", lines, width, ABOUT)

    # Keys

    def keys_now(self) -> tuple[list[Pair], list[Pair]]:
        """Enter, where it is for a key; a setting has arrows."""
        if self._waits:
            return [("esc", "as it is")], []
        above, below = super().keys_now()
        for_key = isinstance(self._row, Action)
        named = [(key, "another key" if does == ENTER else does) for key, does in above]
        return [one for one in named if for_key or one[1] != "another key"], below

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        row = self._row
        if action == "change":
            return isinstance(row, Setting) or None
        if action == "reset":
            return isinstance(row, Setting) or bool(row and row.name in self._own) or None
        if action == "reset_all":
            return bool(self._own) or None
        return True

    def action_move(self, by: int) -> None:
        self._chosen = max(0, min(self._chosen + by, len(self._rows()) - 1))
        self.paint()

    def action_part(self) -> None:
        """To the other part."""
        self._wanted = ""
        self._part = 1 - self._part
        self._chosen = 0
        self.paint()

    async def action_change(self, by: int) -> None:
        row = self._row
        if isinstance(row, Setting):
            look = self.app.look
            offered = row.offered(look)
            option = offered[(offered.index(row.worn(look)) + by) % len(offered)]
            await self.app.preferences.change(row.name, option.value)

    async def action_enter(self) -> None:
        if isinstance(self._row, Action):
            self._waits = True
            self.paint()
        else:
            await self.action_change(1)

    async def action_reset(self) -> None:
        row = self._row
        if isinstance(row, Setting):
            await self.app.preferences.change(row.name, row.options[0].value)
        elif row:
            own = {name: key for name, key in self._own.items() if name != row.name}
            if clash := keymap.wrong(own, self._actions):
                self.tell(f"not yet: {clash}")
            else:
                await self.app.own_keys.change(f"{row.does} has the key it came with", own)

    async def action_reset_all(self) -> None:
        await self.app.own_keys.change("all keys are as they came", {})

    def hears(self, event: events.Key) -> bool:
        if not self._waits:
            return super().hears(event)
        self.woken()
        self._waits = False
        row = self._row
        if event.key not in KEPT and isinstance(row, Action):
            self._give(row, event.key)
        self.paint()
        return True

    def _give(self, row: Action, key: str) -> None:
        """Let an action have the key, unless that means something else where the action is."""
        if clash := keymap.taken(row.name, key, self._own, self._actions):
            self.tell(clash)
            return
        own = {**self._own, row.name: key}
        if [key] == row.keys:
            del own[row.name]
        self.run_worker(self.app.own_keys.change(f"{row.does} is on {sign(key)} now", own))

    def action_find(self) -> None:
        def typing(text: str) -> None:
            self._wanted, self._chosen = text, 0

        self.ask("/", lambda text: True, self._wanted, typing)

    def action_back(self) -> None:
        if self._wanted:
            row, self._wanted = self._row, ""
            self._part = int(isinstance(row, Action))
            self._chosen = self._rows().index(row) if row else 0
            self.paint()
        else:
            self.dismiss(None)

    def on_click(self, event: events.Click) -> None:
        self.woken()
        if self.canvas.key_at(event.screen_x, event.screen_y):
            return
        window = self._window(self.size.height - 6 - ABOUT)
        at = window.start + event.screen_y - 2
        row = self._listed()[at] if at in window else None
        if row is not None and not isinstance(row, Heading):
            again = row is self._row
            self._chosen = self._rows().index(row)
            if again:
                self.call_later(self.action_enter)
            self.paint()

    def on_mouse_scroll_down(self) -> None:
        self.action_move(3)

    def on_mouse_scroll_up(self) -> None:
        self.action_move(-3)


def _heading(row: Row) -> str:
    return row.group if isinstance(row, Setting) else KEYS + row.group
