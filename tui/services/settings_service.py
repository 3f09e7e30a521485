"""The service that owns the options of a running app and stores the user's settings."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from ludoscope.tui.boards.appearance import Appearance, ColorDepth
from ludoscope.tui.boards.preferences import Preferences
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.saves.settings import SETTINGS_BY_NAME, Settings, Value, apply_setting
from ludoscope.tui.services.choice_store import ChoiceStore


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
        choice_store: Writes the settings file.
        initial: The options at the start.
        on_changed: Called with the name of a setting after it was changed; returns why that has no
            effect in this session, "" or None if it has.
    """

    def __init__(
        self,
        choice_store: ChoiceStore,
        initial: UserOptions,
        on_changed: Callable[[str], str | None],
    ) -> None:
        self._choice_store = choice_store
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
        """Mark the tour as seen, in this run."""
        preferences = replace(self._options.preferences, tour_pending=False)
        self.replace_options(preferences=preferences)

    async def store(self, message: str, **values: Any) -> None:
        """Show a message and store settings by name, without applying them."""
        write = partial(Settings.change, self._choice_store.folder, **values)
        await self._choice_store.save(message, write)

    async def change(self, name: str, value: Value, message: str = "") -> None:
        """Change a setting now, and store it.

        Args:
            name: The name of the setting in the file.
            value: The value of one of its options.
            message: The message to show instead of "title: option".
        """
        setting = SETTINGS_BY_NAME[name]
        option = setting.get_allowed_option(value, self._options)
        changed = apply_setting(self._options, setting, option)
        self.replace_options(changed.appearance, changed.preferences)
        obstacle = self._on_changed(name)
        if name == "motion" and value and self._options.appearance.reduced_motion:
            obstacle = "this session was started with reduced motion"
        if name == "ascii" and not value and self._options.appearance.ascii_only:
            obstacle = "this session shows ASCII only"
        notification = message or f"{setting.title}: {option.label}"
        await self.store(
            f"{notification}, but {obstacle}" if obstacle else notification, **{name: value}
        )

    async def file_problem(self) -> str:
        """Return a message if the settings file cannot be read; the defaults are used then."""
        return (await asyncio.to_thread(Settings.load_file, self._choice_store.folder)).problem
