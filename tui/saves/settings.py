"""The user's settings: the table `SETTINGS` and the JSON file beside the saves that stores them.

The value in the file and the value of the attribute of `Appearance` or `Preferences` that a setting
sets can differ: `suits` 4 is `four_colours` True.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from ludoscope.games.errors import short_repr
from ludoscope.games.json_objects import JsonObject
from ludoscope.tui.boards.appearance import Appearance
from ludoscope.tui.boards.themes import OWN_THEMES, TEXTUAL_THEMES
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.saves import SETTINGS_FILE
from ludoscope.tui.saves.json_file import read_json_file, write_json_file
from ludoscope.tui.text import formatting

APPEARANCE_FIELDS = {field.name for field in fields(Appearance)}
LOBBY_GROUP = "Lobby"  # its settings are shown only if this server has a lobby
LIMIT_FORMATS: Mapping[str, Callable[[float], str]] = {  # settings that a host may limit
    "seconds": formatting.format_time_limit,
    "megabytes": "{:,} MB".format,
}

Value: TypeAlias = Any  # bool, int, float or str, the same in all options of a setting


class Option(NamedTuple):
    """An option of a setting.

    `value` is stored in the file, `label` is shown, `attribute_value` is set in the options.
    """

    value: Value
    label: str
    attribute_value: Value


class Setting(NamedTuple):
    """A setting, and its options with the default first.

    Attributes:
        name: The name in the file.
        attribute: The attribute of `Appearance` or `Preferences` that it sets.
        group: The heading on the settings screen.
        title: The label on the settings screen.
        options: The options before host limits are applied.
        description: One or two sentences on what it does.
    """

    name: str
    attribute: str
    group: str
    title: str
    options: tuple[Option, ...]
    description: str

    def available_options(self, user_options: UserOptions) -> tuple[Option, ...]:
        """Return the options, lowered to the host's limits, without duplicates."""
        options_by_value: dict[Value, Option] = {}
        for option in self.options:
            lowered = self._lower(option, user_options)
            options_by_value.setdefault(lowered.attribute_value, lowered)
        return tuple(options_by_value.values())

    def get_allowed_option(self, value: Value, user_options: UserOptions) -> Option:
        """Return the option with a value, lowered to the host's limits.

        Raises:
            LookupError: There is no such option.
        """
        for option in self.options:
            if option.value == value:
                allowed = self._lower(option, user_options)
                available = self.available_options(user_options)
                return next(
                    other for other in available if other.attribute_value == allowed.attribute_value
                )
        raise LookupError(f"{self.title} offers no {short_repr(value)}")

    def current_option(self, user_options: UserOptions) -> Option:
        """Return the option in effect."""
        in_appearance = self.attribute in APPEARANCE_FIELDS
        source = user_options.appearance if in_appearance else user_options.preferences
        value = getattr(source, self.attribute)
        available = self.available_options(user_options)
        return next(
            (option for option in available if option.attribute_value == value), available[0]
        )

    def full_description(self, user_options: UserOptions) -> str:
        """Return the description, with the host's limit if there is one."""
        limit = self._host_limit(user_options)
        if limit is None:
            return self.description
        return f"{self.description} This server allows at most {LIMIT_FORMATS[self.name](limit)}."

    def _lower(self, option: Option, user_options: UserOptions) -> Option:
        limit = self._host_limit(user_options)
        if (
            limit is None
            or isinstance(option.attribute_value, str)
            or option.attribute_value <= limit
        ):
            return option
        return Option(option.value, LIMIT_FORMATS[self.name](limit), limit)

    def _host_limit(self, user_options: UserOptions) -> float | None:
        if self.name not in LIMIT_FORMATS:
            return None
        limit: float | None = getattr(user_options.host_limits, self.name)
        return limit


def _switch(on_label: str, off_label: str, reverse: bool = False) -> tuple[Option, ...]:
    """Return the two options; with `reverse`, the attribute is True for "off"."""
    return Option(True, on_label, not reverse), Option(False, off_label, reverse)


def _text_options(*values: str) -> tuple[Option, ...]:
    """Return options that are stored, shown and set as the same text."""
    return tuple(Option(value, value, value) for value in values)


SETTINGS = (
    Setting(
        name="theme",
        attribute="theme",
        group="Appearance",
        title="Theme",
        options=_text_options(*OWN_THEMES, *TEXTUAL_THEMES),
        description=(
            "The colours of the program. “terminal” uses the sixteen colours of your terminal and "
            "sends the fewest bytes."
        ),
    ),
    Setting(
        name="suits",
        attribute="four_colours",
        group="Appearance",
        title="Suits",
        options=(Option(2, "two colours", False), Option(4, "four colours", True)),
        description="Use four suit colours instead of two.",
    ),
    Setting(
        name="size",
        attribute="small_boards",
        group="Appearance",
        title="Boards",
        options=(Option("large", "as large as fits", False), Option("small", "small", True)),
        description="On a large screen, enlarge the boards or keep them as small as at 80×24.",
    ),
    Setting(
        name="ascii",
        attribute="ascii_only",
        group="Appearance",
        title="ASCII",
        options=tuple(reversed(_switch("on", "off"))),
        description=(
            "Draw with plain ASCII characters, for fonts that lack the others. With --ascii, or in "
            "a terminal that shows no others, it is always on."
        ),
    ),
    Setting(
        name="motion",
        attribute="reduced_motion",
        group="Appearance",
        title="Animation",
        options=_switch("on", "off", reverse=True),
        description=(
            "Animate moves, and celebrate a win for a moment. On a slow connection both are left "
            "out; with --reduced-motion or LUDOSCOPE_REDUCED_MOTION they are always off."
        ),
    ),
    Setting(
        name="cursor",
        attribute="show_cursor",
        group="Appearance",
        title="Cursor",
        options=tuple(reversed(_switch("shown", "hidden"))),
        description=(
            "Show the terminal's own cursor where you are, for magnifiers that follow it. Braille "
            "displays and screen readers follow it also while it is hidden."
        ),
    ),
    Setting(
        name="clock",
        attribute="show_clock",
        group="Play",
        title="Clock",
        options=_switch("shown", "hidden"),
        description="Show the time while you play. It is measured either way.",
    ),
    Setting(
        name="analysis",
        attribute="analysis",
        group="Play",
        title="Analysis",
        options=_switch("on", "off"),
        description="Show whether the game can still be won, and what the last move changed.",
    ),
    Setting(
        name="autoplay",
        attribute="autoplay",
        group="Play",
        title="Autoplay",
        options=_text_options("safe", "full", "off"),
        description=(
            "Move cards to the foundations automatically: “safe” moves those that no other card "
            "needs, “full” all that can be moved, “off” none."
        ),
    ),
    Setting(
        name="deals",
        attribute="winnable_deals",
        group="Play",
        title="Deals",
        options=(Option("winnable", "winnable", True), Option("any", "any", False)),
        description=(
            "Deal only games that can be won (random, next and previous deals), or deal any. "
            "A deal that you open by its number never changes."
        ),
    ),
    Setting(
        name="mouse",
        attribute="mouse",
        group="Play",
        title="Mouse",
        options=_switch("on", "off"),
        description=(
            "Use the mouse in the game, or leave clicks and the wheel to the terminal, to select "
            "and copy text."
        ),
    ),
    Setting(
        name="seconds",
        attribute="time_limit_seconds",
        group="Solvers",
        title="Time",
        options=tuple(
            Option(seconds, formatting.format_time_limit(seconds), float(seconds))
            for seconds in (600, 3600, 10, 60)
        ),
        description="Limit the time of each solver that you start.",
    ),
    Setting(
        name="megabytes",
        attribute="memory_limit_megabytes",
        group="Solvers",
        title="Memory",
        options=tuple(Option(size, f"{size:,} MB", size) for size in (1024, 4096, 64, 256)),
        description="Limit the memory of each solver that you start.",
    ),
    Setting(
        name="watched",
        attribute="allow_spectators",
        group=LOBBY_GROUP,
        title="Spectators",
        options=tuple(reversed(_switch("allowed", "not allowed"))),
        description="Let others on this server watch the game on your screen, live and read-only.",
    ),
    Setting(
        name="board",
        attribute="share_results",
        group=LOBBY_GROUP,
        title="Results",
        options=(
            Option("ask", "ask first", "ask"),
            Option("yes", "yes", "yes"),
            Option("no", "no", "no"),
        ),
        description=(
            "Put the puzzles of the day that you solve, and your streaks and storms in training, "
            "on the leaderboard of this server, with your name, moves, time and hints."
        ),
    ),
)
SETTINGS_BY_NAME = {setting.name: setting for setting in SETTINGS}
VALID_VALUES: dict[str, tuple[Value, ...]] = {  # the values of each name in the file, default first
    **{setting.name: tuple(option.value for option in setting.options) for setting in SETTINGS},
    "toured": (False, True),
}


class Settings(NamedTuple):
    """The content of the settings file; `toured` is True if the tour has been seen."""

    suits: int = 2
    analysis: bool = True
    autoplay: str = "safe"
    deals: str = "winnable"
    theme: str = "terminal"
    size: str = "large"
    ascii: bool = False
    motion: bool = True
    cursor: bool = False
    clock: bool = True
    mouse: bool = True
    seconds: int = 600
    megabytes: int = 1024
    watched: bool = False
    board: str = "ask"
    toured: bool = False

    @classmethod
    def load(cls, folder: Path) -> "Settings":
        """Return the settings in a folder, with defaults for what is missing or invalid."""
        return cls.load_file(folder).settings

    @classmethod
    def load_file(cls, folder: Path) -> "SettingsFile":
        """Return the settings in a folder, with a message if the file cannot be used."""
        fallback = "the default settings are used"
        stored, problem, _ = read_json_file(folder / SETTINGS_FILE, fallback)
        values = [_valid_value(stored.get(name), VALID_VALUES[name]) for name in cls._fields]
        return SettingsFile(cls._make(values), problem, stored)

    @classmethod
    def change(cls, folder: Path, **values: Any) -> None:
        """Change some settings in the file; others stay, also those that only newer programs know.

        Raises:
            OSError: The file cannot be written.
        """
        settings, _, stored = cls.load_file(folder)
        write_json_file(folder / SETTINGS_FILE, {**settings._asdict(), **stored, **values})

    def apply(self, user_options: UserOptions) -> UserOptions:
        """Return `user_options` with all settings applied."""
        for name, setting in SETTINGS_BY_NAME.items():
            user_options = apply_setting(
                user_options, setting, setting.get_allowed_option(getattr(self, name), user_options)
            )
        preferences = replace(user_options.preferences, tour_pending=not self.toured)
        return UserOptions(user_options.appearance, preferences, user_options.host_limits)


class SettingsFile(NamedTuple):
    """Settings, a message on their file or "", and all that the file holds."""

    settings: Settings
    problem: str
    stored: JsonObject


def apply_setting(user_options: UserOptions, setting: Setting, option: Option) -> UserOptions:
    """Return `user_options` with one setting changed; what is locked stays on."""
    appearance, preferences = user_options.appearance, user_options.preferences
    change: dict[str, Any] = {setting.attribute: option.attribute_value}
    if setting.attribute in APPEARANCE_FIELDS:
        appearance = replace(appearance, **change)
        appearance = replace(
            appearance,
            ascii_only=appearance.ascii_only or appearance.ascii_locked,
            reduced_motion=appearance.reduced_motion or appearance.motion_locked,
        )
    else:
        preferences = replace(preferences, **change)
    return UserOptions(appearance, preferences, user_options.host_limits)


def available_settings(lobby_available: bool) -> list[Setting]:
    """Return the settings in order, those of the lobby only if there is one."""
    return [setting for setting in SETTINGS if lobby_available or setting.group != LOBBY_GROUP]


class SettingOption(NamedTuple):
    """A setting with one of its options."""

    setting: Setting
    option: Option


def setting_option_pairs(options: UserOptions, lobby_available: bool) -> Iterator[SettingOption]:
    """Yield each available setting with each of its options, in order."""
    for setting in available_settings(lobby_available):
        for option in setting.available_options(options):
            yield SettingOption(setting, option)


def _valid_value(value: object, valid_values: tuple[Value, ...]) -> Value:
    """Return `value` if it is valid, else the default; 1 is no valid value for True."""
    for valid in valid_values:
        if valid == value and type(valid) is type(value):
            return valid
    return valid_values[0]
