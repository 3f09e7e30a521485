"""A table of all actions with their keys, which the user can change."""

from collections.abc import Mapping, Sequence

from ludoscope.tui import keymap
from ludoscope.tui.keymap import Action, KeysById
from ludoscope.tui.services.app_protocol import AppBase
from ludoscope.tui.widgets.footer import key_symbol
from ludoscope.tui.widgets.row_list import scroll_into_view
from ludoscope.tui.widgets.text_table import Column, TextTable

HEADINGS = (Column("where", 12), Column("action"), Column("keys", 20), Column("id", 19))
RESERVED_KEYS = ("escape", "ctrl+p", "ctrl+q", "ctrl+c", "ctrl+z")


class KeyTable(TextTable, inherit_bindings=False):
    """A table with a row for each action; the key bindings are the screen's.

    Attributes:
        all_actions: The actions that the user can run, by binding id.
        actions: The actions that are listed.
        recorded_action: The action that the next key is for, None if no key is awaited. A click
            may move the cursor to another action meanwhile.
    """

    app: AppBase

    def __init__(self) -> None:
        super().__init__()
        self.all_actions: Mapping[str, Action] = {}
        self.actions: Sequence[Action] = ()
        self.recorded_action: Action | None = None

    @property
    def is_waiting_for_key(self) -> bool:
        """True while the next key becomes the key of an action."""
        return self.recorded_action is not None

    @property
    def user_keys(self) -> KeysById:
        """The keys that the user has changed, by binding id."""
        return self.app.key_bindings.custom_keys

    @property
    def highlighted_action(self) -> Action | None:
        """The action under the cursor."""
        return self.actions[self.cursor_row] if self.actions else None

    def show(self, actions: Sequence[Action]) -> None:
        """List these actions with their current keys."""
        self.actions = actions
        rows, previous_group = [], ""
        for action in actions:
            is_recorded = action is self.recorded_action
            keys = "press the key" if is_recorded else self._format_keys(action)
            group = "" if action.group == previous_group else action.group
            rows.append((group, action.description, keys, action.id))
            previous_group = action.group
        self.set_rows(HEADINGS, rows)

    def _format_keys(self, action: Action) -> str:
        changed_keys = self.app.key_bindings.effective_keys.get(action.id)
        keys = keymap.display_keys(changed_keys or ",".join(action.keys))
        return f"{keys}  changed" if action.id in self.user_keys else keys

    def highlight(self, row: int) -> None:
        """Put the cursor on a row and scroll to it."""
        scroll_into_view(self, row, row, self.scrollable_content_region.height - self.header_height)
        self.move_cursor(row=row, scroll=False)

    def wait_for_key(self) -> None:
        """Wait for a key for the highlighted action."""
        self.recorded_action = self.highlighted_action
        self.show(self.actions)

    def set_key(self, key: str) -> None:
        """Set the key of the recorded action, unless it is reserved, unknown or in use."""
        action, self.recorded_action = self.recorded_action, None
        self.show(self.actions)
        if key in RESERVED_KEYS or not action:
            return
        if not keymap.is_key_name(key):  # it could not be read from the file
            self.app.notify_here(f"The key {key_symbol(key)} cannot be used: choose another")
            return
        if clash := keymap.find_conflict(
            action.id, key, self.app.key_bindings.effective_keys, self.all_actions
        ):
            self.app.notify_here(clash)
            return
        user_keys = {**self.user_keys, action.id: key}
        if [key] == action.keys:
            del user_keys[action.id]
        self._change_keys(f"“{action.description}” is now on {key_symbol(key)}", user_keys)

    def reset_key(self) -> None:
        """Reset the highlighted action to its default keys."""
        action = self.highlighted_action
        if not action:
            return
        user_keys = {name: key for name, key in self.user_keys.items() if name != action.id}
        if clash := keymap.find_problem(user_keys, self.all_actions):
            self.app.notify_here(f"Cannot be reset: {clash}")
        else:
            self._change_keys(f"“{action.description}” is on its default key", user_keys)

    def reset_all_keys(self) -> None:
        """Reset all actions to their default keys."""
        self._change_keys("All keys are reset to their defaults", {})

    def _change_keys(self, message: str, user_keys: KeysById) -> None:
        """Save the changed keys and show a message."""

        async def change() -> None:
            await self.app.key_bindings.change(message, user_keys)
            if self.is_attached:
                self.show(self.actions)

        # not a worker, which would be cancelled, and the change lost, if the screen is left at once
        self.screen.call_later(change)
