"""The person's own keys, and what they are the keys of."""

import asyncio
from collections.abc import Callable, Mapping
from functools import partial

from ludoscope.tui import keymap
from ludoscope.tui.keymap import Action, Own
from ludoscope.tui.services.preferences import Person
from ludoscope.tui.widgets.footer import sign


class OwnKeys:
    """`by_id` has what the person has changed; `bind` gives the keys to the screens.

    `settled` has by id what differs from the usual: also what is left to actions whose keys the
    person has for others. `actions` are those of all screens, which it may have to load.
    `set_key_displays` is called with the display text of each changed key, by binding id.
    """

    def __init__(
        self,
        person: Person,
        bind: Callable[[dict[str, str]], None],
        actions: Callable[[], Mapping[str, Action]],
        set_key_displays: Callable[[Mapping[str, str]], None],
    ) -> None:
        self._person = person
        self._bind = bind
        self.actions = actions
        self._set_key_displays = set_key_displays
        own, self._unreadable = keymap.read(person.folder)
        self.use(own)

    def use(self, own: Own) -> None:
        """These from now on, in bindings and in what is said of them."""
        self.by_id = own
        self._settle(own)

    def _settle(self, settled: Own) -> None:
        self.settled = settled
        self._bind(dict(settled))
        first = {name: keys.partition(",")[0] for name, keys in settled.items()}
        self._set_key_displays({name: sign(key) for name, key in first.items()})

    async def wrong(self) -> str:
        """A sentence where the person's keys cannot be; the usual ones are used."""
        if self.by_id:
            known = await asyncio.to_thread(self.actions)
            settled = keymap.settled(self.by_id, known)
            if clash := keymap.wrong(settled, known):
                self.use({})
                return f"{self._person.folder / keymap.NAME}: {clash}: the default keys are used"
            self._settle(settled)
        return self._unreadable

    async def change(self, said: str, own: Own) -> None:
        """Other keys, from now on and for good."""
        self.use(own)
        await self._person.keep(said, partial(keymap.write, self._person.folder, own))
        if own:
            self._settle(keymap.settled(own, await asyncio.to_thread(self.actions)))
