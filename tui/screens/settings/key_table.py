"""The keys of actions, a row each, and what gives them other keys."""

from collections.abc import Mapping, Sequence

from ludoscope.tui import keymap
from ludoscope.tui.keymap import Action, Own
from ludoscope.tui.services.app_protocol import Services
from ludoscope.tui.widgets.footer import sign
from ludoscope.tui.widgets.row_list import reveal
from ludoscope.tui.widgets.text_table import Heading, Table

HEADINGS = (Heading("where", 12), Heading("action"), Heading("keys", 20), Heading("id", 19))
KEPT = ("escape", "ctrl+p", "ctrl+q", "ctrl+c", "ctrl+z")  # never given to another action


class KeyTable(Table, inherit_bindings=False):
    """What moves its cursor is the screen's."""

    app: Services

    def __init__(self) -> None:
        super().__init__()
        self.known: Mapping[str, Action] = {}
        self.actions: Sequence[Action] = ()  # those that are shown
        self.waiting = False  # for a key for the action under the cursor

    @property
    def own(self) -> Own:
        """The keys that the person has changed."""
        return self.app.own_keys.custom_keys

    @property
    def chosen(self) -> Action | None:
        """The action under the cursor."""
        return self.actions[self.cursor_row] if self.actions else None

    def show(self, actions: Sequence[Action]) -> None:
        """Show these actions, with the keys that they have now."""
        chosen, self.actions = self.chosen, actions
        rows, group, settled = [], "", self.app.own_keys.settled
        for action in actions:
            keys = keymap.signs(settled.get(action.name) or ",".join(action.keys))
            keys += "  yours" if action.name in self.own else ""
            keys = "press the key" if self.waiting and action is chosen else keys
            where = "" if action.group == group else action.group
            rows.append((where, action.does, keys, action.name))
            group = action.group
        self.lay(HEADINGS, rows)

    def point(self, row: int) -> None:
        """Put the cursor on a row."""
        reveal(self, row, row, self.scrollable_content_region.height - self.header_height)
        self.move_cursor(row=row, scroll=False)

    def wait(self, waiting: bool) -> None:
        """Have the next key for the action under the cursor, or no longer."""
        self.waiting = waiting
        self.show(self.actions)

    def take(self, key: str) -> None:
        """Give that key to the action, unless it means something else where the action is."""
        self.wait(False)
        action = self.chosen
        if key in KEPT or not action:
            return
        if clash := keymap.taken(action.name, key, self.app.own_keys.settled, self.known):
            self.app.tell(clash)
            return
        own = {**self.own, action.name: key}
        if [key] == action.keys:
            del own[action.name]
        self._use(f"{action.does} is on {sign(key)} now", own)

    def reset(self) -> None:
        """Let the action under the cursor have its default keys."""
        if action := self.chosen:
            own = {name: key for name, key in self.own.items() if name != action.name}
            if clash := keymap.wrong(own, self.known):
                self.app.tell(f"not yet: {clash}")
            else:
                self._use(f"{action.does} has its default key", own)

    def reset_all(self) -> None:
        """Let all actions have their default keys."""
        self._use("all keys are reset to default", {})

    def _use(self, said: str, own: Own) -> None:
        async def change() -> None:
            await self.app.own_keys.change(said, own)
            if self.is_attached:
                self.show(self.actions)

        self.run_worker(change(), group="keys")
