"""Detection of what the terminal can show. Start with `terminal_look`."""

import locale
import os

from ludoscope.tui.boards.board import Look
from ludoscope.tui.browser import in_browser

ENV_REDUCED_MOTION = "LUDOSCOPE_REDUCED_MOTION"
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
        names = map(os.environ.get, ("LC_ALL", "LC_CTYPE", "LANG"))
        return next(filter(None, names), "").partition("@")[0].rpartition(".")[2]


def terminal_look(ascii_only: bool = False, still: bool = False) -> Look:
    """Return the appearance that is asked for, reduced to what the terminal can show.

    ASCII is used where the locale is not UTF-8 or the terminal has few glyphs. A non-empty
    environment variable LUDOSCOPE_REDUCED_MOTION turns animation off.
    """
    poor = os.environ.get("TERM", "dumb") in _POOR_TERMINALS
    poor = poor or terminal_encoding().lower().replace("-", "") != "utf8"
    still = still or bool(os.environ.get(ENV_REDUCED_MOTION))
    ascii_only = ascii_only or (poor and not in_browser())
    return Look(ascii_only=ascii_only, still=still, kept_still=still)
