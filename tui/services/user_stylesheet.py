"""The person's own stylesheet beside the saves: Textual CSS, applied over the built-in one.

TitleBar { text-style: reverse; }
PlayScreen SidePanel { width: 40; }
"""

import re
from pathlib import Path
from typing import Any

from textual.app import App
from textual.css.errors import StylesheetError
from textual.css.stylesheet import Stylesheet, StylesheetParseError
from textual.css.tokenizer import TokenError

from ludoscope.games.errors import NotationError
from ludoscope.puzzles.files import read_text
from ludoscope.search.storage import private_files

NAME = "style.tcss"
LARGEST = 1 << 16  # bytes
RANK = 1 << 20  # above all other sources, of rules that are equally specific
MOST = 200  # characters of what was expected
_MARKUP = re.compile(r"\[/?[a-z ]*\]")


def wear(app: App[Any], folder: Path) -> str:
    """Have the app wear the stylesheet of `folder`; a sentence where it cannot, else ""."""
    path = folder / NAME
    try:
        text = read_text(path, LARGEST, private_files.opener)
        _check(app, path, text)
    except FileNotFoundError:
        return ""
    except OSError as error:
        wrong = f"{path} cannot be read ({error.strerror})"
    except NotationError as error:
        wrong = f"{path}: {error}"
    except (StylesheetError, TokenError) as error:
        wrong = f"{path}, {told(error)}"
    else:
        app.stylesheet.add_source(text, (str(path), ""), tie_breaker=RANK)
        return ""
    return f"{wrong}: the built-in style is used"


def _check(app: App[Any], path: Path, text: str) -> None:
    """Whether it can be read in every theme: a later choice must not fail by it."""
    for theme in app.available_themes.values():
        variables = theme.to_color_system().generate()
        sheet = Stylesheet(variables={**app.get_theme_variable_defaults(), **variables})
        sheet.add_source(text, (str(path), ""))
        try:
            sheet.parse()
        except StylesheetError as error:  # Textual's word for whatever happens
            if "recursion" in str(error):
                raise StylesheetError("nested too deeply, expected a few levels") from None
            raise


def told(error: Exception) -> str:
    """The line, what is wrong there, and what was expected."""
    if isinstance(error, TokenError):
        return f"line {error.start[0]}: {_plain(str(error))}"
    if isinstance(error, StylesheetParseError):
        [(token, message), *_] = (one for rule in error.errors.rules for one in rule.errors)
        line = (token.referenced_by or token).location[0] + 1
        bullets = [bullet.markup for bullet in getattr(message, "bullets", ())]
        summary = getattr(message, "summary", message)
        return f"line {line}: {_plain('; '.join([str(summary).rstrip('.'), *bullets[:1]]))}"
    return _plain(str(error))


def _plain(text: str) -> str:
    """In one line that a terminal can be sent."""
    line = "".join(char if char.isprintable() else " " for char in _MARKUP.sub("", text))
    line = " ".join(line.split()).rstrip(".")
    return line if len(line) <= MOST else f"{line[:MOST]}…"
