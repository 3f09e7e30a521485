"""Detection of what the terminal can show. Start with `detect_appearance`."""

import locale
import os

from ludoscope.tui.boards.appearance import Appearance
from ludoscope.tui.browser import in_browser

_POOR_TERMINALS = {"linux", "dumb", ""}  # values of TERM whose fonts have few glyphs


def terminal_encoding() -> str:
    """Return the character encoding of the terminal, according to the locale.

    ssh passes on the name of a locale that may not be installed on this machine. The terminal still
    uses its encoding, which is the end of the name: "UTF-8" in "de_DE.UTF-8@euro".
    """
    try:
        locale.setlocale(locale.LC_CTYPE, "")
        return locale.nl_langinfo(locale.CODESET)
    except locale.Error:
        environ = os.environ
        name = environ.get("LC_ALL") or environ.get("LC_CTYPE") or environ.get("LANG") or ""
        name_without_modifier = name.partition("@")[0]
        return name_without_modifier.rpartition(".")[2]


def detect_appearance(ascii_only: bool = False, reduced_motion: bool = False) -> Appearance:
    """Return the default appearance, adapted to the terminal and the environment.

    Only ASCII is used if the locale is not UTF-8 or the terminal is known to have few glyphs.
    LUDOSCOPE_REDUCED_MOTION, if it is not empty, turns animations off for the whole run.

    Args:
        ascii_only: Use only ASCII for the whole run, whatever the terminal supports.
        reduced_motion: Turn animations off for the whole run.
    """
    poor = os.environ.get("TERM", "dumb") in _POOR_TERMINALS
    poor = poor or terminal_encoding().lower().replace("-", "") != "utf8"
    ascii_only = ascii_only or (poor and not in_browser())
    reduced_motion = reduced_motion or bool(os.environ.get("LUDOSCOPE_REDUCED_MOTION"))
    return Appearance(
        ascii_only=ascii_only,
        ascii_locked=ascii_only,
        reduced_motion=reduced_motion,
        motion_locked=reduced_motion,
    )
