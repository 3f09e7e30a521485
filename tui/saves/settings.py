"""What a person has chosen for good: a small JSON file beside the saves.

SETTINGS is the one table of what can be chosen. A value in the file and what the `Look` of a
running app wears differ where the Look has a simpler word for it (`suits` 4 is `four_colours`).
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from ludoscope.search.storage import private_files
from ludoscope.tui.boards.board import Look
from ludoscope.tui.boards.themes import OWN, TEXTUAL
from ludoscope.tui.saves.json_file import read_object
from ludoscope.tui.text import formatting

NAME = "settings.json"
COMPANY = "Company"  # a group that is there where a host has made a folder for it


class Option(NamedTuple):
    """`value` is kept in the file, `word` is read by the person, `worn` by the boards."""

    value: Any
    word: str
    worn: Any


SPELT = {"seconds": formatting.span, "megabytes": "{:,} MB".format}  # what a host may limit


class Setting(NamedTuple):
    """`attribute` of the Look, and the options with the usual one first.

    `about` is a sentence, or two, on what it does.
    """

    name: str
    attribute: str
    group: str
    title: str
    options: tuple[Option, ...]
    about: str

    def offered(self, look: Look) -> tuple[Option, ...]:
        """The options, none of them above what the host of `look` allows."""
        most = self._most(look)
        if most is None:
            return self.options
        lowered: dict[Any, Option] = {}
        for one in self.options:
            low = one if one.worn <= most else Option(one.value, SPELT[self.name](most), most)
            lowered.setdefault(low.worn, low)
        return tuple(lowered.values())

    def option(self, value: Any, look: Look) -> Option:
        """The one of that value, or what the host allows of it; LookupError when there is none."""
        for one in self.options:
            if one.value == value:
                most = self._most(look)
                worn = one.worn if most is None else min(one.worn, most)
                return next(offer for offer in self.offered(look) if offer.worn == worn)
        raise LookupError(f"{self.title} offers no {value!r}")

    def worn(self, look: Look) -> Option:
        """The option that `look` wears now."""
        now = getattr(look, self.attribute)
        offered = self.offered(look)
        return next((one for one in offered if one.worn == now), offered[0])

    def said(self, look: Look) -> str:
        """`about`, and what the host allows."""
        most = self._most(look)
        if most is None:
            return self.about
        return f"{self.about} This host allows {SPELT[self.name](most)} at most."

    def _most(self, look: Look) -> Any:
        return getattr(look.host_limits, self.name) if self.name in SPELT else None


def _switch(on: str, off: str, reverse: bool = False) -> tuple[Option, ...]:
    """`reverse`: the Look says it the other way round."""
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
        "small",
        "Appearance",
        "boards",
        (Option("large", "as large as fits", False), Option("small", "small", True)),
        "On a large screen: whether boards grow, or stay as small as at 80×24.",
    ),
    Setting(
        "motion",
        "still",
        "Appearance",
        "animation",
        _switch("on", "off", reverse=True),
        "Whether boards are animated. LUDOSCOPE_REDUCED_MOTION and --reduced-motion turn animation "
        "off, whatever is chosen here.",
    ),
    Setting(
        "clock",
        "clock",
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
        "seconds",
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
        "megabytes",
        "Solvers",
        "memory",
        tuple(Option(size, f"{size:,} MB", size) for size in (1024, 4096, 64, 256)),
        "The memory limit of each solver that you start.",
    ),
    Setting(
        "watched",
        "watched",
        COMPANY,
        "watching",
        tuple(reversed(_switch("allowed", "not allowed"))),
        "Whether others on this server may watch the game on your screen, live and read only.",
    ),
    Setting(
        "board",
        "on_board",
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

    def dress(self, look: Look) -> None:
        """Have `look` wear all of them."""
        for name, setting in NAMED.items():
            wear(look, setting, setting.option(getattr(self, name), look))
        look.tour = not self.toured


def wear(look: Look, setting: Setting, option: Option) -> None:
    """Have `look` follow a choice, unless this run is to keep still."""
    setattr(look, setting.attribute, option.worn)
    look.still |= look.kept_still


def settings_of(look: Look) -> list[Setting]:
    """Those that there are here, in order."""
    return [setting for setting in SETTINGS if look.company or setting.group != COMPANY]


def choices(look: Look) -> Iterator[tuple[Setting, Option]]:
    """Whatever can be chosen, in order."""
    return ((setting, option) for setting in settings_of(look) for option in setting.offered(look))


def _known(found: Any, offered: tuple[Any, ...]) -> Any:
    """What was found if it is offered (1 is not True here), else the usual choice."""
    return next((one for one in offered if one == found and type(one) is type(found)), offered[0])
