"""What a person has chosen for good: a small JSON file beside the saves.

SETTINGS is the table of all settings. The value in the file and the value of the attribute of
`Appearance` or `Preferences` that a setting sets can differ: `suits` 4 is `four_colours` True.
"""

import json
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, NamedTuple

from ludoscope.search.storage import private_files
from ludoscope.tui.boards.appearance import Appearance
from ludoscope.tui.boards.themes import OWN, TEXTUAL
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.saves.json_file import read_object
from ludoscope.tui.text import formatting

NAME = "settings.json"
APPEARANCE_FIELDS = {field.name for field in fields(Appearance)}
COMPANY = "Company"  # a group that is there where a host has made a folder for it


class Option(NamedTuple):
    """`value` is stored in the file, `word` is shown, `worn` is the value of the attribute."""

    value: Any
    word: str
    worn: Any


SPELT = {"seconds": formatting.span, "megabytes": "{:,} MB".format}  # what a host may limit


class Setting(NamedTuple):
    """A setting, and its options with the default first.

    `attribute` is the attribute of `Appearance` or `Preferences` that it sets. `about` is a
    sentence, or two, on what it does.
    """

    name: str
    attribute: str
    group: str
    title: str
    options: tuple[Option, ...]
    about: str

    def offered(self, options: UserOptions) -> tuple[Option, ...]:
        """Return the options, lowered to the host's limits."""
        most = self._most(options)
        if most is None:
            return self.options
        lowered: dict[Any, Option] = {}
        for one in self.options:
            low = one if one.worn <= most else Option(one.value, SPELT[self.name](most), most)
            lowered.setdefault(low.worn, low)
        return tuple(lowered.values())

    def option(self, value: Any, options: UserOptions) -> Option:
        """The one of that value, or what the host allows of it; LookupError when there is none."""
        for one in self.options:
            if one.value == value:
                most = self._most(options)
                worn = one.worn if most is None else min(one.worn, most)
                return next(offer for offer in self.offered(options) if offer.worn == worn)
        raise LookupError(f"{self.title} offers no {value!r}")

    def worn(self, options: UserOptions) -> Option:
        """Return the option in effect."""
        in_appearance = self.attribute in APPEARANCE_FIELDS
        source = options.appearance if in_appearance else options.preferences
        now = getattr(source, self.attribute)
        offered = self.offered(options)
        return next((one for one in offered if one.worn == now), offered[0])

    def said(self, options: UserOptions) -> str:
        """`about`, and what the host allows."""
        most = self._most(options)
        if most is None:
            return self.about
        return f"{self.about} This host allows {SPELT[self.name](most)} at most."

    def _most(self, options: UserOptions) -> Any:
        return getattr(options.host_limits, self.name) if self.name in SPELT else None


def _switch(on: str, off: str, reverse: bool = False) -> tuple[Option, ...]:
    """Return the two options; with `reverse`, the attribute is True for `off`."""
    return Option(True, on, not reverse), Option(False, off, reverse)


def _words(*spelt: str) -> tuple[Option, ...]:
    return tuple(Option(word, word, word) for word in spelt)


SETTINGS = (
    Setting(
        "theme",
        "theme",
        "Appearance",
        "theme",
        _words(*OWN, *TEXTUAL),
        "The colours. “terminal” uses your terminal's sixteen colours and sends the fewest bytes.",
    ),
    Setting(
        "suits",
        "four_colours",
        "Appearance",
        "suits",
        (Option(2, "two colours", False), Option(4, "four colours", True)),
        "Whether each suit has a colour of its own.",
    ),
    Setting(
        "size",
        "small_boards",
        "Appearance",
        "boards",
        (Option("large", "as large as fits", False), Option("small", "small", True)),
        "On a large screen: whether boards grow, or stay as small as at 80×24.",
    ),
    Setting(
        "motion",
        "reduced_motion",
        "Appearance",
        "animation",
        _switch("on", "off", reverse=True),
        "Whether boards are animated. LUDOSCOPE_REDUCED_MOTION and --reduced-motion turn animation "
        "off, whatever is chosen here.",
    ),
    Setting(
        "clock",
        "show_clock",
        "Play",
        "clock",
        _switch("shown", "hidden"),
        "Whether the time is shown while you play. It is measured either way.",
    ),
    Setting(
        "analysis",
        "analysis",
        "Play",
        "analysis",
        _switch("on", "off"),
        "Whether the badge shows if the game can still be won, and what the last move changed.",
    ),
    Setting(
        "autoplay",
        "autoplay",
        "Play",
        "autoplay",
        _words("safe", "full", "off"),
        "Which cards go home by themselves in patience: those that no other card needs any more, "
        "all that can, or none.",
    ),
    Setting(
        "mouse",
        "mouse",
        "Play",
        "mouse",
        _switch("on", "off"),
        "Whether clicks and the wheel go to the game, or to the terminal, to select and copy.",
    ),
    Setting(
        "seconds",
        "time_limit_seconds",
        "Solvers",
        "time",
        tuple(
            Option(seconds, formatting.span(seconds), float(seconds))
            for seconds in (600, 3600, 10, 60)
        ),
        "The time limit of each solver that you start.",
    ),
    Setting(
        "megabytes",
        "memory_limit_megabytes",
        "Solvers",
        "memory",
        tuple(Option(size, f"{size:,} MB", size) for size in (1024, 4096, 64, 256)),
        "The memory limit of each solver that you start.",
    ),
    Setting(
        "watched",
        "allow_spectators",
        COMPANY,
        "watching",
        tuple(reversed(_switch("allowed", "not allowed"))),
        "Whether others on this server may watch the game on your screen, live and read only.",
    ),
    Setting(
        "board",
        "share_results",
        COMPANY,
        "results",
        (Option("ask", "ask first", "ask"), Option("yes", "yes", "yes"), Option("no", "no", "no")),
        "Whether the puzzles of the day that you solve are put on the leaderboard of this "
        "server, with your name, moves, time and hints.",
    ),
)
NAMED = {setting.name: setting for setting in SETTINGS}
OFFERED: dict[str, tuple[Any, ...]] = {  # the usual choice first
    **{one.name: tuple(option.value for option in one.options) for one in SETTINGS},
    "toured": (False, True),
}


class Settings(NamedTuple):
    """What is chosen among what is OFFERED; `toured`: the tour has been seen."""

    suits: int = 2
    analysis: bool = True
    autoplay: str = "safe"
    theme: str = "terminal"
    size: str = "large"
    motion: bool = True
    clock: bool = True
    mouse: bool = True
    seconds: int = 600
    megabytes: int = 1024
    watched: bool = False
    board: str = "ask"
    toured: bool = False

    @classmethod
    def load(cls, folder: Path) -> "Settings":
        """Those in the folder; the usual ones where there are none that can be read."""
        return cls.read(folder)[0]

    @classmethod
    def read(cls, folder: Path) -> tuple["Settings", str]:
        """The same, and a sentence on what is wrong with the file."""
        usual = "the default settings are used"
        found, wrong = read_object(folder / NAME, "settings and options", usual)
        known = {name: _known(found.get(name), offered) for name, offered in OFFERED.items()}
        return cls(**known), wrong

    @classmethod
    def change(cls, folder: Path, **chosen: Any) -> None:
        """Keep a choice beside the others; OSError when that cannot be done."""
        cls.load(folder)._replace(**chosen).save(folder)

    def save(self, folder: Path) -> None:
        """OSError when they cannot be written."""
        private_files.write_atomically(folder / NAME, json.dumps(self._asdict()) + "\n")

    def apply(self, options: UserOptions) -> UserOptions:
        """Return `options` with all settings applied."""
        for name, setting in NAMED.items():
            options = apply_setting(options, setting, setting.option(getattr(self, name), options))
        preferences = replace(options.preferences, tour_pending=not self.toured)
        return UserOptions(options.appearance, preferences, options.host_limits)


def apply_setting(options: UserOptions, setting: Setting, option: Option) -> UserOptions:
    """Return `options` with one setting changed; locked motion stays reduced."""
    appearance, preferences = options.appearance, options.preferences
    change = {setting.attribute: option.worn}
    if setting.attribute in APPEARANCE_FIELDS:
        appearance = replace(appearance, **change)
        if appearance.motion_locked:
            appearance = replace(appearance, reduced_motion=True)
    else:
        preferences = replace(preferences, **change)
    return UserOptions(appearance, preferences, options.host_limits)


def available_settings(lobby_available: bool) -> list[Setting]:
    """Return the settings in order, those of the lobby only if there is one."""
    return [setting for setting in SETTINGS if lobby_available or setting.group != COMPANY]


def choices(options: UserOptions, lobby_available: bool) -> Iterator[tuple[Setting, Option]]:
    """Yield each available setting with each of its options, in order."""
    for setting in available_settings(lobby_available):
        for option in setting.offered(options):
            yield setting, option


def _known(found: Any, offered: tuple[Any, ...]) -> Any:
    """What was found if it is offered (1 is not True here), else the usual choice."""
    return next((one for one in offered if one == found and type(one) is type(found)), offered[0])
