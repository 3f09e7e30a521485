"""The user's own stylesheet beside the saves: Textual CSS, applied over the built-in one.

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

STYLESHEET_NAME = "style.tcss"
MAX_BYTES = 1 << 16
TIE_BREAKER = 1 << 20  # above all other sources, for rules of equal specificity
MAX_MESSAGE_LENGTH = 200  # characters
_MARKUP = re.compile(r"\[/?[a-z ]*\]")


def apply_user_stylesheet(app: App[Any], folder: Path) -> str:
    """Add the stylesheet in `folder` to the app's; return a message if that is impossible."""
    path = folder / STYLESHEET_NAME
    try:
        text = read_text(path, MAX_BYTES, private_files.opener)
        _check(app, path, text)
    except FileNotFoundError:
        return ""
    except OSError as error:
        problem = f"{path} cannot be read ({error.strerror})"
    except NotationError as error:
        problem = f"{path}: {error}"
    except (StylesheetError, TokenError) as error:
        problem = f"{path}, {describe_error(error)}"
    else:
        app.stylesheet.add_source(text, (str(path), ""), tie_breaker=TIE_BREAKER)
        return ""
    return f"{problem}: the built-in style is used"


def _check(app: App[Any], path: Path, text: str) -> None:
    """Parse the stylesheet in every theme, so that choosing a theme later cannot fail.

    Raises:
        StylesheetError, TokenError: It is invalid.
    """
    for theme in app.available_themes.values():
        variables = theme.to_color_system().generate()
        stylesheet = Stylesheet(variables={**app.get_theme_variable_defaults(), **variables})
        stylesheet.add_source(text, (str(path), ""))
        try:
            stylesheet.parse()
        except StylesheetError as error:  # Textual's, also for errors of Python
            if "recursion" in str(error):
                raise StylesheetError("nested too deeply, expected a few levels") from None
            raise


def describe_error(error: Exception) -> str:
    """Return the line of the error, what is wrong and what was expected."""
    if isinstance(error, TokenError):
        return f"line {error.start[0]}: {_one_line(str(error))}"
    if isinstance(error, StylesheetParseError):
        errors = [rule_error for rule in error.errors.rules for rule_error in rule.errors]
        token, message = errors[0]
        line = (token.referenced_by or token).location[0] + 1
        summary = str(getattr(message, "summary", message)).rstrip(".")
        bullets = [bullet.markup for bullet in getattr(message, "bullets", ())]
        return f"line {line}: {_one_line('; '.join([summary, *bullets[:1]]))}"
    return _one_line(str(error))


def _one_line(text: str) -> str:
    """Return a text in one line, without markup and control characters, of limited length."""
    printable = "".join(char if char.isprintable() else " " for char in _MARKUP.sub("", text))
    line = " ".join(printable.split()).rstrip(".")
    return line if len(line) <= MAX_MESSAGE_LENGTH else f"{line[:MAX_MESSAGE_LENGTH]}…"
