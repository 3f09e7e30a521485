"""The service that owns the options of a running app and stores the user's settings."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from ludoscope.tui.boards.appearance import Appearance, ColorDepth
from ludoscope.tui.boards.preferences import Preferences
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.saves.settings import NAMED, Settings, apply_setting


class Person(NamedTuple):
    """Whose choices they are; not `lasting` where others play with this folder.

    `tell` gets what was chosen, `announce` that it cannot be saved.
    """

    folder: Path
    lasting: bool
    tell: Callable[[str], None]
    announce: Callable[[str], None]

    async def keep(self, said: str, write: Callable[[], object]) -> None:
        """Say what was chosen and write it, in a thread; a visitor chooses for a visit."""
        if not self.lasting:
            self.tell(f"{said}; for this session" if said else "")
            return
        self.tell(said)
        try:
            await asyncio.to_thread(write)
        except OSError as error:
            lost = f"{said}; not saved" if said else "settings cannot be saved"
            self.announce(f"{lost}: {error.strerror}")


class CurrentOptions(UserOptions):
    """The options of a running app; only `SettingsService` updates them."""

    def __init__(self, initial: UserOptions) -> None:
        super().__init__(initial.appearance, initial.preferences, initial.host_limits)

    def update(self, appearance: Appearance, preferences: Preferences) -> None:
        self._appearance = appearance
        self._preferences = preferences


class SettingsService:
    """The owner of the app's options. It alone changes them, and stores what the user chooses.

    Args:
        person: Where settings are stored and how messages are shown.
        initial: The options at the start.
        on_changed: Called with the name of a setting after it was changed.
    """

    def __init__(
        self, person: Person, initial: UserOptions, on_changed: Callable[[str], None]
    ) -> None:
        self._person = person
        self._options = CurrentOptions(initial)
        self._on_changed = on_changed

    @property
    def options(self) -> UserOptions:
        """The current options: the same object for as long as the app runs."""
        return self._options

    def replace_options(
        self, appearance: Appearance | None = None, preferences: Preferences | None = None
    ) -> None:
        """Replace the given options until the app ends; nothing is stored."""
        current = self._options
        current.update(appearance or current.appearance, preferences or current.preferences)

    def set_color_depth(self, color_depth: ColorDepth) -> None:
        """Set how many colors boards may use."""
        self.replace_options(replace(self._options.appearance, color_depth=color_depth))

    def set_key_displays(self, key_displays: Mapping[str, str]) -> None:
        """Set the display text of changed keys, by binding id."""
        preferences = replace(self._options.preferences, key_displays=dict(key_displays))
        self.replace_options(preferences=preferences)

    def end_tour(self) -> None:
        """Show the tour no more on the home screen of this run."""
        preferences = replace(self._options.preferences, tour_pending=False)
        self.replace_options(preferences=preferences)

    async def choose(self, said: str, **chosen: Any) -> None:
        """Show the message `said`, and store settings by name if they are the user's own."""
        await self._person.keep(said, partial(Settings.change, self._person.folder, **chosen))

    async def change(self, name: str, value: Any, said: str = "") -> None:
        """Change a setting now, and store it.

        Args:
            name: The name of the setting in the file.
            value: The value of one of its options.
            said: The message to show instead of "title: option".
        """
        setting = NAMED[name]
        option = setting.option(value, self._options)
        changed = apply_setting(self._options, setting, option)
        self.replace_options(changed.appearance, changed.preferences)
        self._on_changed(name)
        said = said or f"{setting.title}: {option.word}"
        if name == "motion" and value and self._options.appearance.reduced_motion:
            said += "; not in this session, which was started with reduced motion"
        await self.choose(said, **{name: value})

    async def wrong(self) -> str:
        """Return a sentence if the settings file cannot be read; the defaults are used then."""
        return (await asyncio.to_thread(Settings.read, self._person.folder))[1]
