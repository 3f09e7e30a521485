"""The service that applies and stores the user's own keys."""

import asyncio
from collections.abc import Callable, Mapping

from ludoscope.tui import keymap
from ludoscope.tui.keymap import Action, KeysById
from ludoscope.tui.saves import KEYS_FILE
from ludoscope.tui.services.choice_store import ChoiceStore
from ludoscope.tui.widgets.footer import key_symbol


class KeyBindings:
    """The user's own keys, by binding id.

    Attributes:
        custom_keys: The keys that the user has changed.
        effective_keys: All keys that differ from the defaults: also those of actions that keep
            only some of their keys because the user has given the others to another action.
        load_actions: Returns the actions of all screens by id; may have to load all screens.
    """

    def __init__(
        self,
        choice_store: ChoiceStore,
        set_keymap: Callable[[dict[str, str]], None],
        actions: Callable[[], Mapping[str, Action]],
        set_key_displays: Callable[[Mapping[str, str]], None],
    ) -> None:
        """Read the user's keys and apply them.

        Args:
            choice_store: Writes the keys file.
            set_keymap: Gives the keys to the screens, see `App.set_keymap`.
            actions: Returns the actions of all screens by id.
            set_key_displays: Called with the display text of each changed key, by binding id.
        """
        self._choice_store = choice_store
        self._set_keymap = set_keymap
        self._set_key_displays = set_key_displays
        self.load_actions = actions
        keys_file = keymap.read_keys_file(choice_store.folder)
        self._file_problem = keys_file.problem
        self._has_conflict = False  # between the keys in the file
        self.apply(keys_file.keys)

    def apply(self, keys: KeysById) -> None:
        """Apply other keys to bindings and displays, without storing them."""
        self.custom_keys = keys
        self._apply(keys)

    def _apply(self, effective_keys: KeysById) -> None:
        self.effective_keys = effective_keys
        self._set_keymap(dict(effective_keys))
        first_keys = {name: keys.partition(",")[0] for name, keys in effective_keys.items()}
        self._set_key_displays({name: key_symbol(key) for name, key in first_keys.items()})

    async def check(self) -> str:
        """Check the user's keys and return a message; use the defaults if they are invalid."""
        if self.custom_keys:
            actions = await asyncio.to_thread(self.load_actions)
            settled = keymap.effective_keys(self.custom_keys, actions)
            path = self._choice_store.folder / KEYS_FILE
            if problem := keymap.find_problem(settled, actions):
                self.apply({})
                self._has_conflict = True
                return f"{path}: {problem}: the default keys are used"
            self._apply(settled)
            if unknown := keymap.find_unknown_action(self.custom_keys, actions):
                return self._file_problem or f"{path}: {unknown}: the other keys are used"
        return self._file_problem

    async def change(self, message: str, keys: KeysById) -> None:
        """Apply other keys, store them and show `message`."""
        self.apply(keys)

        def write() -> None:
            keymap.write(self._choice_store.folder, keys, keep_present=self._has_conflict)
            self._has_conflict = False

        await self._choice_store.save(message, write)
        if keys:
            self._apply(keymap.effective_keys(keys, await asyncio.to_thread(self.load_actions)))
