"""What the terminal can show, and how each role looks.

Styles use the terminal's own sixteen colours and its own ground: few bytes, and every palette
that a person has chosen stays theirs. Without colour the attributes still tell roles apart.
"""

import locale
import os

from rich.style import Style

from tui.boards.board import Look

STYLES = {
    "": Style(),
    "dim": Style(dim=True),
    "piece": Style(color="cyan"),
    "rival": Style(color="magenta"),
    "hole": Style(dim=True),
    "cursor": Style(color="yellow", bold=True),
    "picked": Style(reverse=True, bold=True),
    "target": Style(color="green", bold=True),
    "mover": Style(color="cyan", bold=True),
    "last": Style(color="yellow"),
    "red": Style(color="red", bold=True),
    "black": Style(bold=True),
    "hero": Style(color="red", bold=True, reverse=True),
    "exit": Style(color="green", bold=True),
    "good": Style(color="green"),
    "bad": Style(color="red"),
    "title": Style(bold=True),
    "key": Style(color="cyan"),
    "chosen": Style(reverse=True),
    "notice": Style(color="yellow"),
    "won": Style(color="green", bold=True, reverse=True),
}

PLAIN = str.maketrans(
    {
        **dict.fromkeys("╭╮╰╯┌┐└┘├┤┬┴┼", "+"),
        **dict.fromkeys("─–−", "-"),
        **dict.fromkeys("│┃", "|"),
        **dict(zip("›‹▶◀↑↓←→", "><><^v<>", strict=True)),
        **dict(zip("✓●○◌·…×“”■□█", '*o.+-.x""#.#', strict=True)),
        **dict(zip("♠♥♦♣", "SHDC", strict=True)),
    }
)


def plain(text: str) -> str:
    """`text` in characters up to 126, each in the place of one."""
    if not text.isascii():
        text = text.translate(PLAIN)
    return text if text.isascii() else "".join(c if c.isascii() else "?" for c in text)


def terminal_look() -> Look:
    """ASCII where the locale is not UTF-8 or the terminal is known to have few glyphs."""
    encoding = locale.nl_langinfo(locale.CODESET) if locale.setlocale(locale.LC_CTYPE, "") else ""
    poor = os.environ.get("TERM", "dumb") in {"linux", "dumb", ""}
    return Look(ascii_only=poor or encoding.lower().replace("-", "") != "utf8")
